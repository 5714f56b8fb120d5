internal import AdvertCapture
internal import AdvertLint
internal import AdvertScan
internal import AdvertisingData

/// The scans of apps that an Android phone reports: no log of its controller shows the app of a filter.
struct PhoneReport {
  let path: String
  let apps: [PhoneApp]
  /// The user's questions; empty for all scans.
  var asked: [Question] = []

  /// The most scans of an app that are listed: the last ones.
  private static let maximumScans = 8

  // MARK: Text

  /// Returns a paragraph for each app.
  func lines(_ style: TextStyle) -> [String] {
    var lines = wrapped(
      "\(HostileText.visible(path)): the phone's own account of the scans of \(counted(apps.count, "app")) (dumpsys)",
      at: style.columns ?? .max)
    let shown = HostileText.visible(path)
    if lines[0].hasPrefix(shown) { lines[0] = style.strong(shown) + lines[0].dropFirst(shown.count) }
    for app in apps { lines += [""] + self.lines(of: app, style) }
    return lines
  }

  /// Returns a line for each app that scans: whether its filters ask for the user's question.
  func answers(_ style: TextStyle) -> [String] {
    let scanning = apps.filter { !$0.scans.isEmpty }
    guard !scanning.isEmpty, !asked.isEmpty else { return [] }
    var lines = ["By the phone's own account (dumpsys), these apps scan:"]
    for app in scanning {
      lines.append("  " + style.strong(HostileText.visible(app.name)))
      lines += wrapped(answer(of: app), at: style.proseColumns - 4).map { "    " + $0 }
    }
    return lines
  }

  private func lines(of app: PhoneApp, _ style: TextStyle) -> [String] {
    var counts = [counted(app.started, "scan") + " begun"]
    if app.started > app.stopped { counts.append("\(app.started - app.stopped) not ended") }
    if let results = app.results { counts.append(counted(results, "result")) }
    var lines = [style.strong(HostileText.visible(app.name)) + ": " + counts.joined(separator: ", ")]
    for scan in app.scans.suffix(Self.maximumScans) {
      lines += listItem(Self.words(scan), style)
    }
    let more = app.scansLeftOut + max(app.scans.count - Self.maximumScans, 0)
    if more > 0 { lines.append("  \(counted(more, "more scan")) in the account") }
    return lines
  }

  /// `05-08 17:36:12, 6.06 s, BALANCED: 0 results; filters: service 180d`.
  private static func words(_ scan: PhoneApp.Scan) -> String {
    let length = "\(Seconds.words(Int64(clamping: scan.duration) * 1000)) s"
    var parts = [scan.isOngoing ? "since \(scan.start) (\(length))" : "\(scan.start), \(length)"]
    if let mode = scan.mode { parts.append(HostileText.visible(mode)) }
    for flag in PhoneApp.Flag.allCases where scan.flags.contains(flag) && flag != .filtered { parts.append(flag.words) }
    if let results = scan.results { parts.append(counted(results, "result")) }
    return parts.joined(separator: ", ") + "; " + filters(of: scan)
  }

  private static func filters(of scan: PhoneApp.Scan) -> String {
    var words = scan.filters.map { $0.words }.withoutRepeats
    if scan.filtersUnread > 0 { words.append("\(scan.filtersUnread) that were not understood") }
    guard words.isEmpty else { return "filters: " + words.joined(separator: "; ") }
    return scan.areFiltersKnown ? "no filter" : "filters are not in the account"
  }

  private func answer(of app: PhoneApp) -> String {
    let scan = app.scans.last { $0.isOngoing } ?? app.scans[app.scans.count - 1]
    let answers = scan.filters.flatMap { filter in asked.map { filter.asks(for: $0) } }
    let verdict =
      if answers.contains(true) {
        "a filter asks for it"
      } else if !scan.areFiltersKnown {
        "whether a filter asks for it is not known"
      } else if answers.isEmpty {
        "no filter, so it passes"
      } else {
        answers.contains(nil)
          ? "no filter asks for it alone; whether one lets it pass depends on what else the device sends"
          : "no filter lets it pass"
      }
    return verdict + ". Its last scan: " + Self.words(scan)
  }
}

// MARK: Keys

extension PhoneReport {
  static let keys: Keys<PhoneReport> = [
    Key("path", .string, "the input") { $0.path },
    Key("apps", .list(.object(app)), "in the order of the phone") { $0.apps },
  ]

  private static let untold = "when the phone does not say it"

  private static let app: Keys<PhoneApp> = [
    Key("name", .string, "its package, or the user that it shares") { $0.name },
    Key("started", .integer, "scans that it began") { $0.started },
    Key("stopped", .integer, "scans that ended") { $0.stopped },
    Key("results", .integer, "results of all scans", null: untold) { $0.results },
    Key("scansLeftOut", .integer, "scans of the account beyond the limit") { $0.scansLeftOut },
    Key("scans", .list(.object(scan)), "the last that ended, then those that go on") { $0.scans },
  ]

  private static let scan: Keys<PhoneApp.Scan> = [
    Key("start", .string, "month, day and time in the phone's zone, as it writes them") { $0.start },
    Key("milliseconds", .integer, "how long it ran") { $0.duration },
    Key("ongoing", .boolean, "whether it goes on") { $0.isOngoing },
    Key("results", .integer, "results that the app got", null: untold) { $0.results },
    Key("mode", .string, "`LOW_POWER` and the like", null: untold) { $0.mode },
    Key("callbackType", .string, "`ALL_MATCHES` and the like", null: untold) { $0.callbackType },
    Key("flags", .list(.word(PhoneApp.Flag.self)), "what else is said of it") { scan in
      PhoneApp.Flag.allCases.filter { scan.flags.contains($0) }
    },
    Key("filters", .list(.string), "what each filter asks for, for people") { $0.filters.map { $0.words } },
    Key("filtersUnread", .integer, "filters that were not understood") { $0.filtersUnread },
  ]
}

extension PhoneApp.Flag {
  /// The words for people.
  fileprivate var words: String {
    switch self {
    case .opportunistic: "only what other apps scan for"
    case .background: "in the background"
    case .forced: "slowed by the phone because it ran for long"
    case .filtered: "with filters"
    case .suspended: "held back while the screen is off"
    }
  }
}
