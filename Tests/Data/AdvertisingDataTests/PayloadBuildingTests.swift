import AdvertisingData
import TestSupport
import Testing

/// Payloads built from values that know their type.
@Suite struct PayloadBuildingTests {
  private static let sensor: BluetoothUUID = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"

  @Test func valuesBecomeStructures() throws {
    let payload = try Payload([
      .flags([.generalDiscoverable, .brEDRNotSupported]), .services16([0x180F, 0x180D]), .name("AB"),
      .txPower(dBm: -4), .appearance(0x0341), .manufacturerData(company: 0x004C, [1]),
    ])
    #expect(payload.octets == [UInt8](hex: "020106 05030f180d18 03094142 020afc 03194103 04ff4c0001"))
    #expect(try Payload(payload.values) == payload)
    #expect(try Payload([ADValue]()).isEmpty)
  }

  @Test func listsOfEachWidth() throws {
    #expect(try ADValue.services16([0x180F], isComplete: false).structure() == [UInt8](hex: "03020f18"))
    #expect(try ADValue.services32([0x1_F00D, 0x180F]).structure() == [UInt8](hex: "0905 0df00100 0f180000"))
    let vendor = try ADValue.services128([Self.sensor], isComplete: false).structure()
    #expect(vendor == [UInt8](hex: "1106 e41d510e5a11dbb9a9419e2aa0ffd0af"))
    #expect(ADValue.services128([0x180F]).octets.count == 16)
    #expect(try ADValue.shortenedName("A").structure() == [2, 8, 0x41])
  }

  @Test(arguments: [(0x180F, "04160f1801"), (0x1_F00D, "06200df0010001")] as [(UInt32, String)])
  func serviceDataTakesTheShortestWidth(_ uuid: UInt32, _ hex: String) throws {
    #expect(try ADValue.serviceData(BluetoothUUID(uuid), [1]).structure() == [UInt8](hex: hex))
  }

  @Test func wholeUUIDsInServiceData() throws {
    #expect(ADValue.serviceData(Self.sensor, []).type == .serviceData128)
  }

  @Test func aUUIDThatDoesNotFitItsList() {
    #expect(throws: PayloadError.uuidTooWide(0x1_F00D, width: .bits16)) {
      try Payload([.services16([0x180F, 0x1_F00D])])
    }
    #expect(throws: PayloadError.uuidTooWide(Self.sensor, width: .bits32)) { try Payload([.services32([Self.sensor])]) }
  }

  @Test(arguments: [
    (AdvertisingPDU.advInd, 29), (.advNonconnInd, 29), (.extendedConnectable, 254), (.extendedScannable, 254),
  ])
  func thePDULimitsThePayload(_ pdu: AdvertisingPDU, _ octets: Int) throws {
    let most = ADValue.other(.manufacturerData, Array(repeating: 1, count: octets))
    #expect(try Payload([most], for: pdu).count == octets + 2)
    guard !pdu.isExtended else {
      #expect(throws: PayloadError.payloadTooLong(octets: 7 * 256, limit: 1650)) {
        try Payload(Array(repeating: most, count: 7), for: pdu)
      }
      return
    }
    #expect(throws: PayloadError.payloadTooLong(octets: 33, limit: 31)) { try Payload([most, .name("")], for: pdu) }
  }

  @Test func aStructureHoldsAtMost254Octets() throws {
    func value(_ count: Int) -> ADValue { .other(.manufacturerData, Array(repeating: 1, count: count)) }
    #expect(try value(0).structure() == [1, 0xFF])
    #expect(try value(254).structure().prefix(2) == [255, 0xFF])
    #expect(throws: PayloadError.valueTooLong(.manufacturerData, octets: 255)) { try value(255).structure() }
    #expect(throws: PayloadError.valueTooLong(.completeLocalName, octets: 300)) {
      try Payload([.flags([]), .name(String(repeating: "a", count: 300))], for: .extendedConnectable)
    }
  }

  /// A ragged list is written as it was read, and any octets as any type.
  @Test func whatDoesNotFitItsTypeStaysAsItWas() throws {
    let ragged = ADValue(type: .completeServiceUUIDs16, octets: [1, 2, 3])
    #expect(try Payload([ragged, .other(.flags, [])]).octets == [4, 3, 1, 2, 3, 1, 1])
  }

  @Test func errorsSayWhy() {
    #expect(
      "\(PayloadError.uuidTooWide(0x1_F00D, width: .bits16))" == "expected a UUID that has 16 bits, found 0001f00d")
    #expect(
      "\(PayloadError.valueTooLong(.manufacturerData, octets: 255))"
        == "expected at most 254 bytes in the value of AD type 0xff, found 255")
    #expect(
      "\(PayloadError.payloadTooLong(octets: 33, limit: 31))" == "expected at most 31 bytes in the payload, found 33")
  }
}
