public import AdvertisingData

/// Why a scanner discovers a device or does not.
public enum Reason: Hashable, Sendable {
  // Discovered.
  /// What is looked for is in a block that the scanner gets.
  case found(MentionKinds, Block)
  /// Every advertisement will do.
  case heard

  // Missed.
  /// It is in the scan response only, and the scan is passive.
  case onlyInScanResponse(MentionKinds)
  /// It is in the scan response only, and the scan asks for that only in windows.
  case onlyInActiveWindows(MentionKinds, ActiveWindows)
  /// As ``onlyInActiveWindows``, and no window lies within the capture while the device was heard.
  case noActiveWindow(MentionKinds, ActiveWindows)
  /// It is in the scan response only, and the advertising is of a kind that nobody can ask for one.
  case scanResponseNeverRequested(MentionKinds)
  /// It is mentioned where the filter does not look: in service data.
  case notFilteredOn(MentionKinds, Block)
  /// It is in the overflow area of iOS only.
  case onlyInOverflowArea
  /// Nothing mentions it.
  case absent
  /// Nothing that the scan receives mentions it; what the scan response holds does not matter, as it is not asked for.
  case absentFromAdvertising
  /// The scan delivers nothing without a filter for a service, and the device lists none where it is looked for.
  case noServiceToFilterOn
  /// The scan delivers nothing without a filter, and there are no data to filter on.
  case nothingToFilterOn
  /// Directed advertising is for one receiver and carries no data.
  case directed
  /// The scan does not receive extended advertising.
  case extendedNotReceived

  // Unknown.
  /// It is not in the advertising data, and the scan response was not observed.
  case scanResponseNotObserved
  /// No advertisement was seen, only a scan response.
  case advertisingNotObserved
  /// The data did not arrive in full.
  case truncated
  /// It is in the scan response only, and whether this scan asks for that is not known.
  case scanTypeUnknown
  /// Whether the filter looks at where it is mentioned is not known.
  case filterUnknown(MentionKinds)
  /// Whether the scan receives extended advertising is not known.
  case extendedUnknown

  public var outcome: Verdict.Outcome {
    switch self {
    case .found, .heard: .discovered
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested, .notFilteredOn,
      .onlyInOverflowArea, .absent, .absentFromAdvertising, .noServiceToFilterOn, .nothingToFilterOn, .directed,
      .extendedNotReceived:
      .missed
    case .scanResponseNotObserved, .advertisingNotObserved, .truncated, .scanTypeUnknown, .filterUnknown,
      .extendedUnknown:
      .unknown
    }
  }

  /// Whether what is looked for is in a scan response that the scanner does not get, or not for certain.
  public var blamesScanResponse: Bool {
    switch self {
    case .onlyInScanResponse, .onlyInActiveWindows, .noActiveWindow, .scanResponseNeverRequested, .scanTypeUnknown: true
    default: false
    }
  }

  /// Whether the scanner does not receive the kind of advertising, or not for certain.
  public var blamesExtendedAdvertising: Bool {
    switch self {
    case .extendedNotReceived, .extendedUnknown: true
    default: false
    }
  }

  /// Whether what is looked for is in service data that the filter does not look at, or not for certain.
  public var blamesServiceData: Bool {
    switch self {
    case .notFilteredOn, .filterUnknown: true
    default: false
    }
  }
}
