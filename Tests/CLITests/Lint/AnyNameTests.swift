import Foundation
import Testing

@testable import advert

/// The name of a file is no decision: the same bytes give the same answer under the name of any other kind of file.
@Suite struct AnyNameTests {
  private static let names = [
    "in.txt", "in.c", "in.ino", "in.py", "in.h", "in.kt", "in.js", "in.rs", "in.bin", "in.img", "in.log", "in.yml",
    "in.yaml", "in.hex", "in.json", "in.png", "in.zip", "in.gz", "in.pcap", "in",
  ]

  /// Files of each kind, with the commands that read them.
  private static let files: [(path: String, commands: [String])] = [
    ("Fixtures/sessions/received.btsnoop", ["lint", "inspect", "reach"]),
    ("Fixtures/formats/pcap-187-be.pcap", ["lint", "inspect", "reach"]),
    ("Fixtures/logs/esphome.log", ["lint", "inspect", "reach"]),
    ("Fixtures/logs/btmon.log", ["lint", "inspect", "reach"]),
    ("Fixtures/images/arrays-aarch64.elf", ["lint", "reach", "decode"]),
    ("Fixtures/images/flash-thumb.hex", ["lint", "reach", "decode"]),
    ("Fixtures/sources/helmet.ino", ["lint", "reach"]),
  ]

  @Test(arguments: files) func answers(_ path: String, _ commands: [String]) throws {
    let octets = try Data(contentsOf: CommandLineRun.root.appending(path: path))
    for command in commands { try compare(octets, command) }
  }

  @Test(arguments: [
    "02010603030d180409 4f776c\n", "owl: 02010603030d18\nhen: 0201060303aafe\n",
    "layouts:\n  owl:\n    advertising:\n      - flags: [le-general-discoverable, no-br-edr]\n      - services: [180d]\n",
    "expect: [180f]\n",
  ]) func texts(_ text: String) throws {
    try compare(Data(text.utf8), "lint")
  }

  /// Runs a command on the same bytes under each name.
  private func compare(_ octets: Data, _ command: String) throws {
    try TextFile.inFolder { folder in
      func run(_ name: String) throws -> String {
        let path = folder + "/" + name
        try octets.write(to: URL(filePath: path))
        return CommandLineRun([command, path]).transcript.replacing(path, with: "INPUT")
      }
      let plain = try run("in.dat")
      for name in Self.names { #expect(try run(name) == plain, "\(command) \(name)") }
    }
  }

  /// Code under a program's name stays code, although a log can have such bytes: an array with a structure in each line is
  /// one payload, or none.
  @Test(arguments: ["a.c", "a.rs", "a.cs", "a.py"]) func codeIsNoLog(_ name: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/" + name
      try TextFile.write(
        "int main() {\n  // 02 01 06\n  // C0:11:22:33:44:55 03 03 0d 18\n  return 0;\n}\n", to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.status == .failure && !run.output.contains("C0:11"), "\(run.transcript)")
    }
  }
}
