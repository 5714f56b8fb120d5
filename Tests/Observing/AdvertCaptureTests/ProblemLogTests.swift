import AdvertReading
import Testing

@testable import AdvertCapture

@Suite struct ProblemLogTests {
  /// A capture can have millions of problems of a kind, and only the first is shown.
  @Test func problemsAreMadeOnce() {
    var log = ProblemLog()
    var made = 0
    for record in 1...1000 {
      log.note(.implausibleTime) {
        made += 1
        return CaptureProblem(.implausibleTime, fileOffset: 0, record: record, expected: "a time", found: "none")
      }
    }
    #expect(made == 1)
    #expect(log.problems.map(\.count) == [1000])
    #expect(log.problems.first?.record == 1)
  }

  /// Records of 24 zeros, as a sparse file has them behind a header.
  @Test func recordsOfZerosAreOneProblem() throws {
    let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA] as [UInt8]
    var input = InputWindow(MemorySource(header + [UInt8](repeating: 0, count: 24 * 500)))
    let records = try RecordRecorder.records(of: &input)
    #expect(records.problems.map(\.kind) == [.recordInvalid])
  }
}
