import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertReport
import Foundation
import TestSupport
import Testing

@testable import advert

/// Every output of every command, with hostile texts in every place that a text can come from.
@Suite struct HostileOutputTests {
  /// A command's arguments without its inputs, and what reads what it prints.
  struct Form: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let medium: OutputMedium

    init(_ arguments: String, _ medium: OutputMedium) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.medium = medium
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let sources = (SourceForm.all + [.yaml]).flatMap { form in
    ["repack", "emit"].map { Form("\($0) --form \(form.id)", .source) }
  }
  private static let judging: [Form] = [
    Form("report", .page), Form("report --format markdown", .text), Form("lint", .text), Form("lint --notes", .text),
    Form("lint --format json", .json),
    Form("lint --format sarif", .json), Form("lint --format github", .annotations),
    Form("lint --format gcc", .diagnostics),
    Form("lint --format junit --fail-on note", .junit), Form("reach", .text), Form("reach --format json", .json),
    Form("reach --format jsonl", .jsonLines), Form("lint --format jsonl", .jsonLines),
    Form("repack --for android-background", .text), Form("repack --format json", .json),
  ]
  private static let reading: [Form] = [
    Form("inspect", .text), Form("inspect --format json", .json), Form("dump", .tabSeparated),
    Form("dump --format jsonl", .jsonLines), Form("inspect --format jsonl", .jsonLines),
    Form("dump --fields all", .tabSeparated), Form("dump --fields all --format jsonl", .jsonLines),
    Form("dump --fields all --format csv", .text), Form("dump --unique --fields all --format jsonl", .jsonLines),
  ]

  /// Runs a command in this process and gives what is wrong with what it says.
  private func harm(_ arguments: [String], _ medium: OutputMedium) -> String? {
    let run = CommandLineRun(arguments)
    // A text with an h in it may ask for help.
    let medium = run.output.hasPrefix("OVERVIEW: ") ? .text : medium
    if let harm = medium.harm(in: run.output) { return harm }
    // There are no rows when there is nothing to say.
    if run.output.isEmpty, run.diagnostics.isEmpty, medium != .jsonLines { return "says nothing" }
    return OutputMedium.text.harm(in: run.diagnostics).map { "diagnostics: \($0)" }
  }

  /// An own folder, gone afterwards.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  // MARK: Ways in

  @Test(arguments: (reading + judging + sources).sampled(oneIn: 12)) func offTheAir(_ form: Form) throws {
    try inFolder { folder in
      let file = folder.appending(path: "capture")
      try Data(HostileInputs.capture()).write(to: file)
      #expect(harm(form.arguments + [file.path], form.medium) == nil)
      guard ["inspect", "reach"].contains(form.arguments[0]) else { return }
      // With all there is to say.
      let devices = HostileInputs.addresses.map { "--device=\($0)" }
      #expect(harm(form.arguments + devices + [file.path], form.medium) == nil)
    }
  }

  /// Texts reach programs as they are.
  @Test func namesInDocuments() throws {
    try inFolder { folder in
      let file = folder.appending(path: "capture")
      try Data(HostileInputs.capture()).write(to: file)
      let json = CommandLineRun(["inspect", "--format", "json", file.path]).output
      let document = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let advertisers = try #require(document["advertisers"] as? [[String: Any]])
      for (index, kind) in HostileTexts.kinds.enumerated() {
        let advertiser = advertisers.first { $0["address"] as? String == HostileInputs.address(index) }
        #expect(advertiser?["name"] as? String == HostileTexts.text(kind))
      }
    }
  }

  @Test(arguments: (reading + judging).sampled(oneIn: 8)) func asNamesOfMembers(_ form: Form) throws {
    try inFolder { folder in
      let file = folder.appending(path: "archive")
      try Data(HostileInputs.archive).write(to: file)
      #expect(harm(form.arguments + [file.path], form.medium) == nil)
    }
  }

  @Test(arguments: (judging + sources + [Form("repack --diff", .diff)]).sampled(oneIn: 18)) func inDeclaredLayouts(
    _ form: Form
  ) throws {
    try inFolder { folder in
      let manifest = folder.appending(path: "advert.yml")
      try Data(HostileInputs.manifest.utf8).write(to: manifest)
      let hex = folder.appending(path: "layouts.hex")
      try Data(HostileInputs.hexLayouts.utf8).write(to: hex)
      let capture = folder.appending(path: "capture")
      try Data(HostileInputs.capture()).write(to: capture)
      #expect(harm(form.arguments + [manifest.path], form.medium) == nil)
      #expect(harm(form.arguments + [hex.path], form.medium) == nil)
      #expect(harm(form.arguments + ["--config", manifest.path, capture.path], form.medium) == nil)
      if form.arguments[0] == "repack" {
        // Without a matrix of the manifest's own scanners above.
        #expect(harm(form.arguments + ["--for", "gateway-3", manifest.path], form.medium) == nil)
      }
    }
  }

