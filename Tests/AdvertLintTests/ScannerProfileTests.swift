import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

/// The rules about who misses a device, with scanners of the user's own and without.
@Suite struct ScannerProfileTests {
  private static let inScanResponse = MarkedLayout("02 01 06", scanResponse: .declared("03 03 0d 18"))
  private static let inServiceData = MarkedLayout("02 01 06 04 16 0d 18 2a")

  private func findings(_ layout: MarkedLayout, _ scanners: [ScannerProfile]) -> [String] {
    let rules: [Rule] = [.serviceUUIDOnlyInScanResponse, .serviceDataUUIDNotListed]
    let linter = Linter(rules: rules, expectations: Expectations(scanners: scanners))
    return linter.lint(Subject(example: [layout]))
      .map { "\($0.severity): \($0.message)" }
  }

  @Test(
    arguments: [
      ([.windows], ["error: windows misses the device"]),
      ([.windows, .bluezMonitor], ["error: windows and bluez-monitor miss the device"]),
      ([.iosBackground], ["error: ios-background may miss the device"]),
      (
        [.android, .iosBackground, .androidPassive, .homeAssistantAuto, .webBluetooth],
        [
          "error: android-passive and home-assistant-auto miss the device, ios-background may, of web-bluetooth it is not "
            + "known"
        ]
      ), ([.webBluetooth], ["note: of web-bluetooth it is not known"]),
      ([.android, .iosForeground, .windowsActive], []),
    ] as [([ScannerProfile], [String])])
  func scanResponseIsJudgedForTheChosen(_ scanners: [ScannerProfile], _ expected: [String]) {
    let start = "service 180d (Heart Rate) is only in the scan response: "
    #expect(findings(Self.inScanResponse, scanners).map { $0.replacing(start, with: "") } == expected)
  }

  @Test(
    arguments: [
      ([.android], ["warning: android may miss the device"]), ([.windows], ["note: of windows it is not known"]),
      ([.homeAssistantAuto, .bluezMonitor], []),
    ] as [([ScannerProfile], [String])])
  func serviceDataAreJudgedForTheChosen(_ scanners: [ScannerProfile], _ expected: [String]) {
    let start = "service 180d (Heart Rate) has data but is in no list: "
    #expect(findings(Self.inServiceData, scanners).map { $0.replacing(start, with: "") } == expected)
  }

  /// What the rule says in general is what the profiles of those it names say.
  @Test func generalWordsAgreeWithTheProfiles() {
    let layout = Self.inScanResponse.layout
    let question = Question.service(BluetoothUUID(0x180D))
    for profile in [ScannerProfile.windows, .bluezMonitor, .homeAssistantAuto] {
      let verdict = profile.verdict(on: layout, for: question)
      #expect(verdict.outcome == .missed && !verdict.isTentative, "\(profile.id)")
    }
    #expect(ScannerProfile.iosBackground.verdict(on: layout, for: question).isTentative)
    #expect(findings(Self.inScanResponse, []).first?.hasPrefix("warning: ") ?? false)
    #expect(findings(Self.inServiceData, []).first?.hasPrefix("note: ") ?? false)
  }
}
