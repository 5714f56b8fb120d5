internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

extension LintFormat {
  static let sarif = LintFormat("sarif") { LintSARIF($0, $1).text }
}

/// A lint run as SARIF 2.1.0.
///
/// Captures are binary: their regions are bytes. Files of layouts are text: their regions are lines and columns, columns
/// in Unicode code points. Devices and layouts are logical locations. The partial fingerprint `advert/v1` is that of
/// baselines.
struct LintSARIF {
  private let results: LintRun
  private let options: LintFormat.Options
  /// The rules that found something, by id.
  private let rules: [Rule]
  private let rulePositions: [String: Int]
  /// The inputs that are files, each file once.
  private let files: [Input.File]
  private let filePositions: [String: Int]

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    self.options = options
    let ids = Set(results.findings.map { $0.rule })
    rules = Rule.all.filter { ids.contains($0.id) }.sorted { $0.id < $1.id }
    rulePositions = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    var positions: [String: Int] = [:]
    var files: [Input.File] = []
    for file in results.inputs.compactMap({ $0.file }) where positions[file.path] == nil {
      positions[file.path] = files.count
      files.append(file)
    }
    self.files = files
    filePositions = positions
  }

  var text: String {
    var json = JSONWriter()
    json.object { json in
      json.value(
        "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
      json.value("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in writeRun(to: &json) }
      }
    }
    return json.text
  }

  private func writeRun(to json: inout JSONWriter) {
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
      json.object { json in writeInvocation(to: &json) }
    }
    json.value("columnKind", "unicodeCodePoints")
    json.array("artifacts", files) { json, file in
      json.object { json in
        json.object("location") { json in writeURI(of: file.path, to: &json) }
        json.array("roles") { $0.value(nil, "analysisTarget") }
        json.value("mimeType", file.content == .text ? "text/plain" : "application/octet-stream")
      }
    }
    json.array("results") { json in
      for input in results.inputs {
        for device in input.devices {
          for finding in device.findings { write(finding, on: device, of: input, to: &json) }
        }
        for finding in input.findings { write(finding, on: nil, of: input, to: &json) }
      }
    }
  }

  /// Whether everything could be read, and what is wrong with what was read.
  private func writeInvocation(to json: inout JSONWriter) {
    json.value("executionSuccessful", options.isDone)
    json.array("toolExecutionNotifications", results.findingsAboutReading) { json, about in
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
    json.object("properties") { $0.value("manifest", options.manifest) }
  }

  private func write(_ rule: Rule, to json: inout JSONWriter) {
    let markdown = RulesReport.markdown(about: rule)
    json.value("id", rule.id)
    json.value("name", rule.id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined())
    writeMessage("shortDescription", rule.summary, to: &json)
    writeMessage("fullDescription", rule.rationale, to: &json)
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

  private func write(
    _ finding: Finding, on device: LintRun.Device?, of input: LintRun.JudgedFile, to json: inout JSONWriter
  ) {
    json.object { json in
      json.value("ruleId", finding.rule)
      if let index = rulePositions[finding.rule] { json.value("ruleIndex", index) }
      json.value("level", finding.severity.rawValue)
      let fix = finding.fix.map { "\nfix: \(HostileText.visible($0))" } ?? ""
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
    of finding: Finding, on device: LintRun.Device?, in input: LintRun.JudgedFile, to json: inout JSONWriter
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

  /// The bytes of a fix as changes of the file that declares the layout.
  private func writeFixes(
    of finding: Finding, on device: LintRun.Device?, in input: LintRun.JudgedFile, to json: inout JSONWriter
  ) {
    guard let blocks = finding.fixBytes, let text = device?.subject?.writing,
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
    switch file.content {
    case .text:
      guard let text = place.text else { return }
      json.object("region") { json in write(text, to: &json) }
    case .capture:
      guard let offset = place.fileOffset else { return }
      json.object("region") { json in
        json.value("byteOffset", offset)
        json.value("byteLength", place.length ?? 0)
      }
    // Offsets count in the unpacked capture, not in the file.
    case .packed: break
    }
  }

  private func writeURI(of path: String, to json: inout JSONWriter) {
    json.value("uri", FileURI(path).text)
    if !path.hasPrefix("/") { json.value("uriBaseId", "%SRCROOT%") }
  }

  private func writeMessage(_ key: String, _ text: String, to json: inout JSONWriter) {
    json.object(key) { $0.value("text", SARIFText.escaped(text)) }
  }
}
