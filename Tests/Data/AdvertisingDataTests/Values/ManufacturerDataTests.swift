import AdvertisingData
import TestSupport
import Testing

@Suite struct ManufacturerDataTests {
  @Test(arguments: [0, 0x004C, 0x0059, 0x1234, 0xFFFF] as [UInt16])
  func companyComesFirst(_ company: UInt16) {
    for data: [UInt8] in [[], [0], Array(repeating: 5, count: 252)] {
      let value = ManufacturerData(company: company, data: data)
      #expect(value.octets == [UInt8(company & 0xFF), UInt8(company >> 8)] + data)
      #expect(ADValue(type: .manufacturerData, octets: value.octets) == .manufacturerData(value))
    }
  }
}
