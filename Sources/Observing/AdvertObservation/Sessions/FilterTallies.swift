import AdvertCapture
package import AdvertisingData

/// The reports of a session that pass the filters set during it.
///
/// A controller with filters reports only matching data. A report that does not pass came from another filter, from one
/// whose rules are not known, or from before the filter was set.
package struct FilterTallies: Sendable {
  /// For each phase of the session, the reports and devices that pass each filter, in the order of the settings.
  package let filters: [[Tally]]
  /// All reports and devices of each phase, whether they pass its filters or not.
  package let phases: [Tally]

  /// A number of reports and devices.
  package struct Tally: Hashable, Sendable {
    /// The number of reports.
    package fileprivate(set) var reports = 0
    /// The number of advertisers with such reports.
    package fileprivate(set) var devices = 0

    fileprivate mutating func add(_ reports: Int, isNewDevice: Bool) {
      self.reports += reports
      if isNewDevice { devices += 1 }
    }
  }

  fileprivate init(filters: [[Tally]], phases: [Tally]) {
    self.filters = filters
    self.phases = phases
  }
}

extension Observation {
  /// The most filter tests on layouts. A log of a day needs a hundredth of them.
  private static let maximumQuestions = 2_000_000

  /// Returns the reports of each session that passed its filters; `nil` when there are too many filters and layouts.
  package func filterTallies(of sessions: [ScanSession]) -> [FilterTallies]? {
    var filters = sessions.map { $0.phases.map { $0.settings.filters.map { _ in FilterTallies.Tally() } } }
    var phases = sessions.map { $0.phases.map { _ in FilterTallies.Tally() } }
    var questions = 0
    guard sessions.contains(where: { !$0.phases.isEmpty }) else {
      return sessions.map { _ in FilterTallies(filters: [], phases: []) }
    }
    for advertiser in advertisers where advertiser.origin == .air {
      // The phases, and the filters of phases, that this advertiser passed already.
      var met: Set<[Int]> = []
      for layout in advertiser.layouts {
        for (number, session) in sessions.enumerated() where session.setting.adapter == advertiser.adapter {
          questions += 1
          guard questions <= Self.maximumQuestions else { return nil }
          guard layout.count(during: session.spans) > 0 else { continue }
          for (phase, part) in session.phases.enumerated() {
            let reports = layout.count(during: part.spans)
            guard reports > 0 else { continue }
            phases[number][phase].add(reports, isNewDevice: met.insert([number, phase]).inserted)
            questions += part.settings.filters.count
            let data = layout.data(of: advertiser.address, during: part.spans)
            for (position, filter) in part.settings.filters.enumerated() where filter.passes(data) == true {
              filters[number][phase][position]
                .add(reports, isNewDevice: met.insert([number, phase, position]).inserted)
            }
          }
        }
      }
    }
    return zip(filters, phases).map { FilterTallies(filters: $0, phases: $1) }
  }
}

extension ObservedLayout {
  /// Returns the data that filters see: its advertising data, with the scan responses received during the spans.
  ///
  /// - Parameters:
  ///   - address: the address of the sender.
  ///   - spans: a part of the capture; `nil` for all of it.
  package func data(of address: DeviceAddress, during spans: Range<Int>? = nil) -> FilteredData {
    let responses = scanResponses.filter { response in spans.map { response.reception(during: $0).count > 0 } ?? true }
    return FilteredData(
      address: address, payloads: [layout.advertising].compactMap { $0 } + responses.map { $0.payload })
  }

  /// Returns the number of reports of its advertising data and its scan responses.
  package func count(during spans: Range<Int>) -> Int {
    scanResponses.reduce(reception(during: spans).count) { $0 + $1.reception(during: spans).count }
  }
}
