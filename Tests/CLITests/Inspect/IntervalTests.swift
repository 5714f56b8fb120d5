import Testing

/// Intervals of captures whose times say more or less of them, and the requests that a sniffer hears.
@Suite struct IntervalTests {
  private static let sensor = "F0:F1:F2:F3:F4:F5"
  private static let mesh = "E0:E1:E2:E3:E4:E5"

  /// The line of a device, in full.
  @Test(arguments: [
    ("sniffer-3.pcap", sensor, "advertising interval about 100.2 ms, from 79 gaps"),
    ("sniffer-3-restarted.pcap", sensor, "advertising interval about 100.2 ms, from 79 gaps"),
    ("sniffer-2.pcap", sensor, "advertising interval about 100.3 ms, from 79 gaps"),
    ("sniffer-3.pcap", mesh, "advertising interval about 20.0 ms, from 299 gaps"),
    ("sniffer-2.pcap", mesh, "advertising interval about 20.0 ms, from 299 gaps"),
    ("steady.btsnoop", sensor, "advertising interval about 152.8 ms, from 79 gaps"),
    ("few.btsnoop", sensor, "advertising interval about 152.3 ms, from 9 gaps only"),
    (
      "batches.btsnoop", sensor,
      "advertising interval not measurable: the gaps between the advertisements have no length in common"
    ),
    (
      "bursts.btsnoop", sensor,
      "advertising interval not measurable: advertisements came closer together than any interval, as in bursts"
    ),
    ("two-rhythms.btsnoop", sensor, "advertising intervals of 2 sets: 100 ms (149 gaps) and 152 ms (99 gaps)"),
    ("two-sets.btsnoop", sensor, "advertising intervals of 2 sets: 315 ms (109 gaps) and 315 ms (109 gaps)"),
    ("fast-then-slow.btsnoop", sensor, "advertising interval changes: 28 ms (59 gaps), then 270 ms (110 gaps)"),
  ]) func line(_ file: String, _ device: String, _ line: String) {
    let run = CommandLineRun(["inspect", "Fixtures/intervals/\(file)", "--device", device])
    #expect(run.output.split(separator: "\n").filter { $0.hasPrefix("advertising interval") } == [line[...]])
  }

  /// The clock, and why there is no interval, in documents.
  @Test(
    arguments: [
      ("sniffer-3.pcap", "sniffer", nil), ("sniffer-2.pcap", "sniffer", nil), ("steady.btsnoop", "arrival", nil),
      ("bursts.btsnoop", "arrival", "gapsTooShort"), ("batches.btsnoop", "arrival", "gapsDisagree"),
      ("two-rhythms.btsnoop", "arrival", "severalIntervals"), ("fast-then-slow.btsnoop", "arrival", "severalIntervals"),
    ] as [(String, String, String?)]) func document(_ file: String, _ clock: String, _ obstacle: String?)
  {
    let output = CommandLineRun(["inspect", "Fixtures/intervals/\(file)", "--format", "json"]).output
    #expect(output.contains(#""intervalClock": "\#(clock)""#))
    #expect(output.contains(#""intervalObstacle": \#(obstacle.map { "\"\($0)\"" } ?? "null")"#))
    #expect(output.contains(#""interval": null"#) == (obstacle != nil))
  }

  /// An estimate from few gaps is marked where it is shown.
  @Test func roughEstimates() {
    let few = ["Fixtures/intervals/few.btsnoop"]
    let steady = ["Fixtures/intervals/steady.btsnoop"]
    #expect(CommandLineRun(["inspect"] + few).output.contains(" ~15"))
    #expect(!CommandLineRun(["inspect"] + steady).output.contains("~"))
    #expect(CommandLineRun(["inspect", "--format", "json"] + few).output.contains(#""rough": true"#))
    #expect(CommandLineRun(["inspect", "--format", "json"] + steady).output.contains(#""rough": false"#))
    #expect(CommandLineRun(["emit", "--form", "zephyr"] + few).output.contains("from 9 gaps: it is rough."))
    #expect(CommandLineRun(["emit", "--form", "zephyr"] + steady).output.contains("from 79 gaps."))
  }

  /// Who asked, and that no answer came, is an answer.
  @Test func requests() {
    let capture = "Fixtures/intervals/sniffer-3.pcap"
    let device = CommandLineRun(["inspect", capture, "--device", Self.sensor]).output
    #expect(device.contains("scanners asked 10 times for its scan response, and no answer was heard\n"))
    // The mesh node cannot be asked.
    #expect(!CommandLineRun(["inspect", capture, "--device", Self.mesh]).output.contains("asked"))
    let reach = CommandLineRun(["reach", capture, "--device", Self.sensor, "--service", "180d", "--for", "android"])
    let words = reach.output.split { " \n".contains($0) }.joined(separator: " ")
    #expect(
      words.contains(
        "Not known, because the service UUID may be in the scan response, which was not observed, though scanners asked "
          + "for it 10 times."))
    #expect(words.contains("which was not observed; asked 10 times, never answered"))
    let redacted = CommandLineRun(["inspect", capture, "--redact", "--format", "json"]).output
    #expect(redacted.contains(#""scanRequests": 10"#))
    #expect(redacted.contains(#""scanRequests": 0"#))
    let log = CommandLineRun(["inspect", "Fixtures/intervals/steady.btsnoop", "--format", "json"]).output
    #expect(log.contains(#""scanRequests": null"#))
    #expect(
      CommandLineRun(["lint", capture]).output.split { " \n".contains($0) }.joined(separator: " ")
        .contains("scanners asked 1 of them, 10 times in all, and no answer was heard"))
  }
}
