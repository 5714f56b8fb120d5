import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// A fix that sets a value right costs no scanner anything: nobody asks for the wrong value any more.
@Suite struct CorrectionTests {
  private func fix(_ rule: Rule, _ advertising: String, _ scanResponse: String = "") -> String? {
    Linter()
      .lint(Subject(example: [MarkedLayout(advertising, scanResponse: .declared(scanResponse))]))
      .first { $0.rule == rule.id }?.fix
  }

  @Test func correctedValuesAreNotMissed() {
    #expect(fix(.nameHasNUL, "02 01 06 04 09 41 42 00") == "remove the zero from the name: 1 byte less")
    #expect(fix(.nameHasNUL, "02 01 06", "06 09 4f 77 6c 00 00") == "remove the zeros from the name: 2 bytes less")
    #expect(
      fix(.nameCutInsideCharacter, "02 01 06 08 08 42 c3 bc 72 6f 2d c3")
        == "cut the name before the character: 1 byte less")
    #expect(
      fix(.companyByteOrderReversed, "02 01 1a 0a ff 00 4c 10 05 0b 1c 83 90 96")
        == "send the low byte of the company identifier first: 4c 00, or 0x004c in a call that takes the number")
    #expect(
      fix(.uuidByteOrderReversed, "02 01 06 11 07 00 00 18 0f 00 00 10 00 80 00 00 80 5f 9b 34 fb")
        == "send the last byte of the written form first: fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00")
    #expect(fix(.uuid128BitInSIGBase, "02 01 06 11 07 fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00") != nil)
    #expect(
      fix(.uuid128BitInSIGBase, "02 01 06 11 07 fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00")?
        .contains(" then ") == false)
  }

  @Test func nameOfZerosHasNoText() {
    #expect(fix(.nameHasNUL, "02 01 06 04 09 00 00 00") == "remove the name: 5 bytes less")
    #expect(fix(.nameHasNUL, "02 01 06 02 08 00") == "remove the name: 3 bytes less")
    #expect(fix(.nameHasNUL, "02 01 06 03 08 00 4f") == "remove the zero from the name: 1 byte less")
  }

  /// Filters for the shortened name need it, although the complete one begins with it.
  @Test func shortenedNameIsMissed() {
    #expect(
      fix(.nameBothForms, "02 01 06 03 08 4f 77 04 09 4f 77 6c")
        == "remove the shortened name: 4 bytes less; no scanner then finds the shortened name")
    #expect(
      fix(.nameBothForms, "02 01 06 03 08 45 6c 04 09 4f 77 6c")
        == "remove the shortened name: 4 bytes less; no scanner then finds the name")
  }

  /// A value that is left out, with nothing in its place, is missed as before.
  @Test func valuesLeftOutAreMissed() {
    #expect(
      fix(.deviceInformationAdvertised, "02 01 06 03 03 0a 18")
        == "remove the service: 4 bytes less; no scanner then finds service 180a; ios-background then misses the device"
    )
  }

  /// A name with zeros behind it, in any layout: the text alone is found by whoever found the name.
  @Test(arguments: UInt64(1)...20) func zerosBehindNamesAreNoLoss(_ seed: UInt64) {
    var random = RandomLayout(seed: seed &+ 5200)
    var zerosOf = SplitMix64(seed: seed)
    var names = 0
    for _ in 0..<40 {
      let layout = random.layout(structures: 5)
      let octets = layout.advertising?.octets ?? []
      let zeros = [UInt8](repeating: 0, count: .random(in: 1...3, using: &zerosOf))
      let name: [UInt8] = [UInt8(4 + zeros.count), 0x09, 0x4F, 0x77, 0x6C] + zeros
      guard octets.count + name.count <= 31, !layout.blocks.contains(where: { $0.payload.hasName }) else { continue }
      var named = layout
      named.advertising = Payload(octets + name)
      let found = Linter().lint(Subject(DeclaredLayout(layout: named), path: "layout"))
        .first { $0.rule == Rule.nameHasNUL.id }
      guard let fix = found?.fix, found?.fixBytes != nil else { continue }
      names += 1
      #expect(!fix.contains(" then "), "\(HexText.compact(octets + name)): \(fix)")
    }
    #expect(names > 0)
  }
}

extension Payload {
  fileprivate var hasName: Bool {
    DecodedPayload(self).elements.contains { $0.type == .shortenedLocalName || $0.type == .completeLocalName }
  }
}
