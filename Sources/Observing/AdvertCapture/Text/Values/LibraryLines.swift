internal import AdvertisingData

/// Values as libraries for the ESP32 print them in `toString()` of an advertised device. They leave out service data,
/// and older ones all services but the first.
///
/// Source: arduino-esp32 and NimBLE-Arduino, `BLEAdvertisedDevice.cpp` and `NimBLEAdvertisedDevice.cpp`.
enum ToStringLines {
  /// Returns the values of a line; `nil` for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    var content = ValueText(text)
    guard content.text(before: "Name: ") != nil else { return nil }
    // A name can contain any character.
    guard let end = ValueText.lastPlace(of: ", Address: ", in: content.rest) else { return nil }
    var values = HeardValues()
    values.mayBeMore = true
    let name = content.rest[..<end]
    if !name.isEmpty { values.name = String(decoding: name, as: UTF8.self) }
    content = ValueText(content.rest[(end + ValueText.octets(of: ", Address: ").count)...])
    guard let bits = PrintedAddress.bits(in: content.rest.prefix(PrintedAddress.length)) else { return nil }
    content = ValueText(content.rest.dropFirst(PrintedAddress.length))
    while content.take(", ") {
      if content.take("manufacturer data: ") {
        let digits = content.rest.prefix { HexDigits.value(of: $0) != nil }
        guard values.take(manufacturerData: HexDigits.octets(of: digits)) else { return nil }
        content = ValueText(content.rest.dropFirst(digits.count))
      } else if content.take("serviceUUID: ") {
        _ = content.take("0x")
        guard let uuid = content.uuid() else { return nil }
        values.services.append(uuid)
      } else {
        // The other parts have no values that count.
        guard let place = ValueText.place(of: [UInt8(ascii: ","), ASCII.space], in: content.rest) else { break }
        content = ValueText(content.rest[place...])
      }
    }
    return ValueLine(
      program: .toString, address: LineFacts.address(bits), values: values, rssi: nil, line: line)
  }
}

/// Values as flutter_blue_plus prints a `ScanResult`.
///
/// Source: flutter_blue_plus, `bluetooth_device.dart` and `flutter_blue_plus.dart`, versions 1.10 to 1.35.
enum FlutterLines {
  /// Returns the values of a line; `nil` for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    var content = ValueText(text)
    guard let head = content.text(before: "AdvertisementData{"),
      content.take("advName: ") || content.take("localName: "),
      let name = content.text(before: ", txPowerLevel: "), content.text(before: "manufacturerData: ") != nil
    else { return nil }
    let address = HexItem.items(in: Array(head)).last { $0.form == .address }
    // On iOS, an identifier is in its place.
    let identifier = address == nil ? LineFacts.identifier(in: head) : nil
    guard address != nil || identifier != nil else { return nil }
    var values = HeardValues()
    if !name.isEmpty { values.name = String(decoding: name, as: UTF8.self) }
    let hasManufacturerData = content.elements(from: "{", to: "}") { text in
      guard let number = text.number(), let company = UInt16(exactly: number), text.take(": "),
        let octets = text.octets()
      else { return false }
      values.manufacturerData[company] = octets
      return true
    }
    guard hasManufacturerData, content.take(", serviceData: ") else { return nil }
    let hasServiceData = content.elements(from: "{", to: "}") { text in
      guard let uuid = text.uuid(), text.take(": "), let octets = text.octets() else { return false }
      values.serviceData[uuid] = octets
      return true
    }
    guard hasServiceData, content.take(", serviceUuids: ") else { return nil }
    let hasServices = content.elements(from: "[", to: "]") { text in
      guard let uuid = text.uuid() else { return false }
      values.services.append(uuid)
      return true
    }
    guard hasServices, content.take("}") else { return nil }
    let rssi = content.text(before: "rssi: ").flatMap { _ in content.number() }
    var heard = ValueLine(
      program: .flutterBluePlus, address: address.map { LineFacts.address($0.number) } ?? .anonymous,
      values: values, rssi: rssi, line: line)
    heard.identifier = identifier
    return heard
  }
}
