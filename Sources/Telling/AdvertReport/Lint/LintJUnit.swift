internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan

extension LintFormat {
  static let junit = LintFormat("junit", writing: { LintJUnit($0, $1).write(to: $2) })
}

/// A lint run as JUnit: a suite for each input, a test case for each device and one for the input as a whole.
///
/// A case fails when it has a finding that makes the check fail. It then has one `failure`, which names the worst finding
/// and lists all: consumers such as GitLab show only one. Other findings are its output.
///
/// Each suite begins with its counts, so all findings are kept until then. The text is written case by case.
struct LintJUnit {
  private let results: LintRun
  private let failOn: Severity?
  private let manifest: String?
  /// Whether the whole run is complete.
  private let isComplete: Bool

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    failOn = options.failOn
    manifest = options.manifest
    isComplete = options.isDone && results.totals.isComplete
  }

  private static let unread = "input-unread"

  func write(to take: @escaping (String) -> Void) {
    var text = TextPieces(to: take)
    let suites = results.inputs.map(suite)
    text.append(line: #"<?xml version="1.0" encoding="UTF-8"?>"#)
    let counts = suites.reduce(into: Counts()) { $0 += $1.counts }
    text.append(line: "<testsuites name=\"advert lint\"\(counts.attributes)>")
    for suite in suites {
      text.append(line: "  <testsuite name=\"\(XMLText.escaped(suite.name))\"\(suite.counts.attributes)>")
      text.append(line: "    <properties>")
      text.append(line: "      <property name=\"complete\" value=\"\(isComplete)\"/>")
      if let manifest {
        let value = XMLText.escaped(HostileText.visible(manifest))
        text.append(line: "      <property name=\"manifest\" value=\"\(value)\"/>")
      }
      for sentence in DoubtfulDevice.sentences(DoubtfulDevice.all(in: suite.input)) {
        text.append(line: "      <property name=\"doubt\" value=\"\(XMLText.escaped(sentence))\"/>")
      }
      text.append(line: "    </properties>")
      forEachCase(of: suite.input) { test in
        for line in lines(of: test, in: suite) { text.append(line: line) }
      }
      text.append(line: "  </testsuite>")
    }
    text.append(line: "</testsuites>")
    text.finish()
  }

  private struct Suite {
    let name: String
    let input: JudgedFile
    let counts: Counts
  }

  private struct Counts {
    var tests = 0
    var failures = 0

    static func += (sum: inout Counts, other: Counts) {
      sum.tests += other.tests
      sum.failures += other.failures
    }

    var attributes: String { " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\"" }
  }

  private struct Case {
    let name: String
    let failures: [Finding]
    let others: [Finding]
  }

  private func suite(of input: JudgedFile) -> Suite {
    var counts = Counts()
    forEachCase(of: input) { test in
      counts += Counts(tests: 1, failures: test.failures.isEmpty ? 0 : 1)
    }
    return Suite(name: HostileText.visible(input.path), input: input, counts: counts)
  }

  private func forEachCase(of input: JudgedFile, _ take: (Case) -> Void) {
    var names: [String: Int] = [:]
    for device in input.devices {
      // Two layouts of one name are two cases.
      let count = names[device.label, default: 0] + 1
      names[device.label] = count
      take(testCase(named: count == 1 ? device.label : "\(device.label) (\(count))", device.findings))
    }
    take(testCase(named: "input as a whole", input.findings))
  }

  private func testCase(named name: String, _ findings: [Finding]) -> Case {
    // An input that could not be read at all fails, at any threshold.
    let isFailure = { (finding: Finding) in
      failOn.map { finding.severity >= $0 } ?? false || finding.rule == Self.unread && finding.severity == .error
    }
    return Case(
      name: name, failures: findings.filter(isFailure), others: findings.filter { !isFailure($0) })
  }

  private func lines(of test: Case, in suite: Suite) -> [String] {
    var file = suite.input.file.map { " file=\"\(XMLText.escaped(HostileText.visible($0.path)))\"" } ?? ""
    if !file.isEmpty, let text = (test.failures + test.others).first?.place.text { file += " line=\"\(text.line)\"" }
    let start =
      "    <testcase classname=\"\(XMLText.escaped(suite.name))\" name=\"\(XMLText.escaped(test.name))\"\(file)"
    guard !test.failures.isEmpty || !test.others.isEmpty else { return [start + "/>"] }
    var lines = [start + ">"]
    if let worst = test.failures.first {
      let others = test.failures.count == 1 ? "" : " (and \(test.failures.count - 1) more)"
      let message = XMLText.escaped(HostileText.visible(worst.message) + others)
      lines.append(
        "      <failure type=\"\(XMLText.escaped(worst.rule))\" message=\"\(message)\">\(words(of: test.failures))</failure>"
      )
    }
    if !test.others.isEmpty {
      lines.append("      <system-out>\(words(of: test.others))</system-out>")
    }
    lines.append("    </testcase>")
    return lines
  }

  private func words(of findings: [Finding]) -> String {
    var lines: [String] = []
    for finding in findings {
      lines.append("\(finding.severity.rawValue): \(HostileText.visible(finding.message)) [\(finding.rule)]")
      if !finding.placeWords.isEmpty { lines.append("  at: \(finding.placeWords)") }
      lines += finding.linesOfFix(indent: "  ")
      lines.append("  see: \(finding.ruleReference)")
    }
    return XMLText.escaped(lines.joined(separator: "\n"))
  }
}
