import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// Versions of scanners: which there are, how they are asked, and what differs.
@Suite struct ScannerVersionTests {
  @Test(arguments: [
    ("android", "android"), ("android@16", "android"), ("android@16.1", "android"), ("android@15", "android@15"),
    ("android@14", "android@14"), ("android@13", "android@13"), ("android@9", "android@13"),
    ("android-background@8", "android-background@8.0"),
    ("android-background@8.1", "android-background@13"), ("macos@12.2.1", "macos@12.2"), ("macos@12.3", "macos"),
    ("bluez-discovery@5.66", "bluez-discovery"), ("bluez-monitor@5.66", "bluez-monitor@5.68"),
    ("home-assistant-auto@2026.10", "home-assistant-auto"),
    ("home-assistant-auto@2026.8.3", "home-assistant-auto@2026.8"),
    ("home-assistant-auto@2026.4", "home-assistant-auto@2026.5"),
    ("home-assistant-auto-proxy@2026.4", "home-assistant-auto-proxy@2026.5"),
    ("home-assistant-auto-proxy@2025.9.1", "home-assistant-auto-proxy@2025.10"),
    ("home-assistant-auto-proxy@2024.8", "home-assistant-auto-proxy@2025.3"),
  ])
  func versionIsOfThePeriodItFallsInto(_ asked: String, _ id: String) {
    #expect(ScannerProfile.named(asked)?.id == id)
  }

  @Test(arguments: [
    "android@", "android@x", "android@17", "android@8", "android@14.x", "android@-1", "android@1.2.3.4.5",
    "android@9999999",
    "symbian@3", "ios-background@18", "bluez-discovery@5.65", "@14", "macos@11",
  ])
  func versionThatNothingIsKnownOfIsNone(_ asked: String) {
    #expect(ScannerProfile.named(asked) == nil)
  }

  @Test func linesSayWhatIsKnown() {
    #expect(
      ScannerProfile.versionsExpected(for: "android@17")
        == "a version of android that something is known of (16, 15, 14, 8.1 to 13)")
    #expect(
      ScannerProfile.versionsExpected(for: "ios-background@18")
        == "ios-background without a version, as none is known to differ")
    #expect(ScannerProfile.versionsExpected(for: "symbian@3") == nil)
    #expect(ScannerProfile.versionsExpected(for: "android") == nil)
  }

  @Test(arguments: ScannerProfile.known) func olderVersionsSayWhatChanged(_ profile: ScannerProfile) {
    #expect(profile.older.isEmpty || profile.period != nil)
    #expect(profile.changes.isEmpty)
    for older in profile.older {
      #expect(older.id == "\(profile.id)@\(older.period.map { "\($0.last)" } ?? "")")
      #expect(ScannerProfile.named(older.id) == older)
      #expect(!older.changes.isEmpty && older.older.isEmpty)
    }
    #expect(!profile.date.isEmpty)
  }

  @Test func verdictsDiffer() throws {
    func verdict(
      _ id: String, _ advertising: String, _ response: String = "", for question: Question
    ) throws -> Verdict.Word {
      let layout = Layout(
        pdu: .advInd, advertising: Payload([UInt8](hex: advertising)),
        scanResponse: .observed([Payload([UInt8](hex: response))]))
      return try #require(ScannerProfile.named(id)).verdict(on: layout, for: question).word
    }
    let battery = Question.service(0x180F)
    #expect(try verdict("macos", "020106", for: .presence) == .discovered)
    #expect(try verdict("macos@12.2", "020106", for: .presence) == .may)
    #expect(try verdict("home-assistant-auto-proxy", "020106", "03030f18", for: battery) == .missed)
    #expect(try verdict("home-assistant-auto-proxy@2026.5", "020106", "03030f18", for: battery) == .discovered)
    #expect(try verdict("home-assistant-auto", "02010403030f18", for: battery) == .discovered)
    #expect(try verdict("home-assistant-auto@2026.8", "02010403030f18", for: battery) == .may)
    #expect(try verdict("home-assistant-auto@2026.5", "02010403030f18", for: battery) == .discovered)
    #expect(try verdict("android-background", "", for: .presence) == .may)
    #expect(try verdict("android-background@8.0", "", for: .presence) == .discovered)
  }
}
