internal import AdvertisingData

extension Rule {
  static let advertisingIntervalWastesSpace = Rule(
    id: "advertising-interval-wastes-space",
    severity: .note,
    summary: "The long form of the advertising interval is used for one that fits the short form.",
    rationale: """
      The long form, of three or four bytes, is for intervals from 41 seconds on. Receivers that are older than it know \
      the short form only, which is a byte or two less.
      """,
    references: [.supplement(part: "A", section: "1.15")],
    examples: [
      .accepted("02 01 06 04 2f 00 00 01", "40.96 s"),
      .flagged("02 01 06 ↓04 2f f4 00 00", "152.5 ms", fixed: "02 01 06 03 1a f4 00"),
    ],
    check: .structures(of: [.advertisingInterval, .advertisingIntervalLong]) { structures, report in
      let hasShortForm = structures.contains { $0.type == .advertisingInterval }
      for structure in structures {
        guard case .advertisingInterval(let interval) = structure.value, interval.type == .advertisingIntervalLong,
          interval.units < 0x1_0000
        else { continue }
        let units = Array(littleEndian: interval.units, count: 2)
        report.flag(
          structure,
          "\(IntervalText.milliseconds(Int64(interval.microseconds))) fits the short form, Advertising Interval",
          fix: hasShortForm
            ? "remove the long form, because the short one is there: \(Words.bytes(structure.size)) less"
            : "send the short form, \(Words.bytes(interval.width.octets - 2)) less: "
              + HexText.spaced([3, ADType.advertisingInterval.rawValue] + units),
          remedy: hasShortForm ? .leavingOut : .replacing(with: [3, ADType.advertisingInterval.rawValue] + units))
      }
    })
}
