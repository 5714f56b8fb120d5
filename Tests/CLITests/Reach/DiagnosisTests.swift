import AdvertScan
import Testing

@testable import AdvertReport
@testable import advert

/// Each conclusion of the table in a log made for it, word by word.
@Suite struct DiagnosisTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let log: String
    var question = ["--service", "180d"]
    var profile = "android"
    let conclusion: Diagnosis.Conclusion
    let sentence: String
    var testDescription: String { "\(log), \(profile)" }
  }

  private static let heartRate = "service 180d (Heart Rate)"
  private static let sends =
    "The device sends \(heartRate) in its advertising data every 0.20 s and was heard 12 times. "

  static let cases = [
    Case(
      log: "received", conclusion: .received,
      sentence: sends
        + "The host scanned for 2.41 s with a filter for \(heartRate) and received it after 0.10 s: look at "
        + "the app."),
    Case(
      log: "received-later", profile: "android-background", conclusion: .received,
      sentence: sends
        + "The host scanned for 4.01 s with a filter for \(heartRate) and received it after 0.10 s of scan 2; "
        + "scan 1 did not: look at the app."),
    Case(
      log: "received-without-filter", conclusion: .received,
      sentence: sends + "The host scanned for 2.41 s with no filter and received it after 0.10 s: look at the app."),
    Case(
      log: "received-without-filter", profile: "android-background", conclusion: .receivedWithoutFilter,
      sentence: sends
        + "The host received it after 0.10 s without a filter, which android-background may not allow: look at "
        + "the app."),
    Case(
      log: "only-in-scan-response", profile: "android-passive", conclusion: .onlyInScanResponse,
      sentence:
        "The device sends \(heartRate) only in its scan response; android-passive scans passively and never sees it: "
        + "look at the device."),
    Case(
      log: "only-in-scan-response", profile: "ios-background", conclusion: .onlyInScanResponse,
      sentence:
        "The device sends \(heartRate) only in its scan response; ios-background scans passively and may never see "
        + "it: look at the device."),
    Case(
      log: "only-in-scan-response", profile: "home-assistant-auto", conclusion: .onlyInScanResponse,
      sentence:
        "The device sends \(heartRate) only in its scan response; home-assistant-auto scans for it only at times and "
        + "never sees it: look at the device."),
    Case(
      log: "only-in-scan-response", profile: "web-bluetooth", conclusion: .scannerNotKnown,
      sentence:
        "Not known, because the service UUID is in the scan response only; whether this scan asks for it is not "
        + "known."),
    Case(
      log: "not-sent", question: ["--service", "1827"], conclusion: .notSent,
      sentence: "The device does not send service 1827 (Mesh Provisioning) where android looks: look at the device."),
    Case(
      log: "not-receivable", conclusion: .notReceivable,
      sentence: "android may not find \(heartRate): UUID in the overflow area; only an iOS scan for that UUID in the "
        + "foreground sees it. Look at the device."),
    Case(
      log: "only-in-service-data", conclusion: .onlyInServiceData,
      sentence:
        "The device has \(heartRate) only in service data, where the filter of android for a service may not look: "
        + "look at the app, and let it ask for the data."),
    Case(
      log: "only-in-service-data", question: ["--name", "HRM"], profile: "ios-background", conclusion: .cannotBeAsked,
      sentence:
        #"ios-background filters for services only and cannot be asked for the name "HRM"; such a scan delivers only "#
        + "devices with a service that the app names: ask for one, with --service."),
    Case(
      log: "filter-asks-for-another", conclusion: .filterAsksForAnother,
      sentence:
        "The host never scanned with a filter that fits; the filter asks for service 180f (Battery): look at the "
        + "app."),
    Case(
      log: "silent-during-scan", conclusion: .silentDuringScan,
      sentence:
        "The host scanned for 2.01 s with a filter for \(heartRate) and received nothing of the device, which it "
        + "received at other times (24 reports): look at the device."),
    Case(
      log: "listened-too-little", conclusion: .listenedTooLittle,
      sentence:
        "The host listened for at most 0.51 s with a filter for \(heartRate), and the device sends every 0.20 s: let "
        + "the app scan for longer."),
    Case(
      log: "scanned-passively", conclusion: .scannedPassively,
      sentence:
        "The device sends \(heartRate) only in its scan response, and the host scanned passively, so it never asked "
        + "for it: look at the app."),
    Case(
      log: "scan-response-lost", conclusion: .scanResponseLost,
      sentence:
        "Not known, because \(heartRate) is only in the scan response, and the scans that fit received the device "
        + "without one."),
    Case(
      log: "scan-not-in-log", conclusion: .scanNotInLog,
      sentence: "Not known, because the log does not show whether its host scanned."),
    Case(
      log: "filter-not-in-log", conclusion: .filterNotInLog,
      sentence: "Not known, because the log does not show what the host's filters ask for."),
    Case(
      log: "device-not-in-log", conclusion: .deviceNotInLog,
      sentence: "Not known, because the service UUID may be in the scan response, which was not observed."),
    Case(
      log: "times-not-in-log", conclusion: .timesNotInLog,
      sentence:
        "Not known, because the scans that fit received nothing of the device, and the log does not tell how long they "
        + "listened or how often it sends."),
  ]

  @Test(arguments: cases) func sentence(_ one: Case) throws {
    let command = [
      "reach", "Fixtures/sessions/\(one.log).btsnoop", "--device", "F0:F1", "--for", one.profile,
    ] + one.question
    let text = CommandLineRun(command)
    #expect(text.status == .success)
    let paragraph = text.output.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
    #expect(paragraph.prefix { !$0.hasPrefix("  ") }.joined(separator: " ") == one.sentence)
    let document = CommandLineRun(command + ["--format", "json"]).output
    #expect(document.contains(#""conclusion": "\#(one.conclusion.rawValue)""#))
    #expect(document.contains(#""look": "\#(one.conclusion.blame.rawValue)""#))
  }

  @Test func everyConclusionHasALog() {
    #expect(Set(Self.cases.map(\.conclusion)) == Set(Diagnosis.Conclusion.allCases))
  }
}
