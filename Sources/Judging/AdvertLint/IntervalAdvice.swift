internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Advice on the advertising interval, in the calls of the stack that makes a layout.
extension Subject {
  /// The control that the program has over the interval; `nil` when no stack makes the layout.
  private var control: ProgramControl.Interval? { declaration?.stackBuild?.asked?.stack?.control.interval }

  /// Returns those of some intervals, in microseconds, that the device can be given exactly.
  func exact(_ intervals: [Int64]) -> [Int64] {
    guard let control else { return intervals }
    return intervals.filter { control.canBe($0) }
  }

  /// Returns the advice to use one of some intervals exactly; `nil` without any.
  func advice(toUse intervals: [Int64], _ words: (Int64) -> String = { IntervalText.milliseconds($0) }) -> String? {
    guard !intervals.isEmpty else { return nil }
    return "use \(intervals.map(words).joined(separator: " or ")), for minimum and maximum alike\(call)"
  }

  /// Returns the advice to advertise at an interval, in microseconds.
  ///
  /// - Parameter rest: the rest of the advice where the device can be given the interval exactly.
  func advice(toAdvertiseEvery interval: Int64, _ rest: String) -> String {
    let words = "advertise every \(IntervalText.milliseconds(interval))"
    switch control {
    case .some(.none): return "\(declaration?.stackBuild?.stack ?? "the stack") has no call for the interval"
    case .some(.shortest): return "\(words) or more often\(call)"
    case .some(.exact), nil: return "\(words)\(rest)\(call)"
    }
  }

  private var call: String { control?.call.map { " (\($0))" } ?? "" }
}
