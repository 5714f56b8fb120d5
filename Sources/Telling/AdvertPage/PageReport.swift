package import AdvertCapture
package import AdvertLint
package import AdvertObservation
internal import AdvertReading
package import AdvertRepack
package import AdvertReport
package import AdvertScan
internal import AdvertisingData

/// All results on some inputs on one page for people: a single file that is readable without scripts.
///
/// Devices that the page does not show are counted. Text from outside never becomes markup, and the policy in the page
/// lets a browser run only the page's own script, and load no other files.
package struct PageReport: Sendable {
  /// The most devices with a section of their own, unless these get too long.
  private static let maximumSections = 250
  /// The most octets of all sections together, so that a browser opens the page at once and it can be mailed.
  private static let maximumOctets = 6 << 20
  /// Captures with a timeline.
  private static let maximumTimelines = 6
  /// The number of sections that are open at first; when there are more, all are folded away.
  private static let maximumExpandedDevices = 5

  let inputs: [Input]
  private(set) var devices: PageDevices
  let lint: LintRun
  let reach: ReachRun
  let inspection: InspectRun
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  package var manifest: String?
  /// The keys that decrypt data.
  package var keys = DataKeys.none
  /// Whether the user names the scanners that matter.
  package var namesScanners = false
  /// The changes since an older input; `nil` without a comparison.
  package var differences: DiffReport?
  /// The series of receptions over time, by the positions of the inputs.
  private var captureSeries: [Int: CaptureSeries] = [:]
  /// When the hosts of captures with a timeline listened, by the positions of the inputs.
  private(set) var listening: [Int: PageListening] = [:]
  /// The version of this program.
  private let version: String

  /// The inputs with their results. All runs are about the same inputs and the same choice of devices.
  package init(
    _ inputs: [Input], inspection: InspectRun, lint: LintRun, reach: ReachRun, version: String
  ) {
    self.inputs = inputs
    self.inspection = inspection
    self.lint = lint
    self.reach = reach
    self.version = version
    devices = PageDevices(inputs, inspection, lint, reach)
    for position in timelines { listening[position] = PageListening(inputs[position], number: position) }
  }

  /// Returns the devices of one input whose series the page can show, each with its number on the page. A further
  /// reading of the input collects the series.
  ///
  /// - Parameter position: of the input among all.
  package func wantedSeries(ofInput position: Int, capture: Int) -> [(number: Int, wanted: RequestedSeries)] {
    devices.listed.prefix(Self.maximumSections).compactMap { device in
      guard device.input == position, let advertiser = device.advertiser, advertiser.origin == .air else { return nil }
      return (device.number, RequestedSeries(advertiser, capture: capture, rows: PageSeries.rows(of: advertiser).rows))
    }
  }

  /// The times of an input whose timeline the page can show; `nil` when it shows none.
  package func wantedTimes(ofInput position: Int) -> ClosedRange<Timestamp>? {
    timelines.contains(position) ? inputs[position].summary?.times : nil
  }

  /// The first inputs that are captures with times.
  private var timelines: ArraySlice<Int> {
    inputs.indices.filter { inputs[$0].summary?.times != nil }.prefix(Self.maximumTimelines)
  }

  /// Takes what was received of an input over time.
  package mutating func take(_ series: CaptureSeries, ofInput position: Int) { captureSeries[position] = series }

  /// Takes the series of a device, by its number.
  package mutating func take(_ series: DeviceSeries, ofDevice number: Int) {
    guard devices.listed.indices.contains(number - 1) else { return }
    devices.listed[number - 1].series = series
  }

  /// The layouts whose best form the page can show, one for each device.
  package var layoutsToPack: [RepackSource] {
    devices.listed.prefix(Self.maximumSections).compactMap { $0.layoutToPack }
  }

  /// Takes the plans for ``layoutsToPack``.
  package mutating func take(_ run: RepackRun) {
    var results = run.results[...]
    for position in devices.listed.indices.prefix(Self.maximumSections)
    where devices.listed[position].layoutToPack != nil {
      devices.listed[position].repacking = results.popFirst()
    }
  }

  /// The short form, for a pull request or an issue.
  package var markdown: String { PageMarkdown(self).text }

  /// Writes the page, in pieces.
  package func write<Failure>(_ output: (String) throws(Failure) -> Void) throws(Failure) {
    let sections = sections
    var terms: Set<Int> = []
    var page = HTMLWriter()
    PageHead(title: "advert: " + names, styles: [PageLook.text, PageStyle.text], scripts: PageScript.all).write(
      to: &page)
    page.markup("<body>\n<a class=\"skip\" href=\"#devices\">Skip to the devices</a>\n")
    let verdict = PageVerdict(self, shown: sections.count)
    verdict.writeHeader(to: &page)
    let parts = parts(verdict, shown: sections.count).filter { !$0.content.octets.isEmpty }
    writeIndex(of: parts + (sections.isEmpty ? [] : [eachDevice]), to: &page)
    page.markup("<main>\n")
    try output(page.text)
    for part in parts { try output(part.content.text) }
    if !sections.isEmpty {
      page = HTMLWriter()
      let isFolded = sections.count > Self.maximumExpandedDevices
      page.element("h2", ["id": "each"], eachDevice.title)
      page.lineBreak()
      if isFolded {
        page.markup("<details class=\"each\"><summary>What each of them sends, and what was found</summary>\n")
      }
      try output(page.text)
      for section in sections { try output(section.text) }
      if isFolded { try output("</details>\n") }
    }
    for written in [page] + parts.map({ $0.content }) + sections { terms.formUnion(written.terms) }
    page = HTMLWriter()
    page.markup("</main>\n")
    writeFooter(to: &page, terms)
    for script in PageScript.all {
      page.markup("<script>")
      page.markup(script)
      page.markup("</script>\n")
    }
    page.markup("</body>\n</html>\n")
    try output(page.text)
  }

  // MARK: What heads the page

  /// The answers of `advert reach` to the same questions.
  var conclusions: [ReachConclusion] { ReachReport(reach, diagnoses: namesScanners).conclusions }

  /// The devices that inputs have in values.
  var values: [ValuesTable] {
    ValuesTable.all(of: inspection, keys) { path in
      Set(inputs.lazy.filter { $0.path == path }.flatMap { $0.layouts }.compactMap { $0.name })
    }
  }

  // MARK: Parts

  /// A part of the page, as its index names it.
  private struct Part {
    let id: String
    let title: String
    var content = HTMLWriter()
  }

  private var eachDevice: Part { Part(id: "each", title: devices.count == 1 ? "The device" : "Each device") }

  /// Returns the parts before the devices in full, in order. A part without content is left out.
  private func parts(_ verdict: PageVerdict, shown: Int) -> [Part] {
    var parts: [Part] = []
    func add(_ id: String, _ title: String, _ write: (inout HTMLWriter) -> Void) {
      var part = Part(id: id, title: title)
      write(&part.content)
      parts.append(part)
    }
    add("verdict", "What matters") { verdict.writeFindings(to: &$0) }
    if let differences { add("differences", "What changed") { PageDifferences(differences).write(to: &$0) } }
    add("matrix", "Who sees what") { PageMatrix(self, shown: shown).write(to: &$0) }
    if devices.count > 0 || values.isEmpty {
      add("devices", inputs.contains { $0.isHeard } ? "Devices" : "Layouts") {
        PageTable(self, shown: shown).write(to: &$0)
      }
    }
    add("values", "Heard in values") { writeValues(to: &$0) }
    add("time", "Over time") { writeTimelines(to: &$0) }
    if inputs.count > 1 { add("inputs", "What was read") { writeInputs(to: &$0) } }
    return parts
  }

  /// Where the parts are: it stays in sight.
  private func writeIndex(of parts: [Part], to page: inout HTMLWriter) {
    guard parts.count > 1 else { return }
    page.element("nav", ["class": "index", "aria-label": "Parts of the page"]) { page in
      for part in parts { page.element("a", ["href": "#\(part.id)"], part.title) }
    }
    page.lineBreak()
  }

  /// Writes the devices that inputs have in values.
  private func writeValues(to page: inout HTMLWriter) {
    let values = values
    guard !values.isEmpty else { return }
    page.element("h2", ["id": "values"], "Heard in values")
    page.lineBreak()
    for table in values {
      page.element("p") { page in
        page.element("strong", HostileText.visible(table.path))
        page.text(": \(counted(table.count, "device")). \(table.doubt)")
      }
      page.scrolling("Devices in values of \(HostileText.visible(table.path))") { page in
        page.element("table") { page in
          page.element("thead") { page in
            page.element("tr") { page in for title in table.titles { page.element("th", title) } }
          }
          page.element("tbody") { page in
            for row in table.rows { page.element("tr") { page in for cell in row { page.element("td", cell) } } }
          }
        }
      }
      page.lineBreak()
    }
  }

  private func writeTimelines(to page: inout HTMLWriter) {
    let written = timelines.compactMap { position in
      PageTimeline(inputs[position], series: captureSeries[position], listening: listening[position])
        .map { (position, $0) }
    }
    guard !written.isEmpty else { return }
    page.element("h2", ["id": "time"], "Over time")
    page.lineBreak()
    for (position, timeline) in written {
      timeline.write(to: &page)
      PageScans(inputs[position])?.write(to: &page)
    }
    let more = inputs.count { $0.isCapture } - timelines.count
    if more > 0 { page.element("p", "\(counted(more, "more capture")): a page of its own has its timeline.") }
  }

  /// The sections of the first devices: as many as fit, but at least one.
  private var sections: [HTMLWriter] {
    var sections: [HTMLWriter] = []
    var octets = 0
    let expanded = devices.listed.count <= Self.maximumExpandedDevices ? devices.listed.count : 0
    for device in devices.listed.prefix(Self.maximumSections) {
      var section = HTMLWriter()
      PageSection(device, self, isOpen: device.number <= expanded).write(to: &section)
      octets += section.octets.count
      guard octets <= Self.maximumOctets || sections.isEmpty else { break }
      sections.append(section)
    }
    return sections
  }

  /// Whether the user wants only some devices.
  var isChoosing: Bool { !inspection.devices.isEmpty || !reach.asked.isEmpty }

  /// The inputs in a few words: `before.btsnoop`, `before.btsnoop and 2 more`.
  var names: String {
    guard let first = inputs.first else { return "nothing" }
    // The sources that an image tells of are parts of it.
    let files = Set(inputs.map { $0.image ?? $0.path })
    let path = first.image ?? first.path
    let name = HostileText.visible(path.split(separator: "/").last.map(String.init) ?? path)
    return files.count == 1 ? name : "\(name) and \(files.count - 1) more"
  }

  private func writeFooter(to page: inout HTMLWriter, _ terms: Set<Int>) {
    page.element("footer") { page in
      PageGlossary(terms).write(to: &page)
      page.element("p") { page in
        page.text("Made by advert \(version) from what was captured or declared; nothing here was sent to anybody. ")
        page.text("A scan response that was not received is not observed, which does not mean that there is none. ")
        page.text("A verdict of “may” rests on field reports only. Times are in UTC.")
      }
      if let manifest { page.element("p", ManifestInUse.line(manifest)) }
    }
  }

  // MARK: Inputs

  private func writeInputs(to page: inout HTMLWriter) {
    page.element("h2", ["id": "inputs"], "What was read")
    page.lineBreak()
    page.element("ul", ["class": "statements"]) { page in
      for input in inputs.prefix(Self.maximumInputs) {
        page.lineBreak()
        page.element("li") { write(input, to: &$0) }
      }
      if inputs.count > Self.maximumInputs {
        page.element("li", "and \(inputs.count - Self.maximumInputs) more")
      }
    }
    page.lineBreak()
  }

  private static let maximumInputs = 50
  private static let maximumProblems = 10

  /// Writes an input: its kind, and how it was captured.
  func write(_ input: Input, to page: inout HTMLWriter) {
    page.element("p") { page in
      page.element("strong", HostileText.visible(input.image ?? input.path))
      page.text(": " + words(of: input) + ".")
      guard case .capture(let summary, let observation) = input.content else { return }
      if let times = summary.times {
        let length = times.upperBound.microseconds(since: times.lowerBound).map(PageDuration.words)
        page.text(" From \(times.lowerBound.textOfSeconds)\(length.map { ", for \($0)" } ?? "").")
      }
      for sentence in ScanModeWords(observation.scanSessions, until: summary.times?.upperBound).whatIsMissing {
        page.words(" " + sentence)
      }
      if let unread = summary.unread.words { page.text(" \(unread) not read.") }
      if observation.hidesEndsOfAddresses { page.text(" " + HiddenEndsWords.words) }
    }
    for problem in input.summary?.problems.prefix(Self.maximumProblems) ?? [] {
      page.element("p") { page in
        page.element(
          "span", ["class": problem.kind.isDamage ? "badge warning" : "badge note"], problem.place ?? "input")
        page.text(" \(HostileText.visible(problem.message))\(problem.timesWords)")
      }
    }
  }

  private func words(of input: Input) -> String {
    let source =
      input.image == nil || input.image == input.path ? "" : ", declared in \(HostileText.visible(input.path))"
    return kindWords(of: input) + source
  }

  private func kindWords(of input: Input) -> String {
    switch input.content {
    case .capture(let summary, let observation):
      ([summary.format, counted(summary.records, "record")] + observation.receivedWords("device"))
        .joined(separator: ", ") + observation.hostWords
    case .text(let layouts, _) where input.isHeard:
      "log, \(counted(layouts.count, "device")) with both packets in one"
    case .text(let layouts, _):
      "\(input.path.hasSuffix(".yml") || input.path.hasSuffix(".yaml") ? "manifest" : "text"), \(counted(layouts.count, "declared layout"))"
    case .image(let layouts):
      // A program is its own image.
      (input.image == input.path
        && [".c", ".cpp", ".cc", ".cxx", ".ino", ".pde", ".py"].contains { input.path.hasSuffix($0) }
        ? "program, " : "firmware image, ") + counted(layouts.count, "layout")
    case .argument: "a layout of the command line"
    }
  }
}
