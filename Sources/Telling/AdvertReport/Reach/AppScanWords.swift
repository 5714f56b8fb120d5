internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The words for a scan of an app, for people and machines.
struct AppScanWords {
  let scan: AppScan
  private var request: RequestedScan { scan.request }

  init(_ scan: AppScan) { self.scan = scan }

  /// The sentences before the answers.
  static func heading(_ scans: [AppScan]) -> String {
    let paths = scans.map { HostileText.visible($0.path) }.withoutRepeats
    return
      "Asked: the scans of \(paths.joined(separator: ", ")). Only their filters and settings are analyzed: the code "
      + "that gets the results can still leave devices out."
  }

  /// `startScan in line 34`, `requestDevice in line 2 where all is true`.
  var call: String { "\(request.call) in line \(request.line)\(condition)" }

  private var condition: String { request.condition.map { " where \(HostileText.visible($0))" } ?? "" }

  /// Returns the scan with its filters and its settings.
  func lines(_ style: TextStyle) -> [String] {
    let place = "\(HostileText.visible(scan.path)):\(request.line)"
    let sense =
      switch request.filters.count {
      case 0: request.unreadFilters.isEmpty ? "no filter" : "unknown filters"
      case 1: "this filter"
      case let count: "one of \(count) filters"
      }
    let lines = wrapped(
      "\(place): \(request.call) (\(request.library.name))\(condition): \(sense)", at: style.proseColumns)
    var items = scan.filters.map { "line \($0.line): \(words($0))" }
    items += scan.exclusions.map { "line \($0.line), leaves out: \(words($0))" }
    if !settings.isEmpty { items.append(settings.joined(separator: "; ")) }
    items += unread.map { "line \($0.line) is not analyzed: \(HostileText.visible($0.reason))" }
    return lines + items.flatMap { listItem($0, style) }
  }

  private func words(_ filter: AppScan.Filter) -> String {
    let first = filter.firstService == nil ? "" : ", listed first"
    let asked =
      filter.questions.map { ReachReport.words($0) + first } + filter.addresses.map { "address \($0)" }
      + (filter.unread.isEmpty ? [] : ["conditions that are not analyzed"])
    return asked.isEmpty ? "everything" : asked.joined(separator: " and ")
  }

  /// The settings that differ from those of most scans, or that matter most.
  private var settings: [String] {
    var settings: [String] = []
    switch request.isLegacyOnly {
    case true?: settings.append("legacy advertising only")
    case false?:
      let place =
        switch request.phys {
        case .coded: ", on LE Coded only"
        case .oneMegabit: ", on LE 1M only"
        case .all: ""
        }
      settings.append("extended advertising, too" + place)
    case nil: break
    }
    if request.isPassive { settings.append("passive") }
    if request.isForBackground { settings.append("for the background") }
    if request.neverForLocation == true { settings.append("neverForLocation") }
    return settings
  }

  /// All parts that are not read.
  var unread: [RequestedScan.Unread] {
    request.unreadFilters + request.unreadSettings + (scan.filters + scan.exclusions).flatMap { $0.unread }
  }

  /// Returns the reason of an answer, with the filter that decides where there are several conditions.
  func reason(_ answer: AppScan.Answer) -> String {
    let verdict = answer.verdict
    let place = verdict.mention.map { " (byte \($0.offset))" } ?? ""
    guard let filter = answer.filter, scan.filters.count > 1 || filter.questions.count > 1 else {
      return verdict.phrase + place
    }
    let start = "filter of line \(filter.line)"
    guard filter.questions.count > 1, verdict.question != .presence else {
      return "\(start): \(verdict.phrase)\(place)"
    }
    if verdict.outcome == .discovered {
      return "\(start): all that it asks for is received" + (verdict.unless.map { ", unless \($0)" } ?? "")
    }
    return "\(start), \(ReachReport.words(verdict.question)): \(verdict.phrase)\(place)"
  }
}

// MARK: JSON

extension AppScanWords {
  static let keys: Keys<AppScan> = [
    Key("path", .string, "the program") { $0.path },
    Key("line", .integer, "the line of the call") { $0.request.line },
    Key("library", .words(RequestedScan.Library.allCases.map { $0.rawValue }), "the library that the program calls") {
      $0.request.library.rawValue
    },
    Key("call", .string, "the name of the call") { $0.request.call },
    Key(
      "condition", .string, "the results of the conditions on which its arguments depend",
      null: "without such conditions"
    ) { $0.request.condition },
    Key("filters", .list(.object(filter)), "the filters, of which one is enough; empty for a scan without one") {
      $0.filters
    },
    Key("exclusions", .list(.object(filter)), "the filters whose devices the scan leaves out") { $0.exclusions },
    Key(
      "legacyOnly", .boolean, "whether it takes legacy advertising only",
      null: "when that is unknown, or up to the system"
    ) {
      $0.request.isLegacyOnly
    },
    Key("exceptions", .list(.string), "what can keep a device out that a filter lets pass, each after \"unless\"") {
      $0.request.exceptions
    },
    Key("notAnalyzed", .list(.object(part)), "the parts of the program that are not analyzed") {
      AppScanWords($0).unread
    },
  ]

  private static let filter: Keys<AppScan.Filter> = [
    Key("line", .integer, "where it is in the program") { $0.line },
    Key("conditions", .list(.object(ReachReport.question)), "what a device must have, all at once") { $0.questions },
    Key("addresses", .list(.string), "the addresses that it must have") { $0.addresses.map { $0.description } },
    Key("isComplete", .boolean, "whether all conditions are analyzed") { $0.unread.isEmpty },
  ]

  private static let part: Keys<RequestedScan.Unread> = [
    Key("line", .integer, "the line") { $0.line },
    Key("reason", .string, "why") { $0.reason },
  ]

  /// The keys of the answers of a device to a scan.
  static let answers: Keys<(number: Int, answers: [AppScan.Answer])> = [
    Key("scan", .integer, "position in `appScans`, from 0") { $0.number },
    Key("verdicts", .list(.object(answer)), "one for each scanner of the scan") { $0.answers },
  ]

  private static let answer: Keys<AppScan.Answer> = [
    Key("profile", .string, "the id of the scanner") { $0.scanner.id },
    Key("verdict", .word(Verdict.Word.self), "the best of the filters") { $0.verdict.word },
    Key("filterLine", .integer, "the line of the filter that decides", null: "when none does") { $0.filter?.line },
    Key("reason", .string, "why") { $0.verdict.explanation },
  ]
}
