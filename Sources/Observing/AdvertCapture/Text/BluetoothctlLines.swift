internal import AdvertisingData

/// Devices as `bluetoothctl` prints them: values of both packets in one, each in a line of its own. Their bytes are a
/// part of the data only, so none of these lines is an advertisement.
///
/// ```
/// [CHG] Device C6:11:22:33:44:55 ManufacturerData.Value:
///   10 05 0b 1c 11 22 33                             ....."3
/// Device C6:11:22:33:44:55 (random)
/// 	ServiceData.0000fcd2-0000-1000-8000-00805f9b34fb:
///   40 00 64                                         @.d
/// ```
///
/// Source: BlueZ 5.50 to 5.86, `client/main.c` and `client/print.c`.
struct BluetoothctlLines {
  /// Whether the next line may be a value of the device.
  private(set) var isOpen = false

  private static let tags = ["[NEW] ", "[CHG] ", "[DEL] "].map { Array($0.utf8) }
  private static let mark = Array("Device ".utf8)
  private static let kinds = ["(public)", "(random)"].map { Array($0.utf8) }
  private static let addressLength = 17

  /// Returns whether a line begins a device.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool {
    guard let place = ValueText.place(of: mark, in: line) else { return false }
    let address = line[(place + mark.count)...].prefix(addressLength)
    guard HexItem.items(in: Array(address)).first?.form == .address, address.count == addressLength else {
      return false
    }
    if tags.contains(where: { line[..<place].suffix($0.count).elementsEqual($0) }) { return true }
    // A device in full has nothing else in its first line; other programs write so, too, before the bytes.
    let rest = line[address.endIndex...].drop { $0 == ASCII.space }
    return place == line.startIndex && (rest.isEmpty || kinds.contains { rest.elementsEqual($0) })
  }

  /// Takes a line of a device; returns `false` for any other.
  mutating func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    let text = PlainLine.octets(of: text, gap: nil)
    if Self.begins(text) {
      isOpen = true
      output.losses.append(
        LogLoss(
          line: line, expected: UnreadLines.expected,
          found: "values of bluetoothctl, which joins both blocks: btmon --write has the bytes"))
      return true
    }
    isOpen = isOpen && (text.first == ASCII.space || text.first == 0x09)
    return isOpen
  }
}
