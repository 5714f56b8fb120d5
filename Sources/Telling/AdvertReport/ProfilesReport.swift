package import AdvertScan
internal import AdvertisingData

/// The scanner profiles for people and machines: a list, pages, or the pages of Reference/Profiles. Each claim has its
/// evidence.
package struct ProfilesReport: Sendable {
  private let profiles: [ScannerProfile]

  package init(_ profiles: [ScannerProfile]) {
    self.profiles = profiles
  }

  /// Returns one line for each profile.
  package func list(_ style: TextStyle) -> String {
    var table = TextTable([
      .init(title: "PROFILE", alignment: .left), .init(title: "SCAN", alignment: .left),
      .init(title: "FILTER NEEDED", alignment: .left, rank: 1),
      .init(title: "SCANNER", alignment: .left, narrowing: .wrap(least: 16)),
    ])
    for profile in profiles {
      table.add([
        HostileText.visible(profile.id), profile.scanType.value.brief, profile.requirement.value.words,
        HostileText.visible(profile.name),
      ])
    }
    let names = idsByName.joined(separator: ", ")
    let note = names.isEmpty ? [] : [""] + wrapped("Asked only by name: " + names, at: style.proseColumns)
    return (table.lines(style) + note).joined(separator: "\n") + "\n"
  }

  /// The ids of the scanners that commands ask about only by name.
  private var idsByName: [String] { profiles.filter { !$0.isAskedByDefault }.map { $0.id } }

  /// Returns all statements of each profile.
  package func pages(_ style: TextStyle) -> String {
    profiles.map { profile in
      var lines = [
        style.strong(HostileText.visible(profile.id)) + "  " + HostileText.visible(profile.name),
        "Versions: \(profile.versions). Claims of \(profile.date).", "",
      ]
      for statement in profile.statements + profile.history {
        lines += wrapped("\(statement.what): \(statement.words)", at: 80)
        lines += wrapped(statement.evidence?.sentence ?? "", at: 78).map { "  " + style.faint($0) }
      }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<ProfilesReport> = [
    Key(schema: "advert.profiles/1"),
    Key("profiles", .list(.object(profile)), "the profiles asked for") { $0.profiles },
  ]

  private static let profile: Keys<ScannerProfile> = [
    Key("id", .string, "the id that `--for` takes") { $0.id },
    Key("name", .string, "what the scanner is") { $0.name },
    Key("versions", .string, "which versions of it") { $0.versions },
    Key("byDefault", .boolean, "whether commands ask it when no scanner is chosen") { $0.isAskedByDefault },
    Key("date", .string, "when its claims were last held against what they rest on") { $0.date },
    Key("claims", .list(.object(claim)), "what is known of it") { $0.statements },
    Key("changedSince", .list(.object(claim)), "of an older version, what the one after it changed") {
      $0.changes.map { Statement(changed: $0) }
    },
    Key("older", .list(.object(older)), "older versions that differ, the newest first") { $0.older },
  ]

  private static let older: Keys<ScannerProfile> = [
    Key("id", .string, "the id that `--for` takes, such as `android@14`") { $0.id },
    Key("versions", .string, "which versions") { $0.versions },
    Key("changedSince", .list(.object(claim)), "what the version after it changed") {
      $0.changes.map { Statement(changed: $0) }
    },
  ]

  private static let claim: Keys<Statement> = [
    Key("about", .string, "what the claim is about: `scan`, `delivery` and others") { $0.what },
    Key("claim", .string, "the claim, in words", null: "when it is not known") { $0.claim },
    Key("note", .string, "a restriction", null: "when there is none") { $0.note },
    Key("evidence", .object(SharedKeys.evidence), "what bears it out", null: "when the claim is not known") {
      $0.evidence
    },
  ]

  /// The pages of Reference/Profiles, with the ids of their profiles.
  private static let systems: [(name: String, title: String, ids: [String])] = [
    ("apple", "iOS and macOS", ["ios-foreground", "ios-background", "macos"]),
    ("android", "Android", ["android", "android-passive", "android-background"]),
    ("windows", "Windows", ["windows", "windows-active"]),
    ("linux", "Linux", ["bluez-discovery", "bluez-monitor", "chip-tool"]),
    ("web-bluetooth", "Web Bluetooth", ["web-bluetooth", "web-bluetooth-linux"]),
    ("home-assistant", "Home Assistant and ESPHome", ["home-assistant-auto", "home-assistant-auto-proxy", "esphome"]),
    ("gateways", "Gateways", ["tasmota", "openmqttgateway", "theengs-gateway", "shelly"]),
    (
      "libraries", "Libraries",
      ["zephyr-passive", "arduino-esp32", "arduino-esp32-active", "nimble-arduino", "nimble-arduino-active"]
    ),
  ]

  /// The pages of Reference/Profiles: the index, and a page for each system. A profile that is on no page is missing in the
  /// links of the index.
  package var referencePages: [ReferencePage] {
    [index]
      + Self.systems.map { system in
        let profiles = profiles.filter { system.ids.contains($0.id) }
        let sections = profiles.indices.flatMap { Self.section(about: profiles[$0], after: profiles[..<$0]) }
        return ReferencePage(system.name, lines: ["# Scanner profiles: \(system.title)"] + sections)
      }
  }

  private var index: ReferencePage {
    var lines = [
      "# Scanner profiles", "",
      "How platforms scan: the scanners that `--for` takes. `advert profiles ID` prints the same. Every claim names its "
        + "evidence. What is *not known* is not guessed: a verdict that needs it is *unknown*. A miss that rests on field "
        + "reports is a *may*. What is *proved by running* was asked of the scanner itself, and the checks ask again: "
        + "[Scanners](../Scanners.md) has the answers.",
      "", "| profile | scanner | scan | needs a filter | extended advertising |", "| --- | --- | --- | --- | --- |",
    ]
    lines += profiles.map { profile in
      let page = Self.systems.first { $0.ids.contains(profile.id) }?.name ?? ""
      return "| [`\(profile.id)`](\(page).md#\(profile.id)) | \(profile.name) | \(profile.scanType.value.words) | "
        + "\(profile.requirement.value.words) | \(profile.receivesExtended.map { $0.value ? "yes" : "no" } ?? "not known") |"
    }
    lines += [
      "",
      "Where a scanner is known to have changed, `--for` takes a version: `android@14`. Without a version it means the "
        + "newest. A claim holds for the versions of its profile, as far as was known on the profile's date.",
      "",
      "A manifest can describe scanners of your own, under [`scanners`](../../Docs/Manifest.md#scanners). They count like "
        + "these. Commands ask about the scanners of platforms and hubs unless others are chosen. Those of libraries, gateways "
        + "and tools are asked only by name, with `--for` or under `profiles` of a manifest: "
        + idsByName.map { "`\($0)`" }.joined(separator: ", ") + ".",
      "",
      "Without `--service` and `--name`, `advert reach` asks about the services that the manifest expects, or else about "
        + "each service that the lists or service data of the device mention in either block: does a filter for it find the "
        + "device? The worst verdict counts. For a device that mentions none the question is whether anything of it is "
        + "delivered. A scan that needs a service UUID to filter on cannot deliver it.",
      "",
      "Extended advertising begins on LE 1M or on LE Coded, its primary PHY. A scanner that does not listen there receives "
        + "nothing of it. A capture, a program, an image, a manifest (`primaryPHY`) or `--primary-phy` says which it is; where "
        + "no manifest and no option does, LE 1M is assumed. The primary PHY is unknown, and can be either, where a program takes "
        + "it from elsewhere, and in the capture of a sniffer that received only the packets on the secondary PHY, with the data.",
    ]
    return ReferencePage("README", lines: lines)
  }

  /// Returns the section about a profile. Claims that an earlier profile of the page has too are only named.
  private static func section(about profile: ScannerProfile, after earlier: ArraySlice<ScannerProfile>) -> [String] {
    var lines = [
      "", "## \(profile.id)", "", "\(profile.name). Versions: \(profile.versions). Claims of \(profile.date).",
    ]
    var own = profile.statements
    if let like = earlier.max(by: { $0.statements.count(of: own) < $1.statements.count(of: own) }) {
      let shared = own.filter { like.statements.contains($0) && $0.what != "besides" }
      if shared.count > 1 {
        own.removeAll { shared.contains($0) }
        lines.append(
          "The same as of [`\(like.id)`](#\(like.id)): \(shared.map { $0.what }.joined(separator: ", ")).")
      }
    }
    lines += ["", "| what | claim | evidence |", "| --- | --- | --- |"] + own.map { $0.row }
    guard !profile.older.isEmpty else { return lines }
    lines += ["", "| older version | what is different | evidence |", "| --- | --- | --- |"]
    for older in profile.older {
      let own = older.statements.filter { !profile.statements.contains($0) && $0.what != "besides" }
      lines += (own + older.changes.map { Statement(changed: $0) }).map { $0.row(of: older) }
    }
    return lines
  }
}

/// One claim in words.
private struct Statement: Equatable {
  let what: String
  /// The claim in words; `nil` when it is not known.
  let claim: String?
  let note: String?
  let evidence: Evidence?

  init<Value>(_ what: String, _ claim: Claim<Value>?, _ words: (Value) -> String) {
    self.what = what
    self.claim = claim.map { words($0.value) }
    note = claim?.note
    evidence = claim?.evidence
  }

  /// The change in the version after an older one.
  init(changed claim: Claim<String>) {
    self.init("changed since", claim) { $0 }
  }

  var row: String { "| \(what) | \(words) |\(evidence.map { " " + $0.markdown } ?? "") |" }

  func row(of older: ScannerProfile) -> String {
    "| `\(older.id)`: \(older.versions) | \(what): \(words) |\(evidence.map { " " + $0.markdown } ?? "") |"
  }

  var words: String { (claim ?? "not known") + (note.map { "; \($0)" } ?? "") }
}

extension [Statement] {
  /// Returns how many of some statements are among these.
  fileprivate func count(of others: [Statement]) -> Int { others.count { contains($0) } }
}

extension ScannerProfile {
  fileprivate var statements: [Statement] {
    [
      Statement("scan", scanType) { $0.words },
      Statement("filter needed", requirement) { $0.words },
      Statement("a service filter looks at", serviceFilter) { $0.words },
      Statement("delivery", delivery) { $0.words },
      Statement("duplicates", duplicates) { $0.words },
      Statement("extended advertising", receivesExtended) { $0 ? "received" : "not received" },
      Statement("LE Coded", receivesCoded) { $0 ? "listened on" : "not listened on" },
      Statement("iOS overflow area", readsOverflowArea) {
        $0 ? "found by a filter for the service" : "not found by a filter for the service"
      },
      Statement("Flags needed", flagsRequirement) { $0.words },
      Statement("a scan response can be lost", scanResponseLoss) { $0 },
      Statement("zero octets behind a name", namePadding) { $0 == .removed ? "removed" : "kept" },
      Statement("data after a zero length byte", readsPastZero) { $0 ? "read" : "not read" },
      Statement("data too short for their type", malformedData) { $0.words },
      Statement("filters are evaluated", filterEvaluation) { $0.words },
      Statement("listens", listening) { SoonWords.listening($0) },
    ] + listeningInWindowsOnly + refusedOnly + hidingIfKnown + remarks.map { Statement("besides", $0) { $0 } }
  }

  /// The times at which the scanner listens while it asks, where it asks in windows only.
  private var listeningInWindowsOnly: [Statement] {
    guard case .activeWindows = scanType.value else { return [] }
    return [Statement("listens in windows", listeningInWindows) { SoonWords.listening($0) }]
  }

  /// The filters that the scanner refuses, where it refuses any.
  private var refusedOnly: [Statement] {
    guard let refusals else { return [] }
    return [Statement("filters that it refuses", refusals) { $0.map { $0.words }.joined(separator: ", ") }]
  }

  /// The condition that hides location beacons, where there is one.
  private var hidingIfKnown: [Statement] {
    (beaconsHiddenIf.map { [Statement("iBeacon and Eddystone are hidden if", $0) { $0 }] } ?? [])
      + (hidesIBeacons.map { [Statement("data of an iBeacon", $0) { $0 ? "kept from apps" : "given to apps" }] } ?? [])
  }

  /// Whether commands ask about the scanner unless others are chosen. A manifest's own scanners are among them.
  fileprivate var isAskedByDefault: Bool { !Self.byName.contains { $0.id == id } }

  /// The changes, and the older versions.
  fileprivate var history: [Statement] {
    changes.map { Statement(changed: $0) }
      + older.flatMap { older in
        older.changes.map { change in Statement("older, \(older.id)", change) { $0 } }
      }
  }
}

extension FilterEvaluation {
  fileprivate var words: String {
    [(controller, "in the controller, where it can"), (platform, "by the platform"), (app, "by the app alone")]
      .filter { !$0.0.isEmpty }
      .map { kinds, place in kinds.map { $0.words }.joined(separator: ", ") + ": " + place }
      .joined(separator: "; ")
  }
}

extension RefusedQuestion {
  fileprivate var words: String {
    switch self {
    case .service(let uuid): "service \(uuid)"
    case .manufacturerData(let company, let beginning):
      DataQuestion(.manufacturer(company), beginning: beginning)?.description ?? "manufacturer data"
    case .serviceData: "service data"
    }
  }
}

extension FilterKind {
  fileprivate var words: String {
    switch self {
    case .service: "service lists"
    case .serviceData: "service data"
    case .manufacturerData: "manufacturer data"
    case .name: "names"
    case .namePattern: "parts of names"
    case .solicitedService: "solicited services"
    }
  }
}

extension Evidence {
  fileprivate var markdown: String { "**\(strengthWords)**" + (source.map { ": \($0)" } ?? "") }

  fileprivate var sentence: String { strengthWords + (source.map { ": \($0)" } ?? "") }

  private var strengthWords: String {
    switch strength {
    case .run: "proved by running"
    case .documented: "documented"
    case .sourceCode: "source code"
    case .fieldReports: "field reports"
    case .unverified: "unverified"
    case .userDefined: "user's own"
    }
  }
}

extension ScanType {
  fileprivate var words: String {
    if case .activeWindows(let windows) = self { "passive; active \(windows)" } else { brief }
  }

  /// The words for a table.
  fileprivate var brief: String {
    switch self {
    case .active: "active"
    case .passive: "passive"
    case .activeWindows: "in windows"
    case .unknown: "not known"
    }
  }
}

extension FilterRequirement {
  fileprivate var words: String {
    switch self {
    case .none: "no"
    case .serviceUUID: "service UUIDs"
    case .anyFilter: "any"
    case .matterData: "its own"
    }
  }
}

extension FlagsRequirement {
  fileprivate var words: String {
    let condition =
      switch test {
      case .isOneOf(let octets):
        "the first octet is one of " + octets.map { HexText.compact([$0]) }.joined(separator: ", ")
      case .hasAnyOf(let bits): "the first octet has a bit of \(HexText.compact([bits]))"
      }
    return condition + (isLiftedByFilter ? ", unless a filter is given" : "")
  }
}

extension MentionKinds {
  fileprivate var words: String {
    guard contains(.serviceList) else { return "service data only" }
    return contains(.serviceData) ? "service lists and service data" : "service lists only"
  }
}

extension Delivery {
  fileprivate var words: String {
    switch self {
    case .merged: "both blocks as one"
    case .lastWins: "both blocks as one, of a repeated field the last"
    case .lastWinsButCompaniesJoined:
      "both blocks as one, of a repeated field the last; manufacturer data of one company are joined"
    case .separate: "each block by itself"
    case .separateLastWins: "each block by itself, of repeated data the last; of two names it is not known"
    case .raw: "each block by itself, with every value of a repeated field"
    }
  }
}

extension MalformedDataHandling {
  fileprivate var words: String {
    switch self {
    case .skipped: "skipped"
    case .emptiesRecord: "the record is empty"
    case .endsPayload: "nothing is read from there on, nor from data on that have no content"
    }
  }
}

extension DuplicateHandling {
  fileprivate var words: String {
    switch self {
    case .optional: "at the app's choice"
    case .alwaysCoalesced: "always coalesced"
    case .alwaysDelivered: "always delivered"
    }
  }
}
