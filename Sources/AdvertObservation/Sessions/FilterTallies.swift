import AdvertCapture
package import AdvertisingData

/// What of the reports of a session passes the filters that were set meanwhile.
///
/// A controller that filters reports nothing else, so what does not pass came from another filter, from one whose rules
/// are not known, or from before the filter was set.
package struct FilterTallies: Sendable {
  /// Of each phase of the session; of each filter, in the order of the settings.
  package let filters: [[Tally]]
  /// Of each phase, whatever its filters.
  package let phases: [Tally]

  /// How much passes.
  package struct Tally: Hashable, Sendable {
    /// Reports of data that pass.
    package fileprivate(set) var reports = 0
    /// Advertisers with such data.
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
  /// Filters asked about layouts. A log of a day needs a hundredth of it.
  private static let maximumQuestions = 2_000_000

  /// What of each session's reports passed the filters meanwhile; `nil` when there are too many filters and layouts to
  /// tell.
  package func filterTallies(of sessions: [ScanSession]) -> [FilterTallies]? {
    var filters = sessions.map { $0.phases.map { $0.settings.filters.map { _ in FilterTallies.Tally() } } }
    var phases = sessions.map { $0.phases.map { _ in FilterTallies.Tally() } }
    var questions = 0
    guard sessions.contains(where: { !$0.phases.isEmpty }) else {
      return sessions.map { _ in FilterTallies(filters: [], phases: []) }
    }
    for advertiser in advertisers where advertiser.origin == .air {
      // What was met of this advertiser: a phase, or a filter of one.
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
  /// What filters see of it: its advertising data, with those scan responses that came meanwhile.
  ///
  /// - Parameters:
  ///   - address: what sends it.
  ///   - spans: a part of the capture; `nil` for all of it.
  package func data(of address: DeviceAddress, during spans: ScanSpans? = nil) -> FilteredData {
    let responses = scanResponses.filter { response in spans.map { response.reception(during: $0).count > 0 } ?? true }
    return FilteredData(
      address: address, payloads: [layout.advertising].compactMap { $0 } + responses.map { $0.payload })
  }

  /// Reports of its advertising data and its scan responses.
  package func count(during spans: ScanSpans) -> Int {
    scanResponses.reduce(reception(during: spans).count) { $0 + $1.reception(during: spans).count }
  }
}
