internal import AdvertisingData

/// Values as flutter_blue_plus logs what its platform code hands over, with the log level verbose:
///
/// ```
/// [FBP] [[ OnScanResponse ]] result: {advertisements: [{rssi: -58, manufacturer_data: {76: 10050b}, remote_id: C3:21:47:A2:A9:40, adv_name: W6}]}
/// ```
///
/// The log cuts long texts, on Apple's systems after each line with `<…>`. `platform_name` can come from a connection, so it
/// is no name that was heard.
///
/// Source: flutter_blue_plus, `flutter_blue_plus.dart` (`_invokeMethod` and `_prettyPrint`) and `bluetooth_msgs.dart`
/// (`BmScanAdvertisement`), versions 1.16 to 1.36.
enum FlutterVerboseLines {
  /// Returns the devices of a line; empty for any other line, and where the text is not read to its end.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    var content = ValueText(PlainLine.octets(of: text, gap: nil))
    guard content.text(before: "OnScanResponse") != nil, content.text(before: "advertisements: [") != nil else {
      return []
    }
    var heard: [ValueLine] = []
    while content.take("{") {
      guard let device = device(in: &content, line: line) else { return heard }
      heard.append(device)
      guard content.take(", ") else { break }
    }
    return heard
  }

  private static func device(in content: inout ValueText, line: Int) -> ValueLine? {
    var heard = ValueLine(
      program: .flutterBluePlus, address: .anonymous, values: HeardValues(), rssi: nil, line: line)
    while let key = content.text(before: ": ") {
      guard take(String(decoding: key, as: UTF8.self), from: &content, into: &heard) else { return nil }
      if content.take(", ") { continue }
      // A text that was cut has no end.
      heard.values.mayBeMore = !content.take("}")
      return heard.isNamed ? heard : nil
    }
    return nil
  }

  private static func take(_ key: String, from content: inout ValueText, into heard: inout ValueLine) -> Bool {
    switch key {
    case "rssi":
      heard.rssi = content.number()
      return heard.rssi != nil
    case "connectable":
      let number = content.number()
      heard.isConnectable = number.map { $0 == 1 }
      return number != nil
    case "remote_id":
      if let bits = PrintedAddress.bits(in: content.rest.prefix(PrintedAddress.length)) {
        heard.address = LineFacts.address(bits)
        content.skip(PrintedAddress.length)
        return true
      }
      heard.identifier = content.uuid()
      return heard.identifier != nil
    case "manufacturer_data":
      return content.elements(from: "{", to: "}") { text in
        guard let number = text.number(), let company = UInt16(exactly: number), text.take(": "),
          let octets = octets(in: &text)
        else { return false }
        heard.values.manufacturerData[company] = octets
        return true
      }
    case "service_data":
      return content.elements(from: "{", to: "}") { text in
        guard let uuid = text.uuid(), text.take(": "), let octets = octets(in: &text) else { return false }
        heard.values.serviceData[uuid] = octets
        return true
      }
    case "service_uuids":
      return content.elements(from: "[", to: "]") { text in
        guard let uuid = text.uuid() else { return false }
        heard.values.services.append(uuid)
        return true
      }
    case "adv_name": return takeName(from: &content) { heard.values.name = $0 }
    case "platform_name": return takeName(from: &content) { _ in }
    case "tx_power_level", "appearance": return content.number() != nil
    default: return false
    }
  }

  /// Takes a name, which has no marks around it: up to the next key, or the end of the device.
  private static func takeName(from content: inout ValueText, _ use: (String) -> Void) -> Bool {
    let near = content.rest.prefix(longestName)
    let ends = keys.compactMap { ValueText.place(of: $0, in: near) }
    let brace = near.firstIndex(of: UInt8(ascii: "}"))
    guard let end = (ends + [brace].compactMap { $0 }).min() else { return false }
    let name = content.rest[..<end]
    if !name.isEmpty { use(String(decoding: name, as: UTF8.self)) }
    content.skip(name.count)
    return true
  }

  private static let longestName = 320
  private static let keys = [
    "rssi", "connectable", "remote_id", "manufacturer_data", "service_data", "service_uuids", "adv_name",
    "platform_name", "tx_power_level", "appearance",
  ].map { Array(", \($0): ".utf8) }

  /// Takes octets in hex, or as numbers in brackets.
  private static func octets(in text: inout ValueText) -> [UInt8]? {
    if text.rest.first == UInt8(ascii: "[") { return text.octets() }
    let digits = text.rest.prefix { HexDigits.value(of: $0) != nil }
    let octets = digits.isEmpty ? [] : HexDigits.octets(of: digits)
    text.skip(digits.count)
    return octets
  }
}
