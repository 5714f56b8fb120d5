/// The two buffers that a program in JavaScript prints of what it advertises: the advertising data, then the scan response
/// data.
///
/// ```
/// adv [ <Buffer 02 01 06 03 03 0d 18>,
///   <Buffer 04 09 4f 77 6c> ]
/// ```
package struct PastedBuffers {
  /// The first buffer.
  package let advertising: [UInt8]
  /// The second buffer.
  package let scanResponse: [UInt8]

  private static let mark = Array("<Buffer ".utf8)
  /// Above that of all logs that people paste.
  private static let mostOctets = 1 << 16

  /// Reads the list of two buffers in a text, both of whole AD structures that fit into a packet, which the program can print
  /// several times; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let text = Array(text.utf8.prefix(Self.mostOctets + 1))
    guard text.count <= Self.mostOctets else { return nil }
    var (buffers, count): ([[UInt8]], Int) = ([], 0)
    var (end, gap): (Int, ArraySlice<UInt8>) = (0, [])
    var place = 0
    while place < text.count {
      guard text[place] == Self.mark[0], text[place...].starts(with: Self.mark) else {
        place += 1
        continue
      }
      let start = place + Self.mark.count
      guard let close = text[start...].firstIndex(of: UInt8(ascii: ">")),
        let octets = HexDigits.octets(of: text[start..<close].filter { $0 != 0x20 }[...]),
        1...AdvertisingPDU.advInd.payloadLimit ~= octets.count, KnownStructures(octets[...]).areAll
      else { return nil }
      if buffers.count == 1 { gap = text[end..<place] }
      if buffers.count < 2 { buffers.append(octets) }
      guard octets == buffers[count % 2] else { return nil }
      count += 1
      end = close + 1
      place = end
    }
    guard buffers.count == 2, count % 2 == 0, gap.contains(UInt8(ascii: ",")),
      gap.allSatisfy({ $0 == UInt8(ascii: ",") || $0 <= 0x20 })
    else { return nil }
    (advertising, scanResponse) = (buffers[0], buffers[1])
  }
}
