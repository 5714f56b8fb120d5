import AdvertCapture
import AdvertLint
import AdvertObservation
import AdvertReading
import AdvertReport
import AdvertScan
import FuzzSupport
import ReportSupport
import TestSupport

/// From the octets of a capture to all that is written about it: JSON is JSON, text holds nothing that a terminal would
/// act on, and a baseline of all findings leaves none.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzReports(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let choice = Int(choices.octet())
  let octets = choice % 4 == 0 ? Array(choices.rest) : capture(&choices)
  var observations = Observations()
  guard
    let summary = try? CaptureReader.read(
      MemorySource(octets), options: CaptureOptions(windowCapacity: 1 << 13), into: &observations)
  else { return 0 }
  let inputs = zip(summary.captures, observations.all).map {
    Input(path: "capture" + ($0.member.map { "/\($0)" } ?? ""), .capture($0, $1))
  }
  // One kind of report for each input, to have more inputs.
  switch choice / 4 % 3 {
  case 0:
    let inspection = InspectReport(InspectRun(inputs))
    ReportCheck.isJSON(inspection.json)
    ReportCheck.isPlain(inspection.text(.plain))
  case 1:
    lint(inputs, LintFormat.allCases[choice / 12 % LintFormat.allCases.count])
  default:
    let reach = ReachReport(ReachRun(inputs, profiles: ScannerProfile.all))
    ReportCheck.isJSON(reach.json)
    ReportCheck.isPlain(reach.text(.plain))
  }
  return 0
}

private func lint(_ inputs: [Input], _ format: LintFormat) {
  let results = LintRun(inputs)
  let report = format.report(
    of: results, LintFormat.Options(style: .plain, failOn: .warning, showsNotes: true, version: "1"))
  switch format.rawValue {
  case "json", "sarif": ReportCheck.isJSON(report)
  default: ReportCheck.isPlain(report)
  }
  let written = Baseline(of: results).json
  do throws(BaselineError) {
    let rest = results.leavingOut(try Baseline(reading: Array(written.utf8))).findings
    demand(rest.isEmpty, "\(rest.count) findings are not in the baseline of all")
  } catch {
    demand(false, "\(error)")
  }
}

/// Reports of a handful of devices with these data, as one host receives them.
private func capture(_ choices: inout Choices) -> [UInt8] {
  var file = BtsnoopFile(dataLink: 1002)
  var microseconds: Int64 = 1_700_000_000_000_000
  while !choices.isEmpty {
    let kind = choices.octet()
    let device = choices.octet()
    let address: [UInt8] = [device & 3, 2, 3, 4, 5, device & 0xC0]
    microseconds += Int64(choices.octet()) * 5000
    // What fits into an event.
    let data = Array(choices.chunk().prefix(229))
    let report =
      kind & 0x80 == 0
      ? HCIEvent.legacy([LegacyReport(kind % 5, addressType: device & 1, address: address, data: data)])
      : HCIEvent.extended([
        ExtendedReport(UInt16(kind & 0x7F), addressType: device & 1, address: address, data: data)
      ])
    file.add([4] + report, microseconds: microseconds)
  }
  return file.octets
}
