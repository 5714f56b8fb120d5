import AdvertReading
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

  /// Packets of secondary channels show their own PHY alone, whatever it is. A miss for another reason stays a miss.
  @Test(arguments: PHY.allCases) func aPrimaryPHYThatWasNotReceivedIsUnknown(_ secondary: PHY) {
    var layout = Self.layout(nil)
    layout.phys.secondary = secondary
    let (words, coded, usual) = (Self.words(layout), Self.words(Self.layout(.coded)), Self.words(Self.layout(nil)))
    for (id, word) in words {
      // Where LE 1M and LE Coded have one answer, it holds.
      #expect(word == usual[id] || word == .unknown && usual[id] == .discovered, "\(id)")
      #expect((word == .discovered) == (coded[id] == .discovered), "\(id)")
    }
    #expect(words["bluez-monitor"] == .unknown && words["passive"] == .discovered && words["android"] == .missed)
    let verdict = ScannerProfile.bluezMonitor.verdict(on: layout, for: .service(0x180D))
    #expect(verdict.reason == .primaryPHYUnknown && verdict.phrase.contains("LE 1M or on LE Coded is not known"))
    #expect(ScannerProfile.bluezMonitor.verdict(on: layout, for: .service(0x180F)).outcome == .missed)
    // A layout on LE 1M besides settles it.
    let device = ScannedDevice([layout, Self.layout(.oneMegabit)])
    #expect(ScannerProfile.bluezMonitor.verdict(on: device, for: .service(0x180D)).outcome == .discovered)
  }

  /// A declared layout with the doubt, whatever its secondary PHY.
  @Test func aDoubtAboutThePrimaryPHYIsKept() {
    for secondary in [nil, PHY.oneMegabit, .coded] {
      var declared = DeclaredLayout(layout: Self.layout(nil))
      declared.layout.phys.secondary = secondary
      declared.doubtPrimaryPHY()
      #expect(declared.doubts == [Doubt(.primaryPHY, .unknown, .notStated)])
      // Also where octets vary, so that the question is put to several readings.
      for varies in [false, true] {
        if varies { declared.doubts.append(Doubt(.octets(.advertising, 2..<3), .unknown, .setAtRunTime)) }
        let device = ScannedDevice(declared)
        let verdict = ScannerProfile.bluezMonitor.verdict(on: device, for: .service(0x180D))
        #expect(verdict.reason == .primaryPHYUnknown)
        #expect(ScannerProfile.passive.verdict(on: device, for: .service(0x180D)).outcome == .discovered)
      }
    }
    var known = DeclaredLayout(layout: Self.layout(.oneMegabit))
    known.doubtPrimaryPHY()
    var legacy = DeclaredLayout(layout: Self.layout(nil, pdu: .advInd))
    legacy.doubtPrimaryPHY()
    #expect(known.doubts.isEmpty && legacy.doubts.isEmpty)
  }

  /// A declared layout whose end is not known, and whose octets vary: each reading keeps both.
  @Test func readingsKeepAnUnknownEnd() {
    var declared = DeclaredLayout(
      layout: Layout(pdu: .advInd, advertising: Payload([UInt8](hex: "02010603030d18")), declaring: Payload()))
    declared.doubts = [
      Doubt(.octets(.advertising, 2..<3), .unknown, .setAtRunTime),
      Doubt(.rest(.advertising, from: 7), .unknown, .setAtRunTime),
    ]
    let verdict = ScannerProfile.bluezMonitor.verdict(on: ScannedDevice(declared), for: .service(0x180F))
    #expect(verdict.outcome == .unknown)
  }

  @Test func reasonSaysWhere() {
    let verdict = ScannerProfile.bluezDiscovery.verdict(on: Self.layout(.coded), for: .presence)
    #expect(verdict.reason == .codedNotReceived)
    #expect(
      verdict.phrase == "the advertising begins on LE Coded, where this scan does not listen unless it is told to")
  }
}
