internal import AdvertCapture
package import AdvertLint
package import AdvertObservation
package import AdvertRepack
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
  /// The number of sections that are open at first.
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
  /// The changes since an older input; `nil` without a comparison.
  package var differences: DiffReport?
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
    var page = HTMLWriter()
    writeHead(to: &page)
    page.markup("<body>\n<a class=\"skip\" href=\"#devices\">Skip to the devices</a>\n")
    let verdict = PageVerdict(self, shown: sections.count)
    verdict.writeHeader(to: &page)
    page.markup("<main>\n")
    verdict.writeFindings(to: &page)
    if let differences { PageDifferences(differences).write(to: &page) }
    PageTable(self, shown: sections.count).write(to: &page)
    if inputs.count > 1 { writeInputs(to: &page) }
    PageMatrix(self, shown: sections.count).write(to: &page)
    try output(page.text)
    if !sections.isEmpty {
      page = HTMLWriter()
      page.element("h2", ["id": "each"], devices.count == 1 ? "The device" : "Each device")
      page.lineBreak()
      try output(page.text)
    }
    for section in sections { try output(section.text) }
    page = HTMLWriter()
    page.markup("</main>\n")
    writeFooter(to: &page)
    page.markup("<script>")
    page.markup(PageScript.text)
    page.markup("</script>\n</body>\n</html>\n")
    try output(page.text)
  }

  /// The sections of the first devices: as many as fit, but at least one.
  private var sections: [HTMLWriter] {
    var sections: [HTMLWriter] = []
    var octets = 0
    let expanded = devices.listed.count <= Self.maximumExpandedDevices ? devices.listed.count : 1
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

  /// Writes the part before the first device.
  private func writeHead(to page: inout HTMLWriter) {
    let policy =
      "default-src 'none'; style-src \(Self.hash(PageStyle.text)); script-src \(Self.hash(PageScript.text)); "
      + "base-uri 'none'; form-action 'none'"
    page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.open("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
    page.markup(
      """
      \n<meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">

      """)
    page.element("title", "advert: " + names)
    page.markup("\n<style>")
    page.markup(PageStyle.text)
    page.markup("</style>\n</head>\n")
  }

  private static func hash(_ text: StaticString) -> String {
    "'sha256-\(SHA256(of: Array(String(describing: text).utf8)).base64)'"
  }

  /// The inputs in a few words: `before.btsnoop`, `before.btsnoop and 2 more`.
  var names: String {
    guard let first = inputs.first else { return "nothing" }
    let name = HostileText.visible(first.path.split(separator: "/").last.map(String.init) ?? first.path)
    return inputs.count == 1 ? name : "\(name) and \(inputs.count - 1) more"
  }

  private func writeFooter(to page: inout HTMLWriter) {
    page.element("footer") { page in
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
      page.element("strong", HostileText.visible(input.path))
      page.text(": " + words(of: input) + ".")
      guard case .capture(let summary, let observation) = input.content else { return }
      if let times = summary.times {
        page.text(" From \(Self.seconds(times.lowerBound)) to \(Self.seconds(times.upperBound)).")
      }
      for sentence in ScanModeWords(observation.scanSessions, until: summary.times?.upperBound).whatIsMissing {
        page.text(" " + sentence)
      }
    }
    guard case .capture(let summary, _) = input.content else { return }
    for problem in summary.problems.prefix(Self.maximumProblems) {
      page.element("p") { page in
        page.element(
          "span", ["class": problem.kind.isDamage ? "badge warning" : "badge note"], problem.place ?? "input")
        page.text(" \(HostileText.visible(problem.message))\(problem.timesWords)")
      }
    }
  }

  private func words(of input: Input) -> String {
    switch input.content {
    case .capture(let summary, let observation):
      [
        summary.format, counted(summary.records, "record"), counted(observation.advertisements, "advertisement"),
        counted(observation.scanResponses, "scan response"), counted(observation.advertiserCount, "device"),
      ].joined(separator: ", ")
    case .text(let layouts, _): counted(layouts.count, "declared layout")
    case .image(let layouts): counted(layouts.count, "layout") + " of a firmware image"
    case .argument: "a layout of the command line"
    }
  }

  static func seconds(_ time: Timestamp) -> String {
    time.iso8601.prefix { $0 != "." } + "Z"
  }
}
