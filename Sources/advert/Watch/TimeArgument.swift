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

  /// As it is written in help.
  var defaultValueDescription: String { words }

  /// `10m`, `2s`, `500ms`.
  var words: String {
    if microseconds % 3_600_000_000 == 0, microseconds > 0 { return "\(microseconds / 3_600_000_000)h" }
    if microseconds % 60_000_000 == 0, microseconds > 0 { return "\(microseconds / 60_000_000)m" }
    return microseconds % 1_000_000 == 0 ? "\(microseconds / 1_000_000)s" : "\(microseconds / 1000)ms"
  }
}
