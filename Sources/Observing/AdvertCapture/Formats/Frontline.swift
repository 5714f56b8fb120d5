internal import AdvertReading
import AdvertisingData

/// Frontline's ComProbe Protocol Analysis System (.cfa), where it records HCI between a host and its controller.
///
/// Items, in pages that are filled up: changes of the time, frames, and ends of frames; then the program's own description of
/// the file. Numbers are little-endian. The format has no public description: this is what nine public files of two
/// versions have in common, in which every frame has the length of the HCI packet in it.
enum Frontline: CaptureFormat {
  static let name = "frontline"

  /// The number of frames that identify a file; in a shorter file all of its frames.
  private static let framesToCheck = 5
  /// The most octets before the first frame, which has only its time there.
  private static let mostBefore = 16

  static func recognises(_ input: inout InputWindow) -> Bool { form(of: &input) != nil }

  static func read(
    _ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) throws(CaptureError) {
    var reader = FrontlineReader(form: form(of: &input) ?? FrontlineForm(), after: input.lastRecord)
    reader.read(&input, into: &consumer)
    input.lastRecord = reader.number
  }

  /// Returns the form in which the first frames are consistent; `nil` when they are in none.
  private static func form(of input: inout InputWindow) -> FrontlineForm? {
    for form in [FrontlineForm(hasIndicator: false), FrontlineForm(hasIndicator: true)] {
      if areConsistent(&input, form) { return form }
    }
    return nil
  }

  private static func areConsistent(_ input: inout InputWindow, _ form: FrontlineForm) -> Bool {
    var frames = 0
    var offset = 0
    while frames < framesToCheck {
      switch form.item(in: &input, at: offset) {
      case .item(let item):
        if case .frame = item.kind { frames += 1 }
        offset += item.length
        if frames == 0, offset > mostBefore { return false }
      case .description: return frames > 0
      case .cut: return frames > 0
      case .none: return false
      }
    }
    return true
  }
}

/// An item of a capture of Frontline's.
struct FrontlineItem {
  let kind: Kind
  /// The octets of the item.
  let length: Int

  enum Kind {
    /// New values of the lowest octets of the time.
    case time(UInt64, octets: Int)
    case frame(FrontlineFrame)
    /// A mark where recording stopped or went on, and what fills a page.
    case other
  }
}

/// A frame: an HCI packet of one of the two sides.
struct FrontlineFrame {
  /// The place of the packet in the item.
  let packet: Range<Int>
  let isFromController: Bool
  let isData: Bool
  /// The length of the packet by its own header, at least that of the octets here.
  let originalLength: Int
}

/// The form of a file: whether packets begin with the indicator of H4, as in files made of other captures.
struct FrontlineForm {
  var hasIndicator = false

  /// Fills the rest of a page.
  private static let padding: UInt8 = 0xA5
  /// Above any packet of HCI, which has at most 65,535 octets of data.
  private static let longestPacket = 65_540
  /// The beginning of the program's own description.
  static let mark = PatternSearch(Array("Frontline Test Equipment, Inc. FTS Capture File.".utf8))
  static let markLength = 48

  enum Found {
    case item(FrontlineItem)
    /// The zeros before the description, or the description.
    case description
    /// The input ends before it is decided.
    case cut
    case none
  }

  func item(in input: inout InputWindow, at offset: Int) -> Found {
    guard input.fill(atLeast: offset + 1) else { return .cut }
    let tag = input.bytes[offset]
    switch tag {
    case 0x01...0x08:
      let count = Int(tag)
      guard input.fill(atLeast: offset + 1 + count) else { return .cut }
      var value: UInt64 = 0
      for index in 0..<count { value |= UInt64(input.bytes[offset + 1 + index]) << UInt64(8 * index) }
      return .item(FrontlineItem(kind: .time(value, octets: count), length: 1 + count))
    case 0x23, 0x24: return .item(FrontlineItem(kind: .other, length: 1))
    case 0x4C...0x4F: return frame(in: &input, at: offset, tag: tag)
    case Self.padding:
      var end = offset + 1
      while end < input.bytes.count, input.bytes[end] == Self.padding { end += 1 }
      return .item(FrontlineItem(kind: .other, length: end - offset))
    case 0: return .description
    case UInt8(ascii: "F"):
      guard input.fill(atLeast: offset + Self.markLength) else { return .cut }
      return Self.mark.matches(input.bytes.extracting(droppingFirst: offset)) ? .description : .none
    default: return .none
    }
  }

