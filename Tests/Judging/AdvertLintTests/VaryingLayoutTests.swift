import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

@testable import AdvertLint

/// Rules judge what a layout with placeholders always is.
@Suite struct VaryingLayoutTests {
  private func rules(_ octets: [UInt8], varying: [Int: OctetSet]) -> Set<String> {
    var variation = Variation()
    for (offset, values) in varying { variation[offset] = Variation.Octet(values) }
    let declared = DeclaredLayout(
      layout: Layout(pdu: .advInd, advertising: Payload(octets), declaring: nil),
      doubts: variation.doubts(in: .advertising, .placeholder))
    return Set(Linter().lint(Subject(declared, path: "advert.yml")).map(\.rule))
  }

  @Test func valuesThatStandForOthersAreNotJudged() {
    // Reserved bits of the Flags, a name of nothing but NUL, TX power out of range, an unassigned UUID.
    for (octets, offsets, rule) in [
      ([2, 1, 0x86], 2...2, "flags-reserved-bits"), ([2, 1, 6, 4, 9, 0x41, 0, 0x42], 6...6, "name-has-nul"),
      ([2, 1, 6, 2, 10, 0x7F], 5...5, "tx-power-invalid"), ([2, 1, 6, 3, 3, 0x10, 0xFF], 5...6, "uuid-unassigned"),
    ] as [([UInt8], ClosedRange<Int>, String)] {
      #expect(rules(octets, varying: [:]).contains(rule), "\(rule)")
      #expect(!rules(octets, varying: Dictionary(offsets.map { ($0, .any) }) { $1 }).contains(rule), "\(rule)")
    }
  }

  @Test func whatIsWrongWithEveryValueIsFound() {
    let long: [UInt8] = [2, 1, 6, 31, 9] + Array(repeating: 0x30, count: 30)
    let varying = Dictionary((5..<35).map { ($0, OctetSet.digits) }) { $1 }
    #expect(rules(long, varying: varying).contains("payload-too-long"))
    // A structure with a placeholder, in the wrong place.
    #expect(rules([3, 0x19, 0, 0, 2, 1, 6], varying: [2: .any]).contains("flags-not-first"))
    #expect(rules([4, 0xFF, 0x59, 0, 0], varying: [4: .any]).contains("flags-missing"))
  }
}
