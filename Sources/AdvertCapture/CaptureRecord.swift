/// One packet of a capture file, viewed in place.
public struct CaptureRecord: ~Escapable, BitwiseCopyable {
  /// Counts from 1, as Wireshark's frame numbers do.
  public let number: Int
  /// Offset in the input of the packet's first octet.
  public let fileOffset: Int
  /// `nil` when the format has no times.
  public let time: Timestamp?
  /// Octets the packet had before the capture cut it; at least `octets.count`.
  public let originalLength: Int
  public let linkType: LinkType
  /// What the format says about the packet outside its octets; the link type knows what it means.
  public let flags: UInt32
  public let octets: Span<UInt8>

  @_lifetime(copy octets)
  public init(
    number: Int, fileOffset: Int, time: Timestamp?, originalLength: Int, linkType: LinkType, flags: UInt32,
    octets: Span<UInt8>
  ) {
    self.number = number
    self.fileOffset = fileOffset
    self.time = time
    self.originalLength = originalLength
    self.linkType = linkType
    self.flags = flags
    self.octets = octets
  }
}

/// Takes the records of a capture as a format reads them.
public protocol RecordConsumer: ~Copyable {
  mutating func consume(_ record: borrowing CaptureRecord)
  mutating func note(_ problem: CaptureProblem)
}
