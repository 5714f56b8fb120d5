internal import AdvertisingData

/// The values of a device in an object that a program in JavaScript prints, and which of them could not be read.
struct ScriptValues {
  private(set) var values = HeardValues()
  /// Whether companies are in decimal and octets in hex or as Python prints them.
  private let isOfHomeAssistant: Bool

  /// The names by which the programs print each kind of value.
  private static let lists = ["serviceUUIDs", "serviceUuids", "service_uuids", "kCBAdvDataServiceUUIDs"]
  private static let manufacturerKeys = ["manufacturerData", "manufacturer_data", "kCBAdvDataManufacturerData"]
  private static let serviceKeys = ["serviceData", "service_data", "kCBAdvDataServiceData"]
  /// The names of the object with the values inside a device.
  private static let parts = ["advertisement", "advertising", "kCBMsgArgAdvertisementData"]

  /// Reads the values of a device.
  ///
  /// - Parameters:
  ///   - object: the device.
  ///   - isWhole: whether the text of the object was read to its end.
  init(of object: ScriptValue, isWhole: Bool) {
    isOfHomeAssistant = Self.isOfHomeAssistant(object)
    let inside = isOfHomeAssistant ? nil : Self.parts.lazy.compactMap { object[$0] }.first
    let part = inside ?? Self.values(inRecordOf: object) ?? Self.values(inListOf: object) ?? object
    takeName(of: object, in: part)
    let kinds = [Self.lists, Self.manufacturerKeys, Self.serviceKeys]
    let found = kinds.map { keys in keys.lazy.compactMap { part[$0] }.first }
    takeServices(found[0])
    if Self.isUnplaced(Self.manufacturerBuffer(of: object)) || !isWhole && Self.endsInBuffer(part) {
      values.noteUnread()
    } else {
      // react-native-ble-manager 11.0.4 has `null` for data that it received.
      takeManufacturerData(found[1], isNullKnown: object["advertising"] == nil)
    }
    takeServiceData(found[2])
    if let inside, !inside.isEmpty, inside.members.isEmpty {
      // cordova-plugin-bluetoothle gave manufacturer data alone on iOS.
      if object["status"]?.string == "scanResult", !Self.hasAddress(object) {
        values.take(manufacturerData: inside.data)
      }
      values.noteUnread()
    }
    if !isWhole {
      // Values that are missing, or the last one, can be behind the cut.
      let isBehind = inside != nil && !Self.parts.contains(object.members.last?.key ?? "")
      let isLast = kinds.contains { $0.contains(part.members.last?.key ?? "") }
      if found.contains(where: { $0 == nil }) || isLast && !isBehind { values.noteUnread() }
    }
    if Self.hasRecord(object), Self.values(inRecordOf: object) == nil { values.noteUnread() }
  }

  private static func hasAddress(_ object: ScriptValue) -> Bool {
    object["address"]?.string.map { isAddress($0) } ?? false
  }

  private static func isAddress(_ text: String) -> Bool { PrintedAddress.bits(in: Array(text.utf8)[...]) != nil }

  private mutating func takeName(of object: ScriptValue, in part: ScriptValue) {
    values.systemName = object["kCBMsgArgName"]?.string
    let name =
      part["localName"]?.string ?? part["kCBAdvDataLocalName"]?.string ?? object["localName"]?.string
      ?? object["local_name"]?.string ?? object["name"]?.string
    // In Home Assistant, the name of a device without one is its address.
    guard let name, !isOfHomeAssistant || !name.isEmpty && !Self.isAddress(name) else { return }
    values.name = name
  }

  private mutating func takeServices(_ list: ScriptValue?) {
    guard let list, let elements = Self.elements(of: list) else {
      if !(list?.isEmpty ?? true) { values.noteUnread() }
      return
    }
    for element in elements {
      if let uuid = Self.uuid(element) {
        values.services.append(uuid)
      } else {
        values.noteUnread()
      }
    }
  }

