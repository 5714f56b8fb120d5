extension ExpectedTime {
  /// `within 1.7 s in half of all tries, within 5.4 s in 95 of 100`: a phrase for people, without a full stop.
  package var sentence: String {
    guard let median else { return "after a time that is too long to tell" }
    let half = "within \(Self.words(median)) in half of all tries"
    guard let most else { return half + ", and after much longer in others" }
    return half + ", within \(Self.words(most)) in 95 of 100"
  }

  /// Returns a time in two digits, which are enough for a time that depends on chance: `0.06 s`, `1.7 s`, `35 s`,
  /// `12 min`, `3.4 h`.
  ///
  /// - Parameter microseconds: the time.
  package static func words(_ microseconds: Int64) -> String {
    let milliseconds = (max(0, min(microseconds, .max / 2)) + 500) / 1000
    if milliseconds < 995 { return "0." + String(String(100 + max(1, (milliseconds + 5) / 10)).dropFirst()) + " s" }
    if milliseconds < 9950 { return tenths((milliseconds + 50) / 100) + " s" }
    let seconds = (milliseconds + 500) / 1000
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\((seconds + 30) / 60) min" : tenths((seconds + 180) / 360) + " h"
  }

  private static func tenths(_ tenths: Int64) -> String { "\(tenths / 10).\(tenths % 10)" }
}
