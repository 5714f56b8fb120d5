import Foundation
import Testing

@testable import advert

/// `repack --write` and `--diff`, in a folder of their own.
@Suite struct RepackWritingTests {
  private static let manifest = """
    # Of ours.
    profiles: [windows]
    layouts:
      helmet: # crash sensor
        advertising:
          - appearance: 0 # none
          - flags: [general-discoverable, br-edr-not-supported]
          - name: SHS-2071
        scanResponse:
          # Found by it.
          - services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]

      # The second one.
      other: {advertising: "020106 03030f18", scanResponse: "0509476f476f"}
      good: {advertising: 02 01 06 03 03 0f 18}

    """

  private static let written = """
    # Of ours.
    profiles: [windows]
    layouts:
      helmet: # crash sensor
        advertising:
          - flags: [general-discoverable, br-edr-not-supported]
          - name: SHS-2071
          # Found by it.
          - services: [afd0ffa0-2a9e-41a9-b9db-115a0e511de4]

      # The second one.
      other: {advertising: "02 01 06 03 03 0f 18 05 09 47 6f 47 6f"}
      good: {advertising: 02 01 06 03 03 0f 18}

    """

  /// Calls `body` with the path of a file with this text in a folder of its own.
  private func withFile(_ text: String, named name: String = "advert.yml", _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "repack-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    try body(file)
  }

