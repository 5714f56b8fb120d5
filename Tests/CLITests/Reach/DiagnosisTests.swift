import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertReport
@testable import advert

/// Each conclusion of the table in a log made for it, word by word.
@Suite struct DiagnosisTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let log: String
    var device = "F0:F1"
    var question = ["--service", "180d"]
    var profile = "android"
    let conclusion: Diagnosis.Conclusion
    let sentence: String
    var testDescription: String { "\(log), \(profile)" }
  }

  private static let heartRate = "service 180d (Heart Rate)"
  private static let sends =
    "The device sends \(heartRate) in its advertising data about every 0.20 s and was heard 12 times. "

  static let cases = [
    Case(
      log: "received", conclusion: .received,
      sentence: sends
        + "The host scanned for 2.41 s with a filter for \(heartRate) and received it after 0.10 s (scan 1, at "
        + "22:13:20.11): look at the app."),
    Case(
      log: "received-later", profile: "android-background", conclusion: .received,
      sentence: sends
        + "The host scanned for 2.41 s with a filter for \(heartRate) and received it after 0.10 s (scan 2, at "
        + "22:13:21.72); 1 scan that fits, for 1.60 s, received nothing of it: look at the app."),
    Case(
      log: "received-without-filter", conclusion: .received,
      sentence: sends
        + "The host scanned for 2.41 s with a filter that lets everything pass and received it after 0.10 s (scan 1, at "
        + "22:13:20.11): look at the app."),
    Case(
      log: "received-without-filter", profile: "android-background", conclusion: .receivedWithoutFilter,
      sentence: sends
        + "The host received it after 0.10 s of scan 1, at 22:13:20.11, without a filter, which android-background may "
        + "not allow: look at the app."),
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
        "The host scanned for 2.01 s with a filter for \(heartRate) (scan 2, from 22:13:22.42) and received nothing of "
        + "the device, which it received at other times (24 reports): look at the device."),
    Case(
      log: "listened-too-little", conclusion: .listenedTooLittle,
      sentence:
        "The host listened for at most 0.51 s with a filter for \(heartRate) (scan 2, from 22:13:22.42), and the device "
        + "sends about every 0.20 s: let the app scan for longer."),
    Case(
      log: "scanned-passively", conclusion: .onlyInScanResponse,
      sentence:
        "The device sends \(heartRate) only in its scan response, which android asks for and may lose; this host "
        + "scanned passively, so it never asked for it: look at the device."),
    Case(
      log: "scanned-passively", profile: "bluez-discovery", conclusion: .scannedPassively,
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
      log: "filter-not-in-log", conclusion: .received,
      sentence: sends
        + "The host received it after 0.10 s of scan 1, at 22:13:20.11; the log does not show which filter let it pass: "
        + "look at the app."),
    // Each of these is the neighbour of another conclusion.
    Case(
      log: "cleared-before-stop", conclusion: .silentDuringScan,
      sentence:
        "The host scanned for 2.02 s with a filter for \(heartRate) (scan 2, from 22:13:24.84) and received nothing of "
        + "the device, which it received at other times (24 reports): look at the device."),
    Case(
      log: "set-before-log", conclusion: .filterNotInLog,
      sentence: "Not known, because filters were set before the log began."),
    Case(
      log: "received-before-log", conclusion: .received,
      sentence: sends
        + "The host received it after 0.20 s of scan 1, at 22:13:20.20; what apps filter for is not in this log: look "
        + "at the app."),
    Case(
      log: "short-and-long", conclusion: .received,
      sentence: sends.exchanging("12", for: "25").exchanging("about ", for: "")
        + "The host scanned for 5.03 s with a filter that lets everything pass and received it after 0.20 s (scan 1, at "
        + "22:13:20.21); 1 scan that fits, for 60.00 s, received nothing of it: look at the app."),
    Case(
      log: "other-apps", conclusion: .received,
      sentence: sends
        + "The host scanned for 5.42 s with a filter that lets everything pass and received it after 2.21 s (scan 1, at "
        + "22:13:22.21): look at the app."),
    Case(
      log: "only-flags", question: [], conclusion: .received,
      sentence:
        "The device was heard 2 times. The host scanned for 0.40 s with a filter that lets everything pass and received "
        + "it after 0.20 s (scan 1, at 22:13:20.21): look at the app."),
    Case(
      log: "address-changed", device: "52:A9", question: ["--service", "fd82"], conclusion: .addressMayHaveChanged,
      sentence:
        "Not known, because the scans that fit received nothing of this address, which changes; likely the device also "
        + "used 62:7C:7A:F5:DF:95."),
    Case(
      log: "addresses-changed", device: "52:A9", question: ["--service", "fd82"], conclusion: .addressMayHaveChanged,
      sentence:
        "Not known, because the scans that fit received nothing of this address, which changes; 10 other addresses fit "
        + "equally well."),
    Case(
      log: "connected", conclusion: .connected,
      sentence:
        "The host was connected to the device while it scanned (scan 2, from 22:13:24.84), and a connected device "
        + "rarely advertises: look at the app."),
    Case(
      log: "received-and-connected", conclusion: .received,
      sentence: sends
        + "The host scanned for 2.41 s with a filter for \(heartRate) and received it after 0.20 s (scan 1, at "
        + "22:13:20.21): look at the app. 2.21 s after that report the host tried to connect to it, and failed "
        + "(0x3e, not established)."),
    Case(
      log: "linux", profile: "bluez-discovery", conclusion: .received,
      sentence: sends.exchanging("advertising data", for: "scan response")
        + "The host scanned for 2.43 s with a filter for \(heartRate) and received it after 0.20 s (scan 1, at "
        + "22:13:20.21): look at the app."),
    Case(
      log: "linux-another", profile: "bluez-discovery", conclusion: .filterAsksForAnother,
      sentence:
        "The host never scanned with a filter that fits; the filters of all apps ask for service 180a (Device "
        + "Information), or AD type 0x09 beginning 4865617274, or AD type 0x03 beginning 0a18: look at the app."),
    Case(
      log: "bursts", conclusion: .filterAsksForAnother,
      sentence:
        "The host never scanned with a filter that fits; the filter asks for service 180a (Device Information): look at "
        + "the app."),
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
    let command =
      [
        "reach", "Fixtures/sessions/\(one.log).btsnoop", "--device", one.device, "--for", one.profile,
      ] + one.question
    let text = CommandLineRun(command)
    #expect(text.status == .success)
    // The first line names the log and the device.
    let paragraph = text.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().prefix {
      !$0.isEmpty
    }
    #expect(text.output.hasPrefix("Fixtures/sessions/\(one.log).btsnoop: \(one.device)"))
    #expect(paragraph.prefix { !$0.hasPrefix("  ") }.joined(separator: " ") == one.sentence)
    let document = CommandLineRun(command + ["--format", "json"]).output
    #expect(document.contains(#""conclusion": "\#(one.conclusion.rawValue)""#))
    #expect(document.contains(#""look": "\#(one.conclusion.blame.rawValue)""#))
  }

  /// The device that the user names was not heard: how long the host listened for one like it, and who was heard.
  @Test(
    arguments: [
      (
        "silent-during-scan", "180d",
        "The host listened for 2.01 s with filters that fit from 22:13:22.42 to 22:13:24.43, in 1 scan, and heard nothing "
          + "of the device: it was off, too far away, or had another address or name."
      ),
      (
        "filter-asks-for-another", "180d",
        "The host never scanned with a filter that fits, and heard nothing of the device; the filters of all apps ask for "
          + "service 180f (Battery): look at the app."
      ),
      (
        "received-before-log", "180d",
        "The host heard nothing of the device, and what apps filter for is not in this log."
      ),
      ("scan-not-in-log", "180d", ""),
    ]) func absence(_ log: String, _ service: String, _ sentence: String)
  {
    let run = CommandLineRun([
      "reach", "Fixtures/sessions/\(log).btsnoop", "--device", "F2:F2", "--service", service, "--for", "android",
    ])
    #expect(run.status == .failure)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let known = sentence.isEmpty ? "Not known, because the log does not show whether its host scanned." : sentence
    #expect(lines.prefix { !$0.isEmpty && !$0.hasPrefix("  ") }.joined(separator: " ") == known)
    #expect(
      run.output.contains("heard with service 180d (Heart Rate): F0:F1:F2:F3:F4:F5 \"Heart\"")
        || log == "received-before-log")
  }

  /// A part of a name that was heard is no absent device: the name is offered, and nothing is said of how long the host
  /// listened in vain.
  @Test func aPartOfANameIsNotAbsent() {
    let run = CommandLineRun([
      "reach", "Fixtures/sessions/silent-during-scan.btsnoop", "--device", "hear", "--for", "android",
    ])
    #expect(run.status == .failure && !run.output.contains("no such device"))
    #expect(run.diagnostics == "advert: no device matches \"hear\"; the nearest names: \"Heart\"\n")
  }

  /// Without `--for` the platform of the log's host is asked.
  @Test(arguments: [("received", "android"), ("linux", "bluez-discovery")]) func platform(_ log: String, _ id: String) {
    let run = CommandLineRun(["reach", "Fixtures/sessions/\(log).btsnoop", "--device", "F0:F1"])
    #expect(run.output.contains(", \(id)\n"))
    #expect(run.output.contains("The host scanned for"))
  }

  @Test func listOfScans() {
    let run = CommandLineRun(["inspect", "Fixtures/sessions/linux.btsnoop", "--scans"])
    #expect(
      run.output == """
        Fixtures/sessions/linux.btsnoop
        filters of all apps:
          1  service 180d (Heart Rate)
          2  AD type 0x09 beginning 4865617274
          3  AD type 0x03 beginning 0a18
        scan 1: 22:13:20.00, 2.43 s, record 10 to 38, active, listening all the time
        (SCAN_MODE_LOW_LATENCY); 24 reports of 1 device
          for 2.43 s: filter 1; 24 reports pass it
        scan 2: 22:13:22.44, 9.01 s, record 46 to 52, passive, listening 30 of every 60
        ms; 0 reports of 0 devices
          for 3.00 s: filter 2
          for 3.00 s: filters 2, 3
          for 3.00 s: filter 3

        """)
  }

  /// Wrong guesses get the near name.
  @Test(
    arguments: [
      (["--for", "ios"], "did you mean \"ios-foreground\" or \"ios-background\"?"),
      (["--for", "Android"], "\"android\""), (["--service", "heart"], "did you mean \"Heart Rate\"?"),
      (["--manufacturer-data", "apple="], "did you mean 0x004c (Apple, Inc.)?"),
      (["--irk", "00112233445566778899aabbccddeeff"], "--irk resolves no address: none is a resolvable private one"),
    ]) func nearNames(_ arguments: [String], _ words: String)
  {
    let run = CommandLineRun(["reach", "Fixtures/sessions/received.btsnoop"] + arguments)
    #expect(run.diagnostics.contains(words), "\(run.diagnostics)")
  }

  @Test func everyConclusionHasALog() {
    #expect(Set(Self.cases.map(\.conclusion)) == Set(Diagnosis.Conclusion.allCases))
  }
}
