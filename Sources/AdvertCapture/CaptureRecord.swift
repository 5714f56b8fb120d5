/// What a capture file says of one packet. The packet's octets go beside it: they are viewed in place, and a value that
/// held the view would be kept in memory for every record.
public struct CaptureRecord: Sendable, BitwiseCopyable {
  /// Counts from 1, as Wireshark's frame numbers do.
  public let number: Int
  /// Offset in the input of the packet's first octet.
  public let fileOffset: Int
  /// `nil` when the format has no times.
  public let time: Timestamp?
  /// Octets the packet had before the capture cut it; at least as many as are there.
  public let originalLength: Int
  public let linkType: LinkType
  /// What the format says about the packet outside its octets; the link type knows what it means.
  public let flags: UInt32

  public init(
    number: Int, fileOffset: Int, time: Timestamp?, originalLength: Int, linkType: LinkType, flags: UInt32
  ) {
    self.number = number
    self.fileOffset = fileOffset
    self.time = time
    self.originalLength = originalLength
    self.linkType = linkType
    self.flags = flags
  }
}

/// Takes the records of a capture as a format reads them, each with the octets of its packet.
public protocol RecordConsumer: ~Copyable {
  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>)
  mutating func note(_ problem: CaptureProblem)
}
