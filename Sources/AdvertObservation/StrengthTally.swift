/// Signal strengths of one of many advertisers as they come in: the first as they are, because most addresses of a busy
/// place are heard only a few times, then how often each occurs.
///
/// The counts of all advertisers are in one array that the caller keeps: 256 for each that needs them, by the value's
/// bit pattern.
struct StrengthTally: Sendable, BitwiseCopyable {
  private var early: InlineArray<8, Int8> = InlineArray(repeating: 0)
  private var earlyCount = 0
  /// Which counts are its own.
  private var histogram = ChainLink()

  /// Whether the next needs counts, and there are none.
  @inline(__always)
  var lacksCounts: Bool { earlyCount == early.count && histogram.position == nil }

  /// Gets counts at the end of those given, and counts what came before.
  mutating func takeCounts(from counts: inout [UInt32]) {
    let first = counts.count
    histogram.position = first / RSSIStatistics.valueCount
    counts.append(contentsOf: repeatElement(0, count: RSSIStatistics.valueCount))
    for index in 0..<earlyCount { counts[first + RSSIStatistics.place(of: early[index])] += 1 }
  }

  /// Counts one. When it lacks counts, nothing happens.
  @inline(__always)
  mutating func add(_ dBm: Int8, to counts: inout MutableSpan<UInt32>) {
    if let position = histogram.position {
      counts[position &* RSSIStatistics.valueCount &+ RSSIStatistics.place(of: dBm)] &+= 1
    } else if earlyCount < early.count {
      early[earlyCount] = dBm
      earlyCount += 1
    }
  }

  /// All of them.
  func statistics(_ counts: [UInt32]) -> RSSIStatistics {
    if let position = histogram.position {
      let first = position * RSSIStatistics.valueCount
      return RSSIStatistics(histogram: counts[first..<first + RSSIStatistics.valueCount])
    }
    var statistics = RSSIStatistics()
    for index in 0..<earlyCount { statistics.add(early[index]) }
    return statistics
  }
}
