internal import AdvertisingData

/// Devices as programs in JavaScript print them, on one line or over several: react-native-ble-plx,
/// react-native-ble-manager, cordova-plugin-bluetoothle, noble and Espruino; and objects of OpenMQTTGateway. Some programs
/// also print the bytes, of both packets, or of one for Espruino. The bytes then replace the values.
///
/// ```
/// 08-13 16:58:45.152 13235 14506 I ReactNativeJS: { overflowServiceUUIDs: null,
/// 08-13 16:58:45.152 13235 14506 I ReactNativeJS:   manufacturerData: 'TAAQBQscj0MW',
/// 08-13 16:58:45.152 13235 14506 I ReactNativeJS:   id: '38:F9:D3:E1:2B:2A',
/// ```
///
/// Source: the libraries' `Device.js`, `Peripheral.java` and `peripheral.js`, and their output as people paste it.
struct ScriptLines {
  private var open: Open?

  /// An object whose lines continue.
  private struct Open {
    /// The possible prefixes of each line, the longest first, until the second line decides: the first has the prefixes
    /// of the logger and of the program.
    var prefixes: [LinePrefix]
    let line: Int
    var lines = 0
    /// The number of lines of other programs.
    var others = 0
    var text: [UInt8]
    var depth: Int
    /// Whether the object has a key that devices have.
    var isDevice: Bool
    /// The first line up to the sign behind its first key; `nil` where that line has the brace alone.
    var beginning: ArraySlice<UInt8>?

    /// Returns the text after the prefix of a line; `nil` for a line of another program.
    mutating func rest(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard prefixes.count > 1 else {
        // The first line may have been copied without the prefix of the logger.
        if lines == 1, prefixes.first?.isEmpty ?? true, !ScriptLines.goesOn(text),
          let key = ScriptLines.keyBehindPrefix(in: text)
        {
          prefixes = [LinePrefix(text[..<key])]
        }
        return prefixes.first?.rest(of: text)
      }
      for prefix in prefixes {
        guard let rest = prefix.rest(of: text), ScriptLines.goesOn(rest) else { continue }
        prefixes = [prefix]
        return rest
      }
      return nil
    }
  }

  /// The most lines: the important parts of an object come before the longer ones.
  private static let maximumLines = 400
  private static let maximumOctets = 1 << 15
  /// The most lines of other programs before it is known to be a device: reading each line in full is slow.
  private static let maximumOthers = 8

  /// Keys of devices in these libraries, which other objects seldom have.
  private static let marks =
    (GatewayLines.keys + [
      "manufacturerData", "serviceUUIDs", "serviceUuids", "overflowServiceUUIDs", "rawScanRecord", "scanRecord",
      "advertising", "advertisement", "advertisement_data", "localName", "manufacturer_data", "service_data",
      "service_uuids", "kCBMsgArgAdvertisementData",
    ]).map { Array($0.utf8) }
  /// All keys of an object that noble and react-native-ble-manager print without the device around it.
  private static let keysWithoutDevice: Set = [
    "localName", "txPowerLevel", "manufacturerData", "serviceData", "serviceUuids", "serviceUUIDs",
    "solicitationServiceUuids", "serviceSolicitationUuids", "isConnectable", "advertising", "advertisement",
  ]
  /// The possible first keys of such an object.
  private static let firstKeys = Set(
    (GatewayLines.keys + [
      "mac", "brand", "model", "model_id", "adv_type", "id", "uuid", "address", "addressType", "name", "localName",
      "rssi", "mtu", "isConnectable", "connectable",
      "manufacturerData", "serviceData", "serviceUUIDs", "serviceUuids", "overflowServiceUUIDs",
      "solicitedServiceUUIDs", "rawScanRecord", "txPowerLevel", "advertising", "advertisement", "_noble", "_manager",
      "_events", "_eventsCount", "_peripheralId", "domain", "deviceManager", "device", "status", "kCBMsgId",
    ]).map { Array($0.utf8)[...] })

