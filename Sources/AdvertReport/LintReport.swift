internal import AdvertCapture
public import AdvertLint
public import AdvertManifest
internal import AdvertObservation
internal import AdvertisingData

/// What linting came to, for people and machines.
public struct LintReport: Sendable {
  private let linter: Linter
  private var results: [Result] = []
  private var subjects = 0
  private var layouts = 0
  private var inputs: [JudgedInput] = []

  public init(_ linter: Linter) {
    self.linter = linter
  }

  /// The findings on one advertiser or declared layout, or on an input as a whole.
  private struct Result: Sendable {
    let path: String
    let subject: Subject?
    let findings: [Finding]
  }

  /// Judges a capture.
  public mutating func judge(_ capture: CaptureInput) {
    var results: [Result] = []
    let judged = linter.lint(capture.observation, of: capture.summary, path: capture.path) { subject, findings in
      results.append(Result(path: capture.path, subject: subject, findings: findings))
    }
    add(results, of: judged)
  }

  /// Judges layouts that were written down; `path` says where.
  public mutating func judge(_ layouts: [DeclaredLayout], path: String) {
    var results: [Result] = []
    let judged = linter.lint(layouts.map { Subject($0, path: path) }, path: path) { subject, findings in
      results.append(Result(path: path, subject: subject, findings: findings))
    }
    add(results, of: judged)
  }

  /// Judges what can only be said of all inputs together. To be called once, after the last.
  public mutating func finish() {
    let findings = linter.lint(run: inputs)
    guard let path = findings.first?.place.path else { return }
    results.append(Result(path: path, subject: nil, findings: findings))
  }

  private mutating func add(_ results: [Result], of judged: JudgedInput) {
    self.results += results
    subjects += judged.subjects
    layouts += judged.layouts
    inputs.append(judged)
  }

  /// All findings, in the order of the inputs and their advertisers.
  public var findings: [Finding] { results.flatMap(\.findings) }

  private func count(_ severity: Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  // MARK: Text

  public func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    var path: String?
    for result in results {
      if result.path != path {
        path = result.path
        lines += [style.strong(HostileText.visible(result.path)), ""]
      }
      if let subject = result.subject {
        lines += heading(of: subject, style)
      }
      for finding in result.findings {
        lines += self.lines(of: finding, style)
      }
      if let subject = result.subject {
        lines += maps(of: subject, result.findings, style)
      }
      lines.append("")
    }
    lines.append(summary(style))
    return lines.joined(separator: "\n") + "\n"
  }

  private func heading(of subject: Subject, _ style: TextStyle) -> [String] {
    guard let address = subject.address else {
      return subject.layoutName.map { [style.strong(HostileText.visible($0))] } ?? []
    }
    let name = subject.name.map { " " + HostileText.quoted($0.text) } ?? ""
    return [style.strong("\(address)\(name)") + " (\(address.kind.words))"]
  }

  private func lines(of finding: Finding, _ style: TextStyle) -> [String] {
    var lines = [
      style.severity(finding.severity, finding.severity.rawValue) + ": \(finding.message) "
        + style.faint("[\(finding.rule)]")
    ]
    let place = place(of: finding)
    if !place.isEmpty { lines.append("  at: \(place)") }
    if let fix = finding.fix { lines.append("  fix: \(fix)") }
    return lines
  }

  private func place(of finding: Finding) -> String {
    let place = finding.place
    var words: [String] = []
    if let block = place.block {
      words.append(block == .advertising ? "advertising data" : "scan response data")
    }
    if let text = place.text { words.append("line \(text.line)") }
    if let offset = place.offset { words.append("byte \(offset)") }
    if let record = place.record { words.append("record \(record)") }
    if let fileOffset = place.fileOffset { words.append("file offset \(fileOffset)") }
    if place.record != nil, place.block != nil { words.append("seen \(times(finding.count))") }
    return words.joined(separator: ", ")
  }

  /// The layouts with findings. A layout is shown once, however many findings it has.
  private func maps(of subject: Subject, _ findings: [Finding], _ style: TextStyle) -> [String] {
    Set(findings.compactMap(\.place.layout)).sorted().flatMap { index in
      [""] + LayoutText(subject.layouts[index], findings: findings.filter { $0.place.layout == index }).lines(style)
    }
  }

  /// How many findings of which severity, in one line.
  public func summary(_ style: TextStyle) -> String {
    let judged = "\(counted(subjects, "device")), \(counted(layouts, "layout")) judged"
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : style.severity(severity, counted(count, severity.rawValue))
    }
    return (counts.isEmpty ? style.good("no findings") : counts.joined(separator: ", ")) + "; \(judged)"
  }

  // MARK: JSON

  public var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.lint/1")
      json.array("findings", findings) { json, finding in
        json.object { json in write(finding, to: &json) }
      }
      json.object("summary") { json in
        json.value("errors", count(.error))
        json.value("warnings", count(.warning))
        json.value("notes", count(.note))
        json.value("layouts", layouts)
      }
    }
    return json.text
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.value("rule", finding.rule)
    json.value("severity", finding.severity.rawValue)
    json.value("message", finding.message)
    json.object("source") { json in
      json.value("path", finding.place.path)
      json.value("line", finding.place.text?.line)
      json.value("column", finding.place.text?.column)
      json.value("advertiser", finding.place.advertiser?.description)
      json.value("layout", finding.place.layout)
      json.value("layoutName", finding.place.layoutName)
      json.value("record", finding.place.record)
      json.value("fileOffset", finding.place.fileOffset)
    }
    json.value("block", finding.place.block?.rawValue)
    json.value("offset", finding.place.offset)
    json.value("length", finding.place.length)
    json.value("count", finding.count)
    json.value("fix", finding.fix)
  }
}

extension Subject {
  /// A complete name before a shortened one, else the first seen.
  fileprivate var name: LocalName? {
    .best(
      of: layouts.flatMap { layout in
        ((layout.advertising.map { [$0] } ?? []) + layout.scanResponses).compactMap(\.payload.localName)
      })
  }
}

extension TextStyle {
  /// In the colour of a severity.
  func severity(_ severity: Severity, _ text: String) -> String {
    switch severity {
    case .error: error(text)
    case .warning: warning(text)
    case .note: note(text)
    }
  }
}
