import AdvertCapture
import AdvertObservation
import Benchmark

func measureObservation() {
  // One report, received again and again without being read again.
  Benchmark("observe a repeated report") { benchmark in
    var sink = Repeating(benchmark)
    read(GeneratedCapture.reports, into: &sink)
  }
  Benchmark("frame, dissect and observe a report of a new device") { _ in
    var observation = Observation()
    read(GeneratedCapture.strangers, into: &observation)
    blackHole(observation.advertiserCount)
  }
}

/// Has an observation receive the last of the reports many times.
private struct Repeating: CaptureSink {
  private let benchmark: Benchmark
  private var observation = Observation()
  private var left = GeneratedCapture.records

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
  }

  mutating func receive(_ report: borrowing AdvertisingReport) {
    observation.receive(report)
    left -= 1
    guard left == 0 else { return }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { observation.receive(report) }
    benchmark.stopMeasurement()
    blackHole(observation.advertisements)
  }
}
