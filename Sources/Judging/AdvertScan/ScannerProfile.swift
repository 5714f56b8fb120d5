/// How a platform scans: whether it asks for scan responses, how it filters, and what it hands to an app.
///
/// A profile is data. Each statement is a ``Claim`` with its evidence. A statement that is `nil` is not known: verdicts
/// that need it are *unknown*.
public struct ScannerProfile: Hashable, Sendable, Identifiable {
  /// The id, in kebab case. Stable: people put it into configurations.
  public let id: String
  /// The name for people: `iOS, app in the background`.
  public var name: String
  /// The versions that the profile describes, as far as they are known.
  public var versions: String
  /// Whether the scanner asks for scan responses.
  public var scanType: Claim<ScanType>
  /// Whether an app must give a filter.
  public var requirement: Claim<FilterRequirement>
  /// The places where a filter for a service looks. They always include service lists.
  public var serviceFilter: Claim<MentionKinds>?
  /// How the app gets both blocks; `nil` when it is not known.
  public var delivery: Claim<Delivery>?
  /// The scanner's treatment of repeats; `nil` when it is not known.
  public var duplicates: Claim<DuplicateHandling>?
  /// Whether the scanner receives extended advertising.
  public var receivesExtended: Claim<Bool>?
  /// Whether the scanner listens on LE Coded for the beginning of extended advertising; `nil` when it is not known.
  public var receivesCoded: Claim<Bool>?
  /// Whether a filter for a service finds it in the overflow area of iOS.
  public var readsOverflowArea: Claim<Bool>
  /// The Flags that an advertisement must have to be delivered; `nil` when no such test is known.
  public var flagsRequirement: Claim<FlagsRequirement>?
  /// Why an active scan may still lose data that are only in a scan response; `nil` when no reason is known.
  public var scanResponseLoss: Claim<String>?
  /// The scanner's treatment of zero octets after a name; `nil` when it is not known.
  public var namePadding: Claim<NamePadding>?
  /// The filters that the scanner refuses; `nil` when none is known.
  public var refusals: Claim<[RefusedQuestion]>?
  /// Whether the scanner reads on after a zero length octet; `nil` when it is not known.
  public var readsPastZero: Claim<Bool>?
  /// The scanner's treatment of data too short for their company or UUID; `nil` when it is not known.
  public var malformedData: Claim<MalformedDataHandling>?
  /// The apps that never get advertisements of location beacons, iBeacon and Eddystone, in a phrase such as `the app declares
  /// neverForLocation`; `nil` when no such test is known.
  public var beaconsHiddenIf: Claim<String>?
  /// Whether the system keeps the data of iBeacons from apps; `nil` when it is not known to.
  public var hidesIBeacons: Claim<Bool>?
  /// The place where the scanner evaluates the filters of apps; `nil` when it is not known.
  public var filterEvaluation: Claim<FilterEvaluation>?
  /// The scan windows and intervals of the scanner, in each of its known settings; `nil` when they are not known, or
  /// depend on the app.
  package var listening: Claim<[ScanDuty]>?
  /// The same while it asks for scan responses, where it does so in windows; `nil` when it is not known.
  package var listeningInWindows: Claim<[ScanDuty]>?
  /// Other facts that no verdict uses.
  public var remarks: [Claim<String>]
  /// The date when its claims were last checked against their sources.
  public var date: String
  /// The versions to which it applies, where the scanner is known to have changed.
  public var period: VersionPeriod?
  /// For an older version, the changes in the version after it.
  public var changes: [Claim<String>] = []
  /// Older versions that differ, the newest first. The id of each ends in its last version, such as `android@14`.
  public var older: [ScannerProfile] = []

