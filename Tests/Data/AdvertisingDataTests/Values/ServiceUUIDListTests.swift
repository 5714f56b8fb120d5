import AdvertisingData
import TestSupport
import Testing

@Suite struct ServiceUUIDListTests {
  @Test(arguments: [
    (0x02, BluetoothUUID.Width.bits16, false), (0x03, .bits16, true), (0x04, .bits32, false), (0x05, .bits32, true),
    (0x06, .bits128, false), (0x07, .bits128, true),
  ])
  func typeTellsWidthAndCompleteness(_ octet: UInt8, _ width: BluetoothUUID.Width, _ isComplete: Bool) throws {
    let type = ADType(rawValue: octet)
    #expect(ServiceUUIDList.width(of: type) == width)
    #expect(ServiceUUIDList.type(width: width, isComplete: isComplete) == type)
    let uuids = [BluetoothUUID(0x180F), BluetoothUUID(0x180D), BluetoothUUID(0x180F)]
    let list = try #require(ServiceUUIDList(uuids, width: width, isComplete: isComplete))
    #expect(list.type == type)
    #expect(list.octets.count == 3 * width.octets)
    #expect(ADValue(type: type, octets: list.octets) == .serviceUUIDs(list))
  }

  @Test func otherTypesAreNoLists() {
    let lists = (UInt8.min...UInt8.max).filter { ServiceUUIDList.width(of: ADType(rawValue: $0)) != nil }
    #expect(lists == [2, 3, 4, 5, 6, 7])
  }

  @Test func anEmptyListIsAList() throws {
    let list = try #require(ServiceUUIDList([], width: .bits128, isComplete: true))
    #expect(list.octets.isEmpty)
    #expect(ADValue(type: .completeServiceUUIDs128, octets: []) == .serviceUUIDs(list))
  }

  @Test func everyUUIDMustFitTheWidth() {
    let wide = BluetoothUUID(0x1_0000)
    let own = BluetoothUUID(text: "afd0ffa0-2a9e-41a9-b9db-115a0e511de4") ?? wide
    #expect(ServiceUUIDList([wide], width: .bits16, isComplete: true) == nil)
    #expect(ServiceUUIDList([own], width: .bits32, isComplete: true) == nil)
    #expect(ServiceUUIDList([BluetoothUUID(1), wide], width: .bits32, isComplete: true)?.uuids.count == 2)
    #expect(ServiceUUIDList([wide, own], width: .bits128, isComplete: false)?.octets.count == 32)
  }
}
