internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The scans of a log's host, a row each: what `inspect` says of them.
struct PageScans {
  private static let maximumRows = 500

  private let path: String
  private let sessions: [ScanSession]
  private let leftOut: Int
  private let tallies: [FilterTallies]?
  private let filters: FilterList
  private let end: Timestamp?

  /// Collects the scans of an input; `nil` when the capture has no scan.
  init?(_ input: Input) {
    guard case .capture(let summary, let observation) = input.content else { return nil }
    sessions = observation.scanSessions
    guard !sessions.isEmpty else { return nil }
    path = HostileText.visible(input.path)
    leftOut = observation.scanSessionsLeftOut
    tallies = observation.filterTallies(of: sessions)
    filters = FilterList(sessions.prefix(Self.maximumRows))
    end = summary.times?.upperBound
  }

  func write(to page: inout HTMLWriter) {
    page.element("details", ["class": "scans"]) { page in
      page.element("summary", "The \(counted(sessions.count, "scan")) of \(path)")
      if !filters.filters.isEmpty {
        page.element("p", "Filters of all apps, by their numbers in the table:")
        page.element("ol", ["class": "filters"]) { page in
          for filter in filters.filters { page.element("li", filter) }
        }
      }
      page.scrolling("Scans of \(path)") { page in
        page.element("table", ["class": "scans"]) { page in
          page.head(["Scan", "Began", "Lasted", "Type", "Listened", "Filters", "Reports", "Devices", "Ended by"])
          page.element("tbody") { page in
            for (position, session) in sessions.prefix(Self.maximumRows).enumerated() {
              write(session, tallies?[position], to: &page)
            }
          }
        }
      }
      let more = max(0, sessions.count - Self.maximumRows) + leftOut
      if more > 0 { page.element("p", "\(counted(more, "more scan")): advert inspect --format json has them.") }
    }
    page.lineBreak()
  }

  private func write(_ session: ScanSession, _ tallies: FilterTallies?, to page: inout HTMLWriter) {
    let lasted = session.duration(until: end)
    page.element("tr", ["data-scan": String(session.number), "data-lasted": lasted.map { String($0) } ?? ""]) { page in
      page.element("th", ["scope": "row"], String(session.number))
      page.element("td", session.setting.time.map(TimeOfDay.words) ?? "not known")
      page.element("td", lasted.map(PageDuration.words) ?? "not known")
      page.element("td", session.setting.mode == .unknown ? "not known" : session.setting.mode.rawValue)
      page.element("td", listened(session))
      page.element("td") { page in writeFilters(of: session, tallies, to: &page) }
      page.element("td", ["class": "number"], String(session.reports))
      page.element("td", ["class": "number"], session.devices.map { String($0) } ?? "–")
      page.element("td", session.end.map { $0.reason.rawValue } ?? "the end")
    }
    page.lineBreak()
  }

  private func listened(_ session: ScanSession) -> String {
    guard let listening = session.setting.listening else { return "not known" }
    let share = session.dutyCycle.map { "\(Int(($0 * 100).rounded())) %: " } ?? ""
    return share + ScanModeWords.words(listening)
  }

  private func writeFilters(of session: ScanSession, _ tallies: FilterTallies?, to page: inout HTMLWriter) {
    page.element("ul") { page in
      for part in filters.words(session, tallies, until: end) { page.element("li", part) }
    }
  }
}
