public import AdvertisingData

/// Whether a scanner discovers a device, and why.
public struct Verdict: Hashable, Sendable {
  /// The scanner's question.
  public let question: Question
  /// The reason.
  public let reason: Reason
  /// The octets that decide; `nil` when their absence decides.
  public let mention: Mention?
  /// The claims about the scanner behind the verdict.
  public let evidence: [Evidence]
  /// The place where the device has the service in question in a form that no filter matches; `nil` when there is none.
  package var misformed: MisformedMention?
  /// The condition under which an app does not discover the device after all; `nil` when there is none.
  public internal(set) var unless: String?

  /// Whether a scanner discovers a device.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The scanner discovers the device.
    case discovered
    /// The scanner does not discover the device.
    case missed
    /// A fact that decides was not observed, or is not known of the scanner. It is never guessed.
    case unknown
  }

  /// Whether the scanner discovers the device, which follows from the reason.
  public var outcome: Outcome { reason.outcome }

  /// Whether a ``Discovery`` may have another verdict, because it has the times of the receptions.
  public var dependsOnTime: Bool {
    if case .onlyInActiveWindows = reason { true } else { false }
  }

  /// Whether only field reports say that it is missed, so that it must be worded as "may not be seen".
  public var isTentative: Bool {
    outcome == .missed && evidence.contains { $0.isTentative }
  }
}

extension Verdict {
  /// The verdict in one word, as text and JSON show it. A miss that only field reports support is a `may`.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    /// The scanner discovers the device.
    case discovered
    /// By field reports, the scanner misses the device.
    case may
    /// The scanner misses the device.
    case missed
    /// A fact that decides is not known.
    case unknown

    /// The word for people: a `may` is said in full, because alone it reads as "may discover".
    package var label: String { self == .may ? "may miss" : rawValue }
  }

  /// The verdict in one word.
  public var word: Word {
    switch outcome {
    case .discovered: .discovered
    case .missed: isTentative ? .may : .missed
    case .unknown: .unknown
    }
  }
}

extension Verdict.Outcome: Comparable {
  /// Worse outcomes are greater: a miss is worse than an unknown.
  public static func < (one: Self, other: Self) -> Bool {
    one.rank < other.rank
  }

  private var rank: Int {
    switch self {
    case .discovered: 0
    case .unknown: 1
    case .missed: 2
    }
  }
}

extension Sequence where Element == Verdict {
  /// The worst verdict; of equally bad verdicts the first, and `nil` when there are none.
  public var worst: Verdict? {
    var worst: Verdict?
    for verdict in self {
      if worst.map({ verdict.outcome > $0.outcome }) ?? true { worst = verdict }
      // No outcome is worse.
      if verdict.outcome == .missed { break }
    }
    return worst
  }
}

/// A question about a device and a scanner.
public enum Question: Hashable, Sendable {
  /// Does a filter for this service find it?
  case service(BluetoothUUID)
  /// Does a filter for this service of its own find it, whatever the values of the UUID's octets that vary?
  case openService(OpenService)
  /// Is this local name among what is delivered of it? Any local name when it is `nil`.
  case name(String?)
  /// Does it send data like these?
  case data(DataQuestion)
  /// Is any of its data delivered to an app that asks for nothing in particular?
  case presence
}

extension Question: CustomStringConvertible {
  /// `service 180f`, `name "Helmet"`, `any name`, `presence`.
  public var description: String {
    switch self {
    case .service(let uuid): "service \(uuid)"
    case .openService(let service): "service \(service.pattern)"
    case .name(let name?): "name \"\(name)\""
    case .name(nil): "any name"
    case .data(let question): question.description
    case .presence: "presence"
    }
  }
}

extension Question {
  /// Whether the question is about a service filter.
  public var isAboutService: Bool {
    switch self {
    case .service, .openService: true
    case .name, .data, .presence: false
    }
  }

  /// The verb for data that answer the question: they mention a service, a company or any name, and match a value that
  /// other data of the same kind do not have.
  package var matchVerb: String {
    switch self {
    case .name(.some): "matches"
    case .data(let question):
      switch question.subject {
      case .name: "matches"
      case .manufacturer, .service: question.beginning.isEmpty ? "mentions" : "matches"
      case .listedService, .solicitedService: "mentions"
      }
    case .service, .openService, .name(nil), .presence: "mentions"
    }
  }

