import Benchmark

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident],
    // A turn is a thousand of what the name says, so that the clock does not count.
    scalingFactor: .kilo, maxDuration: .seconds(3))
  measurePayloads()
  measureCaptures()
  measureObservation()
  measureResults()
}
