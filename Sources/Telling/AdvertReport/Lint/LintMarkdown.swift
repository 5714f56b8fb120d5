internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

extension LintFormat {
  static let markdown = LintFormat("markdown") { LintMarkdown($0, $1).text }
}

/// A lint run as the comment on a pull request: what is new first, then what is known or no longer found.
///
/// Without a baseline all findings count as found; with one, those that it lacks are new. Notes fail no build, so they are
/// folded. The first line is a mark by which a program finds its own comment again.
struct LintMarkdown {
  private static let mark = "<!-- advert lint -->"
  /// A comment takes 65,536 characters, and other things stand there too.
  private static let maximumOctets = 50_000
  private static let maximumDevices = 5

  private let results: LintRun
  private let options: LintFormat.Options

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    self.options = options
  }

  var text: String {
    let statements = results.inputs.flatMap(statements).gravestFirst { $0.gravity }
    let worse = statements.filter { $0.gravity.severity > .note }
    let notes = statements.filter { $0.gravity.severity == .note }
    let end = [""] + ending.map { MarkdownText.prose($0) + "<br>" }
    var text = "\(Self.mark)\n### advert lint: \(title)\n"
    var left = 0
    func add(_ statements: [Statement]) {
      for statement in statements {
        let line = statement.line + "\n"
        guard left == 0, text.utf8.count + line.utf8.count < Self.maximumOctets else {
          left += 1
          continue
        }
        text += line
      }
    }
    if !worse.isEmpty { text += "\n" }
    add(worse)
    if !notes.isEmpty {
      text += "\n<details><summary>\(counted(results.totals.count(.note), "note"))</summary>\n\n"
      add(notes)
      text += "\n</details>\n"
    }
    if left > 0 { text += "\nMore is left out here: `advert lint` shows it.\n" }
    return text + end.joined(separator: "\n").dropLast("<br>".count) + "\n"
  }

  private var title: String {
    let new = results.totals.known == nil ? "" : "new "
    let counts = Severity.counts(new, of: results.totals.count).map { $0.words }
    return counts.isEmpty ? (new.isEmpty ? "no findings" : "nothing new") : counts.joined(separator: ", ")
  }

  /// The last sentences, with the numbers of judged and known items, and a remark about missing ones.
  private var ending: [String] {
    let totals = results.totals
    var sentences = ["\(counted(totals.devices, "device")) and \(counted(totals.layouts, "layout")) judged."]
    if totals.ignored > 0 { sentences.append("\(counted(totals.ignored, "finding")) left out, as the manifest says.") }
    if let known = totals.known {
      sentences.append("\(counted(known.count, "finding")) known from the baseline.")
      if known.unused > 0 {
        let entries = counted(known.unused, "entry", "entries")
        sentences.append("No longer found: \(entries) of the baseline, which can be removed.")
      }
    }
    if !(options.isDone && totals.isWhole) {
      sentences.append("Not all that was named was read and judged.")
    } else if !totals.isKnown {
      sentences.append("Not all that was judged is known.")
    }
    sentences += DoubtfulDevice.sentences(results.inputs.flatMap { DoubtfulDevice.all(in: $0) })
    if let manifest = options.manifest { sentences.append("Manifest in use: \(manifest)") }
    return sentences
  }

  // MARK: Statements

  /// One thing that is wrong, with all that have it.
  private struct Statement {
    let gravity: Gravity
    let line: String
  }

  /// The key of a statement: equal statements are joined.
  private struct Words: Hashable {
    let rule: String
    let message: String
    let fix: String?
    /// The place of the problem, for what has no device.
    let place: String
  }

  /// The findings of an input, those that say the same joined, in the order met.
  private func statements(of input: JudgedFile) -> [Statement] {
    var order: [Words] = []
    var found: [Words: (severity: Severity, devices: [String])] = [:]
    func note(_ finding: Finding, on device: JudgedFile.Device?) {
      let line = finding.place.text.map { ":\($0.line):\($0.column)" } ?? ""
      let words = Words(rule: finding.rule, message: finding.message, fix: finding.fix, place: line)
      if found[words] == nil { order.append(words) }
      found[words, default: (finding.severity, [])].devices += device.map { [$0.label] } ?? []
    }
    for device in input.devices { for finding in device.findings { note(finding, on: device) } }
    for finding in input.findings { note(finding, on: nil) }
    return order.compactMap { words in
      found[words].map {
        Statement(
          gravity: Gravity($0.severity, ofRule: words.rule), line: line(words, $0.severity, $0.devices, of: input))
      }
    }
  }

  private func line(
    _ words: Words, _ severity: Severity, _ devices: [String], of input: JudgedFile
  ) -> String {
    let shown = devices.prefix(Self.maximumDevices).map(MarkdownText.code)
    let more = devices.count - shown.count
    let who = shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let place = MarkdownText.code((input.file?.path ?? input.path) + words.place)
    let code = "`\(words.rule)`"
    let rule = Rule.address(ofRule: words.rule).map { "[\(code)](\($0))" } ?? code
    return "- **\(severity.rawValue)** \(MarkdownText.prose(words.message)) (\(rule)) – \(place)"
      + (who.isEmpty ? "" : ", \(who)") + (words.fix.map { "<br>Fix: \(MarkdownText.prose($0))" } ?? "")
  }
}
