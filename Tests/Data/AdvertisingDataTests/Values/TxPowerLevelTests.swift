import AdvertisingData
import TestSupport
import Testing

@Suite struct TxPowerLevelTests {
  @Test func everyLevel() {
    for dBm in Int8.min...Int8.max {
      let level = TxPowerLevel(dBm: dBm)
      #expect(level.octets == [UInt8(bitPattern: dBm)])
      #expect(ADValue(type: .txPowerLevel, octets: level.octets) == .txPowerLevel(level))
    }
  }
}
