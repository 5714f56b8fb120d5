internal import AdvertObservation
package import AdvertReading
internal import AdvertisingData

/// Whether scanners find a device within the demanded time.
package struct DemandAnswer: Hashable, Sendable {
  /// A setting of a scanner that takes longer.
  package struct Shortfall: Hashable, Sendable {
    /// The setting.
    package let listener: Listener
    /// The time that it takes, in microseconds; `nil` when that is too long to compute.
    package let time: Int64?
  }

  /// The settings that take longer, the slowest first.
  package let shortfalls: [Shortfall]
  /// The number of known settings that find the device, in time or not.
  package let knownCount: Int
  /// Scanners that find the device, whose scan windows and intervals are not known.
  package let unknown: [ScannerProfile.ID]
  /// The longest of Apple's intervals, shorter than the device's, with which all of these settings would meet the
  /// demand, in microseconds; `nil` when there is none.
  package let instead: Int64?

  private struct Key: Hashable {
    let times: ExpectedTimes.Key
    let percent: Int
  }

  private static let memory = ComputedMemory<Key, Int64?>(most: 10_000)

  /// - Parameters:
  ///  - demand: the demand.
  ///  - device: the device as scanners see it.
  ///  - packets: the lengths of its packets.
  ///  - interval: its advertising interval, in microseconds.
  ///  - questions: the scanners' questions.
  ///  - profiles: the scanners. Those that miss the device are left out.
  ///
  /// `nil` for packets and intervals that ``AdvertisingTiming`` does not take.
  package init?(
    to demand: DiscoveryDemand, on device: ScannedDevice, sending packets: PacketLengths, every interval: Int64,
    asking questions: [Question], by profiles: [ScannerProfile]
  ) {
    guard packets.sent(every: interval) != nil else { return nil }
    var listeners: [Listener] = []
    var unknown: [ScannerProfile.ID] = []
    for profile in profiles {
      for question in questions {
        guard let known = profile.listeners(for: profile.verdict(on: device, for: question)) else { continue }
        if known.isEmpty, !unknown.contains(profile.id) { unknown.append(profile.id) }
        for listener in known where !listeners.contains(listener) { listeners.append(listener) }
      }
    }
    func time(of listener: Listener, every interval: Int64) -> Int64? {
      guard let advertising = packets.sent(every: interval) else { return nil }
      return Self.time(of: advertising, for: listener, demand.percent)
    }
    shortfalls = listeners.map { Shortfall(listener: $0, time: time(of: $0, every: interval)) }
      .filter { $0.time.map { $0 > demand.within } ?? true }
      .sorted { ($0.time ?? .max) > ($1.time ?? .max) }
    knownCount = listeners.count
    self.unknown = unknown
    instead =
      shortfalls.isEmpty
      ? nil
      : IntervalChoices.recommended.last { other in
        other < interval
          && listeners.allSatisfy { time(of: $0, every: other).map { $0 <= demand.within } ?? false }
      }
  }

  private static func time(
    of advertising: AdvertisingTiming, for listener: Listener, _ percent: Int
  ) -> Int64? {
    memory.answer(to: Key(times: ExpectedTimes.Key(advertising, listener), percent: percent)) {
      let share = Double(percent) / 100
      guard let times = DiscoveryTimes(of: advertising, heardBy: listener.duty, goal: listener.goal) else { return nil }
      guard let windows = listener.windows else { return times.time(for: share) }
      return WindowedTimes(windows, times)?.time(for: share)
    }
  }
}
