internal import AdvertLint
internal import AdvertisingData

extension LintFormat {
  package static let text = LintFormat("text", writing: { LintText($0, $1).write($1.style, to: $2) })
}

/// A lint run for people: the gravest finding first, each with its place and its fix, then the bytes.
///
/// A capture of an office contains dozens of devices with the same notes, and one that matters. So devices with the
/// same findings share a paragraph and the bytes of the first. With more than a few devices, each rule's notes become
/// one line.
struct LintText {
  /// The most devices of an input for which each note is shown.
  private static let fewDevices = 3
  /// The most findings of an input that are shown, and octets of its payloads. More are of no use to a reader.
  private static let maximumFindings = 10_000
  private static let maximumMappedOctets = 1 << 15
  /// The most devices of a paragraph that are listed by address.
  private static let listedDevices = 5

  private let results: LintRun
  private let showsNotes: Bool
  private let showsLinks: Bool
  private let manifest: String?

  init(_ results: LintRun, _ options: LintFormat.Options) {
    self.results = results
    showsNotes = options.showsNotes
    showsLinks = options.showsLinks
    manifest = options.manifest
  }

  func write(_ style: TextStyle, to take: @escaping (String) -> Void) {
    var text = TextPieces(to: take)
    func write(_ lines: [String]) {
      for line in lines { text.append(line: style.fitted(line)) }
    }
    let inputs = results.inputsByGravity
    let isOverview = !showsNotes && inputs.count > LintOverview.fewInputs
    if isOverview {
      LintOverview(inputs, showsLinks: showsLinks).write(style, write)
    } else {
      for input in inputs {
        write([style.strong(HostileText.visible(input.path)), ""])
        self.write(input, style, write)
      }
    }
    // Findings show the doubts of their own layouts.
    let silent = results.inputs.flatMap { DoubtfulDevice.all(in: $0) }.filter { $0.isSilent }
    let doubts = DoubtfulDevice.sentences(silent).flatMap { wrapped($0, at: style.proseColumns) }
    if !doubts.isEmpty { write(doubts + [""]) }
    let summary = results.totals.summary(style, detail: isOverview || hasFolded ? " (--notes shows each)" : "")
    text.append(ManifestInUse.line(manifest) + style.fitted(summary) + "\n")
    text.finish()
  }

  private func folds(_ input: JudgedFile) -> Bool {
    !showsNotes && input.devices.count > Self.fewDevices
  }

  private var hasFolded: Bool {
    results.inputs.contains { input in
      folds(input)
        && input.devices.contains { device in
          device.findings.indices.contains { device.findings[$0].severity == .note }
        }
    }
  }

  private func write(_ input: JudgedFile, _ style: TextStyle, _ write: ([String]) -> Void) {
    let folds = folds(input)
    var shown = ShownLayouts()
    var room = Self.maximumFindings
    var leftOut = 0
    for paragraph in paragraphs(of: input, withNotes: !folds) {
      guard room > 0 else {
        leftOut += paragraph.said.count
        continue
      }
      let all = paragraph.said.findings
      let findings = Array(all.prefix(room))
      room -= findings.count
      leftOut += all.count - findings.count
      guard !findings.isEmpty else { continue }
      write(headings(of: paragraph, in: input, style))
      for finding in findings {
        write(Self.lines(of: finding, at: finding.placeWords, showsLink: showsLinks, style))
      }
      if let device = paragraph.devices.first, let subject = input.devices[device].subject {
        write(maps(of: subject, findings, input.devices[device].doubts, &shown, style))
      }
      write([""])
    }
    if shown.leftOut > 0 {
      write([style.faint("The bytes of \(counted(shown.leftOut, "more layout")) are not shown."), ""])
    }
    if leftOut > 0 { write(["\(counted(leftOut, "more finding is", "more findings are")) not shown.", ""]) }
    guard folds else { return }
    let notes = foldedNotes(of: input, style)
    if !notes.isEmpty { write(notes + [""]) }
  }

  // MARK: Paragraphs

  /// Devices with the same findings, or an input with its own.
  private struct Paragraph {
    /// Positions among the devices of the input.
    var devices: [Int]
    /// The findings of the first device.
    let said: SharedFindings
    let gravity: Gravity
  }

  /// The texts of findings, with or without the notes. Devices with equal texts share a paragraph. Findings are large,
  /// and there can be a million, so they are read in place.
  private struct SharedFindings: Hashable {
    private let all: [Finding]
    private let withNotes: Bool

    init(_ findings: [Finding], withNotes: Bool) {
      all = findings
      self.withNotes = withNotes
    }

    private func isShown(_ position: Int) -> Bool { withNotes || all[position].severity != .note }

    var count: Int { all.indices.count { isShown($0) } }
    var findings: [Finding] { all.indices.filter { isShown($0) }.map { all[$0] } }
    /// The gravity of the gravest shown; `nil` when nothing is shown.
    var gravity: Gravity? { all.indices.filter { isShown($0) }.map { all[$0].gravity }.max() }

    static func == (one: SharedFindings, other: SharedFindings) -> Bool {
      let ofOther = other.all.indices.lazy.filter { other.isShown($0) }
      return one.all.indices.lazy.filter { one.isShown($0) }.elementsEqual(ofOther) { mine, others in
        one.all[mine].rule == other.all[others].rule && one.all[mine].message == other.all[others].message
          && one.all[mine].fix == other.all[others].fix
      }
    }

    func hash(into hasher: inout Hasher) {
      // The messages of rules differ, and for one rule the same message usually has the same fix.
      for position in all.indices where isShown(position) { hasher.combine(all[position].message) }
    }
  }

