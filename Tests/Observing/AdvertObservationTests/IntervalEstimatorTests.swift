import AdvertCapture
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct IntervalEstimatorTests {
  @Test(
    arguments: [
      ([], nil), ([100_000], nil), ([100_000, 100_000], nil),
      ([100_000, 100_000, 100_000], IntervalEstimate(microseconds: 95_000, samples: 3)),
      // Within 12 ms gaps agree; their mean counts.
      ([100_000, 112_000, 106_000], IntervalEstimate(microseconds: 101_000, samples: 3)),
      ([100_000, 112_001, 106_000], nil),
      // Missed advertisements make multiples; the lowest well-filled cluster is the interval.
      (
        [105_000, 105_000, 210_000, 105_000, 315_000, 105_000, 210_000, 105_000],
        IntervalEstimate(microseconds: 100_000, samples: 5)
      ),
      // Of a few gaps most must be one interval, and some follow each other.
      ([105_000, 210_000, 105_000, 315_000, 105_000, 210_000, 210_000], nil),
      ([105_000, 210_000, 105_000, 210_000, 105_000], nil),
      // No gap is shorter than the interval.
      ([210_000, 105_000, 210_000, 210_000], nil),
      // Multiples after most of the gaps, and lengths that have nothing to do with it.
      ([105_000, 105_000, 105_000, 105_000, 210_000, 160_000], IntervalEstimate(microseconds: 100_000, samples: 4)),
      ([105_000, 105_000, 105_000, 160_000, 265_000, 370_000], nil),
      ([50_000, 100_000, 200_000, 400_000, 800_000], nil),
      // One advertising event on three channels.
      (
        [400, 400, 104_200, 400, 400, 104_200, 400, 400, 104_200, 400],
        IntervalEstimate(microseconds: 100_000, samples: 3)
      ),
      // All at one moment, and below any interval there is.
      ([0, 0, 0, 0, 0], nil), ([14_999, 1, 14_999, 1, 14_999, 1], nil), ([20_000, 20_000, 20_000], nil),
      // Bursts, whatever is between them.
      ([16_000, 16_000, 16_000, 400_000, 400_000, 400_000], nil),
      // The shortest interval, with delays that are a little shorter than usual.
      ([21_999, 21_999, 21_999], nil), ([22_000, 22_000, 22_000], IntervalEstimate(microseconds: 20_000, samples: 3)),
      ([26_000, 26_000, 26_000], IntervalEstimate(microseconds: 21_000, samples: 3)),
      // A clock set back says nothing; counting goes on from there.
      (
        [105_000, 105_000, -1_000_000_000, 105_000, 105_000], IntervalEstimate(microseconds: 100_000, samples: 4)
      ),
      ([105_000, 105_000, -1], nil),
    ] as [([Int64], IntervalEstimate?)])
  func estimates(_ gaps: [Int64], _ estimate: IntervalEstimate?) {
    #expect(estimator(gaps).measured().estimate == estimate)
  }

  /// Why there is none.
  @Test(
    arguments: [
      ([], .tooFewGaps), ([100_000, 100_000], .tooFewGaps), ([100_000, 300_000, 700_000], .gapsDisagree),
      ([16_000, 17_000, 18_000, 400_000, 400_000, 400_000], .gapsTooShort),
      // Any length is as frequent as any other: a cluster of them is no interval.
      (Array(stride(from: 22_000, to: 150_000, by: 2000)), .gapsDisagree),
    ] as [([Int64], IntervalObstacle)]) func obstacles(_ gaps: [Int64], _ obstacle: IntervalObstacle)
  {
    #expect(estimator(gaps).measured() == .unknown(obstacle))
  }

  @Test func withoutTimes() {
    #expect(IntervalEstimator().measured() == .unknown(.noTimes))
  }

  /// A few gaps that are too short do not cut the end of the cluster off.
  @Test func theFullestWindowCounts() {
    let gaps =
      [Int64](repeating: 15_000, count: 2) + Array(repeating: 23_000, count: 20) + Array(repeating: 30_000, count: 8)
    #expect(estimator(gaps).measured() == .estimate(IntervalEstimate(microseconds: 20_000, samples: 28)))
  }

  /// What rests on fewer than 16 gaps is rough.
  @Test(arguments: [(3, true), (15, true), (16, false), (64, false)]) func rough(_ count: Int, _ isRough: Bool) throws {
    let estimate = try #require(estimator(Array(repeating: 105_000, count: count)).measured().estimate)
    #expect(estimate.isRough == isRough)
  }

  /// Advertisements as they are sent, with the random delay, many of them missed.
  @Test(arguments: [20, 100, 152.5, 1022.5, 10_240], 0..<5 as Range<UInt64>)
  func randomDelays(_ milliseconds: Double, seed: UInt64) throws {
    for lost in [0, 0.3, 0.6] {
      var random = SplitMix64(seed: seed)
      var estimator = IntervalEstimator()
      var time: Int64 = 1_700_000_000_000_000
      for _ in 0..<400 {
        time += Int64(milliseconds * 1000) + Int64.random(in: 0...10_000, using: &random)
        guard Double.random(in: 0..<1, using: &random) >= lost else { continue }
        for channel in 0..<Int64.random(in: 1...3, using: &random) {
          estimator.addAdvertisement(at: Timestamp(microseconds: time + channel * 400))
        }
      }
      let estimate = try #require(estimator.measured().estimate)
      #expect(abs(estimate.milliseconds - milliseconds) < 3, "seed \(seed), \(lost) lost")
      #expect(estimate.samples >= 10 && estimate.samples <= 512, "seed \(seed), \(lost) lost")
    }
  }

  /// A few gaps that are too short, of a second set perhaps, are not the interval: a tenth of all is needed.
  /// A phone listens 182.5 of every 730 ms and misses packets: what it receives is often as far apart as its turns. An
  /// interval of 250 ms then looked like 3.35 s.
  @Test(arguments: [50.0, 100, 152.5, 250, 318.75, 1022.5], [0.0, 0.5, 0.7]) func listeningInTurns(
    _ milliseconds: Double, _ loss: Double
  ) {
    let interval = Int64(milliseconds * 1000)
    var (right, wrong) = (0, 0)
    for seed in UInt64(1)...50 {
      var random = SplitMix64(seed: seed)
      var (time, last, gaps): (Int64, Int64?, [Int64]) = (0, nil, [])
      while time < 270_000_000, gaps.count < 64 {
        if time % 730_000 < 182_500, Double.random(in: 0..<1, using: &random) >= loss {
          let received = time + Int64.random(in: 0...1500, using: &random)
          if let last { gaps.append(received - last) }
          last = received
        }
        time += interval + Int64.random(in: 0...10_000, using: &random)
      }
      guard let estimate = MeasuredInterval(gaps: gaps).estimate else { continue }
      if abs(estimate.microseconds - interval) <= 6000 { right += 1 } else { wrong += 1 }
    }
    #expect(wrong == 0, "\(right) right, \(wrong) wrong")
    // An interval of which several events come in a turn is still measured.
    if milliseconds == 50, loss == 0 { #expect(right >= 40) }
  }

  @Test(arguments: [(3, 95_000), (4, nil), (8, nil)] as [(Int, Int64?)])
  func outliers(_ count: Int, _ microseconds: Int64?) {
    let gaps = Array(repeating: Int64(100_000), count: 40 - count) + Array(repeating: 50_000, count: count)
    #expect(estimator(gaps).measured().estimate?.microseconds == microseconds)
  }

  /// Times no clock has: differences that do not fit, and gaps as large as there can be.
  @Test func impossibleTimes() {
    var estimator = IntervalEstimator()
    for _ in 0..<4 {
      for microseconds in [Int64.min, .max, -1, .max, 0, .max] {
        estimator.addAdvertisement(at: Timestamp(microseconds: microseconds))
      }
    }
    #expect(estimator.measured().estimate == nil)
  }

  private func estimator(_ gaps: [Int64]) -> IntervalEstimator {
    var estimator = IntervalEstimator()
    var time: Int64 = 1_700_000_000_000_000
    estimator.addAdvertisement(at: Timestamp(microseconds: time))
    for gap in gaps {
      time += gap
      estimator.addAdvertisement(at: Timestamp(microseconds: time))
    }
    return estimator
  }
}
