internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

extension LintFormat {
  static let json = LintFormat("json") { LintJSON($0, $1).text }
}

/// A lint run for programs: `advert.lint/1`.
struct LintJSON {
  private let results: LintRun
  private let options: LintFormat.Options

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    self.options = options
  }

  var text: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.lint/1")
      json.value("manifest", options.manifest)
      // Whether all that was named was looked at, whole.
      json.value(
        "complete", options.isDone && results.findingsAboutReading.allSatisfy { $0.finding.severity == .note })
      json.array("findings", results.findings) { json, finding in
        json.object { json in write(finding, to: &json) }
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
    return json.text
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.value("rule", finding.rule)
    json.value("severity", finding.severity.rawValue)
    json.value("message", finding.message)
    json.object("source") { json in
      json.value("path", finding.place.path)
      json.value("line", finding.place.text?.line)
      json.value("column", finding.place.text?.column)
      json.value("endLine", finding.place.text?.endLine)
      json.value("endColumn", finding.place.text?.endColumn)
      json.value("advertiser", finding.place.advertiser)
      json.value("addressType", finding.place.advertiser?.kind.rawValue)
      json.value("layout", finding.place.layout)
      json.value("layoutName", finding.place.layoutName)
      json.value("record", finding.place.record)
      json.value("fileOffset", finding.place.fileOffset)
    }
    json.value("block", finding.place.block?.rawValue)
    json.value("offset", finding.place.offset)
    json.value("length", finding.place.length)
    json.value("count", finding.count)
    json.value("fix", finding.fix)
    if let blocks = finding.fixBytes {
      json.object("fixBytes") { json in
        json.value("advertising", HexText.compact(blocks.advertising.octets))
        json.value("scanResponse", blocks.scanResponse.map { HexText.compact($0.octets) })
      }
    }
    json.value("fingerprint", finding.fingerprint.description)
  }
}
