import AdvertReport
import AdvertisingData
import Testing

/// How JSON documents name addresses.
@Suite struct AddressDocumentTests {
  @Test(arguments: [
    (DeviceAddress(bits: 0xF0F1_F2F3_F4F5, type: .random), "\"F0:F1:F2:F3:F4:F5\""),
    (DeviceAddress(bits: 0, type: .anonymous), "null"), (DeviceAddress(bits: 0, type: .unknown), "null"),
  ])
  func noAddressIsNull(_ address: DeviceAddress, _ written: String) {
    var json = JSONWriter(isIndented: false)
    json.object { $0.value("address", address) }
    #expect(json.text == "{\"address\":\(written)}\n")
  }
}
