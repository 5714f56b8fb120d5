/// The receptions of each block in the spans that are over. A span costs nothing while it lasts: when it ends, the
/// receptions of its blocks move here.
struct SpanReceptions: Sendable {
  /// The number of blocks that may be checked when spans end, besides some for each report: a hostile log changes its
  /// scan at every report, and has a hundred thousand blocks.
  private static let freeLooks = 8_000_000
  private static let looksPerReport = 32
  /// The most records that are kept.
  private static let maximumRecords = 1_000_000

  private var records: [Record] = []
  /// The receptions before the current span, by position of the layout or scan response.
  private var layouts: [Earlier] = []
  private var responses: [Earlier] = []
  private var looks = 0
  /// The first span that is no longer counted separately.
  private(set) var end: Int?

  private struct Record: Sendable, BitwiseCopyable {
    let span: Int
    let reception: Reception
    /// The earlier record of the same block.
    let before: ChainLink
  }

  private struct Earlier: Sendable, BitwiseCopyable {
    var total = Reception()
    var latest = ChainLink()
  }

  /// Returns whether a span can still be counted separately; otherwise this and all later ones are one.
  mutating func mayEnd(_ span: Int, blocks: Int, reports: Int) -> Bool {
    guard end == nil else { return false }
    looks += blocks
    let (more, overflows) = reports.multipliedReportingOverflow(by: Self.looksPerReport)
    if !overflows, looks <= more + Self.freeLooks, records.count < Self.maximumRecords { return true }
    end = span
    return false
  }

  mutating func add(_ reception: Reception, ofLayout position: Int, in span: Int) {
    records.append(Record(span: span, reception: reception, before: Self.link(&layouts, position, reception, records)))
  }

  mutating func add(_ reception: Reception, ofResponse position: Int, in span: Int) {
    records.append(
      Record(span: span, reception: reception, before: Self.link(&responses, position, reception, records)))
  }

  private static func link(
    _ blocks: inout [Earlier], _ position: Int, _ reception: Reception, _ records: [Record]
  ) -> ChainLink {
    if position >= blocks.count {
      blocks.append(contentsOf: repeatElement(Earlier(), count: position + 1 - blocks.count))
    }
    defer {
      blocks[position].total.add(reception)
      blocks[position].latest.position = records.count
    }
    return blocks[position].latest
  }

  /// Returns the receptions of a layout's advertising data before the current span.
  func total(ofLayout position: Int) -> Reception {
    position < layouts.count ? layouts[position].total : Reception()
  }

  /// Returns the receptions of a scan response before the current span.
  func total(ofResponse position: Int) -> Reception {
    position < responses.count ? responses[position].total : Reception()
  }

  /// Returns the receptions of a layout's advertising data by span, the first span first.
  func spans(ofLayout position: Int) -> [SpanReception] {
    position < layouts.count ? spans(from: layouts[position].latest) : []
  }

  /// Returns the receptions of a scan response by span, the first span first.
  func spans(ofResponse position: Int) -> [SpanReception] {
    position < responses.count ? spans(from: responses[position].latest) : []
  }

  private func spans(from latest: ChainLink) -> [SpanReception] {
    var spans: [SpanReception] = []
    var link = latest
    while let position = link.position {
      spans.append(SpanReception(span: records[position].span, reception: records[position].reception))
      link = records[position].before
    }
    return spans.reversed()
  }
}
