/// What is written of pcapng: one section with one interface, little-endian, with times in microseconds.
package enum PcapngOutput {
  /// The section and its interface.
  ///
  /// - Parameter linkType: a LINKTYPE_ number.
  package static func beginning(linkType: UInt16) -> [UInt8] {
    var octets: [UInt8] = []
    append(0x0A0D_0D0A, to: &octets)
    append(28, to: &octets)
    append(0x1A2B_3C4D, to: &octets)
    // Version 1.0, and a length that is not known.
    append(1, to: &octets)
    append(.max, to: &octets)
    append(.max, to: &octets)
    append(28, to: &octets)
    append(1, to: &octets)
    append(20, to: &octets)
    append(UInt32(linkType), to: &octets)
    append(0, to: &octets)
    append(20, to: &octets)
    return octets
  }

  /// Appends a packet.
  ///
  /// - Parameters:
  ///   - time: in microseconds since 1970; `nil` when it is not known.
  ///   - originalLength: of the packet before anything was cut off.
  package static func append(
    _ packet: Span<UInt8>, at time: Int64?, originalLength: UInt32, to octets: inout [UInt8]
  ) {
    let padding = (4 - packet.count % 4) % 4
    // A simple packet block has no time.
    let length = UInt32(truncatingIfNeeded: (time == nil ? 16 : 32) + packet.count + padding)
    append(time == nil ? 3 : 6, to: &octets)
    append(length, to: &octets)
    if let time {
      let units = UInt64(bitPattern: time)
      append(0, to: &octets)
      append(UInt32(truncatingIfNeeded: units >> 32), to: &octets)
      append(UInt32(truncatingIfNeeded: units), to: &octets)
      append(UInt32(truncatingIfNeeded: packet.count), to: &octets)
    }
    append(originalLength, to: &octets)
    for index in packet.indices { octets.append(packet[index]) }
    for _ in 0..<padding { octets.append(0) }
    append(length, to: &octets)
  }

  private static func append(_ number: UInt32, to octets: inout [UInt8]) {
    octets.append(UInt8(truncatingIfNeeded: number))
    octets.append(UInt8(truncatingIfNeeded: number >> 8))
    octets.append(UInt8(truncatingIfNeeded: number >> 16))
    octets.append(UInt8(truncatingIfNeeded: number >> 24))
  }
}
