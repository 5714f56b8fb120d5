/// How a platform scans: what it asks for, what it filters on, and what it hands to an app.
///
/// A profile is data. Each statement is a ``Claim`` with its evidence, and what is `nil` is not known: verdicts that
/// would need it are *unknown*.
public struct ScannerProfile: Hashable, Sendable, Identifiable {
  /// In kebab case. Stable: people put it into configurations.
  public let id: String
  /// For people: `iOS, app in the background`.
  public var name: String
  /// Which versions it is about, as far as that is known.
  public var versions: String
  /// Whether it asks for scan responses.
  public var scanType: Claim<ScanType>
  /// Whether an app must give a filter.
  public var requirement: Claim<FilterRequirement>
  /// Where a filter for a service looks. Service lists are always among it.
  public var serviceFilter: Claim<MentionKinds>?
  /// When the app is told; `nil` when it is not known.
  public var delivery: Claim<Delivery>?
  /// What happens to repeats; `nil` when it is not known.
  public var duplicates: Claim<DuplicateHandling>?
  /// Whether it receives extended advertising.
  public var receivesExtended: Claim<Bool>?
  /// Whether a filter for a service finds it in the overflow area of iOS.
  public var readsOverflowArea: Claim<Bool>
  /// What Flags must be for an advertisement to be delivered; `nil` when nothing is known of such a test.
  public var flagsRequirement: Claim<FlagsRequirement>?
  /// Why an active scan may still lose what is only in a scan response; `nil` when nothing is known against it.
  public var scanResponseLoss: Claim<String>?
  /// What becomes of zero octets behind a name; `nil` when it is not known.
  public var namePadding: Claim<NamePadding>?
  /// Where it evaluates what apps ask for; `nil` when it is not known.
  public var filterEvaluation: Claim<FilterEvaluation>?
  /// How it divides its time, in each of its settings that are known; `nil` when it is not known, or depends on the app.
  package var listening: Claim<[ScanDuty]>?
  /// The same while it asks for scan responses, where it does so in windows; `nil` when it is not known.
  package var listeningInWindows: Claim<[ScanDuty]>?
  /// What else is known that no verdict rests on.
  public var remarks: [Claim<String>]
  /// When its claims were last held against what they rest on.
  public var date: String
  /// The versions that it holds for, where the scanner is known to have changed.
  public var period: VersionPeriod?
  /// Of an older version, what the one after it changed.
  public var changes: [Claim<String>] = []
  /// Older versions that differ, the newest first. Each has an id with its last version, such as `android@14`.
  public var older: [ScannerProfile] = []

  /// A profile from its statements.
  public init(
    id: String, name: String, versions: String, scanType: Claim<ScanType>, requirement: Claim<FilterRequirement>,
    serviceFilter: Claim<MentionKinds>?, delivery: Claim<Delivery>?, duplicates: Claim<DuplicateHandling>?,
    receivesExtended: Claim<Bool>?, readsOverflowArea: Claim<Bool> = .overflowAreaIsForIOS,
    flagsRequirement: Claim<FlagsRequirement>? = nil, scanResponseLoss: Claim<String>? = nil,
    namePadding: Claim<NamePadding>? = nil, filterEvaluation: Claim<FilterEvaluation>? = nil,
    remarks: [Claim<String>] = [], date: String = "November 2026"
  ) {
    self.id = id
    self.name = name
    self.versions = versions
    self.scanType = scanType
    self.requirement = requirement
    self.serviceFilter = serviceFilter
    self.delivery = delivery
    self.duplicates = duplicates
    self.receivesExtended = receivesExtended
    self.readsOverflowArea = readsOverflowArea
    self.flagsRequirement = flagsRequirement
    self.scanResponseLoss = scanResponseLoss
    self.namePadding = namePadding
    self.filterEvaluation = filterEvaluation
    self.remarks = remarks
    self.date = date
  }

  /// A profile of one's own that is like another until something about it is changed.
  ///
  /// ```swift
  /// var gateway = ScannerProfile(id: "gateway", basedOn: .zephyrPassive)
  /// gateway.serviceFilter = Claim(.serviceList, .userDefined)
  /// ```
  public init(id: String, basedOn other: ScannerProfile) {
    self.init(
      id: id, name: "\(id) (as \(other.id))", versions: other.versions, scanType: other.scanType,
      requirement: other.requirement, serviceFilter: other.serviceFilter, delivery: other.delivery,
      duplicates: other.duplicates, receivesExtended: other.receivesExtended,
      readsOverflowArea: other.readsOverflowArea, flagsRequirement: other.flagsRequirement,
      scanResponseLoss: other.scanResponseLoss, namePadding: other.namePadding,
      filterEvaluation: other.filterEvaluation, remarks: other.remarks, date: other.date)
    listening = other.listening
    listeningInWindows = other.listeningInWindows
  }
}

extension Claim<Bool> {
  /// Only iOS knows which bit stands for which service.
  public static let overflowAreaIsForIOS = Claim(
    false,
    .fieldReports(
      "Apple developer forums 814450, Crownstone, OverflowAreaBeaconRef#1: the format is undocumented, and only an iOS "
        + "device that scans for the very UUID gets it"))
}

extension ScannerProfile {
  /// Every profile, in the order shown. A new profile is one file in `Profiles` and one line here.
  public static let all: [ScannerProfile] = [
    .iosForeground,
    .iosBackground,
    .macOS,
    .android,
    .androidPassive,
    .androidBackground,
    .windows,
    .windowsActive,
    .bluezDiscovery,
    .bluezMonitor,
    .homeAssistantAuto,
    .homeAssistantAutoProxy,
    .espHome,
    .zephyrPassive,
    .webBluetooth,
  ]

  /// The profile with this id, `nil` when there is none. An older version is asked as `android@14`.
  public static func named(_ id: some StringProtocol) -> ScannerProfile? {
    all.first { $0.id == id } ?? versioned(String(id))
  }
}

extension ScannerProfile {
  /// A passive scan as such, of no platform: it gets all advertising data, and its filters look everywhere.
  public static let passive = plain(id: "passive", "a passive scan", .passive)
  /// A passive scan whose filters look at service lists only, as those of most platforms do.
  public static let passiveWithListFilter: ScannerProfile = {
    var profile = ScannerProfile(id: "passive-list-filter", basedOn: .passive)
    profile.name = "a passive scan that filters on service lists"
    profile.serviceFilter = Claim(
      .serviceList, .fieldReports("blue-falcon #248, Android-Scanner-Compat #76, web-bluetooth #561"))
    return profile
  }()
  /// An active scan as such, of no platform.
  public static let active = plain(id: "active", "an active scan", .active)

  private static func plain(id: String, _ name: String, _ scanType: ScanType) -> ScannerProfile {
    let core = Evidence.documented("Core Specification, Vol 6 Part B 4.4.3")
    return ScannerProfile(
      id: id, name: name, versions: "any", scanType: Claim(scanType, core), requirement: Claim(.none, core),
      serviceFilter: Claim([.serviceList, .serviceData], core), delivery: Claim(.separate, core),
      duplicates: Claim(.optional, core), receivesExtended: Claim(true, core))
  }
}
