import AdvertBuilders
import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Lines of the shell that send commands to a controller with hcitool and hciconfig.
@Suite struct HCIToolReaderTests {
  /// A command with a length and data, filled up with zeros.
  private static func command(_ code: String, _ octets: String) -> String {
    let words = octets.split(separator: " ")
    let length = String(words.count, radix: 16)
    let zeros = Array(repeating: "00", count: 31 - words.count)
    return "sudo hcitool -i hci0 cmd 0x08 \(code) \(length) " + (words.map(String.init) + zeros).joined(separator: " ")
  }

  private static let data = command("0x0008", "02 01 06 03 03 0d 18")
  private static let response = command("0x0009", "04 09 41 62 63")
  private static let scannable = "hcitool -i hci0 cmd 0x08 0x0006 A0 00 F0 00 00 00 00 00 00 00 00 00 00 07 00"
  private static let plain = "hcitool -i hci0 cmd 8 6 A0 00 A0 00 3 1 0 0 0 0 0 0 0 7 0"
  private static let on = "hcitool -i hci0 cmd 0x08 0x000a 01"

  @Test func beacons() throws {
    let program = ProgramReader(
      """
      #!/bin/bash
      # A beacon.
      sudo hciconfig hci0 up
      \(Self.data) >/dev/null 2>&1
      sudo hciconfig hci0 leadv 3
      """, language: .shell)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_NONCONN_IND", "02010603030d18", "none"]])
    let layout = try #require(program.layouts.first)
    #expect(layout.intervalMicroseconds == 1_280_000 && !layout.isIntervalAssumed && !layout.isKindAssumed)
    #expect(layout.addressKind == .public)
    // A finding on the service points at its word.
    #expect(layout.advertisingText?.octets[5] == TextRange(line: 4, column: 55, count: 2))
    #expect(program.stacks.isEmpty)
  }

  @Test func parametersAndScanResponse() throws {
    let program = ProgramReader(
      [
        "hcitool cmd 0x08 0x0005 01 02 03 04 05 C6", Self.plain, Self.on, Self.data, "sleep 5",
        "hcitool -i hci0 cmd 0x08 0x000a 00", Self.scannable, Self.response, Self.on,
      ].joined(separator: "\n"), language: .shell)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(
      blocks(program) == [
        ["ADV_NONCONN_IND", "02010603030d18", "none"], ["ADV_IND", "02010603030d18", "0409416263"],
      ])
    #expect(program.layouts.map { $0.addressKind } == [.randomStatic, .public])
    #expect(program.layouts.map { $0.intervalMicroseconds } == [100_000, 100_000])
    #expect(program.layouts.map { $0.isIntervalAssumed } == [false, true])
  }

