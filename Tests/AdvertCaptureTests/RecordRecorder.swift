import AdvertisingData

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
  }

  mutating func consume(_ record: borrowing CaptureRecord) {
    records.append(
      Record(
        number: record.number, fileOffset: record.fileOffset, time: record.time,
        originalLength: record.originalLength, linkType: record.linkType, flags: record.flags,
        octets: Array(copying: record.octets)))
  }

  mutating func note(_ problem: CaptureProblem) {
    problems.append(problem)
  }

  static func records(of input: inout InputWindow) throws(CaptureError) -> RecordRecorder {
    let format = try CaptureFormats.format(of: &input)
    var recorder = RecordRecorder()
    try format.read(&input, into: &recorder)
    return recorder
  }
}
