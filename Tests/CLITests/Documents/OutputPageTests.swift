import AdvertCapture
import AdvertDiff
import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertScan
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertReport
@testable import advert

/// Reference/Output has every key that the commands write: with its type, and with a word on when it is null or absent.
@Suite struct OutputPageTests {
  /// A document, and commands whose outputs show all its keys.
  struct Document: CustomTestStringConvertible, Sendable {
    let heading: String
    var schema: String?
    /// `MOVING`, `CUT`, `NONE`, `OLD` and `NEW` among the arguments stand for captures of the test.
    let commands: [[String]]
    /// Keys that no command here shows, each for a reason.
    var unshown: Set<String> = []
    /// Places that have the keys of another one.
    var alike: [String: String] = [:]
    /// Whether each line is described.
    var isRows: Bool { ["dump", "watch", "inspect-captures"].contains(heading) || heading.hasSuffix("-rows") }
    var testDescription: String { heading }
  }

  private static let before = "Fixtures/angi/before.btsnoop"
  private static let passive = "Fixtures/angi/passive.btsnoop"
  private static let apps = ["--app", "Fixtures/apps/HelmetScanner.kt", "--app", "Fixtures/apps/picker.js"]
  private static let overflow = "02011a14ff4c000100000000000000000000080000000000"

  /// bumble knows no command of Android's for batch scans.
  private static let batch = Set(
    ["mode", "scanInterval", "scanWindow"].map { "captures[].scanSessions[].phases[].batch.\($0)" })