  /// Takes manufacturer data: its octets from the company on, or an entry for each company.
  private mutating func takeManufacturerData(_ data: ScriptValue?, isNullKnown: Bool) {
    guard let data, !data.isEmpty else {
      if case .null? = data, !isNullKnown { values.noteUnread() }
      return
    }
    if !isOfHomeAssistant, let octets = data.data {
      if !values.take(manufacturerData: octets) { values.noteUnread() }
      return
    }
    if data.members.isEmpty { values.noteUnread() }
    for entry in data.members where entry.key != "__type" {
      if let company = company(entry.key), let octets = octets(of: entry.value) {
        values.manufacturerData[company] = octets
      } else {
        values.noteUnread()
      }
    }
  }

  private mutating func takeServiceData(_ data: ScriptValue?) {
    guard let data, !data.isEmpty else { return }
    let members = data.members.filter { $0.key != "__type" }
    let elements = data.elements
    if members.isEmpty, elements.isEmpty { values.noteUnread() }
    for entry in members { take(BluetoothUUID(text: entry.key), octets(of: entry.value)) }
    if elements.contains(where: { $0["uuid"] != nil }) {
      for entry in elements { take(entry["uuid"].flatMap { Self.uuid($0) }, entry["data"].flatMap { octets(of: $0) }) }
    } else {
      // Core Bluetooth has a service and its data in turn.
      for place in stride(from: 0, to: elements.count, by: 2) {
        take(Self.uuid(elements[place]), place + 1 < elements.count ? octets(of: elements[place + 1]) : nil)
      }
    }
  }

  private mutating func take(_ uuid: BluetoothUUID?, _ octets: [UInt8]?) {
    if let uuid, let octets {
      values.serviceData[uuid] = octets
    } else {
      if let uuid { values.unreadServiceData.insert(uuid) }
      values.noteUnread()
    }
  }

  // MARK: Forms of values

  /// Returns the elements of a list, which some programs print as text: `"[180f, fef5]"`; `nil` for anything else.
  private static func elements(of list: ScriptValue) -> [ScriptValue]? {
    switch list {
    case .array(let elements): return elements
    case .string(let text):
      let octets = Array(text.utf8)
      guard octets.first == UInt8(ascii: "["), octets.last == UInt8(ascii: "]") else { return nil }
      if octets.contains(UInt8(ascii: "\"")) { return ScriptValue.read(octets[...]).elements }
      return octets.dropFirst().dropLast().split { $0 == UInt8(ascii: ",") || $0 == ASCII.space }
        .map { .string(String(decoding: $0, as: UTF8.self)) }
    default: return nil
    }
  }

  /// Reads a UUID as text, or as octets in the order in which people write them.
  private static func uuid(_ value: ScriptValue) -> BluetoothUUID? {
    if let text = value.string { return BluetoothUUID(text: text) }
    return value.data.flatMap { BluetoothUUID(text: HexText.compact($0)) }
  }

  /// Reads a company: in hex with four digits, or in decimal.
  private func company(_ key: String) -> UInt16? {
    if isOfHomeAssistant { return UInt16(key) }
    let digits = Array(key.utf8)
    guard digits.count == 4, let number = HexDigits.octets(of: digits[...]) else { return nil }
    return UInt16(number[0]) << 8 | UInt16(number[1])
  }

  private func octets(of value: ScriptValue) -> [UInt8]? {
    guard isOfHomeAssistant else { return value.data }
    if let hex = value.string { return hex.isEmpty ? [] : HexDigits.octets(of: Array(hex.utf8)[...]) }
    return value["repr"]?.string.flatMap { text in
      var text = ValueText(Array(text.utf8)[...])
      return text.pythonBytes().flatMap { text.rest.isEmpty ? $0 : nil }
    }
  }
}

// MARK: Both packets in one

extension ScriptValues {
  /// Returns whether an object is from the diagnostics of Home Assistant, whose keys are those of bleak.
  static func isOfHomeAssistant(_ object: ScriptValue) -> Bool {
    ["manufacturer_data", "service_data", "service_uuids", listKey].contains { object[$0] != nil }
  }

  /// Returns the name of a device; `nil` without one. In Home Assistant, the name of a device without one is its address.
  static func name(of object: ScriptValue) -> String? {
    object["name"]?.string.flatMap { isAddress($0) ? nil : $0 }
  }

