internal import AdvertScan
internal import AdvertisingData

extension Rule {
  static let uuidByteOrderReversed = Rule(
    id: "uuid-byte-order-reversed",
    severity: .warning,
    summary: "A service UUID makes sense only with its bytes in another order.",
    rationale: """
      UUIDs are sent with the last byte of their written form first. One that was copied as written, or from the memory of \
      a program for Windows, is another UUID: every filter on the right one misses the device, while debugging apps show \
      something that looks almost right. Without a known or expected service, the version is the only evidence: it must \
      not be that of a UUID as sent, and be 4, or 1 with a date of our time, in reverse. This is a note.
      """,
    references: [
      .core(volume: 3, part: "B", section: "2.5.1"), .supplement(part: "A", section: "1.1"),
      .other("RFC 9562, sections 4 and 5: the order of the bytes, the variant and the version"),
    ],
    silences: ["uuid-unassigned"],
    examples: [
      .accepted("02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af", "unknown in either order"),
      .accepted(
        "02 01 06 11 07 23 d1 bc ea 5f 78 23 15 de ef 12 12 23 15 00 00", "a base that a vendor made up, of no version"),
      .flagged(
        "02 01 06 11 07 ↓00 00 18 0f 00 00 10 00 80 00 00 80 5f 9b 34 fb", "Battery as written",
        fixed: "02 01 06 03 03 0f 18"),
      .flagged(
        "02 01 06 11 07 ↓75 7e d3 e4 18 28 4a 0c 83 62 c2 29 c3 a6 da 72", "version 4 as written, none as sent",
        fixed: "02 01 06 11 07 72 da a6 c3 29 c2 62 83 0c 4a 28 18 e4 d3 7e 75"),
    ],
    check: .structures(of: .serviceLists.union(.serviceData)) { structures, report in
      for found in MisformedUUID.flagged(
        in: structures, expecting: report.expectedServices, except: .bits16)
      where found.form == .whole && found.order != .lastByteFirst
        && (found.range.count > 2 || report.expectedServices.contains(found.uuid))
      {
        let length = found.range.count
        let width = BluetoothUUID.Width.allCases.first { $0.octets == length }
        let right = found.isGuess ? nil : width.flatMap { found.uuid.littleEndian(width: $0) }
        let seen = structures.lazy.flatMap { $0.mentionedServices }.first { $0.offset == found.range.lowerBound }?.uuid
        let sent = seen.map { "\($0)" } ?? "the UUID"
        let order =
          switch found.order {
          case .lastByteFirst, .asWritten: "with its bytes in reverse"
          case .guid, .guidReversed: found.words
          }
        report.flag(
          in: report.place, found.range.lowerBound, length: length,
          found.isGuess
            ? "\(sent) has no valid UUID version; in reverse, its bytes are the version \(found.uuid.version ?? 4) UUID "
              + "\(found.uuid)"
            : "\(sent) is \(found.uuid.named) \(order)",
          fix: "send the last byte of the written form first"
            + (right.map { ": \(HexText.spaced($0))" } ?? ", if that is the service"),
          remedy: right.map { .replacing(with: $0) },
          severity: found.isGuess ? .note : nil)
      }
    })
}
