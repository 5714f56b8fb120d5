import AdvertInput
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import advert

/// Lists of octets as people write them in eight languages, mostly with one AD structure a line: each is one payload, as
/// a file of any name and where it is pasted, and never a log with a device in each line.
@Suite struct SourceArrayTests {
  enum Language: String, CaseIterable, Sendable {
    case c, rust, cSharp, java, kotlin, go, python, javaScript
  }

  private static let types: [UInt8] = [0x03, 0x09, 0x16, 0xFF, 0x0A, 0x19, 0x21]

  /// A payload of at most 31 octets, as its structures.
  private static func structures(_ random: inout SplitMix64) -> [[UInt8]] {
    var structures: [[UInt8]] = [[2, 1, 6]]
    var room = 28
    while room > 4, structures.count < Int.random(in: 2...5, using: &random) {
      let count = Int.random(in: 1...min(room - 2, 12), using: &random)
      let type = types.randomElement(using: &random) ?? 0xFF
      structures.append([UInt8(count + 1), type] + random.octets(count))
      room -= count + 2
    }
    return structures
  }

  private static func element(_ octet: UInt8, _ language: Language, _ random: inout SplitMix64, decimal: Bool) -> String
  {
    let hex = "0x" + (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: Bool.random(using: &random))
    switch language {
    case .java: return "(byte)" + (Bool.random(using: &random) ? " " : "") + hex
    case .kotlin: return octet > 0x7F ? hex + ".toByte()" : hex
    case .c where !decimal && 0x61...0x7A ~= octet && Bool.random(using: &random):
      return "'\(Character(UnicodeScalar(octet)))'"
    case .c where !decimal && Int.random(in: 0..<6, using: &random) == 0: return hex + "u"
    default: return decimal ? "\(octet)" : hex
    }
  }

  private static func comment(_ language: Language, _ random: inout SplitMix64) -> String {
    let words = ["flags", "Flags 0x06", "the name, with 3 bytes", "service 180d"].randomElement(using: &random) ?? ""
    switch (language, Int.random(in: 0..<3, using: &random)) {
    case (_, 0): return ""
    case (.python, _): return "  # " + words
    case (_, 1): return "  /* " + words + " */"
    default: return "  // " + words
    }
  }

  /// The text of a list with a structure in each line.
  static func text(_ structures: [[UInt8]], _ language: Language, _ random: inout SplitMix64) -> String {
    if language == .python, Bool.random(using: &random) {
      let lines = structures.map { structure in
        "    b\"" + structure.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
          + comment(.python, &random) + "\n"
      }
      return "data = (\n" + lines.joined() + ")\n"
    }
    let isDecimal = language != .java && language != .kotlin && Int.random(in: 0..<4, using: &random) == 0
    let (head, tail) =
      switch language {
      case .c: ("static const uint8_t adv_data[] = {", "};")
      case .rust: ("const ADV: &[u8] = &[", "];")
      case .cSharp: ("byte[] data = new byte[] {", "};")
      case .java: ("private static final byte[] DATA = {", "};")
      case .kotlin: ("val data = byteArrayOf(", ")")
      case .go: ("data := []byte{", "}")
      case .python: ("data = bytes([", "])")
      case .javaScript: ("const data = new Uint8Array([", "]);")
      }
    let gap = Bool.random(using: &random) ? ", " : ","
    var lines = structures.map { structure in
      structure.map { element($0, language, &random, decimal: isDecimal) }.joined(separator: gap)
    }
    let hasLastComma = language == .go || Bool.random(using: &random)
    for index in lines.indices where index < lines.count - 1 || hasLastComma { lines[index] += "," }
    let indented = lines.map { "  " + $0 + comment(language, &random) + "\n" }
    return head + "\n" + indented.joined() + tail + "\n"
  }

  private static let isListOfDecimals = [Language.c, .rust, .cSharp, .go, .python, .javaScript]

  @Test(arguments: Language.allCases) func everyList(_ language: Language) throws {
    var random = SplitMix64(seed: 66)
    let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<125 {
      let structures = Self.structures(&random)
      let text = Self.text(structures, language, &random)
      let octets = structures.flatMap { $0 }
      #expect(TextKind.isList(text), "\(text)")
      #expect((try? PastedOctets.octets(of: text)) == octets, "\(text)")
      guard number % 5 == 0 else { continue }
      let ending =
        ["h", "rs", "cs", "txt", "log", "py", "kt", "java", "go", "js", "c"].randomElement(using: &random) ?? ""
      let path = folder + "/list\(number).\(ending)"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let run = CommandLineRun(["emit", path, "--form", "hex"])
      #expect(run.status == .success, "\(ending): \(text)\(run.diagnostics)")
      let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let hex = lines.map { $0.split(separator: ": ").last.map(String.init) ?? "" }
      #expect(hex.first == HexText.spaced(octets), "\(ending): \(text)\(run.output)")
    }
  }

  private func emitted(_ text: String, _ name: String) throws -> CommandLineRun {
    var run: CommandLineRun?
    try TextFile.inFolder { folder in
      try TextFile.write(text, to: folder + "/" + name)
      run = CommandLineRun(["emit", folder + "/" + name, "--form", "hex"])
    }
    return try #require(run)
  }

