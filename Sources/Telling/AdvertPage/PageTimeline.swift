internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// A whole capture over its time: when its host scanned, how much of that it listened, which kinds of filters were set, and what
/// was received. Where no scan is in the log, it is drawn as such: what is absent there was perhaps not listened for.
struct PageTimeline {
  /// As high as a scan that listens all the time.
  private static let height = 100
  /// Scans beyond these are drawn together, and cannot be pointed at.
  private static let maximumScans = 1000

  private let path: String
  private let start: Timestamp
  private let length: Int64
  private let series: CaptureSeries?
  private let sessions: [ScanSession]
  private let end: Timestamp
  private let listening: PageListening?

  /// Creates the timeline of an input; `nil` unless it is a capture with times and reports.
  init?(_ input: Input, series: CaptureSeries?, listening: PageListening?) {
    guard case .capture(let summary, let observation) = input.content, let times = summary.times,
      let length = times.upperBound.microseconds(since: times.lowerBound), length > 0,
      observation.advertisements + observation.scanResponses > 0
    else { return nil }
    path = HostileText.visible(input.path)
    start = times.lowerBound
    end = times.upperBound
    self.length = series?.length ?? length
    self.series = series
    self.listening = listening
    sessions = observation.scanSessions
  }

  func write(to page: inout HTMLWriter) {
    listening?.writeDrawings(to: &page)
    page.element(
      "figure",
      [
        "class": sessions.isEmpty ? "timeline" : "timeline told", "tabindex": "0", "role": "group",
        "aria-label": "Timeline of \(path)", "data-path": path,
        "data-start": String(start.microseconds), "data-length": String(length),
        "data-buckets": String(CaptureSeries.bucketCount), "data-untimed": String(series?.untimed ?? 0),
      ]
    ) { page in
      page.element("figcaption", path)
      page.element("p", ["class": "soft"], words)
      page.element("div", ["class": "strips"]) { page in
        writeScans(to: &page)
        writeFilters(to: &page)
        if let series {
          writeCounts("Advertisements", "heard", series.advertisements, to: &page)
          writeCounts("Scan responses", "answered", series.scanResponses, to: &page)
        }
        page.element("div", ["class": "axis"]) { page in
          for part in 0...4 { page.element("span", tick(length / 4 * Int64(part), isFirst: part == 0)) }
        }
      }
      page.markup(
        "<div class=\"tools scripted\" hidden><button type=\"button\" data-zoom=\"in\">Zoom in</button> <button type=\"button\" data-zoom=\"out\">Zoom out</button> <button type=\"button\" data-zoom=\"all\">Show all</button> <span class=\"reading\" role=\"status\"></span></div>"
      )
    }
    page.lineBreak()
  }

  /// A description of the drawing, in a few sentences.
  private var words: String {
    let whole = PageDuration.words(end.microseconds(since: start) ?? 0)
    let untimed =
      series.map { $0.untimed > 0 ? " Not drawn: \(counted($0.untimed, "report")) without a time." : "" } ?? ""
    let beginning = "\(whole) from \(start.textOfSeconds).\(untimed)"
    guard let listening else {
      return beginning
        + " The capture does not tell when its receiver listened, so a pause in it is no proof of absence."
    }
    let scanned = listening.scanned.reduce(Int64(0)) { $0 + ($1.upperBound - $1.lowerBound) }
    let untold = scanned < (end.microseconds(since: start) ?? 0)
    return beginning
      + " Its host scanned \(PageDuration.words(scanned)) of that, in \(counted(sessions.count, "scan"))."
      + (untold ? " Hatched: no scan is in the log, so a device that is absent there may have been sending." : "")
  }

  private func tick(_ offset: Int64, isFirst: Bool) -> String {
    isFirst ? start.textOfSeconds : "+ \(PageDuration.words(offset))"
  }

  // MARK: Places

  /// Microseconds since the start, inside the drawing.
  private func offset(of time: Timestamp) -> Int64 { time.offset(from: start, length: length) }

  /// When a scan ran; `nil` without times.
  private func span(of session: ScanSession) -> ClosedRange<Int64>? {
    session.span(from: start, length: length, until: end)
  }

  private func place(_ offset: Int64) -> String { PageListening.place(offset, of: length) }

  // MARK: Strips

  private func strip(
    _ title: String, _ kind: String, height: Int, _ words: String, to page: inout HTMLWriter,
    _ content: (inout HTMLWriter) -> Void
  ) {
    page.element("div", ["class": "label"], words: title)
    page.drawing(kind, width: PageListening.parts, height: height, label: words) { page in
      listening?.write(
        ofAdapter: nil, from: start, length: length, width: PageListening.parts, height: height, to: &page)
      content(&page)
    }
  }

