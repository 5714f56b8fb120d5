internal import AdvertReading
internal import AdvertisingData
import AdvertisingData

/// btsnooz: the log that an Android bug report contains as text.
///
/// Between two mark lines is base64 text of a version, the time of the last record, and compressed records. Two
/// variants are read too: the text without the mark lines, and files with a btsnoop header before records of this
/// format.
enum Btsnooz: CaptureFormat {
  static let name = "btsnooz"

  private static let beginMark = PatternSearch(Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8))
  private static let endMark = Array("--- END:BTSNOOP_LOG_SUMMARY".utf8)
  private static let endSearch = PatternSearch(endMark)
  private static let lineEnd = PatternSearch([0x0A])
  /// The longest mark line, with the text that phones add to the mark.
  private static let longestMarkLine = 256
  /// The octets at the start of a log that identify it.
  private static let headLength = 64

  /// The octets of version and time.
  private static let preambleLength = 9
  /// The longest inflated log; phones keep some hundred kilobytes.
  private static let longestLog = 1 << 26

  /// The number of consistent records after a btsnoop header that prove it wrong.
  private static let recordsToCheck = 5
  /// A later time in a preamble means that it has the other byte order.
  private static let latestPlausible = Timestamp(microseconds: 7_258_118_400_000_000)

  static func recognises(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: headLength)
    return beginMark.matches(input.bytes) && isLogBehindMark(&input) || isUnmarked(input.bytes)
      || isUnconverted(&input)
  }

  private static let marks = PatternSearch(anyOf: [Array("--- BEGIN:BTSNOOP_LOG_SUMMARY".utf8), ScannerMap.mark])

  /// Moves to the mark line of the next log. When there is none, moves to the end and returns `false`.
  ///
  /// - Parameter apps: the scans of apps that the phone reports before the log.
  static func findLog(in input: inout InputWindow, apps: inout [PhoneApp]) -> Bool {
    while marks.advance(&input) {
      if beginMark.matches(input.bytes), isLogBehindMark(&input) { return true }
      if !beginMark.matches(input.bytes) {
        let found = ScannerMap.read(&input).apps
        if !found.isEmpty { apps = found }
      } else {
        input.consume(1)
      }
    }
    return false
  }

  static func read(
    _ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) throws(CaptureError) {
    var walk = BtsnoozWalk()
    if isUnconverted(&input) {
      readUnconverted(&input, walk: &walk, into: &consumer)
      return
    }
    var isMarked = beginMark.matches(input.bytes)
    // The apps come before the log.
    var apps: [PhoneApp] = []
    repeat {
      if isMarked { _ = lineEnd.advance(&input) }
      readLog(&input, isMarked: isMarked, walk: &walk, into: &consumer)
      isMarked = true
    } while findLog(in: &input, apps: &apps)
    if let failure = input.failure { consumer.note(failure, fileOffset: input.offset, record: nil) }
  }
}

// MARK: - Logs in text

extension Btsnooz {
  /// Reads one log, from its first base64 character on.
  private static func readLog(
    _ input: inout InputWindow, isMarked: Bool, walk: inout BtsnoozWalk,
    into consumer: inout some RecordConsumer & ~Copyable
  ) {
    input.lent { text in
      let start = text.window.offset
      let decoded = Base64Source(text, endMark: endMark)
      var log = InputWindow(decoded, unpackedFrom: text.window, capacity: 1 << 16)
      if readPreamble(&log, at: start, walk: &walk, into: &consumer) {
        readRecords(&log, walk: &walk, into: &consumer)
      }
      _ = log.skip(Int.max)
      if isMarked, !decoded.metEndMark {
        consumer.noteCutShort(
          log, at: text.window.offset, record: nil, expected: "the line that ends the log",
          found: "the end of the text")
      }
    }
  }

