import AssignedNumbers
import Testing

@Suite struct AssignedUUIDTests {
  @Test(
    arguments: [
      (0x0001, .protocolIdentifier, "SDP"),  // first
      (0x1002, .browseGroup, "PublicBrowseRoot"),
      (0x110B, .serviceClass, "Audio Sink"),
      (0x1600, .meshProfile, "Ambient Light Sensor NLC Profile 1.0"),
      (0x1800, .service, "GAP"),
      (0x180D, .service, "Heart Rate"),
      (0x180F, .service, "Battery"),
      (0x1826, .service, "Fitness Machine"),
      (0x2701, .unit, "length (metre)"),
      (0x2800, .declaration, "Primary Service"),
      (0x2902, .descriptor, "Client Characteristic Configuration"),
      (0x2A00, .characteristic, "Device Name"),
      (0x2ACA, .objectType, "Unspecified"),
      (0x2B8C, .characteristic, "CO₂ Concentration"),
      (0xFCCC, .standardsOrganization, "Wi-Fi Easy Connect Specification"),
      (0xFCD2, .member, "Allterco Robotics ltd"),
      (0xFD6F, .member, "Apple, Inc."),
      (0xFE2C, .member, "Google LLC"),
      (0xFEAA, .member, "Google LLC"),
      (0xFFF6, .standardsOrganization, "Matter Profile ID"),
      (0xFFFA, .standardsOrganization, "ASTM Remote ID"),
      (0xFFFE, .standardsOrganization, "Wireless Power Transfer"),  // last
    ] as [(UInt16, AssignedUUID.Kind, String)])
  func lookUp(value: UInt16, kind: AssignedUUID.Kind, name: String) {
    let uuid = AssignedUUID(value)
    #expect(uuid?.value == value)
    #expect(uuid?.kind == kind)
    #expect(uuid?.name == name)
  }

  @Test(arguments: [0x0000, 0x17FF, 0x2826, 0xFC38, 0xFF00, 0xFFFF] as [UInt16])
  func unassigned(value: UInt16) {
    #expect(AssignedUUID(value) == nil)
  }

  @Test func countOfEachKind() {
    var counts: [AssignedUUID.Kind: Int] = [:]
    for value in 0...UInt16.max {
      if let uuid = AssignedUUID(value) { counts[uuid.kind, default: 0] += 1 }
    }
    let expected: [AssignedUUID.Kind: Int] = [
      .service: 75, .member: 699, .standardsOrganization: 17, .characteristic: 502, .descriptor: 24, .declaration: 4,
      .unit: 127, .objectType: 6, .serviceClass: 76, .protocolIdentifier: 24, .browseGroup: 1, .meshProfile: 7,
    ]
    #expect(counts == expected)
    #expect(Set(expected.keys) == Set(AssignedUUID.Kind.allCases))
  }
}
