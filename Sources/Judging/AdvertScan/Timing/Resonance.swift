package import AdvertisingData

/// An advertising interval that keeps step with a scanner's pauses: events fall into the same part of its interval again
/// and again, and only the random delays bring them into a window.
///
/// Source: Hou and Huang, *Accurate Analysis on Bluetooth Low Energy Neighbor Discovery*, Journal of Computer and
/// Communications 8 (2020), which calls it an ill-fated synchronisation; Kindt and others, arXiv 1509.04366.
package struct Resonance: Hashable, Sendable {
  /// The scanner's id.
  package let profile: ScannerProfile.ID
  /// The setting of the scanner.
  package let duty: ScanDuty
  /// The time that it takes.
  package let time: ExpectedTime

  /// An interval is slow when it takes this many times as long as events at random places would.
  private static let slow = 3.0
  /// An interval is good, and recommended instead, up to this many times as long.
  private static let good = 1.3
  /// Shorter waits are no reason for a change.
  private static let shortest: Int64 = 3_000_000
  /// After more events, the phases differ enough.
  private static let maximumEvents: Int64 = 4

  /// The intervals that Apple recommends, without the fast one, in microseconds.
  ///
  /// Source: Apple, Accessory Design Guidelines, Bluetooth; Technical Q&A QA1931.
  package static let recommended: [Int64] = [
    152_500, 211_250, 318_750, 417_500, 546_250, 760_000, 852_500, 1_022_500, 1_285_000,
  ]

  /// The known scanners that pause and that an advertiser keeps step with, the slowest first.
  static func all(of advertising: AdvertisingTiming, isExtended: Bool, _ times: inout ExpectedTimes)
    -> [Resonance]
  {
    var found: [Resonance] = []
    for profile in ScannerProfile.all where !isExtended || profile.receivesExtended?.value == true {
      for duty in profile.listening?.value ?? [] {
        guard !found.contains(where: { $0.duty.isAlike(duty) }), canKeepStep(advertising, duty),
          let time = times.time(of: advertising, for: Listener(profile: profile.id, duty: duty, goal: .data)),
          let even = evenTime(of: advertising, duty)
        else { continue }
        // A time too long to compute is slow.
        let median = time.median ?? .max
        if median >= shortest, Double(median) > slow * even + Double(duty.interval) {
          found.append(Resonance(profile: profile.id, duty: duty, time: time))
        }
      }
    }
    return found.sorted { ($0.time.median ?? .max) > ($1.time.median ?? .max) }
  }

  /// Returns the time of half of all tries if each event fell anywhere in the scanner's interval.
  private static func evenTime(of advertising: AdvertisingTiming, _ duty: ScanDuty) -> Double? {
    let window = duty.window - advertising.airtime
    guard window > 0 else { return nil }
    let spacing = Double(advertising.interval) + PhaseDensity.longestDelay / 2
    var rest = 1.0
    var events = 0.0
    let missed = 1 - Double(window) / Double(duty.interval)
    while rest > 0.5, events < 10_000 {
      rest *= missed
      events += 1
    }
    return events * spacing
  }

  /// Whether a few events lead back to nearly the same part of the scanner's interval. This is cheap to compute.
  private static func canKeepStep(_ advertising: AdvertisingTiming, _ duty: ScanDuty) -> Bool {
    guard duty.window * 2 < duty.interval else { return false }
    let spacing = advertising.interval + LongestSearch.longestDelay / 2
    return (1...maximumEvents).contains { events in
      let drift = events * spacing % duty.interval
      return min(drift, duty.interval - drift) * 4 <= duty.window
    }
  }

  /// Returns intervals to use instead: the nearest of those that Apple recommends, and the nearest of any, for which
  /// none of the known scanners takes much longer than necessary. In microseconds; empty when there are none nearby.
  static func instead(
    of advertising: AdvertisingTiming, for scanners: [Resonance], _ times: inout ExpectedTimes
  ) -> [Int64] {
    func isGood(_ interval: Int64) -> Bool {
      let other = advertising.sent(every: interval)
      for scanner in scanners {
        let listener = Listener(profile: scanner.profile, duty: scanner.duty, goal: .data)
        guard let median = times.time(of: other, for: listener)?.median,
          let even = evenTime(of: other, scanner.duty),
          Double(median) <= good * even + Double(scanner.duty.interval) / 2
        else { return false }
      }
      return all(of: other, isExtended: false, &times).isEmpty
    }
    let interval = advertising.interval
    var found: [Int64] = []
    let nearest = recommended.sorted { abs($0 - interval) < abs($1 - interval) }
    // Other intervals change too much of a device's cost.
    if let one = nearest.first(where: { $0 * 2 >= interval && $0 <= interval * 2 && isGood($0) }) { found.append(one) }
    // Steps of 8 units.
    for step in 1...16 {
      let distance = Int64(step) * 5000
      if let one = [interval - distance, interval + distance].first(where: { $0 >= 20_000 && isGood($0) }) {
        if !found.contains(one) { found.append(one) }
        break
      }
    }
    return found
  }
}

/// The scanners that an interval keeps step with, and intervals to use instead.
package struct ResonanceAdvice: Hashable, Sendable {
  /// The slowest first.
  package let scanners: [Resonance]
  /// In microseconds; empty when there are none nearby.
  package let instead: [Int64]

  /// The values that decide the advice.
  struct Question: Hashable, Sendable {
    let advertising: AdvertisingTiming
    let isExtended: Bool
  }

  private static let memory = ComputedMemory<Question, ResonanceAdvice>(most: 1000)

  /// Returns the advice on an interval, computed once for each. Packets are assumed to have the greatest length of
  /// legacy ones: shorter packets are found a little sooner.
  ///
  /// - Parameters:
  ///   - interval: in microseconds.
  ///   - pdu: the type of the PDU.
  ///
  /// `nil` for intervals that ``AdvertisingTiming`` does not take.
  package static func on(interval: Int64, pdu: AdvertisingPDU) -> ResonanceAdvice? {
    guard let advertising = AdvertisingTiming(interval: interval, pdu: pdu, advertising: 31) else { return nil }
    let isExtended = pdu.isExtended
    return memory.answer(to: Question(advertising: advertising, isExtended: isExtended)) {
      var times = ExpectedTimes()
      let scanners = Resonance.all(of: advertising, isExtended: isExtended, &times)
      let instead = scanners.isEmpty ? [] : Resonance.instead(of: advertising, for: scanners, &times)
      return ResonanceAdvice(scanners: scanners, instead: instead)
    }
  }
}

extension ScanDuty {
  /// Whether the setting has the same window and interval.
  func isAlike(_ other: ScanDuty) -> Bool { window == other.window && interval == other.interval }
}
