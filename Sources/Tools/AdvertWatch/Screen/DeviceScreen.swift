internal import AdvertLint
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// A part of a line with its style.
struct ScreenSpan: Equatable {
  let text: String
  var style = ScreenGrid.Style.plain
}

extension WatchView {
  /// Puts one device in full, from the row to which the user scrolled.
  mutating func putDevice(_ device: WatchedDevice, at now: Int64, in grid: inout ScreenGrid) {
    let lines = DeviceLines(device, at: now, columns: grid.columns).lines
    let room = max(grid.rows - 2, 0)
    let first = min(scroll, max(lines.count - room, 0))
    scroll = first
    for (row, line) in lines.dropFirst(first).prefix(room).enumerated() {
      var column = 1
      for span in line { column = grid.put(span.text, row: 1 + row, column: column, span.style) }
    }
    if lines.count > first + room {
      let more = " \(lines.count - first - room) more lines "
      grid.put(more, row: grid.rows - 1, column: max(grid.columns - more.count, 0), .bold)
    }
  }
}

/// The lines of one device.
struct DeviceLines {
  private(set) var lines: [[ScreenSpan]] = []
  private let columns: Int
  private let now: Int64
  /// The time for which an octet stays highlighted after a change.
  private static let lit: Int64 = 2_000_000

  init(_ device: WatchedDevice, at now: Int64, columns: Int) {
    self.columns = columns
    self.now = now
    addHead(device)
    addHistory(device)
    for layout in device.latestLayouts.prefix(4) { addLayout(layout) }
    addFindings(device)
    addScanners(device)
  }

  private mutating func add(_ text: String, _ style: ScreenGrid.Style = .plain) {
    lines.append([ScreenSpan(text: text, style: style)])
  }

  private mutating func addTitle(_ text: String) {
    lines.append([])
    add(text, .bold)
  }

  /// Adds text, in several lines when it is long.
  private mutating func addWrapped(_ text: String, _ style: ScreenGrid.Style = .plain, indent: Int = 2) {
    let indentation = String(repeating: " ", count: indent)
    for line in wrapped(HostileText.visible(text), at: max(columns - indent - 2, 10)) { add(indentation + line, style) }
  }

  private mutating func addHead(_ device: WatchedDevice) {
    let judgement = device.judgement
    let name = judgement.name.flatMap { $0.isEmpty ? nil : HostileText.quoted($0) + "  " } ?? ""
    add("\(name)\(device.address)", .bold)
    var facts = [device.address.kind.words]
    if judgement.maker != "–" { facts.append(judgement.maker) }
    if device.adapter != 0 { facts.append("adapter \(device.adapter)") }
    facts.append(
      "\(counted(device.advertisements, "advertisement")), \(counted(device.scanResponses, "scan response"))")
    addWrapped(facts.joined(separator: "; "), indent: 0)
    add(
      "heard for \(WatchWords.duration(device.lastHeard - device.firstHeard)), last "
        + "\(WatchWords.duration(max(now - device.lastHeard, 0))) ago; \(WatchView.rate(device.history.rate(at: now)))/s"
        + (device.interval.map { ", interval \(AdvertiserDescription.words($0))" } ?? ""))
  }

  private mutating func addHistory(_ device: WatchedDevice) {
    let count = min(DeviceHistory.stretches, max(columns - 32, 8))
    let buckets = device.history.last(count, at: now)
    let strengths = buckets.compactMap(\.rssi)
    let intervals = buckets.compactMap(\.interval)
    let minutes = WatchWords.duration(Int64(count) * DeviceHistory.stretchMicroseconds)
    addTitle("The last \(minutes)")
    func range(_ numbers: [Int], _ unit: String) -> String {
      guard let least = numbers.min(), let most = numbers.max() else { return "–" }
      return least == most ? "\(least) \(unit)" : "\(least) to \(most) \(unit)"
    }
    add("  strength  \(Bars.strengths(buckets))  \(range(strengths, "dBm"))")
    let longest = max(intervals.max() ?? 1, 1)
    add("  interval  \(Bars.text(buckets.map(\.interval), from: 0, to: longest))  \(range(intervals, "ms"))")
    let most = Int(buckets.map(\.reports).max() ?? 0)
    let counts = buckets.map { $0.reports == 0 ? nil : Int($0.reports) }
    add("  reports   \(Bars.text(counts, from: 0, to: max(most, 1)))  up to \(WatchView.rate(Double(most) / 5))/s")
  }

  // MARK: Layouts

  private mutating func addLayout(_ layout: HeardLayout) {
    let set = layout.advertisingSID.map { ", advertising set \($0)" } ?? ""
    let silence = now - layout.lastHeard
    let age = silence > 10_000_000 ? ", not heard for \(WatchWords.duration(silence))" : ""
    addTitle(
      "\(layout.pdu?.rawValue ?? (layout.advertising == nil ? "Scan response only" : "Kind not known"))\(set)\(age)")
    if let block = layout.advertising { add(block, "Advertising data") }
    if let block = layout.scanResponse {
      add(block, "Scan response")
    } else if layout.pdu?.isScannable ?? (layout.advertising != nil) {
      add("  Scan response: not observed", .faint)
    }
  }

  /// Adds a map of the octets, 16 in a row, then their meaning.
  private mutating func add(_ block: HeardBlock, _ title: String) {
    add("  \(title), \(counted(block.payload.count, "byte")), \(block.count) times")
    let octets = block.payload.octets
    for start in stride(from: 0, to: octets.count, by: 16) {
      var spans = [
        ScreenSpan(
          text: "   \(HexText.compact([UInt8(truncatingIfNeeded: start >> 8), UInt8(truncatingIfNeeded: start)]))  ",
          style: .faint)
      ]
      for offset in start..<min(start + 16, octets.count) {
        let style: ScreenGrid.Style =
          switch block.lastChange(at: offset) {
          case nil: .plain
          case let change? where now - change < Self.lit: .reversed
          case _?: ScreenGrid.Style(isBold: true, isUnderlined: true)
          }
        spans.append(ScreenSpan(text: HexText.compact([octets[offset]]), style: style))
        spans.append(ScreenSpan(text: " "))
      }
      lines.append(spans)
    }
    for element in block.payload.decoded.elements {
      addWrapped(element.words, .faint, indent: 5)
    }
  }

  // MARK: Judgement

  private mutating func addFindings(_ device: WatchedDevice) {
    guard !device.judgement.findings.isEmpty else { return }
    addTitle("Found")
    for finding in device.judgement.findings {
      addWrapped("\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]", .of(finding.severity))
      for line in finding.linesOfFix() { addWrapped(line, indent: 4) }
    }
  }

  private mutating func addScanners(_ device: WatchedDevice) {
    let answers = device.scannersByQuestion
    guard !answers.isEmpty else { return }
    addTitle("Who sees it")
    for answer in answers.prefix(6) {
      addWrapped("\(answer.question):")
      for word in Verdict.Word.allCases {
        guard let scanners = answer.scanners[word] else { continue }
        let style: ScreenGrid.Style =
          switch word {
          case .discovered: ScreenGrid.Style(color: .green)
          case .may: .of(.warning)
          case .missed: .of(.error)
          case .unknown: .faint
          }
        addWrapped("\(word.words) \(scanners.joined(separator: ", "))", style, indent: 4)
      }
    }
  }
}

extension Verdict.Word {
  fileprivate var words: String {
    switch self {
    case .discovered: "discovered by"
    case .may: "may be missed by"
    case .missed: "missed by"
    case .unknown: "not known of"
    }
  }
}