  /// Whether the next line may belong to an object.
  var isOpen: Bool { open != nil }

  /// Whether a line before had bytes: noble then repeats them as an object.
  var followsBytes = false

  /// Returns whether a line is a device, or the first key of one.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    let line = unescaped(line)
    guard let start = start(in: line) else { return false }
    let scan = Scan(line[start...])
    return scan.depth > 0
      ? hasMark(line[start...]) && start + 1 < line.endIndex : reading(of: line[start...], line: 1) != nil
  }

  /// Takes a line of such an object; returns `false` for any other, and for one of an object that is not known to be a
  /// device yet.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = Self.unescaped(text)
    if let beginning = open?.beginning, text.starts(with: beginning) {
      // The object before was cut.
      finish(into: &output)
    }
    if var object = open {
      guard let rest = object.rest(of: text) else {
        // Another program writes into the same log.
        object.others += 1
        open = object.others > (object.isDevice ? Self.maximumLines : Self.maximumOthers) ? nil : object
        return false
      }
      return take(more: rest, of: &object, into: &output)
    }
    guard let start = Self.start(in: text), !(followsBytes && Self.isOfDebug(text[..<start])) else { return false }
    let content = text[start...]
    var object = Open(
      prefixes: Self.prefixes(text[..<start]), line: line, text: [], depth: 0, isDevice: false)
    if !Self.mayBegin(content) { return false }
    object.beginning = content.firstIndex(of: ASCII.colon).map { text[...$0] }
    return take(more: content, of: &object, into: &output)
  }

  /// Ends the lines.
  mutating func finish(into output: inout LogOutput) {
    if let object = open, object.isDevice { deliver(object, into: &output) }
    open = nil
  }

  /// Returns a line with plain quotation marks, where an object is a string in it: `"{\"status\":\"scanResult\"}"`.
  private static func unescaped(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard ValueText.place(of: escapedBeginning, in: line) != nil else { return line }
    let quote = UInt8(ascii: "\"")
    let places = line.indices.filter {
      line[$0] != ASCII.backslash || $0 + 1 == line.endIndex || line[$0 + 1] != quote
    }
    return places.map { line[$0] }[...]
  }

  private static let escapedBeginning = Array("{\\\"".utf8)

  /// Returns the whole text before an object, the parts of it before each colon and bracket, and an empty prefix.
  private static func prefixes(_ head: ArraySlice<UInt8>) -> [LinePrefix] {
    guard !head.isEmpty else { return [.none] }
    var ends: [Int] = []
    for place in head.indices.dropFirst() where head[place] == ASCII.space {
      let mark = head[place - 1]
      if mark == ASCII.colon || mark == UInt8(ascii: "]") { ends.append(place + 1) }
    }
    return [LinePrefix(head)] + ends.reversed().filter { $0 < head.endIndex }.map { LinePrefix(head[..<$0]) } + [.none]
  }

  /// Returns whether a line can be the second of an object: a key of a device, the end, or a value.
  private static func goesOn(_ text: ArraySlice<UInt8>) -> Bool {
    let content = text.drop { $0 == ASCII.space || $0 == 0x09 }
    return beginsWithKnownKey(text) || content.first == UInt8(ascii: "}") || content.first == UInt8(ascii: "{")
  }

  /// Returns the place behind the colon of a logger that a key of a device follows; `nil` without one.
  private static func keyBehindPrefix(in text: ArraySlice<UInt8>) -> Int? {
    guard let colon = ValueText.place(of: [ASCII.colon, ASCII.space], in: text),
      beginsWithKnownKey(text[(colon + 2)...])
    else { return nil }
    return colon + 2
  }

  private mutating func take(more text: ArraySlice<UInt8>, of object: inout Open, into output: inout LogOutput) -> Bool
  {
    // The first key of an object may be on its second line.
    if object.lines == 1, object.text.dropFirst().allSatisfy({ $0 <= ASCII.space }), !Self.beginsWithKnownKey(text) {
      open = nil
      return false
    }
    object.lines += 1
    object.text += text
    object.text.append(ASCII.lineFeed)
    object.depth += Scan(text).depth
    object.isDevice = object.isDevice || Self.hasMark(text)
    let isTaken = object.isDevice
    if object.depth <= 0 || object.lines > Self.maximumLines || object.text.count > Self.maximumOctets {
      open = nil
      guard object.isDevice else { return false }
      return deliver(object, into: &output) || object.lines > 1
    }
    open = object
    return isTaken
  }

  @discardableResult
  private func deliver(_ object: Open, into output: inout LogOutput) -> Bool {
    switch Self.reading(of: object.text[...], line: object.line) {
    case .merged(let line)?: output.merged.append(line)
    case .values(let line)?: output.values.append(line)
    case .packet(let line)?:
      output.append(line.octets, .unstated, of: line.address, line.rssi, at: nil, line: line.line)
    case nil:
      // A line alone is left to others.
      if object.lines > 1, GatewayLines.isOne(ScriptValue.read(object.text[...])) {
        output.losses.append(
          LogLoss(line: object.line, expected: UnreadLines.expected, found: ValueLine.Program.gateway.loss))
      }
      return false
    }
    return true
  }

  /// Returns whether noble logs the object of a device whose bytes may come in the lines before.
  private static func isOfDebug(_ head: ArraySlice<UInt8>) -> Bool { ValueText.place(of: debug, in: head) != nil }

  private static let debug = Array("gap advertisement".utf8)

  // MARK: The place of an object

  /// The number of braces and brackets that a line opens minus those that it closes, outside of strings.
  private struct Scan {
    private(set) var depth = 0

    init(_ text: ArraySlice<UInt8>) {
      var quote: UInt8?
      var isEscaped = false
      for octet in text {
        if let mark = quote {
          if isEscaped {
            isEscaped = false
          } else if octet == ASCII.backslash {
            isEscaped = true
          } else if octet == mark {
            quote = nil
          }
          continue
        }
        switch octet {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = octet
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
  }

  /// Returns the first brace of a line that is its last character or has a key after it.
  private static func start(in line: ArraySlice<UInt8>) -> Int? {
    var rest = line
    while let place = rest.firstIndex(of: UInt8(ascii: "{")) {
      rest = line[(place + 1)...]
      if rest.allSatisfy({ $0 == ASCII.space }) || beginsWithKnownKey(rest) { return place }
    }
    return nil
  }

  private static func mayBegin(_ content: ArraySlice<UInt8>) -> Bool {
    let rest = content.dropFirst()
    return rest.allSatisfy { $0 == ASCII.space } || beginsWithKnownKey(rest)
  }

  private static func beginsWithKnownKey(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.drop { $0 == ASCII.space || $0 == 0x09 }
    let quote = rest.first.flatMap { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") ? $0 : nil }
    if quote != nil { rest = rest.dropFirst() }
    let key = rest.prefix { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    rest = rest[key.endIndex...]
    if let quote {
      guard rest.first == quote else { return false }
      rest = rest.dropFirst()
    }
    return rest.first == ASCII.colon && firstKeys.contains(key)
  }

  private static func hasMark(_ text: ArraySlice<UInt8>) -> Bool {
    ValueText.place(of: espruinoMark, in: text) != nil
      || marks.contains { mark in
        guard let place = ValueText.place(of: mark, in: text) else { return false }
        let behind = text[(place + mark.count)...]
        // As a key, with quotation marks or without.
        return (behind.first == UInt8(ascii: "\"") || behind.first == UInt8(ascii: "'") ? behind.dropFirst() : behind)
          .first
          == ASCII.colon
      }
  }

  private static let espruinoMark = Array("\"data\": new Uint8Array(".utf8)

  // MARK: The values of an object

  private enum Reading {
    case merged(MergedLine)
    /// The bytes of one packet, whose kind is not known.
    case packet(MergedLine)
    case values(ValueLine)
  }

  private static func reading(of text: ArraySlice<UInt8>, line: Int) -> Reading? {
    let (value, isWhole) = ScriptValue.reading(of: text)
    if let line = GatewayLines.value(of: value, isWhole: isWhole, line: line) { return .values(line) }
    guard !GatewayLines.isOne(value) else { return nil }
    guard let object = device(in: value, depth: 2) ?? (isWithoutDevice(value) ? value : nil) else { return nil }
    let name = owner(of: object) ?? (nil, nil)
    let rssi = (object["rssi"] ?? object["kCBMsgArgRssi"])?.integer
    if isOfEspruino(object), let octets = object["data"]?.data, HexItem.payload(of: octets, isStrict: false) != nil {
      return .packet(
        MergedLine(
          address: name.address ?? .anonymous, octets: octets, line: line, rssi: rssi.flatMap { Int8(exactly: $0) }))
    }
    if let octets = ScriptValues.bytes(of: object), name.identifier == nil {
      return .merged(
        MergedLine(
          address: name.address ?? .anonymous, octets: octets, line: line, rssi: rssi.flatMap { Int8(exactly: $0) },
          name: ScriptValues.name(of: object)))
    }
    var heard = ValueLine(
      program: program(of: object), address: name.address ?? .anonymous,
      values: ScriptValues(of: object, isWhole: isWhole).values, rssi: rssi, line: line)
    heard.identifier = name.identifier
    return .values(heard)
  }

  /// Returns the object that is a device: the whole, or one inside, as in an event.
  private static func device(in value: ScriptValue, depth: Int) -> ScriptValue? {
    if isDevice(value), owner(of: value) != nil { return value }
    guard depth > 0 else { return nil }
    for member in value.members {
      if let found = device(in: member.value, depth: depth - 1) { return found }
    }
    return nil
  }

  /// Returns whether an object is what a device sent, without the device: it has no other keys.
  private static func isWithoutDevice(_ object: ScriptValue) -> Bool {
    isDevice(object) && object.members.allSatisfy { keysWithoutDevice.contains($0.key) }
  }

  /// Returns whether an object is a `BluetoothDevice` of Espruino.
  private static func isOfEspruino(_ object: ScriptValue) -> Bool {
    object["rssi"] != nil && object["data"]?.data != nil && object["id"]?.string?.contains(" ") == true
  }

  private static func isDevice(_ object: ScriptValue) -> Bool {
    isOfEspruino(object) || object.members.contains { member in marks.contains { member.key.utf8.elementsEqual($0) } }
  }

  /// Returns an address, or the identifier that Apple's systems use instead.
  private static func owner(of object: ScriptValue) -> (address: DeviceAddress?, identifier: BluetoothUUID?)? {
    for key in ["address", "id", "uuid"] {
      guard let text = object[key]?.string else { continue }
      if let bits = PrintedAddress.bits(in: Array(text.utf8)[...]) {
        // Espruino has the type behind the address.
        let words = Array((object["addressType"]?.string ?? text).utf8)
        return (LineFacts.address(bits, in: words), nil)
      }
      if let uuid = BluetoothUUID(text: text), text.utf8.count >= 32 { return (nil, uuid) }
    }
    let identifier = object["kCBMsgArgDeviceUUID"]?.data.flatMap { BluetoothUUID(text: HexText.compact($0)) }
    return identifier.map { (nil, $0) }
  }

  private static func program(of object: ScriptValue) -> ValueLine.Program {
    if ScriptValues.isOfHomeAssistant(object) { return .bleak }
    if object["kCBMsgArgAdvertisementData"] != nil { return .coreBluetooth }
    if object["status"]?.string == "scanResult" { return .cordova }
    if object["advertisement"] != nil || owner(of: object) == nil && object["advertising"] == nil { return .noble }
    return object["advertising"] != nil || ScriptValues.manufacturerBuffer(of: object) != nil ? .bleManager : .blePlx
  }
}
