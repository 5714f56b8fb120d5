/// How to read a capture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether packets whose CRC is wrong become reports all the same. Noise then invents devices and data.
  public var keepsBadCRC: Bool

  public init(keepsBadCRC: Bool = false) {
    self.keepsBadCRC = keepsBadCRC
  }
}
