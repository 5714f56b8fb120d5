internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The scans that a conclusion speaks of.
extension DiagnosisWords {
  /// The scan that received the device, and its filter.
  var received: [String] {
    guard let (scan, part) = facts.deciding else { return [] }
    let after = part.waited.map { " after \(Seconds.words($0)) s of" } ?? " in"
    let time = part.mentions.first.map { ", at \(TimeOfDay.words($0))" } ?? ""
    return ["The host received the device\(after) scan \(scan.session.number)\(time).", filterOfScan(part)]
  }

  func filterOfScan(_ part: Diagnosis.Part) -> String {
    if part.unknown == .acceptList {
      return "That scan reports only devices on its accept list, which is not in the log."
    }
    if let unknown = part.unknown {
      let words = unknown.words(ifCommands: facts.scans.haveFilterCommands)
      return words.capitalizedFirst + "."
    }
    guard facts.scans.haveFilterCommands else { return FilterList.notInLog.capitalizedFirst + "." }
    let scan = part.duration.map { "That scan of \(Seconds.words($0)) s" } ?? "That scan"
    let filter = "\(scan) had\(Self.words(of: part.filter, "no filter"))"
    guard diagnosis.conclusion == .receivedWithoutFilter else { return filter + "." }
    let allows = diagnosis.profile.requirement.evidence.isTentative ? "may not allow" : "does not allow"
    return "\(filter), which \(diagnosis.profile.id) \(allows)."
  }

  /// The results of the other scans: `1 other scan received it too.`, `2 scans that fit, for 3.10 s in all, received
  /// nothing of it.`
  var others: [String] {
    guard let deciding = facts.deciding?.scan else { return [] }
    let others = facts.scans.filter { $0.session.number != deciding.session.number && !$0.isSetup }
    let fruitful = others.count { $0.mentions.count + $0.mentionsUnknown.count > 0 }
    return (fruitful > 0 ? ["\(counted(fruitful, "other scan")) received it too."] : [])
      + Self.silent(facts.silent.filter { $0.session.number != deciding.session.number }, "scan")
  }

  /// The scans without receptions besides the one that decides.
  var othersSilent: [String] {
    guard let deciding = facts.deciding?.scan else { return [] }
    return Self.silent(facts.silent.filter { $0.session.number != deciding.session.number }, "other scan")
  }

  static func silent(_ scans: [Diagnosis.ScanFacts], _ noun: String) -> [String] {
    guard !scans.isEmpty else { return [] }
    let length =
      scans.map { $0.duration }.total.map { ", for \(Seconds.words($0)) s\(scans.count > 1 ? " in all" : "")," } ?? ""
    return ["\(counted(scans.count, noun)) that \(scans.count == 1 ? "fits" : "fit")\(length) received nothing of it."]
  }

