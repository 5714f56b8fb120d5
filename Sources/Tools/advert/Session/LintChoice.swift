internal import AdvertLint
internal import AdvertManifest
internal import AdvertReport
internal import ArgumentParser

/// The findings that `lint` shows, their form, and those that fail the check.
struct LintChoice: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only findings of these rules, with commas between them; also what was not read or is not as demanded.",
      valueName: "rules"), completion: .list(Rule.all.map(\.id)))
  var select: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("No findings of these rules, as `off` in a manifest.", valueName: "rules"),
    completion: .list(Rule.all.map(\.id)))
  var ignore: [String] = []

  @Option(name: .long, help: "The format of the result.")
  var format: LintFormat = .text

  @Option(name: .long, help: "The lowest severity that makes the check fail.")
  var failOn: FailureThreshold = .warning

  @Flag(help: "Only a summary: for each rule, how many findings and devices.")
  var statistics = false

  @Flag(help: "Show each note, and each finding of many inputs with its bytes.")
  var notes = false

  enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
    case error
    case warning
    case note
    case never

    var severity: Severity? { Severity(rawValue: rawValue) }
  }

  func validate() throws {
    guard !statistics || format == .text else {
      throw ValidationError("--statistics is text: leave out --format.")
    }
  }

  /// The form of the report.
  var form: LintFormat { statistics ? .statistics : format }

  /// Whether each note is shown where there are many devices.
  var showsNotes: Bool { notes || failOn == .note }

  /// Returns the ids of the rules whose findings are not wanted.
  ///
  /// - Parameter areServicesDemanded: whether services are demanded, of which one in the scan response alone is missing.
  /// - Throws: for a rule that is not known.
  func leftOutRules(areServicesDemanded: Bool) throws(CommandFailure) -> Set<String> {
    let selected = try Self.rules(select).union(
      areServicesDemanded ? [Rule.serviceUUIDOnlyInScanResponse.id] : [])
    let others = Rule.all.lazy.map { $0.id }.filter { !selected.contains($0) && !Self.alwaysSelected.contains($0) }
    return try Self.rules(ignore).union(select.isEmpty ? [] : Array(others))
  }

  /// The rules about what was not read, and about demands that are not met.
  private static let alwaysSelected = Set(Rule.all.filter { $0.isAboutTheCheck }.map { $0.id })

  private static func rules(_ lists: [String]) throws(CommandFailure) -> Set<String> {
    var ids: Set<String> = []
    for list in lists {
      for word in list.split(separator: ",", omittingEmptySubsequences: false) {
        ids.insert(try Rule.known(String(word.drop { $0 == " " })).id)
      }
    }
    return ids
  }
}
