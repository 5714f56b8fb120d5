public import AdvertScan

/// Docs/Profiles.md: what is claimed of each scanner, and on what evidence.
public struct ProfilesPage: Sendable {
  private let profiles: [ScannerProfile]

  public init(_ profiles: [ScannerProfile]) {
    self.profiles = profiles
  }

  public var markdown: String {
    var lines = [
      "# Scanner profiles", "",
      "<!-- Written by `make format` from the profiles themselves; `make test` checks that it is current. -->", "",
      "How platforms scan, as `advert scan` and `advert lint --profile` take it. Every claim names what it rests on. What "
        + "is *not known* is not guessed: a verdict that needs it is *unknown*. A miss that rests on field reports is "
        + "worded \"may not be seen\".", "",
      "Scanners of one's own are described in a manifest, under [`scanners`](Manifest.md#scanners), and count like these.",
      "",
      "Without `--service` and `--name` a device is asked about the services that the manifest expects, or else each one "
        + "that its lists or service data mention in either block: does a filter for it find the device? The worst "
        + "verdict counts. A device that mentions none is "
        + "asked whether anything of it is delivered, which a scan that needs a service UUID to filter on cannot do.",
      "",
      "| profile | scanner | scan | needs a filter | extended advertising |", "| --- | --- | --- | --- | --- |",
    ]
    lines += profiles.map { profile in
      "| [`\(profile.id)`](#\(profile.id)) | \(profile.name) | \(profile.scanType.value.words) | "
        + "\(profile.requirement.value.words) | \(profile.receivesExtended.map { $0.value ? "yes" : "no" } ?? "not known") |"
    }
    for profile in profiles { lines += section(on: profile) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(on profile: ScannerProfile) -> [String] {
    var lines = ["", "## \(profile.id)", "", "\(profile.name). Versions: \(profile.versions).", ""]
    lines += ["| what | claim | evidence |", "| --- | --- | --- |"]
    lines.append(row("scan", profile.scanType) { $0.words })
    lines.append(row("filter needed", profile.requirement) { $0.words })
    lines.append(row("a service filter looks at", profile.serviceFilter) { $0.words })
    lines.append(row("delivery", profile.delivery) { $0.words })
    lines.append(row("duplicates", profile.duplicates) { $0.words })
    lines.append(row("extended advertising", profile.receivesExtended) { $0 ? "received" : "not received" })
    lines.append(
      row("iOS overflow area", profile.readsOverflowArea) {
        $0 ? "found by a filter for the service" : "not found by a filter for the service"
      })
    lines += profile.remarks.map { row("besides", $0) { $0 } }
    return lines
  }

  private func row<Value>(_ what: String, _ claim: Claim<Value>?, _ words: (Value) -> String) -> String {
    guard let claim else { return "| \(what) | not known | |" }
    let note = claim.note.map { "; \($0)" } ?? ""
    return "| \(what) | \(words(claim.value))\(note) | \(claim.evidence.words) |"
  }
}

extension Evidence {
  fileprivate var words: String {
    let strength =
      switch strength {
      case .documented: "documented"
      case .sourceCode: "source code"
      case .fieldReports: "field reports"
      case .unverified: "unverified"
      case .userDefined: "user's own"
      }
    return source.map { "**\(strength)**: \($0)" } ?? "**\(strength)**"
  }
}

extension ScanType {
  fileprivate var words: String {
    switch self {
    case .active: "active"
    case .passive: "passive"
    case .activeWindows(let windows): "passive; active \(windows)"
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
    }
  }
}

extension MentionKinds {
  fileprivate var words: String { contains(.serviceData) ? "service lists and service data" : "service lists only" }
}

extension Delivery {
  fileprivate var words: String {
    switch self {
    case .merged: "both blocks as one"
    case .lastWins: "both blocks as one, of a repeated field the last"
    case .separate: "each block by itself"
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
