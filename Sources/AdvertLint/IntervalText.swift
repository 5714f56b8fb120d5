internal import AdvertObservation
internal import AdvertisingData

/// Intervals in messages: exact, in milliseconds.
enum IntervalText {
  static func milliseconds(_ microseconds: Int64) -> String {
    "\(DecimalNumber(microseconds, decimals: 3)) ms"
  }

  static func milliseconds(_ range: ClosedRange<Int64>) -> String {
    range.lowerBound == range.upperBound
      ? milliseconds(range.lowerBound)
      : "\(DecimalNumber(range.lowerBound, decimals: 3)) to \(milliseconds(range.upperBound))"
  }
}

extension Subject.Interval: CustomStringConvertible {
  /// With how it is known: `100 ms`, `100 to 150 ms (set by the host)`, `about 101 ms (24 gaps)`.
  public var description: String {
    switch self {
    case .declared(let microseconds): IntervalText.milliseconds(microseconds)
    case .configured(let range): "\(IntervalText.milliseconds(range)) (set by the host)"
    case .measured(let estimate):
      "about \(estimate.microseconds / 1000) ms (measured over \(estimate.samples) gaps)"
    }
  }

  /// What is said or set, in microseconds; `nil` when it is only measured, which misses some advertisements and may
  /// count two sets as one.
  var stated: ClosedRange<Int64>? {
    switch self {
    case .declared(let microseconds): microseconds...microseconds
    case .configured(let range): range
    case .measured: nil
    }
  }
}
