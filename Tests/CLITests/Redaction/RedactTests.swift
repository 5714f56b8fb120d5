import AdvertManifest
import AdvertRepack
import AdvertReport
import Foundation
import TestSupport
import Testing

@testable import advert

/// `--redact`: no output says who a device is, and every output says the same of what is wrong with it.
@Suite struct RedactTests {
  /// Every command in every form, without the capture.
  static let commands: [[String]] =
    [["dump"], ["dump", "--format", "jsonl"], ["dump", "--device", "Jims Pager"]]
    + [["inspect"], ["inspect", "--format", "json"], ["reach"], ["reach", "--format", "json"]]
    + IdentifyingCapture.addresses.map { ["inspect", "--device", printed($0)] }
    + IdentifyingCapture.names.map { ["reach", "--device", $0, "--name", $0] }
    + LintFormat.allCases.map { ["lint", "--notes", "--format", $0.rawValue] }
    + LintFormat.allCases.map {
      ["lint", "--format", $0.rawValue, "--device", "Jane's Xylo-7731", "--device", "Somebody's watch"]
    }
    + ["text", "json"].map { ["repack", "--all-layouts", "--format", $0] }
    + (SourceForm.all + [.yaml]).flatMap { form in
      ["repack", "emit"].map { [$0, "--all-layouts", "--form", form.id] }
    } + [["init", "--output", "-"]]
    + [["repack", "--name", "Hallway"], ["repack", "--device", printed(IdentifyingCapture.addresses[0])]]

  static func printed(_ address: [UInt8]) -> String {
    address.map { [$0].hex.uppercased() }.joined(separator: ":")
  }

  @Test func nothingThatIdentifiesSurvives() throws {
    try IdentifyingCapture.withFile { path in
      var originals: Set<String> = []
      for command in Self.commands.sampled(oneIn: 9) {
        let arguments = [command[0], path] + command.dropFirst()
        let redacted = CommandLineRun(arguments + ["--redact"])
        #expect(IdentifyingCapture.survivors(in: redacted.transcript) == [], "\(command)")
        #expect(!redacted.output.isEmpty || redacted.status != .success, "\(command)")
        let open = CommandLineRun(arguments)
        #expect(open.status == redacted.status, "\(command)")
        if command[0] == "dump" {
          #expect(
            redacted.output.split(separator: "\n").count == open.output.split(separator: "\n").count, "\(command)")
        }
        originals.formUnion(IdentifyingCapture.survivors(in: open.transcript))
      }
      // What is looked for is all there when nothing is redacted.
      if isExhaustive { #expect(originals.count == IdentifyingCapture.everything) }
      #expect(originals.count > IdentifyingCapture.everything / 2)
    }
  }

  /// The texts of the program have none of the identities: those that the tests find come from the capture.
  @Test(arguments: ["rules", "profiles"]) func textsOfTheProgramHaveNoIdentity(_ list: String) {
    let command = [list, "--format", "json"]
    let run = CommandLineRun(command)
    #expect(run.status == .success && !run.transcript.isEmpty)
    #expect(IdentifyingCapture.survivors(in: run.transcript) == [])
  }

  /// As an archive, from standard input's place, and as what is no capture.
  @Test func inputsThatCannotBeReadAreNotQuoted() throws {
    try IdentifyingCapture.withFile { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      let wrong = folder.appending(path: "wrong")
      try Data(IdentifyingCapture.addresses[0] + [0, 1, 2]).write(to: wrong)
      for command in ["inspect", "dump", "lint", "reach", "repack"] {
        for argument in [wrong.path, folder.path + "/missing", folder.path] {
          let run = CommandLineRun([command, argument, "--redact"])
          #expect(IdentifyingCapture.survivors(in: run.transcript) == [], "\(command) \(argument)")
        }
        let run = CommandLineRun([command, wrong.path, "--redact"])
        #expect(run.diagnostics.hasPrefix("advert: wrong: expected a capture"), "\(run.diagnostics)")
      }
    }
  }

  @Test func aFileThatCannotBeWrittenIsNamedWithoutItsFolders() throws {
    try IdentifyingCapture.withFile { path in
      let file = URL(filePath: path).deletingLastPathComponent().path + "/missing/report.json"
      for command in ["inspect", "dump", "lint", "reach", "repack", "emit", "init"] {
        let form = command == "emit" ? ["--form", "c"] : []
        let run = CommandLineRun([command, path, "--redact", "--output", file] + form)
        #expect(run.status == .failure)
        #expect(run.diagnostics.contains("advert: report.json: cannot be written"), "\(run.diagnostics)")
        #expect(IdentifyingCapture.survivors(in: run.transcript) == [], "\(command)")
      }
    }
  }

