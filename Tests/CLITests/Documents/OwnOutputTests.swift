import Testing

@testable import advert

/// Texts and documents of advert as inputs: those about captures are refused, and those with the bytes are read.
@Suite struct OwnOutputTests {
  private static let capture = "Fixtures/angi/before.btsnoop"
  private static let layouts = "Fixtures/angi/before.hex"

  private static let refused: [[String]] =
    [
      ["inspect", capture], ["reach", capture], ["report", "--format", "html", capture],
      ["report", "--format", "markdown", capture], ["repack", layouts], ["decode", "0201060303aafe"],
      ["lint", layouts], ["diff", capture, "Fixtures/angi/after.btsnoop"], ["watch", capture],
    ]
    + ["text", "json", "jsonl", "sarif", "junit", "markdown", "github", "gcc"].map {
      ["lint", "--format", $0, capture]
    }
    + [
      ["inspect", "--format", "json", capture], ["inspect", "--format", "jsonl", capture],
      ["reach", "--format", "json", capture], ["reach", "--format", "jsonl", capture],
      ["watch", "--format", "jsonl", capture], ["repack", "--format", "json", layouts],
      ["diff", "--format", "json", capture, "Fixtures/angi/after.btsnoop"],
      ["decode", "--format", "json", "0201060303aafe"],
    ]

  @Test(arguments: refused) func outputsAreNoInputs(_ arguments: [String]) throws {
    let written = CommandLineRun(arguments).output
    #expect(!written.isEmpty, "\(arguments)")
    try TextFile.inFolder { folder in
      let path = folder + "/written.log"
      try TextFile.write(written, to: path)
      for command in ["lint", "inspect"] {
        let run = CommandLineRun([command, path])
        #expect(run.status == .failure, "\(arguments): \(run.transcript)")
        #expect(
          run.transcript.contains("output of advert") || run.transcript.contains("a report in SARIF"),
          "\(arguments): \(run.transcript)")
        #expect(run.transcript.contains("; give the capture"), "\(run.transcript)")
      }
    }
  }

  @Test(arguments: [
    ["dump", capture], ["dump", "--format", "jsonl", capture], ["emit", "--form", "hex", layouts],
    ["emit", "--form", "yaml", layouts], ["emit", "--form", "c", layouts],
  ]) func bytesAreInputs(_ arguments: [String]) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/written.txt"
      try TextFile.write(CommandLineRun(arguments).output, to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.output.contains("service-uuid-only-in-scan-response"), "\(arguments): \(run.transcript)")
    }
  }

  /// Findings of other programs are no output of advert.
  @Test func otherFindings() throws {
    try TextFile.inFolder { folder in
      let path = folder + "/tidy.txt"
      try TextFile.write("a.c:3:1: warning: a name is short [readability-identifier-length]\n", to: path)
      #expect(!CommandLineRun(["lint", path]).transcript.contains("output of advert"))
    }
  }

  /// One text is of one kind for all commands: two blocks, in labels or in arrays.
  @Test(arguments: [
    ("a.txt", "adv: 02 01 06\nrsp: 03 03 0d 18\n"), ("a.txt", "adv = 020106\nscan rsp = 03030d18\n"),
    ("a.c", "static const uint8_t adv[] = {2, 1, 6};\nstatic const uint8_t rsp[] = {3, 3, 0x0d, 0x18};\n"),
    ("a.txt", "static const uint8_t adv[] = {2, 1, 6};\nstatic const uint8_t rsp[] = {3, 3, 0x0d, 0x18};\n"),
    ("a.py", "adv = bytes([2, 1, 6])\nrsp = b'\\x03\\x03\\x0d\\x18'\n"),
    ("a.txt", "const adv: [u8; 3] = [2, 1, 6];\nconst rsp: [u8; 4] = [3, 3, 0x0d, 0x18];\n"),
  ]) func oneKindForAllCommands(_ name: String, _ text: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/" + name
      try TextFile.write(text, to: path)
      let lint = CommandLineRun(["lint", path])
      #expect(
        lint.output.contains("1 layout judged") && lint.output.contains("only-in-scan-response"), "\(lint.transcript)")
      let inspect = CommandLineRun(["inspect", path])
      #expect(inspect.status == .failure && inspect.transcript.contains("advert lint"), "\(inspect.transcript)")
      let decode = CommandLineRun(["decode", text])
      #expect(decode.output.contains("Scan response data"), "\(decode.transcript)")
    }
  }

  /// Bytes that `decode` finds between words are read from a file too, and values are pointed to `decode`.
  @Test(arguments: [
    ("I got this: 02 01 06 03 03 aa fe 09 09 42 6f 74 74 68 65 72 65 from the sensor\n", "1 layout judged"),
    ("The bytes I see are: 0201060303aafe0909426f747468657265\n", "1 layout judged"),
    ("AgEGAwOq/gkJQm90dGhlcmU=\n", "1 layout judged"),
    ("serviceData: {0000fcd2-0000-1000-8000-00805f9b34fb: 40020a0903bd08}\n", "advert decode reads"),
    ("manufacturerData: {0x0499: 0512fc5394c37c0004fffc040cac364200cdcbb8334c884f}\n", "advert decode reads"),
    ("There is nothing here.\n", "text without a line that is known"),
  ]) func bytesBetweenWords(_ text: String, _ words: String) throws {
    try TextFile.inFolder { folder in
      let path = folder + "/a.txt"
      try TextFile.write(text, to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.transcript.contains(words), "\(run.transcript)")
    }
  }
}
