import Foundation
import Testing

@testable import advert

/// A file of results is whole or absent.
@Suite struct OutputFileTests {
  private static let before = "Fixtures/angi/before.btsnoop"

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(
    arguments: [
      ["inspect", "Fixtures/missing.log"], ["lint", "Fixtures/missing.log"],
      ["lint", before, "--config", "missing.yml"],
      ["reach", before, "--for", "nobody"], ["repack", before, "--device", "Elsewhere"],
      ["dump", "Fixtures/missing.log", "--format", "jsonl"], ["decode", "0"], ["rules", "no-such-rule"],
    ])
  func aRunWithoutResultLeavesNoOlderOne(_ command: [String]) throws {
    try TextFile.inFolder { folder in
      let file = folder + "/result"
      try TextFile.write("older", to: file)
      let run = CommandLineRun(command + ["-o", file])
      #expect(run.status == .failure)
      #expect(try !Self.names(in: folder).contains("result"), "\(run.transcript)")
      #expect(run.diagnostics.contains(file), "\(run.diagnostics)")
    }
  }

  @Test(arguments: ["inspect", "reach", "dump"]) func aPartOfAResultIsBesideItsPlace(_ command: String) throws {
    try TextFile.inFolder { folder in
      let file = folder + "/result"
      try TextFile.write("older", to: file)
      let run = CommandLineRun([command, Self.before, "Fixtures/missing.log", "-o", file])
      #expect(run.status == .failure)
      #expect(run.diagnostics.hasSuffix("advert: \(file): not complete, so it is in \(file).partial\n"))
      #expect(try Self.names(in: folder) == ["result.partial"])
      #expect(try TextFile.text(of: file + ".partial").contains("F0:F1:F2:F3:F4:F5"))
    }
  }

