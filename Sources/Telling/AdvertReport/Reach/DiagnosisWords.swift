internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A diagnosis as a sentence with its facts.
struct DiagnosisWords {
  let diagnosis: Diagnosis
  let facts: Diagnosis.Facts

  init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
    facts = diagnosis.facts
  }

  // MARK: The sentence

  /// One plain answer: the behaviour of the device, that of the host, and where to look.
  var sentence: String {
    let may = facts.verdict.isTentative ? "may never see it" : "never sees it"
    let id = diagnosis.profile.id
    switch diagnosis.conclusion {
    case .onlyInScanResponse where facts.verdict.reason.isMaybe:
      let received = facts.scans.flatMap { $0.fitting + $0.unknown }.contains { $0.mentions.count > 0 }
      return "The device sends \(thing) only in its scan response, which \(id) asks for and "
        + "\(facts.verdict.isTentative ? "may lose" : "can lose")"
        + "\(received ? ", although this host received it \(times)" : scannedPassively): look at the device."
    case .onlyInScanResponse:
      return "The device sends \(thing) only in its scan response; \(id) scans "
        + "\(isPassive ? "passively" : "for it only at times") and \(may): look at the device."
    case .notSent:
      if let misformed = facts.verdict.misformed {
        return "The device sends \(thing) \(misformed.words), which a filter for it does not match: look at the device."
      }
      return "The device does not send \(thing) where \(id) looks: look at the device."
    case .notReceivable:
      return "\(id) \(facts.verdict.isTentative ? "may not find" : "does not find") \(thing): "
        + "\(facts.verdict.phrase). Look at the device."
    case .silentDuringScan:
      return "The host scanned for \(length)\(decidingFilter) (\(place)) and received nothing of the device, which it "
        + "received at other times \(heard)\(othersSilent): look at the device."
    case .received, .receivedWithoutFilter: return receivedSentence
    case .cannotBeAsked:
      return
        "\(id) filters for services only and cannot be asked for \(thing); such a scan delivers only devices with a "
        + "service that the app names: ask for one, with --service."
    case .onlyInServiceData:
      return "The device has \(thing) only in service data, where the filter of \(id) for a service "
        + "\(facts.verdict.isTentative ? "may not look" : "does not look"): look at the app, and let it ask for the data."
    case .filterAsksForAnother:
      return "The host never scanned with a filter that fits; \(askedInstead): look at the app."
    case .scannedPassively:
      return
        "The device sends \(thing) only in its scan response, and the host scanned passively, so it never asked for "
        + "it: look at the app."
    case .connected:
      return
        "The host was connected to the device while it scanned (\(place)), and a connected device rarely advertises"
        + "\(othersSilent): look at the app."
    case .listenedTooLittle:
      return
        "The host listened for at most \(listened)\(decidingFilter) (\(place)), and the device sends \(interval)"
        + "\(othersSilent): let the app scan for longer."
    case .scanNotInLog: return notKnown("the log does not show whether its host scanned")
    case .filterNotInLog: return notKnown(unknownFilters)
    case .deviceNotInLog: return notKnown(facts.verdict.explanation + requests)
    case .scannerNotKnown: return notKnown(facts.verdict.explanation)
    case .scanResponseLost:
      return notKnown(
        "\(thing) is only in the scan response, and the scans that fit received the device without one")
    case .addressMayHaveChanged:
      return notKnown("the scans that fit received nothing of this address, which changes\(relatives)")
    case .timesNotInLog:
      return notKnown(
        "the scans that fit received nothing of the device, and the log does not tell how long they listened or how "
          + "often it sends")
    }
  }

  private func notKnown(_ reason: String) -> String { "Not known, because \(reason)." }

  var thing: String {
    switch diagnosis.question {
    case .service(let uuid): "service \(uuid.named)"
    case .openService(let service): "service \(service.pattern)"
    case .name(let name?): "the name \(HostileText.quoted(name))"
    case .name(nil): "a name"
    case .data(let question): question.words
    case .presence: "anything to filter on"
    }
  }

  /// After a verdict that misses the scan response: whether a scanner asked for it.
  private var requests: String {
    guard facts.verdict.isWithoutResponse, let asked = facts.scanRequests else { return "" }
    return asked == 0
      ? ", and no scanner was heard asking for it"
      : ", though scanners asked for it \(asked == 1 ? "once" : "\(asked) times")"
  }

  /// After a verdict that a scan response may be lost: that the host's scans asked for none.
  private var scannedPassively: String {
    let fitting = facts.scans.filter { !$0.fitting.isEmpty }
    return !fitting.isEmpty && fitting.allSatisfy { $0.session.setting.mode == .passive }
      ? "; this host scanned passively, so it never asked for it" : ""
  }

  private var isPassive: Bool { diagnosis.profile.scanType.value == .passive }

  private var requirementIsTentative: Bool { diagnosis.profile.requirement.evidence.isTentative }

  /// `The device sends service 1826 in its advertising data every 0.20 s and was heard 12 times.`
  private var sentAndHeard: String {
    let blocks = Set(facts.mentions.map { $0.block })
    let place =
      switch (blocks.contains(.advertising), blocks.contains(.scanResponse)) {
      case (true, false): " in its advertising data"
      case (false, true): " in its scan response"
      case (true, true): " in its advertising data and its scan response"
      case (false, false): ""
      }
    let sent = diagnosis.question == .presence ? "" : " \(thing)\(place)"
    let rate = facts.interval == nil ? "" : " \(interval)"
    let sends = (sent + rate).isEmpty ? "" : " sends\(sent)\(rate) and"
    return "The device\(sends) was heard \(times)."
  }

  /// `every 0.20 s`, `about every 0.20 s`.
  var interval: String {
    facts.interval.map { "\($0.isRough ? "about " : "")every \(Seconds.words($0.microseconds)) s" } ?? "at times"
  }

  /// The receptions of the host: in which scan, and the results of its other scans.
  private var receivedSentence: String {
    guard let (scan, part) = facts.deciding else { return "" }
    let id = diagnosis.profile.id
    let after = part.waited.map { " after \(Seconds.words($0)) s" } ?? ""
    let time = part.mentions.first.map { ", at \(TimeOfDay.words($0))" } ?? ""
    let heard = sentAndHeard + " "
    if diagnosis.conclusion == .receivedWithoutFilter {
      return heard
        + "The host received it\(after) of scan \(scan.session.number)\(time), without a filter, which \(id) "
        + "\(requirementIsTentative ? "may not allow" : "does not allow")\(ending)"
    }
    if let unknown = part.unknown {
      let words = unknown.words(ifCommands: facts.scans.haveFilterCommands)
      return heard + "The host received it\(after) of scan \(scan.session.number)\(time); \(words)"
        + "\(others(than: scan))\(ending)"
    }
    return heard
      + "The host scanned for \(part.duration.map { "\(Seconds.words($0)) s" } ?? "a time that is not known")"
      + "\(decidingFilter) and received it\(after) (scan \(scan.session.number)\(time))\(others(than: scan))"
      + ending
  }

  /// `; 1 other scan received it too, and 2 that fit received nothing of it`.
  private func others(than deciding: Diagnosis.ScanFacts) -> String {
    let others = facts.scans.filter { $0.session.number != deciding.session.number && !$0.isSetup }
    let fruitful = others.count { $0.mentions.count + $0.mentionsUnknown.count > 0 }
    let silent = others.filter { !$0.fitting.isEmpty && $0.heard.count == 0 && facts.couldBeReceived(in: $0) }
    var words: [String] = []
    if fruitful > 0 { words.append("\(counted(fruitful, "other scan")) received it too") }
    if !silent.isEmpty {
      let length = Self.length(of: silent)
      words.append(
        "\(counted(silent.count, "scan")) that \(silent.count == 1 ? "fits" : "fit")\(length) received nothing of it")
    }
    return words.isEmpty ? "" : "; " + words.joined(separator: ", and ")
  }

  /// `, for 3.10 s,`, `, for 3.10 s in all,`.
  private static func length(of scans: [Diagnosis.ScanFacts]) -> String {
    scans.map { $0.duration }.total.map { ", for \(Seconds.words($0)) s\(scans.count > 1 ? " in all" : "")," } ?? ""
  }

  /// `; 2 other scans that fit, 3.10 s in all, received nothing of it either`.
  private var othersSilent: String {
    guard let deciding = facts.deciding?.scan else { return "" }
    let silent = facts.fitting.filter {
      $0.session.number != deciding.session.number && !$0.isSetup && facts.couldBeReceived(in: $0)
    }
    guard !silent.isEmpty else { return "" }
    let length = Self.length(of: silent)
    return
      "; \(counted(silent.count, "other scan")) that \(silent.count == 1 ? "fits" : "fit")\(length) received nothing of it "
      + "either"
  }

  /// The end of a sentence about a reception: success first.
  private var ending: String {
    guard let (wait, one) = laterConnection else { return ": look at the app." }
    return one.failure == nil
      ? "; \(Seconds.words(wait)) s after that report the host connected to it (record \(one.record)): the device was "
        + "found."
      : ": look at the app.\(connection)"
  }

  /// The connection of the host after the reception. The first connection after that does not decide, but shows that
  /// the app got the result.
  private var laterConnection: (Int64, HostConnection)? {
    guard let first = facts.deciding?.part.mentions.first else { return nil }
    let later = facts.connections.compactMap { connection -> (Int64, HostConnection)? in
      connection.time.map { ($0.microseconds &- first.microseconds, connection) }
    }
    return later.first { $0.0 >= 0 }
  }

  private var connection: String {
    guard let (wait, one) = laterConnection else { return "" }
    return one.failure.map {
      " \(Seconds.words(wait)) s after that report the host tried to connect to it, and failed (\(Self.code($0)))."
    }
      ?? " \(Seconds.words(wait)) s after that report the host connected to it (record \(one.record))."
  }

  /// The addresses that the device may have used.
  private var relatives: String {
    guard let relatives = facts.relatives else { return "" }
    return RelativesWords(relatives).clause
  }

  private var unknownFilters: String {
    let reasons = facts.scans.flatMap { $0.unknown.compactMap { $0.unknown } }
    if reasons.contains(.notInLog) { return "the log does not show what the host's filters ask for" }
    if reasons.contains(.acceptList) {
      return "the host scanned for devices on its accept list, which is not in the log"
    }
    return Diagnosis.UnknownFilter.setBeforeLog.words(ifCommands: facts.scans.haveFilterCommands)
  }

  private var length: String {
    facts.deciding?.part.duration.map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  private var listened: String {
    facts.deciding.flatMap { $0.scan.listened }.map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  /// `scan 2, from 10:12:03.10`.
  private var place: String {
    guard let (scan, part) = facts.deciding else { return "" }
    return "scan \(scan.session.number)" + (part.start.map { ", from \(TimeOfDay.words($0))" } ?? "")
  }

  /// The number of receptions of the data in question.
  private var times: String {
    let mentions = facts.mentions.reduce(0) { $0 + $1.reception.count }
    let count = diagnosis.question == .presence ? facts.heard.count : mentions
    return count == 1 ? "once" : counted(count, "time")
  }

  private var heard: String { "(\(counted(facts.heard.count, "report")))" }

  /// ` with a filter for service 1826`, ` with no filter`; empty where the log cannot tell.
  private var decidingFilter: String {
    let filter = facts.deciding?.part.filter
    return filter == nil && !facts.scans.haveFilterCommands ? "" : " " + Self.words(of: filter)
  }

  private static func words(of filter: ScanFilter?) -> String {
    guard let filter else { return "with no filter" }
    return filter.logic?.passesAll ?? false
      ? "with a filter that lets everything pass" : "with a filter for \(filter.words)"
  }

  /// `the filter asks for service 1827`.
  private var askedInstead: String {
    var words: [String] = []
    for filter in facts.scans.flatMap({ $0.others }) where !words.contains(filter.words) { words.append(filter.words) }
    let most = words.prefix(3).joined(separator: ", or ")
    let more = words.count > 3 ? " and \(words.count - 3) more" : ""
    guard !words.isEmpty else {
      return facts.scans.haveFilterCommands ? "no app had set one" : FilterList.notInLog
    }
    return words.count == 1 ? "the filter asks for \(most)" : "the filters of all apps ask for \(most)\(more)"
  }
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
