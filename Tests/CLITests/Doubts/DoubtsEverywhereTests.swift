import Foundation
import Testing

@testable import advert

/// Every command tells the doubts of a layout in every form, with their causes.
@Suite struct DoubtsEverywhereTests {
  /// Commands with the forms of their outputs.
  private static let commands = [
    "lint", "lint --format json", "lint --format sarif", "lint --format junit", "lint --format markdown", "reach",
    "reach --format json", "repack", "repack --format json", "emit --form c", "emit --form zephyr", "emit --form yaml",
    "emit --form hex", "report", "report --format markdown",
  ]

  @Test(
    arguments: [
      // Values from outside the image, of no parameter that is assumed.
      ("flash-thumb.bin", "what is there comes from outside the image"),
      // Arrays that the program can write to.
      ("zephyr-thumb.elf", "the program can write there before it sends"),
    ], commands)
  func causesInImagesAreSaid(_ row: (image: String, words: String), _ command: String) {
    let run = CommandLineRun(command.split(separator: " ").map(String.init) + ["Fixtures/images/\(row.image)"])
    #expect((run.diagnostics + run.output).joinedLines.contains(row.words), "\(run.diagnostics)")
    // An output that is handed on to others has it too.
    let isShared = command.hasPrefix("emit") || command.hasPrefix("report") || command.contains("json")
    if isShared { #expect(run.output.joinedLines.contains(row.words)) }
  }

  @Test(arguments: commands)
  func placeholdersOfManifestsAreSaid(_ command: String) throws {
    try inManifest("03 03 ?? ??") { path in
      let run = CommandLineRun(command.split(separator: " ").map(String.init) + [path])
      let words = "bytes 2 to 3 of the scan response vary: the manifest has placeholders there"
      #expect(run.output.joinedLines.contains(words), "\(run.output)")
    }
  }

  /// A structure that reaches beyond the end: what follows the first length that may be wrong is not certain.
  @Test(arguments: [
    "lint", "lint --format json", "reach", "reach --format json", "repack --format json", "emit --form c",
    "emit --form yaml", "report",
  ]) func lengthsThatOverrun(_ command: String) {
    let hex = "0201060c0941636d6520547261636b657205ff5900010203030f18"
    let layout = ["--adv", hex, "--scan-response", "03030d18"]
    let run = CommandLineRun(command.split(separator: " ").map(String.init) + layout)
    #expect(
      run.output.joinedLines.contains("an AD structure reaches beyond the end"), "\(run.output)\(run.diagnostics)")
  }

  /// A doubt of a log is in each document that has the layout.
  @Test(arguments: ["inspect", "lint", "repack"])
  func causesInLogsAreKeys(_ command: String) throws {
    try TextFile.inFolder { folder in
      let log = folder + "/scan.log"
      try TextFile.write("12:00:00.000 AA:BB:CC:DD:EE:FF -60 data: 02010603030f18\n", to: log)
      let run = CommandLineRun([command, log, "--format", "json"])
      #expect(run.output.contains("logDoesNotSay"), "\(run.output)\(run.diagnostics)")
    }
  }

  /// Documents list a layout that was judged with a doubt even where it has no finding.
  @Test(arguments: ["text", "json", "sarif", "markdown", "junit"]) func layoutsWithoutFindings(_ format: String) throws
  {
    try TextFile.inFolder { folder in
      let log = folder + "/scan.log"
      try TextFile.write("12:00:00.000 C0:11:22:33:44:55 (random) -60 data: 02010603030f18\n", to: log)
      let run = CommandLineRun(["lint", log, "--format", format])
      #expect(run.output.joinedLines.contains("the block of the data is not known"), "\(run.output)")
    }
    let certain = CommandLineRun(["lint", "--adv", "02010603030f18", "--format", format])
    #expect(!certain.output.contains("not known"), "\(certain.output)")
  }

  /// A result is complete where all octets are known, and no other parameter than an assumed one gives other findings.
  @Test(arguments: [
    // The rest of a name that iOS cuts.
    ("Fixtures/sources/Peripheral.swift", false),
    // A run that supposed something made the company of the test id.
    ("Fixtures/images/softdevice-named-thumb.elf", false), ("Fixtures/images/flash-switched-on-thumb.bin", false),
    // The data have the same findings with each kind of advertising, and octets that vary are known to.
    ("Fixtures/images/zephyr-thumb.elf", true), ("Fixtures/sources/Lamp.kt", true),
    ("Fixtures/angi/before.hex", true),
  ]) func unknownOctetsAreNotComplete(_ path: String, _ isComplete: Bool) {
    let words = "not all that was judged is known"
    let json = CommandLineRun(["lint", path, "--format", "json"])
    #expect(json.output.contains("\"complete\": \(isComplete)"), "\(json.transcript)")
    let sarif = CommandLineRun(["lint", path, "--format", "sarif"])
    #expect(sarif.output.contains("\"complete\": \(isComplete)"))
    let junit = CommandLineRun(["lint", path, "--format", "junit"])
    #expect(junit.output.contains("name=\"complete\" value=\"\(isComplete)\""))
    for form in ["text", "gcc", "github", "markdown"] {
      let run = CommandLineRun(["lint", path, "--format", form])
      #expect(run.output.joinedLines.lowercased().contains(words) == !isComplete, "\(run.transcript)")
      #expect(run.status == json.status)
    }
    // What is unknown is alike on both sides.
    #expect(CommandLineRun(["diff", path, path]).status == .success)
  }

