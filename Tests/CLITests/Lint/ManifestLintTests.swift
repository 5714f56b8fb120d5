import Foundation
import Testing

@testable import advert

/// Finding the manifest, and what it does to captures.
@Suite struct ManifestLintTests {
  /// A folder with these files, gone afterwards.
  func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "advert-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(folder.path)
  }

  /// Runs the binary itself: the working directory belongs to the process.
  func run(_ arguments: [String], in folder: String) throws -> (status: Int32, output: String, diagnostics: String) {
    let process = Process()
    let binary: URL = try #require(ExitStatusTests.binary)
    process.executableURL = binary
    process.currentDirectoryURL = URL(filePath: folder)
    process.arguments = arguments
    let output = Pipe()
    let diagnostics = Pipe()
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = diagnostics.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: complaints, as: UTF8.self)
    )
  }

  static let before = CommandLineRun.root.appending(path: "Fixtures/angi/before.btsnoop").path
  static let layout = "layouts: { a: { advertising: 03 03 0f 18 } }\n"

  @Test func isFoundUpward() throws {
    try inFolder([
      "advert.yml": Self.layout, "x/y/z.txt": "", "x/w/advert.yml": "layouts: {a: {advertising: 02 01 06}}\n",
      ".git/HEAD": "",
    ]) { folder in
      for (place, path) in [("", "advert.yml"), ("/x", "../advert.yml"), ("/x/y", "../../advert.yml")] {
        let (status, output, diagnostics) = try run(["lint"], in: folder + place)
        #expect(status == 1, "\(diagnostics)")
        #expect(output.hasPrefix("\(path)\n\na\nwarning: "), "\(output)")
        #expect(output.hasSuffix("manifest in use: \(path)\n1 warning; 1 device, 1 layout judged\n"))
      }
      // The nearest one counts, and one that is named counts more.
      #expect(try run(["lint"], in: folder + "/x/w").status == 0)
      #expect(try run(["lint", "--config", "../../advert.yml"], in: folder + "/x/w").status == 1)
    }
  }

  /// Above the repository and the user's folder, anybody may leave a manifest that switches rules off.
  @Test func isNotFoundFurtherUp() throws {
    let lax = "rules: { service-uuid-only-in-scan-response: off }\n"
    try inFolder(["advert.yml": lax, "repository/.git/HEAD": "", "repository/x/y.txt": "", "plain/x.txt": ""]) {
      folder in
      for place in ["repository", "repository/x", "plain"] {
        let (status, output, _) = try run(["lint", Self.before], in: "\(folder)/\(place)")
        #expect(status == 1)
        #expect(!output.contains("manifest in use"))
      }
      #expect(try run(["lint", Self.before], in: folder).status == 0)
    }
  }

  /// What a manifest expects must not vanish with the file that it is linked to, and nothing waits for a pipe.
  @Test(arguments: [
    ("nowhere", "no such file or directory"), ("advert.yml", "too many levels of symbolic links"),
    ("pipe", "expected a file, found a pipe or a device"), ("x", "it is a directory"),
  ])
  func aManifestThatCannotBeReadFails(_ target: String, _ reason: String) throws {
    try inFolder([".git/HEAD": "", "x/y.txt": ""]) { folder in
      _ = unsafe mkfifo(folder + "/pipe", 0o600)
      try FileManager.default.createSymbolicLink(atPath: folder + "/advert.yml", withDestinationPath: target)
      for (place, path) in [("", "advert.yml"), ("/x", "../advert.yml")] {
        for command in ["lint", "reach", "diff"] {
          let captures = command == "diff" ? [Self.before, Self.before] : [Self.before]
          let (status, output, diagnostics) = try run([command] + captures, in: folder + place)
          #expect(status == 2)
          #expect(output.isEmpty)
          #expect(diagnostics.hasPrefix("advert: \(path): ") && diagnostics.contains(reason), "\(diagnostics)")
        }
      }
    }
  }

  /// A manifest that is called `advert.yaml` counts like one that is called `advert.yml`; both in one folder are refused.
  @Test func theOtherName() throws {
    let rules = "rules:\n  service-uuid-only-in-scan-response: off\n"
    for name in ["advert.yml", "advert.yaml"] {
      try inFolder([name: Self.layout, ".git/HEAD": "", "x/y.txt": ""]) { folder in
        let (_, output, _) = try run(["lint"], in: folder + "/x")
        #expect(output.hasPrefix("../\(name)\n\na\nwarning: "), "\(output)")
        let (status, _, diagnostics) = try run(["init"], in: folder)
        #expect(status == 2 && diagnostics.hasPrefix("advert: \(name): "), "\(diagnostics)")
      }
    }
    try inFolder(["advert.yaml": rules, ".git/HEAD": ""]) { folder in
      let status = try run(["lint", Self.before], in: folder).status
      #expect(status == 0)
    }
    try inFolder(["advert.yml": Self.layout, "advert.yaml": Self.layout, ".git/HEAD": ""]) { folder in
      let (status, _, diagnostics) = try run(["lint", Self.before], in: folder)
      #expect(status == 2)
      #expect(
        diagnostics
          == "advert: advert.yml: expected one manifest in a folder, found advert.yaml beside it: remove one\n")
      let named = try run(["lint", "--config", "advert.yaml"], in: folder).status
      #expect(named == 1)
    }
  }

  /// What is wrong in a manifest is told before what it lacks, whatever it was named for.
  @Test func aBrokenManifestShowsItsFault() throws {
    let folder = CommandLineRun.root.appending(path: "Fixtures/manifests/bad")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yml") }
    #expect(names.count > 20)
    for name in names {
      let path = folder.appending(path: name).path
      let asInput = CommandLineRun(["lint", path])
      let asConfiguration = CommandLineRun(["lint", Self.before, "--config", path])
      #expect(asInput.status == .failure && asConfiguration.status == .failure, "\(name)")
      #expect(asInput.diagnostics == asConfiguration.diagnostics, "\(name)")
      #expect(!asInput.diagnostics.contains("a capture"), "\(name): \(asInput.diagnostics)")
    }
  }

  @Test(arguments: ["json", "sarif", "junit", "github", "gcc", "text"])
  func everyReportNamesTheManifest(_ format: String) throws {
    try inFolder(["advert.yml": "rules: {}\n"]) { folder in
      let (_, output, _) = try run(["lint", Self.before, "--format", format], in: folder)
      #expect(output.contains("advert.yml"), "\(output)")
      for command in ["reach", "repack"] where ["json", "text"].contains(format) {
        #expect(try run([command, Self.before, "--format", format], in: folder).output.contains("advert.yml"))
      }
    }
  }

  @Test func nothingToLintIsOneLine() throws {
    try inFolder(["only.yml": "rules: {}\n"]) { folder in
      let config = try run(["lint", "--config", "only.yml"], in: folder)
      #expect(config.status == 2)
      #expect(config.diagnostics == "advert: nothing to lint: give a capture or --adv, or add layouts to only.yml\n")
      let missing = try run(["lint", "--config", "missing.yml", Self.before], in: folder)
      #expect(missing.status == 2)
      #expect(missing.diagnostics == "advert: missing.yml: cannot be read: no such file or directory\n")
    }
  }

  @Test func aWrongManifestStopsEverything() throws {
    try inFolder(["advert.yml": "layouts:\n  a: { advertising: [ { nmae: x } ] }\n"]) { folder in
      for arguments in [["lint"], ["lint", Self.before], ["lint", "--adv", "02 01 06"]] {
        let (status, output, diagnostics) = try run(arguments, in: folder)
        #expect(status == 2)
        #expect(output == "")
        #expect(
          diagnostics
            == "advert: advert.yml: line 2, column 25: expected the name of a field, found \"nmae\"; did you mean \"name\"?\n"
        )
      }
    }
  }

  @Test func settingsHoldForCaptures() throws {
    let rule = "service-uuid-only-in-scan-response"
    func lint(_ manifest: String, _ more: String...) throws -> (status: Int32, output: String) {
      var result: (Int32, String) = (0, "")
      try inFolder(["advert.yml": manifest]) { folder in
        let (status, output, diagnostics) = try run(["lint", Self.before] + more, in: folder)
        #expect(diagnostics == "")
        result = (status, output)
      }
      return result
    }
    // Its layouts are not judged.
    #expect(try lint(Self.layout).output.hasSuffix("1 warning, 2 notes; 1 device, 1 layout judged\n"))
    #expect(try lint("rules: { \(rule): off }").status == 0)
    #expect(try lint("rules: { \(rule): error }").output.contains("error: service afd0ffa0"))
    #expect(
      try lint("expect: { services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4] }").output.contains("error: service afd0"))
    #expect(try lint("expect: { services: [1826] }").output.contains("[expected-service-missing]"))
    #expect(try lint("devices: [SHS-2071]").output.hasSuffix("1 warning, 2 notes; 1 device, 1 layout judged\n"))
    #expect(try lint("devices: [Elsewhere]").output.contains("[expected-device-missing]"))
    #expect(
      try lint("devices: [Elsewhere]", "--device", "SHS-2071").output.contains("[expected-device-missing]") == false)
    for device in ["SHS-2071", "f0f1f2f3f4f5"] {
      let (status, output) = try lint("ignore: [ { rule: \(rule), device: \(device) } ]")
      #expect(status == 0)
      #expect(output.hasSuffix("2 notes; 1 device, 1 layout judged; 1 finding ignored\n"))
    }
    let (status, output) = try lint("ignore:\n  - { rule: flags-missing, device: SHS-2071 }\n")
    #expect(status == 1)
    #expect(
      output.contains(
        """
        advert.yml

        warning: flags-missing is ignored for the device "SHS-2071", which has no such finding [ignore-unused]
          at: line 2
        """), "\(output)")
    let absent = try lint("ignore: [ { rule: \(rule), device: Elsewhere } ]\nrules: { \(rule): note }")
    #expect(absent.status == 0)
    #expect(
      absent.output.contains("note: \(rule) is ignored for the device \"Elsewhere\", which is in none of the captures"))
    #expect(try lint("overrides: [ { path: angi, rules: { \(rule): off } } ]").status == 0)
    #expect(try lint("overrides: [ { path: elsewhere, rules: { \(rule): off } } ]").status == 1)
    #expect(try lint("overrides: [ { path: angi/*, ignore: [ { rule: \(rule), device: SHS-2071 } ] } ]").status == 0)
    // Chosen devices are not those that are ignored: nothing to say about it.
    #expect(
      try lint("ignore: [ { rule: \(rule), device: Elsewhere } ]", "--device", "SHS-2071").output.contains("unused")
        == false)
  }

  @Test func manifestsAmongInputsGoByThemselves() throws {
    let own = "rules: { flags-missing: off }\nexpect: { services: [180f] }\n" + Self.layout
    try inFolder(["advert.yml": "rules: { flags-missing: error }\n", "own.txt": own]) { folder in
      #expect(try run(["lint", "own.txt"], in: folder).status == 0)
      #expect(try run(["lint", "own.txt", "--service", "1826"], in: folder).status == 1)
      let both = try run(["lint", "own.txt", "--adv", "03 03 0f 18", "--format", "json"], in: folder)
      #expect(
        both.output.contains("\"errors\": 1,\n    \"warnings\": 0,\n    \"notes\": 0,\n    \"layouts\": 2"), "\(both)")
      let process = try run(["lint", "-"], in: folder)
      #expect(process.status == 2)
      let other = try run(["inspect", "own.txt"], in: folder)
      let words = "expected a capture, found a manifest, whose layouts advert lint, reach and repack read"
      #expect(other.diagnostics == "advert: own.txt: \(words)\n")
      let settings = try run(["lint", "advert.yml"], in: folder)
      #expect(
        settings.diagnostics.hasPrefix(
          "advert: advert.yml: expected a capture, or a manifest with layouts, found a manifest without layouts: "))
    }
  }

  /// A command for captures names the fault of a manifest, too.
  @Test func brokenManifestsAreNamedWithTheirFault() throws {
    try inFolder(["own.yml": "layouts:\n  sensor:\n    advertisng: 02 01 06\n"]) { folder in
      let run = try run(["inspect", "own.yml"], in: folder)
      #expect(run.status == 2)
      #expect(run.diagnostics.contains("a manifest, whose layouts advert lint, reach and repack read"))
      #expect(run.diagnostics.contains("it has a fault: line 3, column 5: "), "\(run.diagnostics)")
      #expect(run.diagnostics.contains("did you mean \"advertising\"?"))
    }
    // The name says what a file is that has no key of a manifest.
    try inFolder(["owl/advert.yml": "layout:\n  owl: 02 01 06\n"]) { folder in
      let run = try run(["inspect", "owl/advert.yml"], in: folder)
      #expect(run.status == 2)
      #expect(run.diagnostics.contains("it has a fault: line 1, column 1: "), "\(run.diagnostics)")
      #expect(run.diagnostics.contains("did you mean \"layouts\"?"))
    }
  }

  /// What the user says divides the layouts of a manifest as it divides bytes of the command line.
  @Test func bytesOfManifestsAreDivided() throws {
    let merged = "0319000002010609095348532d323037311107e41d510e5a11dbb9a9419e2aa0ffd0af"
    try inFolder([
      "advert.yml": "layouts: { a: { merged: \(merged) } }\n",
      "said.yml": "layouts: { a: { merged: \(merged), cut: 17 } }\n",
    ]) { folder in
      let said = try run(["lint", "said.yml", "--notes"], in: folder)
      #expect(said.status == 1 && said.output.contains("1 warning, 2 notes; 1 device"))
      for arguments in [["lint", "--notes"], ["lint", "--notes", "advert.yml"]] {
        #expect(try run(arguments, in: folder).output.contains("[division-unknown]"))
        let divided = try run(arguments + ["--cut", "17"], in: folder)
        #expect(
          !divided.output.contains("[division-unknown]") && divided.output.contains("1 warning, 2 notes; 1 device"))
      }
      for arguments in [["repack"], ["repack", "advert.yml"]] {
        #expect(try run(arguments, in: folder).output.contains("Before: ADV_IND, divided at byte 17: likely"))
        let packed = try run(arguments + ["--cut", "17"], in: folder)
        #expect(packed.status == 0 && packed.output.contains("Before: ADV_IND\n"), "\(packed)")
      }
      #expect(
        try run(["reach", "--cut", "5"], in: folder).diagnostics
          == "advert: --cut: advert.yml, \"a\": expected a number of bytes that the advertising data can have (4, 7, 17), "
          + "found 5\n")
      #expect(
        try run(["reach", "said.yml", "--cut", "17"], in: folder).diagnostics
          == "advert: --cut: there are no bytes of which it is not known where the advertising data end\n")
    }
  }

  @Test func manifestsInFoldersAreJudgedWhenTheyHaveLayouts() throws {
    try inFolder(["in/a.yml": Self.layout, "in/b.yml": "rules: [ words ]\n", "in/c.yml": "jobs: {}\n"]) { folder in
      let (status, output, diagnostics) = try run(["lint", "in"], in: folder)
      #expect(diagnostics == "advert: in: left out 2 files that hold no capture\n")
      #expect(status == 1)
      #expect(output.hasPrefix("in/a.yml\n"))
    }
  }
}