  var length: String {
    facts.deciding?.part.duration.map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  var listened: String {
    facts.deciding.flatMap { $0.scan.listened }.map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  /// `scan 2, from 10:12:03.10`.
  var place: String {
    guard let (scan, part) = facts.deciding else { return "" }
    return "scan \(scan.session.number)" + (part.start.map { ", from \(TimeOfDay.words($0))" } ?? "")
  }

  /// ` with a filter for service 1826`, ` with no filter`; empty where the log cannot tell.
  var decidingFilter: String {
    let filter = facts.deciding?.part.filter
    return filter == nil && !facts.scans.haveFilterCommands ? "" : " with" + Self.words(of: filter, "no filter")
  }

  private static func words(of filter: ScanFilter?, _ none: String) -> String {
    guard let filter else { return " \(none)" }
    return filter.logic?.passesAll ?? false ? " a filter that lets everything pass" : " a filter for \(filter.words)"
  }

  var unknownFilters: String {
    let reasons = facts.scans.flatMap { $0.unknown.compactMap { $0.unknown } }
    if reasons.contains(.notInLog) { return "the log does not show what the host's filters ask for" }
    if reasons.contains(.acceptList) {
      return "the host scanned for devices on its accept list, which is not in the log"
    }
    if reasons.isEmpty, facts.wasHeardBeforeScans {
      return "the host received the device before the first scan in this log"
    }
    return Diagnosis.UnknownFilter.setBeforeLog.words(ifCommands: facts.scans.haveFilterCommands)
  }

  /// `The filter asks for service 1827.`
  var askedInstead: String {
    let words = facts.scans.flatMap { $0.others.map { $0.words } }.withoutRepeats
    guard !words.isEmpty else {
      return facts.scans.haveFilterCommands ? "No app had set one." : FilterList.notInLog.capitalizedFirst + "."
    }
    return words.count == 1 ? "The filter asks for \(words[0])." : FilterList.asking(words)
  }

  // MARK: What would refute it

  /// The evidence that would refute the conclusion, or decide where it is not known, in a sentence; `nil` when nothing
  /// would.
  var refutation: String? {
    let id = diagnosis.profile.id
    switch diagnosis.conclusion {
    case .onlyInScanResponse: return "Advertising data with \(thing) would refute this."
    case .notSent: return "A report with \(thing) would refute this."
    case .notReceivable, .notByDefault: return "A result of \(id) for this device would refute this."
    case .onlyInServiceData: return "A service list with \(thing) would refute this."
    case .silentDuringScan: return "A sniffer next to the device would show whether it was sending."
    case .received where facts.deciding?.part.isByFilter ?? false:
      return "The app's own log would show whether it got the result."
    case .received, .receivedWithoutFilter:
      return "A log with the app's scan filters would show whether they fit."
    case .filterAsksForAnother: return "A log that begins before the app scans would show its filters."
    case .scannedPassively: return "A log with an active scan by the app would refute this."
    case .connected: return "A scan after the connection would show whether the device advertises."
    case .listenedTooLittle: return "A longer scan without a result would refute this."
    case .connectionFailed: return "Another attempt next to the device would show whether distance is the reason."
    case .weakSignal: return "Record again next to the device: silence there would refute this."
    case .rarelyReceived: return "A longer recording next to the device would show how often it sends this."
    case .scanNotInLog: return "A log of the phone from before the app scans would show it."
    case .filterNotInLog: return FilterList.wouldShow(facts.scans)
    case .deviceNotInLog where facts.verdict.outcome == .missed:
      return "A longer recording would show what else it sends."
    case .deviceNotInLog:
      switch facts.verdict.reason {
      case .scanResponseNotObserved: return "An active scan next to the device would show its scan response."
      case .truncated: return "A capture of whole packets would show it."
      case .advertisingNotObserved, .flagsNotObserved: return "A capture of its advertisements would show it."
      default: return nil
      }
    case .scannerNotKnown: return "A test with \(id) would show it."
    case .scanResponseLost: return "An active scan next to the device would show whether it answers."
    case .sometimesReceived: return "A sniffer next to the device would show whether it was sending."
    case .addressMayHaveChanged:
      return "The device's identity resolving key (--irk) would show which addresses are its own."
    case .timesNotInLog: return "A longer log with times would show it."
    case .found, .isRefused, .cannotBeAsked: return nil
    }
  }
}

extension FilterList {
  /// The most words in a sentence about filters.
  private static let maximumWords = 14

  /// `The filters of all apps ask for service 180a, or service 180f, and 3 more.`
  static func asking(_ filters: [String]) -> String {
    let both = filters.prefix(2).joined(separator: ", or ")
    let shown = both.split(separator: " ").count > maximumWords ? 1 : min(2, filters.count)
    let most = filters.prefix(shown).joined(separator: ", or ")
    let more = filters.count > shown ? ", and \(filters.count - shown) more" : ""
    return "The filters of all apps ask for \(most)\(more)."
  }

  /// The evidence that would show the filters of apps.
  static func wouldShow(_ scans: [Diagnosis.ScanFacts]) -> String {
    scans.haveFilterCommands
      ? "A log that begins before the app sets its filters would show them."
      : "The app's own log would show its filters."
  }
}

extension Diagnosis.Facts {
  /// Whether most reports lack the data in question.
  var isInFewReports: Bool { 2 * mentionCount < advertisements }
}

extension Diagnosis.UnknownFilter {
  /// The reason in a log with or without a command about filters.
  func words(ifCommands: Bool) -> String {
    self == .setBeforeLog && !ifCommands ? FilterList.notInLog : words
  }

  /// The reason why it is not known whether a filter fits.
  package var words: String {
    switch self {
    case .setBeforeLog: "filters were set before the log began"
    case .notInLog: "the log does not show which filter let it pass"
    case .acceptList: "only devices on its accept list, which is not in the log"
    }
  }
}

extension [Int64?] {
  /// The total; `nil` when one number is not known.
  var total: Int64? { reduce(Int64?(0)) { sum, one in sum.flatMap { sum in one.map { sum &+ $0 } } } }
}

extension [Diagnosis.ScanFacts] {
  /// Whether the log has a command about a filter of the controller.
  var haveFilterCommands: Bool {
    contains { $0.session.hasFilterCommand }
  }
}