  private func writeScans(to page: inout HTMLWriter) {
    let adapters = Set(sessions.map { $0.setting.adapter }).sorted()
    for adapter in adapters {
      let own = sessions.filter { $0.setting.adapter == adapter }
      let title = adapters.count > 1 ? "hci\(adapter) scanned" : "Scanned"
      strip(
        title + ", as high as the share that it listened", "middle", height: Self.height,
        "\(title) \(times(own.count)). The table of scans has the numbers.", to: &page
      ) { page in
        for session in own.prefix(Self.maximumScans) { write(session, to: &page) }
        let rest = own.dropFirst(Self.maximumScans).compactMap(span)
        guard !rest.isEmpty else { return }
        let path = rest.map { "M\(place($0.lowerBound)) 50H\(place($0.upperBound))V100H\(place($0.lowerBound))z" }
          .joined()
        page.element("path", ["class": "unknown-scan", "d": path]) { _ in }
      }
    }
  }

  private func write(_ session: ScanSession, to page: inout HTMLWriter) {
    guard let span = span(of: session) else { return }
    let duty = session.dutyCycle ?? 1
    let high = max(8, Int((duty * Double(Self.height)).rounded()))
    let width = max(1, span.upperBound - span.lowerBound)
    let kind: String =
      switch session.setting.mode {
      case .active: "answered"
      case .passive: "heard"
      default: "unknown-scan"
      }
    page.element(
      "rect",
      [
        "class": kind, "x": place(span.lowerBound), "y": String(Self.height - high), "width": place(width),
        "height": String(high), "data-scan": String(session.number), "data-from": String(span.lowerBound),
        "data-until": String(span.upperBound), "data-mode": session.setting.mode.rawValue,
        "data-duty": session.dutyCycle.map { String(Int(($0 * 1000).rounded())) } ?? "",
        "data-reports": String(session.reports),
      ]
    ) { _ in }
  }

  /// A strip for each kind of filter, with the time in which one of it was set; none where the log cannot tell.
  private func writeFilters(to page: inout HTMLWriter) {
    guard sessions.contains(where: { $0.hasFilterCommand }) else { return }
    var kinds: [(title: String, spans: [ClosedRange<Int64>])] = []
    for session in sessions {
      guard let whole = span(of: session) else { continue }
      for phase in session.phases {
        let from = phase.start.map(offset) ?? whole.lowerBound
        let until = max(from, phase.end.map(offset) ?? whole.upperBound)
        for title in Self.kinds(of: phase.settings) {
          if let known = kinds.firstIndex(where: { $0.title == title }) {
            kinds[known].spans.append(from...until)
          } else {
            kinds.append((title, [from...until]))
          }
        }
      }
    }
    for (title, spans) in kinds {
      strip(title, "", height: 1, "\(title) in \(counted(spans.count, "stretch", "stretches")).", to: &page) { page in
        var path = ""
        var reached: Int64 = -1
        // A phone changes its filters often: what follows without a pause is one.
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) where span.upperBound > reached {
          let from = max(span.lowerBound, reached)
          path += "M\(place(from)) 0H\(place(span.upperBound))V1H\(place(from))z"
          reached = span.upperBound
        }
        page.element("path", ["class": "filtered", "d": path, "data-filter": title]) { _ in }
      }
    }
  }

  /// The kinds of filters of a phase, in words.
  static func kinds(of settings: ScanSettings) -> [String] {
    if settings.isFiltering == false
      || settings.isFiltering == nil && settings.filters.isEmpty && settings.isKnownFromStart
    {
      return ["No filter"]
    }
    var kinds: [String] = []
    for filter in settings.filters {
      let own =
        filter.logic?.passesAll == true ? ["A filter for everything"] : filter.conditions.map { title(of: $0.kind) }
      for title in own where !kinds.contains(title) { kinds.append(title) }
    }
    return kinds.isEmpty ? ["Filters that are not in the log"] : kinds
  }

  private static func title(of kind: ScanFilter.Kind) -> String {
    switch kind {
    case .address: "Filter for an address"
    case .serviceDataChange: "Filter for changed service data"
    case .service: "Filter for a service"
    case .solicitation: "Filter for a solicited service"
    case .name: "Filter for a name"
    case .manufacturerData: "Filter for manufacturer data"
    case .serviceData: "Filter for service data"
    case .transportDiscovery: "Filter for transport discovery"
    case .adType: "Filter for an AD type"
    case .pattern: "Filter for a pattern"
    }
  }

  private func writeCounts(_ title: String, _ kind: String, _ counts: [Int], to page: inout HTMLWriter) {
    let most = counts.max() ?? 0
    let bucket = PageDuration.words(length / Int64(CaptureSeries.bucketCount))
    strip(
      "\(title), up to \(most) in \(bucket)", "middle", height: max(most, 1),
      "\(title) over time: \(counts.reduce(0, +)) in all, at most \(most) in \(bucket).", to: &page
    ) { page in
      let wide = Double(PageListening.parts) / Double(counts.count)
      var path = ""
      for (bucket, count) in counts.enumerated() where count > 0 {
        let x = DecimalNumber(Int64(Double(bucket) * wide * 1000), decimals: 3)
        path += "M\(x) \(most - count)h4v\(count)h-4z"
      }
      page.element(
        "path", ["class": kind, "d": path, "data-counts": counts.map(String.init).joined(separator: " ")]
      ) { _ in }
    }
  }
}