  static let documents = [
    Document(
      heading: "inspect", schema: "advert.inspect/1",
      commands: [
        ["inspect", before, passive, "MOVING", "CUT", "Fixtures/sessions/extended.btsnoop"],
        ["inspect", "Fixtures/intervals/two-sets.btsnoop"],
        ["inspect", "MOVING", "--irk", InspectIdentityTests.key],
        ["inspect", before, "Fixtures/formats/pcap-251.pcap", "--redact"],
        ["inspect", "Fixtures/sessions/many-filters.btsnoop"], ["inspect", before, "--captures"],
        [
          "inspect", "Fixtures/logs/home-assistant.json", "Fixtures/logs/bleak.log", "Fixtures/logs/react-native.log",
          "Fixtures/logs/dumpsys.txt",
        ],
      ],
      unshown: batch),
    Document(
      heading: "inspect-rows",
      commands: [
        ["inspect", before, passive, "MOVING", "CUT", "Fixtures/sessions/extended.btsnoop"],
        ["inspect", "Fixtures/intervals/two-sets.btsnoop"],
        ["inspect", "MOVING", "--irk", InspectIdentityTests.key],
      ]),
    Document(
      heading: "inspect-captures",
      commands: [["inspect", before, "CUT", "Fixtures/sessions/many-filters.btsnoop", "--captures"]],
      unshown: Set(batch.map { String($0.dropFirst("captures[].".count)) })),
    Document(
      heading: "lint-rows",
      commands: [
        ["lint", before, "Fixtures/angi/before.hex", "Fixtures/missing.log", "CUT"],
        ["lint", before, "--config", "Fixtures/manifests/good/everything.yml", "--redact"],
        ["lint", "Fixtures/lint/slow.yml"], ["lint", passive],
      ]),
    Document(
      heading: "reach-rows",
      commands: [
        ["reach", before, passive, "CUT", "NONE"], ["reach", "--config", "Fixtures/manifests/good/everything.yml"],
        ["reach", before] + apps, ["reach", "Fixtures/images/flash-thumb.bin", "Fixtures/images/zephyr-thumb.elf"],
        [
          "reach", before, "Fixtures/logs/home-assistant.json", "Fixtures/logs/bleak.log",
          "Fixtures/logs/react-native.log",
          "Fixtures/logs/dumpsys.txt", "--matching",
          "Fixtures/logs/manifest.json",
        ],
        ["reach", "--adv", "02 01 06 05 16 0f 18 2a 2b", "--scan-response", "03 03 0d 18"],
        ["reach", "--adv", "02 01 06 03 03 18 0f", "--service", "180f"],
        [
          "reach", "Fixtures/sessions/many-filters.btsnoop", "Fixtures/sessions/times-not-in-log.btsnoop",
          "Fixtures/sessions/silent-during-scan.btsnoop", "--device", "F0:F1", "--for", "android",
        ],
        ["reach", "Fixtures/timing/advert.yml", "--for", "esphome", "--interval", "900ms..1s", "--within", "1s"],
        [
          "reach", "--adv", "02010603030f18", "--for", "zephyr-passive", "--interval", "1s", "--loss", "20%", "--curve",
        ],
        [
          "reach", "Fixtures/sessions/received.btsnoop", "--device", "F0:F1", "--for", "zephyr-passive", "--interval",
          "1s",
        ],
        ["reach", "Fixtures/sessions/connected.btsnoop", "--device", "F0:F1", "--for", "android"],
        ["reach", "Fixtures/sessions/address-changed.btsnoop", "--device", "52:A9", "--for", "android"],
        [
          "reach", "Fixtures/sessions/address-changed.btsnoop", "--device", "F0:F1", "--service", "fd82", "--for",
          "android",
        ],
      ]),
    Document(
      heading: "watch", commands: [["watch", before], ["watch", "MOVING"], ["watch", "CUT"]],
      unshown: ["silentSeconds"]),
    Document(
      heading: "lint", schema: "advert.lint/1",
      commands: [
        ["lint", before, "Fixtures/angi/before.hex", "Fixtures/missing.log", "CUT"],
        ["lint", before, "--config", "Fixtures/manifests/good/everything.yml", "--redact"],
        ["lint", "Fixtures/lint/slow.yml"], ["lint", "Fixtures/images/zephyr-thumb.elf"], ["lint", passive],
        ["lint", "--adv", GoldenTests.helmetAdvertising, "--pdu", "ADV_NONCONN_IND"],
        ["lint", before, "--device", "Elsewhere"],
      ]),
    Document(
      heading: "baseline", schema: "advert.baseline/1", commands: []),
    Document(
      heading: "reach", schema: "advert.reach/1",
      commands: [
        ["reach", before, passive, "CUT", "NONE"], ["reach", before, "--name", "SHS-2071", "--redact"],
        [
          "reach", before, "Fixtures/logs/home-assistant.json", "Fixtures/logs/bleak.log",
          "Fixtures/logs/react-native.log",
          "Fixtures/logs/dumpsys.txt", "--matching",
          "Fixtures/logs/manifest.json",
        ],
        ["reach", "--config", "Fixtures/manifests/good/everything.yml"],
        ["reach", "--adv", "02010603030f18", "--for", "macos@12.1"], ["reach", before] + apps,
        ["reach", "Fixtures/images/flash-thumb.bin", "Fixtures/images/zephyr-thumb.elf"],
        ["reach", "Fixtures/timing/advert.yml", "--for", "esphome", "--within", "10s"],
        ["reach", before, "--within", "1s"],
        ["reach", "Fixtures/timing/advert.yml", "--for", "esphome", "--interval", "900ms..1s", "--within", "1s"],
        [
          "reach", "--adv", "02010603030f18", "--for", "zephyr-passive", "--interval", "1s", "--loss", "20%", "--curve",
        ],
        [
          "reach", "Fixtures/sessions/received.btsnoop", "--device", "F0:F1", "--for", "zephyr-passive", "--interval",
          "1s",
        ],
        ["reach", "--adv", "02 01 06 05 16 0f 18 2a 2b", "--scan-response", "03 03 0d 18"],
        ["reach", "--adv", "02 01 06 03 03 18 0f", "--service", "180f"],
        [
          "reach", "Fixtures/sessions/many-filters.btsnoop", "Fixtures/sessions/times-not-in-log.btsnoop",
          "Fixtures/sessions/silent-during-scan.btsnoop", "--device", "F0:F1", "--for", "android",
        ],
        ["reach", "Fixtures/sessions/connected.btsnoop", "--device", "F0:F1", "--for", "android"],
        ["reach", "Fixtures/sessions/address-changed.btsnoop", "--device", "52:A9", "--for", "android"],
        [
          "reach", "Fixtures/sessions/address-changed.btsnoop", "--device", "F0:F1", "--service", "fd82", "--for",
          "android",
        ],
      ],
      unshown: batch),
    Document(
      heading: "repack", schema: "advert.repack/1",
      commands: [
        ["repack", before, passive, "CUT"], ["repack", "Fixtures/lint/slow.yml"],
        [
          "repack", "--adv", "0201061107e41d510e5a11dbb9a9419e2aa0ffd0af0d0953656e736f72203230373135",
          "--name-advertised",
        ],
        ["repack", "--adv", "020106", "--scan-response", "020104"],
        ["repack", "Fixtures/timing/advert.yml"], ["repack", "Fixtures/stacks/advert.yml"],
        ["repack", "Fixtures/images/flash-thumb.bin", "Fixtures/images/zephyr-thumb.elf"],
        ["repack", "Fixtures/images/flash-thumb.bin", "--name-advertised"],
      ]),
    Document(
      heading: "decode", schema: "advert.decode/1",
      commands: [
        ["decode", overflow, "--service", "180f"], ["decode", "--adv", "020106 0909", "--scan-response", "0a"],
        ["decode", "0319000002010611" + "07e41d510e5a11dbb9a9419e2aa0ffd0af" + "09095348532d32303731"],
        ["decode", "0aff59008841a1b2c3d4e5", "0d24172f2f612e6578616d706c65", "04fe010203", "--redact"],
        ["decode", "--scan-response", "0303efc0"], ["decode", "0303180f"],
      ],
      // Both blocks have the same keys.
      alike: ["scanResponse": "advertising"]),
    Document(
      heading: "decode-find", schema: "advert.decode/1",
      commands: [
        ["decode", "--find", "Fixtures/images/parameters-thumb.elf", "Fixtures/lint/firmware.hex"],
        ["decode", "--find", "Fixtures/images/zephyr-riscv32.o"],
      ]),
    Document(
      heading: "decode-parts", schema: "advert.decode/1",
      commands: [
        ["decode", "board 02010603030d18 heard\nphone 04094f776c heard"],
        ["decode", "uint8_t one[] = {2, 1, 6, 2, 10, 0}; uint8_t two[] = {2, 1, 6, 3, 3, 15, 24};"],
      ]),
    Document(
      heading: "decode-errors", schema: "advert.decode/1",
      commands: [["decode", "rc = 4 ble_gap_adv_set_fields"], ["decode", "Data length exceeded"]]),
    Document(
      heading: "decode-images", schema: "advert.decode/1",
      commands: [
        [
          "decode", "Fixtures/images/arrays-aarch64.elf", "Fixtures/images/bluedroid-riscv32.elf",
          "Fixtures/images/run-time-thumb.elf", "Fixtures/images/zephyr-x86_64.a",
          "Fixtures/images/zephyr-thumb-stripped.elf", "Fixtures/images/zephyr-riscv32.o",
          "Fixtures/images/parameters-thumb.elf",
        ],
        ["decode", "Fixtures/images/zephyr-thumb.elf", "--symbol", "ad", "--redact"],
        [
          "decode", "--explain", "Fixtures/images/softdevice-waits-thumb.elf", "Fixtures/images/made-stm32-thumb.elf",
          "Fixtures/images/flash-thumb.hex",
        ],
      ],
      // Shown for the document of octets, with the same description.
      unshown: Set(
        ["", "[].uuid", "[].holder", "[].form", "[].order", "[].offset", "[].length", "[].guess"].map {
          "images[].payloads[].structures[].misformed" + $0
        })),
    Document(
      heading: "diff", schema: "advert.diff/1",
      commands: DiffTests.everyDifference + [
        ["diff", before, passive], ["diff", before, "Fixtures/angi/after.hex"],
        [
          "diff", "Fixtures/images/zephyr-thumb.elf", "Fixtures/manifests/good/everything.yml", "--redact",
          "--symbol", "ad_later",
        ],
        ["diff", before, "Fixtures/angi/after.btsnoop", "--config", "Fixtures/manifests/good/everything.yml"],
      ],
      alike: [
        "devices[].new": "devices[].old", "devices[].differences[].new": "devices[].differences[].old",
        "devices[].differences[].oldFields[]": "devices[].differences[].old",
        "devices[].differences[].newFields[]": "devices[].differences[].old",
        "devices[].varying[].field": "devices[].differences[].old",
        "devices[].varying[].octets[]": "devices[].differences[].octets[]",
      ]),
    Document(
      heading: "rules", schema: "advert.rules/1",
      commands: [
        ["rules", "service-uuid-only-in-scan-response"], ["rules", "appearance-unknown-wastes-space"],
        ["rules", "capture-damaged"],
      ]),
    Document(
      heading: "profiles", schema: "advert.profiles/1",
      commands: [
        ["profiles"], ["profiles", "android@14"], ["profiles", "--config", "Fixtures/manifests/good/everything.yml"],
      ]),
    Document(
      heading: "dump",
      commands: [
        [before, "MOVING", "CUT", "NONE"], ["Fixtures/formats/pcap-251.pcap", "Fixtures/formats/pcap-256.pcap"],
        ["Fixtures/formats/btsnoop-extended.btsnoop"], [before, "--unique"],
      ].map { ["dump", "--fields", "all"] + $0 }),
  ]