  /// Reads version and time; returns `false` when the log cannot be read.
  private static func readPreamble(
    _ log: inout InputWindow, at start: Int, walk: inout BtsnoozWalk,
    into consumer: inout some RecordConsumer & ~Copyable
  ) -> Bool {
    guard log.fill(atLeast: preambleLength) else {
      consumer.noteCutShort(
        log, at: start, record: nil, expected: "a btsnooz preamble of \(preambleLength) bytes",
        found: "\(log.bytes.count)")
      return false
    }
    guard let version = BtsnoozRecord.Version(rawValue: log.bytes[0]) else {
      consumer.note(
        .recordInvalid, fileOffset: start, record: nil,
        expected: "btsnooz version 1 or 2", found: "version \(log.bytes[0])")
      return false
    }
    let times = [OctetOrder.littleEndian, .bigEndian].map {
      Timestamp(microseconds: Int64(bitPattern: log.bytes.integer64(at: 1, $0)))
    }
    let time = times.first { CaptureRecord.earliestPlausible...latestPlausible ~= $0 }
    if time == nil {
      consumer.note(
        .implausibleTime, fileOffset: start, record: nil,
        expected: "the time of the last record in microseconds", found: "one that means \(times[0].iso8601)")
    }
    walk.time = (time ?? times[0]).microseconds
    log.consume(preambleLength)
    walk.version = version
    return true
  }

  /// Inflates the records and delivers them. `walk` has the time of the last record.
  private static func readRecords(
    _ log: inout InputWindow, walk: inout BtsnoozWalk, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    log.lent { packed in
      do throws(InputFailure) {
        var records = InputWindow(
          try InflateSource(packed, .zlib), unpackedFrom: packed.window, capacity: InputWindow.defaultCapacity)
        let isTooLong = records.fill(atLeast: longestLog)
        let end = walk.offset + records.bytes.count
        // Each record has the time since the record before. So the time of the first follows from all of them.
        walk.time &-= walk.duration(of: records.bytes)
        records.consume(walk.deliverWholeRecords(in: records.bytes, into: &consumer))
        walk.noteEnd(of: records, into: &consumer)
        if isTooLong {
          consumer.noteCutShort(
            records, at: end, record: walk.number + 1, expected: "a log of less than \(longestLog) bytes",
            found: "more")
        }
        walk.offset = end
      } catch {
        consumer.note(
          CaptureProblem(.cutShort, fileOffset: walk.offset, record: nil, detail: .refused(reason: error.reason)))
      }
    }
  }

  /// Returns whether a log follows the mark line that starts here, even an empty or damaged log. Other text can contain
  /// the mark too.
  private static func isLogBehindMark(_ input: inout InputWindow) -> Bool {
    _ = input.fill(atLeast: longestMarkLine + headLength)
    return isLogBehindMark(input.bytes)
  }

  private static func isLogBehindMark(_ text: Span<UInt8>) -> Bool {
    guard let lineEnd = text.extracting(first: longestMarkLine).indices.first(where: { text[$0] == 0x0A }) else {
      return false
    }
    let next = text.extracting((lineEnd + 1)...)
    if next.isEmpty || endSearch.matches(next) || isUnmarked(next) { return true }
    return next.count >= 16 && (0..<16).allSatisfy { Base64Digit.value(of: next[$0]) != nil }
  }

  /// Returns whether a text is a log without its mark lines: base64 of a version, a time, and the header of a zlib
  /// stream.
  private static func isUnmarked(_ head: Span<UInt8>) -> Bool {
    // The first six bits of both versions are 0.
    guard let first = head.indices.first(where: { !Base64Source.isBlank(head[$0]) }),
      head[first] == UInt8(ascii: "A")
    else { return false }
    var copy = InputWindow(MemorySource(Array(copying: head.extracting(first: headLength))), capacity: headLength)
    return copy.lent { text in
      var log = InputWindow(Base64Source(text, endMark: endMark), capacity: headLength)
      guard log.fill(atLeast: preambleLength + 2), BtsnoozRecord.Version(rawValue: log.bytes[0]) != nil else {
        return false
      }
      return log.bytes[preambleLength] == 0x78 && log.bytes.bigEndian16(at: preambleLength) % 31 == 0
    }
  }
}

// MARK: - Records behind a btsnoop header

extension Btsnooz {
  /// Returns whether records of this format follow a btsnoop header. Real btsnoop records differ: they begin with the
  /// upper half of a big-endian length, which is 0, and records of this format with a length of at least 1.
  private static func isUnconverted(_ input: inout InputWindow) -> Bool {
    guard Btsnoop.recognises(&input) else { return false }
    var offset = Btsnoop.headLength
    var firstEnd = Int.max
    for _ in 0..<recordsToCheck {
      _ = input.fill(atLeast: offset + BtsnoozRecord.Version.two.headerLength)
      // A short file may end inside a record, but not inside the first.
      guard let record = BtsnoozRecord(input.bytes, at: offset, version: .two) else {
        return input.bytes.count >= firstEnd
      }
      guard record.isPossible else { return false }
      offset = record.packet.upperBound
      firstEnd = min(firstEnd, offset)
    }
    return true
  }

