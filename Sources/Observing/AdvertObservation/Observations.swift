package import AdvertCapture

/// The observations of an input, one for each capture in it.
package struct Observations: CaptureSink, Sendable {
  /// The observations of the ``CaptureSummary/captures``, in the same order.
  package private(set) var all: [Observation] = []
  private let maximumAdvertisers: Int

  /// No observations yet.
  ///
  /// - Parameter maximumAdvertisers: the limit of received advertisers for each.
  package init(maximumAdvertisers: Int = .max) {
    self.maximumAdvertisers = maximumAdvertisers
  }

  package mutating func receive(_ report: borrowing AdvertisingReport) {
    if !all.isEmpty { all[all.count - 1].receive(report) }
  }

  package mutating func receive(_ repeats: borrowing RepeatedReports) {
    if !all.isEmpty { all[all.count - 1].receive(repeats) }
  }

  package mutating func receive(_ event: CaptureEvent) {
    if case .began = event { all.append(Observation(maximumAdvertisers: maximumAdvertisers)) }
    if !all.isEmpty { all[all.count - 1].receive(event) }
  }
}