  /// Returns the octets of manufacturer data that are an object with numbers, as react-native-ble-manager prints them;
  /// react-native-ble-plx prints base64, and noble a buffer.
  static func manufacturerBuffer(of object: ScriptValue) -> [UInt8]? {
    let data = object["advertising"]?["manufacturerData"] ?? object["manufacturerData"]
    return data?["bytes"] != nil || data?["CDVType"] != nil ? data?.data : nil
  }

  /// Returns whether octets that a library calls manufacturer data may as well be the whole record: on Android they were
  /// for years, and they are structures to their end.
  private static func isUnplaced(_ octets: [UInt8]?) -> Bool {
    guard let octets, octets.count > 2 else { return false }
    return HexItem.payload(of: octets, isStrict: false) != nil
  }

  /// Returns whether a list of the octets of manufacturer data is the last value of an object. If the text was cut there,
  /// the octets may be the beginning of a record as well.
  private static func endsInBuffer(_ object: ScriptValue) -> Bool {
    guard let last = object.members.last, manufacturerKeys.contains(last.key) else { return false }
    return last.value.members.last?.key == "bytes"
  }

  /// Returns whether an object has a field for the bytes of both blocks that is not empty.
  private static func hasRecord(_ object: ScriptValue) -> Bool {
    [object["rawScanRecord"], object["scanRecord"], object["advertising"]?["rawData"]].contains { record in
      switch record {
      case nil, .null, .other, .number: false
      case .string(let text): !text.isEmpty
      case .octets(let octets): !octets.isEmpty
      case .array(let elements): !elements.isEmpty
      case .object(let members): !members.isEmpty
      }
    }
  }

  /// Returns the values that react-native-ble-plx has in the place of bytes on Apple's systems: JSON in base64.
  private static func values(inRecordOf object: ScriptValue) -> ScriptValue? {
    guard let text = object["rawScanRecord"]?.string, let octets = Base64Text.octets(of: Array(text.utf8)[...]),
      octets.first == UInt8(ascii: "{"), case let value = ScriptValue.read(octets[...]), !value.members.isEmpty
    else { return nil }
    return value
  }

  private static let listKey = "advertisement_data"

  /// Returns the values of bleak's `AdvertisementData` that older diagnostics of Home Assistant have as a list; `nil` for
  /// other objects.
  private static func values(inListOf object: ScriptValue) -> ScriptValue? {
    let keys = ["localName", "manufacturer_data", "service_data", "service_uuids"]
    guard let values = object[listKey]?.elements, values.count >= keys.count else { return nil }
    return .object(zip(keys, values).map { ScriptValue.Member(key: $0, value: $1) })
  }

  /// Returns the bytes of both blocks, where the library has them: on Android only, and in Home Assistant those of proxies.
  static func bytes(of object: ScriptValue) -> [UInt8]? {
    let advertising = object["advertising"]
    let records = [
      object["rawScanRecord"], object["scanRecord"], advertising?["rawData"], advertising, object["advertisement"],
    ]
    func isRecord(_ octets: [UInt8]) -> Bool {
      octets.count > 2 && HexItem.payload(of: octets) != nil
        && MergedPayload(octets) != nil
    }
    if let octets = records.lazy.compactMap({ $0?.data }).first(where: isRecord) { return octets }
    if isOfHomeAssistant(object), let digits = object["raw"]?.string,
      let octets = HexDigits.octets(of: Array(digits.utf8)[...]), octets.count > 2, MergedPayload(octets) != nil
    {
      return octets
    }
    // Of a company's data, few begin like Flags, and none have the length of a record with its padding.
    guard let octets = manufacturerBuffer(of: object) else { return nil }
    if octets.count == lengthOfRecord, isUnplaced(octets), MergedPayload(octets) != nil { return octets }
    guard isRecord(octets), octets.starts(with: [2, 1]) || hasName(octets, of: object) else { return nil }
    return octets
  }

  /// Returns whether octets have the name that the object has, too.
  private static func hasName(_ octets: [UInt8], of object: ScriptValue) -> Bool {
    guard let name = Payload(octets).localName?.text, !name.isEmpty else { return false }
    return name == object["advertising"]?["localName"]?.string ?? object["name"]?.string
  }

  /// The number of octets of both packets in Android's record, with zeros behind them.
  private static let lengthOfRecord = 62
}
