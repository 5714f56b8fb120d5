import AdvertScan
import Foundation
import Testing

@testable import AdvertReport

/// The pages of Reference/Profiles are a projection of the profiles. `make format` rewrites them.
@Suite struct ProfilesPageTests {
  @Test func pagesAreCurrent() throws {
    try WrittenPage.check(
      folder: "Reference/Profiles", madeFrom: "the profiles themselves",
      are: Self.pages(of: ScannerProfile.known))
  }

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
  private static func pages(of profiles: [ScannerProfile]) -> [ReferencePage] {
    [index(of: profiles)]
      + systems.map { system in
        let profiles = profiles.filter { system.ids.contains($0.id) }
        let sections = profiles.indices.flatMap { section(about: profiles[$0], after: profiles[..<$0]) }
        return ReferencePage(system.name, lines: ["# Scanner profiles: \(system.title)"] + sections)
      }
  }

  private static func index(of profiles: [ScannerProfile]) -> ReferencePage {
    var lines = [
      "# Scanner profiles", "",
      "How platforms scan: the scanners that `--for` takes. `advert profiles ID` prints the same. Every claim names its "
        + "evidence. What is *not known* is not guessed: a verdict that needs it is *unknown*. A miss that rests on field "
        + "reports is a *may*. What is *proved by running* was asked of the scanner itself, and the checks ask again: "
        + "[Scanners](../Scanners.md) has the answers.",
      "", "| profile | scanner | scan | needs a filter | extended advertising |", "| --- | --- | --- | --- | --- |",
    ]
    lines += profiles.map { profile in
      let page = systems.first { $0.ids.contains(profile.id) }?.name ?? ""
      return "| [`\(profile.id)`](\(page).md#\(profile.id)) | \(profile.name) | \(claim("scan", of: profile)) | "
        + "\(claim("filter needed", of: profile)) | \(profile.receivesExtended.map { $0.value ? "yes" : "no" } ?? "not known") |"
    }
    lines += [
      "",
      "Where a scanner is known to have changed, `--for` takes a version: `android@14`. Without a version it means the "
        + "newest. A claim holds for the versions of its profile, as far as was known on the profile's date.",
      "",
      "A manifest can describe scanners of your own, under [`scanners`](../../Docs/Manifest.md#scanners). They count like "
        + "these. Commands ask about the scanners of platforms and hubs unless others are chosen. Those of libraries, gateways "
        + "and tools are asked only by name, with `--for` or under `profiles` of a manifest: "
        + ScannerProfile.byName.map { "`\($0.id)`" }.joined(separator: ", ") + ".",
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

  private static func claim(_ what: String, of profile: ScannerProfile) -> String {
    profile.statements.first { $0.what == what }?.claim ?? ""
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

extension Statement {
  var row: String { "| \(what) | \(words) |\(markdown) |" }

  func row(of older: ScannerProfile) -> String {
    "| `\(older.id)`: \(older.versions) | \(what): \(words) |\(markdown) |"
  }

  private var markdown: String {
    evidence.map { " **\($0.strengthWords)**" + ($0.source.map { ": \($0)" } ?? "") } ?? ""
  }
}

extension [Statement] {
  /// Returns how many of some statements are among these.
  fileprivate func count(of others: [Statement]) -> Int { others.count { contains($0) } }
}
