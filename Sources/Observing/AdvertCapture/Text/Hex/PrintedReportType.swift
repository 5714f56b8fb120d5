internal import AdvertisingData

/// The kind of a report as a line prints it beside the data: `adv_type: 4`, `event type 0x1b`, `packetType=SCAN_RESPONSE`,
/// `isScanResponse: 1`.
///
/// Source of the numbers: Core Specification Vol 4 Part E 7.7.65.2 and 7.7.65.13, and Vol 6 Part B 2.3 for packets. Nordic's,
/// Espressif's, NimBLE's, MicroPython's and Bluegiga's libraries hand out the same ones. Mbed's has a flag beside the kind.
enum PrintedReportType {
  /// Returns the kind; `nil` when a line prints none. Where several numbers differ, a scan response is the one that names
  /// the packet: others are of the advertisement that it answers.
  ///
  /// - Parameter line: in small letters.
  static func pdu(in line: [UInt8]) -> AdvertisingReport.PDU? {
    guard marks.contains(where: { ValueText.place(of: $0, in: line[...]) != nil }) else { return nil }
    let words = line.split { !ASCII.isAlphanumeric($0) }.map { String(decoding: $0, as: UTF8.self) }
    var found: AdvertisingReport.PDU?
    for index in words.indices {
      if flags.contains(words[index]), index + 1 < words.count, isTrue.contains(words[index + 1]) { return .scanRsp }
      guard let key = key(words, at: index) else { continue }
      let value = words[(index + 1)...].drop { fillers.contains($0) }
      let pdu = names(value) ?? value.first.flatMap { number($0) }.flatMap { numbered($0, ofPacket: key == .packet) }
      if pdu == .scanRsp { return pdu }
      found = found ?? pdu
    }
    return found
  }

  private static let marks = ["type", "isscan"].map { Array($0.utf8) }
  private static let flags: Set = ["isscanresponse", "isscanrsp"]
  private static let isTrue: Set = ["1", "true", "yes"]

  private enum Key { case report, packet }

  private static let keys: [String: Key] = [
    "adv": .report, "advertising": .report, "evt": .report, "event": .report, "report": .report, "packet": .packet,
    "pkt": .packet, "pdu": .packet,
  ]
  /// The beginnings of the names of constants.
  private static let fillers: Set = [
    "esp", "ble", "hci", "gap", "adv", "evt", "rpt", "evtype", "type", "pdu", "packet",
  ]

  /// Returns the kind of the key that ends with a word; `nil` for any other word.
  private static func key(_ words: [String], at index: Int) -> Key? {
    if words[index] == "type" { return index > 0 ? keys[words[index - 1]] : nil }
    guard words[index].hasSuffix("type") else { return nil }
    return keys[String(words[index].dropLast(4))]
  }

  private static func number(_ word: String) -> Int? {
    word.hasPrefix("0x") ? Int(word.dropFirst(2), radix: 16) : Int(word)
  }

  private static func names(_ words: ArraySlice<String>) -> AdvertisingReport.PDU? {
    let responses = ["rsp", "resp", "response"]
    guard let first = words.first else { return nil }
    let isAnswer =
      first == "scan"
      ? words.dropFirst().first.map { responses.contains($0) } ?? false : responses.contains { first == "scan" + $0 }
    return isAnswer || responses.contains(first) ? .scanRsp : nil
  }

  private static func numbered(_ number: Int, ofPacket: Bool) -> AdvertisingReport.PDU? {
    switch number {
    case 0, 0x13: .advInd
    case 2: ofPacket ? .advNonconnInd : .advScanInd
    case 3, 0x10: .advNonconnInd
    case 4, 0x1A, 0x1B: .scanRsp
    case 6 where ofPacket, 0x12: .advScanInd
    default: nil
    }
  }
}
