/// How to read a capture.
public struct CaptureOptions: Hashable, Sendable {
  /// Whether packets whose CRC is wrong become reports all the same. Noise then invents devices and data.
  public var keepsBadCRC: Bool
  /// Octets that windows on an input hold to begin with, at least 1. It changes nothing of what is read: small ones have
  /// their edges inside records, as large inputs do, and cost less to make for inputs that are small.
  public var windowCapacity: Int

  public init(keepsBadCRC: Bool = false, windowCapacity: Int = InputWindow.defaultCapacity) {
    self.keepsBadCRC = keepsBadCRC
    self.windowCapacity = windowCapacity
  }
}
