internal import AdvertReading
internal import AdvertisingData
import AdvertisingData

/// pcapng: Wireshark's format. Each section has its byte order and its interfaces. Each interface has its link type,
/// its unit of time and its time offset.
///
/// libpcap is not used, because it refuses files whose interfaces differ.
enum Pcapng: CaptureFormat {
  static let name = "pcapng"

  /// The octets of type, length and byte order mark of a section header.
  private static let headLength = 12
  private static let shortestSectionHeader = 28

  static func recognises(_ input: inout InputWindow) -> Bool {
    input.fill(atLeast: headLength) && isMark(input.bytes)
  }

  /// Returns whether a section begins with these octets, at least 12.
  static func isMark(_ octets: Span<UInt8>) -> Bool {
    octets.littleEndian32(at: 0) == PcapngBlock.sectionHeader && byteOrder(octets) != nil
  }

  @_specialize(where Consumer == Dissection)
  static func read<Consumer: RecordConsumer & ~Copyable>(
    _ input: inout InputWindow, into consumer: inout Consumer
  ) throws(CaptureError) {
    var section = PcapngSection(order: .littleEndian)
    var number = input.lastRecord
    defer { input.lastRecord = number }
    while input.fill(atLeast: PcapngBlock.shortestLength) {
      let delivered = section.deliverPlainPackets(
        in: input.bytes, fileOffset: input.offset, after: number, into: &consumer)
      number = delivered.lastNumber
      input.consume(delivered.octets)
      consumer.inputMayPause()
      guard delivered.octets == 0 else { continue }
      if input.bytes.littleEndian32(at: 0) == PcapngBlock.sectionHeader {
        guard let order = try readSectionHeader(&input, record: number + 1, into: &consumer) else { return }
        section = PcapngSection(order: order)
      }
      let type = input.bytes.integer32(at: 0, section.order)
      let stated = input.bytes.integer32(at: 4, section.order)
      let length = Int(clamping: stated)
      guard isBlock(ofType: type, length: stated, section.order, in: &input) else {
        guard passDamage(&input, section.order, record: number + 1, into: &consumer) else { return }
        continue
      }
      if let headerLength = PcapngPacket.headerLength(ofType: type) {
        let block = PcapngSection.PacketBlock(type: type, length: length, headerLength: headerLength)
        number += section.deliverPacket(of: block, in: &input, number: number + 1, into: &consumer) ? 1 : 0
      } else if type == PcapngBlock.interfaceDescription {
        section.addInterface(of: &input, length: length, into: &consumer)
      } else if type == PcapngBlock.interfaceStatistics {
        section.noteDrops(ofStatistics: &input, length: length, into: &consumer)
      } else if PcapngBlock.isFrameWithoutPacket(type) {
        number += 1
      }
      guard finishBlock(&input, length: length, order: section.order, record: number + 1, into: &consumer) else {
        return
      }
    }
    if !input.bytes.isEmpty || input.failure != nil {
      consumer.noteCutShort(
        input, at: input.offset, record: number + 1,
        expected: "a block of at least \(PcapngBlock.shortestLength) bytes", found: "\(input.bytes.count)")
    }
  }

  private static func byteOrder(_ sectionHeader: Span<UInt8>) -> OctetOrder? {
    switch sectionHeader.littleEndian32(at: 8) {
    case 0x1A2B_3C4D: .littleEndian
    case 0x4D3C_2B1A: .bigEndian
    default: nil
    }
  }

  /// Returns the byte order of the section that starts here; `nil` when the header cannot be read.
  ///
  /// - Throws: when the first section is of another version.
  private static func readSectionHeader(
    _ input: inout InputWindow, record: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) throws(CaptureError) -> OctetOrder? {
    guard let order = byteOrder(input.bytes) else {
      consumer.note(
        .recordInvalid, fileOffset: input.offset + 8, record: record,
        expected: "the byte order mark 1a 2b 3c 4d in either order",
        found: "0x\(String(input.bytes.bigEndian32(at: 8), radix: 16))")
      return nil
    }
    guard input.fill(atLeast: shortestSectionHeader) else {
      consumer.noteCutShort(
        input, at: input.offset, record: record, expected: "a section header of \(shortestSectionHeader) bytes",
        found: "\(input.bytes.count)")
      return nil
    }
    let major = input.bytes.integer16(at: 12, order)
    guard major == 1 else {
      guard input.offset > 0 else {
        throw .unsupported(fileOffset: 12, expected: "pcapng version 1", found: "version \(major)")
      }
      consumer.note(
        .recordInvalid, fileOffset: input.offset + 12, record: record,
        expected: "pcapng version 1", found: "version \(major)")
      return nil
    }
    return order
  }

