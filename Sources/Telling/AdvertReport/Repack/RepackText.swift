internal import AdvertBuilders
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
package import AdvertRepack
package import AdvertScan
internal import AdvertisingData

/// A layout before and after, for people.
package struct RepackText {
  private let result: RepackRun.Result
  private let style: TextStyle

  init(_ result: RepackRun.Result, _ style: TextStyle) {
    self.result = result
    self.style = style
  }

  private var source: RepackSource { result.source }
  private var repacking: Repacking { result.repacking }

  /// Returns the origin of a layout in one line.
  static func title(of source: RepackSource) -> String {
    var words = HostileText.visible(source.path)
    if let address = source.address { words += ": \(address)" }
    if let name = source.layoutName { words += ": " + HostileText.visible(name) }
    if let name = source.deviceName { words += " " + HostileText.quoted(name.text) }
    return words
  }

  var lines: [String] {
    var lines = [style.strong(Self.title(of: source)), style.faint(beforeWords)]
    lines += maps(of: source.layout) + DoubtLines.lines(source.doubts, style)
    guard let best = repacking.plans.first else { return lines + obstacleLines }
    if let likely = source.likelyDivision, best.changes.isEmpty {
      lines += ["", "Divided so, no other packing is better; --cut \(likely.cut) says that it is divided so."]
      return lines
    }
    if best.changes.isEmpty {
      let faults = Self.remainingFaults(of: result)
      guard !faults.isEmpty else {
        return lines + ["", style.good("Nothing to improve: this is the best way to send it.")]
      }
      lines += ["", "No other packing of what is sent is better. What it leaves:"]
      return lines + faults.flatMap { listItem($0, style) }
    }
    for (index, (plan, effects)) in zip(repacking.plans, result.effects).enumerated() {
      let title = Self.title(ofPlan: index)
      lines +=
        [""]
        + self.lines(of: plan, effects, (index == 0 ? style.good(title) : style.strong(title)) + ": \(words(of: plan))")
    }
    let tables = result.comparisons.flatMap { self.lines(of: $0) }
    return lines + (tables.isEmpty ? [] : [""] + tables)
  }

  /// Returns the faults of a layout that no packing mends, one sentence each: the services that scanners miss, and the
  /// parts of a program's request that its stack does not send.
  package static func remainingFaults(of result: RepackRun.Result) -> [String] {
    let missed = result.missed.map { missed in
      let miss = missed.verdict.isTentative ? "may miss" : missed.profiles.count == 1 ? "misses" : "miss"
      let services = listed(missed.services.map { $0.named })
      return "\(listed(missed.profiles.map { $0.id })) \(miss) \(missed.services.count == 1 ? "service" : "services") "
        + "\(result.source.withPlaceholders(services)): \(missed.verdict.phrase)"
    }
    let build = result.source.stackBuild
    let unsent = zip(build?.changes ?? [], build?.remedies ?? []).filter { $0.0.change.isLoss }.map { change, remedy in
      "\(build?.words ?? "") \(change.change.words)" + (remedy.map { "; \($0)" } ?? "")
    }
    return (missed + unsent).map { HostileText.visible($0) }
  }

  /// Returns the scanners that discover services: a row for each scanner, a column for each layout.
  private func lines(of comparison: ScannerComparison) -> [String] {
    let names = source.withPlaceholders(comparison.services.map { $0.description }.joined(separator: ", "))
    let titles = ["BEFORE"] + repacking.plans.indices.map { Self.title(ofPlan: $0).uppercased() }
    var table = TextTable([("SCANNER", .left)] + titles.map { ($0, .left) })
    for row in comparison.rows {
      table.add([HostileText.visible(row.profile.name)] + row.verdicts.map { $0.word.label })
    }
    return ["Who discovers \(comparison.services.count == 1 ? "service" : "services") \(names):"] + table.lines(style)
      + timeLines(of: comparison, titles, style)
  }

  /// Returns the times that a plan changes.
  private func timeLines(of comparison: ScannerComparison, _ titles: [String], _ style: TextStyle) -> [String] {
    guard !comparison.times.isEmpty, let interval = source.intervalMicroseconds else { return [] }
    var table = TextTable([("SCANNER", .left)] + titles.map { ($0, .right) })
    for row in comparison.times {
      let mode = row.duty.name.isEmpty ? "" : ", " + row.duty.name
      table.add([HostileText.visible(row.profile.name) + mode] + row.times.map { Self.words($0) })
    }
    let every = "\(DecimalNumber(interval, decimals: 3)) ms"
    return ["How soon in 95 of 100 tries, sent every \(every), where that changes:"] + table.lines(style)
  }

  /// Returns a time of a table, or that there is none.
  package static func words(_ time: ExpectedTime?) -> String {
    guard let time else { return "–" }
    return time.most.map { ExpectedTime.words($0) } ?? "too long"
  }

  private static func title(ofPlan index: Int) -> String { "Plan \(index + 1)" }

  private var beforeWords: String {
    var words = "Before: " + (source.layout.pdu?.rawValue ?? "unknown PDU")
    if let asked = source.askedWords { words += ", as the program asks for it: " + HostileText.visible(asked) }
    if let likely = source.likelyDivision {
      words +=
        ", divided at byte \(likely.cut): \(likely.isSupported ? "likely" : "a guess"), because \(likely.reason); a plan "
        + "sends the same data wherever they are divided now"
    }
    if let count = source.count, count > 0 {
      words += ", seen \(times(count))"
      if source.layoutCount > 1 { words += ", the layout seen most of \(source.layoutCount)" }
    }
    return words
  }

  private func words(of plan: Plan) -> String {
    switch plan.kind {
    case .smallestChange: "the smallest change" + (plan.isOptimal ? ", and the best way to send it" : "")
    case .identification: "most of what identifies the device in the advertising data"
    case .shortAdvertising: "the shortest advertising data"
    }
  }

  private func lines(of plan: Plan, _ effects: [Effect], _ title: String) -> [String] {
    var lines = [title] + maps(of: plan.layout)
    lines += plan.changes.enumerated().map { "  \($0.offset + 1). \(source.withPlaceholders($0.element.words))" }
    let costs = Self.costs(of: plan, effects)
    lines += costs.map { "  " + style.warning("lost") + ": \(source.withPlaceholders($0))" }
    if costs.isEmpty { lines.append("  " + style.good("keeps") + ": all data, and all that scanners find now") }
    if let words = source.stackWords(for: plan) { lines.append("  \(words)") }
    return lines
  }

  /// Returns what a plan costs: the answers of scanners that get worse, and the data that no scanner filters on.
  package static func costs(of plan: Plan, _ effects: [Effect]) -> [String] {
    [effects.loss].compactMap { $0 } + plan.losses.filter { !$0.isOfAnswer }.map { $0.words }
  }

  private func maps(of layout: Layout) -> [String] {
    let limit = layout.pdu.payloadLimit
    let context = PayloadContext(layout)
    var lines: [String] = []
    if let advertising = layout.advertising, layout.pdu?.carriesAdvertisingData ?? true || !advertising.isEmpty {
      lines += map(of: advertising, title: "Advertising data", limit, context)
    }
    if layout.scanResponse == .notObserved {
      lines.append(style.strong("Scan response data") + "  not observed: nothing is moved there")
    }
    for payload in layout.scanResponse.payloads {
      lines += map(of: payload, title: "Scan response data", limit, context)
    }
    return lines
  }

  private func map(of payload: Payload, title: String, _ limit: Int, _ context: PayloadContext) -> [String] {
    let variation = PayloadPattern.variation(of: payload, madeOf: source.patterns)
    return ByteMap(title: title, payload: payload, limit: limit, open: variation, context: context)
      .lines(style)
  }

  private var obstacleLines: [String] {
    guard let obstacle = repacking.obstacle else { return [] }
    let over = obstacle.bytesOver > 0 ? "\(counted(obstacle.bytesOver, "byte")) too many: " : ""
    var lines = ["", style.error("Cannot be packed as demanded: ") + over + obstacle.reason]
    for alternative in obstacle.alternatives {
      lines.append("  - \(alternative.words)")
      lines.append("    price: \(alternative.price)")
    }
    return lines
  }
}
