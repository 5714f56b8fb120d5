internal import AdvertObservation
internal import AdvertisingData

extension Rule {
  static let advertisingIncomplete = Rule(
    id: "advertising-incomplete",
    severity: .warning,
    summary: "A part of the device's data is not known.",
    rationale: """
      The controller cut the data short (data status truncated), or announced more that never came, or a log in text has \
      words in the place of bytes, or a line of a program is not read. What is known was \
      judged; a service, a name or a defect may be in the rest. A device is named only when the same data never arrived \
      whole.
      """,
    references: [.core(volume: 4, part: "E", section: "7.7.65.13")],
    examples: [
      .accepted(capture: "a capture of whole advertisements", "nothing is missing") {
        .example(advertisers: 1)
      },
      .flagged(capture: "a device whose only advertisement is truncated", "the rest is unknown") {
        .exampleOfTruncation()
      },
    ],
    check: .input { input, report in
      guard let first = input.incomplete.first else { return }
      let block = first.block == .advertising ? "advertising data" : "scan response data"
      let others =
        switch input.incomplete.devices - 1 {
        case 0: ""
        case 1: "; another device is incomplete, too"
        case let count: "; \(count) other devices are incomplete, too"
        }
      // The place of the finding has the line.
      let cause = if case .supposed(let words, _) = first.cause { words } else { first.cause.words }
      let subject =
        switch first.extent {
        case .beginning(let count): "only the first \(count) bytes of the \(block) are known"
        case .allBut(let octets): "\(octets.byteWords) of the \(block) \(octets.count == 1 ? "is" : "are") not known"
        }
      report.flagInput(
        subject + (first.address.map { " of \($0)" } ?? "") + ": \(cause)" + others,
        record: first.sighting?.record, fileOffset: first.sighting?.fileOffset, at: first.source)
    })
}
