internal import AdvertisingData

/// Values as OpenMQTTGateway and Theengs publish them: an object of JSON for each reception, of one service and one company,
/// on one line or, as people paste it, over several.
///
/// ```
/// {"id":"C0:00:00:00:00:01","mac_type":1,"manufacturerdata":"5900010203","rssi":-32,"servicedata":"4980e406924c","servicedatauuid":"0xfd3d"}
/// ```
///
/// Source: OpenMQTTGateway, `main/gatewayBT.cpp` (`launchBTDiscovery` and `process_bledata`); Theengs Gateway, `ble_gateway.py`.
enum GatewayLines {
  /// The keys that objects of other programs do not have.
  static let keys = ["manufacturerdata", "servicedata", "servicedatauuid", "mac_type"]

  /// Returns the values of a line; empty for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    guard let start = text.firstIndex(of: UInt8(ascii: "{")) else { return [] }
    let (object, isWhole) = ScriptValue.reading(of: text[start...])
    return value(of: object, isWhole: isWhole, line: line).map { [$0] } ?? []
  }

  /// Returns whether an object is one of these, whatever its values.
  static func isOne(_ object: ScriptValue) -> Bool {
    object["id"]?.string != nil && keys.contains { object[$0] != nil }
  }

  /// Returns the values of an object; `nil` for an object of another program, and for values of another form.
  ///
  /// - Parameter isWhole: whether the text of the object was read to its end; otherwise, the last value can be cut.
  static func value(of object: ScriptValue, isWhole: Bool, line: Int) -> ValueLine? {
    let object = isWhole ? object : .object(object.members.dropLast())
    guard isOne(object), let id = object["id"]?.string else { return nil }
    // People hide digits of addresses.
    let bits = PrintedAddress.bits(in: Array(id.utf8)[...])
    let type = object["mac_type"]?.number.flatMap { UInt8(exactly: $0) }.flatMap {
      DeviceAddress.AddressType(rawValue: $0)
    }
    var values = HeardValues()
    values.mayBeMore = true
    if !isWhole { values.noteUnread() }
    values.name = object["name"]?.string
    if let text = object["manufacturerdata"]?.string {
      guard values.take(manufacturerData: octets(of: text)) else { return nil }
    }
    if let text = object["servicedata"]?.string {
      guard let octets = octets(of: text) else { return nil }
      if let uuid = object["servicedatauuid"]?.string.flatMap(uuid) { values.serviceData[uuid] = octets }
    }
    return ValueLine(
      program: .gateway,
      address: bits.map { bits in type.map { DeviceAddress(bits: bits, type: $0) } ?? LineFacts.address(bits) }
        ?? .anonymous,
      values: values, rssi: object["rssi"]?.number, line: line)
  }

  private static func octets(of text: String) -> [UInt8]? {
    text.isEmpty ? [] : HexDigits.octets(of: Array(text.utf8)[...])
  }

  /// Reads a UUID, also behind `0x`.
  private static func uuid(_ text: String) -> BluetoothUUID? {
    BluetoothUUID(text: text.hasPrefix("0x") ? String(text.dropFirst(2)) : text)
  }
}
