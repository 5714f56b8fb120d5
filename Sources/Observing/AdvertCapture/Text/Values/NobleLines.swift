internal import AdvertisingData

/// A device as the example `advertisement-discovery.js` of noble prints it. Most scripts for noble begin as this
/// example.
///
/// ```
/// Peripheral discovered (c47c8d6e069c with address <c4:7c:8d:6e:06:9c, public>, connectable: true, RSSI -60:
/// 	hello my local name is:
/// 		Flower care
/// 	can I interest you in any of the following advertised services:
/// 		["fe95"]
/// 	here is my manufacturer data:
/// 		"aabb0c"
/// ```
struct NobleLines {
  private var heard: ValueLine?
  private var label: Label?
  /// Whether the label was the last line, so that its value comes next.
  private var awaitsValue = false
  private var lines = 0

  private enum Label: CaseIterable {
    case name, services, serviceData, manufacturerData, power

    var words: String {
      switch self {
      case .name: "hello my local name is:"
      case .services: "can I interest you in any of the following advertised services:"
      case .serviceData: "here is my service data:"
      case .manufacturerData: "here is my manufacturer data:"
      case .power: "my TX power level is:"
      }
    }

    /// The value, as a phrase for people.
    var expected: String {
      switch self {
      case .name: "the name of a device"
      case .services: "a list of services in brackets"
      case .serviceData: "a service and its data in hex"
      case .manufacturerData: "manufacturer data in hex"
      case .power: "a power"
      }
    }
  }

  /// The most lines of one device, even when others are between them.
  private static let maximumLines = 64

  /// Whether the next line may belong to a device.
  var isOpen: Bool { heard != nil }

  /// Returns whether a line begins a device.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { head(of: line, line: 1) != nil }

  /// Takes a line of such a device; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    if let next = Self.head(of: text, line: line) {
      finish(into: &output)
      heard = next
      lines = 0
      return true
    }
    guard heard != nil else { return false }
    lines += 1
    let content = text.drop { $0 == ASCII.space || $0 == 0x09 }
    // A device with an empty name has an empty line for it.
    if content.isEmpty, awaitsValue, label == .name, lines <= Self.maximumLines {
      awaitsValue = false
      return true
    }
    if lines > Self.maximumLines || content.isEmpty {
      finish(into: &output)
      return false
    }
    if let next = Label.allCases.first(where: { content.starts(with: $0.words.utf8) }) {
      label = next
      awaitsValue = true
      return true
    }
    // Values are further to the right.
    guard let label, text.count - content.count >= 2 else { return false }
    awaitsValue = false
    var value = content
    while let last = value.last, last <= ASCII.space { value = value.dropLast() }
    if !take(value, of: label) {
      heard?.values.noteUnread()
      output.losses.append(LogLoss(line: line, expected: label.expected, found: "a value of another form"))
    }
    return true
  }

  /// Ends the lines of the device.
  mutating func finish(into output: inout LogOutput) {
    if let heard { output.values.append(heard) }
    heard = nil
    label = nil
    awaitsValue = false
  }

  /// Takes the value of a label; returns `false` when not all of it can be read.
  private mutating func take(_ content: ArraySlice<UInt8>, of label: Label) -> Bool {
    let isNothing = ["undefined", "null", "\"\"", "{}", "[]"].contains { content.elementsEqual($0.utf8) }
    switch label {
    case .name:
      if !content.elementsEqual("undefined".utf8), !content.elementsEqual("null".utf8) {
        heard?.values.name = String(decoding: content, as: UTF8.self)
      }
      return true
    case .services:
      if isNothing { return true }
      let list = ScriptValue.read(content).elements
      let services = list.compactMap { $0.string.flatMap { BluetoothUUID(text: $0) } }
      heard?.values.services = services
      return !list.isEmpty && services.count == list.count && content.last == UInt8(ascii: "]")
    case .serviceData:
      if isNothing { return true }
      let member = ScriptValue.read([UInt8(ascii: "{")] + content + [UInt8(ascii: "}")]).members.first
      guard let member, let uuid = BluetoothUUID(text: member.key), let octets = Self.octets(of: member.value),
        content.last == UInt8(ascii: "\"")
      else { return false }
      heard?.values.serviceData[uuid] = octets
      return true
    case .manufacturerData:
      if isNothing { return true }
      guard content.last == UInt8(ascii: "\"") else { return false }
      return heard?.values.take(manufacturerData: Self.octets(of: ScriptValue.read(content))) ?? true
    case .power: return true
    }
  }

  /// Returns the octets of a string in hex, of which an empty one has none.
  private static func octets(of value: ScriptValue) -> [UInt8]? {
    guard let text = value.string else { return nil }
    return text.isEmpty ? [] : HexDigits.octets(of: Array(text.utf8)[...])
  }

  private static func head(of text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    var content = ValueText(text)
    guard content.text(before: "eripheral discovered (") != nil, let name = content.text(before: " with address <"),
      let address = content.text(before: ", "), let type = content.text(before: ">")
    else { return nil }
    // Versions differ in the colon.
    let words = ValueText(content.rest)
    func says(_ text: String) -> Bool { ValueText.lastPlace(of: text, in: words.rest) != nil }
    let isConnectable: Bool? =
      says("connectable: true") || says("connectable true")
      ? true : says("connectable: false") || says("connectable false") ? false : nil
    let rssi = content.text(before: "RSSI ").flatMap { _ in content.number() }
    var heard = ValueLine(
      program: .noble, address: DeviceAddress.anonymous, values: HeardValues(), rssi: rssi, line: line)
    heard.isConnectable = isConnectable
    if let bits = PrintedAddress.bits(in: address) {
      heard.address = LineFacts.address(bits, in: Array(type))
      // On other systems, the name is the address.
      heard.isFromApple = name.count == 32
    } else if let identifier = BluetoothUUID(text: String(decoding: name, as: UTF8.self)), name.count >= 32 {
      heard.identifier = identifier
    } else {
      return nil
    }
    return heard
  }
}
