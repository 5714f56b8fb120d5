import AdvertRepack
import AdvertisingData
import TestSupport
import Testing

/// What cannot be packed, what must be lost, and what is not known.
@Suite struct ObstacleTests {
  private static let own = "1107 e41d510e5a11dbb9a9419e2aa0ffd0af"

  private func repacked(
    _ advertising: String, _ scanResponse: String = "", pdu: AdvertisingPDU = .advInd, demands: Demands = Demands()
  ) -> Repacking {
    Repacking(
      of: Layout(
        pdu: pdu, advertising: Payload(.init(hex: advertising)), declaring: Payload(.init(hex: scanResponse))),
      demands: demands)
  }

  /// 31 bytes less Flags and one 128-bit service leave 8 for the name.
  @Test func nameThatDoesNotFit() throws {
    let obstacle = try #require(
      repacked("020106" + Self.own + "0d0953656e736f72203230373135", demands: Demands(name: true)).obstacle)
    #expect(obstacle.bytesOver == 4)
    #expect(obstacle.reason.contains("would need 35 bytes, 4 more than there are"))
    #expect(
      obstacle.alternatives.map(\.kind) == [.shorterName, .memberUUID, .alternatingSets, .extendedAdvertising])
    #expect(obstacle.alternatives[0].words == "shorten the name to 8 bytes")
    #expect(
      obstacle.alternatives[0].payloads.map(\.octets.hex) == [
        "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af090853656e736f722032", "",
      ])
    #expect(obstacle.alternatives[3].payloads.map(\.count) == [35])
  }

  @Test func nameIsCutBetweenCharacters() throws {
    // "Tür" and more: the eighth byte is the first of two of a letter.
    let name = Array("Tür-Fühler im Keller".utf8)
    let structure = [UInt8(name.count + 1), 0x09] + name
    let obstacle = try #require(
      repacked("020106" + Self.own + structure.hex, demands: Demands(name: true)).obstacle)
    let short = try #require(obstacle.alternatives.first?.payloads.first?.localName)
    #expect(short.text == "Tür-F" || short.text == "Tür-Fü")
    #expect(short.firstInvalidOctet == nil && !short.isComplete)
  }

  /// Flags longer than a payload leave no room for anything in either of two sets.
  @Test func flagsThatFillMoreThanThePayload() {
    let flags = "2801" + String(repeating: "ff", count: 39)
    let repacking = repacked(flags + "03030f18", Self.own)
    #expect(repacking.plans.isEmpty)
    #expect(repacking.obstacle?.alternatives.contains { $0.kind == .alternatingSets } == false)
  }

  /// Receivers read the whole UUIDs of a list with half a one at its end: no plan may hide them.
  @Test func raggedListsStayWhereTheyAreSeen() {
    let plans = repacked("0a0201ec00000000000000", "050941424344", pdu: .advScanInd).plans
    #expect(!plans.isEmpty)
    for plan in plans {
      #expect(plan.advertising.octets.hex.contains("0a0201ec00000000000000"), "\(plan.kind)")
    }
  }

  /// More in the advertising data than they hold is no obstacle while the scan response has room.
  @Test func tooLongAdvertisingData() {
    let plans = repacked("020106" + Self.own + "0d0953656e736f72203230373135").plans
    #expect(plans.first?.kind == .smallestChange)
    #expect(plans.first?.advertising.octets.hex == "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af")
    #expect(plans.first?.scanResponse?.octets.hex == "0d0953656e736f72203230373135")
    let plan = plans.first { $0.kind == .identification }
    #expect(plan?.advertising.octets.hex == "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af090853656e736f722032")
    #expect(plan?.scanResponse?.octets.hex == "0d0953656e736f72203230373135")
  }

  @Test(
    arguments: [
      ("020106 0909", "the structure at byte 3 says it has 9 bytes, and 1 are there"),
      ("020106 09", "the last byte, at 3, is the length of a structure of 9 bytes that is not there"),
    ])
  func brokenStructures(_ payload: String, _ reason: String) {
    let repacking = repacked(payload)
    #expect(repacking.plans.isEmpty)
    #expect(repacking.obstacle?.bytesOver == 0)
    #expect(repacking.obstacle?.reason.contains(reason) ?? false, "\(repacking.obstacle?.reason ?? "")")
  }

  @Test func whatFollowsTheEndIsLostAloud() {
    let plan = repacked("020106 00 4142").plans.first
    #expect(plan?.advertising.octets.hex == "020106")
    #expect(plan?.losses.map(\.kind) == [.afterTheEnd])
    #expect(plan?.losses.first?.words.contains("41 42") ?? false)
    let padded = repacked("020106 0000").plans.first
    #expect(padded?.losses == [] && padded?.changes.map(\.kind) == [.leftOut])
  }

  @Test func scanResponseThatWasNotObservedStaysUnknown() {
    let layout = Layout(
      pdu: .advInd, advertising: Payload(.init(hex: "03190000 020106 09095348532d32303731")), scanResponse: .notObserved
    )
    let plan = Repacking(of: layout).plans.first
    #expect(plan?.advertising.octets.hex == "02010609095348532d32303731")
    #expect(plan?.scanResponse == nil && plan?.freeInScanResponse == nil)
    #expect(plan?.layout.scanResponse == .notObserved)
  }

  @Test func advertisingThatWasNotObserved() {
    let layout = Layout(pdu: nil, advertising: nil, scanResponse: .observed([Payload(.init(hex: "03030f18"))]))
    #expect(Repacking(of: layout).obstacle?.reason.hasPrefix("no advertisement was seen") ?? false)
  }

  @Test func nothingGoesIntoAScanResponseThatCannotBeAskedFor() {
    let plans = repacked("020106", "03030f18", pdu: .advNonconnInd).plans
    #expect(plans.map(\.advertising.octets.hex) == ["02010603030f18"])
    #expect(plans.first?.layout.scanResponse == .notScannable)
    // Flags may go where no connection is possible, and are missed.
    let full = repacked("020106" + Self.own + "0c0953656e736f722032303731", pdu: .advNonconnInd)
    #expect(full.plans.first?.advertising.count == 31 && full.plans.first?.losses.map(\.kind) == [.flags])
    let obstacle = repacked("020106" + Self.own + "0d0953656e736f72203230373135", pdu: .advNonconnInd).obstacle
    #expect(obstacle?.bytesOver == 1)
  }

  @Test func extendedScannableSets() {
    let obstacle = repacked("", "03030f18", pdu: .extendedScannable).obstacle
    #expect(obstacle?.alternatives.map(\.kind) == [.nonScannable])
    let plan = repacked("", "03190000 0a09414141414141414141", pdu: .extendedScannable).plans.first
    #expect(plan?.advertising.octets == [] && plan?.scanResponse?.octets.hex == "0a09414141414141414141")
  }

  @Test func directedAdvertisingCarriesNothing() {
    #expect(repacked("020106", pdu: .advDirectInd).obstacle?.bytesOver == 3)
    #expect(repacked("", pdu: .advDirectInd).plans.first?.changes == [])
  }

  @Test(
    arguments: [
      // Two Appearances of which receivers believe one.
      ("020106 0319c103 0319c203", "", "0201060319c103", "", [Loss.Kind.contradiction]),
      // Two names in two blocks stay; in one they cannot.
      ("020106 03094142", "03094344", "02010603094142", "03094344", []),
      ("020106 03094142 03094344", "", "02010603094142", "", [.contradiction, .nameHiddenFromPassive]),
      ("03030f18", "020106", "02010603030f18", "", []),
      ("020106", "020105", "020106", "", [.contradiction]),
      // Only the controller sends channel maps; LE Role does no harm.
      ("0828ffffffff1f0000 020106", "", "020106", "", [.notForAdvertising]),
      ("021c00 020106", "", "020106021c00", "", []),
      ("020106 0103", "03030f18", "02010603030f18", "", []),
      ("0302ffff 03020f18 03 03 0d18", "", "0702ffff0f180d18", "", []),
    ] as [(String, String, String, String, [Loss.Kind])])
  func contradictions(
    _ advertising: String, _ scanResponse: String, _ expected: String, _ response: String, _ losses: [Loss.Kind]
  ) {
    let plan = repacked(advertising, scanResponse).plans.first
    #expect(plan?.advertising.octets.hex == expected)
    #expect(plan?.scanResponse?.octets.hex == response)
    #expect(plan?.losses.map(\.kind) == losses)
  }

  /// Flags of which no bit is set go without a loss; the first of several stay.
  @Test(
    arguments: [("020100 03030f18", "03030f18", []), ("020100 020104 03030f18", "02010003030f18", [.contradiction])]
      as [(String, String, [Loss.Kind])])
  func flagsWithoutBits(_ advertising: String, _ expected: String, _ losses: [Loss.Kind]) {
    let plan = repacked(advertising, pdu: .advNonconnInd).plans.first
    #expect(plan?.advertising.octets.hex == expected)
    #expect(plan?.losses.map(\.kind) == losses)
  }

  @Test func demandedServicesAreAdded() throws {
    let plan = repacked("020106", demands: Demands(services: [BluetoothUUID(0x180F)])).plans.first
    #expect(plan?.advertising.octets.hex == "02010603030f18")
    #expect(plan?.changes.map(\.kind) == [.added])
  }

  @Test func hugeInputsEndSoon() {
    let empty = [UInt8](repeating: 0, count: 0) + (0..<800).flatMap { _ in [UInt8(1), UInt8(0xFE)] }
    #expect(Repacking(of: Layout(pdu: .advInd, advertising: Payload(empty), declaring: nil)).plans.count == 2)
    let structures = (0..<500).flatMap { [3, 0xFE, UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let long = Repacking(of: Layout(pdu: .advInd, advertising: Payload(structures), declaring: nil))
    #expect(long.obstacle?.bytesOver == 2000 - 31)
    let services = (0..<400).flatMap { [3, 0x03, UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let many = Repacking(of: Layout(pdu: .extendedConnectable, advertising: Payload(services), declaring: nil))
    #expect(many.plans.first?.advertising.count == 400 * 2 + 4 * 2)
  }
}
