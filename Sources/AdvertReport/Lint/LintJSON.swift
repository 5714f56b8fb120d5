internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

extension LintFormat {
  /// The document for programs.
  package static let json = LintFormat("json", writing: { LintJSON($0, $1).write(to: $2) })
  static let jsonl = LintFormat("jsonl", writing: { LintJSON($0, $1).writeLines(to: $2) })
}

/// A lint run for programs: `advert.lint/1`.
struct LintJSON {
  private let results: LintRun
  private let options: LintFormat.Options

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    self.options = options
  }

  /// Writes a line for each finding, as it is in the document.
  func writeLines(to take: @escaping (String) -> Void) {
    var json = JSONWriter(isIndented: false, to: take)
    results.forEachFinding { finding in
      json.row { json in write(finding, to: &json) }
    }
    json.finish()
  }

  func write(to take: @escaping (String) -> Void) {
    var json = JSONWriter(to: take)
    json.object { json in
      json.value("schema", "advert.lint/1")
      json.value("manifest", options.manifest)
      // Whether all that was named was looked at, whole.
      json.value(
        "complete", options.isDone && results.findingsAboutReading.allSatisfy { $0.finding.severity == .note })
      json.array("findings") { json in
        results.forEachFinding { finding in
          json.object { json in write(finding, to: &json) }
        }
      }
      json.object("summary") { json in
        json.value("errors", results.count(.error))
        json.value("warnings", results.count(.warning))
        json.value("notes", results.count(.note))
        json.value("layouts", results.layouts)
        json.value("ignored", results.ignored)
        json.value("baselined", results.known?.count ?? 0)
        json.value("baselineUnused", results.known?.unused ?? 0)
      }
    }
    json.finish()
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    let place = finding.place
    json.value("rule", finding.rule)
    json.value("severity", finding.severity.rawValue)
    json.value("message", finding.message)
    json.object("source") { json in
      json.value("path", place.path)
      json.value("line", place.text?.line)
      json.value("column", place.text?.column)
      json.value("endLine", place.text?.endLine)
      json.value("endColumn", place.text?.endColumn)
      json.value("advertiser", place.advertiser)
      json.value("addressType", place.advertiser?.kind.rawValue)
      json.value("layout", place.layout)
      json.value("layoutName", place.layoutName)
      json.value("record", place.record)
      json.value("fileOffset", place.fileOffset)
    }
    json.value("block", place.block?.rawValue)
    json.value("offset", place.offset)
    json.value("length", place.length)
    json.value("count", finding.count)
    json.value("fix", finding.fix)
    if let blocks = finding.fixBytes {
      json.object("fixBytes") { json in
        json.value("advertising", hex: blocks.advertising.octets)
        json.value("scanResponse", hex: blocks.scanResponse?.octets)
      }
    }
    json.value("fingerprint", finding.fingerprint.description)
  }
}
