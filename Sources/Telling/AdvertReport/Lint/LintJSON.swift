internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

extension LintFormat {
  /// The document for programs.
  package static let json = LintFormat("json", streaming: { LintJSON($0, to: $1) })
  static let jsonl = LintFormat("jsonl", streaming: { LintJSON($0, asLines: true, to: $1) })
}

/// A lint run for programs: `advert.lint/1`, or a line for each finding, with the same keys as in the document.
final class LintJSON: LintReport {
  private let options: LintFormat.Options
  private let writesLines: Bool
  private var json: JSONWriter
  private var doubtful: [DoubtfulDevice] = []

  init(_ options: LintFormat.Options, asLines writesLines: Bool = false, to take: @escaping (String) -> Void) {
    self.options = options
    self.writesLines = writesLines
    json = JSONWriter(isIndented: !writesLines, to: take)
    if !writesLines { Self.keys.begin(Run(options: options, totals: LintTotals(), doubtful: []), to: &json) }
  }

  /// Writes the findings of a piece. Those of many devices are written on all cores.
  func receive(_ piece: JudgedFile) {
    let elements = json.elements
    let parts = AllCores.mapParts(of: piece.devices.count) { [writesLines] part in
      elements.written { json in
        for position in part {
          let device = piece.devices[position]
          for finding in device.findings { Self.write((finding, device.doubts), asLine: writesLines, to: &json) }
        }
      }
    }
    for part in parts { json.append(part) }
    for finding in piece.findings { Self.write((finding, []), asLine: writesLines, to: &json) }
    if !writesLines { doubtful += DoubtfulDevice.all(in: piece) }
  }

  func finish(_ totals: LintTotals) {
    if !writesLines { Self.keys.end(Run(options: options, totals: totals, doubtful: doubtful), to: &json) }
    json.finish()
  }

  private static func write(
    _ finding: (finding: Finding, doubts: [Doubt]), asLine: Bool, to json: inout JSONWriter
  ) {
    if asLine {
      json.row(Self.finding, of: finding)
    } else {
      json.object(Self.finding, of: finding)
    }
  }
}

// MARK: Keys

extension LintJSON {
  /// The subject of the document. The counts are known at its end.
  struct Run {
    let options: LintFormat.Options
    let totals: LintTotals
    let doubtful: [DoubtfulDevice]
  }

  static let keys: Keys<Run> = [
    Key(schema: "advert.lint/1"),
    Key("manifest", .string, "the path of the manifest in use", null: "when none is") { $0.options.manifest },
    Key(
      "findings", awaiting: finding,
      "what is wrong, in the order of the inputs and their devices; what concerns several inputs is last"),
    Key(
      "doubts", .list(.object(doubtfulDevice)),
      "the devices and declared layouts that were judged with a doubt, in the order of the inputs, with or without findings"
    ) { $0.doubtful },
    Key(
      "complete", .boolean,
      "whether all that was named was read whole and judged, every device, service and array that was asked for was there, all octets of the judged layouts are known, and no other version or parameter than an assumed one gives other findings; also false for what settings or a baseline accept"
    ) { $0.options.isDone && $0.totals.isComplete },
    Key("summary", .object(summary), "counts of the run") { $0.totals },
  ]

