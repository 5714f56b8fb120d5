internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// A diagnosis in sentences, with its facts.
package struct DiagnosisWords {
  let diagnosis: Diagnosis
  let facts: Diagnosis.Facts

  /// The words for a diagnosis.
  package init(_ diagnosis: Diagnosis) {
    self.diagnosis = diagnosis
    facts = diagnosis.facts
  }

  // MARK: The conclusion

  /// The conclusion: a success of the host first, then its evidence, then the side to look at.
  var sentence: String {
    (success + conclusion + [signal, ending].compactMap { $0 }).joined(separator: " ")
  }

  /// The conclusion, and what would refute it.
  package var paragraph: String { ([sentence] + [refutation].compactMap { $0 }).joined(separator: " ") }

  private var id: ScannerProfile.ID { diagnosis.profile.id }

  private var conclusion: [String] {
    switch diagnosis.conclusion {
    case .onlyInScanResponse where facts.verdict.reason.isMaybe:
      return [
        onlyInResponse, "\(id) asks for that and \(facts.verdict.isTentative ? "may lose" : "can lose") it\(luck).",
      ]
    case .onlyInScanResponse:
      let may = facts.verdict.isTentative ? "may never see it" : "never sees it"
      return [onlyInResponse, "\(id) scans \(isPassive ? "passively" : "for it only at times") and \(may)."]
    case .notSent:
      if let misformed = facts.verdict.misformed {
        return ["The device sends \(thing) \(misformed.words), which a filter for it does not match."]
      }
      let count = facts.heard.count
      return ["None of the device's \(counted(count, "report")) has \(thing) where \(id) looks."]
    case .isRefused: return ["\(id) refuses the filter: \(facts.verdict.phrase)."]
    case .notReceivable, .notByDefault:
      let finds = facts.verdict.isTentative ? "may not find" : "does not find"
      return ["\(id) \(finds) \(thing): \(facts.verdict.phrase)."]
    case .silentDuringScan:
      return ["The host scanned for \(length)\(decidingFilter) (\(place)) and received nothing of the device."]
        + othersSilent + ["At other times it received \(counted(facts.heard.count, "report")) of it."]
    case .found: return found
    case .connectionFailed: return connectionFailed
    case .weakSignal: return weakSignal
    case .rarelyReceived:
      return received + ["\(subject) came in \(share), so the side to look at is not known."]
    case .sometimesReceived:
      return received + others + ["Whether the device was silent then, or its filter kept it out, is not known."]
    case .received, .receivedWithoutFilter: return received + sends + others
    case .cannotBeAsked: return ["\(id) filters for services only and cannot be asked for \(thing)."]
    case .onlyInServiceData:
      let looks = facts.verdict.isTentative ? "may not look" : "does not look"
      return [
        "The device has \(thing) only in service data, in \(share).",
        "The filter of \(id) for a service \(looks) there.",
      ]
    case .filterAsksForAnother: return ["No scan in this log has a filter that fits.", askedInstead]
    case .scannedPassively: return [onlyInResponse, "The host scanned passively, so it never asked for it."]
    case .connected:
      return [
        "The host was connected to the device while it scanned (\(place)).", "A connected device rarely advertises.",
      ] + othersSilent
    case .listenedTooLittle:
      return [
        "The host listened for at most \(listened)\(decidingFilter) (\(place)).", "The device sends \(interval).",
      ]
        + (facts.isInFewReports ? ["\(subject) came in \(share)."] : []) + othersSilent
    case .scanNotInLog: return notKnown("the log does not show whether its host scanned")
    case .filterNotInLog: return notKnown(unknownFilters)
    case .deviceNotInLog where facts.verdict.outcome == .missed:
      let lack = facts.verdict.reason == .flagsRefused(nil) ? "Flags" : thing
      return notKnown("only one advertisement of the device was received, without \(lack)")
    case .deviceNotInLog: return notKnown(facts.verdict.explanation + requests)
    case .scannerNotKnown: return notKnown(facts.verdict.explanation)
    case .scanResponseLost:
      return notKnown("the scans that fit received the device without its scan response, which has \(thing)")
    case .addressMayHaveChanged:
      return notKnown("the scans that fit received nothing of this address, which changes") + relatives
    case .timesNotInLog:
      return notKnown("the scans that fit received nothing of the device")
        + ["How long they listened, or how often it sends, is not in the log."]
    }
  }

  private func notKnown(_ reason: String) -> [String] { ["Not known, because \(reason)."] }

  /// The side to look at, in a sentence; `nil` when the log does not show it. After a connection of the host there is no
  /// blame.
  private var ending: String? {
    if diagnosis.conclusion == .connected { return "An app finds it among the connected devices." }
    if let doubter = diagnosis.doubter, diagnosis.conclusion.clearsDevice {
      let id = doubter.profile.id
      let misses = doubter.verdict.word == .may ? "may miss it" : "misses it"
      switch diagnosis.blame {
      case .unknown: return "Whether \(id) finds it is not known."
      case .device where facts.success == nil: return "\(id) \(misses), so look at the device."
      case .either: return "\(id) \(misses), which the app or the device can change."
      default: return "\(id) \(misses)."
      }
    }
    switch diagnosis.conclusion {
    case .isRefused: return "Let the app ask for other data of the device."
    case .cannotBeAsked: return "Ask for a service of the device, with --service."
    case .onlyInServiceData: return "Let the app ask for the service data, or the device list the service."
    case .notByDefault:
      switch facts.verdict.reason {
      case .flagsRefused(nil): return "Let the app set a filter, or the device send Flags."
      case .flagsRefused: return "Let the app set a filter, or the device send other Flags."
      default: return "Let the app ask for extended advertising, or the device send legacy advertising."
      }
    case .listenedTooLittle: return "Let the app scan for longer."
    case .silentDuringScan: return "Look at the device: off, out of reach, or connected to another host."
    default: break
    }
    guard facts.success == nil else { return nil }
    switch diagnosis.blame {
    case .device: return "Look at the device."
    case .app: return "Look at the app."
    case .either, .radio, .nowhere, .unknown: return nil
    }
  }

  // MARK: Success

  /// The sentence that the host connected to the device, or that a filter for the data found it, before a conclusion about others.
  private var success: [String] {
    guard ![.found, .connected].contains(diagnosis.conclusion) else { return [] }
    if let one = facts.success { return ["The host connected to the device\(time(of: one))."] }
    return facts.verdict.outcome != .discovered && wasFiltered ? received : []
  }

  /// Whether a filter of the log's own scans for the data let the device pass.
  private var wasFiltered: Bool {
    facts.deciding.map { $0.part.isByFilter && $0.part.mentions.count > 0 } ?? false
  }

  private var found: [String] {
    guard let one = facts.success else { return [] }
    let wait = wait(until: one).map { ", \($0) after a report" }
    let failures = facts.connections.count { $0.failure != nil && $0.record < one.record }
    let failed = failures > 0 ? ["\(counted(failures, "earlier attempt")) to connect failed."] : []
    return ["The device was found: the host connected to it\(time(of: one))\(wait ?? "")."] + failed + sends
  }

  private var connectionFailed: [String] {
    guard let one = facts.failedAttempt else { return [] }
    let later = wait(until: one).map { "\($0) later" } ?? "later"
    let failures = facts.connections.count { $0.failure != nil }
    let code = one.failure.map { " (\(Self.code($0)))" } ?? ""
    return [
      "The host received the device and \(later) tried to connect to it (record \(one.record)).",
      "\(failures == 1 ? "The attempt failed" : "\(failures) attempts failed")\(code).",
    ]
  }

  /// `1.20 s` from the report that decides, or else the first one, until a connection; `nil` without times.
  private func wait(until connection: HostConnection) -> String? {
    let start = facts.deciding?.part.mentions.first ?? facts.heard.first
    guard let start, let time = connection.time?.microseconds(since: start) else { return nil }
    return "\(Seconds.words(time)) s"
  }

  private func time(of connection: HostConnection) -> String {
    " (record \(connection.record)\(connection.time.map { ", at \(TimeOfDay.words($0))" } ?? ""))"
  }

  // MARK: Signal

  /// A weak or fading signal, where it bears on the conclusion.
  private var signal: String? {
    switch diagnosis.conclusion {
    case .received, .receivedWithoutFilter, .silentDuringScan, .listenedTooLittle, .connectionFailed, .scanResponseLost,
      .rarelyReceived, .sometimesReceived, .weakSignal:
      break
    case .onlyInScanResponse where facts.verdict.reason.isMaybe: break
    case .deviceNotInLog where facts.verdict.isWithoutResponse: break
    default: return nil
    }
    guard let signal = facts.signal else { return nil }
    if let ends = signal.ends, signal.fades { return "Its signal fell from \(ends.first) to \(ends.last) dBm." }
    guard signal.isWeak, diagnosis.conclusion != .weakSignal else { return nil }
    return "Its signal is weak: \(signal.median) dBm."
  }

  private var weakSignal: [String] {
    guard let signal = facts.signal else { return [] }
    let silent =
      Self.silent(facts.silent, "scan")
      + ["From \(Signal.weakest) dBm on reports get lost: the device is at the edge of reception."]
    guard let (scan, part) = facts.deciding, part.mentions.count > 0 else {
      let reports = counted(facts.heard.count, "report")
      return ["The host received \(reports) of the device at other times, at \(signal.median) dBm."] + silent
    }
    let count = facts.mentionsInScans
    let time = part.mentions.first.map { ", at \(TimeOfDay.words($0))" } ?? ""
    let first = count == 1 ? "" : "first in "
    return
      [
        "The host received the device \(times(count)), at \(signal.median) dBm (\(first)scan \(scan.session.number)\(time))."
      ]
      + (part.isByFilter ? [filterOfScan(part)] : []) + silent
  }

  // MARK: The device

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

  /// The data in question, at the beginning of a sentence.
  private var subject: String {
    diagnosis.question == .presence ? "The device" : thing.capitalizedFirst
  }

  /// `1 of 12 advertisements`, `1 of 1 scan response (200 advertisements)`: the share with the data in question.
  private var share: String {
    guard diagnosis.question != .presence else { return counted(facts.heard.count, "report") }
    let (advertised, answered) = (facts.mentionCount(in: .advertising), facts.mentionCount(in: .scanResponse))
    let advertisements = counted(facts.advertisements, "advertisement")
    if answered == 0 { return "\(advertised) of \(advertisements)" }
    guard advertised == 0 else { return "\(advertised + answered) of \(counted(facts.heard.count, "report"))" }
    return
      "\(answered) of \(counted(facts.heard.count - facts.advertisements, "scan response")) (\(advertisements))"
  }

  private var onlyInResponse: String { "The device sends \(thing) only in its scan response, in \(share)." }

  /// After a verdict that a scan response may be lost: the experience of this host.
  private var luck: String {
    let fitting = facts.scans.filter { !$0.fitting.isEmpty }
    let count = facts.mentionsInScans
    if count > 0, facts.success != nil || !wasFiltered {
      return ", although this host received it \(times(count))"
    }
    return count == 0 && !fitting.isEmpty && fitting.allSatisfy { $0.session.setting.mode == .passive }
      ? "; this host scanned passively, so it never asked" : ""
  }

  /// After a verdict that misses the scan response: whether a scanner asked for it.
  private var requests: String {
    guard facts.verdict.isWithoutResponse, let asked = facts.scanRequests else { return "" }
    return asked == 0
      ? ", and no scanner was heard asking for it"
      : ", though scanners asked for it \(times(asked))"
  }

  private var isPassive: Bool { diagnosis.profile.scanType.value == .passive }

  /// `It sends service 1826 in its advertising data, in 12 of 24 reports, every 0.20 s.`
  private var sends: [String] {
    let rate = facts.interval == nil ? "" : ", \(interval)"
    guard diagnosis.question != .presence, !facts.mentions.isEmpty else {
      return ["The device was heard \(times(facts.heard.count))\(rate)."]
    }
    let blocks = Set(facts.mentions.map { $0.block })
    let place =
      switch (blocks.contains(.advertising), blocks.contains(.scanResponse)) {
      case (true, true): " in its advertising data and its scan response"
      case (false, true): " in its scan response"
      default: " in its advertising data"
      }
    // A scan response is sent when a scanner asks for it.
    guard blocks.contains(.advertising) else {
      let pace = facts.interval == nil ? "" : "; it advertises \(interval)"
      return ["It sends \(thing)\(place), in \(share)\(pace)."]
    }
    return ["It sends \(thing)\(place), in \(share)\(rate)."]
  }

  /// `every 0.20 s`, `about every 0.20 s`.
  var interval: String {
    facts.interval.map { "\($0.isRough ? "about " : "")every \(Seconds.words($0.microseconds)) s" } ?? "at times"
  }

  /// The addresses that the device may have used.
  private var relatives: [String] { [facts.relatives.flatMap { RelativesWords($0).sentence }].compactMap { $0 } }
}
