/// How soon a scanner must find a device.
package struct DiscoveryDemand: Hashable, Sendable {
  /// In microseconds.
  package let within: Int64
  /// In how many of 100 tries at least.
  package let percent: Int

  /// The tries that a demand is about, unless it says so.
  package static let usualPercent = 95
  /// Shares of which it can be computed.
  package static let percents = 1...99

  /// What is out of bounds is moved to the nearest bound.
  package init(within: Int64, percent: Int = usualPercent) {
    self.within = max(0, within)
    self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
  }
}