  /// Moves to the end of the block that starts here; returns `false` when the input ends inside it.
  private static func finishBlock(
    _ input: inout InputWindow, length: Int, order: OctetOrder, record: Int,
    into consumer: inout some RecordConsumer & ~Copyable
  ) -> Bool {
    let start = input.offset
    let bodyEnd = length - PcapngBlock.lengthLength
    let passed = input.skip(bodyEnd)
    guard passed == bodyEnd, input.fill(atLeast: PcapngBlock.lengthLength) else {
      consumer.noteCutShort(
        input, at: start, record: record, expected: "a block of \(length) bytes",
        found: "\(passed + input.bytes.count)")
      return false
    }
    let repeated = input.bytes.integer32(at: 0, order)
    if Int(clamping: repeated) != length {
      consumer.note(
        .partInvalid, fileOffset: input.offset, record: record,
        expected: "the block's length \(length) to be repeated at its end", found: "\(repeated)")
    }
    input.consume(PcapngBlock.lengthLength)
    return true
  }
}

// MARK: - Damage

extension Pcapng {
  /// Returns whether a block begins at the start of the input: one of its length, which other octets confirm or do not
  /// contradict.
  private static func isBlock(
    ofType type: UInt32, length stated: UInt32, _ order: OctetOrder, in input: inout InputWindow
  ) -> Bool {
    let length = Int(clamping: stated)
    guard length >= PcapngBlock.shortestLength, length % 4 == 0 else { return false }
    guard length <= PcapngBlock.longestSearched else {
      _ = input.fill(atLeast: InputWindow.defaultCapacity / 2)
      return !PcapngBlock.isSearched(type) && !holdsBlocks(&input, order)
    }
    guard input.fill(atLeast: length) else { return input.failure != nil || !holdsBlocks(&input, order) }
    if input.bytes.integer32(at: length - PcapngBlock.lengthLength, order) == stated { return true }
    // Either the length here is damaged, or its repetition is.
    return !input.fill(atLeast: length + PcapngBlock.shortestLength)
      || mayBegin(input.bytes.extracting(droppingFirst: length), order)
  }

  /// Returns whether the octets, at least 12, begin like a block that is searched for after damage.
  private static func mayBegin(_ octets: Span<UInt8>, _ order: OctetOrder) -> Bool {
    if isMark(octets) { return true }
    let length = Int(clamping: octets.integer32(at: 4, order))
    return PcapngBlock.isSearched(octets.integer32(at: 0, order))
      && PcapngBlock.shortestLength...PcapngBlock.longestSearched ~= length && length % 4 == 0
  }

  /// Returns the first place from `start` on where a block may begin; `nil` when the window shows none.
  private static func candidate(in bytes: Span<UInt8>, from start: Int, _ order: OctetOrder) -> Int? {
    var place = start
    while place <= bytes.count - PcapngBlock.shortestLength {
      if mayBegin(bytes.extracting(droppingFirst: place), order) { return place }
      place += 1
    }
    return nil
  }

  /// Returns whether a whole block begins at a candidate: a section, or a block with the same length at both ends.
  private static func begins(at place: Int, _ order: OctetOrder, in input: inout InputWindow) -> Bool {
    guard !isMark(input.bytes.extracting(droppingFirst: place)) else { return true }
    let length = Int(clamping: input.bytes.integer32(at: place + 4, order))
    return input.fill(atLeast: place + length)
      && Int(clamping: input.bytes.integer32(at: place + length - PcapngBlock.lengthLength, order)) == length
  }

