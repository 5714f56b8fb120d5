internal import AdvertisingData

/// The lines of a debug log of NimBLE with commands and their answers. ``HCIToolLines`` takes them.
enum NimBLECommandLines {
  private static let mark = Array("ble_hs_hci_cmd_send: ".utf8)
  private static let answerMark = Array("Command complete: cmd_pkts=".utf8)

  /// Returns the opcode and the length of a command whose octets follow; `nil` for any other line.
  static func head(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let place = ValueText.place(of: mark, in: line) else { return nil }
    let words = line[place...].split(separator: ASCII.space)
    guard let opcode = opcode(in: words), let length = value(of: "len=", in: words).flatMap(DecimalDigits.value),
      let count = UInt8(exactly: length)
    else { return nil }
    return opcode + [count]
  }

  /// Returns the event Command Complete that a line tells of: one command packet, the opcode, and the status.
  static func answer(in line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let place = ValueText.place(of: answerMark, in: line) else { return nil }
    let words = line[place...].split(separator: ASCII.space)
    guard let opcode = opcode(in: words), opcode != [0, 0],
      let status = value(of: "status=", in: words).flatMap(DecimalDigits.value).flatMap({ UInt8(exactly: $0) })
    else { return nil }
    return [0x0E, 4, 1] + opcode + [status]
  }

  /// Returns the octets of a line that has nothing else behind the words of a logger.
  static func row(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let words = line.split(separator: ASCII.space)
    guard let first = words.firstIndex(where: { $0.starts(with: "0x".utf8) }), first <= mostWordsBefore else {
      return nil
    }
    var octets: [UInt8] = []
    for word in words[first...] {
      guard word.count == 4, let number = HexNumber(word), let octet = UInt8(exactly: number.value) else { return nil }
      octets.append(octet)
    }
    return octets
  }

  /// The words before the octets in a logger of ESP-IDF: `D (54306) NimBLE:`.
  private static let mostWordsBefore = 3

  private static func opcode(in words: [ArraySlice<UInt8>]) -> [UInt8]? {
    guard let group = value(of: "ogf=", in: words).flatMap({ HexNumber($0)?.value }),
      let command = value(of: "ocf=", in: words).flatMap({ HexNumber($0)?.value }), group < 0x40, command < 0x400
    else { return nil }
    return [UInt8(truncatingIfNeeded: command), UInt8(truncatingIfNeeded: group << 2 | command >> 8)]
  }

  private static func value(of label: String, in words: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    words.first { $0.starts(with: label.utf8) }?.dropFirst(label.utf8.count)
  }
}
