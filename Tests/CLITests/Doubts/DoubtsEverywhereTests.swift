import Foundation
import Testing

@testable import advert

/// Every command tells the doubts of a layout in every form, with their causes.
@Suite struct DoubtsEverywhereTests {
  /// Commands with the forms of their outputs. The first ones judge: they take every input with layouts.
  private static let commands = [
    "lint", "lint --format json", "lint --format jsonl", "lint --format sarif", "lint --format junit",
    "lint --format markdown", "lint --format github", "lint --format gcc", "reach", "reach --format json",
    "reach --format jsonl", "repack", "repack --format json", "repack --form c", "repack --form yaml",
    "emit --form c", "emit --form zephyr", "emit --form yaml", "emit --form hex", "report", "report --format markdown",
  ]
  /// Commands that take two sides.
  private static let comparing = ["diff", "diff --format json", "diff --format markdown"]
  /// Commands that take what was received.
  private static let hearing = ["inspect", "inspect --format json", "inspect --format jsonl", "watch --format jsonl"]
  /// Commands that take payloads and images.
  private static let decoding = ["decode", "decode --format json"]

  /// A cause of doubt, with an input that has it.
  struct Cause: Sendable, CustomTestStringConvertible {
    /// The id of the cause in documents.
    let id: String
    /// The words of the cause.
    let words: String
    /// A path or options; for a text, the name of its file.
    var input: [String]
    /// The text to write first.
    var text: String?
    /// Commands that say the cause in words of their own, or state nothing about the layout.
    var others: [String: String] = [:]
    /// Whether octets are unknown, so that nothing is written or moved.
    var isUnknown = false

    var testDescription: String { id }

    /// Whether a command takes the input.
    func isTaken(by command: String) -> Bool {
      let isHeard = ["log", "btsnoop", "txt"].contains { input[0].hasSuffix("." + $0) }
      if DoubtsEverywhereTests.comparing.contains(command) { return input.count == 1 }
      if DoubtsEverywhereTests.hearing.contains(command) { return isHeard }
      return !DoubtsEverywhereTests.decoding.contains(command) || input[0].contains("/images/")
    }
  }

  private static func manifest(_ advertising: String, _ scanResponse: String?) -> String {
    "layouts:\n  sensor:\n    advertising: \(advertising)\n" + (scanResponse.map { "    scanResponse: \($0)\n" } ?? "")
  }

  private static let assumedKind = "sent as ADV_IND, which is assumed"
  private static let notObserved = "scan response of 1 of 1 scannable devices was not observed"

  private static let causes = [
    Cause(
      id: "placeholder", words: "the manifest has placeholders there", input: ["p.yml"],
      text: manifest("02 01 06 05 09 41 42 43 44", "03 03 ?? ??")),
    Cause(
      id: "setAtRunTime", words: "the program sets what is there when it runs", input: ["Fixtures/sources/Lamp.kt"]),
    Cause(
      id: "outsideImage", words: "what is there comes from outside the image",
      input: ["Fixtures/images/flash-thumb.bin"]),
    Cause(
      id: "peripheral", words: "hardware writes to that memory", input: ["Fixtures/images/doubts-transfer-thumb.elf"]),
    Cause(
      id: "programWrites", words: "the program can write there before it sends",
      input: ["Fixtures/images/zephyr-thumb.elf"],
      // Of a layout that the other side lacks, nothing is compared.
      others: [
        "diff": "gone layout \"ad_moving\"", "diff --format markdown": "ad_moving",
        "decode": "the program can change it before it is sent",
      ]),
    Cause(
      id: "neverWritten", words: "no code of the image wrote there",
      input: ["Fixtures/images/doubts-stale-thumb.elf"], isUnknown: true),
    Cause(
      id: "abandoned", words: "did not end when the code was run", input: ["Fixtures/images/doubts-cut-thumb.elf"],
      isUnknown: true),
    Cause(
      id: "calledAlone", words: "was run by itself", input: ["Fixtures/images/made-espressif-esp32.bin"],
      isUnknown: true),
    Cause(
      id: "supposed", words: "flash beyond the image was taken for erased",
      input: ["Fixtures/images/softdevice-named-thumb.elf"]),
    Cause(
      id: "notStated", words: "nothing states it", input: ["cmd.c"],
      text: "const uint8_t cmd[] = {0x01, 0x37, 0x20, 11, 0, 3, 1, 7, 3, 3, 0x0d, 0x18, 2, 10, 4};\n"),
    Cause(
      id: "controllerChooses", words: "the controller chooses from a range",
      input: ["Fixtures/images/made-nimble-thumb.elf"], others: ["decode": "sent as ADV_IND every 30 to 60 ms"]),
    Cause(
      id: "hostAdds", words: "the host adds ", input: ["Fixtures/images/made-stm32-thumb.elf"]),
    Cause(
      id: "blocksJoined", words: "the input has both blocks in one string",
      input: ["--merged", "0201060303aafe0909426f7468486572650302001805095465737404ff590001"],
      others: [
        "emit --form c": "where the advertising data end is not known",
        "emit --form zephyr": "where the advertising data end is not known",
        "emit --form yaml": "where the advertising data end is not known",
        "emit --form hex": "where the advertising data end is not known",
      ]),
    Cause(
      id: "notReceived", words: "none was received", input: ["Fixtures/angi/passive.btsnoop"],
      others: Dictionary(
        uniqueKeysWithValues: commands.filter { $0.hasPrefix("lint") }.map { ($0, notObserved) } + [
          ("diff", "scan response"), ("diff --format markdown", "scan response"), ("inspect", "scan response"),
          ("watch --format jsonl", "scanResponses\":0"),
        ])),
    Cause(
      id: "cutShort", words: "the rest was not received, or the log leaves it out",
      input: ["Fixtures/questions/hcidump-in-words/hcidump.txt"], isUnknown: true),
    Cause(
      id: "logDoesNotSay", words: "the log does not say it", input: ["scan.log"],
      text: "12:00:00.000 AA:BB:CC:DD:EE:FF -60 data: 02018603030f18\n", isUnknown: true),
    Cause(
      id: "overruns", words: "an AD structure reaches beyond the end", input: ["o.yml"],
      text: manifest("02 01 06 0c 09 41 63 6d 65 20 54 72 61 63 6b 65 72 05 ff 59 00 01 02 03 03 0f 18", "03 03 0d 18"),
      others: [
        "repack --form c": "the structure at byte 16 says it has 114 bytes, and 10 are there",
        "repack --form yaml": "the structure at byte 16 says it has 114 bytes, and 10 are there",
      ]),
    Cause(
      id: "tooLong", words: "fit, and stacks refuse more or cut them", input: ["t.yml"],
      text: manifest(
        "02 01 06 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af 0d 09" + String(repeating: " 41", count: 12),
        nil)),
  ]