  /// A frame has its type, the length in two or four octets, the packet, and an octet that repeats the side.
  private func frame(in input: inout InputWindow, at offset: Int, tag: UInt8) -> Found {
    let head = tag < 0x4E ? 4 : 6
    guard input.fill(atLeast: offset + head) else { return .cut }
    let type = input.bytes[offset + 1]
    let count =
      tag < 0x4E
      ? Int(input.bytes.littleEndian16(at: offset + 2)) : Int(input.bytes.littleEndian32(at: offset + 2))
    guard let indicator = Self.indicator(of: type), count <= Self.longestPacket else { return .none }
    let end = offset + head + count
    guard input.fill(atLeast: end + 1) else { return .cut }
    guard input.bytes[end] == 0x44 | tag & 1 else { return .none }
    let packet = input.bytes.extracting(offset + head..<end)
    guard !hasIndicator || !packet.isEmpty && packet[0] == indicator else { return .none }
    let front = hasIndicator ? 1 : 0
    let isData = indicator == 2 || indicator == 3
    // Only data are cut.
    guard let originalLength = Self.length(of: packet.extracting(front...), indicator),
      isData ? front + originalLength >= count : front + originalLength == count
    else { return .none }
    return .item(
      FrontlineItem(
        kind: .frame(
          FrontlineFrame(
            packet: head..<head + count, isFromController: tag & 1 != 0, isData: isData,
            originalLength: front + originalLength)),
        length: head + count + 1))
  }

  /// Returns the indicator of H4 for the type of a frame: command, data, synchronous data and event.
  private static func indicator(of type: UInt8) -> UInt8? {
    switch type {
    case 1: 1
    case 2: 2
    case 4: 3
    case 8: 4
    default: nil
    }
  }

  /// Returns the length of a packet by its own header.
  private static func length(of packet: Span<UInt8>, _ indicator: UInt8) -> Int? {
    switch indicator {
    case 1, 3: packet.count >= 3 ? 3 + Int(packet[2]) : nil
    case 2: packet.count >= 4 ? 4 + Int(packet.littleEndian16(at: 2)) : nil
    default: packet.count >= 2 ? 2 + Int(packet[1]) : nil
    }
  }
}

/// The clock of a file, in units of 100 ns. Of a time, only the octets that changed are there, so times count from the first
/// one; after a pause of several minutes they can be too early.
struct FrontlineClock {
  private var value: UInt64 = 0
  /// The octets of the time that are known.
  private var octets = 0
  private var shift: UInt64 = 0
  private(set) var time: Timestamp?

  private static let unitsInMicrosecond: Int64 = 10

  mutating func take(_ next: UInt64, octets count: Int) {
    if octets == 0 {
      value = next
      shift = 0 &- next
    } else if count <= octets {
      value = value & ~Self.mask(count) | next
    } else {
      // The octets above those that were known have changed: the least step that changes them.
      let mask = Self.mask(octets)
      let step = (next &- value) & mask
      let whole = next & mask > value & mask ? step &+ mask &+ 1 : step
      shift = value &+ shift &+ whole &- next
      value = next
    }
    octets = max(octets, count)
    time = Timestamp(microseconds: Int64(bitPattern: value &+ shift) / Self.unitsInMicrosecond)
  }

  /// Forgets the time, until the next change.
  mutating func forget() { time = nil }

