import AdvertCapture
import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertRepack
import AdvertReport
import AdvertScan
import AdvertisingData
import Benchmark
import TestSupport

/// Of what is done once for each device or layout.
func measureResults() {
  var observation = Observation()
  let summary = read(GeneratedCapture.single, into: &observation)
  let report = InspectReport(InspectRun([Input(path: "capture", .capture(summary, observation))]))
  Benchmark("write a device as JSON") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(report.json) }
  }

  let subject = Subject(DeclaredLayout(layout: typicalLayout), path: "layout")
  let linter = Linter()
  Benchmark("lint a layout") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(linter.lint(subject)) }
  }

  precondition(Repacking(of: crowdedLayout).obstacle == nil)
  Benchmark("repack a layout of 16 structures") { benchmark in
    for _ in benchmark.scaledIterations { blackHole(Repacking(of: crowdedLayout)) }
  }
}

/// A scan response holds the only list of one service.
private let typicalLayout = Layout(
  pdu: .advInd, advertising: typicalPayload,
  declaring: Payload([UInt8](hex: "11 07 e41d510e5a11dbb9a9419e2aa0ffd0af")))

/// Small structures, half of them in the scan response, and no block with room to spare.
private let crowdedLayout = Layout(
  pdu: .advInd,
  advertising: Payload([UInt8](hex: "020106 03030f18 031aa000 0319c003 021c01 0316aafe 051206000c00 022417")),
  declaring: Payload([UInt8](hex: "03160f18 03160a18 03161a18 03ffe502 03094869 03140d18 03021a18 020a00")))
