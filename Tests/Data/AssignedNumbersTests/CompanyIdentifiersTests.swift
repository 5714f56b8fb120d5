import AssignedNumbers
import Testing

@Suite struct CompanyIdentifiersTests {
  @Test(
    arguments: [
      (0x0000, "Ericsson AB"),  // first
      (0x0006, "Microsoft"),
      (0x004C, "Apple, Inc."),
      (0x0059, "Nordic Semiconductor ASA"),
      (0x00E0, "Google"),
      (0x0118, "Radius Networks, Inc."),
      (0x0380, "LLC \"MEGA-F service\""),
      (0x0499, "Ruuvi Innovations Ltd."),
      (0x10AE, "Raycon Inc."),  // last
    ] as [(UInt16, String)])
  func name(identifier: UInt16, name: String) {
    #expect(CompanyIdentifiers.name(of: identifier) == name)
  }

  @Test(arguments: [0x0066, 0x10AF, 0x4C00, 0xFFFE, 0xFFFF] as [UInt16])
  func unassigned(identifier: UInt16) {
    #expect(CompanyIdentifiers.name(of: identifier) == nil)
  }

  @Test func count() {
    #expect((0...UInt16.max).count { CompanyIdentifiers.name(of: $0) != nil } == 4008)
  }

  @Test func namesBeyondASCIIAreWhole() {
    let names = (0...UInt16.max).compactMap { CompanyIdentifiers.name(of: $0) }
    #expect(names.count { !$0.utf8.allSatisfy { $0 < 0x80 } } == 13)
    #expect(!names.contains { $0.contains("\u{FFFD}") })
  }
}
