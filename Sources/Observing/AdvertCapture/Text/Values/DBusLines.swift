internal import AdvertisingData

/// Values that BlueZ hands to programs over D-Bus, as bleak logs the signals:
///
/// ```
/// DEBUG: received D-Bus signal: org.freedesktop.DBus.Properties.PropertiesChanged (/org/bluez/hci0/dev_4E_6A_72_3A_0E_C8):
/// ['org.bluez.Device1', {'RSSI': <dbus_fast.signature.Variant ('n', -64)>, 'ManufacturerData':
/// <dbus_fast.signature.Variant ('a{qv}', {76: <dbus_fast.signature.Variant ('ay', bytearray(b'\x10\x05'))>})>}, []]
/// ```
///
/// all in one line, and as bleak logs all devices that BlueZ knows at first:
///
/// ```
/// DEBUG: initial properties: {'/org/bluez/hci0/dev_7F_DA_27_91_E5_10': {'org.bluez.Device1': {'Address':
/// '7F:DA:27:91:E5:10', 'Connected': False, 'UUIDs': [], 'ManufacturerData': {76: bytearray(b'\x10\x05')}}}}
/// ```
///
/// BlueZ adds the services of a connected device to those that it advertises, so a change of them is not
/// read.
///
/// Source: bleak, `backends/bluezdbus/manager.py` (`_parse_msg`); dbus-next and dbus-fast, `signature.py`.
enum DBusLines {
  /// Returns the values of a line; empty for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    let known = devices(in: text, line: line)
    return known.isEmpty ? value(in: text, line: line).map { [$0] } ?? [] : known
  }

  /// Returns the devices whose properties are plain values.
  private static func devices(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    var devices: [ValueLine] = []
    var rest = text
    while devices.count < mostDevices, let place = ValueText.place(of: properties, in: rest) {
      rest = rest[(place + properties.count)...]
      let end = ValueText.place(of: properties, in: rest) ?? rest.endIndex
      // The services of a connected device are also those that it has and does not advertise.
      let form = ValueText.place(of: unconnected, in: rest[..<end]) == nil ? connectedForm : form
      guard let heard = form.values(in: text[place..<end], line: line).first else { return [] }
      devices.append(heard)
    }
    return devices
  }

  private static let properties = Array("'org.bluez.Device1': {'".utf8)
  private static let unconnected = Array("'Connected': False".utf8)
  private static let mostDevices = 1000
  private static let fields = [
    PrintedField("Address': '", .address), PrintedField("'Name': ", .quotedName), PrintedField("'RSSI': ", .rssi),
  ]
  private static let data = [
    PrintedField("'ManufacturerData': ", .manufacturerData), PrintedField("'ServiceData': ", .serviceData),
  ]
  private static let form = PrintedForm(
    program: .dbus, start: "'org.bluez.Device1': {'", fields: fields + [PrintedField("'UUIDs': ", .services)] + data,
    isLoose: true)
  private static let connectedForm = PrintedForm(
    program: .dbus, start: "'org.bluez.Device1': {'", fields: fields + data, isLoose: true, leavesOut: true)

  private static func value(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    guard ValueText.place(of: device, in: text) != nil, let path = ValueText.place(of: path, in: text),
      let bits = address(text[(path + Self.path.count)...])
    else { return nil }
    var values = HeardValues()
    var hasRead = !["ManufacturerData", "ServiceData"].contains { key in
      ValueText.place(of: Array("'\(key)':".utf8), in: text) != nil && value(key, in: text) == nil
    }
    values.name = string("Name", in: text)
    if let content = value("ManufacturerData", in: text) {
      let data = entries(content) { text in text.number().flatMap { UInt16(exactly: $0) } }
      hasRead = hasRead && data != nil
      for (company, octets) in data ?? [] { values.manufacturerData[company] = octets }
    }
    if let content = value("ServiceData", in: text) {
      let data = entries(content) { text in text.pythonString().flatMap { BluetoothUUID(text: $0) } }
      hasRead = hasRead && data != nil
      for (uuid, octets) in data ?? [] { values.serviceData[uuid] = octets }
    }
    let isNew = ValueText.place(of: added, in: text) != nil
    if var content = value("UUIDs", in: text) {
      if isNew, string("Connected", in: text) == "False" {
        hasRead = hasRead && content.text(before: "[") != nil
        var list = ValueText([UInt8(ascii: "[")] + content.rest)
        let isWhole = list.elements(from: "[", to: "]") { text in
          guard let uuid = text.pythonString().flatMap({ BluetoothUUID(text: $0) }) else { return false }
          values.services.append(uuid)
          return true
        }
        hasRead = hasRead && isWhole
      } else {
        hasRead = false
      }
    }
    guard hasRead || !HeardContent(values).isEmpty else { return nil }
    // A change has only what changed.
    if !isNew || !hasRead { values.noteUnread() }
    let type = string("AddressType", in: text).map { Array($0.utf8) } ?? []
    return ValueLine(
      program: .dbus, address: LineFacts.address(bits, in: type), values: values,
      rssi: string("RSSI", in: text).flatMap { Int($0) }, line: line)
  }

  private static let device = Array("'org.bluez.Device1'".utf8)
  private static let path = Array("/dev_".utf8)
  private static let added = Array("InterfacesAdded".utf8)

  /// Returns the address at the end of a path, `4E_6A_72_3A_0E_C8`; `nil` for the path of a service.
  private static func address(_ text: ArraySlice<UInt8>) -> UInt64? {
    let word = text.prefix(PrintedAddress.length).map { $0 == UInt8(ascii: "_") ? ASCII.colon : $0 }
    let next = text.dropFirst(PrintedAddress.length).first
    guard next == UInt8(ascii: "'") || next == UInt8(ascii: ")") else { return nil }
    return PrintedAddress.bits(in: word[...])
  }

  /// Returns the text behind the key of a property.
  private static func value(_ key: String, in text: ArraySlice<UInt8>) -> ValueText? {
    var content = ValueText(text)
    return content.text(before: "'\(key)': <") == nil ? nil : content
  }

  /// Returns the value of a property that is no list: `Variant ('s', Name)>`.
  private static func string(_ key: String, in text: ArraySlice<UInt8>) -> String? {
    guard var content = value(key, in: text), content.text(before: "Variant ('") != nil,
      content.text(before: "', ") != nil, let value = content.text(before: ")>")
    else { return nil }
    return String(decoding: value, as: UTF8.self)
  }

  /// Returns the entries of a map with octets; `nil` when it is not read to its end.
  private static func entries<Key>(
    _ content: ValueText, _ key: (inout ValueText) -> Key?
  ) -> [(Key, [UInt8])]? {
    var content = content
    var entries: [(Key, [UInt8])] = []
    guard content.text(before: ", {") != nil else { return nil }
    if content.take("}") { return entries }
    for _ in 0..<most {
      guard let key = key(&content), content.take(": <"), content.text(before: "Variant ('ay', ") != nil else {
        return nil
      }
      let isArray = content.take("bytearray(")
      guard let octets = content.pythonBytes(), !isArray || content.take(")"), content.take(")>") else { return nil }
      entries.append((key, octets))
      if content.take("}") { return entries }
      guard content.take(", ") else { return nil }
    }
    return nil
  }

  /// The most entries of a device.
  private static let most = 64
}