  /// Messages about wrong options quote neither payloads, names nor keys.
  @Test func wrongOptionsAreNotQuoted() {
    let secret = "f0a1b2c3d4e5"
    let wrong = [
      ["lint", "--redact", "--adv", "0bff5900\(secret)zz"], ["lint", "--redact", "--adv=0bff5900\(secret)zz"],
      ["lint", "x.btsnoop", "--redact", "--irk", "\(secret)zz"], ["lint", "x.btsnoop", "--irk=\(secret)zz"],
      ["reach", "--redact", "x.btsnoop", "--service", "180f=\(secret)"],
      ["reach", "--redact", "x.btsnoop", "--manufacturer-data", "\(secret)=01"],
      ["reach", "--redact", "x.btsnoop", "--service-data", "180f=\(secret)"],
      ["reach", "--redact", "x.btsnoop", "--name", "\(secret)*"], ["inspect", "--redact", "--max-devices", secret],
      ["decode", "--redact", "--scan-response", secret + "q"],
    ]
    for arguments in wrong {
      let run = CommandLineRun(arguments)
      #expect(run.status == .failure && !run.diagnostics.isEmpty, "\(arguments)")
      #expect(!run.transcript.contains(secret.prefix(8)), "\(run.transcript)")
    }
    // Without redaction the message helps.
    #expect(CommandLineRun(["lint", "--adv", "0bff5900\(secret)zz"]).diagnostics.contains(secret))
  }

  /// A question that holds data is refused: among pseudonyms it would have another answer.
  @Test func questionsThatHoldDataAreRefused() {
    let capture = "Fixtures/angi/before.btsnoop"
    for option in [["--name", "ANGI*"], ["--service-data", "180f=64"], ["--manufacturer-data", "0x0059=01"]] {
      #expect(CommandLineRun(["reach", capture, "--redact"] + option).status == .failure, "\(option)")
      #expect(CommandLineRun(["reach", capture] + option).status != .failure, "\(option)")
    }
    #expect(CommandLineRun(["reach", capture, "--redact", "--service-data", "180f"]).status != .failure)
  }

  static let inputs = [
    "Fixtures/angi/before.btsnoop", "Fixtures/angi/passive.btsnoop", "Fixtures/formats",
    "Fixtures/scans/active.btsnoop",
    "Fixtures/lint/crowd.hex", "Fixtures/famous/advert.yml", "Fixtures/manifests/good/everything.yml",
  ]

  @Test(arguments: inputs) func findingsAreTheSame(_ input: String) throws {
    try Self.expectSameFindings(input)
  }

  @Test func findingsOnTheIdentifyingCaptureAreTheSame() throws {
    try IdentifyingCapture.withFile { try Self.expectSameFindings($0) }
  }

  private static func expectSameFindings(_ input: String) throws {
    let open = try Self.findings(CommandLineRun(["lint", input, "--format", "json"]))
    let redacted = try Self.findings(CommandLineRun(["lint", input, "--format", "json", "--redact"]))
    #expect(!open.isEmpty)
    #expect(redacted == open)
    for command in [["reach", "--format", "json"], ["repack", "--format", "json", "--all-layouts"]] {
      let arguments = [command[0], input] + command.dropFirst()
      let (one, other) = (CommandLineRun(arguments), CommandLineRun(arguments + ["--redact"]))
      #expect(one.status == other.status, "\(command)")
      #expect(one.output.split(separator: "\n").count == other.output.split(separator: "\n").count, "\(command)")
    }
  }

  /// Findings without the words, sorted: advertisers have another order.
  private static func findings(_ run: CommandLineRun) throws -> [String] {
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let findings = try #require(document?["findings"] as? [[String: Any]])
    return findings.map { finding in
      let source = finding["source"] as? [String: Any]
      return ["rule", "severity", "block", "offset", "length", "count"].map { "\(finding[$0] ?? "")" }.joined(
        separator: " ")
        + " \(source?["record"] ?? "") \(source?["line"] ?? "") \(finding["fix"] is NSNull)"
    }.sorted()
  }

  @Test func aKeyStillJoinsItsAddresses() throws {
    try InspectIdentityTests.withCapture { path in
      let advertisers = try InspectIdentityTests.advertisers([path, "--irk", InspectIdentityTests.key, "--redact"])
      #expect(advertisers.count == 3)
      let phone = try #require(advertisers.first { ($0["addresses"] as? [String])?.count == 3 })
      #expect(phone["addresses"] as? [String] == ["40:AD:AD:00:00:10", "40:AD:AD:00:00:20", "40:AD:AD:00:00:30"])
      let sensor = try #require(advertisers.first { $0["address"] as? String == "C0:AD:AD:00:00:50" })
      #expect((sensor["embeddedAddresses"] as? [[String: Any]])?.count == 1)
    }
  }