  /// Flags are needed only if the device is connectable, which a command that sets data does not show.
  @Test func anAssumedKindThatDecidesIsNotComplete() throws {
    try TextFile.inFolder { folder in
      // The lengths of the parameters and of the data, and the first structure.
      for (counts, flags, isComplete) in [((14, 10), "2, 1, 6, ", true), ((11, 7), "", false)] {
        let path = folder + "/a.c"
        let head = "0x01, 0x37, 0x20, \(counts.0), 0, 3, 1, \(counts.1)"
        try TextFile.write("const uint8_t cmd[] = {\(head), \(flags)3, 3, 0x0d, 0x18, 2, 10, 4};\n", to: path)
        let run = CommandLineRun(["lint", path, "--format", "json"])
        #expect(run.output.contains("\"complete\": \(isComplete)"), "\(run.transcript)")
      }
    }
  }

  /// The end of the advertising data in a string of both blocks is a doubt in every command.
  @Test(arguments: ["lint", "reach", "reach --format json", "report --format markdown"])
  func theBoundaryOfJoinedBlocksIsSaid(_ command: String) {
    let hex = "0201060303aafe0909426f7468486572650302001805095465737404ff590001"
    let run = CommandLineRun(command.split(separator: " ").map(String.init) + ["--merged", hex])
    let said = (run.diagnostics + run.output).joinedLines
    #expect(said.contains("the input has both blocks in one string"), "\(said)")
  }

