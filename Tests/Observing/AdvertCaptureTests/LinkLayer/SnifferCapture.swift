import AdvertCapture
import AdvertReading
import AdvertisingData

/// A pcap file of link-layer packets, built octet by octet.
struct SnifferCapture {
  let linkType: UInt32
  private var records: [UInt8] = []

  /// Octets before the packet of the first record.
  static let firstPacketOffset = 24 + 16

  static let start: Int64 = 1_700_000_000_000_000

  init(linkType: UInt32) {
    self.linkType = linkType
  }

  init(linkType: UInt32, _ packets: [UInt8]...) {
    self.init(linkType: linkType)
    for packet in packets { add(packet) }
  }

  /// Adds a record at a time after the start, in microseconds.
  mutating func add(_ packet: [UInt8], at microseconds: Int64 = 0, originalLength: Int? = nil) {
    let time = Self.start + microseconds
    records += Self.littleEndian(UInt32(time / 1_000_000)) + Self.littleEndian(UInt32(time % 1_000_000))
    records += Self.littleEndian(UInt32(packet.count)) + Self.littleEndian(UInt32(originalLength ?? packet.count))
    records += packet
  }

  func read(options: CaptureOptions = CaptureOptions()) throws(CaptureError) -> SnifferReading {
    let header: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0]
    var sink = SnifferReading.Sink()
    let file = header + Self.littleEndian(linkType) + records
    let summary = try CaptureReader.read(MemorySource(file), options: options, into: &sink)
    return SnifferReading(file: file, summary: summary, reports: sink.reports)
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// What reading a capture gave.
struct SnifferReading {
  let file: [UInt8]
  let summary: CaptureSummary
  let reports: [SniffedReport]

  var problemKinds: [CaptureProblem.Kind] { summary.problems.map(\.kind) }

  fileprivate struct Sink: CaptureSink {
    var reports: [SniffedReport] = []

    mutating func receive(_ report: borrowing AdvertisingReport) {
      reports.append(SniffedReport(report))
    }
  }
}

/// A report, owned.
struct SniffedReport: Equatable {
  var pdu: AdvertisingReport.PDU
  var advertising: AdvertisingPDU?
  var address = LinkLayerVectors.address
  var sid: UInt8?
  var rssi: Int8?
  var channel: UInt8?
  var crc = AdvertisingReport.CRC.ok
  var record = 1
  var dataFileOffset: Int?
  var isComplete = true
  var data: [UInt8] = []
  var acad: [UInt8] = []
}

extension SniffedReport {
  init(_ report: borrowing AdvertisingReport) {
    self.init(
      pdu: report.pdu, advertising: report.advertising, address: report.address, sid: report.advertisingSID,
      rssi: report.rssi, channel: report.channel, crc: report.crc, record: report.record,
      dataFileOffset: report.dataFileOffset, isComplete: report.isComplete, data: Array(copying: report.data),
      acad: Array(copying: report.acad))
  }
}