  private static func mask(_ octets: Int) -> UInt64 { octets < 8 ? 1 << UInt64(8 * octets) &- 1 : .max }
}

/// Reads the frames of a file.
private struct FrontlineReader {
  let form: FrontlineForm
  /// The number of the latest frame.
  private(set) var number: Int
  private var clock = FrontlineClock()

  init(form: FrontlineForm, after number: Int) {
    self.form = form
    self.number = number
  }

  mutating func read(_ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable) {
    while true {
      switch form.item(in: &input, at: 0) {
      case .item(let item):
        switch item.kind {
        case .time(let value, let octets): clock.take(value, octets: octets)
        case .frame(let frame): deliver(frame, in: input, into: &consumer)
        case .other: break
        }
        input.consume(item.length)
        consumer.inputMayPause()
      case .cut:
        guard input.failure == nil, holdsFrames(&input) else { return noteEnd(input, into: &consumer) }
        guard passDamage(&input, into: &consumer) else { return }
      case .description, .none:
        guard passDamage(&input, into: &consumer) else { return }
      }
    }
  }

  private mutating func deliver(
    _ frame: FrontlineFrame, in input: borrowing InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    number += 1
    let flags: UInt32 = (frame.isFromController ? 1 : 0) | (frame.isData ? 0 : 2)
    consumer.consume(
      CaptureRecord(
        number: number, fileOffset: input.offset + frame.packet.lowerBound, time: clock.time,
        originalLength: frame.originalLength, linkType: form.hasIndicator ? .hciH4 : .hciUnencapsulated, flags: flags),
      input.bytes.extracting(frame.packet))
  }

  /// Passes octets that are no item, and reports them, except zeros before the description. Returns `false` at the end.
  private mutating func passDamage(
    _ input: inout InputWindow, into consumer: inout some RecordConsumer & ~Copyable
  ) -> Bool {
    var damage = Damage(start: input.offset)
    let found = damage.pass(in: &input, reach: 1) { bytes in
      Self.candidate(in: bytes, from: 0)
    } begins: { input in
      begins(&input, at: 0)
    }
    let isDescription = found && isMark(&input)
    if damage.octets > 0, !(isDescription && damage.isZeros) {
      consumer.pass(damage, record: number + 1)
      clock.forget()
    }
    if isDescription { _ = input.skip(.max) }
    if !found || isDescription, let failure = input.failure {
      consumer.note(failure, fileOffset: input.offset, record: number + 1)
    }
    return found && !isDescription
  }

  private func isMark(_ input: inout InputWindow) -> Bool {
    input.fill(atLeast: FrontlineForm.markLength) && FrontlineForm.mark.matches(input.bytes)
  }

  /// Returns whether a frame that another item follows begins at an offset, or the description.
  private func begins(_ input: inout InputWindow, at offset: Int) -> Bool {
    if input.fill(atLeast: offset + FrontlineForm.markLength),
      FrontlineForm.mark.matches(input.bytes.extracting(droppingFirst: offset))
    {
      return true
    }
    guard case .item(let item) = form.item(in: &input, at: offset), case .frame = item.kind else { return false }
    if case .none = form.item(in: &input, at: offset + item.length) { return false }
    return true
  }

  private func holdsFrames(_ input: inout InputWindow) -> Bool {
    var offset = 1
    while let place = Self.candidate(in: input.bytes, from: offset) {
      if begins(&input, at: place) { return true }
      offset = place + 1
    }
    return false
  }

  private static func candidate(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case 0x4C...0x4F, UInt8(ascii: "F"): return place
      default: place += 1
      }
    }
    return nil
  }

  /// Notes that a file ends before its description, which the program writes last.
  private func noteEnd(_ input: borrowing InputWindow, into consumer: inout some RecordConsumer & ~Copyable) {
    consumer.noteCutShort(
      input, at: input.offset, record: number + 1, expected: "the description behind the capture",
      found: "\(input.bytes.count) bytes of an item")
  }
}
