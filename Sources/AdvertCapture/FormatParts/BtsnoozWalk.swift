/// How far the reading of btsnooz records has come. Numbers and offsets go on from one log of a text to the next.
struct BtsnoozWalk {
  var version = BtsnoozRecord.Version.two
  /// The record before.
  private(set) var number = 0
  /// Offset in the inflated records.
  var offset = 0
  /// The time of the record before, in microseconds since 1970.
  var time: Int64 = 0

  /// How long it took to record what is whole in `bytes`.
  func duration(of bytes: Span<UInt8>) -> Int64 {
    var sum: Int64 = 0
    var offset = 0
    while let record = wholeRecord(bytes, at: offset) {
      sum &+= Int64(record.delta)
      offset = record.packet.upperBound
    }
    return sum
  }

  /// Delivers the records that are whole in `bytes`, and says how many octets they are.
  mutating func deliverWholeRecords(
    in bytes: Span<UInt8>, into consumer: inout some RecordConsumer & ~Copyable
  ) -> Int {
    let start = offset
    var octets = 0
    while let record = wholeRecord(bytes, at: octets) {
      number += 1
      time &+= Int64(record.delta)
      consumer.consume(
        CaptureRecord(
          number: number, fileOffset: start + record.packet.lowerBound, time: Timestamp(microseconds: time),
          originalLength: record.originalLength, linkType: .hciUnencapsulated, flags: record.flags),
        bytes.extracting(record.packet))
      octets = record.packet.upperBound
      offset = start + octets
    }
    return octets
  }

  private func wholeRecord(_ bytes: Span<UInt8>, at offset: Int) -> BtsnoozRecord? {
    guard let record = BtsnoozRecord(bytes, at: offset, version: version), record.isPossible,
      record.packet.upperBound <= bytes.count
    else { return nil }
    return record
  }

  /// Notes what is left in `records` after the last whole one.
  func noteEnd(of records: borrowing InputWindow, into consumer: inout some RecordConsumer & ~Copyable) {
    let left = records.bytes.count
    guard left > 0 || records.failure != nil else { return }
    guard let next = BtsnoozRecord(records.bytes, at: 0, version: version) else {
      consumer.noteCutShort(
        records, at: offset, record: number + 1, expected: "a record header of \(version.headerLength) bytes",
        found: "\(left)")
      return
    }
    if next.isPossible {
      consumer.noteCutShort(
        records, at: offset, record: number + 1, expected: "a packet of \(next.packet.count) bytes",
        found: "\(left - version.headerLength)")
    } else {
      consumer.note(
        CaptureProblem(
          .recordInvalid, fileOffset: offset, record: number + 1,
          message: "expected a record of at least 1 byte and of a known type, found \(next.packet.count) bytes of "
            + "type 0x\(String(next.type, radix: 16))"))
    }
  }
}
