import AdvertCapture
import AdvertReading
import Benchmark

func measureCaptures() {
  Benchmark("frame a btsnoop record") { _ in
    var sink = Nowhere()
    read(GeneratedCapture.data, into: &sink)
  }
  Benchmark("frame and dissect a legacy report") { _ in
    var sink = Nowhere()
    read(GeneratedCapture.reports, into: &sink)
  }
}

/// Reads a capture in memory.
@discardableResult func read(_ capture: [UInt8], into sink: inout some CaptureSink) -> CaptureSummary {
  do {
    let summary = try CaptureReader.read(MemorySource(capture), into: &sink)
    precondition(summary.records == GeneratedCapture.records && summary.problems.isEmpty)
    return summary
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Takes reports and keeps nothing of them.
struct Nowhere: CaptureSink {
  mutating func receive(_ report: borrowing AdvertisingReport) { blackHole(report.data.count) }
}
