import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import advert

/// What lint, reach and decode say of firmware images.
@Suite struct ImageLintTests {
  @Test func whatIsAssumedIsANote() {
    let assumed = CommandLineRun(["lint", "Fixtures/images/zephyr-thumb.elf"])
    #expect(
      assumed.output.contains(
        "note: the image does not show how payloads are sent: assumed ad + sd as ADV_IND, ad_moving as ADV_IND "
          + "[image-parameters-assumed]"))
    let known = CommandLineRun(["lint", "Fixtures/images/parameters-thumb.elf"])
    #expect(!known.output.contains("image-parameters-assumed"))
    #expect(known.output.contains("the interval is 150 ms, which is not one that Apple recommends (ad + sd)"))
  }

  /// A note on many arrays names the first ones.
  @Test func aNoteOnManyArraysIsShort() throws {
    let object = try Data(contentsOf: CommandLineRun.root.appending(path: "Fixtures/images/zephyr-riscv32.o"))
    var archive = Data("!<arch>\n".utf8)
    for number in 0..<6 {
      let words = ["m\(number).o/", "0", "0", "0", "644", "\(object.count)"]
      let header = zip(words, [16, 12, 6, 6, 8, 10]).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
      archive += Data((header.joined() + "`\n").utf8) + object + Data(object.count.isMultiple(of: 2) ? [] : [0x0A])
    }
    try TextFile.inFolder { folder in
      try archive.write(to: URL(filePath: folder + "/six.a"))
      let run = CommandLineRun(["lint", folder + "/six.a"])
      let four = Array(repeating: "ad + sd as ADV_IND, ad_moving as ADV_IND", count: 4).joined(separator: ", ")
      #expect(
        run.output.contains("note: the image does not show how payloads are sent: assumed \(four) and 4 more [image-"))
    }
  }

  /// A program is read to its end whatever its encoding, and one that is too long is told.
  @Test func programsInOtherEncodings() throws {
    try TextFile.inFolder { folder in
      let call = "void f(void) { bt_le_adv_start(BT_LE_ADV_CONN_FAST_1, ad, ARRAY_SIZE(ad), NULL, 0); }\n"
      let array = "static const struct bt_data ad[] = { BT_DATA_BYTES(BT_DATA_FLAGS, 0x06) };\n"
      try (Data("// ".utf8) + [0xB9, 0xE3, 0xB2, 0xA5] + Data("\n\(array)\(call)".utf8)).write(
        to: URL(filePath: folder + "/main.c"))
      let run = CommandLineRun(["emit", folder + "/main.c", "--form", "hex"])
      #expect(run.output.contains("advertising: 02 01 06\n"))
      try TextFile.write(String(repeating: "int x;\n", count: 160_000) + array + call, to: folder + "/long.c")
      let long = CommandLineRun(["lint", folder + "/long.c"])
      #expect(long.diagnostics.contains("found a longer file than is read as a program"), "\(long.diagnostics)")
    }
  }

  @Test func reachSaysWhatIsAssumed() {
    let run = CommandLineRun(["reach", "Fixtures/images/zephyr-thumb.elf"])
    #expect(run.diagnostics.contains("the image does not show how payloads are sent: assumed ad + sd as ADV_IND"))
  }

  @Test func decodeSaysHowPayloadsAreSent() {
    let run = CommandLineRun(["decode", "Fixtures/images/parameters-thumb.elf"])
    #expect(
      run.output.contains(
        "ad + sd: sent as ADV_IND every 100 to 150 ms, by the call of bt_le_adv_start in main; the host adds its name "
          + "“Bike Lamp” to the scan response data\n"))
    #expect(
      run.output.contains("ad_beacon: sent as ADV_NONCONN_IND every 1000 ms, by the call of bt_le_adv_start in main\n"))
    let redacted = CommandLineRun(["decode", "Fixtures/images/parameters-thumb.elf", "--redact"])
    #expect(!redacted.output.contains("Bike Lamp"))
  }

  /// A rule that misses something knows what the host adds.
  @Test func flagsThatTheHostAddsAreNotMissing() throws {
    let layout = Layout(pdu: .advInd, advertising: Payload([UInt8](hex: "03 03 0f 18")), declaring: nil)
    func rules(_ added: Set<ADType>) -> [String] {
      let doubts = added.map { Doubt(.added($0), .unknown, .hostAdds) }
      return Linter().lint(Subject(DeclaredLayout(layout: layout, doubts: doubts), path: "image")).map(\.rule)
    }
    #expect(rules([]).contains("flags-missing"))
    #expect(!rules([.flags]).contains("flags-missing"))
  }

  /// What depends on the type of PDU is a note where that is assumed, and so is what touches octets that can change.
  @Test func whatIsNotCertainIsANoteAtMost() {
    var layout = DeclaredLayout(
      layout: Layout(pdu: .advInd, advertising: Payload([UInt8](hex: "04 03 0d 18 0f")), declaring: nil))
    func severities() -> [String: Severity] {
      let findings = Linter().lint(Subject(layout, path: "image"))
      return Dictionary(findings.map { ($0.rule, $0.severity) }) { max($0, $1) }
    }
    #expect(severities()["flags-missing"] == .warning)
    #expect(severities()["uuid-list-ragged"] == .warning)
    layout.doubts.append(Doubt(.pdu, .assumed, .notStated))
    #expect(severities()["flags-missing"] == .note)
    #expect(severities()["uuid-list-ragged"] == .warning)
    layout.doubts.append(Doubt(.octets(.advertising, 2..<5), .assumed, .programWrites))
    #expect(severities()["uuid-list-ragged"] == .note)
  }

  @Test func aCallThatWasNotReadIsAFinding() {
    let run = CommandLineRun(["lint", "Fixtures/images/calls-thumb.o"])
    #expect(run.output.contains("warning: advertising data of bt_le_adv_start, called in start_local: "))
    #expect(run.output.contains(": its data are made on the stack [image-call-unread]"))
    #expect(run.status == .findings)
    let document = CommandLineRun(["lint", "Fixtures/images/calls-thumb.o", "--format", "json"])
    #expect(document.output.contains("\"complete\": false"))
    let other = CommandLineRun(["lint", "Fixtures/images/calls-riscv32.elf"])
    #expect(other.output.contains("note: advertising data of bt_le_adv_start, called in main at 0x"))
  }

  @Test(arguments: [
    "calls-thumb.o", "calls-thumb.elf", "parameters-thumb.elf", "zephyr-thumb.elf", "bluedroid-riscv32.elf",
  ])
  func anImageDoesNotDifferFromItself(_ name: String) {
    let path = "Fixtures/images/\(name)"
    let run = CommandLineRun(["diff", path, path])
    // One has calls that were not read: they may differ.
    #expect(run.status == (name == "calls-thumb.o" ? .findings : .success))
    #expect(run.output.contains("\nNo difference in "))
  }

  @Test func pathsOfSourcesArePlain() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paths-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = try Data(contentsOf: CommandLineRun.root.appending(path: "Fixtures/images/zephyr-thumb.elf"))
    /// The findings on the image when its source has another path as long as this one.
    func output(_ path: String, _ format: String) throws -> String {
      var octets = Array(image)
      let old = Array("zephyr.c".utf8) + [0]
      for place in octets.indices.dropLast(old.count) where octets[place..<place + old.count].elementsEqual(old) {
        octets.replaceSubrange(place..<place + old.count, with: Array(path.utf8) + [0])
      }
      let file = folder.appending(path: "image.elf")
      try Data(octets).write(to: file)
      return CommandLineRun(["lint", file.path, "--format", format]).output
    }
    #expect(try output("b/../z.c", "gcc").hasPrefix("z.c:"))
    #expect(try output("C:\\w\\z.c", "gcc").hasPrefix("C:/w/z.c:"))
    #expect(try output("C:\\w\\z.c", "sarif").contains("\"file:///C:/w/z.c\""))
  }

  /// The image that is written to an ESP32 has no symbols: what is not recognised in it says what to read.
  @Test func anImageForESP32IsJudgedOrSaysWhatToRead() throws {
    let closed = "Fixtures/images/made-bluedroid-esp32.bin"
    let (lint, decode) = (CommandLineRun(["lint", closed]), CommandLineRun(["decode", closed]))
    for words in ["through which a Bluetooth host sends its commands", "let the device print what it sends"] {
      #expect(lint.diagnostics.contains(words))
      #expect(decode.output.contains(words))
    }
    #expect(lint.status == .failure)
    #expect(decode.status == .success)
    let judged = CommandLineRun(["lint", "Fixtures/images/made-espressif-esp32.bin"])
    #expect(judged.output.contains("1 layout judged"))
    #expect(judged.status != .failure)
    // The file is known by what it holds, and a part that is missing is told with its place.
    let file = FileManager.default.temporaryDirectory.appending(path: "factory-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let header = [UInt8](hex: "e9010220 d4100840 ee000000 00000000 00000000 00000001 00000840 40000000")
    try Data(header + [UInt8](repeating: 0, count: 60)).write(to: file)
    let damaged = CommandLineRun(["lint", file.path])
    #expect(
      damaged.diagnostics.contains(
        "offset 32: expected 64 bytes of part 1 of 1, found 60 bytes before the end of the file"))
    #expect(damaged.status == .failure)
  }

  /// Other files of a build say what to read instead. `lint` reads programs, so it looks for calls in them.
  @Test func filesThatAreNoImagesSayWhatToRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "others-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, linting, decoding) in [
      ("app.bin", "read the ELF file of the build", "read the ELF file of the build"),
      ("app.uf2", "firmware in UF2", "firmware in UF2"), ("app.ino", "found a program without them", "source code"),
      ("main.c", "found a program without them", "source code"),
    ] {
      let file = folder.appending(path: name)
      try Data("int x = 3;\u{1}".utf8).write(to: file)
      for (command, words) in [("lint", linting), ("decode", decoding)] {
        let run = CommandLineRun([command, file.path])
        #expect(run.diagnostics.contains(words), "\(command) \(name): \(run.diagnostics)")
        #expect(run.status == .failure, "\(command) \(name)")
      }
    }
  }
}
