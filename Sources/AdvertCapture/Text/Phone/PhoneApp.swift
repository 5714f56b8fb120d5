/// What an Android phone tells of the scans of one app: `dumpsys bluetooth_manager`, which is in every bug report. It is the
/// phone's own account, in values: no byte of it was received.
package struct PhoneApp: Hashable, Sendable {
  /// The name of its package, or of the user that it shares with others.
  package var name: String
  /// Scans that it began.
  package var started = 0
  /// Scans that ended.
  package var stopped = 0
  /// Results that it got in all scans; `nil` when the phone does not say it.
  package var results: Int?
  /// The last ones that ended, then those that go on, in the order of the phone.
  package var scans: [Scan] = []
  /// How many more scans there are than are kept.
  package var scansLeftOut = 0

  /// An app of which only its name is known.
  package init(name: String) { self.name = name }

  /// One scan.
  package struct Scan: Hashable, Sendable {
    /// When it began, as the phone writes it: month, day and time of the phone's zone.
    package var start: String
    /// In milliseconds, until it ended or the account was written.
    package var duration: Int
    /// Whether it goes on.
    package var isOngoing: Bool
    /// Results that it got; `nil` when the phone does not say it, as before Android 8.
    package var results: Int?
    /// `LOW_POWER` and the like; `nil` when the phone does not say it, as before Android 11.
    package var mode: String?
    /// `ALL_MATCHES` and the like; `nil` when the phone does not say it.
    package var callbackType: String?
    /// What else is said of it.
    package var flags: Set<Flag> = []
    /// What it asks for; empty for a scan without filters, and when the phone does not say them.
    package var filters: [ScanFilter] = []
    /// Filters that were not understood, or are more than are kept.
    package var filtersUnread = 0

    /// Whether it is known what it asks for.
    package var areFiltersKnown: Bool {
      filtersUnread == 0 && (!filters.isEmpty || !flags.contains(.filtered) && mode != nil)
    }
  }

  /// What is said of a scan in one word.
  package enum Flag: String, Hashable, Sendable, CaseIterable {
    /// It only gets what other apps scan for.
    case opportunistic
    /// The app was in the background.
    case background
    /// It ran for too long, and the phone made it opportunistic or slow.
    case forced
    /// It has filters.
    case filtered
    /// It is held back, as one without filters is while the screen is off.
    case suspended
  }
}
