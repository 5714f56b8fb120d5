/// A point in time, in microseconds since 1970-01-01 00:00 UTC. Leap seconds are ignored, as in every capture format.
public struct Timestamp: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// Microseconds since 1970-01-01 00:00 UTC; negative before.
  public let microseconds: Int64

  /// A time in microseconds since 1970-01-01 00:00 UTC.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  public static func < (one: Self, other: Self) -> Bool {
    one.microseconds < other.microseconds
  }

  /// Returns the seconds from the other time to this one, as exact as a `Double` can be.
  public func seconds(since other: Timestamp) -> Double {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(other.microseconds)
    return overflow ? Double(microseconds) / 1e6 - Double(other.microseconds) / 1e6 : Double(difference) / 1e6
  }

  /// Unix seconds as a decimal number with six places: `1700000000.152500`.
  public var unixSeconds: String {
    // Written from the last digit on: every row and every device has one.
    var backwards: [UInt8] = []
    backwards.reserveCapacity(24)
    var rest = microseconds.magnitude
    while rest > 0 || backwards.count < 8 {
      backwards.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      if backwards.count == 6 { backwards.append(UInt8(ascii: ".")) }
    }
    if microseconds < 0 { backwards.append(UInt8(ascii: "-")) }
    backwards.reverse()
    return String(decoding: backwards, as: UTF8.self)
  }

  /// ISO 8601 in UTC with microseconds: `2023-11-14T22:13:20.152500Z`.
  public var iso8601: String {
    let (seconds, fraction) = Self.flooredDivision(microseconds, 1_000_000)
    let (days, secondOfDay) = Self.flooredDivision(seconds, 86_400)
    let date = Self.date(daysSince1970: days)
    let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
      .map { Self.padded($0.magnitude, digits: 2) }
      .joined(separator: ":")
    let sign = date.year < 0 ? "-" : ""
    return "\(sign)\(Self.padded(date.year.magnitude, digits: 4))-\(Self.padded(date.month.magnitude, digits: 2))"
      + "-\(Self.padded(date.day.magnitude, digits: 2))T\(clock).\(Self.padded(fraction.magnitude, digits: 6))Z"
  }

  /// Returns the proleptic Gregorian date. Counts in eras of 400 years that start on 1 March, so that the leap day
  /// comes last.
  private static func date(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let daysFromYearZeroMarch = daysSince1970 + 719_468
    let (era, dayOfEra) = flooredDivision(daysFromYearZeroMarch, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func flooredDivision(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ number: UInt64, digits: Int) -> String {
    var text = String(number)
    while text.utf8.count < digits { text = "0" + text }
    return text
  }
}