  /// Every cause is in every output that states something about the layout.
  @Test(arguments: causes, commands + comparing + hearing + decoding)
  func everyCauseIsInEveryOutput(_ cause: Cause, _ command: String) throws {
    guard cause.isTaken(by: command) else { return }
    let other = Self.comparing.contains(command) ? ["Fixtures/angi/before.hex"] : []
    let words = command.split(separator: " ").map(String.init)
    guard let text = cause.text else {
      return Self.expect(cause, in: CommandLineRun(words + cause.input + other), of: command)
    }
    try TextFile.inFolder { folder in
      let path = folder + "/" + cause.input[0]
      try TextFile.write(text, to: path)
      Self.expect(cause, in: CommandLineRun(words + [path] + cause.input.dropFirst() + other), of: command)
    }
  }

  private static func expect(_ cause: Cause, in run: CommandLineRun, of command: String) {
    let output = run.output.replacing("<wbr>", with: "").joinedLines
    let diagnostics = run.diagnostics.joinedLines
    if output.contains(cause.words) || output.replacing(" ", with: "").contains("\"cause\":\"\(cause.id)\"") { return }
    if let words = cause.others[command] {
      #expect((output + diagnostics).contains(words), "\(run.transcript)")
    } else {
      // Nothing is written where octets are unknown.
      let isRefused = cause.isUnknown && command.contains("--form ") && run.output.isEmpty
      #expect(isRefused && run.status != .success && diagnostics.contains(cause.words), "\(run.transcript)")
    }
  }

  @Test(arguments: commands)
  func placeholdersOfManifestsAreSaid(_ command: String) throws {
    try inManifest("03 03 ?? ??") { path in
      let run = CommandLineRun(command.split(separator: " ").map(String.init) + [path])
      let words = "bytes 2 to 3 of the scan response vary: the manifest has placeholders there"
      #expect(run.output.joinedLines.contains(words), "\(run.output)")
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

  /// No output judges the values that stand for the placeholders: neither a filter for a service nor the maker.
  @Test func noOutputJudgesPlaceholders() throws {
    try inManifest("03 03 ?? ??") { hidden in
      try inManifest("", advertising: "02 01 06 03 03 ?? ??") { listed in
        let diff = CommandLineRun(["diff", hidden, listed])
        #expect(diff.output.contains("(service ????)") && !diff.output.contains("service 0000"), "\(diff.output)")
        let document = CommandLineRun(["diff", hidden, listed, "--format", "json"]).output
        #expect(!document.contains("\"service\": \"0000\""), "\(document)")
        // Whether a filter for one service finds it is not known on either side.
        let asked = CommandLineRun(["diff", hidden, listed, "--service", "180f"])
        #expect(!asked.output.contains("discovered by"), "\(asked.output)")
      }
    }
    for (company, maker) in [("59 00", "Nordic Semiconductor"), ("?? ??", "not known")] {
      try inManifest("", advertising: "02 01 06 05 ff \(company) 01 02") { path in
        let page = CommandLineRun(["report", path]).output
        #expect(page.contains(">\(maker)<") && !page.contains(">Ericsson<"), "\(page)")
      }
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

  private func inManifest(
    _ scanResponse: String, advertising: String = "02 01 06 05 09 41 42 43 44", _ body: (String) throws -> Void
  ) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/advert.yml"
      try TextFile.write(Self.manifest(advertising, scanResponse.isEmpty ? nil : scanResponse), to: path)
      try body(path)
    }
  }
}

extension String {
  /// The text without the breaks of its lines.
  fileprivate var joinedLines: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
