import AdvertCapture
import AdvertReading
import AdvertisingData

/// Everything that reading a capture gave, to be compared as a value.
public struct RecordedCapture: Hashable, Sendable {
  public let summary: CaptureSummary
  public let reports: [RecordedReport]
  public let changes: [ScanModeChange]
  public let hostLayouts: [HostLayout]

  public static func read(_ octets: [UInt8]) throws(CaptureError) -> RecordedCapture {
    try read(MemorySource(octets))
  }

  public static func read(
    _ source: any ByteSource, options: CaptureOptions = CaptureOptions()
  ) throws(CaptureError) -> RecordedCapture {
    var sink = RecordingSink()
    let summary = try CaptureReader.read(source, options: options, into: &sink)
    return RecordedCapture(
      summary: summary, reports: sink.reports, changes: sink.changes, hostLayouts: sink.hostLayouts)
  }
}

/// Keeps all that it receives.
public struct RecordingSink: CaptureSink, Hashable, Sendable {
  /// The names of the captures in archives, `nil` for a capture in no archive.
  public private(set) var captures: [String?] = []
  public private(set) var reports: [RecordedReport] = []
  public private(set) var changes: [ScanModeChange] = []
  public private(set) var hostLayouts: [HostLayout] = []

  public init() {}

  public mutating func receive(_ report: borrowing AdvertisingReport) {
    reports.append(RecordedReport(report))
  }

  public mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .began(let member): captures.append(member)
    case .scanning(let change): changes.append(change)
    case .hostLayout(let layout): hostLayouts.append(layout)
    case .mayPause, .filters, .connection, .scanRequest: break
    }
  }
}

/// Keeps what each capture of an input gives.
public struct RecordingSinks: CaptureSink, Hashable, Sendable {
  public private(set) var all: [RecordingSink] = []

  public init() {}

  public mutating func receive(_ report: borrowing AdvertisingReport) { all[all.count - 1].receive(report) }

  public mutating func receive(_ event: CaptureEvent) {
    if case .began = event { all.append(RecordingSink()) }
    all[all.count - 1].receive(event)
  }
}

/// A report, owned.
public struct RecordedReport: Hashable, Sendable {
  public var source = AdvertisingReport.Source.report
  public var pdu: AdvertisingReport.PDU
  public var advertising: AdvertisingPDU?
  public var address: DeviceAddress
  public var identity: DeviceAddress?
  public var adapter: UInt16 = 0
  public var advertisingSID: UInt8?
  public var rssi: Int8?
  public var time: Timestamp?
  public var record: Int
  public var dataFileOffset: Int?
  public var isComplete = true
  public var data: [UInt8]

  public init(
    _ pdu: AdvertisingReport.PDU, _ advertising: AdvertisingPDU?, address: DeviceAddress, sid: UInt8? = nil,
    rssi: Int8?, time: Timestamp?, record: Int, dataFileOffset: Int?, data: [UInt8]
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.address = address
    advertisingSID = sid
    self.rssi = rssi
    self.time = time
    self.record = record
    self.dataFileOffset = dataFileOffset
    self.data = data
  }

  init(_ report: borrowing AdvertisingReport) {
    source = report.source
    pdu = report.pdu
    advertising = report.advertising
    address = report.address
    identity = report.identity
    adapter = report.adapter
    advertisingSID = report.advertisingSID
    rssi = report.rssi
    time = report.time
    record = report.record
    dataFileOffset = report.dataFileOffset
    isComplete = report.isComplete
    data = Array(copying: report.data)
  }
}
