internal import AdvertReading
internal import AdvertisingData

/// The patterns that bleak gives an advertisement monitor of BlueZ, each with a place, an AD type and octets:
/// `OrPattern(0, AdvertisementDataType.MANUFACTURER_SPECIFIC_DATA, b"\x59\x00")`. One is enough.
///
/// Source: bleak 0.15 and 1.0, bleak/args/bluez.py, bleak/assigned_numbers.py and bleak/backends/bluezdbus/scanner.py.
enum BleakPattern {
  /// The AD types by the names that bleak gives them.
  static let types: [String: Int64] = [
    "FLAGS": 0x01, "INCOMPLETE_LIST_SERVICE_UUID16": 0x02, "COMPLETE_LIST_SERVICE_UUID16": 0x03,
    "INCOMPLETE_LIST_SERVICE_UUID32": 0x04, "COMPLETE_LIST_SERVICE_UUID32": 0x05,
    "INCOMPLETE_LIST_SERVICE_UUID128": 0x06, "COMPLETE_LIST_SERVICE_UUID128": 0x07, "SHORTENED_LOCAL_NAME": 0x08,
    "COMPLETE_LOCAL_NAME": 0x09, "TX_POWER_LEVEL": 0x0A, "SERVICE_SOLICITATION_UUID16": 0x14,
    "SERVICE_SOLICITATION_UUID128": 0x15, "SERVICE_DATA_UUID16": 0x16, "APPEARANCE": 0x19,
    "SERVICE_DATA_UUID32": 0x20, "SERVICE_DATA_UUID128": 0x21, "MANUFACTURER_SPECIFIC_DATA": 0xFF,
  ]

  /// Returns the condition of a pattern.
  ///
  /// - Throws: for a pattern that does not begin at the start of the data, and for other AD types.
  static func condition(_ value: ScanValue) throws(SourceObstacle) -> RequestedScan.Condition {
    let parts: [ScanValue]
    switch value.content {
    case .call("OrPattern", let arguments) where arguments.allSatisfy({ $0.name == nil }):
      parts = arguments.map { $0.value }
    case .list(let values): parts = values
    default: throw value.refusal("an OrPattern")
    }
    guard parts.count == 3 else { throw value.refusal("a pattern of three parts") }
    guard try parts[0].number() == 0 else { throw SourceObstacle(value.line, "a pattern in the middle of the data") }
    let octets = if case .text(let text) = parts[2].content { text } else { try parts[2].octets() }
    let type = ADType(rawValue: UInt8(truncatingIfNeeded: try parts[1].number()))
    if type == .manufacturerData, octets.count >= 2 {
      return .manufacturerData(UInt16(octets[0]) | UInt16(octets[1]) << 8, Array(octets.dropFirst(2)), mask: nil)
    }
    if let width = ServiceData.width(of: type) {
      let uuid = BluetoothUUID(littleEndian: octets.span, at: 0, width: width)
      if let uuid { return .serviceData(uuid, Array(octets.dropFirst(width.octets)), mask: nil) }
    }
    if type == .completeLocalName || type == .shortenedLocalName, !octets.isEmpty, octets.allSatisfy({ $0 < 0x80 }) {
      return .namePart(String(decoding: octets, as: UTF8.self), isPrefix: true)
    }
    throw SourceObstacle(value.line, "a pattern for the AD type \(type.rawValue)")
  }
}
