internal import AdvertisingData

/// The documents and the texts that advert writes about captures and layouts. They are no inputs, although they have payloads in
/// their lines: these are only a part, and stand beside words about them.
///
/// Texts of `advert dump` and `advert emit` are inputs.
package enum OwnOutput {
  /// The most characters that are examined.
  private static let longest = 4096

  /// Returns the name of the output that a text is, or that begins so; `nil` for any other text.
  package static func name(of text: String) -> String? {
    let start = String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    let lines = start.split(maxSplits: 64, whereSeparator: { $0.isNewline })
    guard let first = lines.first(where: { $0.contains { !$0.isWhitespace } }) else { return nil }
    return document(start, first) ?? printed(lines, in: start).map { "a text with the output of advert \($0)" }
  }

  // MARK: Documents

  /// Returns the name of a document in JSON, JSON lines, HTML, Markdown, SARIF or JUnit.
  private static func document(_ text: String, _ first: Substring) -> String? {
    let content = text.drop { $0.isWhitespace }
    if content.first == "{" {
      if let command = schema(of: content) {
        return command == "baseline" ? "a baseline of advert lint" : "the output of advert \(command)"
      }
      if content.prefix(200).hasPart("sarif-schema") { return "a report in SARIF" }
      for (command, keys) in rows where keys.allSatisfy({ first.hasPart("\"\($0)\":") }) {
        return "the output of advert \(command)"
      }
    }
    if text.hasPart("<title>advert: ") { return "the output of advert report" }
    if first.hasPrefix("<!-- advert lint") || text.hasPart("<testsuites name=\"advert ") {
      return "the output of advert lint"
    }
    return first.hasPrefix("### Bluetooth LE advertising in ") ? "the output of advert report" : nil
  }

  /// Returns the command in the first key of a document: `"schema": "advert.lint/1"`.
  private static func schema(of content: Substring) -> Substring? {
    var rest = content.dropFirst().drop { $0.isWhitespace }
    for part in ["\"schema\"", ":", "\"advert."] {
      guard rest.hasPrefix(part) else { return nil }
      rest = rest.dropFirst(part.count).drop { $0.isWhitespace }
    }
    let command = rest.prefix { $0.isLetter }
    return rest.dropFirst(command.count).first == "/" ? command : nil
  }

  /// The keys of the first row of each command.
  private static let rows: [(command: String, keys: [String])] = [
    ("lint", ["rule", "severity", "message"]), ("inspect", ["path", "device", "advertisements", "scanResponses"]),
    ("reach", ["row", "class"]), ("watch", ["event", "time", "address", "addressType"]),
  ]

  // MARK: Texts

  /// Returns the command that printed lines for people; `nil` for other lines.
  private static func printed(_ lines: [Substring], in text: String) -> String? {
    // Other programs have findings with rules, too.
    let mayBeLint = text.hasPart("advertis") || text.hasPart("scan response") || text.hasPart("\n  fix: ")
    for (index, line) in lines.enumerated() {
      if index == 0, line.hasPart(" records, "), line.hasPart(" advertisement"),
        line.hasSuffix("advertiser") || line.hasSuffix("advertisers")
      {
        return "inspect"
      }
      if line.hasPrefix("Asked: does a filter for each service") { return "reach" }
      if line.hasPart(", matched by "), line.hasPart("\"") { return "diff" }
      if isEvent(line) { return "watch" }
      if mayBeLint, isFinding(line) { return "lint" }
      if isMeasured(line) { return index == 0 ? "decode" : lines[index - 1].hasPrefix("Before: ") ? "repack" : "lint" }
    }
    return nil
  }

  /// Returns whether a line is an event of `watch`: a time, a word, and an address.
  private static func isEvent(_ line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard words.count > 3, words[0].utf8.count == 12, words[0].allSatisfy({ $0.isNumber || $0 == ":" || $0 == "." }),
      events.contains(where: { words[1] == $0 })
    else { return false }
    return line.hasPrefix("\(words[0])  \(words[1])") && words[2].split(separator: ":").count == 6
  }

  private static let events = ["new", "layout", "error", "warning", "note", "gone", "renamed"]

  /// Returns whether a line is a finding with its rule in brackets, in text, or in the forms of compilers and GitHub.
  private static func isFinding(_ line: Substring) -> Bool {
    let isStated = severities.contains { severity in
      line.hasPrefix("\(severity): ") || line.hasPart(": \(severity): ")
    }
    if line.hasPrefix("::"), line.hasPart(" file="), line.hasPart(",title="), line.hasPart("::") {
      return severities.contains { line.hasPrefix("::\($0) ") }
    }
    guard isStated, line.last == "]", let open = line.lastIndex(of: "[") else { return false }
    let rule = line[open...].dropFirst().dropLast()
    return rule.contains("-") && rule.first != "-" && rule.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }
  }

  private static let severities = ["error", "warning", "note", "notice"]

  /// Returns whether a line counts the bytes of a block and draws them.
  private static func isMeasured(_ line: Substring) -> Bool {
    line.hasPart(" bytes, ") && line.hasPart(" free  ") && (line.hasPart("█") || line.hasPart("·"))
  }
}
