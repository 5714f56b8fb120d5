internal import AdvertisingData

/// How soon a scanner finds a device, in figures that are told.
package struct ExpectedTime: Hashable, Sendable {
  /// Half of all tries take no longer than this, in microseconds; `nil` when the computation ended before.
  package let median: Int64?
  /// The same of 95 of 100 tries.
  package let most: Int64?
  /// The same of 99 of 100 tries.
  package let nearlyAll: Int64?
  /// No try takes longer; `nil` when there is no such bound.
  package let longest: Int64?

  init(_ times: DiscoveryTimes) {
    median = times.time(for: 0.5)
    most = times.time(for: 0.95)
    nearlyAll = times.time(for: 0.99)
    longest = times.longest
  }
}

/// Expected times, each computed once: many layouts have the same interval and the same length.
package struct ExpectedTimes: Sendable {
  private struct Key: Hashable {
    let advertising: AdvertisingTiming
    let window: Int64
    let interval: Int64
    let goal: DiscoveryTimes.Goal
  }

  /// More are computed again when they are asked for.
  private static let maximumKnown = 10_000
  private var known: [Key: ExpectedTime?] = [:]

  /// Nothing computed yet.
  package init() {}

  /// `nil` when a window is too short to receive what is waited for, and when there is no scan response.
  package mutating func time(
    of advertising: AdvertisingTiming, heardBy duty: ScanDuty, goal: DiscoveryTimes.Goal
  ) -> ExpectedTime? {
    let key = Key(advertising: advertising, window: duty.window, interval: duty.interval, goal: goal)
    if let found = known[key] { return found }
    let time = DiscoveryTimes(of: advertising, heardBy: duty, goal: goal).map { ExpectedTime($0) }
    if known.count >= Self.maximumKnown { known = [:] }
    known[key] = .some(time)
    return time
  }
}

/// How soon one setting of a scanner finds a device.
package struct SoonAnswer: Hashable, Sendable {
  /// The scanner's id.
  package let profile: ScannerProfile.ID
  /// The setting.
  package let duty: ScanDuty
  /// What it waits for.
  package let goal: DiscoveryTimes.Goal
  /// `nil` when a window is too short.
  package let time: ExpectedTime?
}

extension ReachRun {
  /// How soon the scanner of an answer finds the device, in each of its known settings. Empty when it is not known how the
  /// scanner divides its time; `nil` when the interval is not known, and when the scanner does not find it for certain.
  package func soonAnswers(
    for answer: Answer, on device: Device, _ times: inout ExpectedTimes
  ) -> [SoonAnswer]? {
    let verdict = answer.discovery.verdict
    guard let timing = device.timing, verdict.outcome == .discovered else { return nil }
    let goal: DiscoveryTimes.Goal = verdict.mention?.block == .scanResponse ? .answer : .data
    var answers: [SoonAnswer] = []
    for duty in answer.profile.listening?.value ?? [] {
      let time = times.time(of: timing.advertising, heardBy: duty, goal: goal)
      answers.append(SoonAnswer(profile: answer.profile.id, duty: duty, goal: goal, time: time))
    }
    return answers
  }
}
