internal import AdvertisingData

/// The dictionary that Core Bluetooth hands to an app, as `NSLog` and `print` write it, in one line or over several:
///
/// ```
/// advertising =     {
///     kCBAdvDataIsConnectable = 1;
///     kCBAdvDataLocalName = Thermo;
///     kCBAdvDataManufacturerData = <59000102>;
///     kCBAdvDataServiceUUIDs =         (
///         FFF0,
///         "Device Information"
///     );
/// };
/// 4F2A0000-0000-0000-0000-000000000001 ["kCBAdvDataLocalName": Thermo, "kCBAdvDataManufacturerData": {length = 4, bytes = 0x59000102}]
/// ```
///
/// Keys of the device that go on behind it, such as `id = "4F2A…";` and `rssi = "-60";`, are read too.
///
/// Services with a name are printed with it alone, and long data with dots. An app that prints one key after another may
/// write values below their keys:
///
/// ```
///    key: kCBAdvDataServiceUUIDs
///        Battery (180F)
///        Unknown (<fff0>)
/// ```
///
/// Source: Foundation's descriptions of dictionaries and data of iOS 9 to 18, in public threads about Core Bluetooth.
struct CoreBluetoothLines {
  private var open: Open?
  /// A device whose dictionary ended inside that of the device.
  private var held: ValueLine?

  /// A dictionary whose lines continue.
  private struct Open {
    let line: Int
    let head: ArraySlice<UInt8>
    var text: [UInt8] = []
    var depth = 0
    var lines = 0
    /// Whether the dictionary began in its first line.
    let isWhole: Bool
    /// The key whose value is on the lines below it; `nil` without one.
    var below: KeyAbove?
    /// Whether lines may belong to a value that were not taken.
    var mayGoOn = false
  }

  /// A key that is alone in its line.
  private struct KeyAbove {
    let indentation: Int
    /// Whether the lines of the value are indented more than the key; `nil` before the first of them.
    var isIndented: Bool?

    init(_ line: ArraySlice<UInt8>) { indentation = line.prefix { $0 <= ASCII.space }.count }

    /// Whether a line that has no key is one of the value, or an empty one before it.
    func hasValue(_ line: ArraySlice<UInt8>) -> Bool {
      let spaces = line.prefix { $0 <= ASCII.space }.count
      return isIndented == nil || spaces < line.count && spaces > indentation
    }

    /// Takes a line of the value.
    mutating func take(_ line: ArraySlice<UInt8>) {
      let spaces = line.prefix { $0 <= ASCII.space }.count
      if spaces < line.count { isIndented = isIndented ?? true && spaces > indentation }
    }
  }

  private static let mark = Array("kCBAdvData".utf8)
  /// The text behind a key that an app prints with its value: `key: kCBAdvDataLocalName, value: Thermo`.
  private static let valueLabel = Array(", value:".utf8)
  private static let keyLabel = Array("key: ".utf8)
  private static let maximumLines = 100
  private static let maximumOctets = 1 << 14
  /// The most keys, above those that there are.
  private static let maximumKeys = 32

  /// Whether the next line may belong to a dictionary.
  var isOpen: Bool { open != nil || held != nil }

  /// Returns whether a line has a key of such a dictionary.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { key(in: line) != nil }

  /// Returns the place of the first key that a sign follows; `nil` for a line that only mentions one.
  private static func key(in line: ArraySlice<UInt8>) -> Int? {
    guard let place = ValueText.place(of: mark, in: line) else { return nil }
    let behind = line[place...].drop { ASCII.isLetter($0) }
    if behind.starts(with: valueLabel) { return place }
    if isAlone(place, in: line) { return place }
    let sign = behind.first { !" \"".utf8.contains($0) }
    return sign == UInt8(ascii: "=") || sign == ASCII.colon ? place : nil
  }

  /// Whether nothing follows a key in its line: its value is on the next ones.
  private static func isAlone(_ place: Int, in line: ArraySlice<UInt8>) -> Bool {
    line[place...].drop { ASCII.isLetter($0) }.allSatisfy { $0 <= ASCII.space }
      && line[..<place].suffix(keyLabel.count).elementsEqual(keyLabel)
  }

