/// AuxPtr: where and when the next packet of the same advertisement is sent (Core Vol 6 Part B 2.3.4.5).
struct AuxiliaryPointer: Hashable {
  /// The channel index, 0 to 39; larger values are reserved.
  let channel: UInt8
  /// From the start of this packet to that of the next, in microseconds; the next starts up to one unit later.
  let offsetMicroseconds: Int64
  /// `nil` for reserved values.
  let phy: LinkLayerPacket.PHY?

  init(first: UInt8, second: UInt16) {
    channel = first & 0x3F
    offsetMicroseconds = Int64(second & 0x1FFF) * (first & 0x80 == 0 ? 30 : 300)
    phy = LinkLayerPacket.PHY(rawValue: UInt8(second >> 13))
  }

  /// When the next packet starts if the one with the pointer came at `time`.
  func due(after time: Timestamp?) -> Timestamp? {
    time.map { Timestamp(microseconds: $0.microseconds &+ offsetMicroseconds) }
  }
}