  private func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  @Test func manifestIsRewrittenAndPasses() throws {
    try withFile(Self.manifest) { file in
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
      #expect(CommandLineRun(["lint", file.path]).status == .findings)
      let run = CommandLineRun(["repack", file.path, "--write"])
      #expect(run.status == .success && run.diagnostics.isEmpty)
      #expect(run.output == "\(file.path): 2 layouts rewritten\n")
      let text1 = try self.text(of: file)
      #expect(text1 == Self.written)
      #expect(CommandLineRun(["lint", file.path, "--fail-on", "note"]).status == .success)
      #expect(CommandLineRun(["repack", file.path, "--write"]).output == "\(file.path): 0 layouts rewritten\n")
      let text2 = try self.text(of: file)
      #expect(text2 == Self.written)
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o640)
      let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      #expect(names == ["advert.yml"])
    }
  }

  @Test func oneLayoutIsRewritten() throws {
    try withFile(Self.manifest) { file in
      let run = CommandLineRun(["repack", file.path, "--write", "--layout", "other"])
      #expect(run.output == "\(file.path): 1 layout rewritten\n")
      let text3 = try self.text(of: file)
      #expect(
        text3
          == Self.manifest.replacing(
            "{advertising: \"020106 03030f18\", scanResponse: \"0509476f476f\"}",
            with: "{advertising: \"02 01 06 03 03 0f 18 05 09 47 6f 47 6f\"}"))
      #expect(CommandLineRun(["repack", file.path, "--layout", "none"]).status == .failure)
    }
  }

  @Test func linkStaysALink() throws {
    try withFile(Self.manifest) { file in
      let link = file.deletingLastPathComponent().appending(path: "link.yml")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      #expect(CommandLineRun(["repack", link.path, "--write"]).status == .success)
      let text4 = try self.text(of: file)
      #expect(text4 == Self.written)
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
      #expect(target == file.path)
    }
  }

  @Test(arguments: [manifest, manifest.replacing("\n", with: "\r\n"), String(manifest.dropLast(2)) + "ö"])
  func diffIsAppliedByGit(_ manifest: String) throws {
    try withFile(manifest.hasSuffix("ö") ? manifest.dropLast() + "}" : manifest) { file in
      let old = try text(of: file)
      let diff = CommandLineRun(["repack", file.path, "--diff"])
      #expect(diff.status == .success && diff.diagnostics.isEmpty)
      let text5 = try self.text(of: file)
      #expect(text5 == old)
      let patch = file.deletingLastPathComponent().appending(path: "patch")
      try Data(diff.output.replacing(file.path, with: "advert.yml").utf8).write(to: patch)
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/env")
      git.arguments = ["git", "apply", "-p0", "--whitespace=nowarn", patch.path]
      git.currentDirectoryURL = file.deletingLastPathComponent()
      try git.run()
      git.waitUntilExit()
      #expect(git.terminationStatus == 0, "\(diff.output)")
      let applied = try text(of: file)
      try Data(old.utf8).write(to: file)
      #expect(CommandLineRun(["repack", file.path, "--write"]).status == .success)
      let text6 = try self.text(of: file)
      #expect(text6 == applied)
      #expect(CommandLineRun(["repack", file.path, "--diff"]).output.isEmpty)
    }
  }

  @Test func linesOfHexAreRewritten() throws {
    let text = "# A\none: 02 01 06 # adv\none scan-response: 03 03 0f 18 # response\n"
    try withFile(text, named: "layouts.hex") { file in
      #expect(CommandLineRun(["repack", file.path, "--write"]).status == .success)
      let text7 = try self.text(of: file)
      #expect(text7 == "# A\none: 02 01 06 03 03 0f 18 # adv\none scan-response:  # response\n")
    }
  }

  @Test func expectationsAreDemanded() throws {
    let text = "layouts:\n  a:\n    advertising: 02 01 06 03 03 0f 18\n    expect: {services: [180a]}\n"
    try withFile(text) { file in
      #expect(CommandLineRun(["repack", file.path, "--write"]).status == .success)
      let text8 = try self.text(of: file)
      #expect(text8 == text.replacing("03 03 0f 18", with: "05 03 0f 18 0a 18"))
    }
  }

  @Test func nameIsDemanded() throws {
    try withFile(Self.manifest) { file in
      let run = CommandLineRun(["repack", file.path, "--layout", "helmet", "--name", "Elsewhere", "--form", "hex"])
      #expect(run.status == .findings && run.output.isEmpty)
      #expect(run.diagnostics.hasSuffix(": the name is not \"Elsewhere\"\n"))
      #expect(CommandLineRun(["repack", file.path, "--layout", "helmet", "--name", "SHS-2071"]).status == .success)
    }
  }

  @Test func whatCannotBeRewrittenIsRefused() throws {
    let flow = "layouts:\n  a:\n    advertising: [ {flags: 6}, # first\n      {appearance: 0} ]\n"
    try withFile(flow) { file in
      let run = CommandLineRun(["repack", file.path, "--write"])
      #expect(run.status == .failure)
      #expect(run.diagnostics.contains("line 3, column 18: comments between brackets would be lost"))
      let text9 = try self.text(of: file)
      #expect(text9 == flow)
    }
    try withFile("layouts:\n  a: &a {advertising: 02 01 06}\n  b: *a\n") { file in
      let run = CommandLineRun(["repack", file.path, "--write"])
      #expect(run.status == .failure && run.diagnostics.contains("found an anchor (&) or alias (*)"))
    }
    #expect(CommandLineRun(["repack", "--adv", "020106", "--write"]).status == .failure)
    #expect(CommandLineRun(["repack", "--adv", "020106", "--write", "--diff"]).status == .failure)
  }

  /// What is emitted is a manifest that says what the plans say.
  @Test func emittedManifestIsReadBack() throws {
    try withFile(Self.manifest) { file in
      let emitted = CommandLineRun(["repack", file.path, "--form", "yaml"])
      #expect(emitted.status == .success)
      try withFile(emitted.output, named: "emitted.yml") { new in
        let lint = CommandLineRun(["lint", new.path])
        #expect(lint.status == .success && lint.diagnostics.isEmpty)
        let plans = CommandLineRun(["repack", new.path, "--form", "hex"]).output
        let old = CommandLineRun(["repack", file.path, "--form", "hex"]).output
        func hex(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix("#") } }
        #expect(hex(plans) == hex(old))
      }
    }
  }
}
