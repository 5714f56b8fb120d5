import TestSupport
import Testing

@testable import AdvertisingData

/// The service 0xFE03 is Amazon's, and three kinds of device send it.
@Suite struct AmazonTests {
  @Test func sidewalkNeedsTheService() throws {
    let data = ManufacturerData(company: 0x0171, data: [1, 2, 3])
    #expect(KnownPayload.recognised(in: data) == nil)
    for (services, isSidewalk) in [("030303fe", true), ("03030f18", false)] {
      let signs = DeviceHints(Payload([UInt8](hex: services)))
      let known = KnownPayload.recognised(in: data, beside: signs)
      #expect((known?.format.id == "sidewalk") == isSidewalk)
      if isSidewalk { #expect(known?.reading.title == "probably Amazon Sidewalk:") }
    }
    let signs = DeviceHints(Payload([UInt8](hex: "030303fe")))
    #expect(KnownPayload.recognised(in: ManufacturerData(company: 0x0172, data: [1, 2, 3]), beside: signs) == nil)
  }

  @Test(
    arguments: [
      ("590000ff000100000000", "Alexa gadget:"), ("590000ff0000", "Alexa gadget:"),
      ("0a000100020301000000", "probably an Alexa Mobile Accessory:"), ("590000ff00", nil), ("590000ff0002", nil),
      ("0a0001000203010000", nil), ("0a00010002030100000000", nil), ("", nil),
    ] as [(String, String?)]) func serviceData(_ hex: String, _ title: String?) throws
  {
    let data = ServiceData(BluetoothUUID(0xFE03), data: [UInt8](hex: hex))
    #expect(KnownPayload.recognised(in: data)?.reading.title == title)
  }
}
