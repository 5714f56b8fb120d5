internal import AdvertisingData

extension Verdict {
  /// The reason in words, for people: a phrase without a full stop. "May" where only field reports say so.
  public var explanation: String {
    isTentative ? "may not be seen: \(phrase)" : phrase
  }

  /// The reason alone, for where it is told otherwise whether it is certain.
  public var phrase: String {
    switch reason {
    case .found(.overflowArea, _):
      "\(thing) sets a bit of the overflow area that is set, as countless other UUIDs do"
    case .found(let kind, let block): "\(thing) is \(Self.place(kind, block))"
    case .heard: "every advertisement will do"
    case .onlyInScanResponse(let kind):
      "\(thing) only \(Self.place(kind, .scanResponse)); this scan is passive"
    case .onlyInActiveWindows(let kind, let windows):
      "\(thing) only \(Self.place(kind, .scanResponse)); this scan asks for it only \(windows)"
    case .noActiveWindow(let kind, let windows):
      "\(thing) only \(Self.place(kind, .scanResponse)); no active window within the capture: this scan asks only "
        + "\(windows)"
    case .scanResponseNeverRequested(let kind):
      "\(thing) only \(Self.place(kind, .scanResponse)); nobody can ask this kind of advertising for one"
    case .notFilteredOn(_, let block):
      "filter looks at UUID lists; the UUID is only in service data\(block == .scanResponse ? " of the scan response" : "")"
    case .onlyInOverflowArea:
      "UUID in the overflow area; only an iOS scan for that UUID in the foreground sees it"
    case .absent: "nothing mentions it"
    case .absentFromAdvertising: "nothing in the advertising data mentions it; this scan asks for nothing more"
    case .noServiceToFilterOn: "this scan needs a service UUID to filter on, and gets none of this device"
    case .nothingToFilterOn: "this scan needs something to filter on, and gets no data of this device"
    case .directed: "directed advertising is for one receiver and carries no data"
    case .extendedNotReceived: "this scan does not receive extended advertising unless it is told to"
    case .scanResponseNotObserved: "\(theThing) may be in the scan response, which was not observed"
    case .advertisingNotObserved: "\(theThing) may be in the advertising data, which were not observed"
    case .truncated: "\(theThing) may be in the part of the data that did not arrive"
    case .scanTypeUnknown: "\(theThing) is in the scan response only; whether this scan asks for it is not known"
    case .filterUnknown: "\(theThing) is in service data only; whether a filter looks there is not known"
    case .extendedUnknown: "whether this scan receives extended advertising is not known"
    }
  }

  private var thing: String {
    switch question {
    case .service: "service UUID"
    case .name: "name"
    case .presence: "something to filter on"
    }
  }

  private var theThing: String {
    question == .presence ? thing : "the \(thing)"
  }

  private static func place(_ kind: MentionKinds, _ block: Block) -> String {
    let data = block == .advertising ? "advertising data" : "scan response"
    return kind == .serviceData ? "in service data of the \(data)" : "in \(data)"
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
