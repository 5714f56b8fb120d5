/// The receptions of each block in the spans that are over. A span costs nothing while it lasts: when it ends, the
/// receptions of its blocks move here.
struct SpanReceptions: Sendable {
  /// The number of blocks that may be checked when spans end, besides some for each report: a hostile log changes its
  /// scan at every report, and has a hundred thousand blocks.
  private static let freeLooks = 8_000_000
  private static let looksPerReport = 32
  /// The most records that are kept.
  private static let maximumRecords = 1_000_000

  /// The receptions of layouts' advertising data, and of scan responses.
  var layouts = Blocks()
  var responses = Blocks()
  private var looks = 0
  /// The first span that is no longer counted separately.
  private(set) var end: Int?

  /// Returns whether a span can still be counted separately; otherwise this and all later ones are one.
  mutating func mayEnd(_ span: Int, blocks: Int, reports: Int) -> Bool {
    guard end == nil else { return false }
    looks += blocks
    let (more, overflows) = reports.multipliedReportingOverflow(by: Self.looksPerReport)
    let records = layouts.count + responses.count
    if !overflows, looks <= more + Self.freeLooks, records < Self.maximumRecords { return true }
    end = span
    return false
  }

  /// The receptions of blocks of one kind before the current span, by position.
  struct Blocks: Sendable {
    private var records: [Record] = []
    private var all: [Earlier] = []

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

    /// The number of spans with receptions, counted for each block.
    fileprivate var count: Int { records.count }

    mutating func add(_ reception: Reception, of position: Int, in span: Int) {
      if position >= all.count {
        all.append(contentsOf: repeatElement(Earlier(), count: position + 1 - all.count))
      }
      let before = all[position].latest
      all[position].total.add(reception)
      all[position].latest.position = records.count
      records.append(Record(span: span, reception: reception, before: before))
    }

    /// Returns the receptions of a block before the current span.
    func total(_ position: Int) -> Reception { position < all.count ? all[position].total : Reception() }

    /// Returns the receptions of a block by span, the first span first.
    func spans(_ position: Int) -> [SpanReception] {
      guard position < all.count else { return [] }
      var spans: [SpanReception] = []
      var link = all[position].latest
      while let position = link.position {
        spans.append(SpanReception(span: records[position].span, reception: records[position].reception))
        link = records[position].before
      }
      return spans.reversed()
    }
  }
}
