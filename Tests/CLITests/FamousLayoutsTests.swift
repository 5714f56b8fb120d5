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
    "matter-light": ["fits-without-scan-response", "service-data-uuid-not-listed"],
    "nordic-fast-pair": [],
    "melnor-valve": ["same-data-in-both"],
  ]

  @Test func eachRaisesItsRules() throws {
    let output = CommandLineRun(["lint", "Fixtures/famous/advert.yml", "--format", "json"]).output
    let document = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let findings = try #require(document["findings"] as? [[String: Any]])
    var found = Self.verdicts.mapValues { _ in Set<String>() }
    for finding in findings {
      let source = try #require(finding["source"] as? [String: Any])
      let layout = try #require(source["layoutName"] as? String)
      found[layout, default: []].insert(try #require(finding["rule"] as? String))
    }
    #expect(found == Self.verdicts)
    let summary = try #require(document["summary"] as? [String: Any])
    #expect(summary["layouts"] as? Int == Self.verdicts.count)
  }
}
