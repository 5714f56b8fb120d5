import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture
@testable import AdvertLint

/// What a fix says in bytes is what it says in words, and takes the finding away.
@Suite struct FixTests {
  private func findings(_ advertising: String, _ scanResponse: String, pdu: AdvertisingPDU = .advInd) -> [Finding] {
    Linter().lint(Subject(example: [MarkedLayout(pdu: pdu, advertising, scanResponse: .declared(scanResponse))]))
  }

  private func fix(
    _ rule: Rule, _ advertising: String, _ scanResponse: String, pdu: AdvertisingPDU = .advInd
  ) -> [String?] {
    let finding = findings(advertising, scanResponse, pdu: pdu).first { $0.rule == rule.id }
    return [
      finding?.fix, finding?.fixBytes.map { HexText.compact($0.advertising.octets) },
      finding?.fixBytes?.scanResponse.map { HexText.compact($0.octets) },
    ]
  }

  private static let uart = "11 07 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"
  private static let uartOctets = "11079ecadc240ee5a9e093f3a3b50100406e"

  /// The second of two equal Flags can go, unless the block has more structures than a fix is tried with.
  @Test(arguments: [(structures: 64, hasFix: true), (65, false)])
  func blocksOfManyStructuresHaveNoFix(structures: Int, hasFix: Bool) {
    let names = Array(repeating: "02 0a 04", count: structures - 2).joined(separator: " ")
    let found = fix(.flagsDuplicate, "02 01 06 02 01 06 " + names, "", pdu: .extendedNonconnectable)
    #expect(found[..<2].map { $0 != nil } == [hasFix, hasFix])
  }

