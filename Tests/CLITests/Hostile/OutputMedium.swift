import AdvertLint
import Foundation

@testable import AdvertReport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What reads an output, and what it must never be made to do.
enum OutputMedium {
  /// Terminals and logs.
  case text
  case json
  case jsonLines
  case junit
  case tabSeparated
  /// Workflow commands of GitHub Actions.
  case annotations
  /// Diagnostics of compilers.
  case diagnostics
  /// A diff, in which tabs are what they are.
  case diff
  /// A comment on a pull request, with nothing but headings, lists and bold words of its own.
  case markdown
  /// Firmware, indented by tabs here and there.
  case source
  /// A page for browsers.
  case page

  /// What an output does that was not asked for; `nil` for a sound one.
  func harm(in output: String) -> String? {
    let hasTabs = self == .tabSeparated || self == .diff || self == .source
    if let harm = Self.harmInLogs(output, allowing: hasTabs ? ["\n", "\t"] : ["\n"]) {
      // Annotations are commands on purpose.
      guard self == .annotations, harm.hasPrefix("a command: ::") else { return harm }
    }
    switch self {
    case .text, .diff: return nil
    case .markdown: return Self.harmInMarkdown(output)
    case .source: return Self.harmInSource(output)
    case .page: return Self.harmInPage(output)
    case .json: return Self.isDocument(output) ? nil : "no JSON"
    case .jsonLines: return output.split(separator: "\n").allSatisfy { Self.isDocument(String($0)) } ? nil : "no JSON"
    case .junit: return XMLParser(data: Data(output.utf8)).parse() ? nil : "no XML"
    case .tabSeparated: return Self.harmInTable(output)
    case .annotations: return Self.harmInAnnotations(output)
    case .diagnostics: return Self.harmInDiagnostics(output)
    }
  }

