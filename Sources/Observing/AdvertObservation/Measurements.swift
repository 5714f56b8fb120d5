internal import AdvertCapture

/// Signal strengths and intervals of all advertisers that were received more than once.
struct MeasurementStore: Sendable {
  private var all: [Measurements] = []
  private var strengthCounts: [UInt32] = []

  /// The measurements of one advertiser.
  struct Measurements: Sendable {
    fileprivate var strengths = StrengthTally()
    fileprivate var intervals = IntervalEstimator()

    fileprivate init(_ first: Measurement) {
      var none = MutableSpan<UInt32>()
      add(first, strengthCounts: &none)
    }

    /// Whether there is room for the next report.
    @inline(__always)
    var hasRoom: Bool { !strengths.lacksCounts }

    /// Adds another report, if there is room.
    @inline(__always)
    mutating func add(_ measurement: Measurement, strengthCounts: inout MutableSpan<UInt32>) {
      if let time = measurement.advertisementTime { intervals.addAdvertisement(at: time, of: measurement.layout) }
      if let dBm = measurement.rssi { strengths.add(dBm, to: &strengthCounts) }
    }
  }

  /// Returns the position of the measurements of one more advertiser.
  mutating func start(with first: Measurement) -> Int {
    all.append(Measurements(first))
    return all.count - 1
  }

  mutating func add(_ measurement: Measurement, at position: Int) {
    if !all[position].hasRoom { all[position].strengths.takeCounts(from: &strengthCounts) }
    withAll { all, counts in all[position].add(measurement, strengthCounts: &counts) }
  }

  /// Returns the results of the measurements at a position, or of an advertiser that was received once.
  ///
  /// - Parameters:
  ///   - listening: the longest time for which the receiver listened at a time; `nil` when it listened all the time.
  ///   - set: the number of the advertising set of a layout.
  func summary(
    at link: ChainLink, first: Measurement, listening: Int64? = nil, set: (UInt32) -> Int = { _ in 0 }
  ) -> (rssi: RSSIStatistics, interval: MeasuredInterval) {
    let measurements = link.position.map { all[$0] } ?? Measurements(first)
    return (
      measurements.strengths.statistics(strengthCounts),
      measurements.intervals.measured(listening: listening, set: set)
    )
  }

  /// Calls `body` with all measurements, so that many additions need only one check for copies of the arrays.
  @inline(__always)
  mutating func withAll(
    _ body: (_ all: inout MutableSpan<Measurements>, _ strengthCounts: inout MutableSpan<UInt32>) -> Void
  ) {
    // Swift does not allow mutable views of two properties at a time, so one is taken out.
    var taken: [UInt32] = []
    swap(&taken, &strengthCounts)
    defer { swap(&taken, &strengthCounts) }
    var counts = taken.mutableSpan
    var all = all.mutableSpan
    body(&all, &counts)
  }
}

/// Time and signal strength of one report.
struct Measurement: Sendable, BitwiseCopyable {
  /// The time of an advertisement; `nil` for a scan response, which does not show the interval.
  let advertisementTime: Timestamp?
  /// In dBm; `nil` when it was not measured.
  let rssi: Int8?
  /// The number of its layout. Four octets fill up what the rest leaves free: there is one for every address.
  var layout = UInt32.max
}

extension Measurement {
  @inline(__always)
  init(of report: borrowing AdvertisingReport, layout: UInt32) {
    switch report.pdu {
    case .scanRsp, .auxScanRsp: self.init(advertisementTime: nil, rssi: report.rssi, layout: layout)
    default: self.init(advertisementTime: report.measuringTime, rssi: report.rssi, layout: layout)
    }
  }
}

/// The signal strengths of one advertiser: at first the values, because most addresses in a busy place are received
/// only a few times, then a count for each value.
///
/// The counts of all advertisers are in one array of the caller: 256 for each advertiser that needs them, by the
/// value's bit pattern.
struct StrengthTally: Sendable, BitwiseCopyable {
  private var early: InlineArray<8, Int8> = InlineArray(repeating: 0)
  /// The latest values: the value with the number N is at N modulo their number.
  private var late: InlineArray<8, Int8> = InlineArray(repeating: 0)
  private var count = 0
  /// The position of its counts.
  private var histogram = ChainLink()

  /// Whether the next value needs counts that do not exist yet.
  @inline(__always)
  var lacksCounts: Bool { count == early.count && histogram.position == nil }

  /// Appends counts to `counts`, and adds the values so far.
  mutating func takeCounts(from counts: inout [UInt32]) {
    let first = counts.count
    histogram.position = first / RSSIStatistics.valueCount
    counts.append(contentsOf: repeatElement(0, count: RSSIStatistics.valueCount))
    for index in early.indices { counts[first + RSSIStatistics.place(of: early[index])] += 1 }
  }

