package import AdvertCapture
package import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The different filters of a log's scans, with numbers: a phone has the same thirty in each part of each scan, so they are
/// said once.
package struct FilterList {
  /// The filters in the order of their numbers, from 1.
  package private(set) var filters: [String] = []
  private var numbers: [String: Int] = [:]
  /// Whether the log has a command about a filter.
  private var hasCommands = false

  static let notInLog = "what apps filter for is not in this log"

  package init(_ sessions: some Sequence<ScanSession>) {
    for session in sessions {
      hasCommands = hasCommands || session.hasFilterCommand
      for phase in session.phases where Self.hasFilters(phase.settings) {
        for filter in phase.settings.filters {
          let words = filter.words
          guard numbers[words] == nil else { continue }
          filters.append(words)
          numbers[words] = filters.count
        }
      }
    }
  }

  /// Whether only some reports pass.
  private static func hasFilters(_ settings: ScanSettings) -> Bool {
    settings.isFiltering != false
      && !(settings.isFiltering == nil && settings.filters.isEmpty && settings.isKnownFromStart)
  }

  /// Returns the parts of a scan in words: `for 82.40 s: filters 1 to 3; 4 reports pass filter 2`.
  ///
  /// - Parameters:
  ///   - tallies: the reports that pass each filter; `nil` when they were not counted.
  ///   - end: of the capture.
  package func words(_ session: ScanSession, _ tallies: FilterTallies?, until end: Timestamp?) -> [String] {
    guard hasCommands else { return [Self.notInLog] }
    guard !session.phases.isEmpty else { return ["filters: not known, \(Diagnosis.UnknownFilter.setBeforeLog.words)"] }
    return session.phases.enumerated().map { number, phase in
      let passed = tallies.map { (reports: $0.phases[number].reports, filters: $0.filters[number]) }
      return words(phase, passed, until: end)
    }
  }

  private typealias Passed = (reports: Int, filters: [FilterTallies.Tally])

  private func words(_ phase: ScanSession.Phase, _ passed: Passed?, until end: Timestamp?) -> String {
    let settings = phase.settings
    let length =
      phase.start.flatMap { start in (phase.end ?? end)?.microseconds(since: start) }
      .map { "for \(Seconds.words($0)) s" } ?? "for a time that is not known"
    guard Self.hasFilters(settings) else { return "\(length): no filter" }
    let own = settings.filters.map { numbers[$0.words] ?? 0 }
    let known = Set(own).sorted()
    let names = known.isEmpty ? [] : [(known.count == 1 ? "filter " : "filters ") + Self.words(known)]
    let unknown =
      settings.isKnownFromStart && !settings.hasUnknownFilter
      ? [] : [names.isEmpty ? "filters that are not in the log" : "others that are not in the log"]
    let all = names + unknown
    guard !all.isEmpty else { return "\(length): filters are on, and none is set" }
    let passing = passed.flatMap { Self.passing($0, own) }.map { "; \($0)" } ?? ""
    return "\(length): \(all.joined(separator: ", and "))\(passing)"
  }

  /// Returns the reports that pass filters, in words; `nil` without filters or reports.
  private static func passing(_ passed: Passed, _ own: [Int]) -> String? {
    guard passed.reports > 0, !own.isEmpty else { return nil }
    var reports: [Int: Int] = [:]
    // A phone can have one filter fifty times.
    for (number, tally) in zip(own, passed.filters) { reports[number] = max(reports[number] ?? 0, tally.reports) }
    let fitting = reports.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    guard !fitting.isEmpty else { return "no report passes \(reports.count == 1 ? "it" : "any")" }
    let parts = fitting.map { number, count in
      "\(counted(count, "report")) \(count == 1 ? "passes" : "pass") "
        + (reports.count == 1 ? "it" : "filter \(number)")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns numbers in order with their runs: `1, 4 to 9, 12`.
  private static func words(_ numbers: [Int]) -> String {
    numbers.runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)\(run.count == 2 ? "," : " to") \(run.upperBound - 1)"
    }.joined(separator: ", ")
  }
}
