internal import AdvertReport
internal import AdvertScan

/// The times in which scanners find a device: the share of tries that found it over time, with a line for each scanner.
struct PageSoon {
  private static let width = 1000
  private static let height = 100
  /// The most lines that can be distinguished.
  private static let maximumLines = 12
  /// Powers of ten of microseconds.
  private static let decades: [(time: Int64, words: String)] = [
    (10_000, "0.01 s"), (100_000, "0.1 s"), (1_000_000, "1 s"), (10_000_000, "10 s"), (100_000_000, "100 s"),
    (1_000_000_000, "17 min"), (10_000_000_000, "2.8 h"), (100_000_000_000, "28 h"),
  ]

  private let heading: String
  private let lines: [Line]
  private let unknown: [ScannerProfile.ID]

  private struct Line: Equatable {
    let names: [String]
    let sentence: String
    let curve: DiscoveryCurve?
  }

  /// - Parameter answers: those to one question about the device.
  ///
  /// `nil` when the interval is not known, or no scanner that finds the device has known scan windows and intervals.
  init?(
    _ answers: ArraySlice<ReachRun.Answer>, on device: ReachRun.Device, in run: ReachRun, _ times: inout ExpectedTimes
  ) {
    guard let timing = device.timing else { return nil }
    let (groups, unknown) = SoonWords.groups(of: answers, on: device, in: run, &times)
    guard !groups.isEmpty else { return nil }
    var lines: [Line] = []
    for group in groups.prefix(Self.maximumLines) {
      let curve = times.curve(of: timing.advertising, for: group.example.listener)
      lines.append(Line(names: group.names, sentence: group.sentence, curve: curve))
    }
    self.lines = lines
    self.unknown = unknown
    heading = SoonWords.heading(timing, loss: run.loss)
  }

  /// Returns whether another question has the same answer.
  func isLike(_ other: PageSoon) -> Bool { lines == other.lines }

  func write(to page: inout HTMLWriter) {
    page.element("figure", ["class": "soon"]) { page in
      page.element("figcaption", "How soon it is found, \(heading)")
      writePlot(to: &page)
      writeLegend(to: &page)
      if !unknown.isEmpty {
        page.element(
          "p", ["class": "soft"],
          "Not known, because they do not tell how they divide their time: "
            + HostileText.visible(unknown.joined(separator: ", ")) + ".")
      }
    }
    page.lineBreak()
  }

  // MARK: Plot

  private func writePlot(to page: inout HTMLWriter) {
    let times = lines.compactMap { $0.curve }.flatMap { $0.points }.map { $0.time }
    guard let least = times.min(), let most = times.max() else { return }
    let first = Self.decades.lastIndex { $0.time <= least } ?? 0
    let last = max(Self.decades.firstIndex { $0.time >= most } ?? Self.decades.count - 1, first + 1)
    let ticks = Self.decades[first...min(last, Self.decades.count - 1)]
    guard let from = ticks.first, let until = ticks.last, ticks.count > 1 else { return }
    let scale = LogScale(from.time, until.time, steps: Self.width)
    page.element("div", ["class": "strips"]) { page in
      page.element("div", ["class": "label levels"]) { page in
        page.element("span", "all tries")
        page.element("span", "half")
        page.element("span", "none")
      }
      page.drawing(
        "tall", width: Self.width, height: Self.height,
        label: "The share of tries that found it, over the time. The numbers are below."
      ) { page in
        for tick in ticks.dropFirst().dropLast() {
          page.element("path", ["class": "level", "d": "M\(Self.x(tick.time, scale)) 0v\(Self.height)"]) { _ in }
        }
        page.element("path", ["class": "level", "d": "M0 \(Self.height / 2)h\(Self.width)"]) { _ in }
        for (number, line) in lines.enumerated() {
          guard let curve = line.curve, !curve.points.isEmpty else { continue }
          page.element("path", ["class": "curve c\(number)", "d": Self.path(curve, scale)]) { _ in }
        }
      }
      page.element("div", ["class": "axis ticks"]) { page in
        for tick in ticks { page.element("span", tick.words) }
      }
    }
  }

  private static func x(_ time: Int64, _ scale: LogScale) -> Int { Int(scale.share(of: time) * Double(width) + 0.5) }

  private static func path(_ curve: DiscoveryCurve, _ scale: LogScale) -> String {
    var path = ""
    for point in curve.points {
      path += "\(path.isEmpty ? "M" : "L")\(x(point.time, scale)) \(height - point.percent * height / 100)"
    }
    return path
  }

  private func writeLegend(to page: inout HTMLWriter) {
    page.element("table", ["class": "answers"]) { page in
      page.markup(
        "<thead class=\"unseen\"><tr><th scope=\"col\">Line</th><th scope=\"col\">Scanner</th><th scope=\"col\">How soon</th></tr></thead>"
      )
      page.element("tbody") { page in
        for (number, line) in lines.enumerated() {
          page.element("tr") { page in
            page.element("td", ["class": "line"]) { page in
              page.element("svg", ["viewBox": "0 0 40 10", "aria-hidden": "true"]) {
                $0.element("path", ["class": "curve c\(number)", "d": "M0 5h40"]) { _ in }
              }
            }
            page.element("td", ["class": "scanners"], HostileText.visible(line.names.joined(separator: ", ")))
            page.element("td", line.sentence)
          }
        }
      }
    }
  }
}