  /// A link stays a link, also one whose file is not there yet.
  @Test func aLinkToNothingIsFollowed() throws {
    try TextFile.inFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "d/second")
      try FileManager.default.createSymbolicLink(atPath: folder + "/d/second", withDestinationPath: "result")
      #expect(CommandLineRun(["inspect", Self.before, "-o", folder + "/link"]).status == .success)
      #expect(try TextFile.text(of: folder + "/d/result").contains("F0:F1:F2:F3:F4:F5"))
      #expect(try Self.names(in: folder) == ["d", "link"])
      #expect(try Self.names(in: folder + "/d") == ["result", "second"])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/link") == "d/second")
    }
  }

  /// A link that leads to itself is no place for a result, and stays.
  @Test func aLinkToItselfIsRefused() throws {
    try TextFile.inFolder { folder in
      try FileManager.default.createSymbolicLink(atPath: folder + "/one", withDestinationPath: "two")
      try FileManager.default.createSymbolicLink(atPath: folder + "/two", withDestinationPath: "one")
      for path in ["/one", "/two"] {
        let run = CommandLineRun(["inspect", Self.before, "-o", folder + path])
        #expect(run.status == .failure)
        #expect(
          run.diagnostics == "advert: \(folder + path): cannot be written: too many levels of symbolic links\n")
      }
      #expect(try Self.names(in: folder) == ["one", "two"])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/one") == "two")
    }
  }

  /// In a container, each run has the same number.
  @Test func whatARunLeftIsPassedOver() throws {
    try TextFile.inFolder { folder in
      let left = "result.advert-\(getpid())"
      try TextFile.write("left", to: folder + "/" + left)
      #expect(CommandLineRun(["inspect", Self.before, "-o", folder + "/result"]).status == .success)
      #expect(try Self.names(in: folder) == ["result", left])
      #expect(try TextFile.text(of: folder + "/" + left) == "left")
    }
  }

  @Test func onlyFilesAreRewritten() throws {
    try TextFile.inFolder { folder in
      let pipe = folder + "/pipe"
      _ = unsafe mkfifo(pipe, 0o600)
      #expect(throws: CommandFailure.self) { try ReplacedFile.replace(pipe, with: "new") }
      // It is not waited for.
      let run = CommandLineRun(["repack", pipe, "--write"])
      #expect(run.status == .failure)
      #expect(
        run.diagnostics == "advert: \(pipe): cannot be rewritten: expected a file, found a pipe or a device\n")
    }
  }

  /// Room that is not there is found before anything is overwritten.
  @Test(arguments: ["", "short", String(repeating: "longer ", count: 40_000)])
  func aFileThatCannotBeReplaced(_ content: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/a.h"
      try TextFile.write("the old content", to: path)
      var file = InPlaceFile(path)
      file.append(content.utf8)
      let full = unsafe open("/dev/full", O_WRONLY)
      if content.utf8.count > 15 {
        #expect(!file.write(to: full))
      }
      close(full)
      #expect(try TextFile.text(of: path) == "the old content")
      let descriptor = unsafe open(path, O_WRONLY)
      #expect(file.write(to: descriptor))
      close(descriptor)
      #expect(try TextFile.text(of: path) == content)
    }
  }

  /// These say themselves what is missing.
  @Test(arguments: ["json", "sarif", "junit", "github", "gcc", "text"])
  func reportsOfLintSayWhatIsMissing(_ format: String) throws {
    try TextFile.inFolder { folder in
      let file = folder + "/result"
      try TextFile.write("older", to: file)
      let run = CommandLineRun(["lint", Self.before, "Fixtures/missing.log", "--format", format, "-o", file])
      #expect(run.status == .failure)
      #expect(try Self.names(in: folder) == ["result"])
      let text = try TextFile.text(of: file)
      #expect(text.contains("input-unread") && text.contains("no such file or directory"), "\(text)")
    }
  }

  @Test func nothingIsRemovedThatMayBeAnInput() throws {
    try TextFile.inFolder { folder in
      let file = folder + "/a.yml"
      try TextFile.write("layouts: {a: {advertising: 02 01 06}}\n", to: file)
      for command in [["lint", file], ["lint", folder], ["repack", "--config=\(file)"]] {
        let run = CommandLineRun(command + ["--for", "nobody", "-o", file])
        #expect(run.status == .failure)
        #expect(try Self.names(in: folder) == ["a.yml"], "\(command): \(run.transcript)")
        #expect(try TextFile.text(of: file).hasPrefix("layouts"))
      }
    }
  }

  @Test func aResultThatIsEmptyReplacesAnOlderOne() throws {
    try TextFile.inFolder { folder in
      try TextFile.write("older", to: folder + "/result")
      try ReplacedFile(folder + "/result").keep()
      #expect(try TextFile.text(of: folder + "/result").isEmpty)
    }
  }

  @Test func theModeAndLinksStay() throws {
    try TextFile.inFolder { folder in
      let file = folder + "/result"
      let link = folder + "/link"
      try TextFile.write("older", to: file)
      _ = unsafe chmod(file, 0o640)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "result")
      #expect(CommandLineRun(["rules", "-o", link]).status == .success)
      #expect(try TextFile.text(of: file) == CommandLineRun(["rules"]).output)
      #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o640)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "result")
      #expect(try Self.names(in: folder) == ["link", "result"])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away")) func theOwnerStays() throws {
    try TextFile.inFolder { folder in
      let file = folder + "/advert.yml"
      let layout = "{ advertising: 02 01 06, scanResponse: 03 03 0f 18 }"
      try TextFile.write("layouts:\n  a: \(layout)\n", to: file)
      _ = unsafe chown(file, 4711, 4712)
      _ = unsafe chmod(file, 0o604)
      let run = CommandLineRun(["repack", file, "--write"])
      #expect(run.status == .success, "\(run.transcript)")
      #expect(try !TextFile.text(of: file).contains(layout))
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.ownerAccountID] as? Int == 4711)
      #expect(attributes[.groupOwnerAccountID] as? Int == 4712)
      #expect(attributes[.posixPermissions] as? Int == 0o604)
    }
  }

  @Test func whatIsNoFileIsWrittenDirectly() {
    #expect(CommandLineRun(["rules", "-o", "/dev/null"]).status == .success)
    #expect(CommandLineRun(["inspect", "Fixtures/missing.log", "-o", "/dev/null"]).status == .failure)
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }
}
