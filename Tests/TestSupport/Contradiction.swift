import AdvertCapture
import AdvertReading

extension RecordedCapture {
  /// What is said about the capture that is not so, `nil` when all of it is: records are counted in order, what a report
  /// calls its data is at the offset it names, problems lie inside the file and have one line of text.
  public func contradiction(in octets: [UInt8]) -> String? {
    for report in reports {
      guard report.record >= 1, report.record <= summary.records || hasNumbersOfNoRecords else {
        return "no record \(report.record)"
      }
      guard !isUnpacked, let offset = report.dataFileOffset else { continue }
      guard offset >= 0, offset <= octets.count - report.data.count, octets[offset...].starts(with: report.data) else {
        return "the data of record \(report.record) are not at offset \(offset)"
      }
    }
    for problem in summary.problems {
      guard problem.count > 0, isPlaced(problem, in: octets) else {
        return "\(problem.kind) is not in the file: \(problem.place ?? "nowhere"), \(problem.count) times"
      }
      guard !problem.message.isEmpty, !problem.message.contains("\n") else { return "\(problem.kind) is not one line" }
    }
    let advertisements = reports.count { $0.pdu != .auxSyncInd }
    return advertisements == summary.reports ? nil : "\(summary.reports) reports, \(advertisements) delivered"
  }

  /// Whether a problem has a place that the input has: an offset, or in a log a line. What a phone's account lacks is at no
  /// one place.
  private func isPlaced(_ problem: CaptureProblem, in octets: [UInt8]) -> Bool {
    if let offset = problem.fileOffset { return offset >= 0 && (isUnpacked || offset <= octets.count) }
    if let record = problem.record { return record >= 1 && (has("log") || joinsRecords) }
    return has("dumpsys")
  }

  /// Whether an event can be in several records: those of USB have it in pieces.
  private var joinsRecords: Bool { summary.linkTypes.contains { [189, 220, 249].contains($0.number) } }

  /// Whether what is no record may have a number: in pcapng, blocks that hold no packet of a known kind are counted too,
  /// and in logs lines.
  private var hasNumbersOfNoRecords: Bool { has("pcapng") || has("log") }

  private func has(_ format: String) -> Bool { ([summary] + summary.captures).contains { $0.format == format } }

  /// Whether offsets are those in what was unpacked from the input.
  private var isUnpacked: Bool {
    summary.isCompressed || summary.isArchive || summary.format == "btsnooz"
  }
}
