/// A change of how the capturing host scans, from its commands and the controller's events.
public struct ScanModeChange: Hashable, Sendable {
  /// The Bluetooth controller that scans.
  public var adapter: UInt16
  /// The time of the command; `nil` when the capture does not have it.
  public var time: Timestamp?
  /// The record of the command or event, counting from 1.
  public var record: Int
  /// The mode in which the host scans from now on.
  public var mode: ScanMode
  /// Whether the controller filters duplicates; `nil` when it does not scan.
  public var filtersDuplicates: Bool?
  /// Scan interval and window; `nil` when it does not scan, and when they were set before the capture began.
  public var listening: Listening?
  /// The advertisers that the controller listens to; `nil` when it does not scan, and when that was set before the
  /// capture began.
  public var filterPolicy: FilterPolicy?
  /// The record of the command that set the parameters; `nil` when it does not scan, and when they were set before the
  /// capture began.
  public var parametersRecord: Int?
  /// The cause of the change.
  public var cause = Cause.command

  /// The scan interval and window, in units of 0.625 ms. With several PHYs, those of the first.
  public struct Listening: Hashable, Sendable {
    /// From the start of one scan window to the start of the next, in units of 0.625 ms.
    public var interval: UInt16
    /// The length of each scan window, in units of 0.625 ms.
    public var window: UInt16

    /// Whether the host listens all the time.
    public var isContinuous: Bool { window >= interval }

    /// A window in each interval, both in units of 0.625 ms.
    public init(interval: UInt16, window: UInt16) {
      self.interval = interval
      self.window = window
    }
  }

  /// The scanning filter policy of HCI. Source: Core Specification Vol 4 Part E 7.8.10.
  public enum FilterPolicy: UInt8, Hashable, Sendable, CaseIterable {
    /// All advertisers; directed advertising only to this host.
    case all = 0
    /// Only advertisers on the filter accept list.
    case acceptList = 1
    /// All advertisers, with directed advertising to private addresses that the controller cannot resolve.
    case allWithPrivate = 2
    /// Only advertisers on the filter accept list, with directed advertising to such private addresses.
    case acceptListWithPrivate = 3

    /// Whether reports come only from advertisers on the filter accept list.
    public var usesAcceptList: Bool { self == .acceptList || self == .acceptListWithPrivate }
  }

  /// The causes of a change.
  public enum Cause: Hashable, Sendable {
    /// A command to start or stop scanning.
    case command
    /// The scan's duration is over.
    case timeout
    /// The controller was reset.
    case reset
    /// The controller refused the command of this record: the state before that command applies again.
    case refusal(record: Int)
  }

  /// Returns whether the host scans in another way than before.
  public func differs(from before: ScanModeChange) -> Bool {
    (mode, filtersDuplicates) != (before.mode, before.filtersDuplicates) || listening != before.listening
      || filterPolicy != before.filterPolicy
  }
}

/// The ways in which a host scans.
public enum ScanMode: String, Hashable, Sendable, CaseIterable {
  /// The host does not scan.
  case off
  /// The host listens without requesting scan responses.
  case passive
  /// The host requests the scan responses of scannable advertisers.
  case active
  /// Scanning was enabled, but its parameters were set before the capture began.
  case unknown
}
