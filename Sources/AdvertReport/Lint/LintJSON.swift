internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

extension LintFormat {
  /// The document for programs.
  package static let json = LintFormat("json", streaming: { LintJSON($1).write($0, to: $2) })
  static let jsonl = LintFormat("jsonl", streaming: { LintJSON($1).writeLines($0, to: $2) })
}

/// A lint run for programs: `advert.lint/1`.
struct LintJSON {
  private let options: LintFormat.Options

  init(_ options: LintFormat.Options) {
    self.options = options
  }

  /// Writes a line for each finding, as it is in the document.
  func writeLines(_ told: LintFormat.FindingsSource, to take: @escaping (String) -> Void) -> LintTotals {
    var json = JSONWriter(isIndented: false, to: take)
    let totals = told { event in
      write(event, to: &json) { json, finding in
        json.row { json in Self.write(finding, to: &json) }
      }
    }
    json.finish()
    return totals
  }

  func write(_ told: LintFormat.FindingsSource, to take: @escaping (String) -> Void) -> LintTotals {
    var json = JSONWriter(to: take)
    var totals = LintTotals()
    json.object { json in
      json.value("schema", "advert.lint/1")
      json.value("manifest", options.manifest)
      json.array("findings") { json in
        totals = told { event in
          write(event, to: &json) { json, finding in
            json.object { json in Self.write(finding, to: &json) }
          }
        }
      }
      json.value("complete", options.isDone && totals.isWhole)
      json.object("summary") { json in
        json.value("errors", totals.count(.error))
        json.value("warnings", totals.count(.warning))
        json.value("notes", totals.count(.note))
        json.value("layouts", totals.layouts)
        json.value("ignored", totals.ignored)
        json.value("baselined", totals.known?.count ?? 0)
        json.value("baselineUnused", totals.known?.unused ?? 0)
      }
    }
    json.finish()
    return totals
  }

  /// Writes the findings of an event. Those of many devices are written on all cores.
  private func write(
    _ event: LintPass.Event, to json: inout JSONWriter,
    _ write: @escaping @Sendable (inout JSONWriter, Finding) -> Void
  ) {
    switch event {
    case .file: break
    case .devices(let devices, _, _):
      let elements = json.elements
      let parts = AllCores.mapParts(of: devices.count) { part in
        elements.written { json in
          for position in part {
            for finding in devices[position].findings { write(&json, finding) }
          }
        }
      }
      for part in parts { json.append(part) }
    case .findings(let findings, _):
      for finding in findings { write(&json, finding) }
    }
  }

  private static func write(_ finding: Finding, to json: inout JSONWriter) {
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
