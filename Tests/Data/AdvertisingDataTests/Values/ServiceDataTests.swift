import AdvertisingData
import TestSupport
import Testing

@Suite struct ServiceDataTests {
  @Test(arguments: [(UInt8(0x16), BluetoothUUID.Width.bits16), (0x20, .bits32), (0x21, .bits128)])
  func typeTellsWidth(_ octet: UInt8, _ width: BluetoothUUID.Width) throws {
    let type = ADType(rawValue: octet)
    for data: [UInt8] in [[], [0x64], Array(repeating: 9, count: 200)] {
      let value = try #require(ServiceData(BluetoothUUID(0x180F), width: width, data: data))
      #expect(value.type == type)
      #expect(value.octets.count == width.octets + data.count)
      #expect(ADValue(type: type, octets: value.octets) == .serviceData(value))
    }
  }

  /// The UUID is the same, what is on the air is not.
  @Test func widthMakesADifference() {
    let uuid = BluetoothUUID(0x180F)
    #expect(ServiceData(uuid, width: .bits16, data: []) != ServiceData(uuid, width: .bits32, data: []))
  }

  @Test func theUUIDMustFitTheWidth() {
    #expect(ServiceData(BluetoothUUID(0x1_0000), width: .bits16, data: []) == nil)
    #expect(ServiceData(BluetoothUUID(0xFFFF), width: .bits16, data: []) != nil)
  }
}
