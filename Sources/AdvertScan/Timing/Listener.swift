package import AdvertisingData

/// What a scanner that finds a device has to do with time: one of its settings, and what it waits for.
package struct Listener: Hashable, Sendable {
  /// The scanner's id.
  package let profile: ScannerProfile.ID
  /// Its setting.
  package let duty: ScanDuty
  /// What it waits for.
  package let goal: DiscoveryTimes.Goal
  /// When it listens so; `nil` for always.
  package let windows: ActiveWindows?

  init(profile: ScannerProfile.ID, duty: ScanDuty, goal: DiscoveryTimes.Goal, windows: ActiveWindows? = nil) {
    self.profile = profile
    self.duty = duty
    self.goal = goal
    self.windows = windows
  }

  /// `android (LOW_POWER)`, for people.
  package var name: String { duty.name.isEmpty ? profile : "\(profile) (\(duty.name))" }

  /// The block that it waits for.
  package var block: Block { goal == .data ? .advertising : .scanResponse }
}

extension ScannerProfile {
  /// The settings in which a scanner finds the device of a verdict. Empty when it is not known how it divides its time; `nil`
  /// when it does not find the device for certain.
  package func listeners(for verdict: Verdict) -> [Listener]? {
    if case .onlyInActiveWindows(_, let windows) = verdict.reason {
      // Where it is not known how it listens in windows, the verdict says enough.
      return listeningInWindows?.value.map { Listener(profile: id, duty: $0, goal: .answer, windows: windows) }
    }
    guard verdict.outcome == .discovered else { return nil }
    let goal: DiscoveryTimes.Goal = verdict.mention?.block == .scanResponse ? .answer : .data
    return (listening?.value ?? []).map { Listener(profile: id, duty: $0, goal: goal) }
  }
}