  @Test(arguments: documents) func everyKeyIsDescribed(_ document: Document) throws {
    let rows = try Self.rows(of: document.heading)
    var seen = SeenKeys(alike: document.alike)
    for output in try Self.outputs(of: document) {
      if let schema = document.schema { #expect((output as? [String: Any])?["schema"] as? String == schema) }
      seen.visit(output)
    }
    for (key, kinds) in seen.kinds.sorted(by: { $0.key < $1.key }) {
      guard let row = rows[key] else {
        Issue.record("the description says nothing about `\(key)` of \(document.heading)")
        continue
      }
      let told = Set(row.kinds)
      #expect(kinds.subtracting(["null"]).isSubset(of: told), "type of `\(key)` of \(document.heading)")
      #expect(
        row.mayLack || !kinds.contains("null") && !seen.isLacking(key),
        "the description does not say when `\(key)` of \(document.heading) is null or absent")
    }
    #expect(Set(rows.keys).subtracting(seen.kinds.keys) == document.unshown, "keys that no output has")
  }

  /// The documents by their pages. A line with the keys of a document has none of its own.
  private static let pages: [String: [String]] = {
    let names = OutputDocument.all.map(\.name).filter { !$0.hasSuffix("-rows") && $0 != "inspect-captures" }
    return Dictionary(grouping: names) { name in
      name == "baseline" ? "lint" : name.prefix { $0 != "-" }.description
    }
  }()

