import AdvertCapture
import AdvertReading
import AdvertisingData
import Foundation
import Testing

/// tshark decodes the same bytes independently. The comparison runs wherever tshark is installed; with
/// ADVERT_REQUIRE_ORACLES set its absence is a failure.
@Suite struct TsharkTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  static let captures =
    ["angi/before", "angi/after", "angi/passive", "scans/passive", "scans/active"].map { "Fixtures/\($0).btsnoop" }

  static let tshark: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "tshark") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  static let isRequired = ProcessInfo.processInfo.environment["ADVERT_REQUIRE_ORACLES"] != nil

  /// A report as both can tell it: frame number, address, event type, RSSI, AD types.
  struct Line: Hashable {
    let record: Int
    let address: String
    let eventType: Int
    let rssi: Int?
    let types: [Int]
  }

  @Test(.enabled(if: tshark != nil || isRequired, "tshark is not installed"), arguments: captures)
  func seesTheSameReports(_ capture: String) throws {
    let path = Self.root.appending(path: capture).path
    let theirs = try Self.linesOfTshark(path)
    var ours = Recorder()
    _ = try CaptureReader.read(FileSource(path: path), into: &ours)
    #expect(!theirs.isEmpty)
    #expect(ours.lines == theirs)
  }

  private static func linesOfTshark(_ path: String) throws -> [Line] {
    let process = Process()
    let binary: URL = try #require(tshark)
    process.executableURL = binary
    process.arguments = [
      "-r", path, "-Y", "bthci_evt.le_meta_subevent == 0x02", "-T", "fields", "-E", "separator=|", "-E", "occurrence=a",
      "-e", "frame.number", "-e", "bthci_evt.bd_addr", "-e", "bthci_evt.le_advts_event_type", "-e", "bthci_evt.rssi",
      "-e", "btcommon.eir_ad.entry.type",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try output.split(separator: "\n").map { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 5)
      return Line(
        record: try #require(Int(fields[0])), address: fields[1].uppercased(),
        eventType: try #require(Int(fields[2].dropFirst(2), radix: 16)), rssi: Int(fields[3]),
        types: fields[4].split(separator: ",").compactMap { Int($0.dropFirst(2), radix: 16) })
    }
  }

  /// Keeps what tshark can tell too.
  private struct Recorder: CaptureSink {
    var lines: [Line] = []

    mutating func receive(_ report: borrowing AdvertisingReport) {
      let eventTypes: [AdvertisingReport.PDU: Int] = [
        .advInd: 0, .advDirectInd: 1, .advScanInd: 2, .advNonconnInd: 3, .scanRsp: 4,
      ]
      lines.append(
        Line(
          record: report.record, address: report.address.description, eventType: eventTypes[report.pdu] ?? -1,
          rssi: report.rssi.map { Int($0) },
          types: Payload(copying: report.data).decoded.elements.map { Int($0.type.rawValue) }))
    }
  }
}
