internal import AdvertReport
internal import AdvertisingData

/// How long something lasted, for people: two numbers are enough.
enum PageDuration {
  /// `2.5 ms`, `0.25 s`, `12.3 s`, `4 min 5 s`, `6 h 2 min`, `3 d 4 h`.
  static func words(_ microseconds: Int64) -> String {
    let length = max(0, microseconds)
    let seconds = length / 1_000_000
    switch seconds {
    case ..<1 where 1..<10_000 ~= length: return DecimalNumber(length / 100, decimals: 1).description + " ms"
    case ..<1 where 1..<100_000 ~= length: return "\(length / 1000) ms"
    case ..<1: return DecimalNumber(length / 10_000, decimals: 2).description + " s"
    case ..<60: return DecimalNumber(length / 100_000, decimals: 1).description + " s"
    case ..<3600: return two(seconds / 60, "min", seconds % 60, "s")
    case ..<86_400: return two(seconds / 3600, "h", seconds % 3600 / 60, "min")
    default: return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h")
    }
  }

  private static func two(_ large: Int64, _ one: String, _ small: Int64, _ other: String) -> String {
    small == 0 ? "\(large) \(one)" : "\(large) \(one) \(small) \(other)"
  }
}
