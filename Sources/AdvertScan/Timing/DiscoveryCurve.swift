/// The share of tries that found a device, over time.
package struct DiscoveryCurve: Hashable, Sendable {
  /// A point of the curve: this percentage of tries takes at most this time.
  package struct Point: Hashable, Sendable {
    /// Percent of all tries.
    package let percent: Int
    /// In microseconds.
    package let time: Int64
  }

  /// The points from the fewest tries to the most, as far as the computation went.
  package let points: [Point]

  init(_ times: DiscoveryTimes) {
    var points: [Point] = []
    for percent in [1] + Array(stride(from: 5, through: 95, by: 5)) + [99] {
      guard let time = times.time(for: Double(percent) / 100) else { break }
      points.append(Point(percent: percent, time: time))
    }
    self.points = points
  }
}
