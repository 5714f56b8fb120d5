import AdvertisingData
import Testing

@testable import AdvertLint

/// Where findings on well-known formats are, how bad they are, and what they say.
@Suite struct ConformanceTests {
  private func findings(_ rule: Rule, _ advertising: String, pdu: AdvertisingPDU = .advNonconnInd) -> [String] {
    Linter(rules: [rule]).lint(Subject(example: [MarkedLayout(pdu: pdu, advertising)])).map {
      "\($0.severity) \($0.place.offset ?? -1)+\($0.place.length ?? -1) \($0.message)"
    }
  }

  @Test func tooShort() {
    #expect(
      findings(.matterMalformed, "05 16 f6 ff 00 01")
        == ["error 4+2 Matter: the data needs at least 8 bytes, has 2"])
  }

  @Test func surplus() {
    #expect(
      findings(.matterMalformed, "0d 16 f6 ff 00 00 0f f1 ff 01 80 00 01 02")
        == ["error 12+2 Matter: 2 bytes too many after the 8 that the format has"])
  }

  @Test func reservedBitsAreAWarningAtMost() {
    #expect(
      findings(.matterMalformed, "0b 16 f6 ff 00 00 0f f1 ff 01 80 84")
        == ["warning 11+1 Matter: reserved bits are set in 0x84"])
  }

  @Test func anotherOpcodeIsANote() {
    #expect(
      findings(.matterMalformed, "0b 16 f6 ff 01 00 0f f1 ff 01 80 00")
        == ["note 4+1 Matter: found 0x01, expected opcode 0x00 (commissionable)"])
  }

  @Test func valueFoundAndExpected() {
    #expect(
      findings(.eddystoneMalformed, "0c 16 aa fe 10 ec 04 67 6f 2e 67 6c 2f")
        == ["error 6+1 Eddystone: found 0x04, expected a scheme from 0 to 3"])
  }

  @Test func framesOfOtherTypesAreNotes() {
    #expect(
      findings(.eddystoneMalformed, "05 16 aa fe 50 01")
        == ["note 4+1 Eddystone: found 0x50, expected a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30"])
    #expect(
      findings(.eddystoneMalformed, "08 16 aa fe 21 01 0b 0c 0d")
        == ["note 4+1 Eddystone: found 0x21, expected a frame type that Eddystone has: 0x00, 0x10, 0x20 or 0x30"])
    #expect(findings(.eddystoneMalformed, "19 16 aa fe 40" + String(repeating: " aa", count: 21)).isEmpty)
  }

  /// The authors' own library accepts the beacon without its last byte.
  @Test func altBeaconWithoutItsLastByteIsAWarning() {
    let beacon = "be ac" + String(repeating: " 11", count: 21)
    #expect(
      findings(.altBeaconMalformed, "1a ff 18 01 " + beacon)
        == ["warning 4+23 AltBeacon: the data needs at least 24 bytes, has 23"])
    #expect(
      findings(.altBeaconMalformed, "19 ff 18 01 " + beacon.dropLast(3))
        == ["error 4+22 AltBeacon: the data needs at least 23 bytes, has 22"])
  }

  @Test func homeKitIsInOrder() {
    #expect(
      findings(.continuityMalformed, "16 ff 4c 00 06 31 00 80 e7 14 6a 37 34 06 00 9f 21 04 02 3c b9 eb 0e").isEmpty)
    #expect(findings(.continuityMalformed, "12 ff 4c 00 06 2d 01 80 e7 14 6a 37 34 0a 00 07 00 01 02").isEmpty)
  }

  @Test func cut() {
    #expect(
      findings(.btHomeMalformed, "08 16 d2 fc 40 01 64 02 ca")
        == ["warning 7+2 BTHome: what starts with 0x02 is cut off, 2 bytes are there"])
  }

  @Test func whatIsUnverifiedIsANote() {
    // The layout of sub-scenario 3 is unverified.
    #expect(
      findings(.swiftPairMalformed, "09 ff 06 00 03 03 81 04 04 25")
        == [
          "note 5+1 Swift Pair: found 0x03, expected a sub-scenario from 0 to 2",
          "note 6+1 Swift Pair: found 0x81, expected 0x80",
        ])
    #expect(
      findings(.swiftPairMalformed, "09 ff 06 00 03 02 81 04 04 25")
        == ["warning 6+1 Swift Pair: found 0x81, expected 0x80"])
  }

  @Test func aWiderUUIDMovesTheOffsets() {
    #expect(
      findings(.matterMalformed, "0d 20 f6 ff 00 00 00 00 0f f1 ff 01 80 84")
        == ["warning 13+1 Matter: reserved bits are set in 0x84"])
  }

  @Test func cutBeforeTheFirstByte() {
    let message = "02 12" + String(repeating: " 31", count: 20) + " 00 00 00"
    #expect(
      findings(.remoteIDMalformed, "21 16 fa ff 0d 01 f0 19 02 " + message, pdu: .extendedNonconnectable)
        == ["error 34+0 Remote ID: the data end before what should follow"])
  }

  @Test func roomForNineRemoteIDMessagesIsANote() {
    let message = "02 12" + String(repeating: " 31", count: 23)
    let empty = String(repeating: " 00", count: 25)
    let pack = "3a 16 fa ff 0d 01 f0 19 01 " + message + empty
    #expect(
      findings(.remoteIDMalformed, pack, pdu: .extendedNonconnectable).filter { !$0.contains("reserved") }
        == ["note 34+25 Remote ID: zeros follow the data that the format has"])
  }

  @Test func dataOfOtherFormatsAreNotJudged() {
    for rule in Rule.all.filter({ $0.id.hasSuffix("-malformed") }) {
      #expect(findings(rule, "06 ff 59 00 2a 2b 2c").isEmpty, "\(rule.id)")
    }
  }
}
