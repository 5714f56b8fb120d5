/// A demand on the time in which a scanner finds a device.
package struct DiscoveryDemand: Hashable, Sendable {
  /// The time in microseconds.
  package let within: Int64
  /// The percentage of tries that must succeed.
  package let percent: Int

  /// The percentage of a demand that does not state one.
  package static let usualPercent = 95
  /// The percentages that can be computed.
  package static let percents = 1...99

  /// A demand. A value out of bounds is moved to the nearest bound.
  package init(within: Int64, percent: Int = usualPercent) {
    self.within = max(0, within)
    self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
  }
}
