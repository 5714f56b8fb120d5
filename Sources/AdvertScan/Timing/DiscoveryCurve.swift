/// How the share of tries that found a device grows with the time.
package struct DiscoveryCurve: Hashable, Sendable {
  /// So many of 100 tries take no longer than the time.
  package struct Point: Hashable, Sendable {
    /// Of 100 tries.
    package let percent: Int
    /// In microseconds.
    package let time: Int64
  }

  /// From the fewest tries to the most, as far as the computation went.
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
