internal import AdvertCapture
package import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// A form of the report of a lint run. A new one is a file and one line here.
package struct LintFormat: RawRepresentable, CaseIterable, Sendable {
  /// Every form.
  package static let allCases: [LintFormat] = [.text, .json, .jsonl, .sarif, .github, .junit, .gcc, .markdown]

  /// The word on the command line.
  package let rawValue: String
  private let makeReport: @Sendable (Options, @escaping (String) -> Void) -> any LintReport

  /// A form that needs all findings before it can write the first.
  init(_ id: String, _ text: @escaping @Sendable (LintRun, Options) -> String) {
    self.init(id, writing: { run, options, take in take(text(run, options)) })
  }

  /// The same, written in pieces.
  init(_ id: String, writing write: @escaping @Sendable (LintRun, Options, @escaping (String) -> Void) -> Void) {
    self.init(id, streaming: { options, take in KeptLintReport { write($0, options, take) } })
  }

  /// A form that is written while the inputs are judged.
  init(
    _ id: String,
    streaming report: @escaping @Sendable (Options, @escaping (String) -> Void) -> any LintReport
  ) {
    rawValue = id
    makeReport = report
  }

  /// The form with that name; `nil` when there is none.
  package init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Settings of the output.
  package struct Options: Sendable {
    package var style: TextStyle
    /// The least severity that makes the check fail; `nil` when no finding does.
    package var failOn: Severity?
    /// Whether each note is shown where there are many devices.
    package var showsNotes: Bool
    /// Whether text shows the address of the page about each rule.
    package var showsLinks: Bool
    /// The version of this program.
    package var version: String
    /// The path of the manifest in use; `nil` when there is none, or no input needs it.
    package var manifest: String?
    /// Whether all named inputs could be read.
    package var isDone: Bool

    package init(
      style: TextStyle, failOn: Severity?, showsNotes: Bool, showsLinks: Bool = false, version: String,
      manifest: String? = nil, isDone: Bool = true
    ) {
      self.style = style
      self.failOn = failOn
      self.showsNotes = showsNotes
      self.showsLinks = showsLinks
      self.version = version
      self.manifest = manifest
      self.isDone = isDone
    }
  }

  /// Returns a report that is written while it receives results.
  package func report(_ options: Options, to take: @escaping (String) -> Void) -> any LintReport {
    makeReport(options, take)
  }

  /// Returns the whole report of a run. Only text for people has a style.
  package func report(of run: LintRun, _ options: Options) -> String {
    JSONWriter.text { take in
      let report = report(options, to: take)
      report.finish(run.tell(report.receive))
    }
  }
}

/// Receives the results of a lint run, and writes them: at once, or all of them at the end.
package protocol LintReport: AnyObject {
  /// Receives the next piece of a file.
  func receive(_ piece: JudgedFile)

  /// Receives the counts, after all results.
  func finish(_ totals: LintTotals)
}

/// Keeps all findings, for a form that needs them before it can write the first.
private final class KeptLintReport: LintReport {
  private var run = LintRun()
  private let write: (LintRun) -> Void

  init(_ write: @escaping (LintRun) -> Void) {
    self.write = write
  }

  func receive(_ piece: JudgedFile) { run.receive(piece) }

  func finish(_ totals: LintTotals) {
    run.totals = totals
    write(run)
  }
}

extension LintFormat: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.rawValue == other.rawValue }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension LintFormat: CustomStringConvertible {
  package var description: String { rawValue }
}

extension Severity {
  /// Returns the number of findings of each severity in words, the gravest first, without those of which there are none.
  package static func counts(
    _ adjective: String = "", of count: (Severity) -> Int
  ) -> [(severity: Severity, words: String)] {
    allCases.reversed().compactMap { severity in
      let number = count(severity)
      return number == 0 ? nil : (severity, counted(number, adjective + severity.rawValue))
    }
  }
}

