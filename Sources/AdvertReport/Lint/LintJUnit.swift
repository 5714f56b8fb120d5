internal import AdvertLint
internal import AdvertScan

extension LintFormat {
  static let junit = LintFormat("junit") { LintJUnit($0, $1).text }
}

/// A lint run as JUnit: a suite for each input, a test case for each device and one for the input as a whole.
///
/// A case fails when it has a finding that makes the check fail. It then has one `failure`, which names the worst finding
/// and lists all: consumers such as GitLab show only one. Other findings are its output.
struct LintJUnit {
  private let results: LintRun
  private let failOn: Severity?
  private let manifest: String?

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    failOn = options.failOn
    manifest = options.manifest
  }

  private static let unread = "input-unread"

  var text: String {
    let suites = results.inputs.map(suite)
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
    lines.append("<testsuites name=\"advert lint\"\(counts(suites.flatMap { $0.cases }))>")
    for suite in suites {
      lines.append("  <testsuite name=\"\(XMLText.escaped(suite.name))\"\(counts(suite.cases))>")
      if let manifest {
        lines.append("    <properties>")
        lines.append("      <property name=\"manifest\" value=\"\(XMLText.escaped(HostileText.visible(manifest)))\"/>")
        lines.append("    </properties>")
      }
      lines += suite.cases.flatMap { self.lines(of: $0, in: suite) }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Suite {
    let name: String
    let file: String?
    let cases: [Case]
  }

  private struct Case {
    let name: String
    let failures: [Finding]
    let others: [Finding]
  }

  private func suite(of input: LintRun.JudgedFile) -> Suite {
    var names: [String: Int] = [:]
    var cases = input.devices.map { device in
      // Two layouts of one name are two cases.
      let count = names[device.label, default: 0] + 1
      names[device.label] = count
      return testCase(named: count == 1 ? device.label : "\(device.label) (\(count))", device.findings)
    }
    cases.append(testCase(named: "input as a whole", input.findings))
    return Suite(name: HostileText.visible(input.path), file: input.file?.path, cases: cases)
  }

  private func testCase(named name: String, _ findings: [Finding]) -> Case {
    // What could not be read at all fails, whatever the threshold is.
    let isFailure = { (finding: Finding) in
      failOn.map { finding.severity >= $0 } ?? false || finding.rule == Self.unread && finding.severity == .error
    }
    return Case(
      name: name, failures: findings.filter(isFailure), others: findings.filter { !isFailure($0) })
  }

  private func counts(_ cases: [Case]) -> String {
    " tests=\"\(cases.count)\" failures=\"\(cases.count { !$0.failures.isEmpty })\" errors=\"0\" skipped=\"0\""
  }

  private func lines(of test: Case, in suite: Suite) -> [String] {
    let file = suite.file.map { " file=\"\(XMLText.escaped(HostileText.visible($0)))\"" } ?? ""
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
    let lines = findings.flatMap { finding in
      ["\(finding.severity.rawValue): \(HostileText.visible(finding.message)) [\(finding.rule)]"]
        + (finding.placeWords.isEmpty ? [] : ["  at: \(finding.placeWords)"])
        + (finding.fix.map { ["  fix: \(HostileText.visible($0))"] } ?? [])
    }
    return XMLText.escaped(lines.joined(separator: "\n"))
  }
}
