internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

extension LintFormat {
  static let sarif = LintFormat("sarif", streaming: { LintSARIF($0, to: $1) })
}

/// A lint run as SARIF 2.1.0.
///
/// Captures are binary: their regions are bytes. Files of layouts are text: their regions are lines and columns, columns
/// in Unicode code points. Devices and layouts are logical locations. The partial fingerprint `advert/v1` is that of
/// baselines.
///
/// GitHub takes no result without a line. So a region of bytes has line 1 beside, which SARIF lets stand for itself (section
/// 3.30.4), and so has a result about a whole file.
///
/// Results are written while devices are judged. So the rules and files that they refer to come after them.
final class LintSARIF: LintReport {
  private let options: LintFormat.Options
  private var json: JSONWriter
  private var results = SARIFResults()

  init(_ options: LintFormat.Options, to take: @escaping (String) -> Void) {
    self.options = options
    json = JSONWriter(to: take)
    json.beginObject()
    json.value("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    json.value("version", "2.1.0")
    json.beginArray("runs")
    json.beginObject()
    json.value("columnKind", "unicodeCodePoints")
    json.beginArray("results")
  }

  func receive(_ piece: JudgedFile) {
    results.doubtful += DoubtfulDevice.all(in: piece)
    results.write(piece, to: &json)
  }

  func finish(_ totals: LintTotals) {
    json.endArray()
    results.writeRest(options, isComplete: options.isDone && totals.isComplete, to: &json)
    json.endObject()
    json.endArray()
    json.endObject()
    json.finish()
  }
}

/// The results, with the rules and files that they refer to.
private struct SARIFResults {
  /// The rules with findings, in the order met, and their positions.
  private var rules: [Rule] = []
  private var rulePositions: [String: Int] = [:]
  /// The inputs that are files, each file once.
  private var files: [Input.File] = []
  private var filePositions: [String: Int] = [:]
  /// Findings on the reading of the inputs, not on the advertising.
  private var findingsAboutReading: [(input: JudgedFile, finding: Finding)] = []
  /// The devices and declared layouts that were judged with a doubt.
  var doubtful: [DoubtfulDevice] = []

  // MARK: Results

  /// Writes the results of a piece. Those of many devices are written on all cores.
  mutating func write(_ piece: JudgedFile, to json: inout JSONWriter) {
    if let file = piece.file, filePositions[file.path] == nil {
      filePositions[file.path] = files.count
      files.append(file)
    }
    for device in piece.devices { meet(device.findings) }
    let elements = json.elements
    let parts = AllCores.mapParts(of: piece.devices.count) { [self] part in
      elements.written { json in
        for position in part {
          for finding in piece.devices[position].findings {
            write(finding, on: piece.devices[position], of: piece, to: &json)
          }
        }
      }
    }
    for part in parts { json.append(part) }
    meet(piece.findings)
    for finding in piece.findings {
      if LintRun.rulesAboutReading.contains(finding.rule) { findingsAboutReading.append((piece, finding)) }
      write(finding, on: nil, of: piece, to: &json)
    }
  }

  /// Notes the rules of findings, so that results can point at them.
  private mutating func meet(_ findings: [Finding]) {
    for index in findings.indices where rulePositions[findings[index].rule] == nil {
      guard let rule = Rule.named(findings[index].rule) else { continue }
      rulePositions[rule.id] = rules.count
      rules.append(rule)
    }
  }

  private func write(
    _ finding: Finding, on device: JudgedFile.Device?, of input: JudgedFile, to json: inout JSONWriter
  ) {
    json.object { json in
      json.value("ruleId", finding.rule)
      if let index = rulePositions[finding.rule] { json.value("ruleIndex", index) }
      json.value("level", finding.severity.rawValue)
      let fix = finding.linesOfFix().map { "\n" + $0 }.joined()
      let message = (device.map { $0.label + ": " } ?? "") + HostileText.visible(finding.message) + fix
      writeMessage("message", message, to: &json)
      json.array("locations") { json in
        json.object { json in writeLocation(of: finding, on: device, in: input, to: &json) }
      }
      writeFixes(of: finding, on: device, in: input, to: &json)
      json.object("partialFingerprints") { $0.value("advert/v1", finding.fingerprint.description) }
      json.value("occurrenceCount", max(1, finding.count))
      json.object("properties") { json in
        json.value("block", finding.place.block?.rawValue)
        json.value("offset", finding.place.offset)
        json.value("length", finding.place.length)
        json.value("record", finding.place.record)
        json.value("fileOffset", finding.place.fileOffset)
        json.value("fix", finding.fix)
      }
    }
  }

  private func writeLocation(
    of finding: Finding, on device: JudgedFile.Device?, in input: JudgedFile, to json: inout JSONWriter
  ) {
    if let file = input.file, let index = filePositions[file.path] {
      json.object("physicalLocation") { json in
        json.object("artifactLocation") { json in
          writeURI(of: file.path, to: &json)
          json.value("index", index)
        }
        writeRegion(of: finding.place, in: file, to: &json)
      }
    }
    guard let device else {
      guard input.file == nil else { return }
      // SARIF requires a location, and there is no file.
      json.object("message") { $0.value("text", SARIFText.escaped(HostileText.visible(input.path))) }
      return
    }
    json.array("logicalLocations") { json in
      json.object { json in
        json.value("name", device.label)
        json.value("fullyQualifiedName", "\(HostileText.visible(input.path))/\(device.label)")
        json.value("kind", device.isDeclared ? "layout" : "device")
      }
    }
  }

