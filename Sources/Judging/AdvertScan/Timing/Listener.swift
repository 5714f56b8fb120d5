package import AdvertisingData

/// One setting of a scanner that finds a device, with the block that it waits for.
package struct Listener: Hashable, Sendable {
  /// The scanner's id.
  package let profile: ScannerProfile.ID
  /// The setting.
  package let duty: ScanDuty
  /// The block that it waits for.
  package let goal: DiscoveryTimes.Goal
  /// The windows in which it listens so; `nil` for always.
  package let windows: ActiveWindows?

  init(profile: ScannerProfile.ID, duty: ScanDuty, goal: DiscoveryTimes.Goal, windows: ActiveWindows? = nil) {
    self.profile = profile
    self.duty = duty
    self.goal = goal
    self.windows = windows
  }

  /// A name for people: `android (LOW_POWER)`.
  package var name: String { duty.name.isEmpty ? profile : "\(profile) (\(duty.name))" }

  /// The block that it waits for.
  package var block: Block { goal == .data ? .advertising : .scanResponse }
}

extension ScannerProfile {
  /// Returns the settings in which a scanner finds the device of a verdict. Empty when its scan windows and intervals
  /// are not known; `nil` when it does not find the device for certain.
  package func listeners(for verdict: Verdict) -> [Listener]? {
    if case .onlyInActiveWindows(_, let windows) = verdict.reason {
      // Where its duty in active windows is not known, the verdict is enough.
      return listeningInWindows?.value.map { Listener(profile: id, duty: $0, goal: .answer, windows: windows) }
    }
    guard verdict.outcome == .discovered else { return nil }
    let goal: DiscoveryTimes.Goal = verdict.mention?.block == .scanResponse ? .answer : .data
    return (listening?.value ?? []).map { Listener(profile: id, duty: $0, goal: goal) }
  }
}
