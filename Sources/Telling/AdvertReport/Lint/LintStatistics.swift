internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData

extension LintFormat {
  /// A table with a row for each rule: text, with an option of its own on the command line.
  package static let statistics = LintFormat("statistics", streaming: { StatisticsReport($0, to: $1) })
}

/// The counts of findings by rule, the gravest first.
struct LintStatistics {
  private var counts: [String: Count] = [:]

  private struct Count {
    /// The gravest of the rule's findings.
    var gravity: Gravity
    var findings = 0
    var devices = 0
    var inputs = 0
    /// The last input that counts.
    var input = -1
  }

  mutating func add(_ piece: JudgedFile) {
    for device in piece.devices where !device.findings.isEmpty { add(device.findings, on: 1, of: piece) }
    if !piece.findings.isEmpty { add(piece.findings, on: 0, of: piece) }
  }

  private mutating func add(_ findings: [Finding], on devices: Int, of piece: JudgedFile) {
    var counted: Set<String> = []
    // Findings are large, so they are read in place.
    for index in findings.indices {
      let (rule, gravity) = (findings[index].rule, findings[index].gravity)
      var count = counts[rule] ?? Count(gravity: gravity)
      count.gravity = max(count.gravity, gravity)
      count.findings += 1
      if counted.insert(rule).inserted { count.devices += devices }
      if count.input != piece.number {
        count.input = piece.number
        count.inputs += 1
      }
      counts[rule] = count
    }
  }

  /// The table; empty when there are no findings.
  func lines(_ style: TextStyle) -> [String] {
    let rows = counts.sorted { one, other in
      (other.value.gravity, other.value.findings, one.key) < (one.value.gravity, one.value.findings, other.key)
    }
    guard !rows.isEmpty else { return [] }
    var table = TextTable([
      .init(title: "FINDINGS", alignment: .right), .init(title: "DEVICES", alignment: .right, rank: 1),
      .init(title: "INPUTS", alignment: .right, rank: 2), .init(title: "SEVERITY", alignment: .left),
      .init(title: "RULE", alignment: .left),
    ])
    for (rule, count) in rows {
      table.add([
        String(count.findings), count.devices == 0 ? "–" : String(count.devices), String(count.inputs),
        count.gravity.severity.rawValue, rule,
      ])
    }
    return table.lines(style) { column, cell in
      table.columns[column].title == "SEVERITY"
        ? Severity(rawValue: cell).map { style.severity($0, cell) } ?? cell : cell
    }
  }
}

/// The counts by rule, then those of the run.
private final class StatisticsReport: LintReport {
  private var statistics = LintStatistics()
  private let options: LintFormat.Options
  private let take: (String) -> Void

  init(_ options: LintFormat.Options, to take: @escaping (String) -> Void) {
    self.options = options
    self.take = take
  }

  func receive(_ piece: JudgedFile) { statistics.add(piece) }

  func finish(_ totals: LintTotals) {
    let lines = statistics.lines(options.style)
    let end = ManifestInUse.line(options.manifest) + totals.summary(options.style)
    take((lines.isEmpty ? [end] : lines + ["", end]).map { options.style.fitted($0) + "\n" }.joined())
  }
}
