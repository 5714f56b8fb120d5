internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport
internal import AdvertisingData

/// The receptions of a device over time: the strengths, the counts, and the times of each payload.
struct PageSeries {
  /// The most rows of a timeline.
  private static let maximumRows = 12

  private let device: PageDevice
  private let series: DeviceSeries
  private let scanPeriods: [ScanPeriod]
  /// When the host listened; `nil` when the page has no timeline of the capture, or that tells nothing.
  private let listening: PageListening?

  /// Creates the plot of a device; `nil` when the device has no series.
  init?(_ device: PageDevice, _ scanPeriods: [ScanPeriod], _ listening: PageListening?) {
    guard let series = device.series else { return nil }
    self.device = device
    self.series = series
    self.scanPeriods = scanPeriods
    self.listening = listening
  }

  /// Returns the rows of an advertiser's timeline, with their titles: its advertising data in the order of its layouts,
  /// then its scan responses.
  static func rows(of advertiser: Advertiser) -> (rows: TimelineRows, titles: [String]) {
    var rows = TimelineRows()
    var titles: [String] = []
    let families = LayoutFamilies(advertiser.layouts, leavesNothingOut: false).families
    for (number, family) in families.enumerated() {
      guard let variants = family.advertising, rows.count < maximumRows, family.count > 0 else { continue }
      rows.add(variants.payloads, isScanResponse: false, sid: family.first.advertisingSID)
      let name = families.count > 1 ? "Layout \(number + 1)" : "Layout"
      titles.append("\(name), \(counted(variants.payloads.count, "payload"))")
    }
    var number = 0
    var known: Set<Payload> = []
    for family in families {
      for variants in family.scanResponses where variants.count > 0 && rows.count < maximumRows {
        // Layouts can share a scan response.
        guard known.isDisjoint(with: variants.payloads) else { continue }
        known.formUnion(variants.payloads)
        rows.add(variants.payloads, isScanResponse: true, sid: family.first.advertisingSID)
        number += 1
        titles.append("Scan response \(number), \(counted(variants.payloads.count, "payload"))")
      }
    }
    return (rows, titles)
  }

  func write(to page: inout HTMLWriter) {
    guard let start = series.start, let advertiser = device.advertiser else { return }
    page.element("h4", "Over time")
    let buckets = String(DeviceSeries.bucketCount)
    page.element(
      "figure",
      [
        "class": listening == nil ? "series" : "series told", "data-buckets": buckets,
        "data-start": String(start.microseconds),
        "data-length": String(series.bucketMicroseconds),
        "data-device": "\(advertiser.address) \(advertiser.address.kind.rawValue) \(advertiser.adapter)",
        "data-path": HostileText.visible(device.path),
      ]
    ) { page in
      page.element("figcaption", caption)
      if let listening, listening.hasGaps(ofAdapter: adapter, from: start, length: length) {
        page.element("p", ["class": "soft"], "Hatched: no scan is in the log, so it may have been sending.")
      }
      page.element("div", ["class": "strips"]) { page in
        writeStrengths(to: &page)
        writeCounts("Advertisements", "heard", series.buckets.map { $0.advertisements }, to: &page)
        if advertiser.scanResponses > 0 {
          writeCounts("Scan responses", "answered", series.buckets.map { $0.scanResponses }, to: &page)
        }
        writeScans(from: start, to: &page)
        writeRows(Self.rows(of: advertiser).titles, to: &page)
        page.element("div", ["class": "axis"]) { page in
          page.element("span", start.textOfSeconds)
          page.element("span", "+ \(PageDuration.words(length))")
        }
      }
      page.markup("<p class=\"reading scripted\" hidden></p>")
      writeNumbers(to: &page)
    }
    page.lineBreak()
  }

  private var length: Int64 { series.bucketMicroseconds * Int64(DeviceSeries.bucketCount) }

  private var adapter: Int? { device.advertiser.map { Int($0.adapter) } }

  /// Writes the ground of a drawing that is so many units wide and high.
  private func writeGround(_ width: Int, _ height: Int, to page: inout HTMLWriter) {
    guard let start = series.start else { return }
    listening?.write(ofAdapter: adapter, from: start, length: length, width: width, height: height, to: &page)
  }

  private var caption: String {
    let bucket = Self.seconds(series.bucketMicroseconds)
    let isMeasured = series.buckets.contains { $0.strengths.count > 0 }
    return "\(isMeasured ? "Strength and reports" : "Reports"), in \(DeviceSeries.bucketCount) stretches of \(bucket) s"
  }

  /// Returns seconds with three decimals.
  static func seconds(_ microseconds: Int64) -> String {
    DecimalNumber(microseconds / 1000, decimals: 3).description
  }

  // MARK: Strengths

  private func writeStrengths(to page: inout HTMLWriter) {
    let summaries = series.buckets.map { $0.strengths.summary }
    let known = summaries.compactMap { $0 }
    guard let least = known.map({ $0.min }).min(), let greatest = known.map({ $0.max }).max() else { return }
    // Whole tens with room for at least two.
    let low = Self.ten(below: Int(least))
    let high = max(Self.ten(above: Int(greatest)), low + 20)
    page.element("div", ["class": "label levels"]) { page in
      page.element("span", "\(high) dBm")
      page.element("span", "strength: least to greatest, and the median")
      page.element("span", "\(low) dBm")
    }
    page.drawing(
      "tall", width: DeviceSeries.bucketCount, height: high - low,
      label: "Strength over time: from \(least) to \(greatest) dBm. The numbers are below."
    ) { page in
      writeGround(DeviceSeries.bucketCount, high - low, to: &page)
      for level in stride(from: low + 10, to: high, by: 10) {
        page.element("path", ["class": "level", "d": "M0 \(high - level)h\(DeviceSeries.bucketCount)"]) { _ in }
      }
      var ranges = ""
      var medians = ""
      for (bucket, summary) in summaries.enumerated() {
        guard let summary else { continue }
        // A single value has the height of one dB.
        let height = max(1, Int(summary.max) - Int(summary.min))
        ranges += "M\(bucket) \(high - Int(summary.max))h.9v\(height)h-.9z"
        medians += "M\(bucket) \(high - Int(summary.median))h.9"
      }
      page.element("path", ["class": "range", "d": ranges]) { _ in }
      page.element("path", ["class": "median", "d": medians]) { _ in }
    }
  }

