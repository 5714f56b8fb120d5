import AdvertObservation
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

@Suite struct FingerprintTests {
  /// A payload as long as any can be: what is flagged in it on each structure is one finding at the
  /// first place, with the number of the first places, and one more for the rest.
  @Test func manyFlagsOnAPayloadAreTwoFindings() {
    let payload = Payload([UInt8](repeating: 0, count: 0) + (0..<412).flatMap { _ in [3, 3, 0x0F, 0x18] as [UInt8] })
    let layout = SubjectLayout(
      pdu: .extendedNonconnectable, advertising: SubjectPayload(payload: payload, count: 3), scanResponses: [],
      scanResponse: .notScannable)
    let findings = Linter().lint(Subject(path: "", address: nil, layouts: [layout]))
    let split = findings.filter { $0.rule == "uuid-list-split" }
    #expect(split.map(\.place.offset) == [4, 17 * 4])
    #expect(split.map(\.count) == [3 * 16, 3])
    #expect(Set(findings.map(\.fingerprint)).count == findings.count)
  }

  /// Places on structures count from the start of the structure, whatever is before it.
  @Test func placeIsThatOfTheStructure() {
    let short = NormalPayload(Payload([UInt8](hex: "0201060303aafe")))
    let long = NormalPayload(Payload([UInt8](hex: "0302060003 03aafe".filter { $0 != " " })))
    #expect(short.place(of: 3..<7).octets == [1, 0, 1, 4])
    #expect(long.place(of: 4..<8).octets == [1, 0, 1, 4])
    #expect(short.place(of: 5..<7).octets == [1, 2, 1, 4])
    #expect(NormalPayload(Payload()).place(of: 0..<0).octets == [])
  }
}