  /// Writes the bytes of a fix as changes of the file that declares the layout.
  private func writeFixes(
    of finding: Finding, on device: JudgedFile.Device?, in input: JudgedFile, to json: inout JSONWriter
  ) {
    // The subject of an advertiser is made anew each time, and has no text.
    guard let blocks = finding.fixBytes, let device, device.isDeclared, let text = device.subject?.declaration?.text,
      let file = input.file, let index = filePositions[file.path],
      let edits = try? text.edits(advertising: blocks.advertising, scanResponse: blocks.scanResponse), !edits.isEmpty
    else { return }
    json.array("fixes") { json in
      json.object { json in
        if let fix = finding.fix { writeMessage("description", fix, to: &json) }
        json.array("artifactChanges") { json in
          json.object { json in
            json.object("artifactLocation") { json in
              writeURI(of: file.path, to: &json)
              json.value("index", index)
            }
            json.array("replacements", edits) { json, edit in
              json.object { json in
                json.object("deletedRegion") { json in write(edit.range, to: &json) }
                json.object("insertedContent") { $0.value("text", edit.text) }
              }
            }
          }
        }
      }
    }
  }

  private func write(_ text: TextRange, to json: inout JSONWriter) {
    json.value("startLine", text.line)
    json.value("startColumn", text.column)
    json.value("endLine", text.endLine)
    json.value("endColumn", text.endColumn)
  }

  private func writeRegion(of place: Finding.Place, in file: Input.File, to json: inout JSONWriter) {
    json.object("region") { json in
      if file.content == .text, let text = place.text {
        write(text, to: &json)
        return
      }
      json.value("startLine", 1)
      // In an archive, offsets count in the unpacked capture, not in the file.
      guard file.content == .capture, let offset = place.fileOffset else { return }
      json.value("byteOffset", offset)
      json.value("byteLength", place.length ?? 0)
    }
  }

  // MARK: After the results

  func writeRest(_ options: LintFormat.Options, isComplete: Bool, to json: inout JSONWriter) {
    json.object("tool") { json in
      json.object("driver") { json in
        json.value("name", "advert")
        json.value("version", options.version)
        json.value("semanticVersion", options.version)
        json.array("rules", rules) { json, rule in
          json.object { json in write(rule, to: &json) }
        }
      }
    }
    json.array("invocations") { json in
      json.object { json in writeInvocation(options, isComplete: isComplete, to: &json) }
    }
    json.array("artifacts", files) { json, file in
      json.object { json in
        json.object("location") { json in writeURI(of: file.path, to: &json) }
        json.array("roles") { $0.value(nil, "analysisTarget") }
        json.value("mimeType", file.content == .text ? "text/plain" : "application/octet-stream")
      }
    }
  }

  /// Writes whether all inputs could be read, and the problems of those that were.
  private func writeInvocation(_ options: LintFormat.Options, isComplete: Bool, to json: inout JSONWriter) {
    json.value("executionSuccessful", options.isDone)
    json.array("toolExecutionNotifications", findingsAboutReading) { json, about in
      json.object { json in
        json.object("associatedRule") { json in
          json.value("id", about.finding.rule)
          if let index = rulePositions[about.finding.rule] { json.value("index", index) }
        }
        json.value("level", about.finding.severity.rawValue)
        writeMessage("message", HostileText.visible(about.finding.message), to: &json)
        json.array("locations") { json in
          json.object { json in writeLocation(of: about.finding, on: nil, in: about.input, to: &json) }
        }
      }
    }
    json.object("properties") { json in
      json.value("manifest", options.manifest)
      json.value("complete", isComplete)
      json.array("doubts", DoubtfulDevice.sentences(doubtful)) { $0.value(nil, SARIFText.escaped($1)) }
    }
  }

  private func write(_ rule: Rule, to json: inout JSONWriter) {
    let markdown = RulesReport.markdown(about: rule)
    json.value("id", rule.id)
    json.value("name", rule.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    writeMessage("shortDescription", rule.summary, to: &json)
    writeMessage("fullDescription", rule.rationale, to: &json)
    if let address = rule.address { json.value("helpUri", address) }
    json.object("help") { json in
      json.value("text", SARIFText.escaped(RulesReport([rule]).pages(.plain)))
      json.value("markdown", markdown)
    }
    json.object("defaultConfiguration") { $0.value("level", rule.severity.rawValue) }
    json.object("properties") { json in
      json.array("tags") { $0.value(nil, "bluetooth-le") }
      json.array("references", rule.references) { $0.value(nil, $1.description) }
      json.value("problem.severity", rule.severity == .note ? "recommendation" : rule.severity.rawValue)
    }
  }

  // MARK: Parts of both

  private func writeURI(of path: String, to json: inout JSONWriter) {
    let uri = FileURI(path)
    json.value("uri", uri.text)
    if !uri.isWhole { json.value("uriBaseId", "%SRCROOT%") }
  }

  private func writeMessage(_ key: String, _ text: String, to json: inout JSONWriter) {
    json.object(key) { $0.value("text", SARIFText.escaped(text)) }
  }
}
