/// One HCI packet, whatever transport or capture header it came in, viewed in place.
struct HCIPacket: ~Escapable, BitwiseCopyable {
  let kind: Kind
  let adapter: UInt16
  let time: Timestamp?
  let record: Int
  /// Offset in the input of the first of `octets`.
  let fileOffset: Int
  /// The packet from its opcode or event code on; of a controller's address, its six octets and what follows.
  let octets: Span<UInt8>

  /// Whether this event has fewer octets than its own length octet says.
  var isEventCutShort: Bool { octets.count >= 2 && octets.count - 2 < Int(octets[1]) }

  enum Kind {
    case command
    case event
    /// A controller's public address, which the Linux monitor tells beside the packets.
    case controllerAddress
  }

  @inline(__always)
  @_lifetime(copy octets)
  init(_ kind: Kind, of record: borrowing CaptureRecord, adapter: UInt16, skipping header: Int, octets: Span<UInt8>) {
    self.kind = kind
    self.adapter = adapter
    time = record.time
    self.record = record.number
    fileOffset = record.fileOffset + header
    self.octets = octets
  }
}
