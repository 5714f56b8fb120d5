internal import AdvertCapture
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// When the host of a capture listened: the ground of all plots over its time. Where no scan is in the log the ground is hatched,
/// because what is absent there was perhaps not listened for.
///
/// The page has the drawing once for each capture. Each plot uses it, moved and stretched to its own time.
struct PageListening {
  /// The drawing is so wide and one unit high.
  static let parts = 1000

  private let input: Int
  private let start: Timestamp
  private let length: Int64
  /// For all adapters, and where there are several for each: when it scanned, without overlaps, in microseconds since the start.
  private let spans: [(adapter: Int?, spans: [ClosedRange<Int64>])]

  /// Creates the ground of an input's plots; `nil` for what is no capture with times and scans.
  ///
  /// - Parameter number: of the input among all.
  init?(_ input: Input, number: Int) {
    guard case .capture(let summary, let observation) = input.content, let times = summary.times,
      let length = times.upperBound.microseconds(since: times.lowerBound), length > 0,
      !observation.scanSessions.isEmpty
    else { return nil }
    self.input = number
    self.length = length
    start = times.lowerBound
    let timed = observation.scanSessions.compactMap { session in
      session.span(from: times.lowerBound, length: length, until: times.upperBound)
        .map { (adapter: Int(session.setting.adapter), span: $0) }
    }
    let adapters = Set(observation.scanSessions.map { Int($0.setting.adapter) }).sorted()
    var all: [(adapter: Int?, spans: [ClosedRange<Int64>])] = [(nil, Self.joined(timed.map { $0.span }))]
    if adapters.count > 1 {
      all += adapters.map { adapter in (adapter, Self.joined(timed.filter { $0.adapter == adapter }.map { $0.span })) }
    }
    spans = all
  }

  private static func joined(_ spans: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
    var joined: [ClosedRange<Int64>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, span.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  /// When any adapter scanned, in microseconds since the start of the capture.
  var scanned: [ClosedRange<Int64>] { spans[0].spans }

  /// Whether an adapter, or any, did not scan in a part of some time.
  func hasGaps(ofAdapter adapter: Int?, from time: Timestamp, length: Int64) -> Bool {
    guard let from = time.microseconds(since: start) else { return false }
    let (until, overflows) = from.addingReportingOverflow(length)
    guard !overflows else { return true }
    // The last stretch of a plot can end a little after the capture.
    return !spans(of: adapter).spans.contains { $0.lowerBound <= from && $0.upperBound >= min(until, self.length) }
  }

  private func spans(of adapter: Int?) -> (adapter: Int?, spans: [ClosedRange<Int64>]) {
    spans.first { $0.adapter == adapter } ?? spans[0]
  }

  private func name(_ adapter: Int?) -> String { "scanned-\(input)" + (adapter.map { "-\($0)" } ?? "") }

  /// Writes the drawings that the plots use.
  func writeDrawings(to page: inout HTMLWriter) {
    page.element("svg", ["class": "unseen", "aria-hidden": "true"]) { page in
      for (adapter, spans) in spans {
        var path = ""
        for span in spans {
          let (from, until) = (place(span.lowerBound), place(max(span.upperBound, span.lowerBound + 1)))
          path += "M\(from) 0H\(until)V1H\(from)z"
        }
        page.element("path", ["id": name(adapter), "d": path]) { _ in }
      }
    }
    page.lineBreak()
  }

  /// Writes the ground of a plot.
  ///
  /// - Parameters:
  ///   - adapter: that the plot is about; `nil` for all.
  ///   - time: where the plot begins.
  ///   - length: of the plot in microseconds, greater than 0.
  ///   - width: of the plot in its own units, as is `height`.
  func write(
    ofAdapter adapter: Int?, from time: Timestamp, length: Int64, width: Int, height: Int, to page: inout HTMLWriter
  ) {
    let own = spans(of: adapter)
    let before = Double(start.microseconds) - Double(time.microseconds)
    let shift = before / Double(length) * Double(width)
    let scale = Double(self.length) / Double(length) * Double(width) / Double(Self.parts)
    page.element(
      "use",
      [
        "class": "scanned", "href": "#\(name(own.adapter))",
        "transform": "translate(\(Self.decimal(shift)) 0) scale(\(Self.decimal(scale)) \(height))",
      ]
    ) { _ in }
  }

  private static func decimal(_ value: Double) -> String {
    // What is beyond is far outside of any plot.
    DecimalNumber(Int64(min(max(value, -1e12), 1e12) * 1e6), decimals: 6).description
  }

  private func place(_ offset: Int64) -> String { Self.place(offset, of: length) }

  /// Returns the place of a time in a drawing of some length, in thousandths of a part, as a decimal number.
  static func place(_ offset: Int64, of length: Int64) -> String {
    DecimalNumber(Int64(Double(offset) / Double(length) * Double(parts) * 1000), decimals: 3).description
  }
}

extension ScanSession {
  /// The time during which the scan ran, in microseconds since the start of a drawing and inside of it; `nil` without
  /// times.
  func span(from start: Timestamp, length: Int64, until last: Timestamp) -> ClosedRange<Int64>? {
    guard let time = setting.time else { return nil }
    let from = time.offset(from: start, length: length)
    guard let end else { return from...max(from, last.offset(from: start, length: length)) }
    return from...max(from, end.time?.offset(from: start, length: length) ?? from)
  }
}

extension Timestamp {
  /// Microseconds since the start of a drawing, inside of it.
  func offset(from start: Timestamp, length: Int64) -> Int64 {
    min(microseconds(since: start) ?? 0, length)
  }
}
