package import AdvertRepack
internal import AdvertScan
internal import AdvertisingData

/// The best ways to pack layouts, for people and machines.
///
/// A report in text and the document are written layout by layout, because those of 20,000 devices together take 500 MB.
package final class RepackReport {
  private let run: RepackRun
  /// The layouts without a plan, as far as the layouts were packed.
  private var infeasible: [(source: RepackSource, obstacle: Repacking.Obstacle)] = []
  /// All results, for what is not written layout by layout.
  private lazy var results: [RepackRun.Result] = {
    var results: [RepackRun.Result] = []
    forEachResult { results.append($0) }
    return results
  }()
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  package var manifest: String?

  package init(_ run: RepackRun) {
    self.run = run
  }

  private func forEachResult(_ body: (RepackRun.Result) -> Void) {
    infeasible = []
    run.forEachResult { result in
      if let obstacle = result.repacking.obstacle { infeasible.append((result.source, obstacle)) }
      body(result)
    }
  }

  /// Whether every layout can be packed as demanded. It is known when something was written.
  package var isPossible: Bool { infeasible.isEmpty }

  /// The best plan of every layout that has one, with the origin of the layout.
  package var bestPlans: [(title: String, source: RepackSource, plan: Plan)] {
    results.compactMap { result in
      result.repacking.plans.first.map { (RepackText.title(of: result.source), result.source, $0) }
    }
  }

  /// The best plans for a form of source. Where a stack makes a layout, they are the best that it has calls for.
  package var entries: [SourceForm.Entry] {
    results.compactMap { result in
      let plans = result.repacking.plans
      guard let best = plans.first else { return nil }
      let place = result.source.firstSent(of: plans)
      var entry = Self.entry(for: place.map { plans[$0] } ?? best, of: result.source)
      if let place, place > 0, let words = result.source.stackWords(for: best) {
        entry.remarks.insert("Plan \(place + 1). Of plan 1: \(words).", at: 0)
      }
      return entry
    }
  }

  /// All plans of all layouts for a form of source, in the order of the document.
  package var allEntries: [SourceForm.Entry] {
    results.flatMap { result in result.repacking.plans.map { Self.entry(for: $0, of: result.source) } }
  }

  private static func entry(for plan: Plan, of source: RepackSource) -> SourceForm.Entry {
    var entry = SourceForm.Entry(
      title: RepackText.title(of: source), name: source.layoutName, plan: plan, addressKind: source.addressKind,
      intervalMicroseconds: source.intervalMicroseconds, expectedServices: source.expectedServices,
      patterns: source.patterns)
    if let words = source.stackWords(for: plan) { entry.remarks = [words + "."] }
    let doubts = DoubtLines.sentences(source.doubts)
    entry.assumed = DoubtLines.clausesOfAssumedOctets(source.doubts)
    if !doubts.isEmpty { entry.remarks += ["Of the layout before it was repacked:"] + doubts }
    return entry
  }

  /// The reasons why the others have no plan, one line each.
  package var obstacles: [String] {
    _ = results
    return infeasible.map { "\(RepackText.title(of: $0.source)): \($0.obstacle.reason)" }
  }

  /// Writes the layouts with their plans for people.
  package func writeText(_ style: TextStyle, to take: @escaping (String) -> Void) {
    var text = TextPieces(to: take)
    var isFirst = true
    forEachResult { result in
      if !isFirst { text.append("\n") }
      isFirst = false
      for line in RepackText(result, style).lines { text.append(line: line) }
    }
    if isFirst { text.append(line: "No layout to repack.") }
    text.append(ManifestInUse.line(manifest))
    text.finish()
  }

  // MARK: The document

  /// The whole document.
  package var json: String { JSONWriter.text(writeJSON) }

  /// Writes the document in pieces, layout by layout.
  package func writeJSON(to take: @escaping (String) -> Void) {
    var json = JSONWriter(to: take)
    json.object(Self.keys, of: self)
    json.finish()
  }

  static let keys: Keys<RepackReport> = [
    Key(schema: "advert.repack/1"),
    Key("manifest", .string, "the path of the manifest in use", null: "when none is") { $0.manifest },
    Key("plans", streaming: planned, "up to three for each layout, the smallest change first") { report, take in
      report.forEachResult { result in
        for (number, plan) in result.repacking.plans.enumerated() {
          take(
            PlannedLayout(
              source: result.source, plan: plan, effects: result.effects[number],
              times: PlannedTime.all(result.comparisons, ofPlan: number)))
        }
      }
    },
    Key("infeasible", streaming: infeasibleKeys, "layouts without a plan") { report, take in
      for layout in report.infeasible { take(layout) }
    },
  ]

  /// The keys of a layout that is packed.
  private static let packed: Keys<RepackSource> = [
    Key("source", .object(source), "the layout") { $0 },
    Key("original", .object(original), "what is sent now") { $0 },
  ]

  private static let source: Keys<RepackSource> = [
    .all(SharedKeys.device) { ($0.path, $0.address) },
    Key("layout", .integer, "position of the layout among those of its device, from 0", null: "for declared layouts") {
      $0.address == nil ? nil : $0.index
    },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.layoutName },
  ]

  private static let original: Keys<RepackSource> = [
    Key("advertising", .octets, "the advertising data, as bytes", null: "when they were not received") {
      $0.layout.advertising?.octets
    },
    Key(
      "scanResponse", .octets, "the scan response data, as bytes; of several the first",
      null: "when there are none, or none were observed"
    ) { $0.layout.scanResponse.payloads.first?.octets },
    Key("doubts", .list(.object(DoubtKeys.doubt)), DoubtKeys.meaning) { $0.doubts },
    Key(
      "likelyCut", .integer, "how many bytes of merged data are shown as advertising data: likely, not known",
      null: "when the blocks are known apart"
    ) { $0.likelyDivision?.cut },
  ]

  /// A plan of a layout, with its changes of the times in which scanners find services.
  private struct PlannedLayout {
    let source: RepackSource
    let plan: Plan
    let effects: [Effect]
    let times: [PlannedTime]?
  }

  private static let planned: Keys<PlannedLayout> = [
    .all(packed) { $0.source },
    .all(plan) { $0.plan },
    Key(
      "effects", .list(.object(effect)),
      "the answers of scanners that the plan changes: for each service, name, manufacturer data and service data, and whether the device is delivered at all"
    ) { planned in planned.effects.map { ($0, planned.source) } },
    Key("cost", .string, "what scanners then miss, and what else is lost", null: "when nothing is") { planned in
      let costs = RepackText.costs(of: planned.plan, planned.effects)
      return costs.isEmpty ? nil : planned.source.withPlaceholders(costs.joined(separator: "; "))
    },
    Key(
      "stack", .string, "how the stack that makes the layout sends the plan, or that it has no call for it",
      absent: "when the same calls send it, and when no stack makes the layout"
    ) { $0.source.stackWords(for: $0.plan) },
    Key(
      "times", .list(.object(plannedTime)), "how soon scanners find services, where a plan of the layout changes it",
      absent: "when none does, and when the interval is not declared"
    ) { $0.times },
  ]

  private static let effect: Keys<(effect: Effect, source: RepackSource)> = [
    Key("question", .string, "what a scanner looks for") { $0.source.withPlaceholders($0.effect.question.description) },
    Key("before", .word(Verdict.Word.self), "the verdict on what is sent now") { $0.effect.before },
    Key("after", .word(Verdict.Word.self), "the verdict on what the plan sends") { $0.effect.after },
    Key("profiles", .list(.string), "the ids of the scanners with these verdicts") { $0.effect.profiles.map { $0.id } },
  ]

  /// The times in which one setting of a scanner finds services, before and after.
  private struct PlannedTime {
    let services: [BluetoothUUID]
    let row: ScannerComparison.Times
    let after: ExpectedTime?

    /// Returns the changed times; `nil` when no plan of the layout changes any.
    static func all(_ comparisons: [ScannerComparison], ofPlan number: Int) -> [PlannedTime]? {
      let all = comparisons.flatMap { comparison in
        comparison.times.map { row in
          PlannedTime(
            services: comparison.services, row: row, after: row.times.dropFirst(number + 1).first.flatMap { $0 })
        }
      }
      return all.isEmpty ? nil : all
    }
  }

  private static let plannedTime: Keys<PlannedTime> = [
    Key("services", .list(.uuid), "the services") { $0.services },
    Key("profile", .string, "the id of the scanner") { $0.row.profile.id },
    Key("mode", .string, "its setting", null: "when it has only one") {
      $0.row.duty.name.isEmpty ? nil : $0.row.duty.name
    },
    Key(
      "before", .decimal, "seconds in which 95 of 100 tries find them as they are sent now",
      null: "when they are not found, or that takes too long to tell"
    ) { SoonWords.seconds($0.row.times.first.flatMap { $0?.most }) },
    Key("after", .decimal, "the same as the plan sends them", null: "as for `before`") {
      SoonWords.seconds($0.after?.most)
    },
  ]

  private static let plan: Keys<Plan> = [
    Key(
      "kind", .word(Plan.Kind.self),
      "what it is best at: `smallestChange`, `identification` or `shortAdvertising`"
    ) { $0.kind },
    Key("advertising", .octets, "the new advertising data, as bytes") { $0.advertising.octets },
    Key("scanResponse", .octets, "the new scan response data, as bytes", null: "when they were not observed: they stay")
    { $0.scanResponse?.octets },
    Key("pdu", .word(AdvertisingPDU.self), "the kind of advertising, that of the layout") { $0.pdu },
    Key("free", .object(free), "bytes that are free then") { $0 },
    Key("changes", .list(.object(change)), "what the plan does; empty when the layout is best already") { $0.changes },
    Key("losses", .list(.object(loss)), "what the plan does not keep, the gravest first") { $0.losses },
    Key("optimal", .boolean, "whether it is proved that no plan is better") { $0.isOptimal },
  ]

  private static let free: Keys<Plan> = [
    Key("advertising", .integer, "in the advertising data") { $0.freeInAdvertising },
    Key(
      "scanResponse", .integer, "in the scan response data; 0 when there are none", null: "when they were not observed"
    ) { $0.freeInScanResponse },
  ]

  private static let change: Keys<Change> = [
    Key("kind", .word(Change.Kind.self), "`moved`, `recoded`, `leftOut` or `added`") { $0.kind },
    Key("message", .string, "what is done, and what it gains") { $0.words },
  ]

  private static let loss: Keys<Loss> = [
    Key(
      "kind", .word(Loss.Kind.self),
      "`completeness`, `contradiction`, `nameHiddenFromPassive`, `hiddenFromPassive`, `flags`, `afterTheEnd`, `notForAdvertising` or `name`"
    ) { $0.kind },
    Key("message", .string, "what is lost") { $0.words },
  ]

  private static let infeasibleKeys: Keys<(source: RepackSource, obstacle: Repacking.Obstacle)> = [
    .all(packed) { $0.source },
    .all(obstacle) { $0.obstacle },
  ]

  private static let obstacle: Keys<Repacking.Obstacle> = [
    Key("reason", .string, "why there is no plan") { $0.reason },
    Key("bytesOver", .integer, "the fewest bytes that would have to go; 0 when size is not what is wrong") {
      $0.bytesOver
    },
    Key("alternatives", .list(.object(alternative)), "ways out that have a price") { $0.alternatives },
  ]

  private static let alternative: Keys<Alternative> = [
    Key(
      "kind", .word(Alternative.Kind.self),
      "`shorterName`, `memberUUID`, `alternatingSets`, `extendedAdvertising` or `nonScannable`"
    ) { $0.kind },
    Key("message", .string, "what to do") { $0.words },
    Key("price", .string, "what it costs, and which users pay") { $0.price },
    Key(
      "payloads", .list(.octets),
      "the payloads that it gives, as bytes: advertising data and scan response data, or the advertising data of two sets with the scan response data of the first between them"
    ) { $0.payloads.map { $0.octets } },
  ]
}
