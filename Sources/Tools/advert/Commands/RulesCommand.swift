internal import AdvertLint
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
    case .markdown: try console.output(id == nil ? report.markdown() : report.markdownPages)
    case .html: try console.output(id == nil ? report.htmlList : report.htmlPages)
    case .text: try console.output(id == nil ? report.list(console.style) : report.pages(console.style))
    }
    return .success
  }

  private func rules() throws(CommandFailure) -> [Rule] {
    guard let id else { return Rule.all }
    if let rule = Rule.named(id) { return [rule] }
    throw CommandFailure("there is no rule \"\(id)\"; `advert rules` lists them all")
  }
}
