internal import AdvertisingData

/// Dumps of data with their characters behind a bar, as loggers of firmware print them: nRF5's `NRF_LOG_HEXDUMP`, ESP-IDF's
/// `ESP_LOG_BUFFER_HEXDUMP`. A dump counts where its octets are whole AD structures. It does not say of which kind the packet
/// is, and the device only where the line before it has an address with a strength.
///
/// ```
/// <info> app:  02 01 06 0B 09 4E 6F 72|.....Nor
/// <info> app:  64 69 63 5F 48 52 4D   |dic_HRM
/// I (313) ble: 0x3ffc0a4c   02 01 06 03 03 0f 18                              |.......|
/// ```
///
/// Sources: nRF5 SDK 17, `nrf_log_str_formatter.c`; ESP-IDF, `log_buffers.c`; logs of a gateway in public threads.
struct HexViewLines {
  private var octets: [UInt8] = []
  /// The number of octets in a full row.
  private var width = 0
  private var line = 0
  private var time: Int64?
  private var device: (address: DeviceAddress, rssi: Int8)?
  /// The line before a dump, which can name the device.
  private var before: (text: ArraySlice<UInt8>, line: Int)?

  private static let bar = UInt8(ascii: "|")
  private static let widest = 16

  /// Whether rows may follow.
  var isOpen: Bool { !octets.isEmpty }

  /// Returns whether a line is a row that begins like advertising data.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { row(line).map(Self.beginsPayload) ?? false }

  /// Takes a row; returns `false` for any other line.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let row = Self.row(text) else {
      finish(into: &output)
      before = (text, line)
      return false
    }
    // Nothing ends a dump whose last row is full.
    if isOpen, row.count > width || Self.beginsPayload(row) && Self.isPayload(octets) { finish(into: &output) }
    if !isOpen {
      guard Self.beginsPayload(row) else { return false }
      (self.line, width, time) = (line, row.count, LineFacts.time(in: Array(text)))
      device = before.flatMap { $0.line == line - 1 ? Self.device(in: $0.text) : nil }
    }
    octets += row
    if row.count < width || octets.count > UInt8.max { finish(into: &output) }
    return true
  }

  /// Ends the open dump.
  mutating func finish(into output: inout LogOutput) {
    defer { octets = [] }
    guard Self.isPayload(octets) else { return }
    output.append(
      octets, LineFacts.pdu(of: octets, isAdvertising: false), of: device?.address ?? .anonymous, device?.rssi,
      at: time, line: line)
  }

  private static func device(in text: ArraySlice<UInt8>) -> (address: DeviceAddress, rssi: Int8)? {
    let line = Array(text)
    let lower = line.inLowerCase
    guard let rssi = LineFacts.rssi(in: lower),
      let printed = LineFacts.printedAddress(of: HexItem.items(in: line), in: lower)
    else { return nil }
    return (LineFacts.address(printed.number, in: lower), rssi)
  }

  /// Returns whether the first row of a dump begins like advertising data; a structure can be longer than the row.
  private static func beginsPayload(_ octets: [UInt8]) -> Bool {
    if HexItem(octets: octets, place: 0..<0, form: .separated).beginsLikePayload { return true }
    guard octets.count >= 8, octets.count...AdvertisingPDU.advInd.payloadLimit ~= Int(octets[0]) else { return false }
    return ADType(rawValue: octets[1]).isOfAdvertisingData
  }

  private static func isPayload(_ octets: [UInt8]) -> Bool {
    octets.count > 2
      && HexItem.payload(of: octets) == octets
  }

  /// Returns the octets of a row; `nil` for any other line, and where the characters are not theirs.
  private static func row(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let bar = line.firstIndex(of: Self.bar) else { return nil }
    var octets: [UInt8] = []
    for word in line[..<bar].split(separator: ASCII.space).reversed() {
      guard word.count == 2, octets.count < widest, let octet = HexDigits.octets(of: word)?.first else { break }
      octets.insert(octet, at: 0)
    }
    let shown = octets.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: ".") }
    let characters = line[(bar + 1)...]
    let isShown = [characters, characters.dropFirst()].contains { $0.starts(with: shown) }
    return octets.isEmpty || !isShown ? nil : octets
  }
}
