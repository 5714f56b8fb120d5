import Foundation
import Testing

@testable import advert

/// Command lines that name no command.
@Suite struct FirstArgumentTests {
  @Test func nothingGivesAShortGuide() {
    let run = CommandLineRun([])
    #expect(run.status == .success)
    #expect(run.output == FirstArgument.guide)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count <= 20 && lines.allSatisfy { $0.count <= 80 })
    for line in lines where line.hasPrefix("  advert ") {
      let command = line.split(separator: " ")[1]
      #expect(AdvertCommand.commandNames.contains(String(command)), "\(line)")
    }
  }

  @Test(arguments: [[], ["--all"], ["Fixtures/angi/after.btsnoop"]]) func capturesAloneAreInspected(_ more: [String]) {
    let arguments = ["Fixtures/angi/before.btsnoop"] + more
    let run = CommandLineRun(arguments)
    #expect(run.status == .success)
    #expect(run.output == CommandLineRun(["inspect"] + arguments).output)
  }

  @Test(arguments: [["020106"], ["02 01 06"], ["0x02", "0x01", "0x06"], ["020106", "--format", "json"]])
  func octetsAloneAreDecoded(_ arguments: [String]) {
    let run = CommandLineRun(arguments)
    #expect(run.status == .success)
    #expect(run.output == CommandLineRun(["decode"] + arguments).output)
  }

  @Test(arguments: [
    ["rc = 4 ble_gap_adv_set_fields"], ["onStartFailure: 1"], ["rc", "=", "4", "ble_gap_adv_set_fields"],
    ["onScanFailed: 2", "--format", "json"], ["Raw data: 0x02010603030D18"], ["bleak 0.19.5"],
  ]) func linesAloneAreDecoded(_ arguments: [String]) {
    let run = CommandLineRun(arguments)
    #expect(run.status == .success && !run.output.isEmpty)
    #expect(run.output == CommandLineRun(["decode"] + arguments).output)
  }

  /// A sentence is answered by `decode`, which says what it lacks; a path is not taken for one.
  @Test func otherSentences() {
    let run = CommandLineRun(["why does my phone not see it"])
    #expect(run.status == .failure && run.diagnostics.contains("a line with an error that is known"))
    for path in ["my phone.log", "logs of today/btsnoop_hci"] {
      #expect(CommandLineRun([path]).diagnostics.contains("expected a command or a capture that is there"))
    }
  }

  @Test(arguments: [
    ("02 01 06 03 03 0d 18", "lint and reach"),
    ("static uint8_t a[] = {\n  0x02, 0x01,\n  0x06\n};", "lint, reach and emit"),
  ]) func filesOfBytesNameTheNextStep(_ text: String, _ commands: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/bytes.txt"
      try TextFile.write(text + "\n", to: path)
      let run = CommandLineRun([path])
      #expect(run.status == .failure && run.diagnostics.contains("advert \(commands) read"))
      #expect(CommandLineRun(["decode", path]).output == CommandLineRun(["decode", text]).output)
    }
  }

  @Test(arguments: ["lint", "reach", "inspect"]) func octetsInThePlaceOfAFile(_ command: String) {
    let run = CommandLineRun([command, "020106"])
    #expect(run.status == .failure && run.output.isEmpty)
    #expect(
      run.diagnostics
        == "advert: 020106: cannot be read: no such file or directory; give bytes to advert decode, or to lint, reach and repack with --adv\n"
    )
  }

  @Test(arguments: [
    ("inspct", "expected a command, found \"inspct\"; did you mean \"inspect\"?"),
    ("Lnit", "expected a command, found \"Lnit\"; did you mean \"lint\"?"),
    (
      "missing.log",
      "expected a command or a capture that is there, found \"missing.log\"; advert help lists the commands"
    ),
    ("", "expected a command or a capture that is there, found \"\"; advert help lists the commands"),
    (
      "\u{1B}[2J", "expected a command or a capture that is there, found \"\\u{1B}[2J\"; advert help lists the commands"
    ),
  ])
  func anUnknownCommandIsOneLine(_ word: String, _ complaint: String) {
    let run = CommandLineRun([word, "Fixtures/angi/before.btsnoop"])
    #expect(run.status == .failure)
    #expect(run.output.isEmpty)
    #expect(run.diagnostics == "advert: \(complaint)\n")
  }

  /// The message names the nearest value of an option, and the nearest command after `help`.
  @Test(arguments: [
    (
      ["emit", "--form", "zephr"], "advert: the value 'zephr' is invalid for '--form <form>'; did you mean \"zephyr\"?"
    ),
    (
      ["lint", "--pdu", "ADV_IN", "--adv", "020106"], "for '--pdu <type>'; did you mean \"ADV_IND\"?\n"
    ),
    (["help", "lnit"], "advert: expected a command, found \"lnit\"; did you mean \"lint\"?"),
    (["lint", "--formt", "json"], "advert: unknown option '--formt'; did you mean '--format'?\n"),
    (["lint", "--frobnicate"], "advert: unknown option '--frobnicate'; `advert lint --help` lists the options\n"),
    (
      ["lint", "--name", "x"],
      "advert: unknown option '--name'; --device chooses devices by name, too; `advert lint --help`"
    ),
    (
      ["inspect"],
      "advert: missing expected argument '<capture> ...': a capture, a directory of captures, or - for standard input; "
        + "`advert inspect --help` lists the options\n"
    ),
    (
      ["repack", "--form", "c", "--format", "json", "x"],
      "advert: --form and --format exclude each other; `advert repack --help` lists the options\n"
    ),
    (["help", "xyzzy"], "advert: expected a command, found \"xyzzy\"; advert help lists the commands"),
  ])
  func nearNamesAreTold(_ arguments: [String], _ words: String) {
    let run = CommandLineRun(arguments)
    #expect(run.status == .failure && run.diagnostics.contains(words), "\(run.transcript)")
  }

  @Test func farNamesAreListed() {
    let run = CommandLineRun(["emit", "--form", "xyzzy"])
    #expect(
      run.status == .failure && run.diagnostics.contains("for '--form <form>'; expected one of hex, c, "),
      "\(run.transcript)")
  }

  /// The help has its options in groups, the frequent ones first, where they are seen without a pager.
  @Test(arguments: ["inspect", "lint", "reach", "repack", "emit", "diff", "report", "init"])
  func frequentOptionsComeFirst(_ command: String) throws {
    let lines = CommandLineRun([command, "--help"]).output.components(separatedBy: "\n")
    let groups = lines.indices.filter { lines[$0].hasSuffix(":") && lines[$0] == lines[$0].uppercased() }
    let titles = groups.map { lines[$0] }
    #expect(titles.first == "ARGUMENTS:" && titles.dropFirst().first == "FREQUENT OPTIONS:", "\(titles)")
    #expect(titles.contains("CAPTURES:") && titles.last == "OPTIONS:")
    let end = try #require(groups.dropFirst(2).first)
    #expect(groups[1] < 30 && end <= 58, "\(command): \(groups[1]) to \(end)")
  }

  /// The list of commands has a line for each, and is one screen.
  @Test func theListOfCommandsIsOneScreen() {
    let lines = CommandLineRun(["--help"]).output.components(separatedBy: "\n")
    #expect(lines.count <= 40, "\(lines.count)")
    let commands = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    #expect(commands.allSatisfy { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }, "\(commands)")
  }
}
