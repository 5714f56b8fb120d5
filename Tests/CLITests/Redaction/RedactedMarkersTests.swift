import AdvertManifest
import AdvertRepack
import AdvertReport
import AdvertisingData
import Foundation
import TestSupport
import Testing

/// Markers in every place of values of every type and format, with lengths that are right and wrong, come through no
/// command in no form.
@Suite struct RedactedMarkersTests {
  /// Every command in every form, for a capture.
  static let commands: [[String]] =
    ["tsv", "jsonl"].map { ["dump", "--format", $0] }
    + ["tsv", "jsonl", "csv"].map { ["dump", "--fields", "all", "--format", $0] }
    + [["dump", "--unique", "--fields", "all", "--format", "jsonl"]]
    + ["inspect", "reach"].flatMap { command in ["text", "json", "jsonl"].map { [command, "--format", $0] } }
    + LintFormat.allCases.map { ["lint", "--notes", "--format", $0.rawValue] }
    + ["text", "json"].map { ["repack", "--all-layouts", "--format", $0] }
    + (SourceForm.all + [.yaml]).flatMap { form in
      ["repack", "emit"].map { [$0, "--all-layouts", "--form", form.id] }
    }
    + ["text", "json", "markdown"].map { ["diff", "--format", $0] }

  /// Structures that fit their type: all types, then all formats.
  static let structures: [[UInt8]] =
    SampleValues.types.map { [UInt8($0.value.count + 1), $0.type] + $0.value }
    + SampleValues.formats.map { [UInt8](hex: $0.hex) }

  @Test(arguments: structures.indices.sampled(oneIn: 96)) func noMarkerComesThrough(_ index: Int) throws {
    var random = SplitMix64(seed: UInt64(index))
    let cases = Self.cases(of: Self.structures[index], &random).sampled(oneIn: 8, seed: UInt64(index))
    try Self.withFiles(cases.map(\.payload)) { inputs in
      // What stays is decided before a command prints it, so each structure meets an eighth of the commands.
      for command in Self.commands.enumerated().filter({ ($0.offset + index) % 8 == 0 }).map(\.element) {
        for (number, input) in inputs.enumerated() where input.hasSuffix("btsnoop") || command[0] != "dump" {
          // The same payloads on the other side, known from another kind of input.
          let other = command[0] == "diff" ? [inputs[(number + 1) % inputs.count]] : []
          let run = CommandLineRun([command[0], input] + other + command.dropFirst() + ["--redact"])
          expectNothing(of: cases, in: run, "\(command) \(input.suffix(8))")
        }
      }
    }
    for one in cases {
      let run = CommandLineRun(["decode", "--adv", one.payload.hex, "--format", "json", "--redact"])
      expectNothing(of: [one], in: run, "decode \(one.payload.hex)")
    }
  }

  /// Half the bits are set: an overflow area stays when it has at most 16.
  private static let octets = (1...255 as ClosedRange<UInt8>).filter { $0.nonzeroBitCount >= 4 }

  private struct Case {
    let payload: [UInt8]
    let marker: [UInt8]
  }

  /// A marker of six octets in each place of the value, under each length near the right one, before and after a name.
  private static func cases(of structure: [UInt8], _ random: inout SplitMix64) -> [Case] {
    var cases: [Case] = []
    for start in stride(from: 2, to: structure.count, by: 4) {
      for error in [-1, 0, 1, 7] {
        let marker = (0..<6).map { _ in Self.octets.randomElement(using: &random) ?? 0xFF }
        var octets = structure
        octets.replaceSubrange(start..<min(start + 6, octets.count), with: marker)
        let length = octets.count - 1 + error
        guard (1...255).contains(length), !staysRightly(octets, length, from: start) else { continue }
        octets[0] = UInt8(length)
        cases.append(Case(payload: [2, 1, 6] + octets + [5, 9] + Array("Lamp".utf8), marker: marker))
      }
    }
    return cases
  }

  /// Whether six octets of the value from `start` on may stay: they are a list of UUIDs, the UUID of service data or
  /// another number of such a length, or features. In Matter's data, the version, the vendor, the product and the flags
  /// stay. The four bits before them become others, or by chance themselves.
  private static func staysRightly(_ octets: [UInt8], _ length: Int, from start: Int) -> Bool {
    let lengthOfMatter = 11
    if octets[1...4].elementsEqual([0x16, 0xF6, 0xFF, 0]) { return start == 6 && length >= lengthOfMatter }
    let width = [
      2: 2, 3: 2, 4: 4, 5: 4, 6: 16, 7: 16, 0x14: 2, 0x15: 16, 0x1F: 4,
    ][octets[1]]
    if let width { return (length - 1) % width == 0 }
    return [0x21, 0x27].contains(octets[1]) || octets[1] == 0x10 && length == 9
  }

  private func expectNothing(of cases: [Case], in run: CommandLineRun, _ label: Comment) {
    let markers = Set(cases.flatMap { [Self.number($0.marker), Self.number($0.marker.reversed())] })
    let found = Self.octetsWritten(in: run.transcript).filter(markers.contains)
    #expect(found.isEmpty, "\(label): \(found.map { String($0, radix: 16) })")
    #expect(!run.transcript.isEmpty)
  }

  private static func number(_ octets: some Sequence<UInt8>) -> UInt64 { octets.reduce(0) { $0 << 8 | UInt64($1) } }

  /// Every twelve hex digits in a row, as numbers, with anything but letters between the digits.
  private static func octetsWritten(in text: String) -> [UInt64] {
    var found: [UInt64] = []
    var (digits, count) = (UInt64(0), 0)
    for octet in text.utf8 {
      switch octet {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        digits = digits << 4 | UInt64(octet < 0x40 ? octet & 0xF : (octet & 0xF) + 9)
        count += 1
        if count >= 12 { found.append(digits & 0xFFFF_FFFF_FFFF) }
      // The digits of 0x are none.
      case UInt8(ascii: "x") where count > 0 && digits & 0xF == 0:
        digits >>= 4
        count -= 1
      case UInt8(ascii: "g")...UInt8(ascii: "z"), UInt8(ascii: "G")...UInt8(ascii: "Z"): count = 0
      default: break
      }
    }
    return found
  }

  /// The payloads in a capture, each of another address, and as layouts in hex and in a manifest.
  private static func withFiles(_ payloads: [[UInt8]], _ body: ([String]) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var capture = BtsnoopFile(dataLink: 1002)
    var hex = ""
    var manifest = "layouts:\n"
    for (index, payload) in payloads.enumerated() {
      let address = [UInt8](exampleAddress.prefix(4)) + [UInt8(truncatingIfNeeded: index), 0xC0 | UInt8(index >> 8)]
      let report = ExtendedReport(1, address: address, data: payload)
      capture.add([4] + HCIEvent.extended([report]), flags: 3, microseconds: 1_000_000 + Int64(index) * 1000)
      hex += "layout \(index): \(payload.hex)\n"
      manifest += "  layout \(index):\n    pdu: EXT_CONNECTABLE\n    advertising: \"\(payload.hex)\"\n"
    }
    let contents = [
      ("c.btsnoop", Data(capture.octets)), ("l.hex", Data(hex.utf8)), ("advert.yml", Data(manifest.utf8)),
    ]
    for (name, data) in contents { try data.write(to: folder.appending(path: name)) }
    try body(contents.map { folder.appending(path: $0.0).path })
  }
}