  /// Counts a value. Does nothing when there is no room for it.
  @inline(__always)
  mutating func add(_ dBm: Int8, to counts: inout MutableSpan<UInt32>) {
    if let position = histogram.position {
      counts[position &* RSSIStatistics.valueCount &+ RSSIStatistics.place(of: dBm)] &+= 1
    } else if count < early.count {
      early[count] = dBm
    } else {
      return
    }
    late[count & 7] = dBm
    count &+= 1
  }

  /// Returns the statistics of all values.
  func statistics(_ counts: [UInt32]) -> RSSIStatistics {
    if let position = histogram.position {
      let first = position * RSSIStatistics.valueCount
      return RSSIStatistics(
        histogram: counts[first..<first + RSSIStatistics.valueCount], early: early, late: late, count: count)
    }
    return RSSIStatistics(few: early, count: count)
  }
}

/// The exact minimum, median and maximum of received signal strengths.
public struct RSSIStatistics: Sendable {
  static let valueCount = 256

  /// The number of measured strengths.
  public private(set) var count = 0
  /// The first values: all, as long as they fit, because most addresses in a busy place are received a few times.
  private var few: InlineArray<8, Int8> = InlineArray(repeating: 0)
  /// The latest values: the value with the number N is at N modulo their number.
  private var late: InlineArray<8, Int8> = InlineArray(repeating: 0)
  /// The number of each value, by its bit pattern; empty while there are few.
  private var histogram: [UInt32] = []
  /// Whether the values came in the order of the capture. Those of several addresses are mixed.
  private var isOrdered = true

  /// No measurements yet.
  public init() {}

  /// - Parameter count: how many of the values were measured.
  init(few: InlineArray<8, Int8>, count: Int) {
    self.few = few
    late = few
    self.count = count
  }

  /// - Parameters:
  ///   - histogram: the number of each of the 256 values, by its bit pattern.
  ///   - early: the first values.
  ///   - late: the latest values: the value with the number N is at N modulo their number.
  ///   - count: the number of all values, more than there are early ones.
  init(histogram: ArraySlice<UInt32>, early: InlineArray<8, Int8>, late: InlineArray<8, Int8>, count: Int) {
    self.histogram = Array(histogram)
    few = early
    self.late = late
    self.count = count
  }

  @inline(__always)
  static func place(of dBm: Int8) -> Int { Int(UInt8(bitPattern: dBm)) }

  /// Adds a strength in dBm.
  public mutating func add(_ dBm: Int8) {
    late[count & 7] = dBm
    if histogram.isEmpty {
      guard count == few.count else {
        few[count] = dBm
        count += 1
        return
      }
      makeHistogram()
    }
    histogram[Self.place(of: dBm)] &+= 1
    count += 1
  }

  private mutating func makeHistogram() {
    histogram = Array(repeating: 0, count: Self.valueCount)
    for index in 0..<count { histogram[Self.place(of: few[index])] &+= 1 }
  }

  /// Adds all values of another.
  public mutating func add(_ other: RSSIStatistics) {
    guard count > 0 else {
      self = other
      return
    }
    if other.count > 0 { isOrdered = false }
    guard !other.histogram.isEmpty else {
      for index in 0..<other.count { add(other.few[index]) }
      return
    }
    if histogram.isEmpty { makeHistogram() }
    for index in other.histogram.indices { histogram[index] &+= other.histogram[index] }
    count += other.count
  }

  /// The fewest values whose ends can be compared.
  private static let fewestWithEnds = 6

  /// The medians of the first and of the last values in dBm: of eight, or of half of all when these are fewer. `nil`
  /// for fewer than six values, and for those of several advertisers.
  package var ends: (first: Int8, last: Int8)? {
    guard isOrdered, count >= Self.fewestWithEnds else { return nil }
    let length = min(few.count, count / 2)
    let first = (0..<length).map { few[$0] }.sorted()
    let last = (count - length..<count).map { late[$0 & 7] }.sorted()
    return (first[(length - 1) / 2], last[(length - 1) / 2])
  }

  /// In dBm. The median of an even number of values is the lower of the middle two. `nil` without measurements.
  public var summary: (min: Int8, median: Int8, max: Int8)? {
    guard count > 0 else { return nil }
    guard !histogram.isEmpty else {
      let sorted = (0..<count).map { few[$0] }.sorted()
      return (sorted[0], sorted[(count - 1) / 2], sorted[count - 1])
    }
    func times(_ dBm: Int8) -> Int { Int(histogram[Self.place(of: dBm)]) }
    var least = Int8.min
    while least < .max, times(least) == 0 { least += 1 }
    var greatest = Int8.max
    while greatest > least, times(greatest) == 0 { greatest -= 1 }
    var median = least
    var upToMedian = times(least)
    while upToMedian * 2 < count, median < greatest {
      median += 1
      upToMedian += times(median)
    }
    return (least, median, greatest)
  }
}
