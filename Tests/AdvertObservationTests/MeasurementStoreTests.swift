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
    #expect(summary.interval == kept.gaps.estimate, "\(label)")
  }
}
