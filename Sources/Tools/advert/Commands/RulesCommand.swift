internal import AdvertLint
internal import AdvertManifest
internal import AdvertPage
internal import AdvertReport
internal import ArgumentParser

struct RulesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules of lint, or explain one.")

  @Argument(help: "The rule to explain.", completion: .list(Rule.all.map(\.id)))
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
    let report = RulesReport(try rules())
    switch format {
    case .json: try console.output(report.json)
    case .markdown: try console.output(id == nil ? report.markdown : report.markdownPages)
    case .html: try console.output(id == nil ? report.htmlList : report.htmlPages)
    case .text: try console.show(id == nil ? report.list(console.style) : report.pages(console.style))
    }
    return .success
  }

  private func rules() throws(CommandFailure) -> [Rule] {
    guard let id else { return Rule.all }
    return [try Rule.known(id)]
  }
}

extension Rule {
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
