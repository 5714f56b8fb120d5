internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The text of a lint run on many inputs: the counts by rule, then each thing that is wrong once, the gravest first,
/// with the devices that have it. Notes are only counted.
struct LintOverview {
  /// The most inputs with findings that have a part of the text each.
  static let fewInputs = 10
  /// The most devices, or inputs without a device, of one thing that are listed, and things of one rule.
  private static let listedPlaces = 3
  private static let listedMessages = 3

  private let inputs: [JudgedFile]
  private let showsLinks: Bool

  init(_ inputs: [JudgedFile], showsLinks: Bool) {
    self.inputs = inputs
    self.showsLinks = showsLinks
  }

  /// The findings with the same message and fix.
  private struct Statement {
    let finding: Finding
    var places: [String] = []
    var count = 0
  }

  private struct Said: Hashable {
    let rule: String
    let message: String
    let fix: String?
  }

  /// Writes the lines.
  func write(_ style: TextStyle, _ write: ([String]) -> Void) {
    var statistics = LintStatistics()
    for input in inputs { statistics.add(input) }
    write(statistics.lines(style) + [""])
    var messages: [String: Int] = [:]
    var leftOut: [(rule: String, messages: Int)] = []
    for statement in statements {
      let rule = statement.finding.rule
      messages[rule, default: 0] += 1
      guard messages[rule, default: 0] <= Self.listedMessages else {
        if let known = leftOut.firstIndex(where: { $0.rule == rule }) {
          leftOut[known].messages += 1
        } else {
          leftOut.append((rule, 1))
        }
        continue
      }
      write(lines(of: statement, style))
    }
    guard !leftOut.isEmpty else { return }
    for (rule, messages) in leftOut {
      write(["and \(counted(messages, "more message")) of " + style.faint("[\(rule)]")])
    }
    write([""])
  }

  private var statements: [Statement] {
    var statements: [Statement] = []
    var positions: [Said: Int] = [:]
    func note(_ finding: Finding, on device: JudgedFile.Device?, of input: JudgedFile) {
      let said = Said(rule: finding.rule, message: finding.message, fix: finding.fix)
      let position = positions[said] ?? statements.count
      if position == statements.count {
        positions[said] = position
        statements.append(Statement(finding: finding))
      }
      statements[position].count += 1
      guard statements[position].places.count < Self.listedPlaces else { return }
      let line = finding.place.text.map { ":\($0.line):\($0.column)" } ?? ""
      let path = HostileText.visible(input.path) + line
      statements[position].places.append(device.map { "\($0.label) in \(path)" } ?? path)
    }
    for input in inputs {
      // Findings are large, so they are read in place.
      for device in input.devices {
        for index in device.findings.indices where device.findings[index].severity > .note {
          note(device.findings[index], on: device, of: input)
        }
      }
      for index in input.findings.indices where input.findings[index].severity > .note {
        note(input.findings[index], on: nil, of: input)
      }
    }
    return statements.gravestFirst { $0.finding.gravity }
  }

  private func lines(of statement: Statement, _ style: TextStyle) -> [String] {
    var lines = LintText.lines(of: statement.finding, at: nil, showsLink: showsLinks, style)
    for place in statement.places { lines.append("  in: " + place) }
    let more = statement.count - statement.places.count
    if more > 0 { lines.append("  and \(more) more") }
    return lines + [""]
  }
}
