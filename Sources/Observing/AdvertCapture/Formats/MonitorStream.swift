internal import AdvertReading
import AdvertisingData

/// The Linux monitor's stream over a serial line, as `btmon --tty` reads it: Zephyr (CONFIG_BT_DEBUG_MONITOR_UART and
/// _RTT) and NimBLE send it.
///
/// No header and no mark. A record has its length after these two octets, an opcode, flags, extended headers with the
/// time, and a packet, all little-endian. A serial line loses octets, and a listener may begin in the middle, so
/// reading continues at the next place where records follow each other. Octets that belong to no record are reported.
enum MonitorStream: CaptureFormat {
  static let name = "btmon-tty"

  /// The largest distance of the first record from the start: the rest of a record, or the text of a boot loader.
  private static let maximumBefore = 4096
  /// The number of records that must follow each other there, and at the very start.
  private static let recordsToCheck = 3
  private static let firstRecordsToCheck = 2
  /// The number of text octets after a record that show a console on the same line.
  private static let textToCheck = 16

  static func recognises(_ input: inout InputWindow) -> Bool {
    isChain(&input, at: 0, records: firstRecordsToCheck)
  }

  /// Returns whether records begin near the start. Consumes nothing.
  static func beginsSoon(_ input: inout InputWindow) -> Bool {
    var offset = 1
    while input.fill(atLeast: offset + MonitorRecord.headerLength) {
      offset = MonitorRecord.nextCandidate(in: input.bytes, from: offset)
      guard offset <= maximumBefore else { return false }
      if isChain(&input, at: offset, records: recordsToCheck) { return true }
      offset += 1
    }
    return false
  }

  static func read(
    _ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) throws(CaptureError) {
    var number = 0
    var clock = Clock()
    while true {
      switch MonitorRecord.find(in: &input, at: 0) {
      case .none:
        passLoss(in: &input, after: number, into: &consumer)
        continue
      case .cut:
        if hasRecordsInside(&input, before: .max) {
          passLoss(in: &input, after: number, into: &consumer)
          continue
        }
        if !input.bytes.isEmpty || input.failure != nil { noteCut(input, record: number + 1, in: &consumer) }
        return
      case .record(let record):
        let isAllThere = input.fill(atLeast: record.length)
        guard isAllThere || hasRecordsInside(&input, before: record.length) else {
          noteCut(input, record: number + 1, in: &consumer)
          return
        }
        guard isAllThere, isWhole(record, in: &input) else {
          passLoss(in: &input, after: number, into: &consumer)
          continue
        }
        number += 1
        deliver(record, number: number, from: input, &clock, into: &consumer)
        input.consume(record.length)
      }
    }
  }

  private static func deliver(
    _ record: MonitorRecord, number: Int, from input: borrowing InputWindow, _ clock: inout Clock,
    into consumer: inout some RecordConsumer & ~Copyable
  ) {
    let restarts = clock.restarts
    let time = record.ticks.map { clock.time(ofTicks: $0) }
    if clock.restarts > restarts {
      consumer.note(
        .implausibleTime, fileOffset: input.offset, record: number, expected: "a time that is not long before the last",
        found: "a clock that starts again; later times are too early")
    }
    if record.drops > 0 {
      consumer.note(
        .packetsDropped, fileOffset: input.offset, record: number, expected: "every packet",
        found: "\(record.drops) that the device dropped before this one")
    }
    let packet = record.packetStart..<record.length
    consumer.consume(
      CaptureRecord(
        number: number, fileOffset: input.offset + packet.lowerBound, time: time, originalLength: packet.count,
        linkType: .linuxMonitorFlags, flags: UInt32(record.opcode)),
      input.bytes.extracting(packet))
  }

  /// Returns whether a record is whole. When octets of it are missing, its end is inside another one.
  private static func isWhole(_ record: MonitorRecord, in input: inout InputWindow) -> Bool {
    switch MonitorRecord.find(in: &input, at: record.length) {
    case .record, .cut: return true
    case .none: return isText(&input, at: record.length) && !hasRecordsInside(&input, before: record.length)
    }
  }

  private static func hasRecordsInside(_ input: inout InputWindow, before end: Int) -> Bool {
    var offset = 1
    while offset < end, input.fill(atLeast: offset + MonitorRecord.headerLength) {
      if isChain(&input, at: offset, records: 2) { return true }
      offset += 1
    }
    return false
  }

  /// Returns whether text follows: a console can be on the same line.
  private static func isText(_ input: inout InputWindow, at offset: Int) -> Bool {
    _ = input.fill(atLeast: offset + textToCheck)
    return PlainText.isPlausible(input.bytes.extracting(offset...).extracting(first: textToCheck))
  }

  /// Moves to the next place where records follow each other, or to the end.
  private static func passLoss(
    in input: inout InputWindow, after number: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    let start = input.offset
    repeat {
      input.consume(1)
    } while input.fill(atLeast: 1) && !isChain(&input, at: 0, records: 2)
    consumer.note(
      .partInvalid, fileOffset: start, record: number + 1, expected: "a record of the Linux monitor",
      found: "\(input.offset - start) bytes that are none, after a loss or from a console")
  }

