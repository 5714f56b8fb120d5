import AdvertReading
import AdvertisingData
import TestSupport

@testable import AdvertCapture

/// Keeps the records of a capture, before anybody looks into them.
struct RecordRecorder: RecordConsumer, Hashable {
  private(set) var records: [Record] = []
  private(set) var problems: [CaptureProblem] = []

  struct Record: Hashable {
    let number: Int
    let fileOffset: Int
    let time: Timestamp?
    let originalLength: Int
    let linkType: LinkType
    let flags: UInt32
    let octets: [UInt8]

    var microseconds: Int64? { time?.microseconds }
  }

  mutating func consume(_ record: CaptureRecord, _ octets: Span<UInt8>) {
    records.append(
      Record(
        number: record.number, fileOffset: record.fileOffset, time: record.time,
        originalLength: record.originalLength, linkType: record.linkType, flags: record.flags,
        octets: Array(copying: octets)))
  }

  mutating func note(_ kind: CaptureProblem.Kind, _ problem: () -> CaptureProblem) {
    problems.append(problem())
  }

  private static let formats: [any CaptureFormat.Type] = [
    Btsnooz.self, Btsnoop.self, Pcap.self, Pcapng.self, SmartRF.self, Frontline.self, MonitorStream.self,
    PacketLogger.self, Log.self,
  ]

  static func records(of input: inout InputWindow) throws(CaptureError) -> RecordRecorder {
    var apps: [PhoneApp] = []
    let name = try CaptureFormats.format(of: &input, readsLogs: true, apps: &apps).name
    var recorder = RecordRecorder()
    for format in formats where format.name == name { try format.read(&input, into: &recorder) }
    return recorder
  }

  init() {}

  /// Recognises the octets and reads them. They come through a window of `capacity`, `step` at a time.
  init(
    _ octets: [UInt8], capacity: Int = InputWindow.defaultCapacity, step: Int = .max
  ) throws(CaptureError) {
    try self.init(TrickleSource(octets, step: step), capacity: capacity)
  }

  init(_ source: any ByteSource, capacity: Int = InputWindow.defaultCapacity) throws(CaptureError) {
    var input = InputWindow(source, capacity: capacity)
    self = try Self.records(of: &input)
  }

  /// The name of the format that the octets are recognised as.
  static func formatName(_ octets: [UInt8]) throws(CaptureError) -> String {
    var input = InputWindow(MemorySource(octets))
    var apps: [PhoneApp] = []
    return try CaptureFormats.format(of: &input, readsLogs: true, apps: &apps).name
  }
}
