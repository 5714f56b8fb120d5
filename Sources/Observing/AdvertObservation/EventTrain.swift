/// The advertising events of one address in their order, with the advertising set that each belongs to.
struct EventTrain {
  /// The gaps between events, whatever their sets.
  private(set) var gaps: [Gap] = []
  /// The gaps between the events of each set, in the order of the first events.
  private(set) var sets: [[Gap]] = []
  /// The number of events of each set.
  private(set) var counts: [Int] = []
  /// How often an event is of another set than the one before.
  private(set) var changes = 0
  /// Whether the two events of each gap in ``gaps`` are of one set.
  private(set) var staysInSet: [Bool] = []

  /// The time between two events.
  struct Gap: Hashable {
    let microseconds: Int64
    /// Whether the gap before ends where this one begins.
    let followsGap: Bool
  }

  /// The most sets: a device with more forms of data changes them.
  static let maximumSets = 6

  /// - Parameter set: the number of the advertising set of a layout, by its form. Layouts of one form count as one set
  ///   only when there are many, or most are received once: then their values change.
  init(_ events: [IntervalEstimator.Event], set: (UInt32) -> Int) {
    let layouts = Set(events.lazy.map { $0.layout })
    let areFew = layouts.count <= Self.maximumSets && layouts.count * 4 <= events.count
    var known: [UInt32: Int] = [:]
    var positions: [Int: Int] = [:]
    /// The time of the latest event, of all sets and of each.
    var (now, last): (Int64, Int64?) = (0, nil)
    var latest: [Int64?] = []
    var (lastSet, ofLast): (Int?, Int?) = (nil, nil)
    var (follows, setFollows): (Bool, [Bool]) = (false, [])
    for event in events {
      let number = known[event.layout] ?? (areFew ? Int(event.layout) : set(event.layout))
      known[event.layout] = number
      let position = positions[number] ?? positions.count
      if position == positions.count {
        positions[number] = position
        sets.append([])
        counts.append(0)
        latest.append(nil)
        setFollows.append(false)
      }
      counts[position] += 1
      if let lastSet, lastSet != position { changes += 1 }
      lastSet = position
      if event.gap == IntervalEstimator.Event.none {
        (now, last, follows) = (0, nil, false)
        for one in latest.indices { (latest[one], setFollows[one]) = (nil, false) }
      } else {
        now += Int64(event.gap)
      }
      Self.note(now, last: &latest[position], follows: &setFollows[position], &sets[position])
      let before = gaps.count
      if Self.note(now, last: &last, follows: &follows, &gaps) {
        if gaps.count > before { staysInSet.append(ofLast == position) }
        ofLast = position
      }
    }
  }

  /// Gaps that follow each other.
  init(gaps: [Int64]) {
    for gap in gaps { self.gaps.append(Gap(microseconds: gap, followsGap: !self.gaps.isEmpty)) }
    staysInSet = Array(repeating: true, count: gaps.count)
    sets = [self.gaps]
    counts = [gaps.count]
  }

  /// Notes an event. Returns whether it is one, and not a part of the last.
  @discardableResult
  private static func note(_ now: Int64, last: inout Int64?, follows: inout Bool, _ gaps: inout [Gap]) -> Bool {
    if let before = last {
      guard now - before >= EventGaps.eventMicroseconds else { return false }
      gaps.append(Gap(microseconds: now - before, followsGap: follows))
      follows = true
    }
    last = now
    return true
  }
}
