import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertFirmware

/// What another machine needs to run programs again as they were run here, for `Scripts/compare/compare-execution`: where a
/// run began, and what was changed in it from outside. The other machine has memory, peripherals and a SoftDevice of its own.
@Suite struct ReplayTests {
  private static let folder = ProcessInfo.processInfo.environment["ADVERT_EXECUTION_IMAGES"]
  private static let functions = ProcessInfo.processInfo.environment["ADVERT_EXECUTION_FUNCTIONS"]

  @Test(.enabled(if: folder != nil)) func tracesRuns() throws {
    let environment = ProcessInfo.processInfo.environment
    let output = try #require(environment["ADVERT_EXECUTION_TRACES"])
    for path in try #require(environment["ADVERT_EXECUTION_IMAGES"]).split(separator: "\n") {
      let (runs, reason) = try RunTrace.traces(of: String(path))
      let trace = ImageTrace(path: String(path), runs: runs, reason: reason)
      try append(JSONEncoder().encode(trace) + Data("\n".utf8), to: output)
    }
  }

  @Test(.enabled(if: functions != nil)) func tracesFunctions() throws {
    let output = try #require(ProcessInfo.processInfo.environment["ADVERT_EXECUTION_TRACES"])
    for path in try #require(Self.functions).split(separator: "\n") {
      try append(JSONEncoder().encode(FunctionTraces(of: String(path))) + Data("\n".utf8), to: output)
    }
  }

  /// Each function of the fixture is run, and the memory that it writes to is noted.
  @Test func functionsAreTraced() throws {
    let traces = try FunctionTraces(of: KeptImage.path("softdevice-thumb.elf"))
    #expect(Set(traces.runs.compactMap(\.name)).isSuperset(of: ["main", "advertising_init"]))
    #expect(traces.runs.contains { $0.pages?.contains { $0.address >= 0x2000_0000 } ?? false })
    #expect(FunctionTraces.check(of: Array("123456789".utf8)) == 0xCBF4_3926)
  }

  /// What a trace says of the program in the fixtures is what is told of it.
  @Test func aTraceEndsWithWhatIsTold() throws {
    let path = KeptImage.path("flash-thumb.bin")
    let (traces, reason) = try RunTrace.traces(of: path)
    #expect(reason == nil)
    let trace = try #require(traces.first)
    let layout = try #require(KeptImage.named("flash-thumb.bin").layouts.first)
    #expect(trace.caught.last?.octets["advertising"] == layout.advertising?.payload.octets)
    #expect(trace.caught.last?.octets["scanResponse"] == layout.scanResponse?.payload.octets)
    #expect(trace.changes.first?.kind == "begun")
  }

  private func append(_ data: Data, to path: String) throws {
    if !FileManager.default.fileExists(atPath: path) { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    _ = try file.seekToEnd()
    try file.write(contentsOf: data)
    try file.close()
  }
}

/// The runs of one image, or the reason why there are none.
private struct ImageTrace: Encodable {
  var path: String
  var runs: [RunTrace]
  var reason: String?
}