  /// Takes a line of a dictionary; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if held != nil, take(keyOfDevice: text, into: &output) { return true }
    if open == nil {
      guard let place = Self.key(in: text) else { return false }
      let start = text[..<place].lastIndex { Self.openings.contains($0) }
      open = Open(line: line, head: text[..<(start ?? place)], isWhole: start != nil)
      take(more: text[(start ?? place)...], of: text, into: &output)
      return true
    }
    if let object = open, !object.isWhole, object.depth <= 0, !Self.begins(text),
      !text.contains(where: Self.closings.contains), !(object.below?.hasValue(text) ?? false)
    {
      // Without indentation nothing shows where a value ends.
      let isBlank = text.allSatisfy { $0 <= ASCII.space }
      open?.mayGoOn = !isBlank && object.below?.isIndented == false
      finish(into: &output)
      return false
    }
    take(more: text, of: text, into: &output)
    return true
  }

  /// Takes a line of the dictionary, or the rest of its first.
  private mutating func take(
    more text: ArraySlice<UInt8>, of whole: ArraySlice<UInt8>, into output: inout LogOutput
  ) {
    guard var object = open else { return }
    object.lines += 1
    if let place = Self.key(in: whole) {
      object.below = Self.isAlone(place, in: whole) ? KeyAbove(whole) : nil
    } else {
      object.below?.take(whole)
    }
    var end = text.endIndex
    for place in text.indices {
      if Self.openings.contains(text[place]) { object.depth += 1 }
      if Self.closings.contains(text[place]) { object.depth -= 1 }
      if object.depth < (object.isWhole ? 1 : 0), Self.closings.contains(text[place]) {
        end = place
        break
      }
    }
    object.text += text[..<end]
    object.text.append(ASCII.lineFeed)
    open = object
    let isFull = object.lines >= Self.maximumLines || object.text.count > Self.maximumOctets
    if end < text.endIndex || isFull { finish(rest: text[end...], into: &output) }
  }

  /// Ends the dictionary.
  mutating func finish(into output: inout LogOutput) {
    finish(rest: [], into: &output)
    endDevice(into: &output)
  }

  private mutating func endDevice(into output: inout LogOutput) {
    if let heard = held.take() { output.values.append(heard) }
  }

  /// Takes a line of the dictionary around the one that ended: a key with its value, or the end. Returns `false`, and ends the
  /// device, for any other line.
  private mutating func take(keyOfDevice text: ArraySlice<UInt8>, into output: inout LogOutput) -> Bool {
    let line = text.trimmed
    let isEnd = line.first == UInt8(ascii: "}")
    guard isEnd || line.last == UInt8(ascii: ";") && line.contains(UInt8(ascii: "=")), !Self.begins(text) else {
      endDevice(into: &output)
      return false
    }
    let words = line.filter { $0 != UInt8(ascii: "\"") }.inLowerCase
    if var heard = held {
      heard.identifier = heard.identifier ?? LineFacts.identifier(in: line)
      heard.rssi = heard.rssi ?? LineFacts.namedRSSI(in: words).map { Int($0) }
      if let name = Self.systemName(in: line) { heard.values.systemName = name }
      held = heard
    }
    if isEnd { endDevice(into: &output) }
    return true
  }

  /// Returns the name in `name = "Thermo";`; `nil` in any other line, and for a name that is not whole.
  private static func systemName(in line: ArraySlice<UInt8>) -> String? {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), line[..<sign].trimmed.elementsEqual("name".utf8),
      line.last == UInt8(ascii: ";")
    else { return nil }
    let name = unquoted(line[(sign + 1)...].dropLast().trimmed)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  private mutating func finish(rest: ArraySlice<UInt8>, into output: inout LogOutput) {
    guard let object = open else { return }
    open = nil
    var heard = ValueLine(
      program: .coreBluetooth, address: .anonymous, values: HeardValues(), rssi: nil, line: object.line)
    heard.identifier = LineFacts.identifier(in: object.head) ?? LineFacts.identifier(in: rest)
    let around = (object.head + rest).inLowerCase
    heard.rssi = LineFacts.namedRSSI(in: around).map { Int($0) }
    var content = ValueText(object.text[...])
    for _ in 0..<Self.maximumKeys {
      guard content.text(before: "kCBAdvData") != nil else { break }
      let key = content.rest.prefix { ASCII.isLetter($0) }
      content.skip(key.count)
      let (value, isBelow) = Self.value(of: content.rest)
      Self.take(String(decoding: key, as: UTF8.self), value, isBelow: isBelow, into: &heard)
    }
    if object.mayGoOn { heard.values.noteUnread() }
    if HeardContent(heard.values).isEmpty, heard.isConnectable == nil {
      output.losses.append(LogLoss(line: object.line, expected: UnreadLines.expected, found: heard.loss))
    } else if rest.starts(with: "};".utf8) {
      held = heard
    } else {
      output.values.append(heard)
    }
  }

  // MARK: Values

  private static let openings = Array("{[(".utf8)
  private static let closings = Array("}])".utf8)

  /// Returns the value behind a key and its sign, up to the next key or a semicolon outside of brackets, and whether it
  /// is the lines below the key.
  private static func value(of text: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, isBelow: Bool) {
    var start = text.first == UInt8(ascii: "\"") ? text.dropFirst() : text
    let isLabelled = start.starts(with: valueLabel)
    if isLabelled { start = start.dropFirst(valueLabel.count) }
    start = start.drop { $0 <= ASCII.space && $0 != ASCII.lineFeed }
    if start.first == ASCII.lineFeed {
      start = start.dropFirst()
      let sign = start.first { $0 > ASCII.space }
      if !isLabelled, sign != UInt8(ascii: "="), sign != ASCII.colon { return (lines(beforeKeyIn: start), true) }
    }
    if start.first == UInt8(ascii: "=") || start.first == ASCII.colon { start = start.dropFirst() }
    start = start.drop { $0 == ASCII.space }
    var depth = 0
    for place in start.indices {
      if openings.contains(start[place]) { depth += 1 }
      if closings.contains(start[place]) { depth -= 1 }
      if depth < 0 { return (start[..<place].trimmed, false) }
      let isEnd =
        start[place] == UInt8(ascii: ";") || start[place] == UInt8(ascii: ",") && beginsKey(start[(place + 1)...])
      if depth == 0, isEnd || start[place] == ASCII.lineFeed { return (start[..<place].trimmed, false) }
    }
    return (start.trimmed, false)
  }

  /// Returns the lines before the first that has a key.
  private static func lines(beforeKeyIn text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let place = ValueText.place(of: mark, in: text) else { return text.trimmed }
    let line = text[..<place].lastIndex(of: ASCII.lineFeed) ?? text.startIndex
    return text[..<line].trimmed
  }

  private static func beginsKey(_ text: ArraySlice<UInt8>) -> Bool {
    text.drop { $0 <= ASCII.space || $0 == UInt8(ascii: "\"") }.starts(with: mark)
  }

  private static func unquoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let quote = UInt8(ascii: "\"")
    return text.count > 1 && text.first == quote && text.last == quote ? text.dropFirst().dropLast() : text
  }

  private static func take(
    _ key: String, _ value: ArraySlice<UInt8>, isBelow: Bool, into heard: inout ValueLine
  ) {
    let first = isBelow ? value.prefix { $0 != ASCII.lineFeed }.trimmed : value
    // A value that is not there was not read.
    if value.isEmpty, values.contains(key) { heard.values.noteUnread() }
    switch key {
    case "LocalName":
      if !value.isEmpty { heard.values.name = String(decoding: unquoted(first), as: UTF8.self) }
    case "IsConnectable": heard.isConnectable = DecimalDigits.value(of: first).map { $0 == 1 }
    case "ManufacturerData":
      guard let data = data(value) ?? data(first), data.octets.count >= 2 else {
        heard.values.noteUnread()
        return
      }
      let company = UInt16(data.octets[0]) | UInt16(data.octets[1]) << 8
      if data.isWhole {
        heard.values.manufacturerData[company] = Array(data.octets.dropFirst(2))
      } else {
        heard.values.unreadManufacturerData.insert(company)
        heard.values.noteUnread()
      }
    case "ServiceUUIDs":
      for element in elements(of: value, isBelow: isBelow) {
        if let uuid = uuid(element) {
          heard.values.services.append(uuid)
        } else {
          heard.values.noteUnread()
        }
      }
    case "ServiceData":
      for element in elements(of: value, isBelow: isBelow) {
        let sign = element.firstIndex { $0 == UInt8(ascii: "=") || $0 == ASCII.colon } ?? element.endIndex
        guard let uuid = uuid(element[..<sign].trimmed), let data = data(element[sign...].dropFirst().trimmed) else {
          heard.values.noteUnread()
          continue
        }
        if data.isWhole {
          heard.values.serviceData[uuid] = data.octets
        } else {
          heard.values.unreadServiceData.insert(uuid)
          heard.values.noteUnread()
        }
      }
    // Services of the overflow area are no list that was sent.
    case "HashedServiceUUIDs": heard.values.mayBeMore = true
    default: break
    }
  }

  /// The keys whose values matter here.
  private static let values: Set<String> = ["LocalName", "ManufacturerData", "ServiceUUIDs", "ServiceData"]

  /// Returns the elements of a list or dictionary; without brackets, the lines below a key.
  private static func elements(of text: ArraySlice<UInt8>, isBelow: Bool) -> [ArraySlice<UInt8>] {
    if isBelow, let first = text.first, !openings.contains(first) {
      let lines = text.split(separator: ASCII.lineFeed).map { $0.trimmed }
      return lines.map { $0.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
    }
    guard let start = text.firstIndex(where: { openings.contains($0) }) else { return text.isEmpty ? [] : [text] }
    var elements: [ArraySlice<UInt8>] = []
    var depth = 0
    var first = start + 1
    for place in text[start...].indices {
      if openings.contains(text[place]) { depth += 1 }
      if closings.contains(text[place]) { depth -= 1 }
      let isSign = text[place] == UInt8(ascii: ",") || text[place] == UInt8(ascii: ";")
      if depth == 0 || depth == 1 && isSign {
        elements.append(text[first..<place].trimmed)
        first = place + 1
      }
      if depth == 0 { break }
    }
    return elements.filter { !$0.isEmpty }
  }

  /// Reads `180D`, `"180D"`, `Battery (180F)` or `Unknown (<fff0>)`; `nil` for the name of a service alone.
  private static func uuid(_ text: ArraySlice<UInt8>) -> BluetoothUUID? {
    var text = unquoted(text)
    if let inside = ValueText.inBrackets(text) { text = inside }
    if text.first == UInt8(ascii: "<"), text.last == UInt8(ascii: ">") { text = text.dropFirst().dropLast() }
    return BluetoothUUID(text: String(decoding: text, as: UTF8.self))
  }

  /// Reads `<59000102 03>` or `{length = 5, bytes = 0x5900010203}`, which has dots for the middle of long data.
  private static func data(_ text: ArraySlice<UInt8>) -> (octets: [UInt8], isWhole: Bool)? {
    if text.first == UInt8(ascii: "<"), text.last == UInt8(ascii: ">") {
      let digits = text.dropFirst().dropLast().filter { $0 > ASCII.space }
      return digits.isEmpty ? ([], true) : HexDigits.octets(of: digits[...]).map { ($0, true) }
    }
    var content = ValueText(text)
    guard content.text(before: "length = ") != nil, let length = content.number(),
      content.text(before: "bytes = 0x") != nil
    else { return nil }
    let digits = content.rest.prefix { HexDigits.value(of: $0) != nil }
    guard let octets = HexDigits.octets(of: digits) else { return nil }
    return (octets, octets.count == length)
  }
}
