internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser

/// A length of time as people write it: `30s`, `500ms`, `2m`, `1.5h`, or seconds without a unit.
struct TimeArgument: ExpressibleByArgument, Equatable {
  let microseconds: Int64

  private static let units: [(name: String, microseconds: Double)] = [
    ("ms", 1000), ("s", 1_000_000), ("min", 60_000_000), ("m", 60_000_000), ("h", 3_600_000_000),
    ("d", 86_400_000_000), ("", 1_000_000),
  ]
  /// Ten years.
  private static let longest = 10.0 * 365 * 86_400_000_000

  init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  init?(argument: String) {
    for unit in Self.units where argument.hasSuffix(unit.name) {
      let digits = argument.dropLast(unit.name.count)
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let number = Double(digits)
      else { continue }
      let time = number * unit.microseconds
      guard time.isFinite, time <= Self.longest else { return nil }
      microseconds = Int64(time)
      return
    }
    return nil
  }

  /// The form in help.
  var defaultValueDescription: String { words }

  /// `10m`, `2s`, `500ms`.
  var words: String {
    if microseconds % 3_600_000_000 == 0, microseconds > 0 { return "\(microseconds / 3_600_000_000)h" }
    if microseconds % 60_000_000 == 0, microseconds > 0 { return "\(microseconds / 60_000_000)m" }
    return microseconds % 1_000_000 == 0 ? "\(microseconds / 1_000_000)s" : "\(microseconds / 1000)ms"
  }
}

/// An advertising interval, or a range of them: `500ms`, `20ms..2s`.
struct IntervalArgument: ExpressibleByArgument {
  private let bounds: ClosedRange<Int64>

  /// The interval, in microseconds; `nil` for a range.
  var one: Int64? { bounds.lowerBound == bounds.upperBound ? bounds.lowerBound : nil }

  /// The range, in microseconds; `nil` for a single interval.
  var range: ClosedRange<Int64>? { one == nil ? bounds : nil }

  init?(argument: String) {
    var ends = argument.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // Two points in a row are between the ends; a single one is in a number.
    if let gap = ends.firstIndex(where: \.isEmpty), gap > 0, gap < ends.count - 1 {
      ends = [ends[..<gap].joined(separator: "."), ends[(gap + 1)...].joined(separator: ".")]
    } else {
      ends = [argument]
    }
    let times = ends.compactMap { TimeArgument(argument: $0)?.microseconds }
    guard times.count == ends.count, let first = times.first, let last = times.last, first <= last,
      IntervalChoices.possible.contains(first), IntervalChoices.possible.contains(last)
    else { return nil }
    bounds = first...last
  }
}

/// A percentage as people write it: `20%`, or `20`.
struct PercentArgument: ExpressibleByArgument {
  /// The share, from 0 to less than 1.
  let share: Double

  init(share: Double) {
    self.share = share
  }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(digits), (0..<100).contains(number)
    else { return nil }
    share = number / 100
  }

  var defaultValueDescription: String { share == 0 ? "0" : "\(share * 100)" }
}
