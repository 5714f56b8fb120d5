import Foundation
import Testing

/// What the linter says of layouts that the whole field knows.
@Suite struct FamousLayoutsTests {
  static let verdicts: [String: Set<String>] = [
    "nordic-peripheral-uart": ["service-uuid-only-in-scan-response"],
    "espruino": ["service-uuid-only-in-scan-response"],
    "tedee-lock": ["service-uuid-only-in-scan-response"],
    "switchbot": ["fits-without-scan-response", "service-data-uuid-not-listed"],
    "mi-band-2": ["service-uuid-only-in-scan-response"],
    "zephyr-smp-server": ["fits-without-scan-response"],
    "matter-light": ["fits-without-scan-response"],
    "nordic-fast-pair": [],
    "melnor-valve": ["same-data-in-both"],
  ]

  /// What the rules about who misses a device say when scanners are named, by layout.
  static let misses: [String: [String: Set<String>]] = [
    "windows": [
      "nordic-peripheral-uart": ["error service-uuid-only-in-scan-response"],
      "espruino": ["error service-uuid-only-in-scan-response"],
      "tedee-lock": ["error service-uuid-only-in-scan-response"],
      "switchbot": ["error service-uuid-only-in-scan-response"],
      "mi-band-2": ["error service-uuid-only-in-scan-response"],
    ],
    "ios-background": [
      "nordic-peripheral-uart": ["error service-uuid-only-in-scan-response"],
      "espruino": ["error service-uuid-only-in-scan-response"],
      "tedee-lock": ["error service-uuid-only-in-scan-response"],
      "switchbot": ["error service-uuid-only-in-scan-response"],
      "mi-band-2": ["error service-uuid-only-in-scan-response"],
    ],
    // It looks at service data, so that it misses only what it does not get.
    "home-assistant-auto": [
      "nordic-peripheral-uart": ["error service-uuid-only-in-scan-response"],
      "espruino": ["error service-uuid-only-in-scan-response"],
      "tedee-lock": ["error service-uuid-only-in-scan-response"],
      "switchbot": ["error service-uuid-only-in-scan-response"],
      "mi-band-2": ["error service-uuid-only-in-scan-response"],
    ],
    // Whether a filter looks at service data is not known.
    "windows-active": ["switchbot": ["note service-data-uuid-not-listed"]],
  ]

  /// Severity and rule of the findings on each layout that has any.
  private func findings(_ arguments: [String]) throws -> (found: [String: Set<String>], layouts: Int?) {
    let output = CommandLineRun(["lint"] + arguments + ["--format", "json"]).output
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    var found: [String: Set<String>] = [:]
    for finding in try #require(document["findings"] as? [[String: Any]]) {
      let source = try #require(finding["source"] as? [String: Any])
      let layout = try #require(source["layoutName"] as? String)
      let rule = try #require(finding["rule"] as? String)
      found[layout, default: []].insert("\(try #require(finding["severity"] as? String)) \(rule)")
    }
    return (found, (document["summary"] as? [String: Any])?["layouts"] as? Int)
  }

  @Test func eachRaisesItsRules() throws {
    let (found, layouts) = try findings(["Fixtures/famous/advert.yml"])
    let rules = found.mapValues { Set($0.compactMap { $0.split(separator: " ").last.map(String.init) }) }
    #expect(rules == Self.verdicts.filter { !$0.value.isEmpty })
    #expect(layouts == Self.verdicts.count)
  }

  private static let rulesOfMisses = [
    "service-uuid-only-in-scan-response", "service-data-uuid-not-listed", "extended-advertising-not-received",
  ]

  @Test(arguments: misses.keys.sorted()) func scannersMissWhatTheyMiss(_ scanner: String) throws {
    let (found, _) = try findings(["Fixtures/famous/advert.yml", "--for", scanner])
    let ofMisses = found.mapValues { $0.filter { entry in Self.rulesOfMisses.contains { entry.hasSuffix($0) } } }
    #expect(ofMisses.filter { !$0.value.isEmpty } == Self.misses[scanner])
  }

  /// Named in the manifest they count as on the command line.
  @Test func profilesOfTheManifestCount() throws {
    let path = CommandLineRun.root.appending(path: "Fixtures/famous/advert.yml")
    let text = try String(contentsOf: path, encoding: .utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "advert-\(UUID().uuidString).yml")
    try Data((text + "profiles: [windows, ios-background]\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let named = try findings(["Fixtures/famous/advert.yml", "--for", "windows", "--for", "ios-background"])
    #expect(try findings([file.path]) == named)
  }
}