  /// The service that a filter asks for, with the values shown for octets that vary; `nil` for other questions.
  package var service: BluetoothUUID? {
    switch self {
    case .service(let uuid): uuid
    case .openService(let service): service.shown
    case .name, .data, .presence: nil
    }
  }

  /// Whether the question is about a service that devices have and rarely advertise.
  package var isAboutRareService: Bool { service?.isRarelyAdvertised ?? false }

  /// Whether the answer may depend on the values of octets that vary.
  var mayDependOnValues: Bool { if case .openService = self { false } else { true } }
}

/// Why a scanner discovers a device or does not.
public enum Reason: Hashable, Sendable {
  // Discovered.
  /// The data in question are in a block that the scanner gets.
  case found(MentionKinds, Block)
  /// Every advertisement is enough.
  case heard
  /// The data are in the advertising data or in a scan response, and the scan asks for that.
  case foundInSomeBlock(MentionKinds)

  // Missed.
  /// The data are in the scan response only, and the scan is passive.
  case onlyInScanResponse(MentionKinds)
  /// The data are in the scan response only, and the scan asks for that only in windows.
  case onlyInActiveWindows(MentionKinds, ActiveWindows)
  /// As ``onlyInActiveWindows(_:_:)``, and no window lies within the capture while the device was heard.
  case noActiveWindow(MentionKinds, ActiveWindows)
  /// The data are in the scan response only, and no scanner can request one from this kind of advertising.
  case scanResponseNeverRequested(MentionKinds)
  /// The service is mentioned where the filter does not look: in service data.
  case notFilteredOn(MentionKinds, Block)
  /// The service is in the overflow area of iOS only.
  case onlyInOverflowArea
  /// No data mention it.
  case absent
  /// No data that the scan receives mention it; the scan does not ask for the scan response, whose content does not
  /// matter.
  case absentFromAdvertising
  /// The scan delivers nothing without a filter for a service, and the device lists none where it is looked for.
  case noServiceToFilterOn
  /// The scan delivers nothing without a filter, and there are no data to filter on.
  case nothingToFilterOn
  /// The scan looks for service data of Matter only: they are not there, or not what the question is about.
  case noMatterData
  /// Directed advertising is for one receiver and carries no data.
  case directed
  /// The scan does not receive extended advertising.
  case extendedNotReceived
  /// The advertising begins on LE Coded, and the scan does not listen there.
  case codedNotReceived
  /// The scan leaves out advertisements with Flags like these; `nil` when there are none.
  case flagsRefused(UInt8?)
  /// The data are in the scan response only, which the scan asks for and may still lose.
  case maybeLostWithScanResponse(MentionKinds)
  /// The receiver keeps another value of the field: a later one, or one that it is joined to.
  case replaced(MentionKinds, Block)
  /// The scanner refuses the filter.
  case refused(RefusedQuestion)
  /// The receiver loses the data, because it takes a payload apart that is not as the specification asks.
  case lostInParsing(MentionKinds, Block, ParsingLoss)

  /// The scan that an app asks for decides, whatever the scanner can receive.
  case app(AppReason)

