import AdvertisingData
import Testing

@Suite struct DecimalNumberTests {
  @Test(
    arguments: [
      (0, 0, "0"), (0, 3, "0"), (5, 0, "5"), (-5, 1, "-0.5"), (2506, 2, "25.06"), (2500, 2, "25"), (1000, 0, "1000"),
      (-1, 7, "-0.0000001"), (123, 3, "0.123"), (Int64.min, 0, "-9223372036854775808"),
    ] as [(Int64, Int, String)])
  func text(_ mantissa: Int64, _ decimals: Int, _ expected: String) {
    #expect(DecimalNumber(mantissa, decimals: decimals).description == expected)
  }
}
