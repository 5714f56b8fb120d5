import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// Advertising that begins on LE Coded.
@Suite struct CodedPHYTests {
  private static func layout(_ primary: PHY?, pdu: AdvertisingPDU = .extendedConnectable) -> Layout {
    Layout(
      pdu: pdu, advertising: Payload([UInt8](hex: "02010603030d18")), declaring: nil,
      phys: AdvertisingPHYs(primary: primary, secondary: primary))
  }

  private static func words(_ layout: Layout) -> [String: Verdict.Word] {
    ScannerProfile.known.reduce(into: [
      "passive": ScannerProfile.passive.verdict(on: layout, for: .service(0x180D)).word
    ]) {
      $0[$1.id] = $1.verdict(on: layout, for: .service(0x180D)).word
    }
  }

  /// Scans of Linux and of Android do not listen there unless they are told to; a scan of no platform does.
  @Test func codedIsMissedByThoseThatDoNotListen() {
    let words = Self.words(Self.layout(.coded))
    for id in ["bluez-discovery", "bluez-monitor", "home-assistant-auto", "android", "android-passive"] {
      #expect(words[id] == .missed, "\(id)")
    }
    #expect(words["passive"] == .discovered)
    #expect(words.values.count { $0 == .discovered } == 1)
  }

  @Test func otherPHYsChangeNothing() {
    let unknown = Self.words(Self.layout(nil))
    #expect(Self.words(Self.layout(.oneMegabit)) == unknown)
    #expect(unknown["bluez-discovery"] == .discovered)
  }

  /// Legacy advertising is on LE 1M, whatever is said of it.
  @Test func legacyAdvertisingIsNotConcerned() {
    #expect(Self.words(Self.layout(.coded, pdu: .advInd)) == Self.words(Self.layout(nil, pdu: .advInd)))
  }

  /// A scan that receives extended advertising, and of which nothing says whether it listens on LE Coded.
  @Test func unknownListening() {
    var profile = ScannerProfile(id: "x", basedOn: .passive)
    profile.receivesCoded = nil
    let verdict = profile.verdict(on: Self.layout(.coded), for: .service(0x180D))
    #expect(verdict.reason == .codedUnknown && verdict.outcome == .unknown)
    #expect(profile.verdict(on: Self.layout(.coded), for: .service(0x180F)).outcome == .missed)
  }

  @Test func reasonSaysWhere() {
    let verdict = ScannerProfile.bluezDiscovery.verdict(on: Self.layout(.coded), for: .presence)
    #expect(verdict.reason == .codedNotReceived)
    #expect(
      verdict.phrase == "the advertising begins on LE Coded, where this scan does not listen unless it is told to")
  }
}