extension LintTotals {
  /// Returns the counts of findings, devices and layouts, in one line. `detail` follows the counts of findings.
  package func summary(_ style: TextStyle, detail: String = "") -> String {
    let counts = Severity.counts(of: count).map { style.severity($0.severity, $0.words) }
    var parts = [(counts.isEmpty ? style.good("no findings") : counts.joined(separator: ", ")) + detail]
    parts.append("\(counted(devices, "device")), \(counted(layouts, "layout")) judged")
    if ignored > 0 { parts.append("\(counted(ignored, "finding")) ignored") }
    if let known { parts.append(words(of: known)) }
    if let words = unread.words {
      let files = inputs > 1 ? " of \(counted(unread.joinedFiles, "damaged file"))" : ""
      parts.append("\(words)\(files) not read")
    }
    if !isWhole {
      parts.append("not all that was named was judged")
    } else if !isKnown {
      parts.append("not all that was judged is known")
    }
    return parts.joined(separator: "; ")
  }

  private func words(of known: BaselineMatches) -> String {
    let gone = known.unused == 0 ? "" : ", \(counted(known.unused, "entry", "entries")) there no longer found"
    return "\(known.count) known from the baseline" + gone
  }
}

extension Array {
  /// The elements, the gravest first. Those of one gravity stay in their order.
  func gravestFirst(_ gravity: (Element) -> Gravity) -> [Element] {
    let gravities = map(gravity)
    return indices.sorted { (gravities[$1], $0) < (gravities[$0], $1) }.map { self[$0] }
  }
}

extension LintRun {
  /// The inputs with findings, those with the gravest first.
  var inputsByGravity: [JudgedFile] {
    let found = inputs.compactMap { input in input.gravity.map { (gravity: $0, input: input) } }
    return found.gravestFirst { $0.gravity }.map { $0.input }
  }
}

extension TextStyle {
  /// Returns a text in the colour of a severity.
  func severity(_ severity: Severity, _ text: String) -> String {
    switch severity {
    case .error: error(text)
    case .warning: warning(text)
    case .note: note(text)
    }
  }
}

extension JudgedFile.Device {
  /// The device for people, on one line: `F0:F1:F2:F3:F4:F5 "Helmet"`; the name of a declared layout, or its line.
  var label: String {
    switch identity {
    case .advertiser(let address, let name):
      address.description + (name.map { " " + HostileText.quoted($0.text) } ?? "")
    case .layout(let name?, _): HostileText.visible(name)
    case .layout(nil, let line?): "layout in line \(line)"
    case .layout(nil, nil): "layout"
    }
  }
}

extension Finding {
  /// Returns the lines of the fix, for people: each alternative has its own, with its price.
  package func linesOfFix(indent: String = "") -> [String] {
    fixLines.enumerated().map { "\(indent)\($0 == 0 ? "fix: " : "  ")\(HostileText.visible($1))" }
  }

  /// The place of the finding, for people; empty for an input as a whole.
  package var placeWords: String { placeWords(withLine: true) }

  /// Returns the same without the line, for a form that has it elsewhere.
  func placeWords(withLine: Bool) -> String {
    let place = place
    var words: [String] = []
    if let block = place.block {
      words.append(block == .advertising ? "advertising data" : "scan response data")
    }
    if withLine, let text = place.text {
      words.append("line \(text.line)")
      // A place in a line, where nothing has octets that would say more.
      if text.line == text.endLine, text.column == text.endColumn, text.column > 1 {
        words.append("column \(text.column)")
      }
    }
    if let offset = place.offset { words.append("byte \(offset)") }
    if let record = place.record { words.append("record \(record)") }
    if let fileOffset = place.fileOffset { words.append("file offset \(fileOffset)") }
    if place.record != nil, place.block != nil {
      words.append(count == 0 ? "sent by the log's host" : "seen \(times(count))")
    }
    return words.joined(separator: ", ")
  }
}
