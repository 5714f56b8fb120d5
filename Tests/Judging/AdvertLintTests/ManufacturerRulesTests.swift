import AdvertisingData
import Testing

@testable import AdvertLint

/// What the first two octets of manufacturer data are, when they are no company.
@Suite struct ManufacturerRulesTests {
  private func findings(_ layouts: [String], address: DeviceAddress? = nil) -> [String] {
    Linter(rules: [.companyUnassigned, .companyByteOrderReversed])
      .lint(Subject(example: layouts.map { MarkedLayout($0, address: address) }))
      .map { "\($0.rule) \($0.count): \($0.message)" }
  }

  @Test func oneValueIsACompany() {
    #expect(
      findings(["02 01 06 04 ff fe fd 2a", "02 01 06 04 ff fe fd 2b"]) == [
        "company-unassigned 2: company 0xfdfe is not assigned"
      ])
  }

  @Test func severalValuesAreNone() {
    let layouts = (0..<14).map { "02 01 06 05 ff \(HexText.compact([0x10 + UInt8($0)])) ec 2a 01" }
    #expect(
      findings(layouts) == [
        "company-unassigned 14: the first two bytes of the manufacturer data change: there is no company identifier"
      ])
  }

  /// Two structures of one payload are two things.
  @Test func severalStructuresAreSeveralCompanies() {
    #expect(
      findings(["02 01 06 04 ff fe fd 2a 04 ff fd fd 2a"]) == [
        "company-unassigned 1: company 0xfdfe is not assigned", "company-unassigned 1: company 0xfdfd is not assigned",
      ])
  }

  @Test func theAddressIsNoCompany() {
    let message = "the manufacturer data start with the device's address, where the company identifier belongs"
    let printed = "02 01 06 07 ff 18 b4 30 01 02 fe"
    let sent = "02 01 06 07 ff fe fd 01 30 b4 18"
    let found = ["company-unassigned 1: \(message)"]
    #expect(findings([printed], address: DeviceAddress(bits: 0x18B4_3001_02FE, type: .public)) == found)
    #expect(findings([sent], address: DeviceAddress(bits: 0x18B4_3001_FDFE, type: .public)) == found)
    #expect(
      findings([printed], address: DeviceAddress(bits: 1, type: .public)) == [
        "company-unassigned 1: company 0xb418 is not assigned"
      ])
  }

  /// A zero in front says nothing: what follows must be data of the other company.
  @Test func readingsAreNoCompany() {
    #expect(findings(["02 01 06 06 ff 00 4c 17 0b 2a"]) == ["company-unassigned 1: company 0x4c00 is not assigned"])
    #expect(findings(["02 01 06 06 ff 00 59 17 0b 2a"]) == ["company-unassigned 1: company 0x5900 is not assigned"])
    #expect(
      findings(["02 01 1a 0a ff 00 4c 10 05 0b 1c 83 90 96"]).map { $0.prefix { $0 != " " } } == [
        "company-byte-order-reversed"
      ])
    // AltBeacon is the same under any company.
    let beacon = "02 01 06 1b ff 00 4c be ac" + String(repeating: " 11", count: 22)
    #expect(findings([beacon]) == ["company-unassigned 1: company 0x4c00 is not assigned"])
  }
}