  /// The tables of the pages are made from the descriptions. `make format` rewrites them.
  @Test func pagesAreCurrent() throws {
    let documents = OutputDocument.all.filter { document in Self.pages.values.contains { $0.contains(document.name) } }
    let shared = SharedObjects(of: documents)
    for (page, names) in Self.pages {
      let parts = documents.filter { names.contains($0.name) }
        .map { (name: "the description of \($0.name)", text: $0.table(sharing: shared)) }
      try WrittenPage.check("Reference/Output/\(page).md", parts: parts)
    }
    try WrittenPage.check(
      "Reference/Output/objects.md", parts: [(name: "the description of shared objects", text: shared.markdown)])
  }

  @Test func everyDocumentHasASchema() throws {
    let list = CommandLineRun(["schema"]).output
    for document in OutputDocument.all {
      let run = CommandLineRun(["schema", document.name])
      #expect(run.status == .success)
      let schema = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      #expect(schema?["additionalProperties"] as? Bool == false)
      #expect(list.contains(document.name))
    }
    let unknown = CommandLineRun(["schema", "inspekt"])
    #expect(unknown.status == .failure)
    #expect(unknown.diagnostics.hasSuffix("did you mean \"inspect\"?\n"))
  }

  /// The titles of tab-separated values are the keys of the objects.
  @Test func dumpHasTheSameColumnsInBothForms() throws {
    let titles = CommandLineRun(["dump", Self.before]).output.split(separator: "\n")[0].split(separator: "\t")
    #expect(Set(titles.map(String.init)) == Set(RowColumn.usual.map(\.rawValue)))
  }

