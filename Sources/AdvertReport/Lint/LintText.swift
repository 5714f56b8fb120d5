internal import AdvertLint
internal import AdvertManifest
internal import AdvertisingData

/// What linting came to, for people: each finding with its place and its fix, then the bytes.
struct LintText {
  private let results: LintResults

  init(_ results: LintResults) {
    self.results = results
  }

  func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    var path: String?
    for result in results.results {
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
    lines.append(results.summary(style))
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
}

extension LintResults {
  /// How many findings of which severity, in one line.
  public func summary(_ style: TextStyle) -> String {
    let judged = "\(counted(subjects, "device")), \(counted(layouts, "layout")) judged"
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : style.severity(severity, counted(count, severity.rawValue))
    }
    return (counts.isEmpty ? style.good("no findings") : counts.joined(separator: ", ")) + "; \(judged)"
  }
}

extension Subject {
  /// A complete name before a shortened one, else the first seen.
  var name: LocalName? {
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
