import AdvertisingData
import TestSupport
import Testing

@Suite struct SolicitationUUIDListTests {
  @Test(arguments: [(UInt8(0x14), BluetoothUUID.Width.bits16), (0x1F, .bits32), (0x15, .bits128)])
  func typeTellsWidth(_ octet: UInt8, _ width: BluetoothUUID.Width) throws {
    let type = ADType(rawValue: octet)
    let list = try #require(SolicitationUUIDList([BluetoothUUID(0x1805), BluetoothUUID(2)], width: width))
    #expect(list.type == type)
    #expect(list.octets.count == 2 * width.octets)
    #expect(list.octets.starts(with: width == .bits128 ? [0xFB, 0x34] : [0x05, 0x18]))
    #expect(ADValue(type: type, octets: list.octets) == .solicitationUUIDs(list))
  }

  @Test func everyUUIDMustFitTheWidth() {
    #expect(SolicitationUUIDList([BluetoothUUID(0x1_0000)], width: .bits16) == nil)
    #expect(SolicitationUUIDList([BluetoothUUID(0x1_0000)], width: .bits32) != nil)
  }
}
