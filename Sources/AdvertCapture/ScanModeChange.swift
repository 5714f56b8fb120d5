/// The capturing host changed how it scans, as its own commands say.
public struct ScanModeChange: Hashable, Sendable {
  public let adapter: UInt16
  public let time: Timestamp?
  public let record: Int
  /// How it scans from here on.
  public let mode: ScanMode
  /// Whether it let its controller leave out repeated advertisements; `nil` when it does not scan.
  public let filtersDuplicates: Bool?
  /// How long it listens in how much time; `nil` when it does not scan, and when that was set before the capture began.
  public let listening: Listening?

  /// In units of 0.625 ms. With several PHYs, those of the first.
  public struct Listening: Hashable, Sendable {
    public let interval: UInt16
    public let window: UInt16

    /// Whether it listens all the time.
    public var isContinuous: Bool { window >= interval }
  }

  init(
    adapter: UInt16, time: Timestamp?, record: Int, mode: ScanMode, filtersDuplicates: Bool? = nil,
    listening: Listening? = nil
  ) {
    self.adapter = adapter
    self.time = time
    self.record = record
    self.mode = mode
    self.filtersDuplicates = filtersDuplicates
    self.listening = listening
  }

  /// Whether it says something else than how the same host scanned before.
  public func differs(from before: ScanModeChange) -> Bool {
    (mode, filtersDuplicates) != (before.mode, before.filtersDuplicates) || listening != before.listening
  }
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