  private static func noteCut(
    _ input: borrowing InputWindow, record: Int, in consumer: inout some RecordConsumer & ~Copyable
  ) {
    consumer.noteCutShort(
      input, at: input.offset, record: record, expected: "a whole record of the Linux monitor",
      found: "\(input.bytes.count) bytes of it")
  }

  /// Returns whether this number of records follow each other, or fewer up to text or the end of the input, but not
  /// only a part of one.
  private static func isChain(_ input: inout InputWindow, at start: Int, records: Int) -> Bool {
    var offset = start
    for index in 0..<records {
      switch MonitorRecord.find(in: &input, at: offset) {
      case .none: return index > 0 && isText(&input, at: offset)
      case .cut: return index > 0
      case .record(let record):
        guard index > 0 || record.ticks != nil else { return false }
        offset += record.length
        guard input.fill(atLeast: offset) else { return index > 0 }
      }
    }
    return true
  }

  /// The time since the device started. Its 32 bits overflow soon in some devices, and a device can restart: then time
  /// continues from where it was.
  private struct Clock {
    private(set) var restarts = 0
    private var start: Int64 = 0
    private var latest: Int64 = 0

    private static let microsecondsPerTick: Int64 = 100
    /// The largest delay of log lines, which are sent later than they are written.
    private static let maximumLate: Int64 = 10_000

    mutating func time(ofTicks ticks: UInt32) -> Timestamp {
      let ticks = Int64(ticks)
      if ticks < latest - Self.maximumLate {
        restarts += 1
        start &+= latest
        latest = ticks
      } else {
        latest = max(latest, ticks)
      }
      return Timestamp(microseconds: (start &+ ticks) &* Self.microsecondsPerTick)
    }
  }
}

/// The headers of a record of the monitor's stream.
private struct MonitorRecord {
  let opcode: UInt16
  /// The number of octets of the whole record.
  let length: Int
  let packetStart: Int
  /// Tenths of milliseconds since the device started; `nil` when the record does not have it.
  let ticks: UInt32?
  /// The number of packets that the device could not send since the record before.
  let drops: Int

  static let headerLength = 6
  private static let lengthLength = 2
  /// The longest record, above any packet and log line.
  private static let longest = 4096
  /// The octets of a packet that contain its own length.
  private static let packetHead = 4

  enum Found {
    case record(MonitorRecord)
    /// The input ends before it is decided.
    case cut
    case none
  }

  /// Returns the record at `offset`, when all its fields are consistent. The rest of it may be missing.
  static func find(in input: inout InputWindow, at offset: Int) -> Found {
    guard input.fill(atLeast: offset + headerLength) else { return .cut }
    let (length, packetStart) = lengths(input.bytes.extracting(offset...))
    guard packetStart <= length, length <= longest, isCandidate(input.bytes.extracting(offset...)) else { return .none }
    guard input.fill(atLeast: offset + min(packetStart + packetHead, length)) else { return .cut }
    let octets = input.bytes.extracting(offset...).extracting(first: length)
    guard let record = MonitorRecord(octets, length: length, packetStart: packetStart) else { return .none }
    return .record(record)
  }

  private static func lengths(_ head: Span<UInt8>) -> (length: Int, packetStart: Int) {
    (lengthLength + Int(head.littleEndian16(at: 0)), headerLength + Int(head[5]))
  }

  /// The headers; `octets` contain at least them and the beginning of the packet.
  private init?(_ octets: Span<UInt8>, length: Int, packetStart: Int) {
    opcode = octets.littleEndian16(at: 2)
    self.length = length
    self.packetStart = packetStart
    var ticks: UInt32?
    var drops = 0
    var offset = Self.headerLength
    while offset < packetStart {
      switch octets[offset] {
      case 1...7 where packetStart - offset >= 2:
        drops += Int(octets[offset + 1])
        offset += 2
      case 8 where packetStart - offset >= 5:
        ticks = octets.littleEndian32(at: offset + 1)
        offset += 5
      default: return nil
      }
    }
    self.ticks = ticks
    self.drops = drops
    guard Self.isPossible(octets.extracting(packetStart...), of: opcode, count: length - packetStart) else {
      return nil
    }
  }

  /// Returns the first place from `offset` on where a record can begin, or where there are too few octets to decide.
  static func nextCandidate(in octets: Span<UInt8>, from offset: Int) -> Int {
    var offset = offset
    while offset + headerLength <= octets.count, !isCandidate(octets.extracting(offset...)) { offset += 1 }
    return offset
  }

  /// Returns whether the opcode is known and the flags are zero.
  private static func isCandidate(_ head: Span<UInt8>) -> Bool {
    head[4] == 0 && head[3] == 0 && (head[2] < 20 || head[2] == 255)
  }

  /// Returns whether a packet of `count` octets, of which the first are present, has the length in its own header.
  private static func isPossible(_ packet: Span<UInt8>, of opcode: UInt16, count: Int) -> Bool {
    switch opcode {
    case 0: count == 16
    case 1, 8, 9: count == 0
    case 2, 6, 7: count >= 3 && Int(packet[2]) == count - 3
    case 3: count >= 2 && Int(packet[1]) == count - 2
    case 4, 5: count >= 4 && Int(packet.littleEndian16(at: 2)) == count - 4
    case 10: count == 8
    case 18, 19: count >= 4 && Int(packet.littleEndian16(at: 2) & 0x3FFF) == count - 4
    default: true
    }
  }
}