  /// Whatever the UUID is, it is hidden.
  @Test(arguments: ["03 03 ?? ??", "05 05 ?? ?? ?? ??", "11 07" + String(repeating: " ??", count: 16), "03 03 12 ??"])
  func aHiddenServiceIsFoundWhateverItIs(_ list: String) throws {
    try inManifest(list) { path in
      let lint = CommandLineRun(["lint", path])
      #expect(lint.status == .findings && lint.output.contains("[service-uuid-only-in-scan-response]"))
      let octets = list.split(separator: " ").dropFirst(2).reversed()
      let digits = octets.joined()
      let uuid = digits.count < 32 ? digits : nil
      if let uuid { #expect(lint.output.contains("service \(uuid) is only in the scan response"), "\(lint.output)") }
      // No command shows the values that stand for the placeholders.
      for command in ["lint", "reach", "repack"] {
        let run = CommandLineRun([command, path])
        #expect(run.output.contains("??") && !run.output.contains("0000"), "\(run.output)")
      }
      // The repacked layout keeps the placeholders.
      let repacked = CommandLineRun(["repack", path, "--form", "yaml"])
      #expect(repacked.output.contains("??"), "\(repacked.output)")
    }
  }

  /// Code with octets that vary does not build or run before the program sets them; hex and YAML have placeholders.
  @Test(arguments: [
    ("c", "#error \"set bytes 2 to 3 (any) of the scan response data"), ("zephyr", "#error \""),
    ("nimble", "#error \""),
    ("bluefruit", "#ifndef ADVERT_VALUES_ARE_SET"), ("android", "= ADVERT_VALUES_ARE_SET  // set bytes 2 to 3"),
    ("core-bluetooth", ": Void = ADVERT_VALUES_ARE_SET"), ("aioble", "ADVERT_VALUES_ARE_SET  # set"),
    ("espruino", "ADVERT_VALUES_ARE_SET;"), ("btmgmt", ": \"${ADVERT_VALUES_ARE_SET:?set"),
    ("hex", "scan-response: 03 03 ?? ??"), ("yaml", "??"),
  ])
  func codeWithPlaceholdersDoesNotBuild(_ form: String, _ words: String) throws {
    try inManifest("03 03 ?? ??") { path in
      let emitted = CommandLineRun(["emit", path, "--form", form])
      #expect(emitted.output.contains(words), "\(emitted.output)\(emitted.diagnostics)")
      let repacked = CommandLineRun(["repack", path, "--form", form]).output
      let isData = form == "hex" || form == "yaml"
      #expect(repacked.contains(isData ? "??" : "ADVERT_VALUES_ARE_SET"), "\(repacked)")
      #expect(repacked.contains("the manifest has placeholders there"), "\(repacked)")
      guard isData else { return }
      // What was written is read as the same.
      try TextFile.inFolder { folder in
        let written = folder + "/layout.\(form == "hex" ? "hex" : "yml")"
        try TextFile.write(emitted.output, to: written)
        let lint = CommandLineRun(["lint", written])
        #expect(lint.output.contains("service ???? is only in the scan response"), "\(lint.output)\(lint.diagnostics)")
      }
    }
    // Without placeholders nothing has to be set.
    let plain = CommandLineRun(["emit", "--adv", "02010603030f18", "--form", form]).output
    #expect(!plain.contains("ADVERT_VALUES_ARE_SET") && !plain.contains("??"))
  }

  /// Code with octets that are assumed does not build or run before someone checks them. YAML and hex have the values.
  @Test(arguments: ["c", "zephyr", "nimble", "bluefruit", "android", "core-bluetooth", "aioble", "espruino", "btmgmt"])
  func codeWithAssumedValuesDoesNotBuild(_ form: String) {
    let words = "(bytes 0 to 7 of the advertising data are assumed: the program can write there before it sends)"
    let emitted = CommandLineRun(["emit", "Fixtures/images/zephyr-thumb-split.o", "--form", form])
    #expect(emitted.status == .success)
    #expect(emitted.output.contains("check the values \(words), and define ADVERT_VALUES_ARE_SET"), "\(emitted.output)")
    // Once, because the other layout is certain.
    #expect(emitted.output.components(separatedBy: words).count == 2)
    let repacked = CommandLineRun(["repack", "Fixtures/images/zephyr-thumb-split.o", "--form", form])
    if repacked.status == .success { #expect(repacked.output.contains(words), "\(repacked.output)") }
    for data in ["hex", "yaml"] {
      let run = CommandLineRun(["emit", "Fixtures/images/zephyr-thumb-split.o", "--form", data])
      #expect(!run.output.contains("ADVERT_VALUES_ARE_SET") && run.output.contains("bytes 0 to 7"), "\(run.output)")
    }
  }

  /// Nothing is written where octets are unknown, in any form.
  @Test(arguments: ["hex", "yaml", "c", "zephyr", "nimble", "android", "aioble", "btmgmt"])
  func unknownOctetsAreNotWritten(_ form: String) {
    for (image, words) in [
      ("doubts-cut-thumb.elf", "did not end when the code was run"),
      ("doubts-stale-thumb.elf", "no code of the image wrote there"),
    ] {
      let run = CommandLineRun(["emit", "Fixtures/images/\(image)", "--form", form])
      #expect(run.status == .failure && run.output.isEmpty, "\(run.transcript)")
      #expect(run.diagnostics.joinedLines.contains(words), "\(run.diagnostics)")
    }
  }

  /// Octets from outside of an image, which have other values in the image, too.
  @Test func octetsOfStructuresInHexStayOpen() {
    let yaml = CommandLineRun(["emit", "Fixtures/images/made-hci-thumb.elf", "--form", "yaml"]).output
    #expect(yaml.contains(#"- raw: {type: 0xff, value: "?? ?? ??"}"#) && !yaml.contains("36 77 b0"), "\(yaml)")
  }

  /// No output has a service of the values that stand for the placeholders.
  @Test func noCommandNamesAnInventedService() throws {
    try inManifest("03 03 ?? ??") { path in
      let diff = CommandLineRun(["diff", path, "Fixtures/angi/before.hex"])
      #expect(diff.output.contains("service ????") && !diff.output.contains("service 0000"), "\(diff.output)")
      let page = CommandLineRun(["report", path]).output
      #expect(page.contains("move service ???? to the advertising data"), "\(page)")
      for words in ["service 0000", "UUIDs: 0000", "discovers 0000"] { #expect(!page.contains(words)) }
    }
  }

  /// A filter for one service matches or not, as the value is.
  @Test func aQuestionAboutAValueThatVariesIsOpen() throws {
    try inManifest("03 03 0f ??") { path in
      let open = CommandLineRun(["reach", path, "--service", "180f", "--for", "windows-active"])
      #expect(open.output.contains("unknown"), "\(open.output)")
      // With these octets it cannot be the one.
      let other = CommandLineRun(["reach", path, "--service", "180a", "--for", "windows-active"])
      #expect(other.output.contains("missed") && !other.output.contains("unknown"), "\(other.output)")
    }
  }

  private func inManifest(_ scanResponse: String, _ body: (String) throws -> Void) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/advert.yml"
      let text = """
        layouts:
          sensor:
            advertising: 02 01 06 05 09 41 42 43 44
            scanResponse: \(scanResponse)
        """
      try TextFile.write(text, to: path)
      try body(path)
    }
  }
}

extension String {
  /// The text without the breaks of its lines.
  fileprivate var joinedLines: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
