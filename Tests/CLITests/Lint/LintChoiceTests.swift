import AdvertLint
import Foundation
import Testing

@testable import AdvertReport
@testable import advert

/// The choice of rules on the command line, and summaries.
@Suite struct LintChoiceTests {
  private static let before = "Fixtures/angi/before.btsnoop"
  private static let rules = [
    "appearance-unknown-wastes-space", "flags-not-first", "service-uuid-only-in-scan-response",
  ]

  private static func found(_ arguments: [String]) throws -> [String] {
    let run = CommandLineRun(["lint", before, "--format", "json"] + arguments)
    let json = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    return try #require(json["findings"] as? [[String: Any]]).compactMap { $0["rule"] as? String }.sorted()
  }

  /// Each set of rules, selected and ignored: together they are all findings.
  @Test func selectedAndIgnoredAreAllFindings() throws {
    #expect(try Self.found([]) == Self.rules)
    for mask in 1..<8 {
      let set = Self.rules.indices.filter { mask >> $0 & 1 == 1 }.map { Self.rules[$0] }
      let selected = try Self.found(["--select", set.joined(separator: ",")])
      #expect(selected == set)
      #expect(try Self.found(set.flatMap { ["--select", $0] }) == set)
      #expect(try (Self.found(["--ignore", set.joined(separator: ", ")]) + selected).sorted() == Self.rules)
      #expect(try Self.found(["--select", set.joined(separator: ","), "--ignore", set[0]]) == Array(set.dropFirst()))
    }
  }

  @Test func theStatusFollowsTheChosenRules() {
    #expect(CommandLineRun(["lint", Self.before]).status == .findings)
    #expect(CommandLineRun(["lint", Self.before, "--ignore", Self.rules[2]]).status == .success)
    #expect(CommandLineRun(["lint", Self.before, "--select", Self.rules[0]]).status == .success)
  }

  /// Lint reports unmet demands and unread parts whatever is selected.
  @Test func demandsAndGapsStay() {
    let demanding = CommandLineRun(["lint", Self.before, "--select", Self.rules[0], "--service", "180d"])
    #expect(demanding.status == .findings && demanding.output.contains("[expected-service-missing]"))
    let missing = CommandLineRun(["lint", Self.before, "--select", Self.rules[0], "--device", "AA:"])
    #expect(missing.status == .findings || missing.status == .failure)
    let unread = CommandLineRun(["lint", Self.before, "Fixtures/missing.log", "--select", Self.rules[0]])
    #expect(unread.status == .failure && unread.output.contains("[input-unread]"))
  }

  /// A demanded service that is only in the scan response is missing, whoever demands it; a baseline can know that.
  @Test func aDemandedServiceInTheScanResponseIsMissing() throws {
    let choice = ["--select", "expected-service-missing"]
    #expect(CommandLineRun(["lint", "Fixtures/sources/beacon.sh"] + choice).status == .success)
    #expect(CommandLineRun(["lint", "Fixtures/sources/beacon.sh", "--service", "180d"] + choice).status == .findings)
    try TextFile.inFolder { folder in
      let (manifest, known) = (folder + "/advert.yml", folder + "/known.json")
      let layout = "layouts:\n  Lamp:\n    advertising: 02 01 06\n    scanResponse: 03 03 0d 18\n"
      try TextFile.write("expect:\n  services: [180d]\n" + layout, to: manifest)
      #expect(CommandLineRun(["lint", manifest] + choice).status == .findings)
      _ = CommandLineRun(["lint", manifest, "--write-baseline", known] + choice)
      #expect(CommandLineRun(["lint", manifest, "--baseline", known] + choice).status == .success)
    }
  }

  @Test(arguments: ["--select", "--ignore"]) func unknownRulesAreErrors(_ option: String) {
    for (word, advice) in [
      ("flags-mising", "did you mean \"flags-missing\"?"), ("", "`advert rules` lists them all"),
      ("flags-missing,xyzzy", "`advert rules` lists them all"),
    ] {
      let run = CommandLineRun(["lint", Self.before, option, word])
      #expect(run.status == .failure && run.output.isEmpty)
      #expect(run.diagnostics.hasPrefix("advert: unknown rule \"") && run.diagnostics.contains(advice))
    }
    // A word lists the rules about it.
    let found = CommandLineRun(["rules", "Home Assistant"]).output
    #expect(found.contains("service-uuid-only-in-scan-response") && !found.contains("name-has-nul"), "\(found)")
    #expect(CommandLineRun(["rules", "xyzzy"]).status == .failure)
    #expect(CommandLineRun(["rules", "flags-mising"]).diagnostics.contains("did you mean \"flags-missing\"?"))
  }

  @Test func statisticsAreARowForEachRule() {
    let run = CommandLineRun(["lint", Self.before, "Fixtures/lint/crowd.hex", "--statistics"])
    let lines = run.output.split(separator: "\n")
    #expect(lines[0].split(separator: " ") == ["FINDINGS", "DEVICES", "INPUTS", "SEVERITY", "RULE"])
    let rows = lines.dropFirst().dropLast().map { $0.split(separator: " ").map(String.init) }
    let severities = rows.compactMap { Severity(rawValue: $0[3]) }
    #expect(severities.count == rows.count && severities == severities.sorted(by: >))
    let totals = CommandLineRun(["lint", Self.before, "Fixtures/lint/crowd.hex"]).output.split(separator: "\n").last
    let sum = rows.reduce(0) { $0 + (Int($1[0]) ?? 0) }
    let counted = totals?.split(separator: ";").first?.split { !$0.isNumber }.reduce(0) { $0 + (Int($1) ?? 0) }
    #expect(sum == counted)
    #expect(CommandLineRun(["lint", Self.before, "--statistics", "--format", "json"]).status == .failure)
  }

  /// Many inputs begin with the counts by rule, and say each error and warning once; few inputs are shown in full.
  @Test func manyInputsHaveAnOverview() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "many-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let octets = try Data(contentsOf: CommandLineRun.root.appending(path: Self.before))
    for number in 1...11 { try octets.write(to: folder.appending(path: "capture-\(number).btsnoop")) }
    let overview = CommandLineRun(["lint", folder.path])
    #expect(overview.status == .findings)
    let lines = overview.output.split(separator: "\n")
    #expect(lines[1].split(separator: " ") == ["11", "11", "11", "warning", "service-uuid-only-in-scan-response"])
    #expect(lines.count { $0.hasPrefix("warning: ") } == 1 && !lines.contains { $0.hasPrefix("note: ") })
    #expect(lines.contains("  and 8 more"))
    #expect(overview.output.hasSuffix("11 warnings, 22 notes (--notes shows each); 11 devices, 11 layouts judged\n"))
    #expect(CommandLineRun(["lint", folder.path, "--notes"]).output.split(separator: "\n").count > 100)
    try FileManager.default.removeItem(at: folder.appending(path: "capture-1.btsnoop"))
    #expect(CommandLineRun(["lint", folder.path]).output.contains("Advertising data  17 of 31 bytes"))
  }
}
