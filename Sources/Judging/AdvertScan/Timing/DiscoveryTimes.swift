/// How long a scanner needs to hear a device that it hears well: the distribution of the time from a random moment
/// until the block in question is first received.
///
/// It is computed, not simulated. The scanner's phase is unknown, so at first all phases are equally likely. Of each
/// event, the phases in which the scanner listens on the channel count as found, and the computation goes on with the
/// rest (``PhaseDensity``). A packet counts when all of it lies in a window. Not modelled: inexact clocks, packets of
/// other devices, pauses of a radio with other tasks, scanners that delay requests, and windows that a controller
/// moves.
///
/// The number of the event that finds it is exact to the width of a cell, 0.625 to 5 ms. The time of that event uses
/// the mean of the random delays before it. `make check-discovery-times` compares both with a simulation.
///
/// Theory: Kindt, Saur, Balszun, Chakraborty, *Neighbor Discovery Latency in BLE-Like Protocols*, arXiv 1509.04366.
package struct DiscoveryTimes: Hashable, Sendable {
  /// The advertising interval in microseconds.
  private let interval: Double
  /// From the start of an event to the reception, on average, in microseconds.
  private let delay: Double
  /// The probability of each event to be the first that is received.
  private let found: [Double]
  /// For each event and for the end, the probability that an earlier event is the first that is received.
  private let before: [Double]
  /// The longest time of any try, in microseconds; `nil` when there is no such bound.
  package let longest: Int64?

  /// The block that the scanner waits for.
  package enum Goal: Hashable, Sendable {
    /// The advertising data.
    case data
    /// The scan response, which the scanner must request, and which must arrive before the window ends.
    case answer
  }

  /// The share of tries that may remain when the computation ends: less than 1 of 100.
  private static let enough = 0.004
  /// The most cells of all events together, each of which is added to a few others.
  private static let maximumWork = 20_000_000
  private static let meanDelay = PhaseDensity.longestDelay / 2

  /// The times of one advertiser and one scanner.
  ///
  /// - Parameters:
  ///   - advertising: the device.
  ///   - duty: the scanner.
  ///   - goal: the block that the scanner waits for.
  ///   - loss: the probability that a packet is lost, from 0 to less than 1.
  ///
  /// `nil` when the goal cannot be reached: there is no scan response, or a window is too short for it.
  package init?(of advertising: AdvertisingTiming, heardBy duty: ScanDuty, goal: Goal = .data, loss: Double = 0) {
    let needed: Int64
    let offset: Int64
    var getsThrough = 1 - min(max(loss, 0), 0.999)
    switch goal {
    case .data:
      needed = advertising.airtime
      offset = advertising.dataDelay
      // The primary and the auxiliary packet.
      if offset > 0 { getsThrough *= getsThrough }
    case .answer:
      guard let answer = advertising.answerDelay else { return nil }
      needed = advertising.airtime + answer
      offset = answer
      getsThrough *= getsThrough * getsThrough
    }
    guard duty.window > needed else { return nil }
    let cycle = Double(3 * duty.interval)
    // An event at `phase` sends its PDU on channel k `k` steps later, and the window of channel k begins `k` intervals
    // after that of the first.
    let ranges = (0..<3).map { channel in
      let start = Int64(channel) * (duty.interval - advertising.step)
      return (start: start, end: start + duty.window - needed)
    }
    let width = min(max(Double(duty.window) / 24, 625), 5000)
    var density = PhaseDensity(
      cycle: cycle, width: width, received: ranges.map { (Double($0.start), Double($0.end)) },
      interval: Double(advertising.interval))
    var found: [Double] = []
    let most = max(64, Self.maximumWork / density.count)
    while found.count < most {
      found.append(density.receive(getsThrough))
      if density.rest < Self.enough { break }
      density.advance()
    }
    self.found = found
    before = found.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    interval = Double(advertising.interval)
    // The three channels are equally likely.
    delay = Double(advertising.step + advertising.airtime + offset)
    longest =
      loss > 0
      ? nil
      : LongestSearch(cycle: 3 * duty.interval, received: ranges, interval: advertising.interval).events.map {
        Int64($0) * (advertising.interval + LongestSearch.longestDelay) + 2 * advertising.step + advertising.airtime
          + offset
      }
  }

  /// Returns the probability that the device is found within a time, from 0 to 1.
  ///
  /// - Parameter microseconds: the time since the scanner began to wait.
  package func probability(within microseconds: Int64) -> Double {
    if let longest, microseconds >= longest { return 1 }
    return probability(within: Double(microseconds))
  }

  private func probability(within time: Double) -> Double {
    let spacing = interval + Self.meanDelay
    // All earlier events have come for certain.
    let certain = (time - delay - interval - PhaseDensity.longestDelay) / spacing
    let start = min(Int(min(max(certain, 0), Double(found.count))), found.count)
    var sum = before[start]
    for event in start..<found.count {
      let wait = time - delay - Double(event) * spacing
      guard wait > 0 else { break }
      sum += found[event] * firstEvent(within: wait)
    }
    return sum
  }

  /// Returns the probability that the first event after a moment comes within a time: the moment lies anywhere in a
  /// gap, and longer gaps hold more moments.
  private func firstEvent(within wait: Double) -> Double {
    let beyond = min(max(wait - interval, 0), PhaseDensity.longestDelay)
    let even = min(wait, interval) + beyond - beyond * beyond / (2 * PhaseDensity.longestDelay)
    return even / (interval + Self.meanDelay)
  }

  /// Returns the time in which this share of all tries finds it, in microseconds; `nil` when the computation ended
  /// before.
  ///
  /// - Parameter share: of all tries, from 0 to 0.99.
  package func time(for share: Double) -> Int64? {
    let spacing = interval + Self.meanDelay
    var sum = 0.0
    // The event that reaches the share, then the time within it: both bounds are of this event.
    var (low, high) = (0.0, 0.0)
    for (event, part) in found.enumerated() {
      sum += part
      if sum >= share {
        (low, high) = (0, delay + Double(event + 1) * spacing + PhaseDensity.longestDelay)
        break
      }
    }
    guard high > 0, probability(within: high) >= share else { return nil }
    for _ in 0..<48 {
      let middle = (low + high) / 2
      if probability(within: middle) < share { low = middle } else { high = middle }
    }
    let time = Int64(high + 0.5)
    return longest.map { min(time, $0) } ?? time
  }
}

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
