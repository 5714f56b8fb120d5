import AdvertisingData
import TestSupport
import Testing

/// Values of a payload by their names.
@Suite struct PayloadContentsTests {
  private static func payload(_ hex: String) -> Payload { Payload([UInt8](hex: hex)) }

  @Test func everyKind() {
    let payload = Self.payload("020106 03030f18 03094142 020afc 03194103 04ff4c0001 04160f1864 06200df0010001")
    #expect(payload.flags == [.generalDiscoverable, .brEDRNotSupported])
    #expect(payload.services == [0x180F])
    #expect(payload.name == "AB")
    #expect(payload.txPower?.dBm == -4)
    #expect(payload.appearance == 0x0341)
    #expect(payload.manufacturerData == [ManufacturerData(company: 0x004C, data: [1])])
    #expect(payload.serviceData.map(\.uuid) == [0x180F, 0x1_F00D])
    #expect(payload.serviceData.map(\.data) == [[0x64], [1]])
    #expect(payload.values.count == 8)
    #expect(payload.contains(.flags))
  }

  @Test(arguments: ["", "00 020106 03094142 020afc 03194103 04ff4c0001 04160f1864 03030f18"])
  func nothingIsThere(_ hex: String) {
    let payload = Self.payload(hex)
    #expect(payload.flags == nil && payload.name == nil && payload.txPower == nil && payload.appearance == nil)
    #expect(payload.manufacturerData.isEmpty && payload.serviceData.isEmpty && payload.services.isEmpty)
    #expect(payload.values.isEmpty && !payload.contains(.flags))
  }

  /// A value that does not fit its type is passed over, and the next one counts.
  @Test func malformedValuesAreMissing() {
    #expect(Self.payload("0101 020104").flags == .brEDRNotSupported)
    #expect(Self.payload("010a 020a7f").txPower?.dBm == 127)
    #expect(Self.payload("021941 03194103").appearance == 0x0341)
    #expect(Self.payload("02ff4c 03ff4c00").manufacturerData == [ManufacturerData(company: 0x004C, data: [])])
    #expect(Self.payload("02160f 03160f18").serviceData.map(\.uuid) == [0x180F])
    #expect(Self.payload("0101").values == [.malformed(.flags, [], .tooShort(minimum: 1, actual: 0))])
  }

  @Test(arguments: [("020106 0a09414243", "ABC"), ("0309ff41", "\u{FFFD}A"), ("0109", "")])
  func namesAreText(_ hex: String, _ name: String) {
    #expect(Self.payload(hex).name == name)
  }
}
