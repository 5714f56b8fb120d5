import Foundation
import TestSupport
import Testing

@testable import advert

/// Captures and images beside the layouts of a manifest, in one run.
@Suite struct DeclaredLintTests {
  /// Flags, manufacturer data and a name, as the manifest below declares them.
  static let advertising: [UInt8] = [2, 1, 6, 6, 0xFF, 0x59, 0, 1, 0x20, 0x0F]
  static let response = named("Tracker-1234")

  private static func named(_ name: String) -> [UInt8] { [UInt8(1 + name.utf8.count), 9] + Array(name.utf8) }

  static let manifest = """
    layouts:
      tracker:
        address: random-static
        advertising:
          - flags: [general-discoverable, br-edr-not-supported]
          - manufacturerData: { company: 0x0059, data: "01 ?? 00..0f" }
        scanResponse:
          - name: "Tracker-{4 digits}"

    """

  private struct Finding: Decodable, Equatable {
    let rule: String
    let message: String
    let block: String?
    let offset: Int?
    let length: Int?
    let count: Int
    let source: Source

    struct Source: Decodable, Equatable {
      let path: String
      let record: Int?
      let fileOffset: Int?
    }
  }

  private struct Document: Decodable { let findings: [Finding] }

  private func inFolder(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "declared-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, octets) in files { try Data(octets).write(to: folder.appending(path: name)) }
    try body(folder.path + "/")
  }