  /// Every value of a key that has only some.
  @Test func thePagesHaveEveryWord() throws {
    let pages = Self.pages.keys.map { "Reference/Output/\($0).md" }
    let text = try (pages + ["Reference/Output/objects.md", "Docs/Output.md"]).map { try WrittenPage.text(of: $0) }
      .joined()
    var words = Verdict.Word.allCases.map(\.rawValue) + Severity.allCases.map(\.rawValue)
    words += Block.allCases.map(\.rawValue) + AdvertisingPDU.allCases.map(\.rawValue)
    words += DeviceAddress.Kind.allCases.map(\.rawValue) + CaptureProblem.Kind.allCases.map(\.rawValue)
    words += AdvertisingReport.Source.allCases.map(\.rawValue) + AdvertisingReport.PDU.allCases.map(\.rawValue)
    words += AdvertisingReport.CRC.allCases.map(\.rawValue) + Advertiser.Origin.allCases.map(\.rawValue)
    words += OctetOrder.allCases.map(\.rawValue) + Evidence.Strength.allCases.map(\.rawValue)
    words += DiscoveryTiming.Start.allCases.map(\.rawValue) + Plan.Kind.allCases.map(\.rawValue)
    words += DiffAspect.allCases.map(\.rawValue) + DeviceMatch.allCases.map(\.rawValue)
    words += Change.Kind.allCases.map(\.rawValue) + Loss.Kind.allCases.map(\.rawValue)
    words += Alternative.Kind.allCases.map(\.rawValue) + ScanMode.allCases.map(\.rawValue)
    words += ScanSession.End.Reason.allCases.map(\.rawValue) + Diagnosis.Conclusion.allCases.map(\.rawValue)
    words += Diagnosis.Blame.allCases.map(\.rawValue) + ScanFilter.Kind.allCases.map { String(describing: $0) }
    for word in Set(words).sorted() { #expect(text.contains("`\(word)`"), "\(word)") }
  }

  // MARK: Descriptions

  private struct Row {
    /// What its type is in JSON, as ``SeenKeys`` has it.
    let kinds: [String]
    /// Whether it says when the key is null or absent.
    let mayLack: Bool
  }

  private static func description(of name: String) throws -> OutputDocument {
    try #require(OutputDocument.all.first { $0.name == name }, "no description of \(name)")
  }

  /// The described keys of a document, with those of the objects in it.
  private static func rows(of name: String) throws -> [String: Row] {
    var rows: [String: Row] = [:]
    for row in try description(of: name).keyRows {
      let kinds = ["string", "object", "array"].filter { row.key.type.words.hasPrefix($0) }
      #expect(rows[row.path] == nil, "\(row.path) of \(name) is there twice")
      rows[row.path] = Row(kinds: kinds.isEmpty ? ["number"] : kinds, mayLack: !row.lacking.isEmpty)
    }
    return rows
  }

  // MARK: Outputs

  private static func outputs(of document: Document) throws -> [Any] {
    if document.commands.isEmpty {
      let file = CommandLineRun.root.appending(path: "Fixtures/lint/known.json")
      return [try JSONSerialization.jsonObject(with: Data(contentsOf: file))]
    }
    return try withCaptures { captures in
      try document.commands.flatMap { command -> [Any] in
        let isRows = document.isRows
        let arguments = command.map { captures[$0] ?? $0 } + ["--format", isRows ? "jsonl" : "json"]
        let output = CommandLineRun(arguments).output
        let texts = isRows ? output.split(separator: "\n").map(String.init) : [output]
        return try texts.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
      }
    }
  }

  /// Calls `body` with the paths of captures: a device whose data change, a scan that is cut short, and no report.
  private static func withCaptures<Result>(_ body: ([String: String]) throws -> Result) throws -> Result {
    var scan = BtsnoopFile(dataLink: 1002)
    scan.scan(interval: 160, window: 80, seconds: 0)
    scan.hear([2, 1, 6, 3, 3, 0x0F, 0x18, 5, 9, 0x4C, 0x61, 0x6D, 0x70], seconds: 1)
    scan.hear([3, 3, 0x0D, 0x18], type: 4, seconds: 2)
    // Scan responses of a device whose advertising data were not received, and private data.
    scan.hear([3, 3, 0x0D, 0x18], from: 2, type: 4, seconds: 2)
    for count: UInt8 in 0..<5 {
      scan.hear([10, 0x16, 0x0F, 0x18, 3, 0, 0, 0, 0, 0xC0, count], from: 3, type: 3, seconds: 3)
    }
    // A structure that reaches beyond the end.
    scan.hear([2, 1, 6, 9, 0xFF, 0x59], from: 4, seconds: 3)
    scan.hear([2, 1, 6], seconds: 4)
    let cut = FileManager.default.temporaryDirectory.appending(path: "cut-\(UUID().uuidString).btsnoop")
    try Data(scan.octets.dropLast(3)).write(to: cut)
    defer { try? FileManager.default.removeItem(at: cut) }
    return try BtsnoopFile(dataLink: 1002).withPath { none in
      var result: Swift.Result<Result, any Error>?
      try DiffTests.withSeededPair { old, new in
        try InspectIdentityTests.withCapture { moving in
          result = Swift.Result {
            try body(["MOVING": moving, "CUT": cut.path, "NONE": none, "OLD": old, "NEW": new])
          }
        }
      }
      return try #require(result).get()
    }
  }
}

/// The keys of JSON documents: nested ones with dots, elements of arrays as `[]`.
private struct SeenKeys {
  /// What the values of each are.
  private(set) var kinds: [String: Set<String>] = [:]
  /// The keys that every object at a place has.
  private var common: [String: Set<String>] = [:]
  /// Places that have the keys of another one.
  let alike: [String: String]

