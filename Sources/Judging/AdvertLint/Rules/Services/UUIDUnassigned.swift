internal import AdvertisingData
internal import AssignedNumbers

extension Rule {
  static let uuidUnassigned = Rule(
    id: "uuid-unassigned",
    severity: .warning,
    summary: "A 16-bit service UUID is not assigned.",
    rationale: """
      16-bit UUIDs belong to the Bluetooth SIG, which assigns them to specifications and sells them to members. One that \
      is taken without asking, or was withdrawn, may belong to another company tomorrow, and unrelated devices with the same sample code answer to \
      it already. A UUID of one's own has 128 bits and costs nothing.
      """,
    references: [.core(volume: 3, part: "B", section: "2.5.1"), .assignedNumbers],
    examples: [
      .accepted("02 01 06 03 03 0f 18", "Battery"),
      .flagged(
        "02 01 06 03 03 ↓e0 ff", "from sample code",
        fixed: "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"),
      .flagged("02 01 06 03 03 ↓18 0f", "Battery as written", fixed: "02 01 06 03 03 0f 18"),
      .flagged("02 01 06 03 03 ↓df fe", "withdrawn", fixed: "02 01 06 03 03 0f 18"),
      .flagged(
        "02 01 06 14 16 ↓e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 01 02 03",
        "a 128-bit UUID with data behind it",
        fixed: "02 01 06 14 21 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 01 02 03"),
      .flagged("02 01 06 04 16 ↓e0 ff 2a", "service data", fixed: "02 01 06 04 16 0f 18 2a"),
      .flagged(
        "02 01 06 03 03 aa fe 0d 16 ↓fe aa 10 f8 02 67 6f 6f 67 6c 65 07", "an Eddystone frame, UUID as written",
        fixed: "02 01 06 03 03 aa fe 0d 16 aa fe 10 f8 02 67 6f 6f 67 6c 65 07"),
    ],
    check: .payload { payload, report in
      let structures = payload.structures(
        of: [.incompleteServiceUUIDs16, .completeServiceUUIDs16, .serviceData16])
      guard !structures.isEmpty else { return }
      let limit = report.pdu.payloadLimit
      var assigned: [UInt16: Bool] = [:]
      // By offset; looked for when a number is not assigned.
      var reversed: [Int: BluetoothUUID]?
      for mention in structures.flatMap({ $0.mentionedServices }) where mention.width == .bits16 {
        guard let number = mention.uuid.assignedNumber16 else { continue }
        let isAssigned = assigned[number] ?? AssignedUUID.isAssigned(number)
        assigned[number] = isAssigned
        guard !isAssigned else { continue }
        let known =
          reversed
          ?? structures.flatMap { $0.misformedUUIDs() }.filter { $0.form == .whole }.reduce(into: [:]) {
            $0[$1.range.lowerBound] = $1.uuid
          }
        reversed = known
        let meant = known[mention.offset]
        let right = meant?.littleEndian(width: .bits16)
        report.flag(
          mention.offset, length: 2,
          "16-bit UUID \(mention.uuid) \(mention.uuid.stateOfUnassigned)"
            + (meant.map { "; in reverse, its bytes are \($0.named)" } ?? ""),
          fix: right.map { "send the last byte first: \(HexText.spaced($0))" }
            ?? payload.orderOfOwnUUID(inPlaceOf: mention, limit),
          remedy: right.map { .replacing(with: $0) })
      }
    })
}

extension DecodedPayload.Element {
  /// Whether the octets of 16-bit service data look like a 128-bit UUID that a program made, with data behind it.
  fileprivate var mayBeginWithLongUUID: Bool {
    guard type == .serviceData16, value.octets.count > 16 else { return false }
    return [UUIDOrder.lastByteFirst, .asWritten].contains { order in
      order.uuid(of: value.octets.prefix(16))?.looksGenerated ?? false
    }
  }
}

extension BluetoothUUID {
  /// The state of a number that is not assigned.
  fileprivate var stateOfUnassigned: String {
    withdrawnName.map { "is withdrawn: it was that of \($0)" } ?? "is not assigned"
  }
}

extension SubjectPayload {
  /// Returns the order to use a UUID of one's own, after the order to make room for it where it needs more.
  fileprivate func orderOfOwnUUID(inPlaceOf mention: ServiceMention, _ limit: Int) -> String {
    let structure = structures.first { $0.octetRange.contains(mention.offset) }
    let more = mention.isListed && structure?.size != 4 ? 16 : 14
    let order = Words.makingRoom(
      payload.significantCount + more - limit,
      "use a 128-bit UUID of your own (\(more) bytes more), which apps then filter for")
    return structure?.mayBeginWithLongUUID == true
      ? "use type 0x21 if the first 16 bytes are a UUID; if not, \(order)" : order
  }
}