  /// A file of any language with one payload on one line is that payload, declared and not heard.
  @Test(arguments: [
    ("uint8_t adv_data[] = {0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18};", "a.c"),
    ("#define ADV_DATA {0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18}", "a.h"),
    ("const ADV: [u8; 7] = [0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18];", "a.rs"),
    ("final adv = Uint8List.fromList([2, 1, 6, 3, 3, 13, 24]);", "a.dart"),
    ("var adv = []byte{0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18}", "a.go"),
    ("byte[] adv = { 0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18 };", "a.cs"),
    ("let adv: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x03, 0x0d, 0x18]", "a.swift"),
    ("ADV = b'\\x02\\x01\\x06\\x03\\x03\\r\\x18'", "a.py"), ("2, 1, 6, 3, 3, 13, 24\n", "a.txt"),
    ("00000000: 0201 0603 030d 18                        .......\n", "dump.txt"),
    ("00000000  02 01 06 03\n00000004  03 0d 18\n", "dump2.txt"), ("02 01 06\n03 03 0d 18\n", "structures.txt"),
  ]) func onePayload(_ text: String, _ name: String) throws {
    let run = try emitted(text, name)
    let lines = run.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 1 && lines[0].hasSuffix("02 01 06 03 03 0d 18"), "\(run.transcript)")
  }

  @Test func arraysOfBothBlocks() throws {
    let text = "uint8_t adv_data[] = {2, 1, 6};\nuint8_t scan_rsp_data[] = {0x03, 0x03, 0x0d, 0x18};\n"
    let run = try emitted(text, "gap.c")
    #expect(
      run.output.contains("adv_data: ADV_IND\nadvertising: 02 01 06\nscan-response: 03 03 0d 18\n"), "\(run.transcript)"
    )
  }

  /// Lines that people copy without the function around them, or without the library.
  @Test(arguments: [
    (
      "struct ble_hs_adv_fields f;\nmemset(&f, 0, sizeof f);\nf.flags = 6;\nrc = ble_gap_adv_set_fields(&f);\n", "a.c",
      "02 01 06"
    ),
    ("m.startAdvertising([CBAdvertisementDataLocalNameKey: \"AB\"])\n", "a.swift", "03 09 41 42"),
  ]) func linesOfProgram(_ text: String, _ name: String, _ expected: String) throws {
    let run = try emitted(text, name)
    #expect(run.output.contains(expected), "\(run.transcript)")
  }

  /// A call alone is read as that of the most frequent library, which adds a name that is not known.
  @Test func callWithoutItsLibrary() throws {
    let run = try emitted("pAdvertising->addServiceUUID(\"180D\");\n", "a.ino")
    #expect(run.diagnostics.contains("`#include <BLEDevice.h>` is assumed"), "\(run.transcript)")
    #expect(run.output.contains("02 01 06 03 03 0d 18 17 09 ?? ??"), "\(run.transcript)")
    #expect(run.output.contains("the name of the device is not read"), "\(run.transcript)")
  }

  /// A name in the place of a type is known, and its value is not: the list is not read, and not taken for anything else.
  @Test func namesAsElements() throws {
    let text = "uint8_t data[] = {\n  0x02, TYPE, 0x06,\n  0x03, 0x03, 0x0d, 0x18,\n};\n"
    #expect(TextKind.isList(text))
    let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString).h").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let run = CommandLineRun(["lint", path])
    #expect(run.status == .failure && run.diagnostics.contains("source code that is not read"), "\(run.diagnostics)")
  }

  /// A list that is a packet is no payload, and has no findings of one.
  @Test func listsOfPackets() throws {
    let octets = "043e1302010000554433221102070201060303 0d18c5".filter { $0 != " " }
    let list = stride(from: 0, to: octets.count, by: 2).map { "0x\(octets.dropFirst($0).prefix(2))" }
    try TextFile.inFolder { folder in
      let path = folder + "/event.txt"
      try TextFile.write(
        "{\(list.prefix(7).joined(separator: ", ")),\n \(list.dropFirst(7).joined(separator: ", "))}\n", to: path)
      let run = CommandLineRun(["lint", path])
      #expect(run.status == .failure && run.output.isEmpty, "\(run.transcript)")
      #expect(run.diagnostics.contains("found the bytes of one packet, which advert decode takes apart"))
      #expect(CommandLineRun(["decode", path]).output == CommandLineRun(["decode", octets]).output)
    }
  }

  /// Lines of logs stay what they are, with commas and brackets in them.
  @Test(arguments: [
    "AA:BB:CC:DD:EE:FF, -60, 02 01 06, 03 03 0d 18\nAA:BB:CC:DD:EE:FF, -61, 02 01 06, 03 03 0d 18\n",
    "[12:00:00] C0:11:22:33:44:55 RSSI=-60 adv 02010603030d18\n", "I (310) GAP: 02 01 06 03 03 0d 18\n",
    "02 01 06 03 03 0d 18\n02 01 06\n", "{\"address\": \"C0:11:22:33:44:55\", \"data\": [2, 1, 6]}\n",
    "[\n {\n  \"frame_raw\": [\n   \"043e09\",\n   0,\n   25,\n   0\n  ]\n }\n]\n",
  ])
  func linesOfLogs(_ text: String) {
    #expect(!TextKind.isList(text))
  }

  /// What `xxd -i` writes: the list, and its length.
  @Test func listWithItsLength() throws {
    let text =
      "unsigned char adv_bin[] = {\n  0x02, 0x01, 0x06, 0x03, 0x03,\n  0x0d, 0x18\n};\nunsigned int adv_bin_len = 7;\n"
    #expect(try PastedOctets.octets(of: text) == [2, 1, 6, 3, 3, 0x0D, 0x18])
  }
}
