internal import AdvertisingData

extension Rule {
  static let uuidUnderOtherWidth = Rule(
    id: "uuid-under-other-width",
    severity: .warning,
    summary: "A service UUID is sent under the type of another width.",
    rationale: """
      The type of a list or of service data says how many bytes a UUID has. A 128-bit UUID under the type of 16-bit UUIDs \
      is read as an unassigned number and some data, so no filter on the service finds the device. A UUID that is neither \
      known nor expected shows by its version: 4, or 1 with a date of our time.
      """,
    references: [
      .supplement(part: "A", section: "1.1"), .supplement(part: "A", section: "1.11"),
      .other("RFC 9562, sections 4 and 5: the variant and the version"),
    ],
    silences: [
      "uuid-unassigned", "service-data-uuid-not-listed", "uuid-list-ragged", "uuid-repeated", "uuid-list-split",
    ],
    examples: [
      .accepted("02 01 06 11 07 66 9a 0c 20 00 08 1f 98 e3 11 9b 74 a0 67 b7 a5", "under the type of 128-bit UUIDs"),
      .flagged(
        "02 01 06 11 16 ↓a5 b7 67 a0 74 9b 11 e3 98 1f 08 00 20 0c 9a 66", "as service data of a 16-bit UUID",
        fixed: "02 01 06 11 07 66 9a 0c 20 00 08 1f 98 e3 11 9b 74 a0 67 b7 a5"),
      .flagged(
        "02 01 06 11 03 ↓9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e", "in a list of 16-bit UUIDs",
        fixed: "02 01 06 11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"),
      .flagged(
        "02 01 06 05 05 ↓0d 18 ↓0f 18", "two 16-bit UUIDs in a list of 32-bit ones", fixed: "02 01 06 05 03 0d 18 0f 18"
      ),
    ],
    check: .structures(of: .serviceLists.union(.serviceData)) { structures, report in
      for found in MisformedUUID.flagged(
        in: structures, expecting: report.expectedServices, except: .bits128)
      where found.form == .otherWidth {
        let verb = found.isGuess ? "look like" : "are"
        let structure = structures.first { $0.octetRange.contains(found.range.lowerBound) }
        let right = structure.flatMap { found.corrected(in: $0) }
        report.flag(
          found.range.lowerBound, length: found.range.count,
          "\(Words.bytes(found.range.count)) under type \(found.type.number) \(verb) the \(found.width.rawValue)-bit UUID "
            + found.uuid.named,
          fix: structure.map { found.fix(in: $0) + (right.map { ": send the structure \(HexText.spaced($0))" } ?? "") },
          remedy: structure.flatMap { structure in right.map { .replacing(structure.octetRange, with: $0) } })
      }
    })
}

extension MisformedUUID {
  /// The width of the octets.
  fileprivate var width: BluetoothUUID.Width {
    let count = range.count
    return BluetoothUUID.Width.allCases.first { $0.octets == count } ?? .bits128
  }

  fileprivate func fix(in structure: DecodedPayload.Element) -> String {
    "\(hasData(in: structure) ? "send" : "list") the UUID with type \(rightType(in: structure).number), last byte first"
  }

  /// Returns the structure with the right type; `nil` where it has more UUIDs, whose form is not known.
  fileprivate func corrected(in structure: DecodedPayload.Element) -> [UInt8]? {
    let start = structure.offset + 2
    let value = structure.value.octets
    guard !structure.overruns, range.lowerBound == start, range.upperBound - start <= value.count,
      hasData(in: structure) || range.upperBound - start == value.count,
      let uuid = uuid.littleEndian(width: width)
    else { return nil }
    let octets = uuid + value.dropFirst(range.upperBound - start)
    return [UInt8(clamping: 1 + octets.count), rightType(in: structure).rawValue] + octets
  }

  /// Returns the type to use instead. Service data without any data are a list.
  private func rightType(in structure: DecodedPayload.Element) -> ADType {
    hasData(in: structure)
      ? ServiceData.type(width: width) : ServiceUUIDList.type(width: width, isComplete: !type.isIncompleteServiceList)
  }

  private func hasData(in structure: DecodedPayload.Element) -> Bool {
    holder == .serviceData && range.upperBound < structure.octetRange.upperBound
  }
}

extension ADType {
  fileprivate var number: String { HexDigits.number(rawValue, octets: 1) }
}
