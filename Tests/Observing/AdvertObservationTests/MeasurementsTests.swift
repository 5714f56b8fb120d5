import AdvertCapture
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct MeasurementStoreTests {
  /// Several advertisers in turns, for every number of reports around where the storage changes: against keeping all.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func likeKeepingAll(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var store = MeasurementStore()
    var firsts: [Measurement] = []
    var links: [ChainLink] = []
    var kept: [(dBm: [Int8], gaps: IntervalEstimator)] = []
    for advertiser in 0..<3 {
      let first = Self.measurement(of: advertiser, round: 0, &random)
      firsts.append(first)
      links.append(ChainLink())
      kept.append(([], IntervalEstimator()))
      Self.keep(first, in: &kept[advertiser])
    }
    for round in 1..<40 {
      for advertiser in 0..<3 {
        Self.expect(store, at: links[advertiser], first: firsts[advertiser], kept[advertiser], "seed \(seed)")
        let measurement = Self.measurement(of: advertiser, round: round, &random)
        let position = links[advertiser].position ?? store.start(with: firsts[advertiser])
        links[advertiser] = ChainLink(position)
        store.add(measurement, at: position)
        Self.keep(measurement, in: &kept[advertiser])
      }
    }
    #expect(links.map(\.position) == [0, 1, 2])
  }

  /// Without room nothing is counted, and the caller finds out before.
  @Test func saysWhenThereIsNoRoom() {
    var store = MeasurementStore()
    let one = Measurement(advertisementTime: nil, rssi: -50)
    _ = store.start(with: one)
    for _ in 2...8 { store.add(one, at: 0) }
    store.withAll { all, counts in
      #expect(!all[0].hasRoom)
      all[0].add(one, strengthCounts: &counts)
    }
    #expect(store.summary(at: ChainLink(0), first: one).rssi.count == 8)
    store.add(one, at: 0)
    store.withAll { all, counts in
      #expect(all[0].hasRoom)
      all[0].add(one, strengthCounts: &counts)
    }
    #expect(store.summary(at: ChainLink(0), first: one).rssi.count == 10)
  }

  /// Every third without a signal strength, every fourth a scan response.
  private static func measurement(of advertiser: Int, round: Int, _ random: inout SplitMix64) -> Measurement {
    let dBm = round % 3 == 2 ? nil : Int8.random(in: .min ... .max, using: &random)
    guard round % 4 != 3 else { return Measurement(advertisementTime: nil, rssi: dBm) }
    let time = Timestamp(microseconds: Int64(round) * 100_000 * Int64(advertiser + 1))
    return Measurement(advertisementTime: time, rssi: dBm)
  }

  private static func keep(_ measurement: Measurement, in kept: inout (dBm: [Int8], gaps: IntervalEstimator)) {
    if let dBm = measurement.rssi { kept.dBm.append(dBm) }
    if let time = measurement.advertisementTime { kept.gaps.addAdvertisement(at: time) }
  }

  private static func expect(
    _ store: MeasurementStore, at link: ChainLink, first: Measurement, _ kept: (dBm: [Int8], gaps: IntervalEstimator),
    _ label: String
  ) {
    let summary = store.summary(at: link, first: first)
    let sorted = kept.dBm.sorted()
    let expected = sorted.isEmpty ? nil : [sorted[0], sorted[(sorted.count - 1) / 2], sorted[sorted.count - 1]]
    #expect(summary.rssi.summary.map { [$0.min, $0.median, $0.max] } == expected, "\(label)")
    #expect(summary.rssi.count == kept.dBm.count, "\(label)")
    #expect(summary.interval == kept.gaps.measured(), "\(label)")
  }
}

@Suite struct RSSIStatisticsTests {
  /// Against sorting all values, for every number of values around where the storage changes.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func likeSorting(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let range = seed % 2 == 0 ? Int8.min...Int8.max : -63 ... -60
    var statistics = RSSIStatistics()
    var values: [Int8] = []
    #expect(statistics.summary == nil)
    for _ in 0..<200 {
      let dBm = Int8.random(in: range, using: &random)
      statistics.add(dBm)
      values.append(dBm)
      let sorted = values.sorted()
      let expected = [sorted[0], sorted[(sorted.count - 1) / 2], sorted[sorted.count - 1]]
      let summary = statistics.summary.map { [$0.min, $0.median, $0.max] }
      #expect(summary == expected, "seed \(seed), \(values.count) values")
      #expect(statistics.count == values.count)
    }
  }

  @Test func twoAddedAreLikeOne() {
    var random = SplitMix64(seed: 1)
    let values = (0..<60).map { _ in Int8.random(in: -100 ... -30, using: &random) }
    for split in [0, 1, 30, 60] {
      var one = RSSIStatistics()
      var other = RSSIStatistics()
      for dBm in values[..<split] { one.add(dBm) }
      for dBm in values[split...] { other.add(dBm) }
      one.add(other)
      let sorted = values.sorted()
      #expect(one.summary.map { [$0.min, $0.median, $0.max] } == [sorted[0], sorted[29], sorted[59]])
      #expect(one.count == 60)
    }
  }

  /// The first and the last values, from both ways to collect them, against a list of all.
  @Test(arguments: 0..<40) func ends(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let values = (0..<count).map { _ in Int8.random(in: .min ... .max, using: &random) }
    var statistics = RSSIStatistics()
    for dBm in values { statistics.add(dBm) }
    let length = min(8, count / 2)
    let expected =
      count < 6
      ? nil : [values.prefix(length).sorted()[(length - 1) / 2], values.suffix(length).sorted()[(length - 1) / 2]]
    #expect(statistics.ends.map { [$0.first, $0.last] } == expected)
    var joined = RSSIStatistics()
    joined.add(statistics)
    #expect(joined.ends.map { [$0.first, $0.last] } == expected)
    joined.add(RSSIStatistics())
    #expect(joined.ends.map { [$0.first, $0.last] } == expected)
    joined.add(statistics)
    #expect(count == 0 || joined.ends == nil)
    guard let first = values.first else { return }
    var store = MeasurementStore()
    let position = store.start(with: Measurement(advertisementTime: nil, rssi: first))
    for dBm in values.dropFirst() { store.add(Measurement(advertisementTime: nil, rssi: dBm), at: position) }
    let summary = store.summary(at: ChainLink(position), first: Measurement(advertisementTime: nil, rssi: first))
    #expect(summary.rssi.ends.map { [$0.first, $0.last] } == expected)
  }

  @Test func theLowerOfTheMiddleTwo() {
    var statistics = RSSIStatistics()
    for dBm: Int8 in [-40, -90, -60, -50] {
      statistics.add(dBm)
    }
    #expect(statistics.summary?.median == -60)
  }
}
