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

  static let cases = [
    Case(
      log: "received", conclusion: .received,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter for \(heartRate). It sends \(heartRate) in its advertising data, in 12 of 12 "
        + "advertisements, about every 0.20 s. Look at the app. The app's own log would show whether it got "
        + "the result."),
    Case(
      log: "received-later", profile: "android-background", conclusion: .received,
      sentence:
        "The host received the device after 0.10 s of scan 2, at 22:13:21.72. That scan of 2.41 s had a "
        + "filter for \(heartRate). It sends \(heartRate) in its advertising data, in 12 of 12 "
        + "advertisements, about every 0.20 s. 1 scan that fits, for 1.60 s, received nothing of it. Look "
        + "at the app. The app's own log would show whether it got the result."),
    Case(
      log: "received-without-filter", conclusion: .received,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter that lets everything pass. It sends \(heartRate) in its advertising data, in 12 of 12 "
        + "advertisements, about every 0.20 s. Look at the app. A log with the app's scan filters would "
        + "show whether they fit."),
    Case(
      log: "received-without-filter", profile: "android-background", conclusion: .receivedWithoutFilter,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter that lets everything pass, which android-background may not allow. It sends \(heartRate) "
        + "in its advertising data, in 12 of 12 advertisements, about every 0.20 s. Look at the app. A log "
        + "with the app's scan filters would show whether they fit."),
    Case(
      log: "only-in-scan-response", profile: "android-passive", conclusion: .onlyInScanResponse,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter for \(heartRate). The device sends \(heartRate) only in its scan response, in 12 of 12 "
        + "scan responses (12 advertisements). android-passive scans passively and never sees it. Look at "
        + "the device. Advertising data with \(heartRate) would refute this."),
    Case(
      log: "only-in-scan-response", profile: "ios-background", conclusion: .onlyInScanResponse,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter for \(heartRate). The device sends \(heartRate) only in its scan response, in 12 of 12 "
        + "scan responses (12 advertisements). ios-background scans passively and may never see it. Look at "
        + "the device. Advertising data with \(heartRate) would refute this."),
    Case(
      log: "only-in-scan-response", profile: "home-assistant-auto", conclusion: .onlyInScanResponse,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter for \(heartRate). The device sends \(heartRate) only in its scan response, in 12 of 12 "
        + "scan responses (12 advertisements). home-assistant-auto scans for it only at times and never "
        + "sees it. Look at the device. Advertising data with \(heartRate) would refute this."),
    Case(
      log: "only-in-scan-response", profile: "web-bluetooth", conclusion: .scannerNotKnown,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. That scan of 2.41 s had a "
        + "filter for \(heartRate). Not known, because the service UUID is in the scan response only; "
        + "whether this scan asks for it is not known. A test with web-bluetooth would show it."),
    Case(
      log: "not-sent", question: ["--service", "1827"], conclusion: .notSent,
      sentence:
        "None of the device's 24 reports has service 1827 (Mesh Provisioning) where android looks. Look "
        + "at the device. A report with service 1827 (Mesh Provisioning) would refute this."),
    Case(
      log: "not-receivable", conclusion: .notReceivable,
      sentence:
        "android may not find \(heartRate): UUID in the overflow area; only an iOS scan for that UUID in "
        + "the foreground sees it. Look at the device. A result of android for this device would refute "
        + "this."),
    Case(
      log: "only-in-service-data", conclusion: .onlyInServiceData,
      sentence:
        "The device has \(heartRate) only in service data, in 12 of 12 advertisements. The filter of "
        + "android for a service does not look there. Let the app ask for the service data, or the device "
        + "list the service. A service list with \(heartRate) would refute this."),
    Case(
      log: "only-in-service-data", question: ["--name", "HRM"], profile: "ios-background", conclusion: .cannotBeAsked,
      sentence:
        #"ios-background filters for services only and cannot be asked for the name "HRM". Ask for a "#
        + #"service of the device, with --service."#),
    Case(
      log: "only-in-service-data", question: ["--service-data", "180d"], profile: "web-bluetooth",
      conclusion: .isRefused,
      sentence:
        "web-bluetooth refuses the filter: a page cannot filter for service data: it gets a TypeError. Let the "
        + "app ask for other data of the device."),
    Case(
      log: "filter-asks-for-another", conclusion: .filterAsksForAnother,
      sentence:
        "No scan in this log has a filter that fits. The filter asks for service 180f (Battery). Look at "
        + "the app. A log that begins before the app scans would show its filters."),
    Case(
      log: "silent-during-scan", conclusion: .silentDuringScan,
      sentence:
        "The host scanned for 2.01 s with a filter for \(heartRate) (scan 2, from 22:13:22.42) and "
        + "received nothing of the device. At other times it received 24 reports of it. Look at the device: "
        + "off, out of reach, or connected to another host. A sniffer next to the device would show whether "
        + "it was sending."),
    Case(
      log: "listened-too-little", conclusion: .listenedTooLittle,
      sentence:
        "The host listened for at most 0.51 s with a filter for \(heartRate) (scan 2, from 22:13:22.42). "
        + "The device sends about every 0.20 s. Let the app scan for longer. A longer scan without a result "
        + "would refute this."),
    Case(
      log: "scanned-passively", conclusion: .onlyInScanResponse,
      sentence:
        "The device sends \(heartRate) only in its scan response, in 12 of 12 scan responses (24 "
        + "advertisements). android asks for that and may lose it; this host scanned passively, so it never "
        + "asked. Look at the device. Advertising data with \(heartRate) would refute this."),
    Case(
      log: "scanned-passively", profile: "bluez-discovery", conclusion: .scannedPassively,
      sentence:
        "The device sends \(heartRate) only in its scan response, in 12 of 12 scan responses (24 "
        + "advertisements). The host scanned passively, so it never asked for it. Look at the app. A log "
        + "with an active scan by the app would refute this."),
    Case(
      log: "scan-response-lost", conclusion: .scanResponseLost,
      sentence:
        "Not known, because the scans that fit received the device without its scan response, which has "
        + "\(heartRate). An active scan next to the device would show whether it answers."),
    Case(
      log: "scan-not-in-log", conclusion: .scanNotInLog,
      sentence:
        "Not known, because the log does not show whether its host scanned. A log of the phone from "
        + "before the app scans would show it."),
    Case(
      log: "filter-not-in-log", conclusion: .received,
      sentence:
        "The host received the device after 0.10 s of scan 1, at 22:13:20.11. The log does not show which "
        + "filter let it pass. It sends \(heartRate) in its advertising data, in 12 of 12 advertisements, "
        + "about every 0.20 s. Look at the app. A log with the app's scan filters would show whether they "
        + "fit."),
    // Each of these is the neighbour of another conclusion.
    Case(
      log: "cleared-before-stop", conclusion: .silentDuringScan,
      sentence:
        "The host scanned for 2.02 s with a filter for \(heartRate) (scan 2, from 22:13:24.84) and "
        + "received nothing of the device. At other times it received 24 reports of it. Look at the device: "
        + "off, out of reach, or connected to another host. A sniffer next to the device would show whether "
        + "it was sending."),
    Case(
      log: "set-before-log", conclusion: .filterNotInLog,
      sentence:
        "Not known, because filters were set before the log began. A log that begins before the app sets "
        + "its filters would show them."),
    Case(
      log: "received-before-log", conclusion: .received,
      sentence:
        "The host received the device after 0.20 s of scan 1, at 22:13:20.20. What apps filter for is not "
        + "in this log. It sends \(heartRate) in its advertising data, in 12 of 12 advertisements, about "
        + "every 0.20 s. Look at the app. A log with the app's scan filters would show whether they fit."),
    Case(
      log: "short-and-long", conclusion: .sometimesReceived,
      sentence:
        "The host received the device after 0.20 s of scan 1, at 22:13:20.21. That scan of 5.03 s had a "
        + "filter that lets everything pass. 1 scan that fits, for 60.00 s, received nothing of it. Whether "
        + "the device was silent then, or its filter kept it out, is not known. A sniffer next to the "
        + "device would show whether it was sending."),
    Case(
      log: "other-apps", conclusion: .received,
      sentence:
        "The host received the device after 2.21 s of scan 1, at 22:13:22.21. That scan of 5.42 s had a "
        + "filter that lets everything pass. It sends \(heartRate) in its advertising data, in 12 of 12 "
        + "advertisements, about every 0.20 s. Look at the app. A log with the app's scan filters would "
        + "show whether they fit."),
    Case(
      log: "only-flags", question: [], conclusion: .received,
      sentence:
        "The host received the device after 0.20 s of scan 1, at 22:13:20.21. That scan of 0.40 s had a "
        + "filter that lets everything pass. The device was heard 2 times. Look at the app. A log with the "
        + "app's scan filters would show whether they fit."),
    Case(
      log: "address-changed", device: "52:A9", question: ["--service", "fd82"], conclusion: .addressMayHaveChanged,
      sentence:
        "Not known, because the scans that fit received nothing of this address, which changes. Likely "
        + "the device also used 62:7C:7A:F5:DF:95. The device's identity resolving key (--irk) would show "
        + "which addresses are its own."),
    Case(
      log: "addresses-changed", device: "52:A9", question: ["--service", "fd82"], conclusion: .addressMayHaveChanged,
      sentence:
        "Not known, because the scans that fit received nothing of this address, which changes. 10 other "
        + "addresses fit equally well. The device's identity resolving key (--irk) would show which "
        + "addresses are its own."),
    Case(
      log: "connected", conclusion: .connected,
      sentence:
        "The host was connected to the device while it scanned (scan 2, from 22:13:24.84). A connected "
        + "device rarely advertises. An app finds it among the connected devices. A scan after the "
        + "connection would show whether the device advertises."),
    Case(
      log: "received-and-connected", conclusion: .found,
      sentence:
        "The device was found: the host connected to it (record 28, at 22:13:22.42), 2.22 s after a "
        + "report. 1 earlier attempt to connect failed. It sends \(heartRate) in its advertising data, in "
        + "12 of 12 advertisements, about every 0.20 s."),
    Case(
      log: "linux", profile: "bluez-discovery", conclusion: .received,
      sentence:
        "The host received the device after 0.20 s of scan 1, at 22:13:20.21. That scan of 2.43 s had a "
        + "filter for \(heartRate). It sends \(heartRate) in its scan response, in 12 of 12 scan responses "
        + "(12 advertisements); it advertises about every 0.20 s. Look at the app. The app's own log would show whether "
        + "it got the result."),
    Case(
      log: "linux-another", profile: "bluez-discovery", conclusion: .filterAsksForAnother,
      sentence:
        "No scan in this log has a filter that fits. The filters of all apps ask for service 180a (Device "
        + "Information), or AD type 0x09 beginning 4865617274, and 1 more. Look at the app. A log that "
        + "begins before the app scans would show its filters."),
    Case(
      log: "bursts", conclusion: .filterAsksForAnother,
      sentence:
        "No scan in this log has a filter that fits. The filter asks for service 180a (Device "
        + "Information). Look at the app. A log that begins before the app scans would show its filters."),
    Case(
      log: "device-not-in-log", conclusion: .deviceNotInLog,
      sentence:
        "Not known, because the service UUID may be in the scan response, which was not observed. An "
        + "active scan next to the device would show its scan response."),
    Case(
      log: "times-not-in-log", conclusion: .timesNotInLog,
      sentence:
        "Not known, because the scans that fit received nothing of the device. How long they listened, or "
        + "how often it sends, is not in the log. A longer log with times would show it."),
    Case(
      log: "connection-failed", conclusion: .connectionFailed,
      sentence:
        "The host received the device and 3.21 s later tried to connect to it (record 27). 2 attempts "
        + "failed (0x3e, not established). Another attempt next to the device would show whether distance "
        + "is the reason."),
    Case(
      log: "weak-signal", conclusion: .weakSignal,
      sentence:
        "The host received the device once, at -97 dBm (scan 4, at 22:14:55.23). That scan of 10.20 s had "
        + "a filter for \(heartRate). 4 scans that fit, for 40.01 s in all, received nothing of it. From "
        + "-90 dBm on reports get lost: the device is at the edge of reception. Record again next to the "
        + "device: silence there would refute this."),
    Case(
      log: "extended", conclusion: .notByDefault,
      sentence:
        "android does not find \(heartRate): this scan does not receive extended advertising unless it is "
        + "told to. Let the app ask for extended advertising, or the device send legacy advertising. A "
        + "result of android for this device would refute this."),
    Case(
      log: "heard-once", conclusion: .rarelyReceived,
      sentence:
        "The host received the device after 20.30 s of scan 1, at 22:13:40.31. That scan of 40.20 s had a "
        + "filter that lets everything pass. Service 180d (Heart Rate) came in 1 of 200 advertisements, so "
        + "the side to look at is not known. A longer recording next to the device would show how often it "
        + "sends this."),
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

  /// The times of a discovery are not those of a scan that asked for something else.
  @Test(arguments: [("filter-asks-for-another", true), ("received", false)])
  func timesOfAnotherFilter(_ log: String, _ isOther: Bool) throws {
    let run = CommandLineRun(
      ["reach", "Fixtures/sessions/\(log).btsnoop", "--service", "180d", "--for", "android"])
    let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let times = "first 0.10 s into the scan, at 22:13:20.11, 1 callback"
    #expect(
      text.contains("no filter of the log's scan asks for it; with one: \(times)") == isOther, "\(run.transcript)")
    #expect(text.contains("in advertising data (byte \(isOther ? 9 : 5)) \(times)") != isOther, "\(run.transcript)")
    #expect(text.contains("stopping then saves") != isOther)
  }

  /// A log of Android says of other systems what its host received.
  @Test(arguments: [("android", ""), ("windows", ", by the log of a host with Android")])
  func systemOfTheLog(_ profile: String, _ words: String) {
    let run = CommandLineRun(
      ["reach", "Fixtures/sessions/received.btsnoop", "--device", "F0:F1", "--for", profile])
    let line = run.output.prefix { $0 != "\n" }
    #expect(line.hasSuffix(", \(profile)\(words)"), "\(run.transcript)")
  }

  /// The device that the user names was not heard: how long the host listened for one like it, and who was heard.
  @Test(
    arguments: [
      (
        "silent-during-scan", "180d",
        "The host listened for 2.01 s with filters that fit from 22:13:22.42 to 22:13:24.43, in 1 scan. It heard nothing of "
          + "the device: off, too far away, connected to another host, or with another address or name. A sniffer next to "
          + "the device would show whether it was sending."
      ),
      (
        "filter-asks-for-another", "180d",
        "Not known, because no scan in this log has a filter that fits. The filters of all apps ask for service 180f "
          + "(Battery). A log that begins before the app scans would show its filters."
      ),
      (
        "received-before-log", "180d",
        "The host heard nothing of the device, and what apps filter for is not in this log. The app's own log "
          + "would show its filters."
      ),
      ("scan-not-in-log", "180d", ""),
    ]) func absence(_ log: String, _ service: String, _ sentence: String)
  {
    let run = CommandLineRun([
      "reach", "Fixtures/sessions/\(log).btsnoop", "--device", "F2:F2", "--service", service, "--for", "android",
    ])
    #expect(run.status == .failure)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let known =
      sentence.isEmpty
      ? "Not known, because the log does not show whether its host scanned. A log of the phone from before the app "
        + "scans would show it."
      : sentence
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
    #expect(run.output.contains("The host received the device"))
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
