/// What the reports of many advertisers tell about reception, of each from its second report on.
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

    /// Whether there is room for the next.
    @inline(__always)
    var hasRoom: Bool { !strengths.lacksCounts }

    /// Adds what another report tells, if there is room.
    @inline(__always)
    mutating func add(_ measurement: Measurement, strengthCounts: inout MutableSpan<UInt32>) {
      if let time = measurement.advertisementTime { intervals.addAdvertisement(at: time) }
      if let dBm = measurement.rssi { strengths.add(dBm, to: &strengthCounts) }
    }
  }

  /// The position of the measurements of one more advertiser.
  mutating func start(with first: Measurement) -> Int {
    all.append(Measurements(first))
    return all.count - 1
  }

  mutating func add(_ measurement: Measurement, at position: Int) {
    if !all[position].hasRoom { all[position].strengths.takeCounts(from: &strengthCounts) }
    withAll { all, counts in all[position].add(measurement, strengthCounts: &counts) }
  }

  /// What they come to: at a position, or of an advertiser that was received once.
  func summary(at link: ChainLink, first: Measurement) -> (rssi: RSSIStatistics, interval: IntervalEstimate?) {
    let measurements = link.position.map { all[$0] } ?? Measurements(first)
    return (measurements.strengths.statistics(strengthCounts), measurements.intervals.estimate)
  }

  /// Calls `body` with everything, to add to it many times: it is asked once whether somebody else has a copy.
  @inline(__always)
  mutating func withAll(
    _ body: (_ all: inout MutableSpan<Measurements>, _ strengthCounts: inout MutableSpan<UInt32>) -> Void
  ) {
    // Views of two properties at once are views of the whole twice, unless one is taken out.
    var taken: [UInt32] = []
    swap(&taken, &strengthCounts)
    defer { swap(&taken, &strengthCounts) }
    var counts = taken.mutableSpan
    var all = all.mutableSpan
    body(&all, &counts)
  }
}
