import Foundation
import Testing

@testable import advert

/// What `--device` and `--service` demand, of any mixture of inputs: every device that is chosen is there, each of them
/// has each service, and nothing else stands in for it.
@Suite struct ExpectationTests {
  private static let listed = "afd0ffa0-2a9e-41a9-b9db-115a0e511de4"
  private static let after = "Fixtures/angi/after.btsnoop"
  private static let values = "Fixtures/logs/bleak.log"

  private static let manifests = [
    "a.yml": "layouts: { a: { advertising: 02 01 06 03 03 34 12 } }\n",
    "b.yml": "layouts: { b: { advertising: 02 01 06 03 03 0f 18 } }\n",
    "named.yml": "layouts: { SHS-2071: { advertising: 02 01 06 03 03 0f 18 } }\n",
    "c.hex": "# c\n02 01 06 03 03 0f 18\n",
  ]

  private struct Document: Decodable {
    struct Finding: Decodable {
      let rule: String
      let severity: String
    }

    let findings: [Finding]
  }

  /// The rules of the errors that a command line raises; files of the table above are found by their names.
  private static func errors(_ arguments: [String]) throws -> [String] {
    var errors: [String] = []
    try ManifestLintTests().inFolder(manifests) { folder in
      let paths = arguments.map { manifests[$0] == nil ? $0 : folder + "/" + $0 }
      let run = CommandLineRun(["lint", "--format", "json", "--fail-on", "error"] + paths)
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      errors = document.findings.filter { $0.severity == "error" }.map(\.rule)
      #expect(run.status == (errors.isEmpty ? .success : .findings), "\(arguments): \(run.transcript)")
    }
    return errors
  }

  private static let device = "expected-device-missing"
  private static let service = "expected-service-missing"

  @Test(
    arguments: [
      // Manifests.
      (["a.yml", "--service", "1234"], []),
      (["a.yml", "b.yml", "--service", "1234"], [service]),
      (["a.yml", "b.yml", "--service", "1234", "--in", "any"], [service]),
      (["a.yml", "--device", "NOPE"], [device]),
      (["a.yml", "b.yml", "--device", "NOPE", "--in", "any"], [device]),
      (["a.yml", "b.yml", "--device", "NOPE"], [device, device]),
      (["a.yml", "b.yml", "--device", "a", "--in", "any"], []),
      (["a.yml", "b.yml", "--device", "a"], [device]),
      (["a.yml", "b.yml", "--device", "a", "--service", "1234", "--in", "any"], []),
      (["a.yml", "b.yml", "--device", "a", "--service", "180f", "--in", "any"], [service]),
      (["a.yml", "b.yml", "--device", "a", "--device", "b", "--service", "180f", "--in", "any"], [service]),
      // A capture with others.
      ([after, "--device", "SHS-2071", "--service", listed], []),
      ([after, "c.hex", "--device", "SHS-2071", "--service", "180f", "--in", "any"], [service]),
      ([after, "c.hex", "--device", "SHS-2071", "--service", listed], [device]),
      ([after, "Fixtures/angi/passive.btsnoop", "--device", "NOPE"], [device, device]),
      ([after, after, "--device", "SHS-2071"], []),
      ([after, "named.yml", "--device", "SHS-2071", "--service", "180f"], [service]),
      ([after, "named.yml", "--device", "SHS-2071", "--service", listed], [service]),
      ([after, "b.yml", "--device", "SHS-2071", "--service", listed, "--in", "any"], []),
      ([after, "b.yml", "--device", "SHS-2071", "--service", listed], [device]),
      ([after, "b.yml", "--device", "Elsewhere", "--in", "any"], [device]),
      ([after, "c.hex", "--service", "180f", "--in", "any"], []),
      ([after, "c.hex", "--service", "180f"], [service]),
      ([after, after, "--service", listed], []),
      // Layouts in hex.
      (["c.hex", "--device", "NOPE"], [device]),
      (["--adv", "02 01 06 03 03 0f 18", "--device", "NOPE"], [device]),
      (["--adv", "02 01 06 04 09 41 42 43", "--device", "ABC"], []),
      (["--adv", "02 01 06 04 09 41 42 43", "--device", "ABC", "--service", "180f"], [service]),
      ([after, "--adv", "03 03 0f 18", "--device", "SHS-2071", "--service", "180f", "--in", "any"], [service]),
      // Values of both packets together: they show that a service is sent.
      ([values, "--service", "fcd2"], []),
      ([values, "--service", "180f"], [service]),
      ([values, "--device", "SHS-2071", "--service", listed], []),
      ([values, "--device", "SHS-2071", "--service", "fcd2"], [service]),
      ([values, "--device", "NOPE"], [device]),
      ([values, after, "--service", "fcd2"], [service]),
      ([values, after, "--service", "fcd2", "--in", "any"], []),
      // Arrays that an image does not have, and one without advertising data.
      (["Fixtures/images/parameters-thumb.elf", "--symbol", "nope"], ["input-unread"]),
    ] as [([String], [String])])
  func meansWhatItSays(_ arguments: [String], _ expected: [String]) throws {
    #expect(try Self.errors(arguments) == expected, "\(arguments)")
  }

  /// What was not read is never worded as absent.
  @Test(arguments: [
    (
      [values, "--service", "fcd2"],
      "is heard of A4:C1:38:11:22:33; whether its advertising data or its scan response has it is not known"
    ),
    ([values, "--service", "180f"], "is not among the values of 2 devices; not all was read"),
    (
      ["Fixtures/sources/rotating.ino", "--service", "180f"],
      "was expected, but no advertising was read, so whether it is sent is not known"
    ),
    (
      ["Fixtures/sources/rotating.ino", "--device", "NOPE"],
      "device \"NOPE\" was not found: no advertising was read; not all was read"
    ),
    ([values, "--device", "NOPE"], "was not found: the values of 2 devices have another address and name; not all "),
  ])
  func whatWasNotReadIsNotAbsent(_ arguments: [String], _ words: String) {
    let run = CommandLineRun(["lint"] + arguments)
    #expect(run.status == .findings)
    #expect(run.output.contains(words), "\(run.transcript)")
  }

  @Test func reportsAndReachDoNotCallItAbsent() {
    let path = "Fixtures/sources/rotating.ino"
    #expect(CommandLineRun(["reach", path]).output.hasSuffix("No advertising was read.\n"))
    #expect(CommandLineRun(["report", path, "--format", "markdown"]).output.contains("No advertising was read, so "))
    let diff = CommandLineRun(["diff", "Fixtures/sources/helmet.ino", path]).output
    #expect(diff.contains("old only  layout \"setup\""), "\(diff)")
    #expect(diff.contains("1 device was read on the old side only."), "\(diff)")
  }

  /// Two devices of one name are two devices.
  @Test func eachDeviceOfANameMustHaveIt() throws {
    let run = CommandLineRun([
      "lint", Self.after, "Fixtures/angi/before.btsnoop", "--device", "SHS-2071", "--service", Self.listed, "--fail-on",
      "error",
    ])
    #expect(run.status == .findings)
  }

  /// UUIDs that devices have and do not advertise.
  @Test(arguments: [
    ("180a", "devices rarely advertise this GATT service"), ("2a37", "this is a characteristic"),
    ("2902", "this is a type of GATT attribute"),
  ]) func uuidsThatAreNotAdvertised(_ uuid: String, _ words: String) {
    for command in ["lint", "reach"] {
      let run = CommandLineRun([command, "--service", uuid, "--adv", "0201060303aafe"])
      #expect(
        run.output.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ").contains(words), "\(command)")
    }
  }
}
