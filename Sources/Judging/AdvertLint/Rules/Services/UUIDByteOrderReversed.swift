internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let uuidByteOrderReversed = Rule(
    id: "uuid-byte-order-reversed",
    severity: .warning,
    summary: "A service UUID makes sense only with its bytes in reverse.",
    rationale: """
      UUIDs are sent with the last byte of their written form first. One that was copied as written is another UUID: \
      every filter on the right one misses the device, while debugging apps show something that looks almost right.
      """,
    references: [.core(volume: 3, part: "B", section: "2.5.1"), .supplement(part: "A", section: "1.1")],
    silences: ["uuid-unassigned"],
    examples: [
      .accepted("02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af", "unknown in either order"),
      .flagged(
        "02 01 06 11 07 ↓00 00 18 0f 00 00 10 00 80 00 00 80 5f 9b 34 fb", "Battery as written",
        fixed: "02 01 06 03 03 0f 18"),
    ],
    check: .structures(of: .serviceLists.union(.serviceData)) { structures, report in
      let expected = report.expectedServices
      for mention in structures.lazy.flatMap({ $0.mentionedServices }) where !expected.contains(mention.uuid) {
        let reversed = mention.reversed
        guard expected.contains(reversed) || mention.width == .bits128 && reversed.shortestWidth != .bits128
        else { continue }
        report.flag(
          mention.offset, length: mention.width.octets,
          "\(mention.uuid) is \(reversed.named) with its bytes in reverse",
          fix: "send the last byte of the written form first",
          remedy: .replacing(with: reversed.littleEndian(width: mention.width) ?? []))
      }
    })
}
