/// The scans of one app that an Android phone reports in `dumpsys bluetooth_manager`, which is in every bug report. It
/// is the phone's own account, in values, and contains no received bytes.
package struct PhoneApp: Hashable, Sendable {
  /// The name of its package, or of the user that it shares with other apps.
  package var name: String
  /// The number of scans that it started.
  package var started = 0
  /// The number of scans that ended.
  package var stopped = 0
  /// The number of results in all of its scans; `nil` when the phone does not report it.
  package var results: Int?
  /// The last ended scans, then the ongoing ones, in the order of the phone.
  package var scans: [Scan] = []
  /// The number of further scans that are not kept.
  package var scansLeftOut = 0

  /// An app with its name alone.
  package init(name: String) { self.name = name }

  /// One scan.
  package struct Scan: Hashable, Sendable {
    /// The start, as the phone writes it: month, day and time of the phone's zone.
    package var start: String
    /// The duration in milliseconds, until the scan ended or the account was written.
    package var duration: Int
    /// Whether the scan is ongoing.
    package var isOngoing: Bool
    /// The number of results; `nil` when the phone does not report it, as before Android 8.
    package var results: Int?
    /// `LOW_POWER` or another mode; `nil` when the phone does not report it, as before Android 11.
    package var mode: String?
    /// `ALL_MATCHES` or another type; `nil` when the phone does not report it.
    package var callbackType: String?
    /// Further properties.
    package var flags: Set<Flag> = []
    /// The filters; empty for a scan without filters, and when the phone does not report them.
    package var filters: [ScanFilter] = []
    /// The number of filters that were not understood, or that are more than are kept.
    package var filtersUnread = 0

    /// Whether the filters of the scan are known.
    package var areFiltersKnown: Bool {
      filtersUnread == 0 && (!filters.isEmpty || !flags.contains(.filtered) && mode != nil)
    }
  }

  /// A property of a scan in one word.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    /// The app gets only results that other apps scan for.
    case opportunistic
    /// The app was in the background.
    case background
    /// The scan ran for too long, and the phone made it opportunistic or slow.
    case forced
    /// The scan has filters.
    case filtered
    /// The scan is suspended, like a scan without filters while the screen is off.
    case suspended
  }
}
