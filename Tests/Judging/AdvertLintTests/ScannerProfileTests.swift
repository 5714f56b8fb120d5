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
          "error: android-passive and home-assistant-auto miss the device, android and ios-background may, of web-bluetooth "
            + "it is not known"
        ]
      ), ([.webBluetooth], ["note: of web-bluetooth it is not known"]),
      ([.android], ["error: android may miss the device"]), ([.iosForeground, .windowsActive], []),
    ] as [([ScannerProfile], [String])])
  func scanResponseIsJudgedForTheChosen(_ scanners: [ScannerProfile], _ expected: [String]) {
    let start = "service 180d (Heart Rate) is only in the scan response: "
    #expect(findings(Self.inScanResponse, scanners).map { $0.replacing(start, with: "") } == expected)
  }

  @Test(
    arguments: [
      ([.android], ["warning: android misses the device"]), ([.windows], ["note: of windows it is not known"]),
      ([.homeAssistantAuto, .bluezMonitor], []),
    ] as [([ScannerProfile], [String])])
  func serviceDataAreJudgedForTheChosen(_ scanners: [ScannerProfile], _ expected: [String]) {
    let start = "service 180d (Heart Rate) has data but is in no list: "
    #expect(findings(Self.inServiceData, scanners).map { $0.replacing(start, with: "") } == expected)
  }

  /// Manufacturer data to all, service data to those who ask.
  @Test(
    arguments: [
      (
        [],
        [
          "note: service fd3d (Woan Technology (Shenzhen) Co., Ltd.) has data but is in no list: filters for the service miss it"
        ]
      ),
      ([.windows], ["error: ONLY: windows misses the device"]),
      (
        [.homeAssistantAuto, .androidPassive], ["error: ONLY: home-assistant-auto and android-passive miss the device"]
      ),
      ([.android], ["warning: LIST: android misses the device"]),
      (
        [.windows, .iosBackground, .android, .bluezDiscovery],
        [
          "error: ONLY: windows misses the device, ios-background may",
          "warning: LIST: android and bluez-discovery miss the device",
        ]
      ),
    ] as [([ScannerProfile], [String])])
  func serviceDataOfTheScanResponseAreJudgedForTheChosen(_ scanners: [ScannerProfile], _ expected: [String]) {
    let layout = MarkedLayout("02 01 06 05 ff 69 09 c0 01", scanResponse: .declared("06 16 3d fd 48 00 64"))
    let service = "service \(BluetoothUUID(0xFD3D).named) "
    #expect(
      Set(findings(layout, scanners))
        == Set(
          expected.map {
            $0.replacing("ONLY", with: service + "is only in service data of the scan response")
              .replacing("LIST", with: service + "has data but is in no list")
          }))
  }

  /// For every place of a service, kind of advertising and scanner: what the scan misses the linter tells, and once.
  @Test(arguments: ScannerProfile.all) func whatAScanMissesIsAFinding(_ scanner: ScannerProfile) throws {
    let service = BluetoothUUID(0xFD3D)
    let rules: [Rule] = [
      .serviceUUIDOnlyInScanResponse, .serviceDataUUIDNotListed, .extendedAdvertisingNotReceived,
    ]
    let linter = Linter(rules: rules, expectations: Expectations(scanners: [scanner]))
    func block(_ places: Int) -> String {
      "02 0a 00" + (places & 1 == 0 ? "" : " 03 03 3d fd") + (places & 2 == 0 ? "" : " 04 16 3d fd 48")
    }
    for pdu in AdvertisingPDU.allCases where pdu != .advDirectInd {
      for places in 0..<20 {
        let layout = MarkedLayout(
          pdu: pdu, pdu.carriesAdvertisingData ? block(places & 3) : "",
          scanResponse: places >> 2 == 4 ? .notObserved : .declared(block(places >> 2)))
        let subject = Subject(example: [layout])
        guard subject.scanned.mentions(.service(service)) else { continue }
        let verdict = scanner.verdict(on: layout.layout, for: .service(service))
        // Flags are the subject of other rules.
        switch verdict.reason {
        case .flagsRefused, .flagsNotObserved: continue
        default: break
        }
        let findings = linter.lint(subject)
        let isOpenCapture = [.scanResponseNotObserved, .truncated].contains(verdict.reason)
        let expected = verdict.outcome == .discovered || isOpenCapture ? 0 : 1
        #expect(findings.count == expected, "\(pdu) \(places): \(verdict), \(findings.map(\.message))")
        guard let finding = findings.first else { continue }
        #expect((finding.severity == .note) == (verdict.outcome == .unknown), "\(pdu) \(places)")
        if finding.rule != Rule.extendedAdvertisingNotReceived.id {
          let mention = try #require(verdict.mention)
          #expect(finding.place.block == mention.block && finding.place.offset == mention.offset, "\(pdu) \(places)")
          #expect(finding.place.length == mention.length)
        } else {
          #expect(verdict.reason.blamesExtendedAdvertising, "\(pdu) \(places)")
        }
      }
    }
  }

  @Test func extendedAdvertisingIsOneFinding() {
    func messages(_ layouts: [MarkedLayout], _ scanners: [ScannerProfile]) -> [String] {
      Linter(rules: [.extendedAdvertisingNotReceived], expectations: Expectations(scanners: scanners))
        .lint(Subject(example: layouts)).map { "\($0.severity): \($0.message)" }
    }
    let start = "these data are sent with extended advertising only: "
    let extended = MarkedLayout(pdu: .extendedConnectable, "05 03 0d 18 0f 18")
    #expect(
      messages([extended], [])
        == ["note: \(start)apps on Android and Windows get them only if they ask for it"])
    #expect(messages([extended, MarkedLayout("05 03 0d 18 0f 18")], []) == [])
    #expect(messages([extended], [.windows]) == ["error: \(start)windows misses the device"])
    #expect(messages([extended], [.android]) == ["error: \(start)android misses the device"])
    #expect(
      messages([extended, extended], [.android, .windowsActive])
        == ["error: \(start)android and windows-active miss the device"])
    // Nothing to filter for, and nothing heard.
    #expect(
      messages([MarkedLayout(pdu: .extendedNonconnectable, "")], [.windows])
        == ["error: \(start)windows misses the device"])
    // Legacy advertising says the same, or not all of it.
    #expect(messages([extended, MarkedLayout("05 03 0d 18 0f 18")], [.windows]) == [])
    #expect(
      messages([MarkedLayout("03 03 0f 18"), extended], [.windows]) == ["error: \(start)windows misses the device"])
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
