package import AdvertScan
internal import AdvertisingData

/// The scanner profiles for people and machines: a list, or pages. Each claim has its evidence.
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

}

/// One claim in words.
struct Statement: Equatable {
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

  var words: String { (claim ?? "not known") + (note.map { "; \($0)" } ?? "") }
}

extension ScannerProfile {
  var statements: [Statement] {
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
  fileprivate var sentence: String { strengthWords + (source.map { ": \($0)" } ?? "") }

  var strengthWords: String {
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
