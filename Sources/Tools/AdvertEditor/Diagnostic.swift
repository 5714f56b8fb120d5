internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport

/// A finding in the form in which an editor shows it: the rule with the address of its page, and the fix after the
/// message.
struct Diagnostic {
  let finding: Finding
  /// Octets of the text.
  let range: Range<Int>

  /// Returns the diagnostics of a document, in the order of lint.
  static func all(of judged: JudgedDocument, _ text: DocumentText) -> [Diagnostic] {
    judged.findings.map { Diagnostic(finding: $0.finding, range: range(of: $0.finding, judged, text)) }
  }

  /// Returns the range of a finding. A finding about the whole document is at its first line.
  static func range(of finding: Finding, _ judged: JudgedDocument, _ text: DocumentText) -> Range<Int> {
    text.octets(of: finding.place.text ?? TextRange(line: 1, column: 1, count: 0), judged.lines)
  }

  /// - Parameter text: the text that the octets are of; `nil` for a document that is closed, which has no diagnostics.
  func write(in text: DocumentText?, _ encoding: DocumentText.Encoding, to json: inout JSONWriter) {
    guard let text else { return }
    text.write(range, encoding, to: &json)
    json.value("severity", severity)
    json.value("source", "advert")
    json.value("code", finding.rule)
    if let address = finding.ruleAddress { json.object("codeDescription") { $0.value("href", address) } }
    // The text is the author's own, and the editor shows it already.
    let reference = finding.ruleAddress == nil ? ["see: \(finding.ruleReference)"] : []
    json.value("message", ([finding.message] + finding.linesOfFix() + reference).joined(separator: "\n"))
  }

  /// The number of the severity in the protocol: 1 for errors, 3 for information.
  private var severity: Int {
    switch finding.severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}

extension DocumentText {
  /// Writes octets of the text as a member `range`.
  func write(_ range: Range<Int>, _ encoding: Encoding, to json: inout JSONWriter) {
    json.object("range") { json in
      for (name, octet) in [("start", range.lowerBound), ("end", range.upperBound)] {
        let position = position(of: octet, encoding)
        json.object(name) { json in
          json.value("line", position.line)
          json.value("character", position.character)
        }
      }
    }
  }
}
