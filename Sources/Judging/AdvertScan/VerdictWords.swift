internal import AdvertisingData

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
      whereMisformed.map { "\($0): a filter for it does not match" }
        ?? (isWithoutNames ? "it sends no name" : "nothing \(question.matchVerb) it\(habit)")
    case .absentFromAdvertising:
      whereMisformed.map { "\($0): a filter for it does not match" }
        ?? (isWithoutNames
          ? "there is no name in the advertising data; this scan asks for nothing more"
          : "nothing in the advertising data \(question.matchVerb) it; this scan asks for nothing more\(habit)")
    case .noServiceToFilterOn: "this scan needs a service UUID to filter on, and gets none of this device"
    case .nothingToFilterOn: "this scan needs something to filter on, and gets no data of this device"
    case .noMatterData: "this scan looks for service data of Matter (fff6) only\(lackOfMatterData)"
    case .iBeaconHidden: "the system keeps the data of an iBeacon from apps; Core Location finds it by its UUID"
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
  private var habit: String { question.service?.advertisingHabit.map { "; \($0)" } ?? "" }

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
