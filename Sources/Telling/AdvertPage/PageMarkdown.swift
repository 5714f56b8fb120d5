internal import AdvertLint
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The short form of a page, for a pull request, an issue or the summary of a build: the most important results, and a
/// row for each of the first devices.
struct PageMarkdown {
  private static let maximumRows = 25
  private static let maximumStatements = 15
  private static let maximumDevices = 5
  /// The largest size: a pull request or an issue takes 65,536 characters, and has other text too.
  private static let maximumOctets = 50_000

  private let report: PageReport
  private let verdict: PageVerdict

  init(_ report: PageReport) {
    self.report = report
    verdict = PageVerdict(report, shown: 0)
  }

  var text: String {
    let counts = Severity.counts(of: report.lint.totals.count).map { $0.words }
    let found = counts.isEmpty ? "No findings." : "Found: \(counts.joined(separator: ", "))."
    var text = "### Bluetooth LE advertising in \(MarkdownText.code(report.names))\n\n"
    for conclusion in report.conclusions {
      text += "**\(MarkdownText.prose(conclusion.subject))**: \(MarkdownText.prose(conclusion.words))\n\n"
    }
    text += "\((verdict.sentences + [found]).joined(separator: " "))\n"
    var lines = statements
    if !lines.isEmpty { lines.insert("", at: 0) }
    if let differences = report.differences { lines += ["", differences.markdown] }
    lines += table + doubts
    for line in lines {
      guard text.utf8.count + line.utf8.count < Self.maximumOctets else {
        text += "\nMore is left out here: `advert report --output page.html` shows it.\n"
        break
      }
      text += line + "\n"
    }
    return text
  }

  // MARK: The most important results

  private var statements: [String] {
    let hiding = verdict.hidingGroups.flatMap { group in
      group.fixes.map { fix, devices in
        statement(
          group.isCertain ? "hidden" : "may be hidden", MarkdownText.prose(group.words), devices, of: devices.count,
          fix: fix)
      }
    }
    let findings = verdict.groups.filter { group in
      group.finding.severity > .note
        && (group.finding.rule != Rule.serviceUUIDOnlyInScanResponse.id || group.count > report.devices.hiding)
    }
    let found = findings.map { group in
      let finding = group.finding
      return statement(
        finding.severity.rawValue, MarkdownText.prose(finding.message) + " (`\(finding.rule)`)", group.devices,
        of: group.path == nil ? group.count : 0, fix: finding.fix)
    }
    let all = hiding + found
    let more = all.count - Self.maximumStatements
    return all.prefix(Self.maximumStatements) + (more > 0 ? ["- and \(more) more"] : [])
  }

  private func statement(
    _ word: String, _ words: String, _ devices: [PageDevice], of count: Int, fix: String?
  ) -> String {
    let shown = devices.prefix(Self.maximumDevices).map { MarkdownText.code($0.title) }
    let more = count - shown.count
    let who = shown.isEmpty ? "" : " – " + shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return "- **\(word)** \(words)\(who)" + (fix.map { "<br>Fix: \(MarkdownText.prose($0))" } ?? "")
  }

  // MARK: Devices

  /// The doubts of declared layouts, in the order of the table, or of the only device.
  private var doubts: [String] {
    let isOne = report.devices.listed.count == 1
    let devices = report.devices.listed.prefix(Self.maximumRows).filter { isOne || $0.declared != nil }
    let lines = devices.flatMap { device in
      Doubt.words(of: device.reach?.doubts ?? []).map { words in
        "- *not certain* \(MarkdownText.code(device.title)): \(MarkdownText.prose(words))"
      }
    }
    return lines.isEmpty ? [] : [""] + lines
  }

  private var table: [String] {
    let devices = report.devices.listed.prefix(Self.maximumRows)
    guard !devices.isEmpty else { return [] }
    var lines = ["", "| Device | Strength | Interval | Hides | Findings |", "| --- | ---: | ---: | --- | --- |"]
    for device in devices {
      let advertiser = device.advertiser
      var name = MarkdownText.code(device.title)
      if device.isNamed, let advertiser { name += " \(advertiser.address)" }
      let findings = Severity.counts { severity in device.findings.count { $0.severity == severity } }.map { $0.words }
      let cells = [
        name, advertiser?.rssi.map { "\($0.median) dBm" } ?? "–",
        advertiser.flatMap { AdvertiserDescription($0).intervalWords } ?? "–",
        shortList(device.hiddenServices.map { $0.pattern ?? $0.uuid.description }),
        findings.isEmpty ? "–" : findings.joined(separator: ", "),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    let more = report.devices.count - devices.count
    if more > 0 { lines += ["", "and \(counted(more, "more device or layout", "more devices and layouts"))."] }
    return lines
  }
}