  /// A profile from its statements.
  public init(
    id: String, name: String, versions: String, scanType: Claim<ScanType>, requirement: Claim<FilterRequirement>,
    serviceFilter: Claim<MentionKinds>?, delivery: Claim<Delivery>?, duplicates: Claim<DuplicateHandling>?,
    receivesExtended: Claim<Bool>?, readsOverflowArea: Claim<Bool> = .overflowAreaIsForIOS,
    flagsRequirement: Claim<FlagsRequirement>? = nil, scanResponseLoss: Claim<String>? = nil,
    namePadding: Claim<NamePadding>? = nil, readsPastZero: Claim<Bool>? = nil,
    malformedData: Claim<MalformedDataHandling>? = nil, filterEvaluation: Claim<FilterEvaluation>? = nil,
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
    self.readsPastZero = readsPastZero
    self.malformedData = malformedData
    self.filterEvaluation = filterEvaluation
    self.remarks = remarks
    self.date = date
  }

  /// A profile that begins as a copy of another one, to be changed.
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
      readsPastZero: other.readsPastZero, malformedData: other.malformedData,
      filterEvaluation: other.filterEvaluation, remarks: other.remarks, date: other.date)
    refusals = other.refusals
    receivesCoded = other.receivesCoded
    beaconsHiddenIf = other.beaconsHiddenIf
    hidesIBeacons = other.hidesIBeacons
    listening = other.listening
    listeningInWindows = other.listeningInWindows
  }
}

extension Claim<Bool> {
  /// Only iOS knows which bit belongs to which service.
  public static let overflowAreaIsForIOS = Claim(
    false,
    .fieldReports(
      "Apple developer forums 814450, Crownstone, OverflowAreaBeaconRef#1: the format is undocumented, and only an iOS "
        + "device that scans for the very UUID gets it"))
}

extension ScannerProfile {
  /// The profiles that commands ask about unless others are chosen, in the order shown.
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

  /// The profiles of libraries, gateways and tools, which commands ask about only by name, in the order shown.
  public static let byName: [ScannerProfile] = [
    .arduinoESP32,
    .arduinoESP32Active,
    .nimBLEArduino,
    .nimBLEArduinoActive,
    .tasmota,
    .openMQTTGateway,
    .theengsGateway,
    .shelly,
    .chipTool,
    .webBluetoothLinux,
  ]

  /// Every profile, in the order shown. A new profile is one file in `Profiles` and one line in ``all`` or ``byName``.
  public static let known: [ScannerProfile] = all + byName

  /// Returns the profile with this id; `nil` when there is none. The id of an older version is like `android@14`.
  public static func named(_ id: some StringProtocol) -> ScannerProfile? {
    known.first { $0.id == id } ?? versioned(String(id))
  }

  /// A passive scan in general, of no platform: it gets all advertising data, and its filters look everywhere.
  public static let passive = plain(id: "passive", "a passive scan", .passive)
  /// A passive scan whose filters look at service lists only, as on most platforms.
  public static let passiveWithListFilter: ScannerProfile = {
    var profile = ScannerProfile(id: "passive-list-filter", basedOn: .passive)
    profile.name = "a passive scan that filters on service lists"
    profile.serviceFilter = Claim(
      .serviceList, .fieldReports("blue-falcon #248, Android-Scanner-Compat #76, web-bluetooth #561"))
    return profile
  }()
  /// An active scan in general, of no platform.
  public static let active = plain(id: "active", "an active scan", .active)

  private static func plain(id: String, _ name: String, _ scanType: ScanType) -> ScannerProfile {
    let core = Evidence.documented("Core Specification, Vol 6 Part B 4.4.3")
    var profile = ScannerProfile(
      id: id, name: name, versions: "any", scanType: Claim(scanType, core), requirement: Claim(.none, core),
      serviceFilter: Claim([.serviceList, .serviceData], core), delivery: Claim(.separate, core),
      duplicates: Claim(.optional, core), receivesExtended: Claim(true, core),
      readsPastZero: Claim(false, .documented("Core Specification, Vol 3 Part C 11")),
      malformedData: Claim(.skipped, .unverified("a receiver skips what it cannot read")))
    profile.receivesCoded = Claim(true, core)
    return profile
  }
}
