/// The advertising events of one address in their order, with the advertising set that each belongs to.
struct EventTrain {
  /// The gaps between events, whatever their sets.
  private(set) var gaps: [Gap] = []
  /// The gaps between the events of each set, in the order of the first events.
  private(set) var sets: [[Gap]] = []
  /// The number of events of each set.
  private(set) var counts: [Int] = []
  /// The number of events of another set than the event before.
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
    let layouts = LayoutsOfEvents(events)
    let areFew = layouts.all.count <= Self.maximumSets && layouts.all.count * 4 <= events.count
    // The position among the sets, for each layout.
    var numbers: [Int] = []
    let positions = layouts.all.map { layout in
      let number = areFew ? Int(layout) : set(layout)
      if let known = numbers.firstIndex(of: number) { return known }
      numbers.append(number)
      return numbers.count - 1
    }
    sets = Array(repeating: [], count: numbers.count)
    counts = Array(repeating: 0, count: numbers.count)
    gaps.reserveCapacity(events.count)
    staysInSet.reserveCapacity(events.count)
    /// The time of the latest event, of all sets and of each.
    var (now, last): (Int64, Int64?) = (0, nil)
    var latest: [Int64?] = Array(repeating: nil, count: numbers.count)
    var (lastSet, ofLast): (Int?, Int?) = (nil, nil)
    var (follows, setFollows) = (false, Array(repeating: false, count: numbers.count))
    for (event, layout) in zip(events, layouts.ofEvents) {
      let position = positions[layout]
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

  /// The layouts of events, each once in the order of the first events.
  private struct LayoutsOfEvents {
    private(set) var all: [UInt32] = []
    /// The position in ``all`` of the layout of each event.
    private(set) var ofEvents: [Int] = []

    init(_ events: [IntervalEstimator.Event]) {
      var positions: [UInt32: Int] = [:]
      ofEvents.reserveCapacity(events.count)
      for event in events {
        // Most events have the layout of the event before.
        if let last = ofEvents.last, all[last] == event.layout {
          ofEvents.append(last)
          continue
        }
        let position = positions[event.layout] ?? all.count
        if position == all.count {
          positions[event.layout] = position
          all.append(event.layout)
        }
        ofEvents.append(position)
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
