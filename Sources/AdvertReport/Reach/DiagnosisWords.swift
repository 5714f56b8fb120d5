internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A diagnosis as a sentence with its facts.
struct DiagnosisWords {
  /// The most scans that are listed; further ones are counted.
  private static let maximumScans = 6
  private static let maximumConnections = 3

  private let diagnosis: Diagnosis
  private let facts: Diagnosis.Facts

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
    case .onlyInScanResponse:
      return "The device sends \(thing) only in its scan response; \(id) scans "
        + "\(isPassive ? "passively" : "for it only at times") and \(may): look at the device."
    case .notSent: return "The device does not send \(thing) where \(id) looks: look at the device."
    case .notReceivable:
      return "\(id) \(facts.verdict.isTentative ? "may not find" : "does not find") \(thing): "
        + "\(facts.verdict.phrase). Look at the device."
    case .silentDuringScan:
      return "The host scanned for \(length) \(decidingFilter) (\(place)) and received nothing of the device, which it "
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
        "The host listened for at most \(listened) \(decidingFilter) (\(place)), and the device sends \(interval)"
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

  private var thing: String {
    switch diagnosis.question {
    case .service(let uuid): "service \(uuid.named)"
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

  private var isPassive: Bool { diagnosis.profile.scanType.value == .passive }

  private var requirementIsTentative: Bool { diagnosis.profile.requirement.evidence.isTentative }

  /// `The device sends service 1826 in its advertising data every 0.20 s`.
  private var sends: String {
    let blocks = Set(facts.mentions.map { $0.block })
    let place =
      switch (blocks.contains(.advertising), blocks.contains(.scanResponse)) {
      case (true, false): " in its advertising data"
      case (false, true): " in its scan response"
      case (true, true): " in its advertising data and its scan response"
      case (false, false): ""
      }
    let rate = facts.interval == nil ? "" : " \(interval)"
    return diagnosis.question == .presence ? "The device sends\(rate)" : "The device sends \(thing)\(place)\(rate)"
  }

  /// `every 0.20 s`, `about every 0.20 s`.
  private var interval: String {
    facts.interval.map { "\($0.isRough ? "about " : "")every \(Seconds.words($0.microseconds)) s" } ?? "at times"
  }

  /// The receptions of the host: in which scan, and the results of its other scans.
  private var receivedSentence: String {
    guard let (scan, part) = facts.deciding else { return "" }
    let id = diagnosis.profile.id
    let after = part.waited.map { " after \(Seconds.words($0)) s" } ?? ""
    let time = part.mentions.first.map { ", at \(TimeOfDay.words($0))" } ?? ""
    let heard = "\(sends) and was heard \(times). "
    if diagnosis.conclusion == .receivedWithoutFilter {
      return heard
        + "The host received it\(after) of scan \(scan.session.number)\(time), without a filter, which \(id) "
        + "\(requirementIsTentative ? "may not allow" : "does not allow"): look at the app.\(connection)"
    }
    if let unknown = part.unknown {
      return heard + "The host received it\(after) of scan \(scan.session.number)\(time); \(unknown.words)"
        + "\(others(than: scan)): look at the app.\(connection)"
    }
    return heard
      + "The host scanned for \(part.duration.map { "\(Seconds.words($0)) s" } ?? "a time that is not known") "
      + "\(decidingFilter) and received it\(after) (scan \(scan.session.number)\(time))\(others(than: scan)): look at the "
      + "app.\(connection)"
  }

  /// `; 1 other scan received it too, and 2 that fit received nothing of it`.
  private func others(than deciding: Diagnosis.ScanFacts) -> String {
    let others = facts.scans.filter { $0.session.number != deciding.session.number && !$0.isSetup }
    let fruitful = others.count { $0.mentions.count + $0.mentionsUnknown.count > 0 }
    let silent = others.filter { !$0.fitting.isEmpty && $0.heard.count == 0 }
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
    let silent = facts.fitting.filter { $0.session.number != deciding.session.number && !$0.isSetup }
    guard !silent.isEmpty else { return "" }
    let length = Self.length(of: silent)
    return
      "; \(counted(silent.count, "other scan")) that \(silent.count == 1 ? "fits" : "fit")\(length) received nothing of it "
      + "either"
  }

  /// The connection of the host after the reception. The first connection after that does not decide, but shows that
  /// the app got the result.
  private var connection: String {
    guard let first = facts.deciding?.part.mentions.first else { return "" }
    let later = facts.connections.compactMap { connection -> (Int64, HostConnection)? in
      connection.time.map { ($0.microseconds &- first.microseconds, connection) }
    }
    guard let (wait, one) = later.first(where: { $0.0 >= 0 }) else { return "" }
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
    return reasons.contains(.acceptList)
      ? "the host scanned for devices on its accept list, which is not in the log"
      : "filters were set before the log began"
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

  /// `with a filter for service 1826`, `with no filter`.
  private var decidingFilter: String { Self.words(of: facts.deciding?.part.filter) }

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
    guard !words.isEmpty else { return "no app had set one" }
    return words.count == 1 ? "the filter asks for \(most)" : "the filters of all apps ask for \(most)\(more)"
  }

  // MARK: Facts

  /// The facts, one line each, with record numbers.
  var reasons: [String] {
    [device] + (facts.relatives.map { RelativesWords($0).lines } ?? []) + facts.mentions.map(words) + scans
      + facts.connections.prefix(Self.maximumConnections).map(words) + (moreConnections.map { [$0] } ?? [])
  }

  private var device: String {
    let first = facts.firstRecord.map { ", first in record \($0)" } ?? ""
    let rate = facts.interval.map { ", \(interval) (\(counted($0.samples, "gap")))" } ?? ""
    return "device: \(counted(facts.heard.count, "report"))\(first)\(rate)"
  }

  private func words(_ place: Diagnosis.PlaceOfMention) -> String {
    let block = place.block == .advertising ? "advertising data" : "scan response"
    let kind = place.kind == .serviceData && diagnosis.question.isAboutService ? "service data of the \(block)" : block
    let record = place.record.map { ", first in record \($0)" } ?? ""
    if diagnosis.question == .presence { return "\(block): \(counted(place.reception.count, "report"))\(record)" }
    return "\(thing): in \(kind), \(counted(place.reception.count, "time"))\(record)"
  }

  private var scans: [String] {
    guard !facts.scans.isEmpty else {
      return ["host: no start of a scan in the log"]
    }
    let scans = facts.scans.filter { !$0.isSetup }
    let telling = scans.filter { !$0.fitting.isEmpty || $0.mentionsUnknown.count > 0 }
    var told = Array((telling.isEmpty ? scans : telling).prefix(Self.maximumScans))
    // The scan that decides is always listed.
    if let deciding = facts.deciding?.scan, !told.contains(where: { $0.session.number == deciding.session.number }) {
      told[told.count - 1] = deciding
    }
    var lines = told.map(words)
    let more = (telling.isEmpty ? scans : telling).count - told.count
    if more > 0 { lines.append("\(counted(more, "more scan")): advert inspect --scans lists them") }
    if !telling.isEmpty, telling.count < scans.count {
      let rest = scans.filter { scan in scan.fitting.isEmpty && scan.mentionsUnknown.count == 0 }
      let unknown = rest.count { $0.hasUnknownFilter }
      if unknown > 0 {
        lines.append("\(counted(unknown, "scan")) of which the log does not show whether a filter fits")
      }
      if rest.count > unknown { lines.append("\(counted(rest.count - unknown, "scan")) whose filters do not fit") }
    }
    return lines
  }

  private func words(_ connection: HostConnection) -> String {
    let start = connection.time.map { ", at \(TimeOfDay.words($0))" } ?? ""
    if let failure = connection.failure {
      return "connection: failed in record \(connection.record)\(start) (\(Self.code(failure)))"
    }
    let end = connection.end.map { "to \($0.record) (\(Self.code($0.reason)))" } ?? "to the end"
    return "connection: record \(connection.record) \(end)\(start)"
  }

  private var moreConnections: String? {
    let more = facts.connections.count - Self.maximumConnections
    return more > 0 ? counted(more, "more connection") : nil
  }

  /// Returns an error code of HCI: `0x13, the device ended it`. Source: Core Specification Vol 1 Part F 2.
  private static func code(_ code: UInt8) -> String {
    let words =
      switch code {
      case 0x02: ", no connection"
      case 0x05: ", authentication failed"
      case 0x08: ", timeout"
      case 0x13, 0x14: ", the device ended it"
      case 0x15: ", the device switched off"
      case 0x16: ", the host ended it"
      case 0x3B: ", parameters refused"
      case 0x3D: ", message integrity failure"
      case 0x3E: ", not established"
      default: ""
      }
    return "0x\(HexText.compact([code]))\(words)"
  }

  /// `scan 2 (records 171 to 2565), active, all the time (SCAN_MODE_LOW_LATENCY), 138.88 s: …`.
  private func words(_ scan: Diagnosis.ScanFacts) -> String {
    let session = scan.session
    let last = session.end.map { "\($0.record)" } ?? "the end"
    let start = session.setting.time.map { ", at \(TimeOfDay.words($0))" } ?? ""
    let mode = session.setting.mode == .unknown ? "active or passive is not known" : session.setting.mode.rawValue
    var words = ["scan \(session.number) (record \(session.setting.record) to \(last)\(start))", mode]
    if let listening = session.setting.listening { words.append(ScanModeWords.words(listening)) }
    let result =
      if scan.fitting.isEmpty {
        scan.unknown.first?.unknown.map { "\($0.words)\(Self.receivedUnknown(scan))" }
          ?? "its filters do not fit: \(Self.list(scan.others))"
      } else {
        Self.fit(scan.fitting) + (scan.duration.map { " for \(Seconds.words($0)) s" } ?? "") + ": " + received(scan)
      }
    return words.joined(separator: ", ") + "; " + result
  }

  private static func receivedUnknown(_ scan: Diagnosis.ScanFacts) -> String {
    scan.mentionsUnknown.count > 0 ? ": \(counted(scan.mentionsUnknown.count, "report"))" : ""
  }

  private static func fit(_ parts: [Diagnosis.Part]) -> String {
    let filter = (parts.first { $0.mentions.count > 0 } ?? parts.max { ($0.duration ?? 0) < ($1.duration ?? 0) })?
      .filter
    return filter.map { "filter for \($0.words) (record \($0.record))" } ?? "no filter"
  }

  private static func list(_ all: [ScanFilter]) -> String {
    guard !all.isEmpty else { return "no app had set one" }
    // A phone can have one filter fifty times.
    var filters: [ScanFilter] = []
    for filter in all where !filters.contains(where: { $0.words == filter.words }) { filters.append(filter) }
    let most = filters.prefix(3).map { "\($0.words) (record \($0.record))" }.joined(separator: ", ")
    return filters.count > 3 ? most + " and \(filters.count - 3) more" : most
  }

  private func received(_ scan: Diagnosis.ScanFacts) -> String {
    guard scan.mentions.count > 0 else {
      let missed = missedWindows(scan).map { ", \($0)" } ?? ""
      return scan.heard.count == 0
        ? "nothing received of it\(missed)"
        : "\(counted(scan.heard.count, "report")) without \(thing)"
    }
    let after = scan.waited.map { ", first after \(Seconds.words($0)) s" } ?? ""
    return counted(scan.mentions.count, "report") + after
  }

  /// Returns the number of scan windows without a reception; `nil` when it is not known, and when the host listened all
  /// the time.
  private func missedWindows(_ scan: Diagnosis.ScanFacts) -> String? {
    guard let listening = scan.session.setting.listening, !listening.isContinuous, listening.interval > 0,
      let duration = scan.duration
    else { return nil }
    let windows = Int(duration / (Int64(listening.interval) * 625)) + 1
    return "\(windows) of its listening windows passed without it"
  }
}

// MARK: Keys

extension DiagnosisWords {
  static let keys: Keys<DiagnosisWords> = [
    Key("profile", .string, "the id of the scanner") { $0.diagnosis.profile.id },
    Key(
      "conclusion", .words(Diagnosis.Conclusion.allCases.map { $0.rawValue } + ["notHeard"]),
      "the [conclusion](#conclusions), one for each sentence"
    ) { $0.diagnosis.conclusion.rawValue },
    Key("look", .word(Diagnosis.Blame.self), "where to look next: `device`, `app`; `unknown`: the log does not tell") {
      $0.diagnosis.conclusion.blame
    },
    Key("sentence", .string, "the conclusion, for people") { $0.sentence },
    Key("tentative", .boolean, "whether it rests on field reports") { $0.facts.verdict.isTentative },
    Key("reports", .integer, "reports of the device in the capture") { $0.facts.heard.count },
    Key("firstRecord", .integer, "the record of the first", null: "when it is not known") { $0.facts.firstRecord },
    Key("intervalMs", .number, "its advertising interval, estimated", null: "when it cannot be measured") {
      $0.facts.interval?.milliseconds
    },
    Key("mentions", .list(.object(mention)), "where it mentions what is asked for") { $0.facts.mentions },
    Key(
      "decidingScan", .integer, "the `number` of the scan that the sentence speaks of", null: "when it speaks of none"
    ) { $0.facts.deciding?.scan.session.number },
    Key(
      "otherAddresses", .object(RelativesWords.keys),
      "other addresses that the device may have used; nothing is joined for it",
      null: "when its address does not change"
    ) { $0.facts.relatives },
    Key("connections", .list(.object(connection)), "connections of the host to the device, and attempts") {
      $0.facts.connections
    },
    Key("scans", .list(.object(scan)), "the scans of the host") { $0.facts.scans },
  ]

  private static let mention: Keys<Diagnosis.PlaceOfMention> = [
    Key("block", .word(Block.self), "`advertising` or `scanResponse`") { $0.block },
    Key("record", .integer, "the first record with it", null: "when it is not known") { $0.record },
    Key("reports", .integer, "reports with it") { $0.reception.count },
  ]

  private static let connection: Keys<HostConnection> = [
    Key("record", .integer, "the record of the event that it began or failed with") { $0.record },
    Key("time", .time, "when", null: "without times") { $0.time },
    Key("endRecord", .integer, "the record of its end", null: "when it failed or went on") { $0.end?.record },
    Key("endTime", .time, "when", null: "like `endRecord`, and without times") { $0.end?.time },
    Key("reason", .integer, "the error code of HCI that says why it failed or ended", null: "when it went on") {
      ($0.failure ?? $0.end?.reason).map { Int($0) }
    },
    Key("failed", .boolean, "whether there was no connection") { $0.failure != nil },
  ]

  private static let scan: Keys<Diagnosis.ScanFacts> = [
    Key("session", .integer, "its `number` in `scanSessions`") { $0.session.number },
    Key("fits", .boolean, "whether its filters let the device pass, for a part of it at least") { !$0.fitting.isEmpty },
    Key("filterKnown", .boolean, "whether the log shows what its filters ask for") { !$0.hasUnknownFilter },
    Key("reports", .integer, "reports in it with what is asked for") { $0.mentions.count },
    Key(
      "duration", .seconds, "seconds that its filters let the device pass", null: "when they did not, and without times"
    ) { $0.fitting.isEmpty ? nil : $0.duration },
    Key(
      "listened", .seconds, "seconds of these that it listened",
      null: "like `duration`, and when interval and window are not known"
    ) { $0.fitting.isEmpty ? nil : $0.listened },
    Key(
      "waited", .seconds, "seconds from their start until what is asked for was received",
      null: "when it was not, and without times"
    ) { $0.waited },
    Key("filterRecord", .integer, "the record of the filter that let the device pass", null: "without a filter") {
      scan in scan.fitting.lazy.compactMap { $0.filter?.record }.first
    },
  ]
}

extension Diagnosis.UnknownFilter {
  /// The reason why it is not known whether a filter fits.
  var words: String {
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
