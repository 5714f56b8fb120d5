internal import AdvertObservation
internal import AdvertReport
internal import AdvertisingData

/// The regularity of a device's advertising, and the channels of its receptions.
struct PageIntervals {
  private static let fewestGaps = 3

  private let series: DeviceSeries
  private let gaps: GapHistogram

  init?(_ device: PageDevice) {
    guard let series = device.series else { return nil }
    self.series = series
    gaps = series.gaps
  }

  func write(to page: inout HTMLWriter) {
    let hasGaps = gaps.count >= Self.fewestGaps
    let hasChannels = !series.channels.isEmpty
    guard hasGaps || hasChannels else { return }
    page.element("details", ["class": "fold"]) { page in
      page.element("summary", !hasGaps ? "Channels" : hasChannels ? "Pauses and channels" : "Pauses")
      writePauses(to: &page)
      writeChannels(to: &page)
    }
    page.lineBreak()
  }

  private func writePauses(to page: inout HTMLWriter) {
    if gaps.count >= Self.fewestGaps {
      page.element("figure", ["class": "gaps", "data-interval": gaps.interval.map { String($0) } ?? ""]) { page in
        page.element("figcaption", "Pauses between advertising events: \(gaps.count)")
        if let interval = gaps.interval { writeAround(interval, to: &page) }
        writeBars(rows, to: &page)
      }
      page.lineBreak()
    }
  }

  private func writeChannels(to page: inout HTMLWriter) {
    if !series.channels.isEmpty {
      page.element("figure", ["class": "channels"]) { page in
        page.element("figcaption", "Reports by channel")
        writeBars(
          series.channels.enumerated().filter { $0.element > 0 }.map { ("channel \($0.offset)", $0.element) }, to: &page
        )
      }
      page.lineBreak()
    }
  }

  /// Writes a bar for each millisecond around the interval.
  private func writeAround(_ interval: Int64, to page: inout HTMLWriter) {
    let most = gaps.around.max() ?? 0
    let first = interval - Int64(GapHistogram.binsBefore) * 1000
    page.element("p", ["class": "soft"]) {
      $0.words(
        "By the millisecond. The band is the interval and the 0 to 10 ms that a controller adds to each (advDelay). What "
          + "is outside of it was delayed on its way into the log, or is another interval.")
    }
    page.element("div", ["class": "strips"]) { page in
      page.element("div", ["class": "label"], "up to \(most) in a millisecond")
      page.drawing(
        "tall", width: gaps.around.count, height: max(most, 1),
        label: "Pauses around the interval of \(PageSeries.seconds(interval)) s. The numbers are below."
      ) { page in
        page.element(
          "rect",
          [
            "class": "expected", "x": String(GapHistogram.binsBefore), "y": "0", "width": "10",
            "height": String(max(most, 1)),
          ]
        ) { _ in }
        page.element("path", ["class": "heard", "d": PageSeries.bars(gaps.around, upTo: most)]) { _ in }
      }
      page.element("div", ["class": "axis"]) { page in
        page.element("span", "\(Self.milliseconds(first)) ms")
        page.element("span", "\(Self.milliseconds(first + Int64(gaps.around.count) * 1000)) ms")
      }
    }
    page.element("details", ["class": "numbers"]) { page in
      page.element("summary", "The numbers")
      page.element("ul") { page in
        for (bin, count) in gaps.around.enumerated() where count > 0 {
          let from = first + Int64(bin) * 1000
          page.element("li", ["data-bin": String(bin), "data-count": String(count)]) {
            $0.text("\(Self.milliseconds(from)) to \(Self.milliseconds(from + 1000)) ms: \(count)")
          }
        }
      }
    }
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    let text = DecimalNumber(microseconds / 100, decimals: 1).description
    return text
  }

  /// The gaps that are not around the interval.
  private var rows: [(label: String, count: Int)] {
    guard gaps.interval != nil else {
      var least = 15
      return gaps.doubling.enumerated().map { bin, count in
        defer { least *= 2 }
        return (bin == gaps.doubling.count - 1 ? "\(least) ms and more" : "\(least) to \(2 * least) ms", count)
      }.filter { $0.count > 0 }
    }
    let around = ("one interval, as above", gaps.around.reduce(0, +))
    let longer = gaps.longer.enumerated().map { position, count in
      let multiple = position + 1
      return switch multiple {
      case 1: ("one interval, but later", count)
      case gaps.longer.count: ("\(multiple) intervals and more", count)
      default: ("\(multiple) intervals: \(counted(multiple - 1, "event")) missed", count)
      }
    }
    return ([("shorter", gaps.shorter), around] + longer).filter { $0.1 > 0 }
  }

  private func writeBars(_ rows: [(label: String, count: Int)], to page: inout HTMLWriter) {
    let most = max(rows.map { $0.count }.max() ?? 1, 1)
    page.element("div", ["class": "bars"]) { page in
      for (label, count) in rows {
        page.element("div", ["class": "label"], label)
        page.element("svg", ["viewBox": "0 0 \(most) 1", "preserveAspectRatio": "none", "aria-hidden": "true"]) {
          $0.element("rect", ["class": "heard", "x": "0", "y": "0", "width": String(count), "height": "1"]) { _ in }
        }
        page.element("div", ["class": "count"], String(count))
      }
    }
  }
}
