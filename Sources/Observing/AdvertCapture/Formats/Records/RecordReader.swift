internal import AdvertReading
import AdvertisingData

/// Reads the records of a file, and goes on after damage at the next place where records follow each other.
///
/// A record is delivered when the header after it shows that it ended there. So a hole never mixes two packets into one.
/// Readers that wait for more input deliver each record at once.
struct RecordReader<Form: RecordForm> {
  private let form: Form
  /// The number of the latest record.
  private(set) var number: Int
  /// The time of the latest record, without impossible ones.
  private var latest: Timestamp?
  /// The count of dropped packets in the latest record, without impossible ones.
  private(set) var drops: UInt32 = 0
  /// Whether the file was found to be damaged.
  private var isDamaged = false
  /// Whether records are delivered before the next one is there.
  private var deliversAtOnce = false

  /// The octets that show whether a record or another file begins.
  private static var reach: Int { max(Form.headerLength, CaptureMark.longest) }

  init(_ form: Form, after number: Int) {
    self.form = form
    self.number = number
  }

  /// Reads to the end of the input, or to the beginning of another file in it.
  @inline(__always)
  mutating func read<Consumer: RecordConsumer & ~Copyable>(_ input: inout InputWindow, into consumer: inout Consumer) {
    deliversAtOnce = consumer.deliversAtOnce
    while input.fill(atLeast: Form.headerLength) {
      let delivered = deliverUsualRecords(in: input.bytes, at: input.offset, into: &consumer)
      if delivered > 0 {
        input.consume(delivered)
      } else {
        guard takeOne(&input, into: &consumer) else { return }
      }
      consumer.inputMayPause()
    }
    noteEnd(&input, into: &consumer)
  }

  /// Delivers the records at the start of `bytes` that the header after them confirms, as nearly all are. Returns the
  /// number of their octets.
  @inline(__always)
  private mutating func deliverUsualRecords<Consumer: RecordConsumer & ~Copyable>(
    in bytes: Span<UInt8>, at start: Int, into consumer: inout Consumer
  ) -> Int {
    guard var time = latest else { return 0 }
    var header = form.header(bytes.extracting(0..<Form.headerLength))
    guard header.follows(time, drops: drops, longest: Form.longestPacket) else { return 0 }
    var number = number
    var drops = drops
    var offset = 0
    while true {
      let packet = offset + Form.headerLength
      let end = packet + header.length
      guard bytes.count - end >= Form.headerLength else { break }
      // One bounds check for the whole header.
      let next = form.header(bytes.extracting(end..<end + Form.headerLength))
      guard next.follows(header.time, drops: header.drops, longest: Form.longestPacket) else { break }
      number += 1
      if Form.notesEarlyTimes, header.time < CaptureRecord.earliestPlausible {
        Self.noteTime(
          of: header, expecting: Self.inMicroseconds, fileOffset: start + offset, record: number, in: &consumer)
      }
      consumer.consume(
        record(header, time: header.time, number: number, fileOffset: start + packet),
        bytes.extracting(packet..<packet + min(header.length, form.longestKept)))
      time = header.time
      drops = header.drops
      offset = end
      header = next
    }
    latest = time
    self.number = number
    self.drops = drops
    return offset
  }

  @inline(__always)
  private func record(_ header: RecordHeader, time: Timestamp?, number: Int, fileOffset: Int) -> CaptureRecord {
    CaptureRecord(
      number: number, fileOffset: fileOffset, time: time,
      originalLength: max(header.originalLength, min(header.length, form.longestKept)), linkType: form.linkType,
      flags: header.flags, nanoseconds: header.nanoseconds)
  }

  // MARK: - A record that needs a look

  private enum Verdict {
    case whole(RecordHeader, next: RecordHeader?)
    case damaged
    case cut(RecordHeader)
  }