  /// Returns whether whole blocks begin after the start of the window.
  private static func holdsBlocks(_ input: inout InputWindow, _ order: OctetOrder) -> Bool {
    var start = 1
    while let place = candidate(in: input.bytes, from: start, order) {
      if begins(at: place, order, in: &input) { return true }
      start = place + 1
    }
    return false
  }

  /// Passes octets up to the next whole block, and reports them. Returns `false` at the end of the input.
  private static func passDamage(
    _ input: inout InputWindow, _ order: OctetOrder, record: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) -> Bool {
    var damage = Damage(start: input.offset)
    damage.pass(1, in: &input)
    let isFound = damage.pass(in: &input, reach: PcapngBlock.shortestLength) {
      candidate(in: $0, from: 0, order)
    } begins: {
      begins(at: 0, order, in: &$0)
    }
    consumer.pass(damage, record: record)
    if !isFound, let failure = input.failure { consumer.note(failure, fileOffset: input.offset, record: record) }
    return isFound
  }
}

/// The header of a block with a packet, in any of its three forms.
struct PcapngPacket {
  /// Number in the section.
  let interface: Int
  /// In the interface's units; `nil` when the form has no times.
  let time: UInt64?
  /// The number of octets in the block; `nil` when it follows from the interface's snapshot length.
  let capturedLength: Int?
  let originalLength: Int

  /// Returns the length of the header before the packet in a block of this type; `nil` when the type has no packets.
  static func headerLength(ofType type: UInt32) -> Int? {
    switch type {
    case PcapngBlock.enhancedPacket, PcapngBlock.obsoletePacket: 28
    case PcapngBlock.simplePacket: 12
    default: nil
    }
  }

  /// Returns the offset of the packet's length in a block of this type: the captured length, or else the original one.
  static func lengthOffset(ofType type: UInt32) -> Int {
    type == PcapngBlock.simplePacket ? 8 : 20
  }

  /// `block` starts with the block's type and contains the header.
  init(_ block: Span<UInt8>, type: UInt32, order: OctetOrder) {
    guard type != PcapngBlock.simplePacket else {
      interface = 0
      time = nil
      capturedLength = nil
      originalLength = Int(clamping: block.integer32(at: 8, order))
      return
    }
    // The obsolete form has a count of dropped packets in place of the upper half of the interface number.
    interface =
      type == PcapngBlock.obsoletePacket
      ? Int(block.integer16(at: 8, order)) : Int(clamping: block.integer32(at: 8, order))
    time = UInt64(block.integer32(at: 12, order)) << 32 | UInt64(block.integer32(at: 16, order))
    capturedLength = Int(clamping: block.integer32(at: 20, order))
    originalLength = Int(clamping: block.integer32(at: 24, order))
  }
}

/// Types of blocks.
enum PcapngBlock {
  /// The same in both byte orders.
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  static let obsoletePacket: UInt32 = 2
  static let simplePacket: UInt32 = 3
  private static let nameResolution: UInt32 = 4
  static let interfaceStatistics: UInt32 = 5
  static let enhancedPacket: UInt32 = 6
  private static let journalExport: UInt32 = 9
  private static let custom: UInt32 = 0x0000_0BAD
  private static let customNotToBeCopied: UInt32 = 0x4000_0BAD

  /// Returns whether Wireshark shows a block of this type, without a packet, as a frame with a number of its own.
  static func isFrameWithoutPacket(_ type: UInt32) -> Bool {
    type == journalExport || type == custom || type == customNotToBeCopied
  }

  /// Returns whether a block of this type is short, and taken for the end of damage.
  static func isSearched(_ type: UInt32) -> Bool {
    switch type {
    case interfaceDescription, obsoletePacket, simplePacket, nameResolution, interfaceStatistics, enhancedPacket: true
    default: false
    }
  }

  /// Type and length before the body, the length again after it.
  static let shortestLength = 12
  /// The longest block whose end is looked at before it is read: the longest packet with much room for its options.
  static let longestSearched = 2 * InputWindow.longestRecord
  static let lengthLength = 4
}