  // Unknown.
  /// The data are not in the advertising data, and the scan response was not observed.
  case scanResponseNotObserved
  /// No advertisement was observed, only a scan response.
  case advertisingNotObserved
  /// The data were not received in full.
  case truncated
  /// A structure reaches beyond the end of its payload, so a length octet is wrong, and what follows it means nothing.
  /// The change is the likely one; `nil` where none is.
  case lengthInDoubt(DoubtfulLength.Correction?)
  /// The data are in the scan response only, and it is not known whether this scan asks for that.
  case scanTypeUnknown
  /// Unknown, because the log does not say whether the data are in the advertising data or in the scan response.
  case blockUnknown(MentionKinds)
  /// Unknown, because nothing says whether the filter looks at this place of the mention.
  case filterUnknown(MentionKinds)
  /// Unknown, because the field has another value elsewhere, and nothing says which of them the receiver keeps.
  case keptValueUnknown(MentionKinds)
  /// Unknown, because nothing says how the receiver takes the payload apart.
  case parsingUnknown(MentionKinds, ParsingLoss)
  /// Unknown, because nothing says whether the scan receives extended advertising.
  case extendedUnknown
  /// Unknown, because the advertising begins on LE Coded, and nothing says whether the scan listens there.
  case codedUnknown
  /// Unknown, because the input does not show whether the advertising begins on LE 1M or on LE Coded, and the
  /// scan is not known to listen on both.
  case primaryPHYUnknown
  /// Unknown, because a block has more octets than its kind of advertising carries, so that stacks refuse it or cut it.
  case payloadTooLong
  /// Unknown, because the Flags, for which the scan may leave the device out, were not observed.
  case flagsNotObserved
  /// Octets that vary or are not known decide.
  case valueOpen

  // Both blocks in one string.
  /// The verdict is the same wherever the advertising data end; the reasons differ.
  case whereverDivided(Verdict.Outcome)
  /// The verdict depends on how many octets the advertising data have.
  case divisionUnknown(DivisionVerdicts)

  /// The outcome that the reason leads to.
  public var outcome: Verdict.Outcome {
    switch self {
    case .found, .foundInSomeBlock, .heard: .discovered
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested, .notFilteredOn,
      .onlyInOverflowArea, .absent, .absentFromAdvertising, .noServiceToFilterOn, .nothingToFilterOn, .noMatterData,
      .directed, .extendedNotReceived, .codedNotReceived, .flagsRefused, .maybeLostWithScanResponse, .replaced,
      .lostInParsing, .refused:
      .missed
    case .scanResponseNotObserved, .advertisingNotObserved, .truncated, .lengthInDoubt, .scanTypeUnknown, .blockUnknown,
      .filterUnknown, .keptValueUnknown, .parsingUnknown, .extendedUnknown, .codedUnknown, .primaryPHYUnknown,
      .payloadTooLong, .flagsNotObserved, .valueOpen, .divisionUnknown:
      .unknown
    case .whereverDivided(let outcome): outcome
    case .app(let reason): reason.outcome
    }
  }

  /// Whether the data in question are in a scan response that the scanner does not get, or not for certain.
  public var blamesScanResponse: Bool {
    switch self {
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested, .scanTypeUnknown,
      .maybeLostWithScanResponse:
      true
    default: false
    }
  }

  /// Whether a discovery remains possible, so that a log may well show one.
  package var isMaybe: Bool { if case .maybeLostWithScanResponse = self { true } else { false } }

  /// Whether the scanner does not receive the kind of advertising, or not for certain.
  public var blamesExtendedAdvertising: Bool {
    switch self {
    case .extendedNotReceived, .extendedUnknown, .codedNotReceived, .codedUnknown, .primaryPHYUnknown: true
    default: false
    }
  }

  /// Whether the data in question are in service data that the filter does not look at, or not for certain.
  public var blamesServiceData: Bool {
    switch self {
    case .notFilteredOn(let kind, _), .filterUnknown(let kind): kind != .paddedName && kind != .serviceList
    default: false
    }
  }
}

extension Verdict {
  /// Whether the verdict is unknown because the scan response is missing.
  package var isWithoutResponse: Bool {
    if case .scanResponseNotObserved = reason { true } else { false }
  }

  /// The reason in words, for people: a phrase without a full stop. It says "may" where only field reports support it.
  public var explanation: String {
    isTentative ? "may not be seen: \(phrase)" : phrase
  }

  /// The reason without the word "may", for places that show by other means whether it is certain.
  public var phrase: String { words + (unless.map { ", unless \($0)" } ?? "") }