  /// Delivers the record at the start of the input, or passes damage there. Returns `false` at the end of the file.
  @inline(never)
  private mutating func takeOne<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) -> Bool {
    switch verdict(on: &input) {
    case .whole(let header, let next):
      deliver(header, before: next, from: input, into: &consumer)
      input.consume(Form.headerLength + header.length)
      return true
    case .damaged: return passDamage(&input, into: &consumer)
    case .cut(let header):
      let found = input.bytes.count - Form.headerLength
      noteCutShort(
        &input, expected: "a packet of \(header.length) bytes", found: "\(found)", into: &consumer)
      return false
    }
  }

  private mutating func deliver<Consumer: RecordConsumer & ~Copyable>(
    _ header: RecordHeader, before next: RecordHeader?, from input: borrowing InputWindow, into consumer: inout Consumer
  ) {
    number += 1
    let isLoose = Form.hasLooseTimes && !header.isUsual
    let isTimeRight = !isLoose && isTimeRight(of: header, before: next)
    if !isTimeRight || Form.notesEarlyTimes && header.time < CaptureRecord.earliestPlausible {
      let expected =
        isLoose
        ? "a time whose fraction is less than a second"
        : isTimeRight ? Self.inMicroseconds : "a time near those of other records"
      Self.noteTime(of: header, expecting: expected, fileOffset: input.offset, record: number, in: &consumer)
    }
    if header.addsPossibleDrops(to: drops) || next.map({ $0.addsPossibleDrops(to: header.drops) }) ?? false {
      drops = header.drops
    }
    if isTimeRight { latest = header.time }
    let packet = Form.headerLength..<Form.headerLength + min(header.length, form.longestKept)
    consumer.consume(
      record(
        header, time: isTimeRight ? header.time : nil, number: number, fileOffset: input.offset + Form.headerLength),
      input.bytes.extracting(packet))
  }

  private static var inMicroseconds: String { "a time in microseconds" }

  @inline(never)
  private static func noteTime(
    of header: RecordHeader, expecting expected: String, fileOffset: Int, record: Int,
    in consumer: inout some RecordConsumer & ~Copyable
  ) {
    consumer.note(
      .implausibleTime, fileOffset: fileOffset, record: record,
      expected: expected,
      found: "one that means \(header.time.iso8601)")
  }

  /// Returns whether the time of a whole record can be right. Clocks are set while a capture runs: then the records after
  /// it have the new time too.
  private func isTimeRight(of header: RecordHeader, before next: RecordHeader?) -> Bool {
    guard let latest else { return true }
    if header.isNear(latest) { return true }
    guard next.map({ $0.isNear(header.time) }) ?? deliversAtOnce else { return false }
    return header.isTimed(near: latest)
      && (header.time >= CaptureRecord.earliestPlausible || latest < CaptureRecord.earliestPlausible)
  }

  private func verdict(on input: inout InputWindow) -> Verdict {
    // Fewer octets are there only at the end.
    _ = input.fill(atLeast: CaptureMark.longest)
    let header = form.header(input.bytes.extracting(0..<Form.headerLength))
    guard form.isPossible(header), !form.isBlank(input.bytes), CaptureMark.format(input.bytes) == nil else {
      return .damaged
    }
    let end = Form.headerLength + header.length
    guard input.fill(atLeast: end) else {
      return input.failure == nil && holdsRecords(&input) ? .damaged : .cut(header)
    }
    // A record that was cut may seem to end where the first record of another file begins.
    if CaptureMark.isFileHeader(input.bytes, endingAt: end) { return .damaged }
    if deliversAtOnce { return .whole(header, next: nil) }
    _ = input.fill(atLeast: end + Self.reach)
    guard let next = form.header(input.bytes, at: end) else {
      // A rest that is no header shows that the record did not end here, where the file or its header is damaged.
      let isDoubtful = isDamaged || !form.mayBeSound(header)
      return isDoubtful && input.bytes.count > end ? .damaged : .whole(header, next: nil)
    }
    return isConfirmed(header, by: next, at: end, in: &input) ? .whole(header, next: next) : .damaged
  }

  /// Returns whether the octets after a record begin another record or file, so that the record is whole. One field of
  /// the next header may be damaged.
  private func isConfirmed(
    _ header: RecordHeader, by next: RecordHeader, at end: Int, in input: inout InputWindow
  ) -> Bool {
    if CaptureMark.format(input.bytes.extracting(droppingFirst: end)) != nil { return true }
    // Zeros that a packet ends with may be the beginning of the hole.
    if form.isBlank(input.bytes, at: end) { return input.bytes[end - 1] != 0 }
    if let latest {
      if next.isNear(latest) { return form.isPossible(next) || next.isUsual }
    } else if next.isNear(header.time), header.isTimed(near: nil) || form.mayBeSound(header) && form.mayBeSound(next) {
      return form.isPossible(next) || next.isUsual
    }
    // The clock was set, or one of the times is damaged.
    if form.isSound(header), form.isSound(next), next.isNear(header.time) { return true }
    guard form.isPossible(next), next.isUsual else { return false }
    // The first record of a file may begin inside another one, whose lengths follow each other too.
    guard latest != nil || header.isTimed(near: nil) || form.isSound(header) else { return false }
    let nextEnd = end + Form.headerLength + next.length
    guard input.fill(atLeast: nextEnd + Form.headerLength), let third = form.header(input.bytes, at: nextEnd) else {
      return input.bytes.count == nextEnd
    }
    if latest.map({ third.isNear($0) }) ?? third.isNear(header.time) {
      return form.isPossible(third) && third.isUsual
    }
    return form.isSound(next) && form.isSound(third) && third.isNear(next.time)
  }

  // MARK: - Damage

  /// Returns whether the rest of the input, which is shorter than the record at its start says, has records in it.
  private func holdsRecords(_ input: inout InputWindow) -> Bool {
    var offset = 1
    while let place = candidate(in: input.bytes, from: offset) {
      if begins(at: place, in: &input) { return true }
      offset = place + 1
    }
    return false
  }

  /// Passes octets that are no record, and reports them. Returns `false` at the end, and where another file begins.
  private mutating func passDamage<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) -> Bool {
    let expectedLength = form.header(input.bytes, at: 0).flatMap { form.isPossible($0) ? $0.length : nil }
      .map { Form.headerLength + $0 }
    var damage = Damage(start: input.offset, expectedLength: expectedLength)
    var found = CaptureMark.format(input.bytes) != nil
    isDamaged = true
    if !found {
      let first = min(1, input.bytes.count)
      damage.pass(first, in: &input)
      found = damage.pass(in: &input, reach: Self.reach) {
        candidate(in: $0, from: 0)
      } begins: {
        begins(at: 0, in: &$0)
      }
    }
    let next = found && CaptureMark.format(input.bytes) == nil ? form.header(input.bytes, at: 0) : nil
    if let latest, let next { damage.isOutOfOrder = next.comesBefore(latest) }
    if damage.octets > 0 { consumer.pass(damage, record: number + 1) }
    if let next {
      latest = next.time
      drops = next.drops
    } else if let failure = input.failure {
      consumer.note(failure, fileOffset: input.offset, record: number + 1)
    }
    return next != nil
  }

  /// Returns the first place where a header or another file may begin; `nil` when there is none in `bytes`.
  private func candidate(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    let last = bytes.count - Self.reach
    // Holes are full of zeros, with which nothing begins. Looked at one by one, 64 MiB of them took 40 times as long.
    var content = start
    while place <= last {
      content = max(content, place)
      while content < bytes.count, bytes[content] == 0 { content += 1 }
      if content - place >= Self.reach {
        place = content - Self.reach + 1
        continue
      }
      let rest = bytes.extracting(droppingFirst: place)
      if form.mayBegin(rest) || CaptureMark.format(rest) != nil { return place }
      place += 1
    }
    return nil
  }

  /// Returns whether records that follow each other begin at an offset, or another file. The last record of a file is
  /// certain when it ends with the file.
  private func begins(at offset: Int, in input: inout InputWindow) -> Bool {
    if CaptureMark.format(input.bytes.extracting(droppingFirst: offset)) != nil { return true }
    guard let header = form.header(input.bytes, at: offset), form.isSound(header), header.isTimed(near: latest),
      !form.isBlank(input.bytes, at: offset)
    else { return false }
    let end = offset + Form.headerLength + header.length
    guard input.fill(atLeast: end + Self.reach), let next = form.header(input.bytes, at: end) else {
      return input.bytes.count == end && header.length > 0 && latest.map { header.isNear($0) } ?? true
    }
    return CaptureMark.format(input.bytes.extracting(droppingFirst: end)) != nil
      || form.isSound(next) && next.isNear(header.time) && !form.isBlank(input.bytes, at: end)
  }

  // MARK: - The end

  private func noteEnd<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) {
    guard !input.bytes.isEmpty || input.failure != nil else { return }
    noteCutShort(
      &input, expected: "a record header of \(Form.headerLength) bytes", found: "\(input.bytes.count)", into: &consumer)
  }

  private func noteCutShort<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, expected: String, found: String, into consumer: inout Consumer
  ) {
    let left = input.bytes.count
    if let failure = input.failure {
      consumer.note(failure, fileOffset: input.offset + left, record: number + 1)
    } else {
      consumer.note(
        .cutShort, fileOffset: input.offset, record: number + 1, expected: expected, found: found)
    }
  }
}
