import Foundation
import Testing

@testable import advert

/// A folder in place of a file: the programs of a project, captures, or both.
@Suite struct ProjectFolderTests {
  private static let sketch = """
    #include <ArduinoBLE.h>
    void setup() {
      BLE.begin();
      BLE.setLocalName("NAME");
      BLE.setAdvertisedServiceUuid("180f");
      BLE.advertise();
    }
    void loop() {}

    """
  private static let scanning = "import asyncio\nprint(asyncio)\n"

  private func inFolder(_ files: [(path: String, text: String)], _ body: (String) throws -> Void) throws {
    try TextFile.inFolder { folder in
      for file in files {
        let path = folder + "/" + file.path
        try FileManager.default.createDirectory(
          at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try TextFile.write(file.text.replacing("NAME", with: file.path.split(separator: "/")[0]), to: path)
      }
      try body(folder)
    }
  }

  /// The programs that are read of a folder.
  @Test(arguments: [
    (["a/a.ino"], ["a"]), (["a/a.ino", "b/b.cpp", "c.py"], ["a", "b"]), (["src/main.cpp", "platformio.ini"], ["src"]),
    (["a/a.ino", ".pio/libdeps/x/x.ino", "node_modules/x/x.ino", "build/x.ino"], ["a"]),
    (["a/a.ino", "lib/x/library.properties", "lib/x/examples/x/x.ino"], ["a"]),
    (["library.properties", "examples/x/x.ino"], ["examples"]), (["a/a.ino", "a/a.txt", "a/README.md"], ["a"]),
  ]) func programs(_ paths: [String], _ names: [String]) throws {
    let files = paths.map { path in
      (path: path, text: path.hasSuffix(".ino") || path.hasSuffix(".cpp") ? Self.sketch : Self.scanning)
    }
    try inFolder(files) { folder in
      for form in ["", "/"] {
        let run = CommandLineRun(["emit", folder + form, "--form", "hex"])
        #expect(
          run.output.split(separator: "\n").count { $0.contains("advertising: 02") } == names.count, "\(run.transcript)"
        )
        for name in names { #expect(run.output.contains("\"\(name)\""), "\(run.transcript)") }
      }
    }
  }

  @Test(arguments: ["lint", "reach", "repack"]) func commands(_ command: String) throws {
    try inFolder([("a/a.ino", Self.sketch), ("notes.md", "nothing")]) { folder in
      let run = CommandLineRun([command, folder])
      #expect(run.output.contains("a/a.ino"), "\(run.transcript)")
      #expect(run.diagnostics.contains("left out 1 file that holds no capture and no program"), "\(run.diagnostics)")
    }
  }

  /// A folder with a capture and a program has both; commands for captures read only the capture.
  @Test func both() throws {
    try inFolder([("a/a.ino", Self.sketch)]) { folder in
      try FileManager.default.copyItem(
        atPath: CommandLineRun.root.path + "/Fixtures/angi/before.btsnoop", toPath: folder + "/before.btsnoop")
      let run = CommandLineRun(["lint", folder])
      #expect(run.output.contains("/a/a.ino") && run.output.contains("/before.btsnoop"), "\(run.transcript)")
      #expect(!CommandLineRun(["inspect", folder]).output.contains("a.ino"))
    }
  }

  @Test func whatIsNotReadIsNamed() throws {
    try inFolder([
      ("a/a.ino", Self.sketch.replacing("\"180f\"", with: "uuid()")), ("b/b.ino", Self.sketch),
      (".pio/x.ino", Self.sketch),
    ]) { folder in
      let run = CommandLineRun(["lint", folder])
      #expect(run.output.contains("what uuid() returns is not known"), "\(run.transcript)")
      #expect(run.diagnostics.contains("did not look for programs in 1 file of libraries"), "\(run.diagnostics)")
    }
  }

  /// A link to a file outside of the folder is no program of the project.
  @Test func linksStayInside() throws {
    try inFolder([("in/a/a.ino", Self.sketch), ("out.ino", Self.sketch)]) { folder in
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/in/b.ino", withDestinationPath: folder + "/out.ino")
      let run = CommandLineRun(["emit", folder + "/in", "--form", "hex"])
      #expect(run.output.split(separator: "\n").count { $0.hasPrefix("advertising:") } == 1, "\(run.transcript)")
      #expect(run.diagnostics.contains("links to other folders"), "\(run.diagnostics)")
    }
  }
}
