package import AdvertRepack
internal import AdvertisingData

/// How layouts are packed best, for people and machines.
package struct RepackReport: Sendable {
  private let results: [RepackRun.Result]
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  package var manifest: String?

  package init(_ run: RepackRun) {
    results = run.results
  }

  /// The best plan of every layout that has one, with where the layout is from.
  package var bestPlans: [(title: String, source: RepackSource, plan: Plan)] {
    results.compactMap { result in
      result.repacking.plans.first.map { (RepackText.title(of: result.source), result.source, $0) }
    }
  }

  /// The best plans for a form of source.
  package var entries: [SourceForm.Entry] {
    bestPlans.map { Self.entry(for: $0.plan, of: $0.source) }
  }

  /// All plans of all layouts for a form of source, in the order of the document.
  package var allEntries: [SourceForm.Entry] {
    results.flatMap { result in result.repacking.plans.map { Self.entry(for: $0, of: result.source) } }
  }

  private static func entry(for plan: Plan, of source: RepackSource) -> SourceForm.Entry {
    SourceForm.Entry(
      title: RepackText.title(of: source), name: source.layoutName, plan: plan, addressKind: source.addressKind,
      intervalMicroseconds: source.intervalMicroseconds, expectedServices: source.expectedServices,
      patterns: source.patterns)
  }

  /// Why the others have none, a line for each.
  package var obstacles: [String] {
    results.compactMap { result in
      result.repacking.obstacle.map { "\(RepackText.title(of: result.source)): \($0.reason)" }
    }
  }

  package func text(_ style: TextStyle) -> String {
    var lines: [String] = []
    for result in results {
      if !lines.isEmpty { lines.append("") }
      lines += RepackText(result, style).lines
    }
    return (lines.isEmpty ? ["No layout to repack."] : lines).joined(separator: "\n") + "\n"
      + ManifestInUse.line(manifest)
  }

  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.value("schema", "advert.repack/1")
      json.value("manifest", manifest)
      json.array("plans") { json in
        for result in results {
          for plan in result.repacking.plans {
            json.object { json in write(plan, of: result.source, to: &json) }
          }
        }
      }
      json.array("infeasible") { json in
        for result in results {
          guard let obstacle = result.repacking.obstacle else { continue }
          json.object { json in write(obstacle, of: result.source, to: &json) }
        }
      }
    }
    return json.text
  }

  private func write(_ plan: Plan, of source: RepackSource, to json: inout JSONWriter) {
    write(source, to: &json)
    json.value("kind", plan.kind.rawValue)
    json.value("advertising", HexText.compact(plan.advertising.octets))
    json.value("scanResponse", plan.scanResponse.map { HexText.compact($0.octets) })
    json.value("pdu", plan.pdu.rawValue)
    json.object("free") { json in
      json.value("advertising", plan.freeInAdvertising)
      json.value("scanResponse", plan.freeInScanResponse)
    }
    json.array("changes", plan.changes) { json, change in
      json.object { json in
        json.value("kind", change.kind.rawValue)
        json.value("message", change.words)
      }
    }
    json.array("losses", plan.losses) { json, loss in
      json.object { json in
        json.value("kind", loss.kind.rawValue)
        json.value("message", loss.words)
      }
    }
    json.value("optimal", plan.isOptimal)
  }

  private func write(_ obstacle: Repacking.Obstacle, of source: RepackSource, to json: inout JSONWriter) {
    write(source, to: &json)
    json.value("reason", obstacle.reason)
    json.value("bytesOver", obstacle.bytesOver)
    json.array("alternatives", obstacle.alternatives) { json, alternative in
      json.object { json in
        json.value("kind", alternative.kind.rawValue)
        json.value("message", alternative.words)
        json.value("price", alternative.price)
        json.array("payloads", alternative.payloads) { $0.value(nil, HexText.compact($1.octets)) }
      }
    }
  }

  private func write(_ source: RepackSource, to json: inout JSONWriter) {
    json.object("source") { json in
      json.value("path", source.path)
      json.value("advertiser", source.address)
      json.value("addressType", source.address?.kind.rawValue)
      json.value("layout", source.address == nil ? nil : source.index)
      json.value("layoutName", source.layoutName)
    }
    json.object("original") { json in
      json.value("advertising", source.layout.advertising.map { HexText.compact($0.octets) })
      json.value("scanResponse", source.layout.scanResponse.payloads.first.map { HexText.compact($0.octets) })
      json.value("likelyCut", source.likelyDivision?.cut)
    }
  }
}
