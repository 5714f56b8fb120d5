/// Writes pcapng: sections, little-endian, with times in microseconds or nanoseconds.
package enum PcapngOutput {
  /// Returns a section with its only interface.
  ///
  /// - Parameter linkType: a LINKTYPE_ number.
  package static func beginning(linkType: UInt16) -> [UInt8] {
    section() + interface(linkType: linkType)
  }

  /// Returns the header of a section.
  ///
  /// - Parameter comment: on the section as a whole; `nil` for none.
  package static func section(comment: String? = nil) -> [UInt8] {
    let options = options(comment.map { [$0] } ?? [])
    return block(0x0A0D_0D0A, bodyLength: 16 + options.count) { octets in
      append(0x1A2B_3C4D, to: &octets)
      // Version 1.0, and a length that is not known.
      append(1, to: &octets)
      append(.max, to: &octets)
      append(.max, to: &octets)
      octets += options
    }
  }

  /// Returns an interface of the section. Interfaces are numbered in their order, from 0.
  ///
  /// - Parameters:
  ///   - linkType: a LINKTYPE_ number.
  ///   - hasNanoseconds: whether the times of its packets are in nanoseconds.
  package static func interface(linkType: UInt16, hasNanoseconds: Bool = false) -> [UInt8] {
    // The option if_tsresol with ten to the power of -9 seconds, padded, and the end of options.
    let options: [UInt8] = hasNanoseconds ? [9, 0, 1, 0, 9, 0, 0, 0, 0, 0, 0, 0] : []
    return block(1, bodyLength: 8 + options.count) { octets in
      append(UInt32(linkType), to: &octets)
      append(longestPacket, to: &octets)
      octets += options
    }
  }

  /// Appends a packet.
  ///
  /// - Parameters:
  ///   - time: since 1970, in the unit of the interface; `nil` when it is not known. A packet with comments has the
  ///     time 0 then.
  ///   - originalLength: of the packet before anything was cut off.
  ///   - interface: its number in the section.
  ///   - comments: on the packet. Longer ones than the format can hold are cut.
  package static func append(
    _ packet: Span<UInt8>, at time: Int64?, originalLength: UInt32, interface: UInt32 = 0, comments: [String] = [],
    to octets: inout [UInt8]
  ) {
    let padding = (4 - packet.count % 4) % 4
    // A simple packet block has no time, no interface but the first, no comments, and all octets of the packet.
    let isSimple = time == nil && comments.isEmpty && interface == 0 && originalLength == packet.count
    let options = options(comments)
    let length = UInt32(truncatingIfNeeded: (isSimple ? 16 : 32) + packet.count + padding + options.count)
    append(isSimple ? 3 : 6, to: &octets)
    append(length, to: &octets)
    if !isSimple {
      let units = UInt64(bitPattern: time ?? 0)
      append(interface, to: &octets)
      append(UInt32(truncatingIfNeeded: units >> 32), to: &octets)
      append(UInt32(truncatingIfNeeded: units), to: &octets)
      append(UInt32(truncatingIfNeeded: packet.count), to: &octets)
    }
    append(originalLength, to: &octets)
    for index in packet.indices { octets.append(packet[index]) }
    for _ in 0..<padding { octets.append(0) }
    octets += options
    append(length, to: &octets)
  }

  /// The snapshot length of the interfaces.
  private static let longestPacket: UInt32 = 1 << 18

  /// The longest comment: an option has 16 bits for its length.
  private static let longestComment = 0xFFF0

  /// Returns comments as options, with the end of options; empty without comments.
  private static func options(_ comments: [String]) -> [UInt8] {
    guard !comments.isEmpty else { return [] }
    var octets: [UInt8] = []
    for comment in comments {
      var text = Array(comment.utf8.prefix(longestComment))
      // No character is cut in two.
      while text.count < comment.utf8.count, let last = text.last, last >= 0x80 { text.removeLast() }
      octets += [1, 0, UInt8(truncatingIfNeeded: text.count), UInt8(truncatingIfNeeded: text.count >> 8)]
      octets += text
      while octets.count % 4 != 0 { octets.append(0) }
    }
    return octets + [0, 0, 0, 0]
  }

  private static func block(_ kind: UInt32, bodyLength: Int, _ body: (inout [UInt8]) -> Void) -> [UInt8] {
    var octets: [UInt8] = []
    let length = UInt32(truncatingIfNeeded: 12 + bodyLength)
    append(kind, to: &octets)
    append(length, to: &octets)
    body(&octets)
    append(length, to: &octets)
    return octets
  }

  private static func append(_ number: UInt32, to octets: inout [UInt8]) {
    octets.append(UInt8(truncatingIfNeeded: number))
    octets.append(UInt8(truncatingIfNeeded: number >> 8))
    octets.append(UInt8(truncatingIfNeeded: number >> 16))
    octets.append(UInt8(truncatingIfNeeded: number >> 24))
  }
}
