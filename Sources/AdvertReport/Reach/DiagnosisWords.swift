internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// A diagnosis as a sentence, and the facts that it rests on.
struct DiagnosisWords {
  /// More scans are counted.
  private static let mostScans = 6

  private let diagnosis: Diagnosis
  private let facts: Diagnosis.Facts

  init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
    facts = diagnosis.facts
  }

  // MARK: The sentence

  /// One plain answer: what the device does, what the host did, and where to look.
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
      return "The host scanned for \(length) with \(fittingFilter) and received nothing of the device, which it "
        + "received at other times \(heard): look at the device."
    case .received:
      return "\(sends) and was heard \(times). The host scanned for \(length) with \(fittingFilter) and received it"
        + "\(waited): look at the app."
    case .receivedWithoutFilter:
      return "\(sends) and was heard \(times). The host received it\(waited) without a filter, which "
        + "\(id) \(requirementIsTentative ? "may not allow" : "does not allow"): look at the app."
    case .cannotBeAsked:
      return "\(id) filters for services only and cannot be asked for \(thing); such a scan delivers only devices with a "
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
    case .listenedTooLittle:
      return
        "The host listened for at most \(listened) with \(fittingFilter), and the device sends every \(interval): let "
        + "the app scan for longer."
    case .scanNotInLog: return notKnown("the log does not show whether its host scanned")
    case .filterNotInLog: return notKnown("the log does not show what the host's filters ask for")
    case .deviceNotInLog: return notKnown(facts.verdict.explanation)
    case .scannerNotKnown: return notKnown(facts.verdict.explanation)
    case .scanResponseLost:
      return notKnown(
        "\(thing) is only in the scan response, and the scans that fit received the device without one")
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
    let rate = facts.interval == nil ? "" : " every \(interval)"
    return diagnosis.question == .presence ? "The device sends\(rate)" : "The device sends \(thing)\(place)\(rate)"
  }

  private var interval: String {
    facts.interval.map { "\(Seconds.words(Int64($0.milliseconds * 1000))) s" } ?? "unknown time"
  }

  private var length: String {
    facts.fitting.reduce(Int64?(0)) { sum, scan in sum.flatMap { sum in scan.duration.map { sum &+ $0 } } }
      .map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  private var listened: String {
    facts.fitting.reduce(Int64?(0)) { sum, scan in sum.flatMap { sum in scan.listened.map { sum &+ $0 } } }
      .map { "\(Seconds.words($0)) s" } ?? "a time that is not known"
  }

  /// ` after 0.10 s`, with the scan unless it is the first that could receive it.
  private var waited: String {
    let scans = facts.fitting.filter { !$0.isSetup }
    guard let first = scans.firstIndex(where: { $0.mentions.count > 0 }) else { return "" }
    let after = scans[first].waited.map { " after \(Seconds.words($0)) s" } ?? ""
    guard first > 0 else { return after }
    let deaf = first == 1 ? "scan \(scans[0].session.number) did not" : "\(first) scans before it did not"
    return "\(after) of scan \(scans[first].session.number); \(deaf)"
  }

  /// How often what is looked for was received.
  private var times: String {
    let mentions = facts.mentions.reduce(0) { $0 + $1.reception.count }
    return counted(diagnosis.question == .presence ? facts.heard.count : mentions, "time")
  }

  private var heard: String { "(\(counted(facts.heard.count, "report")))" }

  /// `a filter for service 1826`, `no filter`.
  private var fittingFilter: String {
    let parts = facts.fitting.flatMap { $0.fitting }
    let chosen =
      parts.first { $0.mentions.count > 0 && $0.filter?.logic?.passesAll == false }
      ?? parts.first { $0.filter?.logic?.passesAll == false }
    return chosen?.filter.map { "a filter for \($0.words)" } ?? "no filter"
  }

  /// `the filter asks for service 1827`.
  private var askedInstead: String {
    var words: [String] = []
    for filter in facts.scans.flatMap({ $0.others }) where !words.contains(filter.words) { words.append(filter.words) }
    let most = words.prefix(3).joined(separator: ", or ")
    let more = words.count > 3 ? " and \(words.count - 3) more" : ""
    return words.count == 1 ? "the filter asks for \(most)" : "its filters ask for \(most)\(more)"
  }

  // MARK: Facts

  /// A line each, with record numbers.
  var reasons: [String] {
    [device] + facts.mentions.map(words) + scans
  }

  private var device: String {
    let first = facts.firstRecord.map { ", first in record \($0)" } ?? ""
    let rate = facts.interval.map { ", every \(interval) (\(counted($0.samples, "gap")))" } ?? ""
    return "device: \(counted(facts.heard.count, "report"))\(first)\(rate)"
  }

  private func words(_ place: Diagnosis.PlaceOfMention) -> String {
    let block = place.block == .advertising ? "advertising data" : "scan response"
    let kind = place.kind == .serviceData && diagnosis.question.isAboutService ? "service data of the \(block)" : block
    let record = place.record.map { ", first in record \($0)" } ?? ""
    return "\(thing): in \(kind), \(counted(place.reception.count, "time"))\(record)"
  }

  private var scans: [String] {
    guard !facts.scans.isEmpty else {
      return ["host: no start of a scan in the log"]
    }
    let scans = facts.scans.filter { !$0.isSetup }
    let fitting = scans.filter { !$0.fitting.isEmpty }
    let told = fitting.isEmpty ? scans : fitting
    var lines = told.prefix(Self.mostScans).map(words)
    let more = told.count - lines.count
    if more > 0 { lines.append("\(counted(more, "more scan")), in --format json") }
    if !fitting.isEmpty, fitting.count < scans.count {
      lines.append("\(counted(scans.count - fitting.count, "scan")) whose filters do not fit, in --format json")
    }
    return lines
  }

  /// `scan 2 (records 171 to 2565), active, all the time (SCAN_MODE_LOW_LATENCY), 138.88 s: …`.
  private func words(_ scan: Diagnosis.ScanFacts) -> String {
    let session = scan.session
    let last = session.end.map { "\($0.record)" } ?? "the end"
    var words = ["scan \(session.number) (record \(session.setting.record) to \(last))", session.setting.mode.rawValue]
    if let listening = session.setting.listening { words.append(ScanModeWords.words(listening)) }
    let result =
      if scan.fitting.isEmpty {
        scan.hasUnknownFilter
          ? "whether its filters fit is not known" : "its filters do not fit: \(Self.list(scan.others))"
      } else {
        Self.fit(scan.fitting) + (scan.duration.map { " for \(Seconds.words($0)) s" } ?? "") + ": " + received(scan)
      }
    return words.joined(separator: ", ") + "; " + result
  }

  private static func fit(_ parts: [Diagnosis.Part]) -> String {
    let filter = (parts.first { $0.mentions.count > 0 } ?? parts.first)?.filter
    return filter.map { "filter for \($0.words) (record \($0.record))" } ?? "no filter"
  }

  private static func list(_ filters: [ScanFilter]) -> String {
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

  /// How many times it listened without receiving it; `nil` when it is not known, and when it listened all the time.
  private func missedWindows(_ scan: Diagnosis.ScanFacts) -> String? {
    guard let listening = scan.session.setting.listening, !listening.isContinuous, let duration = scan.duration
    else { return nil }
    return counted(Int(duration / (Int64(listening.interval) * 625)) + 1, "missed window")
  }

  // MARK: JSON

  func write(to json: inout JSONWriter) {
    json.value("profile", diagnosis.profile.id)
    json.value("conclusion", diagnosis.conclusion.rawValue)
    json.value("look", diagnosis.conclusion.blame.rawValue)
    json.value("sentence", sentence)
    json.value("tentative", facts.verdict.isTentative)
    json.value("reports", facts.heard.count)
    json.value("firstRecord", facts.firstRecord)
    if let interval = facts.interval {
      json.value("intervalMs", rounded: interval.milliseconds)
    } else {
      json.null("intervalMs")
    }
    json.array("mentions", facts.mentions) { json, place in
      json.object { json in
        json.value("block", place.block.rawValue)
        json.value("record", place.record)
        json.value("reports", place.reception.count)
      }
    }
    json.array("scans", facts.scans) { json, scan in
      json.object { json in
        json.value("session", scan.session.number)
        json.value("fits", !scan.fitting.isEmpty)
        json.value("filterKnown", !scan.hasUnknownFilter)
        json.value("reports", scan.mentions.count)
        json.seconds("duration", scan.fitting.isEmpty ? nil : scan.duration)
        json.seconds("listened", scan.fitting.isEmpty ? nil : scan.listened)
        json.seconds("waited", scan.waited)
        json.value("filterRecord", scan.fitting.lazy.compactMap({ $0.filter?.record }).first)
      }
    }
  }
}
