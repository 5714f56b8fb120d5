import ArgumentParser
import Foundation
import Testing

@testable import advert

/// No result is written over a file that a command reads, and no two results are one file: for every option of every
/// command that takes a file, as the commands list them.
@Suite struct OutputGuardTests {
  /// An option or an argument that takes a file.
  struct FileOption: Sendable, CustomTestStringConvertible {
    let command: String
    /// With its hyphens; empty for an argument.
    let name: String
    let isOutput: Bool
    var testDescription: String { "\(command) \(name)" }
  }

  private struct Help: Decodable {
    struct Command: Decodable {
      let commandName: String
      let subcommands: [Command]?
      let arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
      }
      let kind: String
      let names: [Name]?
      let valueName: String?
      let completionKind: Completion?
    }
    struct Completion: Decodable {
      struct File: Decodable {}
      let file: File?
    }
    let command: Command
  }

  /// The options whose files are written. All others that take a file are read.
  private static let outputs: Set<String> = ["--output", "--write-baseline", "--write-pcapng"]
  /// The options whose files are read. A new option belongs into one of the two lists.
  private static let inputs: Set<String> = ["", "--app", "--config", "--baseline", "--matching", "--against"]
  /// Words of values that are files. An option with such a value completes files.
  private static let fileWords: Set<String> = ["file", "path", "folder", "input", "capture", "old", "new"]

  static let options: [FileOption] = {
    guard let help = try? JSONDecoder().decode(Help.self, from: Data(AdvertCommand._dumpHelp().utf8)) else { return [] }
    return (help.command.subcommands ?? []).flatMap { command in
      (command.arguments ?? []).filter { $0.completionKind?.file != nil }.map { argument in
        let name = argument.names?.first { $0.kind == "long" }.map { "--" + $0.name } ?? ""
        return FileOption(command: command.commandName, name: name, isOutput: outputs.contains(name))
      }
    }
  }()

  /// A header that a program includes is read, so nothing is written over it.
  @Test func includedHeader() throws {
    try TextFile.inFolder { folder in
      let header = "#define NAME \"Tag\"\n"
      try TextFile.write(header, to: folder + "/config.h")
      try TextFile.write(
        "#include \"config.h\"\nvoid setup() { NimBLEDevice::init(NAME); }\n", to: folder + "/main.ino")
      let run = CommandLineRun(["lint", folder + "/main.ino", "--write-baseline", folder + "/config.h"])
      #expect(run.status == .failure && run.diagnostics.contains("config.h: is an input"), "\(run.transcript)")
      #expect(try String(contentsOfFile: folder + "/config.h", encoding: .utf8) == header)
    }
  }

  @Test func everyOptionIsKnown() throws {
    #expect(Self.options.count > 30)
    #expect(Set(Self.options.map(\.name)) == Self.outputs.union(Self.inputs))
    let help = try JSONDecoder().decode(Help.self, from: Data(AdvertCommand._dumpHelp().utf8))
    let all = (help.command.subcommands ?? []).flatMap { $0.arguments ?? [] }
    for argument in all where argument.kind != "flag" && argument.completionKind?.file == nil {
      #expect(!Self.fileWords.contains(argument.valueName ?? ""), "\(argument.names?.map(\.name) ?? [])")
    }
  }

  /// What a command needs besides.
  private static func required(_ command: String, _ capture: String) -> [String] {
    switch command {
    case "emit": ["--form", "c"]
    case "init": ["--force"]
    case "diff": [capture]
    case "language-server", "schema", "rules", "profiles": []
    default: []
    }
  }

  private static func needsInput(_ command: String) -> Bool {
    !["schema", "rules", "profiles", "language-server"].contains(command)
  }

  private func inFolder(_ body: (_ folder: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "guard-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/d", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// The paths that lead to one file.
  private func disguises(_ name: String, in folder: String) throws -> [String] {
    let path = folder + "/" + name
    try FileManager.default.createSymbolicLink(atPath: path + ".soft", withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: path + ".hard")
    return [path, folder + "/d/../" + name, folder + "/./" + name, path + ".soft", path + ".hard"]
  }

  private static let capture = CommandLineRun.root.appending(path: "Fixtures/angi/before.btsnoop").path

  @Test(arguments: options.filter { !$0.isOutput }) func inputsStayAsTheyAre(_ input: FileOption) throws {
    let written = Self.options.filter { $0.isOutput && $0.command == input.command }
    for output in written where !(input.name == "--baseline" && output.name == "--write-baseline") {
      try inFolder { folder in
        let other = folder + "/other.btsnoop"
        try FileManager.default.copyItem(atPath: Self.capture, toPath: other)
        try FileManager.default.copyItem(atPath: Self.capture, toPath: folder + "/file")
        let before = try Data(contentsOf: URL(filePath: folder + "/file"))
        for path in try disguises("file", in: folder) {
          let read = input.name.isEmpty ? [folder + "/file"] : [input.name, folder + "/file"]
          let rest =
            Self.required(input.command, other) + (input.name.isEmpty || !Self.needsInput(input.command) ? [] : [other])
          let run = CommandLineRun([input.command] + read + rest + [output.name, path])
          #expect(run.status == .failure, "\(input) \(output) \(path)")
          let expected = "advert: \(path): is an input, so results are not written to it\n"
          #expect(
            run.diagnostics == expected || run.diagnostics.contains("exclude"), "\(input) \(output): \(run.diagnostics)"
          )
          #expect(try Data(contentsOf: URL(filePath: folder + "/file")) == before)
          #expect(FileManager.default.fileExists(atPath: path))
        }
      }
    }
  }

  /// An incomplete result would be kept in this file.
  @Test func inputsWithTheNameOfAnIncompleteResult() throws {
    try inFolder { folder in
      let path = folder + "/out.partial"
      try FileManager.default.copyItem(atPath: Self.capture, toPath: path)
      let run = CommandLineRun(["inspect", path, folder + "/missing", "-o", folder + "/out"])
      #expect(run.status == .failure && run.diagnostics.hasPrefix("advert: \(path): is an input"), "\(run.diagnostics)")
      #expect(FileManager.default.contentsEqual(atPath: path, andPath: Self.capture))
    }
  }

  /// A file in a folder that is read, and the files that tell facts of a program.
  @Test func filesThatAreFound() throws {
    try inFolder { folder in
      try FileManager.default.copyItem(atPath: Self.capture, toPath: folder + "/d/a.btsnoop")
      try "CONFIG_BT_DEVICE_NAME=\"Lamp\"\n".write(toFile: folder + "/prj.conf", atomically: true, encoding: .utf8)
      try "int main(void) { bt_le_adv_start(p, a, 1, 0, 0); }\n".write(
        toFile: folder + "/main.c", atomically: true, encoding: .utf8)
      for (input, output) in [("/d", "/d/a.btsnoop"), ("/main.c", "/prj.conf"), ("/main.c", "/./main.c")] {
        let run = CommandLineRun(["lint", folder + input, "-o", folder + output])
        #expect(run.status == .failure && run.diagnostics.contains("is an input"), "\(output): \(run.diagnostics)")
      }
    }
  }

  @Test func twoResultsAreTwoFiles() throws {
    for (first, second) in [("--output", "--write-baseline"), ("--output", "--write-pcapng")] {
      try inFolder { folder in
        try FileManager.default.copyItem(atPath: Self.capture, toPath: folder + "/old")
        for path in try disguises("old", in: folder) + [folder + "/d/../new", folder + "/new"] {
          let one = path.contains("new") ? folder + "/new" : folder + "/old"
          let run = CommandLineRun(["lint", Self.capture, first, one, second, path])
          #expect(run.status == .failure, "\(path)")
          #expect(run.diagnostics == "advert: \(path): is the file of another result, too\n", "\(run.diagnostics)")
          #expect(!FileManager.default.fileExists(atPath: folder + "/new"))
        }
        #expect(FileManager.default.contentsEqual(atPath: folder + "/old", andPath: Self.capture))
      }
    }
  }

  @Test(arguments: options.filter { $0.name == "--output" && $0.command != "language-server" }) func emptyPaths(
    _ output: FileOption
  ) {
    let input = Self.needsInput(output.command) ? [Self.capture] : []
    let run = CommandLineRun([output.command] + input + Self.required(output.command, Self.capture) + ["-o", ""])
    #expect(run.status == .failure, "\(output)")
    #expect(run.diagnostics == "advert: expected a file for the result, found an empty path\n", "\(run.diagnostics)")
  }
}
