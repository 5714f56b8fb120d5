import Foundation
import TestSupport
import Testing

/// Every output of a comparison, with hostile texts in every place that a text can come from, on either side.
@Suite struct HostileDiffTests {
  static let forms: [(format: String, medium: OutputMedium)] = [
    ("text", .text), ("json", .json), ("markdown", .markdown),
  ]

  @Test(arguments: forms.map(\.format)) func inEveryInput(_ format: String) throws {
    let medium = try #require(Self.forms.first { $0.format == format }).medium
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ name: String, _ data: Data) throws -> String {
      let file = folder.appending(path: name)
      try data.write(to: file)
      return file.path
    }
    let capture = try write("capture", Data(HostileInputs.capture()))
    // Each device says the text of another one.
    let turned = try write("turned", Data(HostileInputs.capture(HostileTexts.kinds.reversed())))
    let archive = try write("archive", Data(HostileInputs.archive))
    let manifest = try write("advert.yml", Data(HostileInputs.manifest.utf8))
    let hex = try write("layouts.hex", Data(HostileInputs.hexLayouts.utf8))
    let pairs = [
      [capture, turned], [turned, archive], [manifest, hex], [hex, capture], [capture, manifest], [archive, manifest],
    ]
    for pair in pairs.sampled(oneIn: 6, seed: UInt64(format.count)) {
      for device in [[], ["--device", "*"]] {
        let run = CommandLineRun(["diff"] + pair + device + ["--format", format])
        #expect(medium.harm(in: run.output) == nil, "\(pair)")
        #expect(OutputMedium.text.harm(in: run.diagnostics) == nil)
        #expect(run.status.rawValue == 1 && !run.output.isEmpty)
      }
    }
  }

  /// Names of files are in the heading.
  @Test(arguments: HostileTexts.kinds.sampled(oneIn: 24)) func asNamesOfFiles(_ kind: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-diff-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: HostileTexts.fileName(kind))
    try FileManager.default.copyItem(at: CommandLineRun.root.appending(path: "Fixtures/angi/before.hex"), to: file)
    for (format, medium) in Self.forms {
      let run = CommandLineRun(["diff", file.path, "Fixtures/angi/after.hex", "--format", format])
      #expect(medium.harm(in: run.output) == nil && run.status.rawValue == 1)
      let missing = CommandLineRun(["diff", "Fixtures/angi/after.hex", file.path + "x", "--ignore=\(kind)"])
      #expect(OutputMedium.text.harm(in: missing.diagnostics) == nil)
    }
  }
}
