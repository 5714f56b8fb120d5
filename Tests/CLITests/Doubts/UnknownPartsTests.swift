import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertReport

/// Parts of a layout that are not known are neither judged as values, nor moved, nor written as code.
@Suite struct UnknownPartsTests {
  private static let hidden = BluetoothUUID(0x180D)

  /// Flags, a list of services and a name; a service only in the scan response.
  private static func declared(_ doubts: [Doubt]) -> DeclaredLayout {
    DeclaredLayout(
      name: "image",
      layout: Layout(
        pdu: .advInd, advertising: Payload([UInt8](hex: "020106 03030f18 050961006263")),
        declaring: Payload([UInt8](hex: "03030d18"))),
      doubts: doubts)
  }

  private static let causes: [Doubt.Cause] = [
    .neverWritten, .abandoned("nrf_sdh_enable"), .calledAlone("start_advertising"), .peripheral, .outsideImage,
    .supposed("the memory outside is 0"),
  ]

  private func rules(_ doubts: [Doubt]) -> Set<String> {
    Set(Linter().lint(Subject(Self.declared(doubts), path: "image")).map(\.rule))
  }

  @Test func withoutDoubtsAllIsJudged() {
    #expect(rules([]).contains("service-uuid-only-in-scan-response") && rules([]).contains("name-has-nul"))
  }

  @Test(arguments: causes) func valuesThatAreNotKnownAreNotJudged(_ cause: Doubt.Cause) {
    let name = Doubt(.octets(.advertising, 9..<14), .unknown, cause)
    #expect(!rules([name]).contains("name-has-nul"))
    // The place of a service is known, whatever it is.
    let service = Doubt(.octets(.scanResponse, 2..<4), .unknown, cause)
    #expect(rules([service]).contains("service-uuid-only-in-scan-response"))
    #expect(!rules([service]).contains("uuid-unassigned"))
  }

  @Test(arguments: causes) func nothingIsConcludedFromARestThatIsNotKnown(_ cause: Doubt.Cause) {
    for first in [0, 3, 7] {
      let rest = Doubt(.rest(.advertising, from: first), .unknown, cause)
      // The service may be in that rest.
      #expect(!rules([rest]).contains("service-uuid-only-in-scan-response"), "from \(first)")
      let device = ScannedDevice(Self.declared([rest]))
      let windows = ScannerProfile.windows.verdict(on: device, for: .service(Self.hidden))
      #expect(windows.outcome == .unknown, "from \(first)")
      let known = ScannerProfile.windows.verdict(on: device, for: .service(BluetoothUUID(0x180F)))
      #expect(known.outcome == (first == 7 ? .discovered : .unknown), "from \(first)")
    }
    let response = Doubt(.rest(.scanResponse, from: 0), .unknown, cause)
    #expect(!rules([response]).contains("service-uuid-only-in-scan-response"))
    #expect(
      ScannerProfile.windowsActive.verdict(
        on: ScannedDevice(Self.declared([response])), for: .service(Self.hidden)
      ).outcome == .unknown)
  }

  @Test(arguments: causes) func whatIsNotKnownIsNeitherMovedNorWritten(_ cause: Doubt.Cause) {
    for part in [Doubt.Part.octets(.advertising, 9..<14), .rest(.advertising, from: 3), .rest(.scanResponse, from: 0)] {
      let declared = Self.declared([Doubt(part, .unknown, cause)])
      let results = RepackRun([RepackSource(declared, path: "image")]).results
      #expect(results.allSatisfy { $0.repacking.plans.isEmpty })
      #expect(results.first?.repacking.obstacle?.reason.contains(cause.words) ?? false)
      #expect(EmittedLayout(declared, path: "image").obstacle?.contains(cause.words) ?? false)
    }
    // Structures with octets that vary are moved whole.
    let varying = Self.declared([Doubt(.octets(.scanResponse, 2..<4), .varies(.any, mayBeAbsent: false), cause)])
    #expect(RepackRun([RepackSource(varying, path: "image")]).results.allSatisfy { !$0.repacking.plans.isEmpty })
    #expect(EmittedLayout(varying, path: "image").obstacle == nil)
  }

  @Test func doubtsOfOneCauseAreOneSentence() {
    let words = Doubt.words(of: [
      Doubt(.octets(.advertising, 4..<5), .varies(.any, mayBeAbsent: false), .outsideImage),
      Doubt(.octets(.advertising, 5..<6), .varies(.any, mayBeAbsent: false), .outsideImage),
      Doubt(.octets(.advertising, 9..<12), .varies(.digits, mayBeAbsent: false), .outsideImage),
      Doubt(.octets(.scanResponse, 2..<3), .varies(.any, mayBeAbsent: false), .outsideImage),
      Doubt(.rest(.scanResponse, from: 7), .unknown, .neverWritten), Doubt(.pdu, .assumed, .notStated),
    ])
    #expect(
      words == [
        "bytes 4 to 5 and 9 to 11 of the advertising data vary: what is there comes from outside the image",
        "byte 2 of the scan response varies: what is there comes from outside the image",
        "the scan response from byte 7 on is not known: no code of the image wrote there",
        "the kind of advertising is assumed: nothing states it",
      ])
  }
}
