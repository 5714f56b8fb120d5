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

  /// Returns the values of a line, of each device in it; empty for any other line.
  static func values(in text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    var (start, place) = (text.startIndex, ValueText.place(of: mark, in: text))
    var devices: [ValueLine] = []
    while let one = place {
      place = ValueText.place(of: mark, in: text[(one + mark.count)...])
      guard let next = place else { break }
      // A printed dictionary has the address of each device before its values.
      guard let address = HexItem.items(in: Array(text[one..<next])).first(where: { $0.form == .address }) else {
        continue
      }
      devices += values(ofDevice: text[start..<one + address.place.lowerBound], line: line)
      start = one + address.place.lowerBound
    }
    return devices + values(ofDevice: text[start...], line: line)
  }

  private static func values(ofDevice text: ArraySlice<UInt8>, line: Int) -> [ValueLine] {
    guard var heard = PrintedForm.bleak.values(in: text, line: line).first,
      let place = ValueText.place(of: mark, in: text)
    else { return [] }
    let head = text[..<place]
    // Of several addresses, the scanner's comes first. On macOS, an identifier is in its place.
    let last = HexItem.items(in: Array(head)).last { $0.form == .address }
    let hidden = heard.isNamed ? nil : HiddenAddress.place(in: head)
    guard heard.isNamed || hidden != nil || isAlone(head, text, heard) else { return [] }
    note(head.prefix(last?.place.lowerBound ?? hidden.map { $0 - head.startIndex } ?? 0), in: &heard)
    return [heard]
  }

  private static let mark = Array("AdvertisementData(".utf8)

  /// Returns whether values without an address are those of a print, and not a line of a program.
  private static func isAlone(_ head: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>, _ heard: ValueLine) -> Bool {
    let isBehindLogger = head.suffix(2).elementsEqual(": ".utf8) || head.suffix(2).elementsEqual("] ".utf8)
    return heard.rssi != nil && (head.isEmpty || isBehindLogger) && text.last == UInt8(ascii: ")")
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
    // Home Assistant's integration of 2022 logs a device so.
    if name.elementsEqual("Device detected".utf8) { return }
    // A logger of Python prints the time, the logger and the level there.
    guard !name.isEmpty, name.count <= longestName, LineFacts.time(in: Array(name)) == nil else { return }
    heard.scanner = String(decoding: name, as: UTF8.self)
  }
}
