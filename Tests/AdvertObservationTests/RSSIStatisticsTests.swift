import AdvertObservation
import TestSupport
import Testing

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

  @Test func theLowerOfTheMiddleTwo() {
    var statistics = RSSIStatistics()
    for dBm: Int8 in [-40, -90, -60, -50] {
      statistics.add(dBm)
    }
    #expect(statistics.summary?.median == -60)
  }
}
