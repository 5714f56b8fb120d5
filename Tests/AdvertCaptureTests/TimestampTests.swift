import AdvertCapture
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000000Z"), (1_700_000_000_152_500, "2023-11-14T22:13:20.152500Z"),
    (-1, "1969-12-31T23:59:59.999999Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
    (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
  ])
  func writesISO8601(_ microseconds: Int64, _ text: String) {
    #expect(Timestamp(microseconds: microseconds).iso8601 == text)
  }
}