  @Test func serviceMovesAlone() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "02 01 06", Self.uart) == [
        "move the service into the advertising data (21 of 31 bytes)", "020106" + Self.uartOctets, "",
      ])
  }

  @Test func servicesMoveWithoutTheName() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "02 01 06", "05 03 0f 18 0a 18 03 09 41 42") == [
        "move both services into the advertising data (9 of 31 bytes)", "02010605030f180a18", "03094142",
      ])
  }

  @Test func roomIsMade() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "03 19 00 00 02 01 06 09 09 53 48 53 2d 32 30 37 31", Self.uart) == [
        "move the service into the advertising data; remove Appearance 0x0000 to make room (31 of 31 bytes)",
        "02010609095348532d32303731" + Self.uartOctets, "",
      ])
  }

  @Test func lossesAreNamed() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "02 01 06 0f ff 59 00 01 02 03 04 05 06 07 08 09 0a 0b 0c", Self.uart) == [
        "move the service into the advertising data; move the Manufacturer Specific Data (16 bytes) to the scan response "
          + "to make room (21 of 31 bytes); android-passive, windows and 4 others then miss manufacturer data of 0x0059, "
          + "and android, android-background and web-bluetooth may",
        "020106" + Self.uartOctets, "0fff59000102030405060708090a0b0c",
      ])
  }

  @Test func oneFixLeavesOutTheTwin() {
    let name = "12 09 47 72 65 65 6e 68 6f 75 73 65 2d 73 65 6e 73 6f 72"
    let layout = ("02 01 06 \(name) 03 03 1a 18 05 16 1a 18 10 01", name)
    #expect(fix(.payloadTooLong, layout.0, layout.1)[1] == "02010603031a1805161a181001")
    #expect(
      fix(.sameDataInBoth, layout.0, layout.1) == [
        "follow the fix of payload-too-long: it leaves one of the two out", nil, nil,
      ])
  }

  /// Of a structure that both blocks have, no two fixes of a layout leave out one each.
  @Test func fixesKeepOneOfTwins() {
    var contradicting = 0
    for seed in UInt64(1)...40 {
      var random = RandomLayout(seed: seed &+ 9000)
      for _ in 0..<100 {
        var layout = random.layout(structures: 8)
        guard let advertising = layout.advertising, let response = layout.scanResponse.payloads.first,
          let twin = DecodedPayload(advertising).elements.last
        else { continue }
        layout.scanResponse = .declared(Payload(response.octets + advertising.octets[twin.octetRange]))
        let findings = Linter().lint(Subject(DeclaredLayout(layout: layout), path: "layout"))
        contradicting += findings.count { $0.fix?.hasSuffix("it leaves one of the two out") ?? false }
        let both = sent(advertising).intersection(sent(layout.scanResponse.payloads.first))
        let fixes = findings.compactMap { $0.fixBytes }
        for structure in both {
          let advertised = fixes.allSatisfy { sent($0.advertising).contains(structure) }
          let answered = fixes.allSatisfy { $0.scanResponse.map { sent($0).contains(structure) } ?? true }
          let lost = fixes.contains {
            !sent($0.advertising).contains(structure) && !sent($0.scanResponse).contains(structure)
          }
          #expect(advertised || answered || lost, "seed \(seed): \(findings.map { $0.fix ?? "" })")
        }
      }
    }
    #expect(contradicting > 50)
  }

  private func sent(_ payload: Payload?) -> Set<[UInt8]> {
    guard let payload else { return [] }
    return Set(DecodedPayload(payload).elements.map { Array(payload.octets[$0.octetRange]) })
  }

  private static let priceOfSets =
    "(price: each is on the air half as often, so finding the device takes about twice as long)"
  private static let priceOfExtended =
    "(price: controllers before Bluetooth 5 no longer see it, nor Android apps that do not call setLegacy(false), nor "
    + "Windows watchers that do not allow extended advertisements)"

  /// Of two services one fits: that one is moved, and the other one has no fix.
  @Test func someServicesFit() {
    let advertising = "02 01 06 11 07 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"
    let found = findings(advertising, Self.uart + " 03 03 0f 18")
      .filter { $0.rule == Rule.serviceUUIDOnlyInScanResponse.id }
    #expect(
      found.map(\.fix) == [
        "choose one, because 10 bytes are too many however the data is packed: use 16-bit UUIDs for the 2 services with a UUID of their own: 14 "
          + "bytes less for each (price: the Bluetooth SIG assigns them to its members for a fee, and apps must look for the "
          + "new UUID), or send two advertising sets in turn: 25 and 21 bytes of advertising data \(Self.priceOfSets), or use "
          + "extended advertising: 41 bytes in one payload \(Self.priceOfExtended)",
        "move the service into the advertising data (25 of 31 bytes)",
      ])
    #expect(found.map { $0.fixBytes == nil } == [true, false])
    #expect(
      found.map { $0.fixLines } == [
        [
          "choose one, because 10 bytes are too many however the data is packed",
          "- use 16-bit UUIDs for the 2 services with a UUID of their own: 14 bytes less for each (price: the Bluetooth SIG "
            + "assigns them to its members for a fee, and apps must look for the new UUID)",
          "- send two advertising sets in turn: 25 and 21 bytes of advertising data \(Self.priceOfSets)",
          "- use extended advertising: 41 bytes in one payload \(Self.priceOfExtended)",
        ],
        ["move the service into the advertising data (25 of 31 bytes)"],
      ])
  }

  @Test func payloadTooLongForItsBlock() {
    let name = "1a 09" + String(repeating: " 41", count: 25)
    #expect(
      fix(.payloadTooLong, "02 01 06 03 03 0f 18 " + name, "") == [
        "move the Complete Local Name (27 bytes) to the scan response (7 and 27 of 31 bytes); android-passive, windows and "
          + "4 others then miss the name, and ios-background, android and 2 others may",
        "02010603030f18",
        "1a09" + String(repeating: "41", count: 25),
      ])
    #expect(
      fix(.payloadTooLong, "03 03 0f 18 1d 09" + String(repeating: " 41", count: 28), "", pdu: .advNonconnInd) == [
        "choose one, because 3 bytes are too many however the data is packed: shorten the name to 25 bytes (price: the last 3 bytes of the name are "
          + "not advertised; the whole name is read after connecting), or send two advertising sets in turn: 31 and 30 bytes "
          + "of advertising data \(Self.priceOfSets), or use extended advertising: 34 bytes in one payload "
          + "\(Self.priceOfExtended)", nil, nil,
      ])
  }

  @Test func scanResponseThatIsNeverSent() {
    #expect(
      fix(.scanResponseNeverRequested, "03 03 0f 18", "05 09 47 6f 47 6f", pdu: .advNonconnInd) == [
        "move the Complete Local Name (6 bytes) to the advertising data (10 of 31 bytes)",
        "03030f180509476f476f", "",
      ])
  }

  @Test func extendedScannableSet() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "", "03 03 0f 18", pdu: .extendedScannable) == [
        "make the advertising set non-scannable, or use legacy advertising (price: a non-scannable extended set has no "
          + "scan response, and a legacy one 31 + 31 bytes), because an extended scannable set carries no advertising data, so "
          + "passive scanners receive nothing of it", nil, nil,
      ])
  }

  /// A block with a wrong length may have the service: nothing is concluded from it, and nothing is moved into it.
  @Test func malformedPayload() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "02 01 06 09 09 41", "03 03 0f 18") == [nil, nil, nil])
  }

  @Test(arguments: [
    (Rule.flagsNotFirst, "03 03 0f 18 02 01 06", "", "02010603030f18", ""),
    (.fitsWithoutScanResponse, "02 01 06 03 03 0f 18 00 00", "05 09 47 6f 47 6f", "02010603030f180509476f476f", ""),
    (.appearanceUnknownWastesSpace, "02 01 06", "03 19 00 00 03 09 41 42", "020106", "03094142"),
    (.flagsDuplicate, "02 01 06 03 03 0f 18 02 01 04", "", "02010603030f18", ""),
    (.uuidListInBoth, "02 01 06 03 03 0f 18", "03 03 0f 18 03 09 41 42", "02010603030f18", "03094142"),
    (.flagsReservedBits, "02 01 86", "", "020106", ""),
    (.flagsMissing, "03 03 0f 18", "", "02010603030f18", ""),
    (.flagsSurplusOctets, "03 01 06 00 03 03 0f 18", "", "02010603030f18", ""),
    (.nameHasNUL, "02 01 06 06 09 47 6f 47 6f 00", "", "0201060509476f476f", ""),
    (.nameHasNUL, "02 01 06 02 09 00", "", "020106", ""),
    (.uuidListSplit, "02 01 06 03 03 0d 18 02 0a 00 03 02 0f 18 03 03 0d 18", "", "02010605020d180f18020a00", ""),
    (.uuidRepeated, "02 01 06 07 03 0d 18 0d 18 0d 18", "", "02010603030d18", ""),
    (.uuidGAPGATTListed, "02 01 06 03 03 00 18", "", "020106", ""),
    (.uriSchemeInvalid, "02 01 06 0a 24 68 74 74 70 73 3a 2f 2f 61", "", "0201060524172f2f61", ""),
    (
      .eddystoneUUIDNotListed, "02 01 06 03 03 0f 18 07 16 aa fe 10 ec 02 67", "", "02010605030f18aafe0716aafe10ec0267",
      ""
    ),
    (.eddystoneUUIDNotListed, "02 01 06 07 16 aa fe 10 ec 02 67", "", "0201060303aafe0716aafe10ec0267", ""),
    (.advertisingIntervalWastesSpace, "02 01 06 04 2f f4 00 00", "", "020106031af400", ""),
    (
      .companyByteOrderReversed, "02 01 1a 0a ff 00 4c 10 05 0b 1c 83 90 96", "",
      "02011a0aff4c0010050b1c839096", ""
    ),
    (
      .uuid128BitInSIGBase, "02 01 06 11 07 fb 34 9b 5f 80 00 00 80 00 10 00 00 0f 18 00 00", "",
      "02010603030f18", ""
    ),
    (.flagsInScanResponse, "02 01 06", "02 01 06 03 09 41 42", "020106", "03094142"),
  ])
  func structuresAreLeftOutOrPutFirst(
    _ rule: Rule, _ advertising: String, _ scanResponse: String, _ fixed: String, _ fixedResponse: String
  ) {
    #expect(fix(rule, advertising, scanResponse).dropFirst() == [fixed, fixedResponse])
  }

  /// Where there is no room, the fix says how much is lacking.
  @Test func roomThatIsLackingIsNamed() {
    let data = " 1c ff 59 00" + String(repeating: " 2a", count: 25)
    #expect(
      fix(.flagsMissing, data, "") == [
        "make room for 1 byte more, and add Flags 02 01 06 (general discoverable, BR/EDR not supported)", nil, nil,
      ])
    let frame = "02 01 06 19 16 aa fe 00 ee" + String(repeating: " 2a", count: 20)
    #expect(
      fix(.eddystoneUUIDNotListed, frame, "") == [
        "make room for 2 bytes more, and add the list 03 03 aa fe", nil, nil,
      ])
  }

  /// A name moves whole: a beginning of it in the advertising data would be one change more.
  @Test func namesMoveWhole() {
    #expect(
      fix(.serviceUUIDOnlyInScanResponse, "02 01 06 05 ff 59 00 2a 2b 05 09 41 42 43 44", Self.uart).first
        == "move the service into the advertising data; move the Complete Local Name (6 bytes) to the scan response "
        + "to make room (27 of 31 bytes); android-passive, windows and 4 others then miss the name, and android, "
        + "android-background and web-bluetooth may")
  }

  /// The advice fits what is said of how the log's host scanned.
  @Test(
    arguments: [
      (nil, "an active scanner nearby"), (.passive, "an active scan to"), (.active, "for longer"),
      (.unknown, "an active scanner nearby"),
    ] as [(ScanMode?, String)])
  func adviceOnScanResponsesFitsTheScan(_ mode: ScanMode?, _ advice: String) throws {
    let changes = mode.map {
      [ScanModeChange(adapter: 0, time: nil, record: 1, mode: $0, filtersDuplicates: nil, listening: nil)]
    }
    var input = JudgedInput(
      path: "log", capture: JudgedInput.example(advertisers: 1).capture, scanModeChanges: changes ?? [],
      expectations: Expectations())
    let layout = MarkedLayout("02 01 06", scanResponse: .notObserved)
    input.note(Subject(path: "log", address: nil, isFromAir: true, layouts: [layout.subjectLayout]))
    let fix = try #require(Linter(rules: [.scanResponseNotObserved]).lint(input).first?.fix)
    #expect(fix.contains(advice))
  }

  /// The fixes of the rules' own examples hold too.
  @Test func fixesOfExamplesHold() {
    var fixed: Set<String> = []
    for rule in Rule.all {
      for example in rule.examples where example.isFlagged {
        guard case .layouts(let layouts) = example.input else { continue }
        let subject = Subject(example: layouts)
        let linter = Linter(expectations: example.expectations)
        for finding in linter.lint(subject) where finding.rule == rule.id {
          guard let blocks = finding.fixBytes, let index = finding.place.layout else { continue }
          fixed.insert(rule.id)
          let layout = subject.layouts[index]
          let rest = linter.lint(subject.sending([layout.sending(blocks)]))
          #expect(!rest.contains { $0.rule == rule.id && $0.message == finding.message }, "\(rule.id)")
          let before = linter.lint(subject.sending([layout]))
          #expect(Self.errors(rest).isSubset(of: Self.errors(before)), "\(rule.id)")
        }
      }
    }
    #expect(fixed.count >= 28, "\(fixed.sorted())")
  }

  private static func errors(_ findings: [Finding]) -> Set<String> {
    Set(findings.filter { $0.severity == .error }.map(\.rule))
  }

  /// However a layout is broken, its fixes are without the finding and can be sent.
  @Test(arguments: (UInt64(1)...20).sampled(oneIn: 5)) func fixesHold(_ seed: UInt64) {
    var random = RandomLayouts(seed: seed &+ 7000)
    var fixed: Set<String> = []
    for round in 0..<60 {
      let subject = random.subject()
      for finding in Linter().lint(subject) {
        guard let blocks = finding.fixBytes, let index = finding.place.layout else { continue }
        fixed.insert(finding.rule)
        let label: Comment = "seed \(seed), round \(round), \(finding.rule)"
        let rest = Linter().lint(subject.sending([subject.layouts[index].sending(blocks)]))
        #expect(
          !rest.contains {
            $0.rule == finding.rule && $0.message == finding.message && $0.place.block == finding.place.block
          }, label)
        #expect(finding.fix != nil, label)
        // Behind a wrong length nothing is judged: what else is wrong shows only afterwards.
        guard finding.rule != Rule.structureOverrunsPayload.id else { continue }
        let before = Linter().lint(subject.sending([subject.layouts[index]]))
        #expect(Self.errors(rest).isSubset(of: Self.errors(before)), label)
      }
    }
    #expect(fixed.count > 3, "seed \(seed)")
  }
}
