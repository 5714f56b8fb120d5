import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// One defect gives one finding: these are all the findings of all rules.
@Suite struct SilencingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let layout: MarkedLayout
    let rules: [String]
    var testDescription: String { rules.joined(separator: ", ") }

    init(_ advertising: String, scanResponse: String = "", _ rules: String...) {
      layout = MarkedLayout(advertising, scanResponse: .declared(scanResponse))
      self.rules = rules
    }
  }

  @Test(arguments: [
    Case("02 01 06", scanResponse: "02 01 06", "flags-in-scan-response"),
    Case("02 01 06", scanResponse: "02 01 06 02 01 06", "flags-in-scan-response"),
    Case("02 01 06 02 01 06", "flags-duplicate"),
    Case("02 01 1e", "flags-contradictory"),
    Case("03 01 00 00", "flags-all-zero"),
    Case("02 01 06 05 08 4a c3 b6 c3", "name-cut-inside-character"),
    Case("02 01 06 01 09", "name-empty"),
    Case("02 01 06 01 ff", "manufacturer-data-too-short"),
    Case("02 01 06 01 16", "service-data-too-short"),
    Case("02 01 06 01 19", "appearance-malformed"),
    Case("02 01 06 01 0a", "tx-power-invalid"),
    Case("02 01 06 01 12", "connection-interval-invalid"),
    Case("02 01 06 02 19 c1", "appearance-malformed"),
    Case("02 01 06 02 0d 01", "type-not-allowed-here"),
    Case("02 01 06 01 31", "encrypted-data-too-short"),
    Case("02 01 06 07 31 01 02 03 04 05 06", "encrypted-data-too-short"),
    Case("02 01 06 02 1a a0", "value-malformed"),
    Case("02 01 06 01 1a", "structure-empty"),
    Case("02 01 06 07 ff 4c 00 02 15 e2 c5", "ibeacon-malformed"),
    Case("02 01 06 07 ff 4c 00 02 16 e2 c5", "ibeacon-malformed"),
    Case("02 01 06 0d 16 aa fe 10 ec 02 67 6f 2e 67 6c 2f 31", "eddystone-uuid-not-listed"),
    Case("02 01 06 03 03 aa fe 05 16 aa fe 10 c5", "eddystone-malformed"),
    Case("02 01 06 0a ff 00 4c 10 05 0b 1c 83 90 96", "company-byte-order-reversed"),
    Case("02 01 06 03 19 c1 03", scanResponse: "03 19 c1 03", "appearance-in-both"),
    Case("02 01 06 03 03 0f 18", scanResponse: "03 03 0f 18", "uuid-list-in-both"),
    Case("02 01 06", scanResponse: "03 03 0f 18", "service-uuid-only-in-scan-response"),
    Case("02 01 06 03 08 47 6f", scanResponse: "05 09 47 6f 47 6f", "name-shortened-needlessly"),
  ]) func oneDefectGivesOneFinding(_ test: Case) {
    let findings = Linter().lint(Subject(example: [test.layout]))
    #expect(findings.map(\.rule) == test.rules)
  }

  @Test func theGeneralRuleSpeaksElsewhereInThePayload() {
    let layout = MarkedLayout("02 01 06 02 01 06 03 19 c1 03 03 19 c1 03")
    #expect(Linter().lint(Subject(example: [layout])).map(\.rule) == ["flags-duplicate", "structure-repeated"])
  }

  @Test func theGeneralRuleSpeaksInOtherLayouts() {
    // The same bytes at the same offsets: Latin-1 in one layout, a character cut short in the other.
    let layouts = [MarkedLayout("02 01 06 03 08 4a c3"), MarkedLayout("02 01 06 03 08 4a f8")]
    let found = Linter().lint(Subject(example: layouts)).map { "\($0.rule) \($0.place.layout ?? -1)" }
    #expect(found == ["name-cut-inside-character 0", "name-not-utf8 1"])
  }

  @Test func theGeneralRuleSpeaksWhereTheSpecificOneIsNotAsked() throws {
    let rule = try #require(Rule.named("structure-repeated"))
    let findings = Linter(rules: [rule]).lint(Subject(example: [MarkedLayout("02 01 06 02 01 06")]))
    #expect(findings.map(\.place.offset) == [3])
  }

  @Test func anExpectedServiceInReverseIsNotUnassignedToo() {
    let linter = Linter(expectations: Expectations(services: [BluetoothUUID(0x180F)]))
    let findings = linter.lint(Subject(example: [MarkedLayout("02 01 06 03 03 18 0f")]))
    #expect(findings.map(\.rule) == ["uuid-byte-order-reversed"])
    #expect(findings.first?.message == "0f18 is 180f (Battery) with its bytes in reverse")
    #expect(Linter().lint(Subject(example: [MarkedLayout("02 01 06 03 03 18 0f")])).map(\.rule) == ["uuid-unassigned"])
  }
}
