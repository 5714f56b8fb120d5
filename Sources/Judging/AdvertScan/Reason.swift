public import AdvertisingData

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
  /// The system keeps the data of an iBeacon from apps.
  case iBeaconHidden
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
      .iBeaconHidden, .directed, .extendedNotReceived, .codedNotReceived, .flagsRefused, .maybeLostWithScanResponse,
      .replaced,
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

  /// Whether no data that the scan receives mention what is asked for.
  var lacksMention: Bool { self == .absent || self == .absentFromAdvertising }

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
