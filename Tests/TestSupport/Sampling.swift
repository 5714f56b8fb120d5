import Foundation

/// How much the tests try. `make test` tries a sample, the same on every run. `make check-all` sets `ADVERT_EXHAUSTIVE=1`,
/// which tries everything and takes minutes.
public let isExhaustive = ProcessInfo.processInfo.environment["ADVERT_EXHAUSTIVE"] == "1"

extension Sequence {
  /// One of every `stride` elements, chosen by the seed; all of them in an exhaustive run.
  public func sampled(oneIn stride: Int, seed: UInt64 = 2071) -> [Element] {
    guard !isExhaustive else { return Array(self) }
    var random = SplitMix64(seed: seed)
    var sample: [Element] = []
    for (index, element) in enumerated() {
      // The k-th of every stride takes the place of the one before it with a chance of 1 in k: all are equally likely.
      if index % stride == 0 {
        sample.append(element)
      } else if Int.random(in: 0...(index % stride), using: &random) == 0 {
        sample[sample.count - 1] = element
      }
    }
    return sample
  }
}
