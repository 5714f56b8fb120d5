internal import AdvertLint
internal import AdvertManifest
internal import AdvertPage
internal import AdvertReport
internal import ArgumentParser

struct RulesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules of lint, or explain one.")

  @Argument(
    help: ArgumentHelp("The rule to explain, or a word: the rules about it are listed.", valueName: "id"),
    completion: .list(Rule.all.map(\.id)))
  var id: String?

  @Option(name: .long, help: "The format of the result.")
  var format: RulesFormat = .text

  @OptionGroup var writing: OutputOptions

  enum RulesFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case markdown
    case html
  }

  func run(on console: Console) throws -> ExitStatus {
    let found = id.flatMap { Rule.named($0) == nil ? Rule.about($0) : nil } ?? []
    let isList = id == nil || !found.isEmpty
    let report = RulesReport(try found.isEmpty ? id.map { [try Rule.known($0)] } ?? Rule.all : found)
    switch format {
    case .json: try console.output(report.json)
    case .markdown: try console.output(isList ? report.markdown : report.markdownPages)
    case .html: try console.output(isList ? report.htmlList : report.htmlPages)
    case .text: try console.show(isList ? report.list(console.style) : report.pages(console.style))
    }
    return .success
  }
}

extension Rule {
  /// The fewest letters of a word that is looked for: shorter ones are in most texts.
  private static let shortestWord = 3

  /// Returns the rules whose id, summary or rationale has a word.
  fileprivate static func about(_ word: String) -> [Rule] {
    let word = word.lowercased()
    guard word.count >= shortestWord else { return [] }
    return all.filter { rule in
      [rule.id, rule.summary, rule.rationale].contains { $0.lowercased().contains(word) }
    }
  }

  /// Returns the rule with this id.
  ///
  /// - Throws: when there is none, with the ids that may be meant.
  static func known(_ id: String) throws(CommandFailure) -> Rule {
    if let rule = named(id) { return rule }
    let nearest = NearestWord.suggestions(for: id, among: all.map(\.id))
    let advice = nearest.isEmpty ? "`advert rules` lists them all" : "did you mean \(nearest.alternatives)?"
    throw CommandFailure("unknown rule \(HostileText.quoted(id)); \(advice)")
  }
}
