internal import AdvertScan

/// A scanner of one's own in a manifest, by its id: a known profile with the differences.
package enum ScannerEntry {
  /// The form of ids, as a regular expression.
  package static let idPattern = "^[a-z0-9]+(-[a-z0-9]+)*$"

  /// The keys that describe a scanner.
  package static let form = ValueShape.Form(
    name: "a scanner",
    keys: [
      ValueShape.Key(
        "basedOn", "The known profile that it is like in all that is not said here.", .knownProfile, isRequired: true),
      ValueShape.Key("name", "What people call it.", .text),
      ValueShape.Key(
        "scan", "Whether it asks for scan responses: always, never, or in windows.",
        .either([.words(plainScans.map { $0.key }), .form(windowsForm)])),
      ValueShape.Key(
        "requires", "What it must be given before it delivers anything.", .words(requirements.map { $0.key })),
      ValueShape.Key(
        "serviceFilter", "Where a filter for a service looks; lists are always among it.",
        .list(.words(filterPlaces.map { $0.key }))),
      ValueShape.Key(
        "delivery", "How an app gets advertising data and scan response data.", .words(deliveries.map { $0.key })),
      ValueShape.Key(
        "duplicates", "What becomes of repeated advertisements: the app's choice, or always the same.",
        .words(duplicates.map { $0.key })),
      ValueShape.Key(
        "listens", "How it divides its time: what of each interval it listens, on one channel after the other.",
        .form(listeningForm)),
      ValueShape.Key("extended", "Whether it receives extended advertising.", .truth),
      ValueShape.Key(
        "overflowArea", "Whether a filter for a service finds it in the overflow area of iOS.", .truth),
      ValueShape.Key(
        "dataAfterZero", "What it does with data after a zero length octet.", .words(afterZero.map { $0.key })),
      ValueShape.Key(
        "malformedData", "What manufacturer or service data without a whole company or UUID do to the rest.",
        .words(malformed.map { $0.key })),
    ])

  private static let windowsForm = ValueShape.Form(
    name: "active windows",
    keys: [
      ValueShape.Key("every", "From the start of one window to the next.", .duration, isRequired: true),
      ValueShape.Key("for", "How long a window lasts.", .duration, isRequired: true),
      ValueShape.Key("after", "From the scanner's start to its first window; at once when left out.", .duration),
    ])

  private static let listeningForm = ValueShape.Form(
    name: "how a scanner listens",
    keys: [
      ValueShape.Key("window", "How long it listens.", .duration, isRequired: true),
      ValueShape.Key("interval", "From the start of one window to the next.", .duration, isRequired: true),
    ])

  private static let plainScans: KeyValuePairs<String, ScanType> = ["active": .active, "passive": .passive]
  static let requirements: KeyValuePairs<String, FilterRequirement> = [
    "none": .none, "service": .serviceUUID, "filter": .anyFilter,
  ]
  private static let filterPlaces: KeyValuePairs<String, MentionKinds> = [
    "lists": .serviceList, "service-data": .serviceData,
  ]
  static let deliveries: KeyValuePairs<String, Delivery> = [
    "merged": .merged, "last-wins": .lastWins, "last-wins-joining-companies": .lastWinsButCompaniesJoined,
    "separate": .separate, "separate-last-wins": .separateLastWins, "raw": .raw,
  ]
  static let duplicates: KeyValuePairs<String, DuplicateHandling> = [
    "optional": .optional, "coalesced": .alwaysCoalesced, "delivered": .alwaysDelivered,
  ]

  private static let afterZero: KeyValuePairs<String, Bool> = ["read": true, "ignored": false]
  private static let malformed: KeyValuePairs<String, MalformedDataHandling> = [
    "skipped": .skipped, "empties-record": .emptiesRecord, "ends-payload": .endsPayload,
  ]

  /// - Parameter key: the scanner's id.
  static func read(_ node: YAMLNode, key: YAMLNode) throws(ManifestError) -> ScannerProfile {
    let id = try id(key)
    let values = try node.values(of: form)
    let name = try values["name"]?.text("a name")
    let known = try (values["basedOn"] ?? node).profile("the id of a known profile", among: .all)
    var profile = ScannerProfile(id: id, basedOn: known)
    if let name { profile.name = name }
    if let node = values["scan"] { profile.scanType = Claim(try scan(node), .userDefined) }
    if let node = values["requires"] {
      profile.requirement = Claim(try node.word("what it requires", of: requirements), .userDefined)
    }
    if let node = values["serviceFilter"] { profile.serviceFilter = Claim(try serviceFilter(node), .userDefined) }
    if let node = values["delivery"] {
      profile.delivery = Claim(try node.word("a kind of delivery", of: deliveries), .userDefined)
    }
    if let node = values["duplicates"] {
      profile.duplicates = Claim(try node.word("what becomes of duplicates", of: duplicates), .userDefined)
    }
    if let node = values["listens"] { profile.listening = Claim([try listening(node)], .userDefined) }
    if let node = values["extended"] { profile.receivesExtended = Claim(try node.truth(), .userDefined) }
    if let node = values["overflowArea"] { profile.readsOverflowArea = Claim(try node.truth(), .userDefined) }
    if let node = values["dataAfterZero"] {
      profile.readsPastZero = Claim(
        try node.word("what it does with data after a zero length octet", of: afterZero), .userDefined)
    }
    if let node = values["malformedData"] {
      profile.malformedData = Claim(try node.word("what malformed data do to the rest", of: malformed), .userDefined)
    }
    return profile
  }

  private static func id(_ key: YAMLNode) throws(ManifestError) -> String {
    let id = try key.text("an id")
    let parts = id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isKebabCase = parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy {
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        }
    }
    guard isKebabCase else { throw key.error(expected: "an id in kebab case such as \"our-gateway\"") }
    guard ScannerProfile.named(id) == nil else {
      throw key.error(expected: "an id of its own", found: "that of a known profile, \"\(id)\"")
    }
    return id
  }

  private static func scan(_ node: YAMLNode) throws(ManifestError) -> ScanType {
    guard case .mapping = node.content else {
      return try node.word("how it scans: a mapping of active windows, or a word", of: plainScans)
    }
    let values = try node.values(of: windowsForm)
    let period = try values["every"]?.seconds(from: 1) ?? 1
    let length = try values["for"]?.seconds(from: 1) ?? 1
    if length > period, let node = values["for"] {
      throw node.error(expected: "windows no longer than the time from one to the next")
    }
    let delay = try values["after"]?.seconds(from: 0) ?? 0
    return .activeWindows(ActiveWindows(delay: delay, period: period, length: length))
  }

  private static func listening(_ node: YAMLNode) throws(ManifestError) -> ScanDuty {
    let values = try node.values(of: listeningForm)
    let possible = 4 * ScanDuty.unit...ScanDuty.longest
    let expected = "a time such as \"30 ms\", 2.5 ms to 40.959375 s"
    let interval = try values["interval"]?.duration(expected, in: possible) ?? ScanDuty.longest
    let window = try values["window"]?.duration(expected, in: possible) ?? interval
    if window > interval, let node = values["window"] {
      throw node.error(expected: "a window no longer than the interval")
    }
    return ScanDuty(window: window, interval: interval)
  }

  private static func serviceFilter(_ node: YAMLNode) throws(ManifestError) -> MentionKinds {
    var kinds: MentionKinds = []
    for element in try node.list("a list of where a filter looks") {
      kinds.formUnion(try element.word("where a filter looks", of: filterPlaces))
    }
    guard kinds.contains(.serviceList) else {
      throw node.error(expected: "\"lists\" among where a filter looks", found: "a filter without them")
    }
    return kinds
  }
}

