/// A time as people write it: `152.5 ms`, `1 s`, `625us`, `12 h`.
enum WrittenDuration {
  /// 16777215 units of 0.625 ms: the longest interval that extended advertising has (Core Vol 4 Part E 7.8.53).
  static let longestInterval: Int64 = 10_485_759_375

  /// Exact microseconds; `nil` for what is no duration, has no unit, or is no whole number of microseconds.
  static func microseconds(_ text: some StringProtocol) -> Int64? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text[number.endIndex...].drop { $0 == " " }
    let factor: Int64
    switch unit {
    case "us", "µs", "μs": factor = 1
    case "ms": factor = 1000
    case "s": factor = 1_000_000
    case "min": factor = 60_000_000
    case "h": factor = 3_600_000_000
    default: return nil
    }
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.count <= 12 else { return nil }
    var fraction = parts.count > 1 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty, !fraction.contains(".") else { return nil }
    while fraction.hasSuffix("0") { fraction.removeLast() }
    guard fraction.count <= 6, let digits = Int64("\(whole)\(fraction)") else { return nil }
    let (product, overflows) = digits.multipliedReportingOverflow(by: factor)
    let divisor = repeatElement(Int64(10), count: fraction.count).reduce(1, *)
    return overflows || product % divisor != 0 ? nil : product / divisor
  }

  /// In milliseconds with as many decimals as it takes.
  static func text(_ microseconds: Int64) -> String {
    let (whole, fraction) = microseconds.quotientAndRemainder(dividingBy: 1000)
    var decimals = String(String(1000 + fraction).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(whole)\(decimals.isEmpty ? "" : "." + decimals) ms"
  }
}

extension YAMLNode {
  /// A duration in microseconds.
  func duration(_ expected: String, in range: ClosedRange<Int64>) throws(ManifestError) -> Int64 {
    guard let microseconds = WrittenDuration.microseconds(try text(expected)) else { throw error(expected: expected) }
    guard range.contains(microseconds) else {
      throw error(
        expected: "\(expected), \(WrittenDuration.text(range.lowerBound)) to \(WrittenDuration.text(range.upperBound))")
    }
    return microseconds
  }
}
