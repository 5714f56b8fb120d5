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

  /// Where in a record a packet is.
  struct Place: BitwiseCopyable {
    let kind: Kind
    /// Offset of the packet in the record's octets, which may end before it.
    let start: Int
    let adapter: UInt16

    @inline(__always)
    init(_ kind: Kind, start: Int = 0, adapter: UInt16 = 0) {
      self.kind = kind
      self.start = start
      self.adapter = adapter
    }
  }

  @inline(__always)
  @_lifetime(copy octets)
  init(_ place: Place, of record: CaptureRecord, _ octets: Span<UInt8>) {
    kind = place.kind
    adapter = place.adapter
    time = record.time
    self.record = record.number
    fileOffset = record.fileOffset + place.start
    self.octets = octets.extracting(droppingFirst: place.start)
  }
}
