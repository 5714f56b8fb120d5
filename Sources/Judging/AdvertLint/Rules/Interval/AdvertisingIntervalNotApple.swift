internal import AdvertObservation
internal import AdvertisingData

extension Rule {
  static let advertisingIntervalNotApple = Rule(
    id: "advertising-interval-not-apple",
    severity: .note,
    summary: "The advertising interval is none of those that Apple recommends.",
    rationale: """
      iPhones listen at times of their own, with which the intervals of Apple's list fall together soon: \
      20 ms for the first 30 seconds, then 152.5, 211.25, 318.75, 417.5, 546.25, 760, 852.5, 1022.5 or 1285 ms. Others, \
      even those nearby and shorter ones, can take many times as long to be found. This matters for devices that want to \
      be found and connected to. A range is best given one value for both ends. A measured interval is judged only when \
      it is far from the list: receivers miss advertisements, so its double and triple count as well.
      """,
    references: [
      .other("Apple: Accessory Design Guidelines, Bluetooth, advertising interval"),
      .other("Apple: Technical Q&A QA1931"),
    ],
    examples: [
      .accepted([MarkedLayout("02 01 06", interval: .declared(152_500))], "of the list"),
      .accepted([MarkedLayout("02 01 06", interval: .declared(20_000))], "the fast one"),
      .accepted(
        [
          MarkedLayout(
            "02 01 06", interval: .measured(IntervalEstimate(microseconds: 306_000, samples: 40)), heardFor: 60_000_000)
        ], "may be 152.5 ms, every other missed"),
      .flagged(
        [MarkedLayout("02 01 06", interval: .declared(100_000))], "round numbers are not in it",
        fixed: [MarkedLayout("02 01 06", interval: .declared(152_500))]),
      .flagged(
        [MarkedLayout("02 01 06", interval: .configured(100_000...152_500))], "the controller may choose any",
        fixed: [MarkedLayout("02 01 06", interval: .configured(152_500...152_500))]),
      .flagged(
        [
          MarkedLayout(
            "02 01 06", interval: .measured(IntervalEstimate(microseconds: 100_200, samples: 40)), heardFor: 60_000_000)
        ], "measured"),
    ],
    check: .advertiser { subject, report in
      guard let interval = subject.interval, subject.isAccessory, !isRecommended(interval),
        // Without the fast interval: no device advertises every 20 ms for long.
        let wanted = nearest(to: interval.shortest, of: subject.exact(Array(recommended.dropFirst())))
      else { return }
      report.flagAdvertiser(
        "the interval is \(interval), which is not one that Apple recommends",
        fix: subject.advice(toUse: [wanted]) { "\(IntervalText.milliseconds($0)) (\($0 / 625) units)" })
    })

  /// In units of 0.625 ms.
  private static let recommended: [Int64] = [32, 244, 338, 510, 668, 874, 1216, 1364, 1636, 2056].map { $0 * 625 }

  /// The largest error of a measured interval, with a margin. Fewer gaps prove nothing.
  private static let tolerance: Int64 = 10_000
  private static let fewestSamples = 16

  private static func isRecommended(_ interval: Subject.Interval) -> Bool {
    switch interval {
    case .declared(let microseconds): recommended.contains(microseconds)
    case .configured(let range): range.lowerBound == range.upperBound && recommended.contains(range.lowerBound)
    case .measured(let estimate):
      // Below this, events heard on several channels and the fast interval look alike.
      estimate.samples < fewestSamples || estimate.microseconds < 2 * 20_000 + tolerance
        || recommended.contains { one in
          (1...3).contains { abs(estimate.microseconds - $0 * one) <= tolerance }
        }
    }
  }

  /// Returns the nearest of some intervals; `nil` without any.
  private static func nearest(to microseconds: Int64, of intervals: [Int64]) -> Int64? {
    let microseconds = max(0, microseconds)
    return intervals.min { abs($0 - microseconds) < abs($1 - microseconds) }
  }
}

extension Subject.Interval {
  fileprivate var shortest: Int64 {
    switch self {
    case .declared(let microseconds): microseconds
    case .configured(let range): range.lowerBound
    case .measured(let estimate): estimate.microseconds
    }
  }
}

extension Subject {
  /// Whether all of its advertising asks to be found and connected to. Apple's own devices, formats with an interval of
  /// their own, and captured private addresses, which usually belong to phones, are left out.
  fileprivate var isAccessory: Bool {
    if let kind = address?.kind, kind == .randomResolvable || kind == .randomNonResolvable { return false }
    return layouts.allSatisfy { layout in
      guard let pdu = layout.pdu, pdu.isConnectable, pdu != .advDirectInd, let advertising = layout.advertising,
        !advertising.isTruncated
      else {
        return false
      }
      return advertising.isDiscoverable && !advertising.companies.contains(ManufacturerData.apple)
        && !advertising.recognised.contains { [FastPair.format, SwiftPair.format].contains($0.payload.format) }
    }
  }
}
