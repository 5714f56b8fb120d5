internal import AdvertReading

/// The beginnings of capture files, which show where one file was appended to another.
enum CaptureMark {
  /// The octets that ``format(_:)`` looks at, at most.
  static let longest = 16

  /// Returns the name of the format of a file that begins with these octets; `nil` when they are no whole mark.
  static func format(_ octets: Span<UInt8>) -> String? {
    guard octets.count >= 12 else { return nil }
    switch octets[0] {
    case 0x62: return octets.count >= Btsnoop.headLength && Btsnoop.isMark(octets) ? Btsnoop.name : nil
    case 0xD4, 0xA1, 0x4D, 0x34: return Pcap.isMark(octets) ? Pcap.name : nil
    case 0x0A: return Pcapng.isMark(octets) ? Pcapng.name : nil
    default: return nil
    }
  }

  /// Returns whether the octets up to an offset are the header of a file.
  static func isFileHeader(_ octets: Span<UInt8>, endingAt end: Int) -> Bool {
    for (name, length) in [(Btsnoop.name, Btsnoop.headLength), (Pcap.name, Pcap.headLength)] where end >= length {
      if format(octets.extracting(end - length..<end)) == name { return true }
    }
    return false
  }
}
