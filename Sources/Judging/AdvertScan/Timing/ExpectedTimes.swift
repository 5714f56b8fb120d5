internal import AdvertisingData

/// The time in which a scanner finds a device, in the figures that reports show.
package struct ExpectedTime: Hashable, Sendable {
  /// Half of all tries take no longer than this, in microseconds; `nil` when the computation ended before.
  package let median: Int64?
  /// The same for 95 of 100 tries.
  package let most: Int64?
  /// The same for 99 of 100 tries.
  package let nearlyAll: Int64?
  /// The longest time of any try; `nil` when there is no such bound.
  package let longest: Int64?

  init(_ times: DiscoveryTimes) {
    self.init(longest: times.longest) { times.time(for: $0) }
  }

  init(_ times: WindowedTimes) {
    self.init(longest: nil) { times.time(for: $0) }
  }

  private init(longest: Int64?, _ time: (Double) -> Int64?) {
    median = time(0.5)
    most = time(0.95)
    nearlyAll = time(0.99)
    self.longest = longest
  }
}

/// Expected times, each computed once: many layouts have the same interval and the same length.
package struct ExpectedTimes: Sendable {
  /// The values that decide a time. Names do not.
  struct Key: Hashable, Sendable {
    let advertising: AdvertisingTiming
    let window: Int64
    let interval: Int64
    let goal: DiscoveryTimes.Goal
    let windows: ActiveWindows?

    init(_ advertising: AdvertisingTiming, _ listener: Listener) {
      self.advertising = advertising
      window = listener.duty.window
      interval = listener.duty.interval
      goal = listener.goal
      windows = listener.windows
    }
  }

  /// The most times that are kept. Others are computed again on request.
  private static let maximumKnown = 10_000
  private static let maximumCurves = 1000
  private var known: [Key: ExpectedTime?] = [:]
  private var curves: [Key: DiscoveryCurve?] = [:]
  /// The probability that a packet is lost, from 0 to less than 1.
  private let loss: Double

  /// No computed times yet.
  ///
  /// - Parameter loss: the probability that a packet is lost, from 0 to less than 1.
  package init(loss: Double = 0) {
    self.loss = loss
  }

  /// Returns the expected time; `nil` when a window is too short to receive the block, and when there is no scan
  /// response.
  package mutating func time(of advertising: AdvertisingTiming, for listener: Listener) -> ExpectedTime? {
    let key = Key(advertising, listener)
    if let found = known[key] { return found }
    let times = DiscoveryTimes(of: advertising, heardBy: listener.duty, goal: listener.goal, loss: loss)
    let time: ExpectedTime?
    if let windows = listener.windows {
      time = times.flatMap { WindowedTimes(windows, $0) }.map { ExpectedTime($0) }
    } else {
      time = times.map { ExpectedTime($0) }
    }
    if known.count >= Self.maximumKnown { known = [:] }
    known[key] = .some(time)
    return time
  }

  /// Returns the share of tries that found it, over time; `nil` like ``time(of:for:)``, and for a scanner that listens
  /// in windows.
  package mutating func curve(of advertising: AdvertisingTiming, for listener: Listener) -> DiscoveryCurve? {
    guard listener.windows == nil else { return nil }
    let key = Key(advertising, listener)
    if let found = curves[key] { return found }
    let curve = DiscoveryTimes(of: advertising, heardBy: listener.duty, goal: listener.goal, loss: loss)
      .map { DiscoveryCurve($0) }
    if curves.count >= Self.maximumCurves { curves = [:] }
    curves[key] = .some(curve)
    return curve
  }
}

/// The time in which one setting of a scanner finds a device.
package struct SoonAnswer: Hashable, Sendable {
  /// The setting, with the block that it waits for.
  package let listener: Listener
  /// The time until the device is found; `nil` when a window is too short.
  package let time: ExpectedTime?
}

extension ReachRun {
  /// Returns the time in which the scanner of an answer finds the device, in each of its known settings. Empty when its
  /// scan windows and intervals are not known; `nil` when the device's interval is not known, and when the scanner does
  /// not find it for certain.
  package func soonAnswers(
    for answer: Answer, on device: Device, _ times: inout ExpectedTimes
  ) -> [SoonAnswer]? {
    guard let timing = device.timing, let listeners = answer.profile.listeners(for: answer.discovery.verdict) else {
      return nil
    }
    var answers: [SoonAnswer] = []
    for listener in listeners {
      answers.append(SoonAnswer(listener: listener, time: times.time(of: timing.advertising, for: listener)))
    }
    return answers
  }
}

extension ExpectedTime {
  /// `within 1.7 s in half of all tries, within 5.4 s in 95 of 100`: a phrase for people, without a full stop.
  package var sentence: String {
    guard let median else { return "after a time that is too long to tell" }
    let half = "within \(Self.words(median)) in half of all tries"
    guard let most else { return half + ", and after much longer in others" }
    return half + ", within \(Self.words(most)) in 95 of 100"
  }

  /// Returns a time in two digits, which are enough for a time that depends on chance: `0.06 s`, `1.7 s`, `35 s`,
  /// `12 min`, `3.4 h`.
  ///
  /// - Parameter microseconds: the time.
  package static func words(_ microseconds: Int64) -> String {
    let milliseconds = (max(0, min(microseconds, .max / 2)) + 500) / 1000
    if milliseconds < 995 { return "0." + String(String(100 + max(1, (milliseconds + 5) / 10)).dropFirst()) + " s" }
    if milliseconds < 9950 { return tenths((milliseconds + 50) / 100) + " s" }
    let seconds = (milliseconds + 500) / 1000
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\((seconds + 30) / 60) min" : tenths((seconds + 180) / 360) + " h"
  }

  private static func tenths(_ tenths: Int64) -> String { "\(tenths / 10).\(tenths % 10)" }
}
