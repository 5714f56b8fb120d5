import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// Findings about services in a form that no filter matches.
@Suite struct MisformedServiceTests {
  private static let reversed = "02 01 06 11 07 75 7e d3 e4 18 28 4a 0c 83 62 c2 29 c3 a6 da 72"

  private func findings(_ hex: String, expecting services: [BluetoothUUID] = []) -> [String] {
    Linter(
      rules: [
        .uuidByteOrderReversed, .uuidUnderOtherWidth, .uuidListRagged, .uuidUnassigned, .serviceDataUUIDNotListed,
      ], expectations: Expectations(services: services)
    )
    .lint(Subject(example: [MarkedLayout(hex)])).map { finding in
      "\(finding.severity) \(finding.rule) \(finding.place.offset ?? -1): \(finding.message)"
    }
  }

  @Test func versionInReverseIsANote() {
    #expect(
      findings(Self.reversed) == [
        "note uuid-byte-order-reversed 5: 72daa6c3-29c2-6283-0c4a-2818e4d37e75 has no valid UUID version; in reverse, its "
          + "bytes are the version 4 UUID 757ed3e4-1828-4a0c-8362-c229c3a6da72"
      ])
  }

  @Test func expectedServiceInReverseIsAWarning() {
    let warning =
      "warning uuid-byte-order-reversed 5: 72daa6c3-29c2-6283-0c4a-2818e4d37e75 is "
      + "757ed3e4-1828-4a0c-8362-c229c3a6da72 with its bytes in reverse"
    #expect(findings(Self.reversed, expecting: ["757ed3e4-1828-4a0c-8362-c229c3a6da72"]) == [warning])
    #expect(findings(Self.reversed, expecting: ["72daa6c3-29c2-6283-0c4a-2818e4d37e75"]) == [])
    // The other layout of the service is right.
    #expect(
      findings(
        "05 03 0f 18 18 0f", expecting: [0x180F]) == [
          "warning uuid-unassigned 4: 16-bit UUID 0f18 is not assigned; in reverse, its bytes are 180f (Battery)"
        ])
  }

  @Test func longUUIDUnderShortType() {
    let hex = "02 01 06 11 16 a5 b7 67 a0 74 9b 11 e3 98 1f 08 00 20 0c 9a 66"
    #expect(
      findings(hex) == [
        "warning uuid-under-other-width 5: 16 bytes under type 0x16 look like the 128-bit UUID "
          + "a5b767a0-749b-11e3-981f-0800200c9a66"
      ])
    #expect(
      findings(hex, expecting: ["a5b767a0-749b-11e3-981f-0800200c9a66"]) == [
        "warning uuid-under-other-width 5: 16 bytes under type 0x16 are the 128-bit UUID "
          + "a5b767a0-749b-11e3-981f-0800200c9a66"
      ])
  }

  @Test func raggedListNamesTheExpectedService() {
    #expect(
      findings(
        "10 07 9e ca dc 24 0e e5 a9 e0 93 f3 b5 01 00 40 6e", expecting: ["6e400001-b5a3-f393-e0a9-e50e24dcca9e"]) == [
          "warning uuid-list-ragged 2: a list of 128-bit UUIDs needs a multiple of 16 bytes, this one has 15: "
            + "6e400001-b5a3-f393-e0a9-e50e24dcca9e (Nordic UART) with one byte missing"
        ])
  }

  /// The finding about a missing service says where it is.
  @Test(arguments: [
    (reversed, "757ed3e4-1828-4a0c-8362-c229c3a6da72", "byte-reversed in the advertising data, bytes 5 to 20"),
    ("02 01 06 04 16 0f 18 2a", "180f", "only in service data of the advertising data, bytes 5 to 6"),
    (
      "1a ff 4c 00 02 15 75 7e d3 e4 18 28 4a 0c 83 62 c2 29 c3 a6 da 72 00 01 00 02 c5",
      "757ed3e4-1828-4a0c-8362-c229c3a6da72", "inside an iBeacon of the advertising data, bytes 6 to 21"
    ),
    (
      "11 07 23 d1 bc ea 5f 78 23 15 de ef 12 12 23 15 00 00", "1523",
      "on another base than that of Bluetooth in the advertising data, bytes 2 to 17"
    ),
    ("02 01 06", "180f", nil),
  ])
  func missingServiceIsLocated(_ hex: String, _ service: String, _ place: String?) throws {
    let uuid = try #require(BluetoothUUID(text: service))
    var tally = ExpectationTally(Expectations(services: [uuid]), isChoosing: false)
    tally.note(Subject(example: [MarkedLayout(hex)]), isCut: false)
    #expect(tally.missingServices == [uuid])
    #expect(tally.unlisted[uuid] == place)
  }
}
