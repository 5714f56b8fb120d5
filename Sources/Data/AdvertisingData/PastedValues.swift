/// Values that a library hands to a program, as people paste them: manufacturer data and service data without the AD
/// structure around them.
///
/// ```
/// manufacturer_data={89: b'\x01\x02'}
/// kCBAdvDataManufacturerData = <59000102>;
/// {'0000180d-0000-1000-8000-00805f9b34fb': b'\x40\x02'}
/// UUID: 0xFEAA, Data: 10 00 01 67
/// Manufacturer data: Company: Nordic Semiconductor ASA <0x0059> 0x0102
/// BTHome device, payload: 0164 02ca09
/// ```
package struct PastedValues {
  /// The AD structures that have these values.
  package private(set) var payload: Payload
  /// Whether nothing but the values themselves shows their kind.
  package let isGuess: Bool
  /// The company that is not among the octets: libraries that have it as a key take it off.
  package private(set) var missingCompany: UInt16?
  /// The company that the first two octets name where they may be data without a company.
  package private(set) var otherCompany: UInt16?
  /// Whether ``BTHome/plainHead`` was added: BTHome's parser takes off the octet before its objects.
  package private(set) var lacksHead = false

  /// The most values, above those of any device.
  private static let most = 16

  /// Reads values behind keys; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let text = Array(text.utf8)[...]
    if let octets = Self.objects(ofBTHome: Self.trimmed(text)) {
      self.init([.serviceData(Self.home, [BTHome.plainHead] + octets)])
      lacksHead = true
      return
    }
    guard let values = Self.values(in: Self.trimmed(text)) else {
      self.init(behindAWord: Self.trimmed(text))
      return
    }
    self.init(values)
    // A dictionary has the company as its key.
    guard !text.contains(UInt8(ascii: "{")), values.count == 1, case .manufacturerData(let data) = values[0] else {
      return
    }
    let octets = [UInt8(data.company & 0xFF), UInt8(data.company >> 8)] + data.data
    guard let whole = Self.withMissingCompany(octets), let structure = try? ADValue.manufacturerData(whole).structure()
    else { return }
    payload = Payload(structure)
    missingCompany = whole.company
    otherCompany = data.company
  }

  /// Reads octets behind a word that says nothing, in a format that has no problem with them: `mfg: bebabeac…`; `nil` for
  /// AD structures and any other text.
  private init?(behindAWord text: ArraySlice<UInt8>) {
    guard let sign = text.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }),
      !text.contains(0x0A), Self.hasLetters(text[..<sign]), let octets = Self.octets(of: text[(sign + 1)...]),
      !KnownStructures(octets[...]).areAll
    else { return nil }
    self.init(valueIn: octets)
  }

  /// Returns whether a text begins with a letter, and has one that is no hex digit.
  private static func hasLetters(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, 0x61...0x7A ~= first | 0x20 else { return false }
    return text.contains { 0x67...0x7A ~= $0 | 0x20 }
  }

  /// Returns the manufacturer data that octets are without the company: data of Apple or of a RuuviTag, which fit to the
  /// octet; `nil` for other octets.
  private static func withMissingCompany(_ octets: [UInt8]) -> ManufacturerData? {
    let company: UInt16
    if areApples(octets) {
      company = ManufacturerData.apple
    } else if octets.count == 24, octets[0] == 5, octets[18] >= 0xC0 {
      // RuuviTag's format 5 ends with the tag's address, which is random static.
      company = 0x0499
    } else {
      return nil
    }
    let data = ManufacturerData(company: company, data: octets)
    return KnownPayload.recognised(in: data)?.problems.isEmpty ?? false ? data : nil
  }

  /// Returns whether octets begin like data of Apple without the company, and are as long: an iBeacon, Find My, Nearby Info, or
  /// an overflow area.
  private static func areApples(_ octets: [UInt8]) -> Bool {
    if octets.count == 23 { return octets.starts(with: [0x02, 0x15]) }
    if let type = octets.first, octets.count > 1, Int(octets[1]) == octets.count - 2 {
      return type == 0x12 && [2, 25].contains(octets[1]) || type == 0x10 && 5...7 ~= octets[1]
    }
    guard octets.first == 0x01, let area = OverflowArea(mask: Array(octets.dropFirst())) else { return false }
    return 1...OverflowArea.maximumPlausibleBits ~= area.bits.count
  }

  /// The values that a program printed of a device, without their places in its packets; `nil` when there are none.
  package init?(manufacturerData: [UInt16: [UInt8]], serviceData: [BluetoothUUID: [UInt8]]) {
    self.init(
      manufacturerData.sorted { $0.key < $1.key }.map { ADValue.manufacturerData(company: $0.key, $0.value) }
        + serviceData.sorted { $0.key < $1.key }.map { ADValue.serviceData($0.key, $0.value) })
  }

  /// Values that say their kind; `nil` without any, and for values that no structure has room for.
  private init?(_ values: [ADValue]) {
    guard !values.isEmpty, values.count <= Self.most else { return nil }
    var octets: [UInt8] = []
    for value in values {
      guard let structure = try? value.structure() else { return nil }
      octets += structure
    }
    payload = Payload(octets)
    isGuess = false
  }

  /// Takes octets that are no AD structures for a value in a format that has no problem with them; `nil` when there is
  /// none.
  package init?(valueIn octets: [UInt8]) {
    guard octets.count > 4 else { return nil }
    let manufacturer = ManufacturerData(company: UInt16(octets[0]) | UInt16(octets[1]) << 8, data: Array(octets[2...]))
    let value: ADValue
    if let known = KnownPayload.recognised(in: manufacturer), known.problems.isEmpty, known.start == 2 {
      value = .manufacturerData(manufacturer)
    } else if let whole = Self.withMissingCompany(octets) {
      // bleak and BlueZ have the company as the key.
      value = .manufacturerData(whole)
      missingCompany = whole.company
    } else if let data = Self.serviceData(behindUUIDIn: octets) {
      value = .serviceData(data)
    } else {
      // Its first octet has few values, and the fields behind it end with the data.
      let hasHead = Self.heads.contains(octets[0])
      let home = ServiceData(Self.home, data: (hasHead ? [] : [BTHome.plainHead]) + octets)
      guard
        hasHead
          ? KnownPayload.recognised(in: home)?.problems.isEmpty ?? false
          : BTHome.areObjects(octets, fewest: Self.fewestObjects) && KnownStructures(octets[...]).count == 0
            && !octets.isText
      else { return nil }
      lacksHead = !hasHead
      value = .serviceData(home)
    }
    guard let structure = try? value.structure() else { return nil }
    payload = Payload(structure)
    isGuess = true
  }

  /// The service of BTHome.
  private static let home = BluetoothUUID(0xFCD2)
  /// The usual octets before its objects.
  private static let heads: [UInt8] = [BTHome.plainHead, 0x44]
  /// Other octets seldom are as many whole objects by chance.
  private static let fewestObjects = 4

  /// Returns the octets behind the last colon of a line that names BTHome, where they are its objects without the octet before
  /// them: `BTHome device …, payload: 0164`; `nil` for other texts.
  private static func objects(ofBTHome text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let sign = text.lastIndex(of: UInt8(ascii: ":")), !text.contains(0x0A),
      text[..<sign].map({ $0 | 0x20 }).firstIndex(of: Array("bthome".utf8)) != nil,
      let octets = octets(of: trimmed(text[(sign + 1)...])), !heads.contains(octets[0]),
      BTHome.areObjects(octets, fewest: 1)
    else { return nil }
    return octets
  }

  /// Returns service data in a known format, where octets are those of the structure without its length and its type; `nil`
  /// for other octets.
  private static func serviceData(behindUUIDIn octets: [UInt8]) -> ServiceData? {
    guard let uuid = BluetoothUUID(littleEndian: octets.span, at: 0, width: .bits16) else { return nil }
    let data = ServiceData(uuid, data: Array(octets[2...]))
    return KnownPayload.recognised(in: data)?.problems.isEmpty ?? false ? data : nil
  }

  /// The greatest length octet in a block of legacy advertising.
  private static let longestStructure = 30

  /// Returns the manufacturer data that octets may be whose first AD structure is none: it reaches beyond the end, and has
  /// no type that is assigned or is longer than a block of legacy advertising; `nil` for other octets.
  ///
  /// - Parameter isAssigned: whether a type is assigned.
  package static func possible(in octets: [UInt8], isAssigned: (UInt8) -> Bool) -> ManufacturerData? {
    guard octets.count >= 3, octets.count <= most * 2, Int(octets[0]) >= octets.count,
      !isAssigned(octets[1]) || Int(octets[0]) > longestStructure,
      !octets.allSatisfy({ 0x20...0x7E ~= $0 }), Payload(octets).textCount == 0
    else {
      return nil
    }
    return ManufacturerData(company: UInt16(octets[0]) | UInt16(octets[1]) << 8, data: Array(octets[2...]))
  }

  // MARK: Keys

  private enum Kind { case manufacturer, service }

  private static func values(in text: ArraySlice<UInt8>) -> [ADValue]? {
    if let value = serviceData(ofLabels: text) ?? manufacturerData(ofLabels: text) ?? value(behindNumber: text) {
      return [value]
    }
    if let members = members(of: text) {
      var values: [ADValue] = []
      for member in members {
        guard let sign = member.firstIndex(of: UInt8(ascii: "=")), kind(ofKey: member[..<sign]) != nil else { continue }
        guard let read = Self.values(in: member) else { return nil }
        values += read
      }
      return values
    }
    if text.first == UInt8(ascii: "{") { return entries(of: text, nil) }
    guard let sign = text.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }),
      let kind = kind(ofKey: text[..<sign])
    else { return nil }
    let value = trimmed(text[(sign + 1)...])
    if value.first == UInt8(ascii: "{"), let values = entries(of: value, kind) { return values }
    // The bytes of a dictionary that is not read lack their key.
    guard value.first != UInt8(ascii: "{") || value.starts(with: "{length".utf8) else { return nil }
    // An array of a program can have this name and be a payload.
    guard kind == .manufacturer, let octets = octets(of: value) ?? base64(value), octets.count >= 2,
      !KnownStructures(octets[...]).areAll
    else {
      return nil
    }
    return [ADValue(type: .manufacturerData, value: octets.span)]
  }

  /// Returns the members of an object as Python prints it, `AdvertisementData(manufacturer_data={…}, rssi=-60)`, also behind
  /// an address or the name of a variable; `nil` for other texts.
  private static func members(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")), text.last == UInt8(ascii: ")") else { return nil }
    let name = text[..<open].reversed().prefix { 0x61...0x7A ~= $0 | 0x20 }
    let head = text[..<open].dropLast(name.count)
    guard !name.isEmpty, head.isEmpty || head.suffix(2).elementsEqual(": ".utf8) else { return nil }
    // A second object in the lines below is another packet.
    let isNextObject: (ArraySlice<UInt8>) -> Bool = { line in
      line.prefix { $0 != UInt8(ascii: "(") }.reversed().starts(with: name) && line.contains(UInt8(ascii: "("))
    }
    guard !text.split(separator: 0x0A).dropFirst().contains(where: isNextObject) else { return nil }
    return parts(of: text[(open + 1)...].dropLast(), between: [UInt8(ascii: ",")])
  }

  /// Returns the kind of value that a key names: `manufacturer_data`, `kCBAdvDataManufacturerData`, `Service Data`.
  private static func kind(ofKey key: ArraySlice<UInt8>) -> Kind? {
    let letters = key.filter { 0x61...0x7A ~= $0 | 0x20 }.map { $0 | 0x20 }
    func ends(_ word: String) -> Bool { letters.suffix(word.utf8.count).elementsEqual(word.utf8) }
    // Words of a log before the key are another matter.
    guard letters.count <= 40 else { return nil }
    if ends("manufacturerdata") || ends("manufacturerspecificdata") || ends("mfrdata") || ends("rawmfr")
      || shortLabels.contains(where: { letters.elementsEqual($0.utf8) })
    {
      return .manufacturer
    }
    // flutter_reactive_ble's example calls them services; a list of services has no data.
    return ends("servicedata") || ends("services") ? .service : nil
  }

  /// Short names of manufacturer data, which are words of other things in longer labels.
  private static let shortLabels = ["manufacturer", "mfg", "mfgdata", "mfr", "msd", "manufdata"]

  /// Returns what a label names, for people: `manufacturer data`; `nil` for a label of a payload, and for any other.
  package static func kind(ofLabel label: some StringProtocol) -> String? {
    let label = Array(label.utf8)
    let letters = label.filter { 0x61...0x7A ~= $0 | 0x20 }.map { $0 | 0x20 }
    if letters.suffix(4).elementsEqual("uuid".utf8) { return "a UUID" }
    return kind(ofKey: label[...]).map { $0 == .manufacturer ? "manufacturer data" : "service data" }
  }

  /// Reads `UUID: 0xFEAA, Data: 10 00 01 67`.
  private static func serviceData(ofLabels text: ArraySlice<UInt8>) -> ADValue? {
    guard text.count > 5, text.prefix(4).map({ $0 | 0x20 }).elementsEqual("uuid".utf8),
      let comma = text.firstIndex(of: UInt8(ascii: ",")), let first = text[..<comma].firstIndex(of: UInt8(ascii: ":")),
      let second = text[comma...].firstIndex(of: UInt8(ascii: ":")),
      trimmed(text[(comma + 1)..<second]).map({ $0 | 0x20 }).elementsEqual("data".utf8),
      let uuid = BluetoothUUID(text: String(decoding: unquoted(text[(first + 1)..<comma]), as: UTF8.self)),
      let octets = octets(of: trimmed(text[(second + 1)...]))
    else { return nil }
    return .serviceData(uuid, octets)
  }

  /// Reads `Service Data (UUID 0xfcd2): 40 00 01`, as btmon writes it, and `fcd2: 40 00 01`: a number alone is a UUID where
  /// no company has it.
  private static func value(behindNumber text: ArraySlice<UInt8>) -> ADValue? {
    guard let sign = text.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }),
      !text.contains(0x0A)
    else { return nil }
    let number = text[..<sign].split { $0 <= 0x20 || "()'\"".utf8.contains($0) }.last ?? []
    guard number.count == 4 || number.count == 6 && number.starts(with: "0x".utf8) || number.count == 36,
      let uuid = BluetoothUUID(text: String(decoding: number, as: UTF8.self))
    else { return nil }
    var label = text[..<number.startIndex].filter { 0x61...0x7A ~= $0 | 0x20 }.map { $0 | 0x20 }[...]
    if label.suffix(4).elementsEqual("uuid".utf8) { label.removeLast(4) }
    guard label.isEmpty ? number.count == 36 || uuid >= firstWithoutCompany : kind(ofKey: label) == .service,
      let octets = octets(of: trimmed(text[(sign + 1)...])), !KnownStructures(octets[...]).areAll
    else { return nil }
    return .serviceData(uuid, octets)
  }

  /// No company has a number as high: companies are numbered from 0 on, and UUIDs of services begin here.
  private static let firstWithoutCompany = BluetoothUUID(0x1800)

  /// Reads `Company: Nordic Semiconductor ASA <0x0059> 0x0102`, as nRF Connect writes it, with or without
  /// `Manufacturer data (Bluetooth Core 4.1):` before it.
  private static func manufacturerData(ofLabels text: ArraySlice<UInt8>) -> ADValue? {
    let label = Array("company:".utf8)
    guard
      let start = text.indices.first(where: { place in
        text[place] | 0x20 == label[0] && text[place...].prefix(label.count).map { $0 | 0x20 } == label
      }),
      let open = text[start...].lastIndex(of: UInt8(ascii: "<")),
      let close = text[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let head = trimmed(text[..<start])
    guard
      head.isEmpty
        || head.last == UInt8(ascii: ":") && kind(ofKey: head.prefix { $0 != UInt8(ascii: "(") }) == .manufacturer
    else { return nil }
    let number = text[(open + 1)..<close]
    guard number.count == 6, number.starts(with: "0x".utf8),
      let company = UInt16(String(decoding: number.dropFirst(2), as: UTF8.self), radix: 16)
    else { return nil }
    let rest = trimmed(text[(close + 1)...])
    guard let octets = rest.isEmpty ? [] : octets(of: rest) else { return nil }
    return .manufacturerData(company: company, octets)
  }

  // MARK: Dictionaries

  /// Reads a dictionary of companies or of UUIDs. Without a name before it, a decimal number is a company, and a UUID in
  /// full is a service.
  private static func entries(of text: ArraySlice<UInt8>, _ kind: Kind?) -> [ADValue]? {
    guard text.last == UInt8(ascii: "}") else { return nil }
    var values: [ADValue] = []
    for entry in parts(of: text.dropFirst().dropLast(), between: [UInt8(ascii: ","), UInt8(ascii: ";")]) {
      guard !entry.isEmpty else { continue }
      let pair = parts(of: entry, between: [UInt8(ascii: ":"), UInt8(ascii: "=")], most: 2)
      guard pair.count == 2, let octets = emptyOctets(pair[1]) ?? octets(of: pair[1]) ?? base64(pair[1]) else {
        return nil
      }
      let key = unquoted(pair[0])
      if kind != .service, let company = company(key) {
        values.append(.manufacturerData(company: company, octets))
      } else if kind != .manufacturer, kind != nil || key.count == 36,
        let uuid = BluetoothUUID(text: String(decoding: key, as: UTF8.self))
      {
        values.append(.serviceData(uuid, octets))
      } else {
        return nil
      }
    }
    return values
  }

  /// Reads `89`, `0x0059`, or four hex digits that no decimal number has: `0059`, `004c`.
  private static func company(_ key: ArraySlice<UInt8>) -> UInt16? {
    let text = String(decoding: key, as: UTF8.self)
    if key.starts(with: "0x".utf8) { return UInt16(text.dropFirst(2), radix: 16) }
    let isHex = key.count == 4 && (key.first == UInt8(ascii: "0") || UInt16(text) == nil)
    return isHex && key.allSatisfy { HexDigits.value(of: $0) != nil } ? UInt16(text, radix: 16) : UInt16(text)
  }

  /// Returns no octets for a list or text without any: `[]`, `b''`, `<>`; `nil` for other texts.
  private static func emptyOctets(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let marks = text.filter { $0 > UInt8(ascii: " ") }
    let empty = ["[]", "<>", "b''", "b\"\"", "''", "\"\"", "bytearray(b'')", "bytearray(b\"\")", "<Buffer>"]
    return empty.contains { $0.utf8.elementsEqual(marks) } ? [] : nil
  }

  private static func octets(of text: ArraySlice<UInt8>) -> [UInt8]? {
    let octets = try? PastedOctets.octets(of: String(decoding: text, as: UTF8.self))
    return octets?.isEmpty ?? true ? nil : octets
  }

  /// Returns the octets of base64 in quotes, as React Native's libraries have them.
  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let content = unquoted(text)
    return content.count == text.count ? nil : Base64Text.octets(of: content)
  }

  /// Returns the parts of a text between marks outside of quotes and brackets.
  private static func parts(of text: ArraySlice<UInt8>, between marks: [UInt8], most: Int = .max) -> [ArraySlice<UInt8>]
  {
    var parts: [ArraySlice<UInt8>] = []
    var (start, depth) = (text.startIndex, 0)
    var quote: UInt8?
    var index = text.startIndex
    while index < text.endIndex {
      let octet = text[index]
      if let open = quote {
        if octet == UInt8(ascii: "\\") { index += 1 } else if octet == open { quote = nil }
      } else if octet == UInt8(ascii: "'") || octet == UInt8(ascii: "\"") {
        quote = octet
      } else if "([{<".utf8.contains(octet) {
        depth += 1
      } else if ")]}>".utf8.contains(octet) {
        depth -= 1
      } else if depth == 0, marks.contains(octet), parts.count + 1 < most {
        parts.append(trimmed(text[start..<index]))
        start = index + 1
      }
      index += 1
    }
    parts.append(trimmed(text[min(start, text.endIndex)...]))
    return parts
  }

  /// Returns a text without blanks around it, and without the mark that ends a line of a program.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = WrittenNumber.trimmed(text)
    while let last = text.last, last == UInt8(ascii: ";") || last == UInt8(ascii: ",") {
      text = WrittenNumber.trimmed(text.dropLast())
    }
    return text
  }

  private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = trimmed(text)
    guard let first = text.first, first == UInt8(ascii: "'") || first == UInt8(ascii: "\""), text.count >= 2,
      text.last == first
    else { return text }
    return text.dropFirst().dropLast()
  }
}
