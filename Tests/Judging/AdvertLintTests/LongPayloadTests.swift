import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// Payloads of extended advertising have room for hundreds of defects.
@Suite struct LongPayloadTests {
  private static func findings(
    _ rule: String, on lists: [[UInt8]], expecting services: [BluetoothUUID] = []
  ) -> [Finding] {
    findings(rule, of: lists.flatMap { [UInt8($0.count + 1), 3] + $0 }, expecting: services)
  }

  private static func findings(
    _ rule: String, of octets: [UInt8], expecting services: [BluetoothUUID] = []
  ) -> [Finding] {
    let payload = Payload(octets)
    let layout = SubjectLayout(
      pdu: .extendedNonconnectable, advertising: SubjectPayload(payload: payload), scanResponses: [],
      scanResponse: .notScannable)
    let linter = Linter(expectations: Expectations(services: services))
    return linter.lint(Subject(path: "", address: nil, layouts: [layout])).filter { $0.rule == rule }
  }

  /// What is different in each place is told of the first places, and the rest as one.
  @Test func differentFindingsOfARuleAreBounded() throws {
    let findings = Self.findings("uuid-unassigned", on: (0..<100).map { [$0, 0x21] })
    #expect(findings.count == 17)
    #expect(findings[15].message == "16-bit UUID 210f is not assigned")
    #expect(
      findings[16].message
        == "more than 16 places of this payload are like this: A 16-bit service UUID is not assigned")
    #expect(findings[16].place.offset == 16 * 4 + 2)
    #expect(Set(findings.map(\.fingerprint)).count == 17)
  }

  /// What is silenced does not take the place of what is not.
  @Test func silencedFindingsHideNoOthers() throws {
    let reversed = Array(repeating: [0x18, 0x0F] as [UInt8], count: 50)
    let battery: BluetoothUUID = "180f"
    #expect(Self.findings("uuid-byte-order-reversed", on: reversed, expecting: [battery]).map(\.count) == [16, 1])
    #expect(Self.findings("uuid-unassigned", on: reversed, expecting: [battery]).isEmpty)
    let findings = Self.findings("uuid-unassigned", on: reversed + [[0, 0x21]], expecting: [battery])
    #expect(findings.map(\.place.offset) == [50 * 4 + 2])
  }

  /// Those of the first places that say the same are one, and the rest is one more.
  @Test func equalFindingsAreCounted() {
    let findings = Self.findings("uuid-unassigned", on: Array(repeating: [0, 0x21], count: 100))
    #expect(findings.map(\.count) == [16, 1])
    #expect(findings.map(\.place.offset) == [2, 16 * 4 + 2])
  }

  /// The rest is as bad as the worst of it, and points there.
  @Test func anErrorBehindManyWarningsIsAnError() {
    let beacons = (0..<20).flatMap { _ in [2, 0x2B, 0] as [UInt8] }
    let findings = Self.findings("value-malformed", of: beacons + [2, 0x1A, 0xA0])
    #expect(findings.map(\.severity) == [.error, .warning])
    #expect(findings.map(\.place.offset) == [20 * 3, 0])
  }
}
