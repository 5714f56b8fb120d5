internal import AdvertCapture
package import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The rules for people and machines: a list, a page for each, or a document.
package struct RulesReport: Sendable {
  package let rules: [Rule]

  package init(_ rules: [Rule]) {
    self.rules = rules
  }

  /// Returns one line for each rule.
  package func list(_ style: TextStyle) -> String {
    var table = TextTable([
      .init(title: "RULE", alignment: .left), .init(title: "SEVERITY", alignment: .left, rank: 1),
      .init(title: "DEFECT", alignment: .left, narrowing: .wrap(least: 24)),
    ])
    for rule in rules { table.add([rule.id, rule.severity.rawValue, rule.summary]) }
    return table.lines(style).joined(separator: "\n") + "\n"
  }

  /// Returns the full text of each rule.
  package func pages(_ style: TextStyle) -> String {
    rules.map { page(of: $0, style) }.joined(separator: "\n")
  }

  private func page(of rule: Rule, _ style: TextStyle) -> String {
    var lines = [
      style.strong(rule.id) + "  " + style.severity(rule.severity, rule.severity.rawValue), "", rule.summary, "",
    ]
    lines += wrapped(rule.rationale, at: 80) + [""]
    for example in rule.examples {
      lines.append((example.isFlagged ? "flagged: " : "accepted: ") + example.reason)
      lines += Self.exampleLines(example).map { "  " + $0 }
      if let fixed = example.fixed {
        lines.append("  fixed:")
        lines += fixed.flatMap { Self.exampleLines($0) }.map { "    " + $0 }
      }
      lines.append("")
    }
    lines += rule.references.map { "see: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of the rules and the full text of each, as one document in Markdown.
  package var markdown: String {
    let lines = ["# Rules", ""] + Self.markdownTable(of: rules) { "#\($0.id)" } + [""] + markdownSections()
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a section in Markdown for each rule.
  ///
  /// - Parameter playground: the address of the playground, which opens the examples; `nil` leaves out the links.
  package func markdownSections(playground: String? = nil) -> [String] {
    ["`↓` stands before each byte a finding starts at."]
      + rules.flatMap { ["", "## \($0.id)", ""] + Self.markdownLines(about: $0, playground: playground) }
  }

  /// Returns a table of rules, each with a link.
  package static func markdownTable(of rules: [Rule], link: (Rule) -> String) -> [String] {
    ["| rule | severity | defect |", "| --- | --- | --- |"]
      + rules.map { "| [`\($0.id)`](\(link($0))) | \($0.severity.rawValue) | \($0.summary) |" }
  }

  /// The full text of each rule as Markdown, without the frame of a document.
  package var markdownPages: String {
    rules.map { (["# \($0.id)", ""] + Self.markdownLines(about: $0)).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// Returns a rule's page in Markdown, without its heading.
  static func markdown(about rule: Rule) -> String {
    markdownLines(about: rule).joined(separator: "\n") + "\n"
  }

  private static func markdownLines(about rule: Rule, playground: String? = nil) -> [String] {
    var lines = ["**\(rule.severity.rawValue)**: \(rule.summary)", "", rule.rationale, ""]
    for example in rule.examples {
      lines.append("- \(example.isFlagged ? "Flagged" : "Accepted"): \(example.reason)")
      lines += fenced(exampleLines(example))
      if let fixed = example.fixed {
        lines.append("  fixed:")
        lines += fenced(fixed.flatMap { exampleLines($0) })
      }
      if let playground, let fragment = fragment(of: example) {
        lines += ["", "  [Open it in the playground](\(playground)#\(fragment))"]
      }
    }
    return lines + ["", "Source: " + rule.references.map { $0.description }.joined(separator: "; ") + "."]
  }

  /// Returns the fragment that opens a flagged example in the playground; `nil` when the example has more than payloads
  /// and the kind of PDU.
  package static func fragment(of example: Example) -> String? {
    guard example.isFlagged, example.scanners.isEmpty, case .layouts(let layouts) = example.input, layouts.count == 1,
      let layout = layouts.first, let advertising = layout.layout.advertising, !advertising.isEmpty,
      layout.scanResponse != .notObserved, !layout.isAnsweredWithNothing, layout.addressKind == nil,
      layout.interval == nil, layout.channels == nil, layout.phys == AdvertisingPHYs(),
      layout.heardFor == nil, layout.declared == nil, layout.demand == nil, !layout.isChangedByStack,
      !layout.isMerged,
      // More than a block holds is taken as both blocks.
      advertising.octets.count <= layout.pdu.payloadLimit
    else { return nil }
    var fragment = "adv=" + HexText.compact(advertising.octets)
    if let response = layout.layout.scanResponse.payloads.first, !response.isEmpty {
      fragment += "&scan-response=" + HexText.compact(response.octets)
    }
    return layout.pdu == .advInd ? fragment : fragment + "&pdu=" + layout.pdu.rawValue
  }

  private static func fenced(_ lines: [String]) -> [String] {
    (["```"] + lines + ["```"]).map { "  " + $0 }
  }

  package static func exampleLines(_ example: Example) -> [String] {
    let scanners =
      example.scanners.isEmpty ? [] : ["scanner        " + example.scanners.map { $0.id }.joined(separator: ", ")]
    switch example.input {
    case .capture(let description, _): return scanners + [description]
    case .layouts(let layouts): return scanners + layouts.flatMap { exampleLines($0) }
    }
  }

  package static func exampleLines(_ layout: MarkedLayout) -> [String] {
    var lines: [String] = []
    if let address = layout.address {
      lines.append("address        \(address) (\(address.kind.words))")
    } else if let kind = layout.addressKind {
      lines.append("address        \(kind.words)")
    }
    if let interval = layout.interval { lines.append("interval       \(interval)") }
    if let channels = layout.channels {
      lines.append("channels       " + channels.indices.map(String.init).joined(separator: ", "))
    }
    if let heardFor = layout.heardFor {
      lines.append(
        "heard          for \(heardFor / 1_000_000) s" + (layout.count == 1 ? "" : ", \(layout.count) times"))
    }
    if let demand = layout.demand {
      lines.append("demand         within \(ExpectedTime.words(demand.within)) in \(demand.percent) of 100 tries")
    }
    if let declared = layout.declared { lines.append("declared       \(declared)") }
    if layout.pdu != .advInd {
      let phy = layout.phys.primary.map { " on \($0.words)" } ?? ""
      lines.append("PDU            \(layout.pdu.rawValue)\(phy)")
    }
    if layout.isMerged { return lines + ["merged         \(layout.advertising ?? "")"] }
    lines.append("advertising    \(layout.advertising.map { $0.isEmpty ? "empty" : $0 } ?? "not seen")")
    switch layout.scanResponse {
    case .declared(""): break
    case .observed(""): lines.append("scan response  empty")
    case .declared(let marked), .observed(let marked): lines.append("scan response  \(marked)")
    case .notObserved: lines.append("scan response  not observed")
    }
    return lines
  }

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<RulesReport> = [
    Key(schema: "advert.rules/1"), Key("rules", .list(.object(rule)), "the rules asked for") { $0.rules },
  ]

  private static let rule: Keys<Rule> = [
    Key("id", .string, "the id") { $0.id },
    Key("help", .string, "the address of the page about the rule, or the command that prints it") {
      Rule.reference(toRule: $0.id)
    },
    Key("severity", .word(Severity.self), "the severity without settings") { $0.severity },
    Key("summary", .string, "the defect, in one line") { $0.summary },
    Key("rationale", .string, "why it matters") { $0.rationale },
    Key("references", .list(.string), "sources") { $0.references.map { $0.description } },
    Key("examples", .list(.object(example)), "layouts that are flagged or accepted") { $0.examples },
  ]

  private static let example: Keys<Example> = [
    Key("flagged", .boolean, "whether the rule finds something") { $0.isFlagged },
    Key("reason", .string, "why") { $0.reason },
    Key("input", .list(.string), "lines that show it; `↓` stands before each byte where a finding starts") {
      exampleLines($0)
    },
    Key("fixed", .list(.string), "lines that show the layout with the fix applied", null: "when there is no fix") {
      $0.fixed?.flatMap { exampleLines($0) }
    },
  ]
}

extension MarkedLayout {
  /// Whether an empty scan response was received, which octets alone do not say.
  fileprivate var isAnsweredWithNothing: Bool {
    if case .observed = scanResponse { layout.scanResponse.payloads.allSatisfy { $0.isEmpty } } else { false }
  }
}
