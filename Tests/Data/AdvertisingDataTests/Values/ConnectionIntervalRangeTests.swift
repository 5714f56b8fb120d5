import AdvertisingData
import TestSupport
import Testing

@Suite struct ConnectionIntervalRangeTests {
  /// 7.5 ms to 4 s, the minimum not above the maximum; each end may be left open.
  @Test(arguments: [
    (6, 3200, true), (6, 6, true), (3200, 3200, true), (5, 3200, false), (6, 3201, false), (7, 6, false),
    (0, 0, false), (0xFFFF, 0xFFFF, true), (6, 0xFFFF, true), (0xFFFF, 3200, true), (5, 0xFFFF, false),
    (0xFFFF, 3201, false), (0xFFFF, 6, true), (0xFFFE, 0xFFFF, false), (0, 0xFFFF, false),
  ])
  func validity(_ minimum: UInt16, _ maximum: UInt16, _ isValid: Bool) {
    #expect(ConnectionIntervalRange(minimum: minimum, maximum: maximum).isValid == isValid)
  }

  @Test func minimumComesFirst() {
    let range = ConnectionIntervalRange(minimum: 0x0102, maximum: 0x0304)
    #expect(range.octets == [2, 1, 4, 3])
    let decoded = ADValue(type: .peripheralConnectionIntervalRange, octets: [2, 1, 4, 3])
    #expect(decoded == .connectionIntervalRange(range))
  }
}