  @Test func whatIsRememberedOrWrittenIsNotRedacted() {
    let capture = "Fixtures/angi/before.btsnoop"
    for (arguments, complaint) in [
      (["lint", capture, "--write-baseline", "x.json"], "--redact and baselines exclude each other"),
      (["lint", capture, "--baseline", "x.json"], "--redact and baselines exclude each other"),
      (["repack", "Fixtures/famous/advert.yml", "--write"], "--redact and --write exclude each other"),
      (["repack", "Fixtures/famous/advert.yml", "--diff"], "--redact and --diff exclude each other"),
      (["lint", capture, "--keep-bad-crc"], "--redact and --keep-bad-crc exclude each other"),
      (["dump", capture, "--keep-bad-crc"], "--redact and --keep-bad-crc exclude each other"),
    ] {
      let run = CommandLineRun(arguments + ["--redact"])
      #expect(run.status == .failure)
      #expect(run.diagnostics.contains(complaint), "\(run.diagnostics)")
    }
  }

  @Test func settingsOfAManifestHoldForTheRedacted() throws {
    try IdentifyingCapture.withFile { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      let manifest = folder.appending(path: "advert.yml")
      try Data(
        """
        devices: ["Jane's Xylo-7731", "\(Self.printed(IdentifyingCapture.addresses[4]))"]
        ignore:
          - rule: flags-reserved-bits
            device: "Jane's Xylo-7731"
        overrides:
          - path: "\(IdentifyingCapture.folder)/*"
            rules: { service-data-uuid-not-listed: off }
        """.utf8
      ).write(to: manifest)
      let arguments = ["lint", path, "--config", manifest.path, "--format", "json"]
      let open = try Self.findings(CommandLineRun(arguments))
      let run = CommandLineRun(arguments + ["--redact"])
      #expect(try Self.findings(run) == open)
      #expect(!open.contains { $0.hasPrefix("flags-reserved-bits") || $0.hasPrefix("service-data-uuid-not-listed") })
      #expect(IdentifyingCapture.survivors(in: run.transcript) == [])
    }
  }

  @Test func writtenLayoutsAreRedacted() throws {
    try IdentifyingCapture.withFile { path in
      let folder = URL(filePath: path).deletingLastPathComponent()
      let name = [UInt8](IdentifyingCapture.names[0].utf8)
      let adv = [2, 1, 0x86] + IdentifyingCapture.structure(9, name)
      let hex = folder.appending(path: "layouts.hex")
      try Data("\(IdentifyingCapture.names[0]): \(adv.hex)\n".utf8).write(to: hex)
      let manifest = folder.appending(path: "advert.yml")
      let layout = "layouts: { \"\(IdentifyingCapture.names[0])\": { advertising: \"\(adv.hex)\" } }"
      try Data(layout.utf8).write(to: manifest)
      for file in [hex, manifest] {
        for command in [["lint"], ["lint", "--format", "json"], ["reach"], ["repack"], ["repack", "--form", "yaml"]] {
          let arguments = [command[0], file.path] + command.dropFirst()
          let run = CommandLineRun(arguments + ["--redact"])
          #expect(IdentifyingCapture.survivors(in: run.transcript) == [], "\(arguments)")
          #expect(IdentifyingCapture.survivors(in: CommandLineRun(arguments).transcript) != [], "\(arguments)")
          #expect(run.output.contains("flags-reserved-bits") == (command[0] == "lint"), "\(run.transcript)")
        }
      }
      let chosen = ["repack", manifest.path, "--layout", IdentifyingCapture.names[0], "--redact"]
      #expect(CommandLineRun(chosen).diagnostics.isEmpty)
    }
  }

  @Test func givenPayloadsAreRedacted() {
    let adv = "0bff5900 77 f0a1b2c3d4e5 88 0509 4c616d70"
    let decoded = CommandLineRun(["decode", adv, "--format", "json", "--redact"]).output
    #expect(decoded.contains("\"bytes\": \"0bff5900"))
    #expect(!decoded.contains("f0a1b2c3") && !decoded.contains("Lamp") && !decoded.contains("4c616d70"))
    for command in [["decode"], ["lint"], ["reach"], ["repack", "--form", "hex"]] {
      let run = CommandLineRun(command + ["--adv", adv, "--redact"])
      #expect(!run.output.isEmpty)
      #expect(!run.output.contains("Lamp") && !run.output.contains("f0 a1 b2"), "\(command)")
    }
  }
}
