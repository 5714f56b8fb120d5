import AdvertLint
import AdvertisingData
import Foundation
import Testing

@testable import AdvertReport

@Suite struct KnownPayloadDescriptionTests {
  private static let overflowAtBit57: [UInt8] = [
    0x14, 0xFF, 0x4C, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  @Test func readableTextIsFoundAndEscaped() {
    #expect(OctetText.words([]) == "no data")
    #expect(OctetText.words(Array("ABC".utf8) + [0] + Array("DEF".utf8)) == "41 42 43 00 44 45 46")
    #expect(OctetText.words(Array("a\"\\z".utf8)) == #"61 22 5c 7a (text "a\"\\z")"#)
    #expect(OctetText.runs(in: Array("abcd\u{1B}efgh\u{7F}ij  ".utf8)) == ["abcd", "efgh", "ij  "])
  }

  @Test func sharedBitNamesSomeAndCountsTheRest() {
    let sharing = (UInt32(0)...0xFFFF).map { BluetoothUUID($0) }.filter { OverflowArea.bit(of: $0) == 57 }
    let payload = Payload(Self.overflowAtBit57)
    func lines(asked: [BluetoothUUID], seen: Set<BluetoothUUID>) -> [String] {
      OverflowNotes([payload, payload], candidates: OverflowCandidates(asked: asked, seen: seen)).lines(.plain)
    }
    #expect(lines(asked: [], seen: []).dropFirst(2) == ["  bit 57: no service given or seen here sets it"])
    let many = lines(asked: [], seen: Set(sharing))
    #expect(many.count == 3)
    #expect(many.last?.hasSuffix(" or \(sharing.count - 5) more seen here: one of many") == true)
    let asked = lines(asked: [sharing[7], BluetoothUUID(0x180F)], seen: [sharing[7]])
    #expect(
      asked.dropFirst(2) == [
        "  bit 57: could be \(sharing[7].named): one of many", "  not 180f (Battery): its bit 115 is clear",
      ])
    let other = OverflowNotes([Payload([2, 1, 6])], candidates: .none)
    #expect(other.lines(.plain) == [])
  }

  /// Damaged payloads of every format: one line of safe text, and JSON that parsers take.
  @Test(arguments: [1, 2] as [UInt64]) func everyDataHasWordsAndJSON(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let services: [UInt16] = [0xFEAA, 0xFE2C, 0xFD6F, 0xFCD2, 0xFFF6, 0xFE95, 0xFFFA, 0xFD5A, 0xFCB2]
    let companies: [UInt16] = [0x004C, 0x0006, 0x0499, 0x0118]
    // The first octets that choose a form.
    let starts: [[UInt8]] = [
      [], [2, 0x15], [0xBE, 0xAC], [3, 0], [3, 1], [3, 2], [1, 9], [3], [5], [6], [0], [0x10], [0x20, 0], [0x20, 1],
      [0x30], [0x40], [0x41], [0x43], [0x50, 0x50], [0x48, 0x50], [0x68, 0x20], [0x0D, 1, 0x10], [0x0D, 1, 0x40],
      [0x0D, 1, 0xF2, 25, 2],
    ]
    for round in 0..<400 {
      var octets = starts.randomElement(using: &random) ?? []
      octets += (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let head: [UInt8]
      if Bool.random(using: &random), let company = companies.randomElement(using: &random) {
        head = [0xFF, UInt8(company & 0xFF), UInt8(company >> 8)]
      } else {
        let service = services.randomElement(using: &random) ?? 0
        head = [0x16, UInt8(service & 0xFF), UInt8(service >> 8)]
      }
      let payload = Payload([UInt8(head.count + octets.count)] + head + octets)
      let report = DecodeReport(pdu: .extendedNonconnectable, advertising: payload, scanResponse: nil)
      let context: Comment = "seed \(seed), round \(round): \(HexText.compact(payload.octets))"
      let words = StructureDescription(try #require(payload.decoded.elements.first), in: PayloadContext(payload)).words
      #expect(words.unicodeScalars.allSatisfy(HostileText.isSafe), context)
      #expect(throws: Never.self, context) { try JSONSerialization.jsonObject(with: Data(report.json.utf8)) }
    }
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
  }
}
