/// The receptions of a device in the last minutes: count, strength and interval. Its size is the same for every device.
package struct DeviceHistory: Sendable {
  /// The number of stretches of time that are kept.
  package static let stretches = 60
  /// The length of a stretch in microseconds.
  package static let stretchMicroseconds: Int64 = 5_000_000

  private var buckets = Array(repeating: Bucket(), count: stretches)
  /// The number of the latest stretch, counting from the start of the stream.
  private var latest: Int64 = 0
  private let start: Int64

  /// The receptions in a stretch of time.
  package struct Bucket: Sendable, BitwiseCopyable {
    /// The number of reports of both blocks.
    package fileprivate(set) var reports: UInt32 = 0
    private var strengths: Int32 = 0
    private var measured: UInt32 = 0
    /// The shortest time between two advertising events, in milliseconds; 0 when there were fewer than two.
    fileprivate var shortestGap: UInt32 = 0

    /// The mean strength in dBm; `nil` when none was measured.
    package var rssi: Int? {
      measured == 0 ? nil : Int((Double(strengths) / Double(measured)).rounded())
    }

    /// The shortest time between two advertising events in milliseconds; `nil` when there were fewer than two.
    package var interval: Int? { shortestGap == 0 ? nil : Int(shortestGap) }

    @inline(__always)
    fileprivate mutating func add(rssi: Int8?) {
      reports &+= 1
      guard let rssi, measured < 1 << 20 else { return }
      strengths += Int32(rssi)
      measured += 1
    }
  }

  init(at now: Int64) {
    start = now
    latest = now / Self.stretchMicroseconds
  }

  @inline(__always)
  mutating func add(rssi: Int8?, at now: Int64) {
    move(to: now)
    buckets[Int(latest % Int64(Self.stretches))].add(rssi: rssi)
  }

  mutating func add(gap: Int64, at now: Int64) {
    move(to: now)
    let milliseconds = UInt32(clamping: (gap + 500) / 1000)
    let index = Int(latest % Int64(Self.stretches))
    let shortest = buckets[index].shortestGap
    if shortest == 0 || milliseconds < shortest { buckets[index].shortestGap = milliseconds }
  }

  @inline(__always)
  private mutating func move(to now: Int64) {
    let number = now / Self.stretchMicroseconds
    guard number > latest else { return }
    for passed in max(latest + 1, number - Int64(Self.stretches) + 1)...number {
      buckets[Int(passed % Int64(Self.stretches))] = Bucket()
    }
    latest = number
  }

  /// Returns the latest stretches up to now, the oldest first; the last one has only begun.
  package func last(_ count: Int, at now: Int64) -> [Bucket] {
    let number = max(now / Self.stretchMicroseconds, latest)
    return (0..<Int64(count)).map { index in
      let wanted = number - Int64(count) + 1 + index
      guard wanted >= 0, wanted <= latest, wanted > latest - Int64(Self.stretches) else { return Bucket() }
      return buckets[Int(wanted % Int64(Self.stretches))]
    }
  }

  /// Returns the reports per second, over the last 5 to 10 seconds.
  package func rate(at now: Int64) -> Double {
    let recent = last(2, at: now)
    let reports = recent.reduce(0) { $0 + Int($1.reports) }
    let since = max((now / Self.stretchMicroseconds - 1) * Self.stretchMicroseconds, start)
    return Double(reports) / max(Double(now - since) / 1e6, 1)
  }
}

/// The latest gaps between the advertising events of a device.
struct RecentGaps: Sendable {
  private static let most = 32
  /// The longest time between reports of one event, which several channels receive.
  private static let eventMicroseconds: Int64 = 15_000

  private(set) var gaps: [Int64] = []
  private var next = 0
  private var lastEvent: Int64?

  /// Returns the gap that ends with an advertisement, `nil` when it does not begin an event.
  @inline(__always)
  mutating func addAdvertisement(at now: Int64) -> Int64? {
    guard let last = lastEvent else {
      lastEvent = now
      return nil
    }
    let (gap, overflow) = now.subtractingReportingOverflow(last)
    // The receiver's own clock restarted.
    if overflow || gap < 0 {
      lastEvent = now
      return nil
    }
    guard gap >= Self.eventMicroseconds else { return nil }
    lastEvent = now
    if gaps.count < Self.most {
      gaps.append(gap)
    } else {
      gaps[next] = gap
      next = (next + 1) % Self.most
    }
    return gap
  }
}
