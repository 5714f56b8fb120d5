internal import AdvertisingData

/// Devices with little more than an address, as small programs print what a scan finds.
///
/// ```
/// found device: 42:58:16:B6:05:FB -78 Owl
/// (b'\xed\x04\xb5\xa5\xf2E', b'Tile', -89)
/// 10:45:07.079 MQT: tele/tasmota_BLE3/BLE = {"details":{"mac":"E52E1C92779F","RSSI":-51}}
/// Unknown advertisement received for mac: F0:F1:F2:F3:F4:F5service data: []manufacturer specific data: []local name: OwlUUID16: None,UUID128: None
/// ```
enum ScanPrints {
  /// Reads a line of TinyGo's scanner: the address, the strength and the name.
  ///
  /// Source: tinygo-org/bluetooth, `examples/scanner/main.go`.
  static func tinyGo(_ text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    var content = ValueText(text)
    guard content.text(before: "found device: ") != nil,
      let bits = PrintedAddress.bits(in: content.rest.prefix(PrintedAddress.length))
    else { return [] }
    content.skip(PrintedAddress.length)
    guard content.take(" "), let rssi = content.number(), rssi < 0 else { return [] }
    var heard = Self.heard(.tinyGo, LineFacts.address(bits), rssi, line)
    let name = content.rest.drop { $0 == ASCII.space }
    // Programs print other values behind the name.
    if !name.isEmpty, !name.contains(ASCII.space) { heard.values.name = String(decoding: name, as: UTF8.self) }
    return [heard]
  }

  /// Reads a tuple of an address, a name and a strength, as the first Bluetooth module of MicroPython for the ESP32 gives
  /// it.
  ///
  /// Source: MrSurly/micropython-esp32, issue 6.
  static func microPython(_ text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    let octets = Array(text)
    let literals = PythonBytes.literals(in: octets)
    guard literals.count == 2, let address = literals[0].octets, address.count == 6, let name = literals[1].octets,
      name.allSatisfy({ 0x20...0x7E ~= $0 }),
      case let start = literals[0].place.lowerBound, start > 0, octets[start - 1] == UInt8(ascii: "("),
      octets[literals[0].place.upperBound..<literals[1].place.lowerBound].elementsEqual(", ".utf8)
    else { return [] }
    var content = ValueText(octets[literals[1].place.upperBound...])
    guard content.take(", "), let rssi = content.number(), rssi < 0, content.take(")"),
      content.rest.allSatisfy({ $0 <= ASCII.space })
    else { return [] }
    var heard = Self.heard(
      .microPython, LineFacts.address(OctetOrder.bigEndian.number(of: address[...])), rssi, line)
    if !name.isEmpty { heard.values.name = String(decoding: name, as: UTF8.self) }
    return [heard]
  }

  /// Reads what Tasmota publishes: the details of a device, or all devices with their names.
  ///
  /// Source: h2zero/NimBLE-Arduino, issue 191; Tasmota, `xdrv_79_esp32_ble.ino`.
  static func tasmota(_ text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    guard let start = text.firstIndex(of: UInt8(ascii: "{")) else { return [] }
    let object = ScriptValue.read(text[start...])
    let details = object["details"].map { [ScriptValue.Member(key: $0["mac"]?.string ?? "", value: $0)] } ?? []
    return (details + (object["BLEDevices"]?.members ?? [])).compactMap { device in
      guard device.key.utf8.count == 12, let octets = HexDigits.octets(of: Array(device.key.utf8)[...]),
        let rssi = (device.value["RSSI"] ?? device.value["r"])?.number
      else { return nil }
      var heard = heard(.tasmota, LineFacts.address(OctetOrder.bigEndian.number(of: octets[...])), rssi, line)
      heard.values.name = device.value["n"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      return heard
    }
  }

  /// Reads the line of ble_monitor for a device that it does not know: its data are lists of whole AD structures.
  ///
  /// Source: custom-components/ble_monitor, `ble_parser/__init__.py`.
  static func bleMonitor(_ text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    var content = ValueText(text)
    guard content.text(before: " received for mac: ") != nil,
      let bits = PrintedAddress.bits(in: content.rest.prefix(PrintedAddress.length)),
      content.text(before: "service data: ") != nil, let data = content.text(before: "local name: "),
      let end = ValueText.lastPlace(of: "UUID16: ", in: content.rest)
    else { return [] }
    let structures = PythonBytes.literals(in: Array(data)).map { $0.octets ?? [] }
    var heard = ValueLine(
      program: .bleMonitor, address: LineFacts.address(bits),
      values: HeardValues(Payload(structures.filter { $0.count > 1 && Int($0[0]) == $0.count - 1 }.flatMap { $0 })),
      rssi: nil, line: line)
    // ble_monitor has no services in its lists.
    heard.values.mayBeMore = true
    let name = content.rest[..<end]
    if !name.isEmpty, !name.elementsEqual("None".utf8) { heard.values.name = String(decoding: name, as: UTF8.self) }
    return [heard]
  }

  private static func heard(
    _ program: ValueLine.Program, _ address: DeviceAddress, _ rssi: Int, _ line: Int
  ) -> ValueLine {
    var values = HeardValues()
    values.mayBeMore = true
    return ValueLine(program: program, address: address, values: values, rssi: rssi, line: line)
  }
}