  private static let doubtfulDevice: Keys<DoubtfulDevice> = [
    .all(SharedKeys.device) { ($0.path, $0.address) },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.layoutName },
    Key("line", .integer, "the line of a declared layout", null: "when it has none") { $0.line },
    Key(
      "doubts", .list(.object(DoubtKeys.doubt)),
      "the parts of the layouts that are not certain, each once; for blocks that were not received there are findings"
    ) { $0.doubts },
  ]

  private static let summary: Keys<LintTotals> = [
    Key("errors", .integer, "findings of severity `error`") { $0.count(.error) },
    Key("warnings", .integer, "findings of severity `warning`") { $0.count(.warning) },
    Key("notes", .integer, "findings of severity `note`") { $0.count(.note) },
    Key("layouts", .integer, "distinct layouts judged") { $0.layouts },
    Key("ignored", .integer, "findings that the manifest ignores, left out") { $0.ignored },
    Key("baselined", .integer, "findings that the baseline has, left out; 0 without a baseline") {
      $0.known?.count ?? 0
    },
    Key("baselineUnused", .integer, "entries of the baseline that match nothing; 0 without a baseline") {
      $0.known?.unused ?? 0
    },
  ]

  static let finding: Keys<(finding: Finding, doubts: [Doubt])> = [
    .all(facts) { $0.finding },
    Key(
      "doubts", .list(.string), "the parts of the layouts of the device that are not certain, in sentences",
      absent: "when all are certain, and when no device is concerned"
    ) { $0.doubts.isEmpty ? nil : DoubtLines.clauses($0.doubts) },
  ]

  private static let facts: Keys<Finding> = [
    Key("rule", .string, "the id of the rule") { $0.rule },
    Key("help", .string, "the address of the page about the rule, or the command that prints it") { $0.ruleReference },
    Key("severity", .word(Severity.self), "by the rule or by the settings of the manifest") { $0.severity },
    Key("message", .string, "what is wrong, with the values involved") { $0.message },
    Key("source", .object(place), "where it is") { $0.place },
    Key("block", .word(Block.self), "the block concerned", null: "when none is") { $0.place.block },
    Key(
      "offset", .integer, "the first byte concerned, in the payload of the block", null: "when no payload is concerned"
    ) { $0.place.offset },
    Key("length", .integer, "bytes concerned; 0 where something is missing", null: "when no payload is concerned") {
      $0.place.length
    },
    Key("count", .integer, "how often the layout was seen; 1 for what is not counted") { $0.count },
    Key("fix", .string, "what to do, in one line", null: "when it is not known") { $0.fix },
    Key("fixBytes", .object(blocks), "the layout as it is without the finding", absent: "when it is not known") {
      $0.fixBytes
    },
    Key(
      "fingerprint", .string,
      "16 hex digits: the same finding in other runs"
    ) { $0.fingerprint.description },
  ]

  private static let blocks: Keys<FixedBlocks> = [
    Key("advertising", .octets, "its advertising data, as bytes") { $0.advertising.octets },
    Key("scanResponse", .octets, "its scan response data, as bytes", null: "when they were not observed") {
      $0.scanResponse?.octets
    },
  ]

  private static let place: Keys<Finding.Place> = [
    Key(
      "path", .string,
      "the capture, manifest, file or argument (`--adv`); of a firmware image the source file, where it is known"
    ) { $0.path },
    Key("line", .integer, "first line in the text file, from 1", null: inBinary) { $0.text?.line },
    Key("column", .integer, "first column, in Unicode code points, from 1", null: inBinary) { $0.text?.column },
    Key("endLine", .integer, "last line", null: inBinary) { $0.text?.endLine },
    Key("endColumn", .integer, "the column after the last", null: inBinary) { $0.text?.endColumn },
    Key(
      "advertiser", .address, "the address of the device",
      null: "for declared layouts, for the input as a whole, and for devices without a known address"
    ) { $0.advertiser },
    Key(
      "addressType", .word(DeviceAddress.Kind.self), "the kind of address",
      null: "for declared layouts and for the input as a whole"
    ) { $0.advertiser?.kind },
    Key(
      "layout", .integer, "position of the layout among those of its device, from 0",
      null: "when no layout is concerned"
    ) { $0.layout },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.layoutName },
    Key(
      "record", .integer, "the first record with the payload",
      null: "outside captures, and when no payload is concerned"
    ) { $0.record },
    Key(
      "fileOffset", .integer, "offset in the capture of the first byte concerned",
      null: "when there is none, as in data joined from pieces"
    ) { $0.fileOffset },
  ]

  private static let inBinary = "in captures and arguments"
}
