import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import Testing

@testable import AdvertReport

/// Findings are written while devices are judged: what was written takes no memory.
@Suite struct LintStreamingTests {
  @Test(arguments: ["json", "jsonl", "gcc", "sarif"])
  func findingsLeaveBeforeTheNextDevicesAreJudged(_ name: String) throws {
    let format = try #require(LintFormat(rawValue: name))
    let layout = Layout(
      pdu: .advInd, advertising: Payload([2, 1, 6]), declaring: Payload([3, 3, 0x0D, 0x18, 3, 9, 0x41, 0x42]))
    let declared = DeclaredLayout(layout: layout)
    let run = LintRun([Input(path: "layouts.hex", .text(Array(repeating: declared, count: 1000), ""))])
    let devices = run.inputs[0].devices
    var written = 0
    var pieces: [Int] = []
    let options = LintFormat.Options(style: .plain, failOn: .warning, showsNotes: true, version: "1")
    let report = format.report(options, to: { written += $0.utf8.count })
    report.receive(JudgedFile(number: 0, path: "layouts.hex", file: nil))
    for start in stride(from: 0, to: devices.count, by: 250) {
      let part = Array(devices[start..<start + 250])
      report.receive(JudgedFile(number: 0, path: "layouts.hex", file: nil, devices: part, layouts: 250))
      pieces.append(written)
    }
    report.finish(run.totals)
    // Each quarter has more findings than are kept before they leave.
    #expect(pieces.count == 4)
    #expect(zip([0] + pieces, pieces).allSatisfy { $0 < $1 }, "\(pieces)")
    #expect(written > pieces[3])
  }
}
