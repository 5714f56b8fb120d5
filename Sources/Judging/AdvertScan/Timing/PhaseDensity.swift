/// The distribution of the events of an advertiser that was not heard yet over the cycle of a scanner: a probability
/// for each cell of the cycle.
///
/// The cycle is three scan intervals, one for each channel. At first every phase is as likely as any other. From one
/// event to the next the phase advances by the advertising interval and a random delay of 0 to 10 ms, each length as
/// likely as any other. A cell's probability is assumed to be spread evenly over it. Each step is then an exact average
/// over each cell: no probability is lost, and the delay is neither widened nor narrowed. Only the position within a
/// cell is lost.
struct PhaseDensity {
  /// The longest random delay, in microseconds (Core Specification Vol 6 Part B 4.4.2.2.1).
  static let longestDelay: Double = 10_000

  private var cells: [Double]
  private var next: [Double]
  /// The cells in which an event is received, with the received share of each.
  private let received: [(cell: Int, share: Double)]
  /// The share that comes from a cell `distance` cells before, with `distance` less than the number of cells.
  private let taps: [(distance: Int, share: Double)]

  /// - Parameters:
  ///   - cycle: the length of the cycle in microseconds.
  ///   - width: about the width of a cell in microseconds; it is changed so that cells fill the cycle.
  ///   - ranges: where events are received, in microseconds from the start of the cycle; they may go beyond its ends.
  ///   - interval: the advertising interval in microseconds.
  init(cycle: Double, width: Double, received ranges: [(start: Double, end: Double)], interval: Double) {
    let count = max(1, Int(cycle / width + 0.5))
    let width = cycle / Double(count)
    var received = [Double](repeating: 0, count: count)
    for range in ranges {
      for shift in [-cycle, 0, cycle] {
        let (start, end) = (max(0, range.start + shift) / width, min(cycle, range.end + shift) / width)
        guard start < end else { continue }
        for cell in min(Int(start), count - 1)...min(Int(end), count - 1) {
          received[cell] += max(0, min(end, Double(cell + 1)) - max(start, Double(cell)))
        }
      }
    }
    self.received = received.enumerated().filter { $0.element > 0 }.map { ($0.offset, min($0.element, 1)) }
    cells = [Double](repeating: 1 / Double(count), count: count)
    next = cells
    taps = Self.taps(advance: interval / width, delay: Self.longestDelay / width, count: count)
  }

  /// Returns how one event spreads the probability of one cell. All lengths are in cells.
  private static func taps(advance: Double, delay: Double, count: Int) -> [(distance: Int, share: Double)] {
    let turns = Double(Int64(advance / Double(count)))
    let advance = advance - turns * Double(count)
    // The place within the first cell and the delay are both evenly distributed, so their sum has the density of a
    // trapezoid. Its integral is a sum of squares.
    func square(_ x: Double) -> Double { x > 0 ? x * x / 2 : 0 }
    func below(_ x: Double) -> Double {
      (square(x) - square(x - 1) - square(x - delay) + square(x - delay - 1)) / delay
    }
    let first = Int(advance)
    let last = Int(advance + delay) + 1
    return (first...last).compactMap { distance in
      let share = below(Double(distance) - advance + 1) - below(Double(distance) - advance)
      return share > 0 ? (distance % count, share) : nil
    }
  }

  /// The share of all events that was not received yet.
  private(set) var rest = 1.0

  /// The number of cells. Each costs the same at each event.
  var count: Int { cells.count }

  /// Takes out the part of an event that is received; `share` of its packets arrive.
  mutating func receive(_ share: Double) -> Double {
    var sum = 0.0
    for (cell, part) in received {
      let taken = cells[cell] * part * share
      cells[cell] -= taken
      sum += taken
    }
    rest -= sum
    return sum
  }

  /// Goes on to the next event.
  mutating func advance() {
    Self.spread(cells, over: &next, taps)
    swap(&cells, &next)
  }

  /// All of the time is spent here: in spans, whose bounds are computed once for each tap.
  private static func spread(
    _ cells: [Double], over next: inout [Double], _ taps: [(distance: Int, share: Double)]
  ) {
    let source = cells.span
    var target = next.mutableSpan
    for cell in target.indices { target[cell] = 0 }
    for (distance, share) in taps {
      let wrapped = source.count - distance
      add(source.extracting(0..<wrapped), times: share, to: &target, at: distance)
      add(source.extracting(wrapped..<source.count), times: share, to: &target, at: 0)
    }
  }

  private static func add(
    _ source: borrowing Span<Double>, times share: Double, to target: inout MutableSpan<Double>, at start: Int
  ) {
    for cell in source.indices { target[start + cell] += source[cell] * share }
  }
}
