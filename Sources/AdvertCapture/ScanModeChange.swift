/// The capturing host changed how it scans, as its own commands say.
public struct ScanModeChange: Hashable, Sendable {
  public let adapter: UInt16
  public let time: Timestamp?
  public let record: Int
  /// How it scans from here on.
  public let mode: ScanMode
}

/// How a host scans.
public enum ScanMode: String, Hashable, Sendable, CaseIterable {
  case off
  /// Only listens: scan responses are never requested.
  case passive
  /// Asks scannable advertisers for their scan response.
  case active
  /// Scanning was enabled, but its parameters were set before the capture began.
  case unknown
}