  /// Returns the paragraphs, the gravest first. Those of one gravity are in the order of the devices, with the input as
  /// a whole last.
  private func paragraphs(of input: JudgedFile, withNotes: Bool) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var positions: [SharedFindings: Int] = [:]
    // Growing would hash all texts again.
    positions.reserveCapacity(input.devices.count)
    for number in input.devices.indices {
      let said = SharedFindings(input.devices[number].findings, withNotes: withNotes)
      guard let gravity = said.gravity else { continue }
      if !input.devices[number].isDeclared, let position = positions[said] {
        paragraphs[position].devices.append(number)
      } else {
        positions[said] = paragraphs.count
        paragraphs.append(Paragraph(devices: [number], said: said, gravity: gravity))
      }
    }
    let ofInput = SharedFindings(input.findings, withNotes: true)
    if let gravity = ofInput.gravity { paragraphs.append(Paragraph(devices: [], said: ofInput, gravity: gravity)) }
    return paragraphs.gravestFirst { $0.gravity }
  }

  private func headings(of paragraph: Paragraph, in input: JudgedFile, _ style: TextStyle) -> [String] {
    var lines = paragraph.devices.prefix(Self.listedDevices).compactMap { number -> String? in
      let device = input.devices[number]
      return switch device.identity {
      case .advertiser(let address, _): style.strong(device.label) + " (\(address.kind.words))"
      case .layout(nil, _) where paragraph.devices.count == 1: nil
      case .layout: style.strong(device.label)
      }
    }
    let others = paragraph.devices.count - Self.listedDevices
    if others > 0 { lines.append("and \(counted(others, "more device"))") }
    return lines
  }

  /// Returns a finding with its place, if one is given, and its fix.
  static func lines(of finding: Finding, at place: String?, showsLink: Bool, _ style: TextStyle) -> [String] {
    var lines = [
      style.severity(finding.severity, finding.severity.rawValue) + ": \(HostileText.visible(finding.message)) "
        + faintRule(finding.rule, style)
    ]
    if let place, !place.isEmpty { lines.append("  at: \(place)") }
    lines += finding.linesOfFix(indent: "  ")
    if showsLink { lines.append("  see: \(finding.ruleReference)") }
    return lines
  }

  /// The rule, which leads to its page where that can be shown.
  private static func faintRule(_ rule: String, _ style: TextStyle) -> String {
    style.faint("[\(Rule.address(ofRule: rule).map { style.link(rule, to: $0) } ?? rule)]")
  }

  // MARK: Notes of many devices

  /// Returns a line for each rule, the most frequent first.
  private func foldedNotes(of input: JudgedFile, _ style: TextStyle) -> [String] {
    var devices: [String: (first: Int, latest: Int, count: Int)] = [:]
    var messages: [String: Set<String>] = [:]
    for (number, device) in input.devices.enumerated() {
      // Findings are large, so they are read in place.
      for index in device.findings.indices where device.findings[index].severity == .note {
        let rule = device.findings[index].rule
        messages[rule, default: []].insert(device.findings[index].message)
        var noted = devices[rule] ?? (number, -1, 0)
        guard noted.latest != number else { continue }
        noted.latest = number
        noted.count += 1
        devices[rule] = noted
      }
    }
    return devices.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { rule, noted in
      let said = messages[rule] ?? []
      let words =
        said.count == 1
        ? said.first.map(HostileText.visible) : Rule.named(rule).map { String($0.summary.prefix { $0 != "." }) }
      let who = noted.count == 1 ? input.devices[noted.first].label : counted(noted.count, "device")
      return style.severity(.note, "note") + ": \(words ?? rule) (\(who)) " + Self.faintRule(rule, style)
    }
  }

  // MARK: Bytes

  /// A layout with its marks, for showing the same bytes only once.
  private struct ShownLayout: Hashable {
    let layout: Layout
    let marks: [FlaggedRange]

    struct FlaggedRange: Hashable {
      let block: Block?
      let offset: Int?
      let length: Int?
    }
  }

  private struct ShownLayouts {
    var layouts: Set<ShownLayout> = []
    var octets = 0
    var leftOut = 0
  }

  /// Returns the layouts with findings that were not shown before, each once.
  private func maps(
    of subject: Subject, _ findings: [Finding], _ doubts: [Doubt], _ shown: inout ShownLayouts, _ style: TextStyle
  ) -> [String] {
    var lines: [String] = []
    for (index, here) in Dictionary(grouping: findings, by: { $0.place.layout }).sorted(by: {
      $0.key ?? 0 < $1.key ?? 0
    }) {
      guard let index else { continue }
      let judged = subject.layouts[index]
      let layout = ShownLayout(
        layout: Layout(pdu: judged.pdu, advertising: judged.advertising?.payload, scanResponse: judged.scanResponse),
        marks: here.map { .init(block: $0.place.block, offset: $0.place.offset, length: $0.place.length) })
      guard shown.layouts.insert(layout).inserted else { continue }
      shown.octets += judged.octets
      guard shown.octets <= Self.maximumMappedOctets else {
        shown.leftOut += 1
        continue
      }
      lines += [""] + LayoutText(judged, findings: here).lines(style) + DoubtLines.lines(doubts, style)
    }
    return lines
  }
}

extension SubjectLayout {
  /// The number of octets in all its payloads.
  fileprivate var octets: Int {
    (advertising?.payload.count ?? 0) + scanResponses.reduce(0) { $0 + $1.payload.count }
  }
}