  @Test func namesOfLayoutsInYAML() throws {
    try inFolder { folder in
      let manifest = folder.appending(path: "advert.yml")
      try Data(HostileInputs.manifest.utf8).write(to: manifest)
      let read = CommandLineRun(["repack", "--form", "yaml", manifest.path]).output
      let names = try Manifest(reading: read).layouts.compactMap(\.name)
      // The longest names fit into no packet.
      #expect(names == HostileTexts.kinds.map(HostileTexts.text).filter { $0.utf8.count <= 20 || names.contains($0) })
      #expect(names.count > 30)
    }
  }

  @Test(arguments: HostileTexts.kinds.sampled(oneIn: 46)) func inArguments(_ kind: String) throws {
    try inFolder { folder in
      let text = HostileTexts.text(kind)
      let bad = folder.appending(path: "bad.yml")
      try Data(HostileInputs.badManifest(kind).utf8).write(to: bad)
      let baseline = folder.appending(path: "baseline.json")
      try HostileInputs.baseline(kind).write(to: baseline)
      let capture = "Fixtures/angi/before.btsnoop"
      let hex = "Fixtures/angi/before.hex"
      let runs: [[String]] = [
        ["inspect", "--device=\(text)", capture], ["inspect", "--service=\(text)", capture],
        ["inspect", "--irk=\(text)", capture], ["inspect", "--max-devices=\(text)", capture],
        ["inspect", "--output=\(folder.path)/missing/\(text)", capture],
        ["lint", "--for=\(text)", hex], ["lint", "--config=\(text)", hex], ["lint", "--baseline=\(text)", hex],
        ["lint", "--format=\(text)", hex], ["lint", "--device=\(text)", capture], ["lint", "--adv=\(text)"],
        ["lint", bad.path], ["lint", "--config", bad.path, hex], ["lint", "--baseline", baseline.path, hex],
        ["reach", "--for=\(text)", hex], ["reach", "--device=\(text)", hex], ["reach", "--name=\(text)", hex],
        ["repack", "--layout=\(text)", hex], ["repack", "--name=\(text)", hex], ["repack", "--form=\(text)", hex],
        ["repack", "--name=\(text)", "--form=c", hex],
        ["decode", "--", text], ["decode", "--pdu=\(text)", "020106"], ["rules", "--", text],
        ["dump", "--\(text)", capture], ["dump", "-\(text)", capture], ["dump", "--", folder.path + "/" + text], [text],
      ]
      for arguments in runs {
        #expect(harm(arguments, arguments[0] == "dump" ? .tabSeparated : .text) == nil, "\(arguments)")
      }
    }
  }

  /// Names of files stand at the beginning of lines, and only there when the file is in the working directory.
  @Test(arguments: (reading + judging + [sources[1]]).sampled(oneIn: 10)) func asNamesOfFiles(_ form: Form) throws {
    try inFolder { folder in
      var arguments: [String] = []
      for kind in HostileTexts.kinds {
        let name = HostileTexts.fileName(kind)
        try Data(HostileInputs.capture(["harmless"])).write(to: folder.appending(path: name))
        arguments.append(name.hasPrefix("-") ? "./" + name : name)
      }
      let run = try AdvertProcess(form.arguments + arguments, in: folder)
      #expect(form.medium.harm(in: run.output) == nil)
      #expect(OutputMedium.text.harm(in: run.diagnostics) == nil)
      switch form.medium {
      case .annotations:
        // Harmless ones are found again.
        let files = run.output.split(separator: "\n").compactMap { Annotation($0)?.properties["file"] }
        #expect(Set(files) == Set(arguments.map(HostileText.harmless)))
      case .tabSeparated:
        let files = run.output.split(separator: "\n").dropFirst().compactMap { $0.split(separator: "\t").first }
        #expect(Set(files.map { HostileTexts.original(of: String($0)) }) == Set(arguments))
      default: #expect(!run.output.isEmpty)
      }
    }
  }

  @Test(
    arguments: [
      Form("lint", .text), Form("reach", .text), Form("repack", .text), Form("repack --diff", .diff),
      Form("repack --write", .text), Form("lint --format sarif", .json), Form("lint --format github", .annotations),
    ].sampled(oneIn: 3))
  func asNamesOfFilesOfLayouts(_ form: Form) throws {
    try inFolder { folder in
      var arguments: [String] = []
      for kind in HostileTexts.kinds {
        let name = HostileTexts.fileName(kind)
        try FileManager.default.copyItem(
          at: CommandLineRun.root.appending(path: "Fixtures/angi/before.hex"), to: folder.appending(path: name))
        arguments.append(name.hasPrefix("-") ? "./" + name : name)
      }
      let run = try AdvertProcess(form.arguments + arguments, in: folder)
      #expect(form.medium.harm(in: run.output) == nil)
      #expect(OutputMedium.text.harm(in: run.diagnostics) == nil)
      #expect(!run.output.isEmpty)
    }
  }
}