  private var words: String {
    switch reason {
    case .found(.overflowArea, _):
      "\(thing) sets a bit of the overflow area that is set, as countless other UUIDs do"
    case .found(let kind, let block):
      "\(thing) \(isPlural ? "are" : "is") \(place(kind, block))"
    case .foundInSomeBlock: "\(thing) in one of the blocks, both of which this scan asks for"
    case .heard: "every advertisement will do"
    case .onlyInScanResponse(let kind):
      "\(thing) only \(place(kind, .scanResponse)); this scan is passive"
    case .onlyInActiveWindows(let kind, let windows):
      "\(thing) only \(place(kind, .scanResponse)); this scan asks for it only \(windows)"
    case .noActiveWindow(let kind, let windows):
      "\(thing) only \(place(kind, .scanResponse)); no active window within the capture: this scan asks only "
        + "\(windows)"
    case .scanResponseNeverRequested(let kind):
      "\(thing) only \(place(kind, .scanResponse)); no scanner can ask this kind of advertising for one"
    case .notFilteredOn(.paddedName, _):
      "the name has \(zeros) behind it, so no filter for an equal name finds it"
    case .notFilteredOn(.serviceList, let block):
      "filter looks at service data; the UUID is only in a UUID list\(Self.ending(block))"
    case .notFilteredOn(_, let block):
      "filter looks at UUID lists; the UUID is only in service data\(Self.ending(block))"
    case .onlyInOverflowArea:
      "UUID in the overflow area; only an iOS scan for that UUID in the foreground sees it"
    case .absent:
      whereMisformed.map { "\($0): a filter for it does not match" } ?? "nothing \(question.matchVerb) it\(habit)"
    case .absentFromAdvertising:
      whereMisformed.map { "\($0): a filter for it does not match" }
        ?? "nothing in the advertising data \(question.matchVerb) it; this scan asks for nothing more\(habit)"
    case .noServiceToFilterOn: "this scan needs a service UUID to filter on, and gets none of this device"
    case .nothingToFilterOn: "this scan needs something to filter on, and gets no data of this device"
    case .noMatterData: "this scan looks for service data of Matter (fff6) only\(lackOfMatterData)"
    case .directed: "directed advertising is for one receiver and carries no data"
    case .extendedNotReceived: "this scan does not receive extended advertising unless it is told to"
    case .codedNotReceived: "the advertising begins on LE Coded, where this scan does not listen unless it is told to"
    case .codedUnknown: "the advertising begins on LE Coded; whether this scan listens there is not known"
    case .primaryPHYUnknown:
      "whether the advertising begins on LE 1M or on LE Coded is not known, and this scan may not listen on both"
    case .flagsRefused(nil): "this scan leaves out advertisements without Flags\(unlessFiltered)"
    case .flagsRefused(let flags?):
      "this scan leaves out advertisements with these Flags (0x\(HexText.compact([flags])))\(unlessFiltered)"
    case .maybeLostWithScanResponse(let kind):
      "\(thing) only \(place(kind, .scanResponse)), which this scan asks for and can lose"
    case .replaced(_, let block):
      "\(theThing) \(isPlural ? "are" : "is") \(place([], block)), and the receiver keeps another value of this field"
    case .keptValueUnknown:
      "\(theThing) \(isPlural ? "have" : "has") another value elsewhere; which of them the receiver keeps is not known"
    case .refused(.service): "a page that filters for this service gets a SecurityError"
    case .refused(.manufacturerData): "a page that filters for these manufacturer data gets a SecurityError"
    case .refused(.serviceData): "a page cannot filter for service data: it gets a TypeError"
    case .lostInParsing(_, _, .afterZero):
      "\(theThing) \(isPlural ? "are" : "is") after a zero length byte, and this scanner stops there"
    case .lostInParsing(_, _, .recordEmptied(let block, let offset)):
      "data too short for their type \(byte(offset, block)) make this scanner drop all data, such as \(theThing)"
    case .lostInParsing(_, _, .afterEmptyData(let block, let offset)):
      "this scanner reads nothing from the data without content \(byte(offset, block)) on, so not \(theThing)"
    case .parsingUnknown(_, .afterZero):
      "\(theThing) \(isPlural ? "are" : "is") after a zero length byte; whether this scanner reads on there is not known"
    case .parsingUnknown(_, .recordEmptied(let block, let offset)),
      .parsingUnknown(_, .afterEmptyData(let block, let offset)):
      "whether data too short for their type \(byte(offset, block)) make this scanner drop all data, such as "
        + "\(theThing), is not known"
    case .flagsNotObserved: "the Flags decide, and were not observed"
    case .payloadTooLong: "the data have more bytes than fit, so how much of them is sent is not known"
    case .valueOpen: "bytes decide that vary or are not known"
    case .scanResponseNotObserved: "\(theThing) may be in the scan response, which was not observed\(alsoMisformed)"
    case .advertisingNotObserved: "\(theThing) may be in the advertising data, which were not observed\(alsoMisformed)"
    case .truncated: "\(theThing) may be in the rest of the data, which is not known\(alsoMisformed)"
    case .lengthInDoubt(let correction):
      "a structure reaches beyond the end, so a length byte is wrong or bytes are missing, and what follows is unknown"
        + (correction.map { ": \($0.words)" } ?? "")
    case .scanTypeUnknown: "\(theThing) is in the scan response only; whether this scan asks for it is not known"
    case .blockUnknown:
      "\(theThing) is in data of which the log does not say whether they are advertising data or a scan response"
    case .filterUnknown(.paddedName):
      "the name has \(zeros) behind it; whether a filter for an equal name finds it is not known"
    case .filterUnknown: "\(theThing) is in service data only; whether a filter looks there is not known"
    case .extendedUnknown: "whether this scan receives extended advertising is not known"
    case .whereverDivided(.discovered): "\(thing) where this scan looks, wherever the advertising data end"
    case .whereverDivided(.missed): "the same wherever the advertising data end"
    case .whereverDivided(.unknown): "not known, wherever the advertising data end"
    case .divisionUnknown(let verdicts): "\(verdicts)"
    case .app(let reason): reason.words
    }
  }

