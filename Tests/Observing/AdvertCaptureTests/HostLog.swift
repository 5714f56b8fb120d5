import AdvertCapture
import AdvertReading
import AdvertisingData

/// A btsnoop log with H4 packets, one record each, and all that reading it gives.
struct HostLog {
  let layouts: [HostLayout]
  let reports: [Report]
  let scanModes: [ScanMode]
  let summary: CaptureSummary

  /// What the tests look at of a report.
  struct Report: Hashable {
    let pdu: AdvertisingReport.PDU
    let address: DeviceAddress
    let advertisingSID: UInt8?
    let rssi: Int8?
    let record: Int
    let dataFileOffset: Int?
    let isComplete: Bool
    let data: [UInt8]
  }

  private struct Sink: CaptureSink {
    var layouts: [HostLayout] = []
    var reports: [Report] = []
    var scanModes: [ScanMode] = []

    mutating func receive(_ report: borrowing AdvertisingReport) {
      reports.append(
        Report(
          pdu: report.pdu, address: report.address, advertisingSID: report.advertisingSID, rssi: report.rssi,
          record: report.record, dataFileOffset: report.dataFileOffset, isComplete: report.isComplete,
          data: Array(copying: report.data)))
    }

    mutating func receive(_ event: CaptureEvent) {
      switch event {
      case .scanning(let change): scanModes.append(change.mode)
      case .hostLayout(let layout): layouts.append(layout)
      case .began, .mayPause, .filters, .connection, .scanRequest: break
      }
    }
  }

  /// Reads packets written in hex, packet indicator first. Spaces do not matter.
  init(_ packets: [String]) throws {
    try self.init(packets: packets.map { try HexText.octets(of: $0) })
  }

  init(packets: [[UInt8]]) throws {
    try self.init(file: Self.file(dataLink: 1002, packets.map { (flags: 0, octets: $0) }))
  }

  init(file: [UInt8]) throws {
    var sink = Sink()
    summary = try CaptureReader.read(MemorySource(file), into: &sink)
    layouts = sink.layouts
    reports = sink.reports
    scanModes = sink.scanModes
  }

  /// The record number is also the time, in seconds after ``start``.
  static func file(dataLink: UInt32, _ packets: [(flags: UInt32, octets: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1] + bigEndian(dataLink)
    for (index, packet) in packets.enumerated() {
      let length = bigEndian(UInt32(packet.octets.count))
      let time = UInt64(bitPattern: time(ofRecord: index + 1).microseconds + 0x00DC_DDB3_0F2F_8000)
      file += length + length + bigEndian(packet.flags) + [0, 0, 0, 0]
      file += bigEndian(UInt32(time >> 32)) + bigEndian(UInt32(truncatingIfNeeded: time)) + packet.octets
    }
    return file
  }

  static func time(ofRecord record: Int) -> Timestamp {
    Timestamp(microseconds: 1_700_000_000_000_000 + Int64(record) * 1_000_000)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The command, given from its opcode on with the length left out, and its Command Complete event.
  static func accepted(_ command: String, returning values: String = "") throws -> [String] {
    try [sent(command), complete(command, status: 0, values)]
  }

  /// The command and a Command Complete event that says that it failed.
  static func refused(_ command: String, status: UInt8 = 0x0C) throws -> [String] {
    try [sent(command), complete(command, status: status)]
  }

  static func sent(_ command: String) throws -> String {
    let octets = try HexText.octets(of: command)
    return HexText.compact([0x01, octets[0], octets[1], UInt8(octets.count - 2)] + octets[2...])
  }

  static func complete(_ command: String, status: UInt8, _ values: String = "") throws -> String {
    let opcode = try HexText.octets(of: command).prefix(2)
    let parameters = try [0x01] + opcode + [status] + HexText.octets(of: values)
    return HexText.compact([0x04, 0x0E, UInt8(parameters.count)] + parameters)
  }

  static let reset = "030c"
}
