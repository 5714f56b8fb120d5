internal import AdvertisingData

/// Values as OpenMQTTGateway and Theengs publish them: an object of JSON for each reception, of one service and one company.
///
/// ```
/// {"id":"C0:00:00:00:00:01","mac_type":1,"manufacturerdata":"5900010203","rssi":-32,"servicedata":"4980e406924c","servicedatauuid":"0xfd3d"}
/// ```
///
/// Source: OpenMQTTGateway, `main/gatewayBT.cpp` (`launchBTDiscovery` and `process_bledata`); Theengs Gateway, `ble_gateway.py`.
enum GatewayLines {
  /// Returns the values of a line; empty for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    value(in: text, line: line).map { [$0] } ?? []
  }

  private static func value(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    guard let start = text.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let object = ScriptValue.read(text[start...])
    guard let id = object["id"]?.string, let bits = PrintedAddress.bits(in: Array(id.utf8)[...]) else { return nil }
    let type = object["mac_type"]?.number.flatMap { UInt8(exactly: $0) }.flatMap {
      DeviceAddress.AddressType(rawValue: $0)
    }
    var values = HeardValues()
    values.mayBeMore = true
    values.name = object["name"]?.string
    if let text = object["manufacturerdata"]?.string {
      guard values.take(manufacturerData: octets(of: text)) else { return nil }
    }
    if let text = object["servicedata"]?.string {
      guard let octets = octets(of: text) else { return nil }
      if let uuid = object["servicedatauuid"]?.string.flatMap(uuid) { values.serviceData[uuid] = octets }
    }
    return ValueLine(
      program: .gateway, address: type.map { DeviceAddress(bits: bits, type: $0) } ?? LineFacts.address(bits),
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
