internal import AdvertCapture

/// Collects the times at which advertisements of one address were received, each with its layout.
///
/// The size is limited: of a device that is received often, equal parts of the capture are kept, each without gaps.
struct IntervalEstimator: Sendable {
  /// The most events that are kept.
  static let maximumEvents = 512
  /// The number of successive events in a part.
  private static let partLength = 64

  private(set) var events: [Event] = []
  private var last: Timestamp?
  /// One part of so many is kept.
  private var stride = 1
  /// The advertisements to skip before the next part.
  private var skipped = 0
  private var isBroken = true

  /// The reception of an advertisement, on the first of the channels that have it.
  struct Event: Sendable, BitwiseCopyable {
    /// Microseconds since the event before; ``none`` for the first of a part, and after a clock was set back.
    var gap: UInt32
    /// The number of its layout.
    let layout: UInt32

    /// No gap is so long.
    static let none = UInt32.max
  }

  /// Whether there was an advertisement with a time.
  var isStarted: Bool { last != nil }

  @inline(__always)
  mutating func addAdvertisement(at time: Timestamp, of layout: UInt32 = .max) {
    if skipped > 0 {
      skipped &-= 1
      isBroken = true
    } else {
      addEvent(at: time, of: layout)
    }
  }

  @inline(never)
  private mutating func addEvent(at time: Timestamp, of layout: UInt32) {
    var gap = Event.none
    if let last, !isBroken {
      let (passed, overflow) = time.microseconds.subtractingReportingOverflow(last.microseconds)
      if !overflow, passed >= 0 {
        guard !isOfLatestEvent(layout, after: passed) else { return }
        gap = UInt32(clamping: passed)
      }
    }
    last = time
    isBroken = false
    events.append(Event(gap: gap, layout: layout))
    if events.count == Self.maximumEvents {
      thinOut()
    } else if stride > 1, events.count.isMultiple(of: Self.partLength) {
      skipped = (stride - 1) * Self.partLength
    }
  }

  /// Whether the layout was received within the time in which several channels receive one event.
  private func isOfLatestEvent(_ layout: UInt32, after passed: Int64) -> Bool {
    var age = passed
    for event in events.reversed() {
      guard age < EventGaps.eventMicroseconds else { return false }
      if event.layout == layout { return true }
      guard event.gap != Event.none else { return false }
      age += Int64(event.gap)
    }
    return false
  }

  /// Leaves every other part out.
  private mutating func thinOut() {
    var kept: [Event] = []
    kept.reserveCapacity(Self.maximumEvents)
    for first in Swift.stride(from: 0, to: events.count, by: 2 * Self.partLength) {
      kept += events[first..<first + Self.partLength]
      kept[kept.count - Self.partLength].gap = Event.none
    }
    events = kept
    stride *= 2
    skipped = (stride - 1) * Self.partLength
  }

  /// The interval, or the intervals, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - set: the number of the advertising set of a layout, as far as its type and its form show it.
  ///   - pause: the longest time for which the receiver listened at a time; `nil` when it listened all the time.
  func measured(listening pause: Int64? = nil, set: (UInt32) -> Int = { _ in 0 }) -> MeasuredInterval {
    guard isStarted else { return .unknown(.noTimes) }
    // Most addresses of a busy place are received a few times: three gaps need four events.
    guard events.count > 3 else { return .unknown(.tooFewGaps) }
    return MeasuredInterval(EventTrain(events, set: set), listening: pause)
  }
}