  private static func ten(below dBm: Int) -> Int { dBm - (dBm % 10 + 10) % 10 }

  private static func ten(above dBm: Int) -> Int { -ten(below: -dBm) }

  // MARK: Counts

  private func writeCounts(_ title: String, _ kind: String, _ counts: [Int], to page: inout HTMLWriter) {
    let most = counts.max() ?? 0
    page.element("div", ["class": "label"], "\(title), up to \(most)")
    page.drawing(
      "middle", width: counts.count, height: max(most, 1),
      label: "\(title) over time: at most \(most) in a stretch, none in \(counts.count { $0 == 0 })."
    ) { page in
      writeGround(counts.count, max(most, 1), to: &page)
      page.element("path", ["class": kind, "d": Self.bars(counts, upTo: most)]) { _ in }
    }
  }

  /// Returns a bar for each count that is not 0.
  static func bars(_ counts: [Int], upTo most: Int) -> String {
    counts.enumerated().filter { $0.element > 0 }
      .map { "M\($0.offset) \(most - $0.element)h.9v\($0.element)h-.9z" }.joined()
  }

  // MARK: Rows

  private func writeRows(_ titles: [String], to page: inout HTMLWriter) {
    for (title, moments) in zip(titles, series.rows) {
      let runs = moments.indices.filter { moments[$0] }.runs
      page.element("div", ["class": "label"], title)
      page.drawing(
        width: moments.count, height: 1,
        label: "\(title): on the air in \(counted(moments.count { $0 }, "moment")) of \(moments.count)."
      ) { page in
        writeGround(moments.count, 1, to: &page)
        let kind = title.hasPrefix("Scan") ? "answered" : "heard"
        let path = runs.map { "M\($0.lowerBound) 0h\($0.count)v1h-\($0.count)z" }.joined()
        page.element("path", ["class": kind, "d": path]) { _ in }
      }
    }
  }

  // MARK: Scanning

  /// Writes how the log's host scanned during the time, when the log shows it.
  private func writeScans(from start: Timestamp, to page: inout HTMLWriter) {
    let adapter = device.advertiser?.adapter
    var active: [ClosedRange<Double>] = []
    var passive: [ClosedRange<Double>] = []
    for period in scanPeriods where period.setting.adapter == adapter && period.setting.mode != .off {
      guard let time = period.setting.time else { continue }
      let from = min(max(time.seconds(since: start) * 1e6 / Double(length), 0), 1)
      let until = period.end.map { min(max($0.seconds(since: start) * 1e6 / Double(length), 0), 1) } ?? 1
      guard until > from else { continue }
      if period.setting.mode == .active { active.append(from...until) } else { passive.append(from...until) }
    }
    for (title, kind, spans) in [("Scanned actively", "answered", active), ("Scanned passively", "heard", passive)] {
      guard !spans.isEmpty else { continue }
      page.element("div", ["class": "label"], title)
      page.drawing(
        width: Self.parts, height: 1, label: "\(title) in \(counted(spans.count, "stretch", "stretches"))."
      ) { page in
        writeGround(Self.parts, 1, to: &page)
        // Spans that are drawn over each other look the same.
        var drawn: [Range<Int>] = []
        for span in spans {
          let part =
            Int(
              span.lowerBound * Double(Self.parts))..<max(
              Int(span.upperBound * Double(Self.parts)), Int(span.lowerBound * Double(Self.parts)) + 1)
          if let last = drawn.last, part.lowerBound >= last.lowerBound, part.lowerBound <= last.upperBound {
            drawn[drawn.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
          } else {
            drawn.append(part)
          }
        }
        let path = drawn.map { "M\($0.lowerBound) .25h\($0.count)v.5h-\($0.count)z" }.joined()
        page.element("path", ["class": kind, "d": path]) { _ in }
      }
    }
  }

  private static let parts = 1000

  // MARK: Numbers

  private func writeNumbers(to page: inout HTMLWriter) {
    page.element("details", ["class": "numbers"]) { page in
      page.element("summary", "The numbers")
      page.scrolling("Numbers over time of \(device.label)") {
        $0.element("table") { page in
          page.element("thead") { page in
            page.element("tr") { page in
              for title in ["From, s", "Advertisements", "Scan responses", "Least dBm", "Median dBm", "Greatest dBm"] {
                page.element("th", ["scope": "col", "class": "number"], title)
              }
            }
          }
          page.element("tbody") { page in
            for (number, bucket) in series.buckets.enumerated() where !bucket.isEmpty {
              page.element("tr", ["data-bucket": String(number)]) { page in
                let summary = bucket.strengths.summary
                let cells = [
                  Self.seconds(Int64(number) * series.bucketMicroseconds), String(bucket.advertisements),
                  String(bucket.scanResponses), summary.map { String($0.min) } ?? "–",
                  summary.map { String($0.median) } ?? "–", summary.map { String($0.max) } ?? "–",
                ]
                for cell in cells { page.element("td", ["class": "number"], cell) }
              }
            }
          }
        }
      }
    }
  }
}
