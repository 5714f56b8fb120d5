import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertLint

/// Octets of both blocks whose division is not known: only what every division has is said.
@Suite struct MergedLayoutTests {
  /// Two blocks of random structures.
  private static func blocks(_ seed: UInt64) -> (advertising: [[UInt8]], scanResponse: [[UInt8]]) {
    var random = SplitMix64(seed: seed)
    let pool: [[UInt8]] = [
      [0x02, 0x01, 0x06], [0x02, 0x01, 0x9A], [0x03, 0x03, 0x0F, 0x18], [0x05, 0x02, 0x0F, 0x18, 0x0D, 0x18],
      [0x02, 0x0A, 0x04], [0x03, 0x19, 0x00, 0x00], [0x03, 0x19, 0x41, 0x03], [0x05, 0x09, 0x41, 0x42, 0x43, 0x44],
      [0x03, 0x08, 0x41, 0x42], [0x09, 0x09] + Array("SHS-2071".utf8), [0x05, 0x16, 0x0F, 0x18, 0x63, 0x00],
      [0x07, 0xFF, 0x4C, 0x00, 0x10, 0x02, 0x01, 0x02], [0x05, 0xFF, 0x59, 0x00, 0x01, 0x02],
      [0x11, 0x07] + (1...16).map { UInt8($0 * 11) }, [0x11, 0x06] + (1...16).map { UInt8($0 * 13) },
    ]
    func block() -> [[UInt8]] {
      var block: [[UInt8]] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let structure = pool[Int.random(in: 0..<pool.count, using: &random)]
        if block.joined().count + structure.count <= 31 { block.append(structure) }
      }
      return block
    }
    return (block(), block())
  }

  /// Zeros that fill the advertising data end them, wherever bytes of both blocks come from.
  @Test func zerosBetween() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      let (advertising, scanResponse) = Self.blocks(seed)
      let first = Array(advertising.joined())
      let second = Array(scanResponse.joined())
      guard !first.isEmpty, first.count < 31, second.count > 2 else { continue }
      let octets = first + [UInt8](repeating: 0, count: 31 - first.count) + second
      let declared = DeclaredLayout(undeclared: octets)
      #expect(declared.isDividedByZeros && declared.merged == nil, "\(HexText.spaced(octets))")
      #expect(declared.layout.advertising?.octets == first)
      #expect(declared.layout.scanResponse.payloads.map(\.octets) == [second])
    }
  }

  /// Every division at a boundary, found by adding up the sizes of the structures.
  private static func divisions(of structures: [[UInt8]]) -> [(advertising: [UInt8], scanResponse: [UInt8])] {
    (0...structures.count).map { (Array(structures[..<$0].joined()), Array(structures[$0...].joined())) }
      .filter { $0.0.count <= 31 && $0.1.count <= 31 }
  }

  /// Where each rule flags something in one division, in the octets of both blocks.
  private static func places(in findings: [Finding], _ cut: Int) -> [String: Set<[Int?]>] {
    var places: [String: Set<[Int?]>] = [:]
    for finding in findings {
      let start = finding.place.offset.map { $0 + (finding.place.block == .scanResponse ? cut : 0) }
      places[finding.rule, default: []].insert([start, finding.place.length])
    }
    return places
  }

  /// Numbers as a sentence has them.
  private static func words(_ numbers: [Int]) -> String {
    let texts = numbers.map { String($0) }
    return texts.count < 2 ? texts.joined() : texts.dropLast().joined(separator: ", ") + " or " + texts[texts.count - 1]
  }

  @Test(arguments: (UInt64(1)...10_000).sampled(oneIn: 100)) func saysOnlyWhatEveryDivisionHas(_ seed: UInt64) throws {
    let made = Self.blocks(seed)
    let structures = made.advertising + made.scanResponse
    guard !structures.isEmpty else {
      #expect(MergedPayload([]) == nil)
      return
    }
    let merged = try #require(MergedPayload(Array(structures.joined())))
    let divisions = Self.divisions(of: structures)
    #expect(merged.cuts == divisions.map { $0.advertising.count })
    // The division that was made is among them.
    #expect(merged.cuts.contains(made.advertising.joined().count))
    let declared = DeclaredLayout(merged: merged)
    let layouts = divisions.map {
      Layout(pdu: .advInd, advertising: Payload($0.advertising), declaring: Payload($0.scanResponse))
    }
    let device = ScannedDevice(declared)
    let questions = device.questions + [.presence, .name(nil), .service(BluetoothUUID(0x1812))]
    for question in questions {
      for profile in ScannerProfile.all {
        let verdict = profile.verdict(on: device, for: question)
        let outcomes = Set(layouts.map { profile.verdict(on: $0, for: question).outcome })
        #expect(verdict.outcome == (outcomes.count == 1 ? outcomes.first : .unknown), "\(profile.id), \(question)")
      }
    }
    let linter = Linter(expectations: Expectations(services: [BluetoothUUID(0x180F)], scanners: [.windows]))
    let found = linter.lint(Subject(declared, path: "merged"))
    let flagged = zip(divisions, layouts).map { division, layout in
      Self.places(in: linter.lint(Subject(DeclaredLayout(layout: layout), path: "merged")), division.advertising.count)
    }
    var (certain, depending): (Set<String>, [String: [Int]]) = ([], [:])
    for rule in Set(flagged.flatMap { $0.keys }) {
      let places = flagged.map { $0[rule] ?? [] }
      let everywhere = places.dropFirst().reduce(places[0]) { $0.intersection($1) }
      let others = places.map { $0.subtracting(everywhere) }
      let isInAll = others.allSatisfy { !$0.isEmpty }
      if !everywhere.isEmpty || isInAll { certain.insert(rule) }
      if !isInAll { depending[rule] = zip(merged.cuts, others).filter { !$1.isEmpty }.map { $0.0 } }
    }
    depending = depending.filter { !$0.value.isEmpty }
    #expect(Set(found.map { $0.rule }) == (depending.isEmpty ? certain : certain.union(["division-unknown"])))
    let words = found.first { $0.rule == "division-unknown" }?.message ?? ""
    let named = depending.filter { words.contains("\($0.key) (with \(Self.words($0.value)))") }
    #expect(named.count == min(depending.count, 4), "\(words): \(depending)")
    #expect(found.allSatisfy { $0.place.block == nil && $0.fixBytes == nil })
  }

  /// The classic fault, as a phone app shows it.
  private static let classic =
    HexText.octetsOrNone("0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af")

  @Test func saysThatTheServiceIsInTheScanResponseWhereverTheDataEnd() throws {
    let declared = DeclaredLayout(undeclared: Self.classic)
    #expect(declared.merged?.cuts == [4, 7, 17])
    #expect(declared.merged?.likely.cut == 17)
    #expect(declared.mergeSign == .tooMany)
    let service = try #require(BluetoothUUID(text: "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))
    let device = ScannedDevice(declared)
    #expect(ScannerProfile.windows.verdict(on: device, for: .service(service)).outcome == .missed)
    #expect(ScannerProfile.iosForeground.verdict(on: device, for: .service(service)).outcome == .discovered)
    let findings = Linter().lint(Subject(declared, path: "--adv"))
    #expect(findings.contains { $0.rule == "service-uuid-only-in-scan-response" && $0.severity == .warning })
    #expect(!findings.contains { $0.rule == "payload-too-long" })
    let word = try #require(findings.first { $0.rule == "division-unknown" })
    #expect(word.message.contains("as one block they are 4 bytes too long"))
  }

  @Test func aFindingOfOneDivisionIsNamedWithItsDivisions() throws {
    // With 13 bytes of advertising data the list is in the scan response.
    let octets = HexText.octetsOrNone("02010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af020a04")
    let declared = DeclaredLayout(merged: try #require(MergedPayload(octets)))
    let device = ScannedDevice(declared)
    let service = try #require(BluetoothUUID(text: "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"))
    let verdict = ScannerProfile.windows.verdict(on: device, for: .service(service))
    #expect(verdict.outcome == .unknown)
    #expect(
      verdict.phrase
        == "it depends on where the advertising data end: discovered with 31 bytes of them, missed with 3 or 13")
    let finding = try #require(Linter().lint(Subject(declared, path: "--merged")).first)
    #expect(finding.rule == "division-unknown" && finding.severity == .warning)
    #expect(finding.message.contains("service-uuid-only-in-scan-response (with 3 or 13)"))
  }

  /// Lists of decimal numbers are how apps print Android's `getBytes()`, which has both blocks without the zeros, too. One
  /// structure cannot be two blocks, and other forms of the same octets say nothing.
  @Test func aListOfNumbersMayBeBothBlocks() {
    func sign(_ text: String) -> DeclaredLayout.MergeEvidence? {
      let octets = (try? PastedOctets.octets(of: text)) ?? []
      return DeclaredLayout(undeclared: octets, areListed: PastedOctets.areListed(text)).mergeSign
    }
    let hint = DeclaredLayout.MergeEvidence.hint("lists of numbers are how apps print Android's getBytes()")
    for text in [
      "[2, 1, 6, 3, 3, 15, 24]", "getBytes() = [2,1,6,5,-1,89,0,1,2]", "bytes: [2, 1, 6, 3, 3, 15, 24, 0, 0]",
    ] {
      #expect(sign(text) == hint, "\(text)")
    }
    for text in [
      "[2, 1, 6]", "02010603030f18", "[0x02, 0x01, 0x06, 0x03, 0x03, 0x0f, 0x18]", "{2, 1, 6, 3, 3, 15, 24}",
    ] {
      #expect(sign(text) == nil, "\(text)")
    }
  }

  /// Android's `getBytes()` has zeros up to 62 octets; what was sent can fit in one block.
  @Test func paddingIsNotCountedAsData() throws {
    let octets = HexText.octetsOrNone("020106 0303 2618" + String(repeating: "00", count: 55))
    let declared = DeclaredLayout(undeclared: octets)
    let findings = Linter().lint(Subject(declared, path: "--adv"))
    let message = try #require(findings.first { $0.rule == "division-unknown" }).message
    #expect(
      message.hasPrefix(
        "62 bytes, the last 55 of which are zeros, are more than the 31 of one block, so they are taken as advertising data "
          + "and scan response data in one; without the zeros they fit in one block; the first can have 0, 3 or 7 of them"
      ))
    #expect(
      try #require(declared.merged).likely.reason
        == "builders fill the advertising data first, and all of them fit there")
  }

  @Test(arguments: [
    // Zeros behind both blocks are Android's, and none is between them.
    ("020106" + "0303 0f18" + "05 09 41424344" + String(repeating: "00", count: 49), [0, 3, 7, 13], 49),
    // Zeros that structures follow end the advertising data.
    ("020106 0303 0f18" + String(repeating: "00", count: 24) + "05 09 41424344", [31], 0),
    // A structure that ends in zeros is no padding.
    ("020106 05ff59000000", [0, 3, 9], 0),
    // What overruns stays in one piece.
    ("020106 09 09 4142", [0, 3, 7], 0),
  ]) func dividesBetweenStructures(_ hex: String, _ cuts: [Int], _ padding: Int) throws {
    let merged = try #require(MergedPayload(HexText.octetsOrNone(hex)))
    #expect(merged.cuts == cuts && merged.padding == padding)
  }

  @Test(arguments: [
    "", "00 00 00",
    // One structure of 33 bytes; three that fit no two blocks.
    "20 ff" + String(repeating: "59", count: 31),
    "15 ff" + String(repeating: "59", count: 20) + "15 ff" + String(repeating: "59", count: 20) + "15 ff"
      + String(repeating: "59", count: 20),
  ]) func isNothingThatNoDivisionMakesTwoBlocksOf(_ hex: String) {
    #expect(MergedPayload(HexText.octetsOrNone(hex)) == nil)
  }

  @Test(arguments: [
    ("03 19 41 03 02 01 06", "the Flags are not at the start"),
    ("02 01 06 03 08 41 42 05 09 41 42 43 44", "there are two names"),
    ("02 01 06 02 01 06", "there are Flags twice"),
    (
      "02 01 06 09 09 53 48 53 2d 32 30 37 31 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af",
      "Flags, a name and a list of services fill 31 of 31 bytes"
    ),
    ("02 01 06 03 03 0f 18 05 09 41 42 43 44", nil),
    ("02 01 06 1b ff 59 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17", nil),
  ]) func whatMayBeBothBlocksHasASign(_ hex: String, _ sign: String?) {
    #expect(MergedPayload.sign(in: Payload(HexText.octetsOrNone(hex))) == sign)
  }
}

extension HexText {
  fileprivate static func octetsOrNone(_ text: String) -> [UInt8] { (try? octets(of: text)) ?? [] }
}