  /// Markup, mentions and links in what stands behind the marks of a line.
  private static func harmInMarkdown(_ output: String) -> String? {
    let marks = [#/### /#, #/- \*\*[a-z ]+\*\* /#, #/- \*[a-z]+\* /#, #/\*\*/#]
    for line in output.split(separator: "\n") {
      var text = line[...]
      if let mark = marks.lazy.compactMap({ line.prefixMatch(of: $0) }).first { text = line[mark.range.upperBound...] }
      if line.hasPrefix("**"), text.hasSuffix("**") { text = text.dropLast(2) }
      if text.contains(#/:\/\/|(?i:www)\./#) { return "a link: \(text)" }
      // Neither a mention nor the number of an issue.
      let harmless = ["`@`", "\\#<!-- -->", "&#58;", "&#46;"].reduce(text.replacing("\\\\", with: "")) {
        $0.replacing($1, with: "")
      }
      let plain = harmless.replacing(#/\\[`*_{}\[\]<>|~&!$]/#, with: "")
      if let mark = plain.first(where: { "\\`*_{}[]<>!|~&$@#".contains($0) }) { return "markup: \(mark) in \(text)" }
    }
    return nil
  }

  private static func isDocument(_ text: String) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) is [String: Any]
  }

  /// Characters that terminals act on, and lines that build services do, as their own sources have it: `::` behind any
  /// white space at the beginning of a line, `##[` and its like anywhere.
  static func harmInLogs(_ text: String, allowing allowed: Set<Unicode.Scalar>) -> String? {
    if let scalar = text.unicodeScalars.first(where: { scalar in
      !allowed.contains(scalar) && !HostileText.isSafe(scalar) && scalar != "\u{FE0F}"
    }) {
      return "U+\(String(scalar.value, radix: 16))"
    }
    for line in text.unicodeScalars.split(separator: "\n") {
      let line = String(line.drop { $0.properties.isWhitespace })
      if line.hasPrefix("::") { return "a command: \(line)" }
      if line.firstMatch(of: /##[A-Za-z]*\[/) != nil { return "a command of old: \(line)" }
    }
    return nil
  }

  private static func harmInTable(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let columns = lines.first?.split(separator: "\t", omittingEmptySubsequences: false).count ?? 0
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == columns else { return "\(fields.count) of \(columns) columns" }
      let formula = fields.first { field in
        guard let first = field.unicodeScalars.first else { return false }
        return "=+-@＝＋－＠".unicodeScalars.contains(first) && Int(field) == nil && field != "-"
      }
      if let formula { return "a formula: \(formula)" }
    }
    return nil
  }

  /// Whether a link leads to the page of a rule.
  private static func isPageOfRule(_ target: Substring) -> Bool {
    Rule.all.contains { $0.address.map { target == $0 } ?? false }
  }

  /// Only elements that the page is made of, without anything that runs or loads.
  private static func harmInPage(_ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    let page = text.replacing(/<(style|script)>[^<]*(?:<[^\/][^<]*)*<\/(?:style|script)>/, with: "")
    let tags = page.matches(of: /<(?:!DOCTYPE html|\/[a-z0-9]+|([a-z0-9]+)((?: [A-Za-z-]+(?:="[^"<>]*")?)*))>/)
    guard page.count(where: { $0 == "<" }) == tags.count else { return "markup of a text" }
    for tag in tags {
      if let name = tag.1, ["script", "style", "img", "link", "iframe", "x"].contains(String(name)) {
        return "<\(name)>"
      }
      let attributes = String(tag.2 ?? "")
      if let name = attributes.firstMatch(of: /\s(on[a-z]+|src|style)=/) { return "an attribute \(name.1)" }
      if let target = attributes.firstMatch(of: /\shref="([^#][^"]*)"/), !isPageOfRule(target.1) {
        return "a link to \(target.1)"
      }
    }
    return nil
  }

  /// Comments end where they should, and no line goes on in the next.
  private static func harmInSource(_ text: String) -> String? {
    for line in text.split(separator: "\n") {
      if line.ranges(of: "/*").count != line.ranges(of: "*/").count { return "a comment: \(line)" }
      if line.hasSuffix("\\") || line.hasSuffix("??/") { return "a line that goes on: \(line)" }
    }
    return nil
  }

  private static func harmInDiagnostics(_ text: String) -> String? {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("manifest in use: ") }.dropLast()
    return lines.first { CompilerDiagnostic($0) == nil }.map { "no diagnostic: \($0)" }
  }

  private static func harmInAnnotations(_ text: String) -> String? {
    for line in text.unicodeScalars.split(separator: "\n") where line.starts(with: "::".unicodeScalars) {
      let line = String(line)
      guard Annotation(line) != nil else { return "no annotation: \(line)" }
    }
    return nil
  }
}

/// A line of a compiler, taken apart as programs do that match them.
struct CompilerDiagnostic {
  let file: String
  let line: Int
  let column: Int
  let severity: String
  let message: String
  let rule: String

  /// `nil` for anything but a finding. The pattern is that of `$gcc` in VS Code, with notes, which `$gcc` leaves in the log.
  init?(_ text: some StringProtocol) {
    let pattern = #/^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error|note):\s+(.*)$/#.matchingSemantics(
      .unicodeScalar)
    guard let match = String(text).wholeMatch(of: pattern), let line = Int(match.2), let column = Int(match.3),
      let rule = match.5.wholeMatch(of: /(.*) \[([a-z0-9-]+)\]/.matchingSemantics(.unicodeScalar))
    else { return nil }
    file = String(match.1)
    (self.line, self.column) = (line, column)
    severity = String(match.4)
    message = String(rule.1)
    self.rule = String(rule.2)
  }
}

/// A workflow command, taken apart as GitHub's runner does it.
struct Annotation {
  let name: String
  var properties: [String: String] = [:]
  let message: String

  /// `nil` for anything but an annotation of a rule. Characters are those that the runner knows: code points.
  init?(_ line: some StringProtocol) {
    let parts = Array(line.unicodeScalars).split(separator: [":", ":"], maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty, let space = parts[1].firstIndex(of: " ") else { return nil }
    name = Self.text(parts[1][..<space])
    for part in parts[1][(space + 1)...].split(separator: ",") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      properties[Self.text(part[..<equals])] = Self.unescaped(Self.text(part[(equals + 1)...]))
    }
    message = Self.unescaped(Self.text(parts[2]))
    let known: Set = ["file", "line", "endLine", "col", "endColumn", "title"]
    guard ["error", "warning", "notice"].contains(name), properties["title"] != nil,
      known.isSuperset(of: properties.keys)
    else { return nil }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// In the order in which the runner does it.
  private static func unescaped(_ text: String) -> String {
    [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