  /// A capture of one device; a scan response follows each advertisement that has one.
  private static func capture(_ layouts: [(advertising: [UInt8], response: [UInt8]?)]) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    for layout in layouts {
      let address: [UInt8] = [6, 5, 4, 3, 2, 0xC1]
      file.add([4] + HCIEvent.legacy([LegacyReport(0, address: address, data: layout.advertising)]))
      if let response = layout.response {
        file.add([4] + HCIEvent.legacy([LegacyReport(4, address: address, data: response)]))
      }
    }
    return file.octets
  }

  /// What the rule finds in a capture beside the manifest.
  private func findings(
    _ layouts: [(advertising: [UInt8], response: [UInt8]?)], _ manifest: String = manifest, options: [String] = []
  ) throws -> [Finding] {
    var found: [Finding] = []
    try inFolder(["capture.btsnoop": Self.capture(layouts), "layouts.yml": Array(manifest.utf8)]) { folder in
      let run = CommandLineRun(
        ["lint", folder + "capture.btsnoop", "--config", folder + "layouts.yml", "--format", "json"] + options)
      let document = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
      found = document.findings.filter { $0.rule == "layout-differs-from-declared" }
      // The manifest as an input says the same.
      let together = CommandLineRun(
        ["lint", folder + "layouts.yml", folder + "capture.btsnoop", "--format", "json"] + options)
      let same = try JSONDecoder().decode(Document.self, from: Data(together.output.utf8)).findings
      #expect(same.filter { $0.rule == "layout-differs-from-declared" } == found)
    }
    return found
  }

  @Test func nothingIsSaidOfWhatIsAsDeclared() throws {
    #expect(try findings([(Self.advertising, Self.response)]).isEmpty)
    // Other values of the placeholders, and a scan response that did not arrive.
    #expect(
      try findings([([2, 1, 6, 6, 0xFF, 0x59, 0, 1, 0xFF, 0], Self.named("Tracker-0000")), (Self.advertising, nil)])
        .isEmpty)
  }

  /// Of several layouts that may be meant, one must state the kind of address that is heard, or state none.
  @Test(
    arguments: [
      ("random-static", nil), ("random-identity", nil),
      ("public", "the address is random-static, declared as public (it sends the same name)"),
      ("random-resolvable", "the address is random-static, declared as random-resolvable (it sends the same name)"),
    ] as [(String, String?)])
  func theKindOfAddressIsDeclared(_ kind: String, _ message: String?) throws {
    let manifest = Self.manifest.replacing("address: random-static", with: "address: \(kind)")
    let found = try findings([(Self.advertising, Self.response)], manifest)
    #expect(found.map(\.message) == [message].compactMap(\.self))
    #expect(found.allSatisfy { $0.offset == nil && $0.block == nil })
    let without = manifest.replacing("    address: \(kind)\n", with: "")
    #expect(try findings([(Self.advertising, Self.response)], without).isEmpty)
  }

  @Test(
    arguments: [
      ([2, 1, 4] + advertising.dropFirst(3), response, "advertising", 2, 1, "byte 2: declared 06, sent 04"),
      (Array(advertising.dropLast()) + [0x10], response, "advertising", 9, 1, "byte 9: declared 0?, sent 10"),
      (
        Array(advertising.dropFirst(3)) + advertising.prefix(3), response, "advertising", 7, 3,
        "Flags (0x01) is at byte 7, declared at byte 0"
      ),
      (
        Array(advertising.prefix(3)), response, "advertising", 3, 0,
        "Manufacturer Specific Data (0xff), declared at byte 3, is missing"
      ),
      (advertising + [2, 10, 0], response, "advertising", 10, 3, "Tx Power Level (0x0a) at byte 10 is not declared"),
      (
        [2, 1, 6, 5, 0xFF, 0x59, 0, 1, 0x20], response, "advertising", 3, 6,
        "Manufacturer Specific Data (0xff) at byte 3: declared 59 00 01 ?? 0?, sent 59 00 01 20"
      ),
    ] as [([UInt8], [UInt8], String, Int, Int, String)])
  func whatDiffersIsSaidWhereItIs(
    _ advertising: [UInt8], _ response: [UInt8], _ block: String, _ offset: Int, _ length: Int, _ words: String
  ) throws {
    let found = try findings([(advertising, response)])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      finding.message
        == "the advertising data are not as declared in \"tracker\" (it sends the same name): " + words)
    #expect(finding.block == block && finding.offset == offset && finding.length == length)
    #expect(finding.source.record == 1 && finding.source.fileOffset != nil)
  }

  /// So many that they are looked up: by octets behind those that vary or may be absent, and in both blocks.
  @Test func manyLayoutsWithPlaceholders() throws {
    let kinds = UInt8(0)..<9
    let manifest = kinds.reduce("layouts:\n") { text, kind in
      text + """
          kind \(kind):
            advertising:
              - flags: [general-discoverable, br-edr-not-supported]
              - manufacturerData: { company: 0x0059, data: "?? 0\(kind)" }
            scanResponse:
              - name: "Tracker-{1 to 3 digits}"
              - manufacturerData: { company: 0x0059, data: "0\(kind) ??" }

        """
    }
    func sent(_ kind: UInt8, _ other: UInt8? = nil, named name: String = "12") -> (
      advertising: [UInt8], response: [UInt8]?
    ) {
      (
        [2, 1, 6, 5, 0xFF, 0x59, 0, 0xAA, kind],
        Self.named("Tracker-\(name)") + [5, 0xFF, 0x59, 0, other ?? kind, 0xBB]
      )
    }
    #expect(try findings(kinds.map { sent($0) } + kinds.map { sent($0, named: "345") }, manifest).isEmpty)
    #expect(try findings([(sent(3).advertising, nil), sent(3)], manifest).isEmpty)
    #expect(try findings([sent(9)], manifest).map(\.block) == ["advertising", "scanResponse"])
    #expect(try findings([sent(3, 4)], manifest).map(\.block) == ["scanResponse"])
    #expect(try findings([(sent(9).advertising, nil), sent(3)], manifest).map(\.block) == ["advertising"])
  }

  @Test func blocksMayBeExchanged() throws {
    let found = try findings([(Self.response, Self.advertising)])
    #expect(found.map(\.block) == ["advertising", "scanResponse"])
    #expect(found[0].message.contains("Flags (0x01), declared at byte 0, is in the other block"))
  }

  @Test func theScanResponseIsComparedWhenItArrived() throws {
    let found = try findings([(Self.advertising, Self.response + [2, 10, 0]), (Self.advertising, nil)])
    #expect(found.map(\.block) == ["scanResponse"])
    let bare = Self.manifest.components(separatedBy: "    scanResponse:")[0]
      .replacing("- flags", with: "- name: \"Tracker-{4 digits}\"\n      - flags")
    #expect(try findings([(Self.response + Self.advertising, nil)], bare).isEmpty)
    #expect(try findings([(Self.response + Self.advertising, [])], bare).isEmpty)
    #expect(try findings([(Self.response + Self.advertising, [2, 10, 0])], bare).map(\.offset) == [0])
  }

  /// A counter that is not declared as one gives one finding for all of its values.
  @Test func whatDiffersInTheSamePlaceIsOneFinding() throws {
    let layouts = (0..<40).map { count -> (advertising: [UInt8], response: [UInt8]?) in
      ([2, 1, 6, 6, 0xFF, 0x59, 0, UInt8(2 + count), 0, 0], Self.response)
    }
    let found = try findings(layouts)
    #expect(found.count == 1)
    #expect(found.first?.count == 40)
    #expect(found.first?.message.hasSuffix("byte 7: declared 01, sent 02") == true)
  }

  @Test func nothingIsGuessed() throws {
    // Another name, or none.
    #expect(try findings([(Self.advertising + [2, 10, 0], Self.named("Lamp"))]).isEmpty)
    #expect(try findings([(Self.advertising + [2, 10, 0], nil)]).isEmpty)
    #expect(try findings([([2, 1, 4], Self.named("Tracker-123x"))]).isEmpty)
  }

  @Test func aDeviceThatTheManifestListsIsCompared() throws {
    let listing = "devices: [\"C1:02:03:04:05:06\"]\n" + Self.manifest
    let found = try findings([([2, 1, 6], nil)], listing)
    #expect(
      found.map(\.message) == [
        "the advertising data are not as declared in \"tracker\" (`devices` lists it): Manufacturer Specific Data (0xff), declared at byte 3, is missing"
      ])
    let two = listing + "  other:\n    advertising: 02 01 06 02 0a 00\n"
    #expect(try findings([([2, 1, 6, 2, 10, 0], [])], two).isEmpty)
    #expect(
      try findings([([2, 1, 6, 2, 10, 1], [])], two).first?.message.contains(
        "in any of 2 layouts; the nearest is \"other\"") == true)
  }

  @Test func aRuleThatIsOffIsSilent() throws {
    let off = "rules: { layout-differs-from-declared: off }\n" + Self.manifest
    var file = CommandLineRun(["rules", "layout-differs-from-declared"]).output
    #expect(file.contains("other Flags are sent"))
    try inFolder(["c.btsnoop": Self.capture([([2, 1, 4], Self.response)]), "m.yml": Array(off.utf8)]) { folder in
      file = CommandLineRun(["lint", folder + "c.btsnoop", "--config", folder + "m.yml"]).output
      #expect(!file.contains("layout-differs-from-declared"))
    }
  }

  // MARK: Images

  private static let uart = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"

  @Test func imagesAreComparedByTheNamesOfTheirArrays() throws {
    let image = "Fixtures/images/zephyr-thumb.elf"
    let yaml = CommandLineRun(["repack", image, "--form", "hex"]).output
    #expect(!yaml.isEmpty)
    let decoded = try #require(
      try JSONSerialization.jsonObject(with: Data(CommandLineRun(["decode", image, "--format", "json"]).output.utf8))
        as? [String: Any])
    let images = try #require(decoded["images"] as? [[String: Any]])
    let payloads = try #require(images.first?["payloads"] as? [[String: Any]])
    var octets: [String: String] = [:]
    for payload in payloads { octets[payload["name"] as? String ?? ""] = payload["bytes"] as? String }
    let advertising = try #require(octets["ad"])
    let response = try #require(octets["sd"])
    func lint(_ name: String, _ advertising: String, _ response: String) throws -> String {
      var output = ""
      let manifest = "layouts:\n  \(name):\n    advertising: \(advertising)\n    scanResponse: \(response)\n"
      try inFolder(["m.yml": Array(manifest.utf8)]) { folder in
        output = CommandLineRun(["lint", image, "--config", folder + "m.yml", "--format", "gcc"]).output
      }
      return output.split(separator: "\n").filter { $0.hasSuffix("[layout-differs-from-declared]") }.joined(
        separator: "\n")
    }
    #expect(try lint("ad", advertising, response).isEmpty)
    #expect(try lint("ad + sd", advertising, response).isEmpty)
    let changed = String(advertising.dropFirst(6))
    let finding = try lint("ad", changed, response)
    #expect(
      finding.hasPrefix(
        "zephyr.c:15:1: warning: ad + sd: the advertising data are not as declared in \"ad\" (the array has the same name): Flags (0x01) at byte 0 is not declared"
      ))
    // Another name: only what it sends could tell, and that is another name too.
    #expect(try lint("lamp", "02 01 06", "02 0a 00").isEmpty)
  }
}