/// Profiles by their ids.
struct NamedProfiles {
  private let profiles: [ScannerProfile]
  private let byID: [ScannerProfile.ID: ScannerProfile]

  static let all = NamedProfiles(ScannerProfile.known)

  /// Of profiles with the same id, the first counts.
  init(_ profiles: [ScannerProfile]) {
    self.profiles = profiles
    var byID: [ScannerProfile.ID: ScannerProfile] = [:]
    for profile in profiles.reversed() { byID[profile.id] = profile }
    self.byID = byID
  }

  var ids: [ScannerProfile.ID] { profiles.map { $0.id } }

  /// The profile with an id, including versions of known profiles.
  subscript(_ id: ScannerProfile.ID) -> ScannerProfile? { byID[id] ?? ScannerProfile.named(id) }
}

extension YAMLNode {
  /// Returns one of the profiles, by its id.
  func profile(_ expected: String, among profiles: NamedProfiles) throws(ManifestError) -> ScannerProfile {
    let id = try text(expected)
    guard let profile = profiles[id] else {
      if let versions = ScannerProfile.versionsExpected(for: id) { throw error(expected: versions) }
      throw error(expected: expected, nearestOf: profiles.ids)
    }
    return profile
  }

  /// Returns `true` or `false`.
  fileprivate func truth() throws(ManifestError) -> Bool {
    try word("yes or no", of: ["true": true, "false": false])
  }

  /// Returns a duration of whole seconds, at most ten years.
  fileprivate func seconds(from least: Int64) throws(ManifestError) -> Int64 {
    let expected = "a time in whole seconds such as \"15 s\", \"4 min\" or \"12 h\""
    guard let microseconds = WrittenDuration.microseconds(try text(expected)), microseconds % 1_000_000 == 0 else {
      throw error(expected: expected)
    }
    let seconds = microseconds / 1_000_000
    guard (least...315_576_000).contains(seconds) else {
      throw error(expected: "\(expected), \(least) s to 87660 h")
    }
    return seconds
  }
}