  /// The place of the service in a wrong form: `seen byte-reversed in the advertising data, bytes 5 to 20`.
  private var whereMisformed: String? { misformed.map { "seen \($0.words)" } }

  private var alsoMisformed: String { whereMisformed.map { "; \($0)" } ?? "" }

  /// After an absence: that the service is one of those that devices have and do not advertise.
  private var habit: String {
    question.isAboutRareService ? "; devices rarely advertise this GATT service, and apps read it after connecting" : ""
  }

  private static func ending(_ block: Block) -> String { block == .scanResponse ? " of the scan response" : "" }

  private var lackOfMatterData: String { question.isAboutService ? "" : ", and gets none of this device" }

  private var isPlural: Bool { question.dataQuestion?.kind.isData ?? false }

  /// Without a question about a service, the scan has no filter.
  private var unlessFiltered: String {
    if question.isAboutService { "" } else { " unless it is given a filter" }
  }

  private var zeros: String {
    guard let mention, case .name(let name?) = question else { return "zero octets" }
    let count = mention.length - name.utf8.count
    return count == 1 ? "a zero octet" : "\(count) zero octets"
  }

  private var thing: String {
    switch question {
    case .service, .openService: "service UUID"
    case .name: "name"
    case .data(let question): question.thing
    case .presence: "something to filter on"
    }
  }

  private var theThing: String {
    question == .presence ? thing : "the \(thing)"
  }

  private func byte(_ offset: Int, _ block: Block) -> String {
    "at byte \(offset) of the \(block == .advertising ? "advertising data" : "scan response")"
  }

  private func place(_ kind: MentionKinds, _ block: Block) -> String {
    let data = block == .advertising ? "advertising data" : "scan response"
    return kind == .serviceData && question.dataQuestion == nil ? "in service data of the \(data)" : "in \(data)"
  }
}

extension ActiveWindows: CustomStringConvertible {
  /// `15 s every 12 h, first after 4 min`.
  public var description: String {
    "\(Self.words(length)) every \(Self.words(period)), first after \(Self.words(delay))"
  }

  private static func words(_ seconds: Int64) -> String {
    if seconds % 3600 == 0, seconds > 0 { return "\(seconds / 3600) h" }
    if seconds % 60 == 0, seconds > 0 { return "\(seconds / 60) min" }
    return "\(seconds) s"
  }
}