  private static func readUnconverted(
    _ input: inout InputWindow, walk: inout BtsnoozWalk, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    input.consume(Btsnoop.headLength)
    walk.offset = Btsnoop.headLength
    consumer.note(
      .implausibleTime, fileOffset: 8, record: nil,
      expected: "btsnoop records", found: "btsnooz records without the time of the last; times count from 0")
    while input.fill(atLeast: walk.version.headerLength),
      let record = BtsnoozRecord(input.bytes, at: 0, version: walk.version), record.isPossible,
      input.fill(atLeast: record.packet.upperBound)
    {
      input.consume(walk.deliverWholeRecords(in: input.bytes, into: &consumer))
    }
    walk.noteEnd(of: input, into: &consumer)
  }
}

/// The position in btsnooz records. Numbers and offsets continue from one log of a text to the next.
struct BtsnoozWalk {
  var version = BtsnoozRecord.Version.two
  /// The number of the previous record.
  private(set) var number = 0
  /// Offset in the inflated records.
  var offset = 0
  /// The time of the previous record, in microseconds since 1970.
  var time: Int64 = 0

  /// Returns the time from the first to the last whole record in `bytes`, in microseconds.
  func duration(of bytes: Span<UInt8>) -> Int64 {
    var sum: Int64 = 0
    var offset = 0
    while let record = wholeRecord(bytes, at: offset) {
      sum &+= Int64(record.delta)
      offset = record.packet.upperBound
    }
    return sum
  }

  /// Delivers the whole records in `bytes`, and returns the number of their octets.
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

  /// Notes the octets after the last whole record.
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
        .recordInvalid, fileOffset: offset, record: number + 1,
        expected: "a record of at least 1 byte and of a known type",
        found: "\(next.packet.count) bytes of type 0x\(String(next.type, radix: 16))")
    }
  }
}

/// The header of one record of an inflated btsnooz log, with the place of its packet.
///
/// Little-endian: length, in version 2 the packet's original length, microseconds since the record before, and type.
/// Both lengths include the packet indicator of H4, which is not stored.
struct BtsnoozRecord {
  let packet: Range<Int>
  let originalLength: Int
  let delta: UInt32
  let type: UInt8

  enum Version: UInt8 {
    case one = 1
    case two = 2

    var headerLength: Int {
      switch self {
      case .one: 7
      case .two: 9
      }
    }
  }

  /// Reads the header at `offset`; `nil` when it is not whole. The packet may be missing.
  init?(_ bytes: Span<UInt8>, at offset: Int, version: Version) {
    let header = version.headerLength
    guard bytes.count - offset >= header else { return nil }
    let stored = Int(bytes.littleEndian16(at: offset)) - 1
    packet = offset + header..<offset + header + max(stored, 0)
    isPossible = stored >= 0 && Self.isKnown(type: bytes[offset + header - 1])
    switch version {
    case .one: originalLength = packet.count
    case .two: originalLength = max(Int(bytes.littleEndian16(at: offset + 2)) - 1, packet.count)
    }
    delta = bytes.littleEndian32(at: offset + header - 5)
    type = bytes[offset + header - 1]
  }

  /// Whether the length and the type are possible.
  let isPossible: Bool

  /// Returns whether a type is known. The upper digit is the direction, the lower the packet: 0 command or event, 1
  /// ACL, 2 SCO, 7 or 13 ISO.
  private static func isKnown(type: UInt8) -> Bool {
    switch type {
    case 0x10, 0x11, 0x12, 0x17, 0x20, 0x21, 0x22, 0x2D: true
    default: false
    }
  }

  /// The flags as in btsnoop: bit 1 for commands and events, bit 0 for packets that the host received.
  var flags: UInt32 {
    let isReceived: UInt32 = type & 0xF0 == 0x10 ? 1 : 0
    return type & 0x0F == 0 ? 2 | isReceived : isReceived
  }
}
