import AdvertCapture
import TestSupport
import Testing

@testable import AdvertObservation

/// Advertising as devices send it, with lost events and receivers that listen in turns: each stated interval is right.
@Suite struct IntervalTrainTests {
  /// A way to advertise.
  enum Kind: CaseIterable {
    /// One set with the same data all the time.
    case one
    /// One set that changes its data with each event, and one that sends other data at every third, fifth or tenth.
    case alternating, rotating
    /// Two sets with intervals of their own, or with the same, and three with the same.
    case two, three
    /// An interval that changes, with the same data or with others.
    case changing
  }

  private static let intervals: [Double] = [
    20, 28, 30, 50, 60, 100, 152.5, 200, 211.25, 250, 280, 315, 318.75, 417.5, 500, 546.25, 760, 852.5, 1000, 1022.5,
    1285, 2000,
  ]

  private struct Event {
    var time: Int64
    let layout: UInt32
  }

  private struct Trial {
    let events: [Event]
    /// Of the sets, or of the phases, in milliseconds.
    let intervals: [Double]
    /// The microseconds for which the receiver listens at a time.
    let listening: Int64?
  }

  @Test(arguments: Kind.allCases, 0..<2 as Range<UInt64>) func whatIsSaidIsRight(_ kind: Kind, seed: UInt64) {
    var random = SplitMix64(seed: seed &* 31 &+ 7)
    var (right, wrong, silent) = (0, [String](), 0)
    for _ in 0..<400 {
      let trial = Self.trial(kind, &random)
      var estimator = IntervalEstimator()
      for event in trial.events {
        estimator.addAdvertisement(at: Timestamp(microseconds: event.time), of: event.layout)
      }
      let measured = estimator.measured(listening: trial.listening) { Int($0) }
      switch Self.isRight(measured, kind, trial) {
      case nil: silent += 1
      case true?: right += 1
      case false?: wrong.append("\(measured) of \(trial.intervals), \(trial.events.count) events")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    #expect(right > 100, "\(right) right, \(silent) silent")
  }

  /// Whether the stated intervals are right; `nil` without one.
  private static func isRight(_ measured: MeasuredInterval, _ kind: Kind, _ trial: Trial) -> Bool? {
    func isNear(_ estimate: IntervalEstimate, _ interval: Double) -> Bool {
      abs(estimate.milliseconds - interval) <= interval / 10 + 5
    }
    switch measured {
    case .unknown: return nil
    case .estimate(let estimate):
      // Of a set or a phase with few events nothing is known; the other one is stated alone.
      return trial.intervals.contains { isNear(estimate, $0) }
    case .several(let several):
      switch kind {
      case .one, .alternating, .rotating: return false
      case .two, .three:
        return several.cause == .sets
          && several.estimates.allSatisfy { one in trial.intervals.contains { isNear(one, $0) } }
      case .changing:
        return several.cause == .change && several.estimates.count == trial.intervals.count
          && zip(several.estimates, trial.intervals).allSatisfy(isNear)
      }
    }
  }

  private static func trial(_ kind: Kind, _ random: inout SplitMix64) -> Trial {
    let interval = Self.intervals.randomElement(using: &random) ?? 100
    let count = Int.random(in: 12...400, using: &random)
    var events: [Event] = []
    var sent = [interval]
    func send(_ interval: Double, _ count: Int, from start: Int64, layout: (Int) -> UInt32) -> Int64 {
      var time = start
      for number in 0..<count {
        events.append(Event(time: time, layout: layout(number)))
        time += Int64(interval * 1000) + Int64.random(in: 0...10_000, using: &random)
      }
      return time
    }
    switch kind {
    case .one: _ = send(interval, count, from: 0) { _ in 0 }
    case .alternating: _ = send(interval, count, from: 0) { UInt32($0 % 2) }
    case .rotating:
      let every = [3, 5, 10].randomElement(using: &random) ?? 3
      _ = send(interval, count, from: 0) { $0 % every == 0 ? 1 : 0 }
    case .two:
      let end = send(interval, count, from: 0) { _ in 0 }
      let other = Bool.random(using: &random) ? interval : Self.intervals.randomElement(using: &random) ?? 100
      let start = Int64.random(in: 0...Int64(other * 1000), using: &random)
      _ = send(other, Int(Double(end) / (other * 1000 + 5000)) + 1, from: start) { _ in 1 }
      sent.append(other)
    case .three:
      for layout in 0..<3 as Range<UInt32> {
        _ = send(interval, count, from: Int64.random(in: 0...Int64(interval * 1000), using: &random)) { _ in layout }
      }
    case .changing:
      let others = Self.intervals.filter { $0 > 1.4 * interval || $0 < interval / 1.4 }
      let other = others.randomElement(using: &random) ?? 100
      let end = send(interval, count, from: 0) { _ in 0 }
      let layout: UInt32 = Bool.random(using: &random) ? 1 : 0
      _ = send(other, Int.random(in: 12...400, using: &random), from: end) { _ in layout }
      sent.append(other)
    }
    let shares: [Double] = [1, 1, 0.9, 0.8, 0.6, 0.4]
    let received = shares.randomElement(using: &random) ?? 1
    let all: [(window: Int64, interval: Int64)?] = [
      nil, nil, nil, (182_500, 730_000), (512_000, 5_120_000), (30_000, 300_000),
    ]
    let turns = all[Int.random(in: 0..<all.count, using: &random)]
    let heard = events.sorted { $0.time < $1.time }
      .filter { event in
        Double.random(in: 0..<1, using: &random) <= received
          && (turns.map { event.time % $0.interval < $0.window } ?? true)
      }
      .map { Event(time: $0.time + Int64.random(in: 0...600, using: &random), layout: $0.layout) }
    return Trial(events: heard, intervals: sent, listening: turns?.window)
  }

  /// A minute of fast advertising after the device was switched on, then slow advertising for as long as it is on.
  @Test func fastThenSlow() throws {
    let gaps = Array(repeating: Int64(33_000), count: 64) + Array(repeating: 275_000, count: 1000)
    let several = try #require(measure(gaps).several)
    #expect(several.cause == .change)
    #expect(several.estimates.map { $0.milliseconds } == [28, 270])
  }

  /// Of a long capture equal parts are kept, and a change late in it is found.
  @Test(arguments: [600, 5000, 40_000]) func longCaptures(_ count: Int) throws {
    let first = Array(repeating: Int64(105_000), count: count / 2)
    #expect(measure(first + first).estimate?.milliseconds == 100)
    let several = try #require(measure(first + Array(repeating: 505_000, count: count / 2)).several)
    #expect(several.estimates.map { $0.milliseconds } == [100, 500])
  }

  @Test func severalHaveNoSingleEstimate() {
    let measured = measure(Array(repeating: 33_000, count: 40) + Array(repeating: 275_000, count: 40))
    #expect(measured.estimate == nil)
    #expect(measured.obstacle == .severalIntervals)
  }

  /// A host that listens 30 ms at a time receives two events of one turn only from shorter intervals.
  @Test(arguments: [(30_000, IntervalObstacle.hostPauses), (1_000_000, nil)] as [(Int64, IntervalObstacle?)])
  func turnsOfTheHost(_ listening: Int64, _ obstacle: IntervalObstacle?) {
    var estimator = IntervalEstimator()
    for event in 0..<40 as Range<Int64> { estimator.addAdvertisement(at: Timestamp(microseconds: event * 305_000)) }
    #expect(estimator.measured(listening: listening).obstacle == obstacle)
  }

  private func measure(_ gaps: [Int64]) -> MeasuredInterval {
    var estimator = IntervalEstimator()
    var time: Int64 = 1_700_000_000_000_000
    estimator.addAdvertisement(at: Timestamp(microseconds: time))
    for gap in gaps {
      time += gap
      estimator.addAdvertisement(at: Timestamp(microseconds: time))
    }
    return estimator.measured()
  }
}
