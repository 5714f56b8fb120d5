import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import advert

/// Source that stays true to what it is made of.
@Suite struct EmitTests {
  private static let manifest = "Fixtures/emit/advert.yml"

  @Test func checkTellsWhetherTheFileIsWhatWouldBeWritten() throws {
    try TextFile.inFolder { folder in
      let header = folder + "/advertising.h"
      let emit = ["emit", Self.manifest, "--layout", "tracker", "--form", "zephyr", "--output", header]
      #expect(CommandLineRun(emit + ["--check"]).status == .failure)
      #expect(CommandLineRun(emit).status == .success)
      let written = try TextFile.text(of: header)
      let equal = CommandLineRun(emit + ["--check"])
      #expect(equal.status == .success)
      #expect(equal.transcript == "[exit status 0]\n")

      let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
      let line = try #require(lines.firstIndex { $0.contains("Tracker-1234\", 12") })
      try TextFile.write(written.replacing("Tracker-1234\", 12", with: "Tracker-9999\", 12"), to: header)
      let differs = CommandLineRun(emit + ["--check"])
      #expect(differs.status == .findings)
      #expect(
        differs.output.hasPrefix(
          "\(header):\(line + 1): differs from what it is written from\n  expected: \tBT_DATA(BT_DATA_NAME_COMPLETE, "))
      #expect(differs.output.contains("found:    \tBT_DATA(BT_DATA_NAME_COMPLETE, \"Tracker-9999\", 12),"))
      // Nothing is written by it.
      #expect(try TextFile.text(of: header).contains("Tracker-9999"))

      for (changed, place) in [(String(written.dropLast(3)), lines.count - 1), (written + "\n", lines.count + 1)] {
        try TextFile.write(changed, to: header)
        let run = CommandLineRun(emit + ["--check"])
        #expect(run.status == .findings)
        #expect(run.output.hasPrefix("\(header):\(place): "), "\(run.output)")
      }
    }
  }

  @Test func checkNeedsAFile() {
    let run = CommandLineRun(["emit", Self.manifest, "--form", "c", "--check"])
    #expect(run.status == .failure)
    #expect(run.diagnostics.contains("--check needs --output"))
  }

  /// The file does not say where this machine has it, so that it is the same on every machine.
  @Test func whatIsWrittenNamesItsSourceFromItsOwnFolder() throws {
    try TextFile.inFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/src", withIntermediateDirectories: true)
      try TextFile.write("layouts:\n  a: { advertising: 02 01 06 }\n", to: folder + "/advert.yml")
      let emit = ["emit", folder + "/advert.yml", "--form", "zephyr", "--output"]
      #expect(CommandLineRun(emit + [folder + "/src/ad.h"]).status == .success)
      let text = try TextFile.text(of: folder + "/src/ad.h")
      #expect(!text.contains(folder), "\(text)")
      #expect(
        text.hasPrefix(
          "/* Written by advert, in this folder: advert emit ../advert.yml --form zephyr --output ad.h */\n#pragma once\n"
        ),
        "\(text)")
      #expect(text.contains("/* ../advert.yml: a: ADV_IND */"))
      // From another folder, by other paths.
      let process = try AdvertProcess(
        ["emit", "--check", "--form", "zephyr", "../advert.yml", "--output", "../src/./ad.h"],
        in: URL(filePath: folder + "/src"))
      #expect(process.status == 0, "\(process.output)")
    }
  }

  /// Patterns and names stay what they are, and end no comment.
  @Test func theCommandInTheHeadingIsHarmless() {
    let run = CommandLineRun(["emit", "--adv", "020106", "--form", "c", "--device", "a*/ ??/ 'b'"])
    #expect(run.output.hasPrefix("/* Written by advert: advert emit --adv 020106 --device 'a_/ __/ '"), "\(run.output)")
  }

  /// A form that has no call for a layout writes only comments, and the status says so.
  @Test func commentsAreNoCode() {
    let none = CommandLineRun(["emit", "--adv", "020106 0319c103", "--form", "core-bluetooth"])
    #expect(none.status == .failure)
    #expect(none.diagnostics.contains("--form core-bluetooth has no code for this layout"))
    #expect(none.output.contains("// CoreBluetooth advertises a name and service UUIDs only"))
    let some = CommandLineRun(["emit", "--adv", "020106 0319c103", "--form", "zephyr"])
    #expect(some.status == .success)
  }

  @Test func whatIsNotKnownIsSaid() {
    let passive = CommandLineRun(["emit", "Fixtures/angi/passive.btsnoop", "--form", "yaml"]).output
    #expect(passive.contains("# Not certain: the scan response is not known: none was received."))
    let alone = CommandLineRun(["emit", "--scan-response", "020106", "--form", "c"]).output
    #expect(alone.contains("/* The advertising data are not known. */"), "\(alone)")
  }

  @Test func initNeverReplacesAFileUnasked() throws {
    try TextFile.inFolder { folder in
      let file = folder + "/advert.yml"
      let start = ["init", "--output", file]
      #expect(CommandLineRun(start).status == .success)
      try TextFile.write("mine", to: file)
      let run = CommandLineRun(start + ["--adv", "020106"])
      #expect(run.status == .failure)
      #expect(run.diagnostics == "advert: \(file): exists already; --force replaces it\n")
      #expect(try TextFile.text(of: file) == "mine")
      #expect(CommandLineRun(start + ["--adv", "020106", "--force", "--schema"]).status == .success)
      let text = try TextFile.text(of: file)
      #expect(text.hasPrefix("# yaml-language-server: $schema=advert.schema.json\n"))
      #expect(try TextFile.text(of: folder + "/advert.schema.json") == CommandLineRun(["schema", "manifest"]).output)
      #expect(try Manifest(reading: text).layouts.map(\.layout.advertising) == [Payload([2, 1, 6])])
    }
  }

  /// The skeleton shows how it is done, so nothing is wrong with it.
  @Test func theSkeletonIsWithoutFindings() throws {
    try TextFile.inFolder { folder in
      #expect(CommandLineRun(["init", "--output", folder + "/advert.yml"]).status == .success)
      let run = CommandLineRun(["lint", folder + "/advert.yml", "--fail-on", "note"])
      #expect(run.status == .success, "\(run.transcript)")
    }
  }

  /// What a manifest is made of comes back octet by octet.
  @Test func initKeepsEveryOctet() throws {
    var random = SplitMix64(seed: 19)
    var lines: [String] = []
    var payloads: [Payload] = []
    for number in 0..<200 {
      var octets: [UInt8] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let value = random.octets(Int.random(in: 0...8, using: &random))
        octets += [UInt8(value.count + 1), UInt8.random(in: 0...0x30, using: &random)] + value
      }
      if number % 4 == 0 { octets += random.octets(Int.random(in: 0...3, using: &random)) }
      guard !octets.isEmpty else { continue }
      lines.append(
        "n\(number) advertising: \(Payload(octets).octets.map { String($0, radix: 16).leftPadded }.joined())")
      payloads.append(Payload(octets))
    }
    try TextFile.inFolder { folder in
      try TextFile.write(lines.joined(separator: "\n") + "\n", to: folder + "/in.hex")
      #expect(CommandLineRun(["init", folder + "/in.hex", "--output", folder + "/out.yml"]).status == .success)
      let layouts = try Manifest(reading: try TextFile.text(of: folder + "/out.yml")).layouts
      #expect(layouts.map(\.layout.advertising) == payloads)
    }
  }
}

extension String {
  fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