  init(alike: [String: String]) {
    self.alike = alike
  }

  /// The keys below `decoded` are those of the AD type or format; only the frame around them is the document's.
  private static let frames: [String: Set<String>] = [
    "decoded": ["known"], "known": ["kind", "unverified", "problems"],
  ]

  mutating func visit(_ value: Any, at place: String = "") {
    let path = alike[place] ?? place
    if let array = value as? [Any] {
      for element in array { visit(element, at: path + "[]") }
    }
    // The values of known formats are columns of their own, too.
    guard path != "known", let object = value as? [String: Any] else { return }
    let frame = path.contains("decoded") ? Self.frames[String(path.split(separator: ".").last ?? "")] ?? [] : nil
    let keys = frame.map { $0.intersection(object.keys) } ?? Set(object.keys)
    common[path] = common[path]?.intersection(keys) ?? keys
    for key in keys {
      guard let member = object[key] else { continue }
      let inner = path.isEmpty ? key : "\(path).\(key)"
      kinds[inner, default: []].insert(Self.kind(of: member))
      visit(member, at: inner)
    }
  }

  /// Whether an object lacks the key.
  func isLacking(_ key: String) -> Bool {
    let parts = key.split(separator: ".")
    let place = parts.dropLast().joined(separator: ".")
    return !(common[place]?.contains(String(parts.last ?? "")) ?? false)
  }

  private static func kind(of value: Any) -> String {
    switch value {
    case is NSNull: "null"
    case is String: "string"
    case is [Any]: "array"
    case is [String: Any]: "object"
    default: "number"
    }
  }
}
