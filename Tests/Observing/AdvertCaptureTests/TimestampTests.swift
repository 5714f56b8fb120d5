import AdvertCapture
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (1_700_000_000_152_500, "2023-11-14T22:13:20.152500Z"),
    (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
    (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"), (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
    (-62_167_219_200_000_001, "-0001-12-31T23:59:59.999999Z"), (Int64.max, "294247-01-10T04:00:54.775807Z"),
    (Int64.min, "-290308-12-21T19:59:05.224192Z"),
  ])
  func writesISO8601(_ microseconds: Int64, _ text: String) {
    #expect(Timestamp(microseconds: microseconds).iso8601 == text)
  }

  /// Every day of five centuries, counted on one after the other.
  @Test func everyDate() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var day: Int64 = -135_140
    for year in 1600..<2100 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in lengths.enumerated() {
        for dayOfMonth in 1...(month == 1 && isLeap ? 29 : length) {
          defer { day += 1 }
          guard dayOfMonth < 3 || dayOfMonth > 27 else { continue }
          let text = "\(year)-\(padded(month + 1))-\(padded(dayOfMonth))T23:59:59.000001Z"
          guard Timestamp(microseconds: (day * 86_400 + 86_399) * 1_000_000 + 1).iso8601 != text else { continue }
          Issue.record("day \(day) is \(text)")
          return
        }
      }
    }
    #expect(day == 47_482)
  }

  @Test(arguments: [
    (0, "0.000000"), (1, "0.000001"), (1_700_000_000_152_500, "1700000000.152500"), (-1, "-0.000001"),
    (-1_000_000, "-1.000000"), (-1_500_000, "-1.500000"), (Int64.max, "9223372036854.775807"),
    (Int64.min, "-9223372036854.775808"),
  ])
  func writesUnixSeconds(_ microseconds: Int64, _ text: String) {
    #expect(Timestamp(microseconds: microseconds).unixSeconds == text)
  }

  @Test func secondsBetween() {
    let start = Timestamp(microseconds: 1_700_000_000_000_000)
    for microseconds in [0, 1, 152_500, 999_999, 1_000_001, 86_400_000_001] as [Int64] {
      let later = Timestamp(microseconds: start.microseconds + microseconds)
      #expect(later.seconds(since: start) == Double(microseconds) / 1e6)
      #expect(start.seconds(since: later) == -Double(microseconds) / 1e6)
    }
    let everything = Timestamp(microseconds: .max).seconds(since: Timestamp(microseconds: .min))
    #expect(everything > 1.8e13 && everything < 1.9e13)
  }

  @Test func ordersByTime() {
    let ordered = [Int64.min, -1, 0, 1, .max].map { Timestamp(microseconds: $0) }
    #expect(ordered.reversed().sorted() == ordered)
  }

  private func padded(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
