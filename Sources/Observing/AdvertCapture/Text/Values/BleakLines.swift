internal import AdvertisingData

/// Values as bleak prints them, alone and in the log of Home Assistant, which prints the scanner before them:
///
/// ```
/// hci0 (48:51:B7:7B:C1:F3) [connectable]: FC:2E:A9:3F:B7:33 AdvertisementData(local_name='PAX Calima', rssi=-81) match: set()
/// ```
///
/// Source: bleak, `backends/scanner.py` (`AdvertisementData`); habluetooth, `manager.py`.
enum BleakLines {
  private static let longestName = 64

  /// Returns the values of a line; `nil` for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> ValueLine? {
    let mark = ValueText.octets(of: "AdvertisementData(")
    guard let place = ValueText.place(of: mark, in: text) else { return nil }
    let head = text[..<place]
    // Of several addresses, the scanner's comes first. On macOS, an identifier is in its place.
    let last = HexItem.items(in: Array(head)).last { $0.form == .address }
    let identifier = last == nil ? LineFacts.identifier(in: head) : nil
    let hidden = last == nil && identifier == nil ? HiddenAddress.place(in: head) : nil
    guard last != nil || identifier != nil || hidden != nil else { return nil }
    var content = ValueText(text[(place + mark.count)...])
    var rssi: Int?
    guard let values = values(in: &content, rssi: &rssi) else { return nil }
    // Before bleak 0.19, only the program around it can have printed the strength: behind the values, or before them.
    if rssi == nil {
      let around = [content.rest, head].lazy.map { part in Array(part).map { ASCII.isLetter($0) ? $0 | 0x20 : $0 } }
      rssi = around.compactMap { part in LineFacts.namedRSSI(in: part).map { Int($0) } }.first
    }
    var heard = ValueLine(
      program: .bleak, address: last.map { LineFacts.address($0.number) } ?? .anonymous,
      values: values, rssi: rssi, line: line)
    heard.identifier = identifier
    note(head.prefix(last?.place.lowerBound ?? hidden.map { $0 - head.startIndex } ?? 0), in: &heard)
    return heard
  }

  private static func values(in content: inout ValueText, rssi: inout Int?) -> HeardValues? {
    var values = HeardValues()
    repeat {
      if content.take("local_name=") {
        guard let name = content.pythonString() else { return nil }
        values.name = name
      } else if content.take("manufacturer_data=") {
        var data: [UInt16: [UInt8]] = [:]
        let isWhole = content.elements(from: "{", to: "}") { text in
          guard let number = text.number(), let company = UInt16(exactly: number), text.take(": "),
            let octets = text.pythonBytes()
          else { return false }
          data[company] = octets
          return true
        }
        guard isWhole else { return nil }
        values.manufacturerData = data
      } else if content.take("service_data=") {
        var data: [BluetoothUUID: [UInt8]] = [:]
        let isWhole = content.elements(from: "{", to: "}") { text in
          guard let uuid = text.pythonString().flatMap({ BluetoothUUID(text: $0) }), text.take(": "),
            let octets = text.pythonBytes()
          else { return false }
          data[uuid] = octets
          return true
        }
        guard isWhole else { return nil }
        values.serviceData = data
      } else if content.take("service_uuids=") {
        var services: [BluetoothUUID] = []
        let isWhole = content.elements(from: "[", to: "]") { text in
          guard let uuid = text.pythonString().flatMap({ BluetoothUUID(text: $0) }) else { return false }
          services.append(uuid)
          return true
        }
        guard isWhole else { return nil }
        values.services = services
      } else if content.take("tx_power=") {
        guard content.number() != nil else { return nil }
      } else if content.take("rssi=") {
        guard let number = content.number() else { return nil }
        rssi = number
      } else {
        return nil
      }
      if content.take(")") { return values }
    } while content.take(", ")
    return nil
  }

  /// Notes the scanner: the text between the last `] ` of a logger and the address.
  private static func note(_ head: ArraySlice<UInt8>, in heard: inout ValueLine) {
    guard let colon = ValueText.lastPlace(of: ": ", in: head), colon + 2 == head.endIndex else { return }
    var name = head[..<colon]
    for (mark, isConnectable) in [(" [connectable]", true), (" [non-connectable]", false)] as [(String, Bool)] {
      guard let place = ValueText.lastPlace(of: mark, in: name) else { continue }
      heard.isConnectable = isConnectable
      name = name[..<place]
    }
    if let logger = ValueText.lastPlace(of: "] ", in: name) { name = name[(logger + 2)...] }
    // A logger of Python prints the time, the logger and the level there.
    guard !name.isEmpty, name.count <= longestName, LineFacts.time(in: Array(name)) == nil else { return }
    heard.scanner = String(decoding: name, as: UTF8.self)
  }
}