  /// More structures than fit are refused, with the sizes and the smallest change.
  @Test(arguments: [
    (
      "0x0008", "LE Set Advertising Data",
      "shorten the name to 8 bytes, or move it to the scan response (cmd 0x08 0x0009); passive scanners, such as phones "
        + "in the background, then miss it"
    ),
    ("0x0009", "LE Set Scan Response Data", "remove 6 bytes"),
  ])
  func dataThatDoNotFit(_ code: String, _ name: String, _ remedy: String) throws {
    let octets =
      "02 01 06 0f 09 48 65 6c 6d 65 74 53 65 6e 73 6f 72 31 32 11 07 e4 1d 51 0e 5a 11 db b9 a9 41 9e 2a a0 ff d0 af"
    let program = ProgramReader("hcitool -i hci0 cmd 0x08 \(code) 25 \(octets)\n\(Self.on)\n", language: .shell)
    let refused = try #require(program.unread.first)
    let block = code == "0x0008" ? "the advertising data" : "the scan response"
    #expect(
      refused.reason
        == "\(name) fails with Invalid HCI Command Parameters (0x12): \(block) needs 37 bytes, 31 available")
    #expect(refused.refusal?.remedy == remedy)
    #expect(refused.asked.count == 1)
  }

  /// The kernel may have set a scan response, unless the controller was reset.
  @Test func scanResponsesOfOthers() {
    let kept = ProgramReader([Self.data, Self.scannable, Self.on].joined(separator: "\n"), language: .shell)
    #expect(blocks(kept) == [["ADV_IND", "02010603030d18", "unknown"]])
    let cleared = ProgramReader(
      ["hcitool cmd 0x03 0x0003", Self.data, Self.scannable, Self.on].joined(separator: "\n"), language: .shell)
    #expect(blocks(cleared) == [["ADV_IND", "02010603030d18", ""]])
    let unsaid = ProgramReader(Self.data, language: .shell)
    #expect(blocks(unsaid) == [["ADV_IND", "02010603030d18", "unknown"]])
    #expect(unsaid.layouts.first?.isKindAssumed == true)
  }

  /// The shell divides the value of a variable at its blanks, except between quotes.
  @Test func variables() {
    let octets = Self.data.split(separator: " ").dropFirst(8)
    let program = ProgramReader(
      """
      export DATA="\(octets.prefix(7).joined(separator: " "))"
      REST='\(octets.dropFirst(7).joined(separator: " "))'
      HCI=$1
      EMPTY=
      sudo hcitool -i $HCI cmd 0x08 0x0008 07 $DATA $EMPTY ${REST}
      sudo hciconfig "$HCI" leadv 0
      """, language: .shell)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_IND", "02010603030d18", "unknown"]])
  }

  @Test func extendedAdvertising() throws {
    func parameters(_ properties: String) -> String {
      "hcitool cmd 0x08 0x0036 01 \(properties) A0 00 00 A0 00 00 07 00 00 00 00 00 00 00 00 00 7F 01 00 01 02 00"
    }
    let data = "hcitool cmd 0x08 0x0037 01 03 01 04 03 03 0d 18"
    let on = "hcitool cmd 0x08 0x0039 01 01 01 00 00 00"
    let extended = ProgramReader([parameters("00 00"), data, on].joined(separator: "\n"), language: .shell)
    #expect(blocks(extended) == [["EXT_NONCONNECTABLE", "03030d18", "none"]])
    let legacy = ProgramReader(
      [parameters("13 00"), data, "hcitool cmd 0x08 0x0038 01 03 01 05 04 09 41 62 63", on].joined(separator: "\n"),
      language: .shell)
    #expect(blocks(legacy) == [["ADV_IND", "03030d18", "0409416263"]])
    #expect(legacy.layouts.first?.intervalMicroseconds == 100_000)
    let scannable = ProgramReader(
      [parameters("02 00"), "hcitool cmd 0x08 0x0038 01 03 01 04 03 03 0d 18", on].joined(separator: "\n"),
      language: .shell)
    #expect(blocks(scannable) == [["EXT_SCANNABLE", "", "03030d18"]])
    for (text, words) in [
      ([parameters("02 00"), data, on], "none of"), ([data, on], "no command sets"),
      ([parameters("04 00"), data, on], "not read"), ([parameters("00 00"), Self.data, on], "legacy"),
      ([parameters("00 00"), data.replacing(" 04 03", with: " 05 03"), on], "another length"),
      ([parameters("00 00"), data.replacing("01 03 01", with: "01 01 01"), on], "put together"),
    ] {
      let program = ProgramReader(text.joined(separator: "\n"), language: .shell)
      #expect(program.layouts.isEmpty && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
    }
  }

  /// A command that controllers refuse is to be corrected in the program; one with an unknown argument has no such remedy.
  @Test func wrongCommandsAreToBeCorrected() {
    func remedy(_ line: String) -> String? {
      ProgramReader(line, language: .shell).unread.first?.remedy
    }
    #expect(remedy(Self.put(" 3e ", for: " 7 ", in: Self.data)) == "correct the command")
    #expect(remedy("hcitool -i hci0 cmd $ARGS") == nil)
  }

  private static func put(_ new: String, for old: String, in text: String) -> String {
    text.replacing(old, with: new)
  }

  /// What is not certain, and what a controller refuses, with its line.
  private static let refusals: [(lines: [String], line: Int, words: String)] = [
    (["U=$(make)", put("$U", for: "0d", in: data)], 2, "something else"),
    (["hcitool -i hci0 cmd $ARGS"], 1, "code"),
    (["\(data) 00"], 1, "33 bytes in the place of 32"),
    ([put("", for: " 00 00", in: data)], 1, "fill it up"),
    ([put("0d,", for: "0d", in: data)], 1, "no byte in hex"),
    ([put(" 20 ", for: " 7 ", in: data)], 1, "it must be 0x07"),
    (["A='02 01'", put("\"$A\"", for: "02 01", in: data)], 2, "no byte in hex"),
    (["while true; do", data, "sleep 1", "done"], 2, "loop"),
    (["start() {", data, "}"], 2, "function"),
    (["case $1 in", "start)", "\(data);;", "esac"], 3, "condition"),
    ([data, "if test -e /tmp/x; then hciconfig hci0 leadv 3; fi"], 2, "condition"),
    ([data, "if test -e /tmp/x; then", put("00", for: "01", in: on), "fi"], 3, "condition"),
    ([data, "btmgmt -i hci0 advertising on"], 2, "btmgmt"),
    (
      ["hcitool -i hci0 cmd 0x08 0x007f 00", "hcitool -i hci0 cmd 0x08 0x0037 00 03 01 03 02 01 06"], 1,
      "options of the PHY"
    ),
    (["btmgmt add-adv -c -d 020106 1", data, scannable, on], 2, "each other"),
    ([data, "sudo systemctl restart bluetooth"], 2, "systemctl"),
    ([data, put("hci1", for: "hci0", in: data)], 2, "several adapters"),
    (["A=$1", put("$A", for: "hci0", in: data), "A=$2", "hciconfig $A leadv 3"], 4, "several adapters"),
    (["hciconfig hci0 leadv", data, plain], 3, "while it is on"),
    ([data, put("10 00 F0", for: "A0 00 F0", in: scannable)], 2, "20 ms"),
    ([data, put("F1 00 F0", for: "A0 00 F0", in: scannable)], 2, "interval"),
    ([data, put("20 00 A0", for: "A0 00 A0", in: plain)], 2, "before Bluetooth 5"),
    ([data, put("F0 00 01", for: "F0 00 00", in: scannable)], 2, "directed"),
    ([data, put("00", for: "01", in: on)], 1, "does not start"),
    (["hciconfig hci0 leadv", response], 2, "no command sets"),
  ]

  @Test(arguments: refusals) func refused(_ lines: [String], _ line: Int, _ words: String) {
    let program = ProgramReader(lines.joined(separator: "\n"), language: .shell)
    #expect(program.layouts.isEmpty, "\(blocks(program))")
    #expect(
      program.unread.first?.line == line && program.unread.first?.reason.contains(words) == true, "\(program.unread)")
  }

  /// Scripts that only switch an adapter, and those behind whose data the adapter is switched off, advertise nothing.
  @Test func nothingAdvertised() {
    for text in ["hciconfig hci0 $1\nhciconfig hci0 piscan", Self.data + "\n" + Self.on + "\nhciconfig hci0 down"] {
      let program = ProgramReader(text, language: .shell)
      #expect(program.layouts.isEmpty && program.unread.isEmpty, "\(program.unread)")
    }
  }

  /// Values that double with each line end at a limit.
  @Test func growingValues() {
    let lines = ["A0=0102030405060708"] + (0..<60).map { "A\($0 + 1)=${A\($0)}$A\($0)" } + ["btmgmt add-adv -d $A60 1"]
    let program = ProgramReader(lines.joined(separator: "\n"), language: .shell)
    #expect(program.layouts.isEmpty && program.unread.first?.reason.contains("certain") == true)
  }

  /// Cut, doubled and changed scripts state nothing that the whole does not, unless the change is in the data.
  @Test func changedScriptsSayNothingElse() {
    let lines = ["A=1", Self.scannable, Self.data, Self.response, Self.on, "sleep 3", "exit 0"]
    let whole = blocks(ProgramReader(lines.joined(separator: "\n"), language: .shell))
    #expect(whole.count == 1)
    for index in lines.indices {
      for (start, end) in [("if [ $A ]; then", "fi"), ("for i in 1 2; do", "done"), ("f() {", "}"), ("# ", "")] {
        var changed = lines
        changed[index] = start + (start == "# " ? "" : "\n") + lines[index] + "\n" + end
        for layout in blocks(ProgramReader(changed.joined(separator: "\n"), language: .shell)) {
          // A part of the commands can be missing: then a block is not known, or the kind is the usual one.
          #expect(layout[1] == whole[0][1] && [whole[0][2], "unknown"].contains(layout[2]), "\(changed)")
        }
      }
    }
    let octets = Array(lines.joined(separator: "\n").utf8)
    for start in octets.indices {
      _ = ProgramReader(String(decoding: octets[start...], as: UTF8.self), language: .shell)
      for mark in "{}()'\"$#&|;<> ".utf8 {
        var changed = octets
        changed[start] = mark
        _ = ProgramReader(String(decoding: changed, as: UTF8.self), language: .shell)
      }
    }
  }

  // MARK: In Python

  /// The same commands, as programs in Python run them. A finding points at the word in the text.
  @Test func commandsOfPython() throws {
    let words = Self.data.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
    let text = """
      import os, subprocess
      from time import sleep
      os.system("sudo hciconfig hci0 up")
      subprocess.run([\(words)], check=True)
      subprocess.call('sudo hciconfig hci0 leadv 3', shell=True)
      """
    let program = ProgramReader(text, language: .python)
    #expect(program.unread.isEmpty, "\(program.unread)")
    #expect(blocks(program) == [["ADV_NONCONN_IND", "02010603030d18", "none"]])
    #expect(program.layouts.first?.advertisingText?.octets[0] == TextRange(line: 4, column: 81, count: 2))
    let one = ProgramReader(
      "import os\nos.popen('\(Self.data)')\nos.system(\"hciconfig hci0 leadv\")\n", language: .python)
    #expect(blocks(one) == [["ADV_IND", "02010603030d18", "unknown"]])
    #expect(one.layouts.first?.advertisingText?.octets[5] == TextRange(line: 2, column: 65, count: 2))
  }

  /// What is put together, or runs in a function, is not certain, and is told.
  @Test(arguments: [
    ("os.system('hcitool -i ' + dev + ' cmd 0x08 0x0008 ' + data)", 2),
    ("subprocess.call(['hcitool', 'cmd', '0x08', '0x0008'] + octets)", 2),
    ("os.system('hcitool -i hci0 cmd 0x08 0x0008 1F %s' % data)", 2),
    ("def main():\n    os.system('\(data)')", 3),
  ])
  func commandsOfPythonThatAreNotCertain(_ text: String, _ line: Int) {
    let program = ProgramReader("import os, subprocess\n\(text)\n", language: .python)
    #expect(program.layouts.isEmpty && program.unread.map(\.line) == [line], "\(program.unread)")
  }

  /// Texts that are printed, and comments in quotes, are no commands.
  @Test(arguments: ["print('\(data)')", "'\(data)'", "\"\"\"\n\(data)\n\"\"\"", "# \(data)"])
  func textsOfPython(_ text: String) {
    #expect(ProgramReader("import os\n\(text)\n", language: .python).isEmpty)
  }

  /// A function of another module, or of the program, may run its text.
  @Test(arguments: [
    ("shell.system('\(data)')", 2), ("def run(x): pass\nrun('\(data)')", 3), ("command = '\(data)'", 2),
    ("loop.create_subprocess_shell(\n  f'{sudo} \(data)')", 3),
  ])
  func otherCallsOfPython(_ text: String, _ line: Int) {
    let program = ProgramReader("import os\n\(text)\n", language: .python)
    #expect(program.layouts.isEmpty && program.unread.map(\.line) == [line], "\(program.unread)")
  }
}
