import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertLint

@Suite struct LintSettingsTests {
  /// What linting the manifest's own layouts comes to: rule, severity and layout, and findings of the run.
  func verdicts(_ text: String, expecting services: [BluetoothUUID] = []) throws -> (found: [String], ignored: Int) {
    let manifest = try Manifest(reading: text)
    let run = LintRun(
      [Input(path: "advert.yml", .text(manifest.layouts, text))],
      by: Linter(
        expectations: Expectations(services: services), settings: LintSettings(manifest.settings, path: "advert.yml")))
    let found = run.findings.map { finding in
      let line = finding.place.text.map { ":\($0.line)" } ?? ""
      return "\(finding.severity) \(finding.rule)\(finding.place.layoutName.map { " \($0)" } ?? "")\(line)"
    }
    return (found, run.totals.ignored)
  }

  static let layouts = "layouts:\n  a: { advertising: 03 03 0f 18 }\n  b: { advertising: 03 03 0f 18 }\n"

  @Test func levelsReplaceTheRulesOwn() throws {
    #expect(try verdicts(Self.layouts).found == ["warning flags-missing a:2", "warning flags-missing b:3"])
    for level in ["note", "warning", "error"] {
      let found = try verdicts(Self.layouts + "rules: { flags-missing: \(level) }").found
      #expect(found == ["\(level) flags-missing a:2", "\(level) flags-missing b:3"])
    }
    #expect(try verdicts(Self.layouts + "rules: { flags-missing: off }").found == [])
  }

  @Test func expectationsStayErrors() throws {
    let layout = "layouts:\n  a: { advertising: 02 01 06, scanResponse: 03 03 0f 18 }\n"
    let rule = "service-uuid-only-in-scan-response"
    let service = [BluetoothUUID(0x180F)]
    #expect(try verdicts(layout, expecting: service).found == ["error \(rule) a:2"])
    #expect(try verdicts(layout + "rules: { \(rule): note }").found == ["note \(rule) a:2"])
    #expect(try verdicts(layout + "rules: { \(rule): note }", expecting: service).found == ["error \(rule) a:2"])
    #expect(try verdicts(layout + "rules: { \(rule): off }", expecting: service).found == [])
  }

  @Test func layoutsMustHoldWhatIsExpectedOfThem() throws {
    let found = try verdicts(
      """
      layouts:
        both: { advertising: 02 01 06 03 03 0f 18, expect: { services: [180f] } }
        response: { advertising: 02 01 06, scanResponse: 03 03 0f 18, expect: { services: [180f] } }
        neither: { advertising: 02 01 06, expect: { services: [180f, 1826] } }
      """
    ).found
    #expect(
      found == [
        "error service-uuid-only-in-scan-response response:3", "error expected-service-missing neither:4",
        "error expected-service-missing neither:4",
      ])
  }

  @Test func whatIsOffOrIgnoredKeepsGeneralRulesQuiet() throws {
    let layout = "layouts:\n  a: { advertising: 02 01 06, scanResponse: 02 01 06 }\n"
    #expect(try verdicts(layout).found == ["warning flags-in-scan-response a:2"])
    #expect(try verdicts(layout + "rules: { flags-in-scan-response: off }").found == [])
    let ignored = try verdicts(layout + "ignore: [ { rule: flags-in-scan-response, layout: a } ]")
    #expect(ignored.found == [])
    #expect(ignored.ignored == 1)
  }

  @Test func ignoresAreForTheirLayout() throws {
    let (found, ignored) = try verdicts(Self.layouts + "ignore:\n  - { rule: flags-missing, layout: b }\n")
    #expect(found == ["warning flags-missing a:2"])
    #expect(ignored == 1)
  }

  @Test func ignoresThatMatchNothingAreReported() throws {
    let (found, ignored) = try verdicts(
      Self.layouts + "ignore:\n  - { rule: flags-missing, layout: b }\n  - { rule: name-empty, layout: b }\n"
        + "  - { rule: name-empty, device: SHS-2071 }\n")
    // Devices are not looked for among layouts.
    #expect(found == ["warning flags-missing a:2", "warning ignore-unused:6"])
    #expect(ignored == 1)
    let quiet = "rules: { ignore-unused: off }\nignore: [ { rule: name-empty, layout: a } ]\n"
    #expect(try verdicts("layouts: { a: { advertising: 02 01 06 } }\n" + quiet).found == [])
    // A rule that is off leaves nothing to ignore.
    let off = "rules: { flags-missing: off }\nignore:\n  - { rule: flags-missing, layout: a }\n"
    #expect(try verdicts(Self.layouts + off).found == ["warning ignore-unused:6"])
  }

  @Test func overridesHoldForTheirPaths() throws {
    let manifest = try Manifest(
      reading: """
        rules: { flags-missing: note, name-empty: error }
        overrides:
          - { path: "lab/**", rules: { flags-missing: error } }
          - { path: "lab/old/*", rules: { flags-missing: off } }
        """)
    let settings = LintSettings(manifest.settings, path: "advert.yml")
    for (path, severity) in [
      ("a.log", Severity.note), ("lab/a.log", .error), ("lab/old/a.log", nil), ("x/lab/a.log", .error),
    ] as [(String, Severity?)] {
      let effective = settings.effective(for: path)
      #expect(effective.severity(.warning, of: .flagsMissing) == severity, "\(path)")
      #expect(effective.severity(.warning, of: .nameEmpty) == .error)
      #expect(effective.severity(.error, of: .flagsReservedBits) == .error)
    }
  }
}
