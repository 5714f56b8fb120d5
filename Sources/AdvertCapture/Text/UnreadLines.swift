internal import AdvertisingData

/// Lines of known programs that tell of an advertisement and do not have its octets. They are counted, with what is missing in
/// them: what they have is too little to judge what a device sends.
enum UnreadLines {
  private struct Kind: Sendable {
    /// All of these stand in the line, in this order.
    let marks: [[UInt8]]
    let expected: String
    let found: String

    init(_ marks: String..., expected: String, found: String) {
      self.marks = marks.map { Array($0.utf8) }
      self.expected = expected
      self.found = found
    }
  }

  private static let kinds = [
    Kind(
      "AdvertisementData(", "rssi=", expected: "the bytes that were sent",
      found: "values of bleak, which joins both blocks and leaves out Flags and the order: btmon --write has the bytes"),
    Kind(
      "AdvertisementData{", "rssi", expected: "the bytes that were sent",
      found: "values of flutter_blue_plus, which joins both blocks: the phone's Bluetooth HCI log has the bytes"),
    Kind(
      "bdaddr ", " (", expected: "the bytes that were sent",
      found: "words of hcidump, which leave out data: hcidump -R has the bytes"),
    Kind(
      "ScanRecord [", "mAdvertiseFlags=", expected: "the bytes that were sent",
      found:
        "values of Android's ScanRecord, which joins both blocks: getBytes() or the phone's Bluetooth HCI log has the bytes"
    ),
    Kind(
      "Advertised Device", "Name: ", "Address: ", expected: "the bytes that were sent",
      found: "values of an ESP32 library's toString(), which joins both blocks: getPayload() has the bytes"),
    Kind(
      "[DEVICE]: ", "AD evt type ", "AD data len ", expected: "the bytes that were sent",
      found: "Zephyr's observer, which prints their number only: CONFIG_BT_DEBUG_MONITOR_UART has the bytes"),
    Kind(
      "Device ", "RSSI: ", expected: "the bytes that were sent",
      found: "bluetoothctl, which prints names and strengths: btmon --write has the bytes"),
  ]

  /// Whether a line is one of these.
  static func begins(_ line: ArraySlice<UInt8>) -> Bool { kind(of: line) != nil }

  /// Takes a line as a loss; `false` for any other.
  static func take(_ text: ArraySlice<UInt8>, line: Int, into output: inout LogOutput) -> Bool {
    guard let kind = kind(of: text) else { return false }
    output.losses.append(LogLoss(line: line, expected: kind.expected, found: kind.found))
    return true
  }

  private static func kind(of line: ArraySlice<UInt8>) -> Kind? {
    // Every one of them has an address.
    guard line.count > 17 else { return nil }
    let kind = kinds.first { kind in
      var rest = line
      return kind.marks.allSatisfy { mark in
        guard let end = end(of: mark, in: rest) else { return false }
        rest = rest[end...]
        return true
      }
    }
    guard kind != nil, HexItem.items(in: Array(line)).contains(where: { $0.form == .address }) else { return nil }
    return kind
  }

  private static func end(of mark: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var place = text.startIndex
    while place + mark.count <= text.endIndex {
      if text[place] == mark[0], text[place...].starts(with: mark) { return place + mark.count }
      place += 1
    }
    return nil
  }
}
