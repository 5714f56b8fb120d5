internal import AdvertReading
internal import AdvertisingData

/// A section of a pcapng file, which has its own byte order and interface numbers.
struct PcapngSection: ~Copyable {
  let order: OctetOrder
  private var interfaces: [PcapngInterface] = []

  /// The most interfaces, above any real section; further ones are left out.
  private static let maximumInterfaces = 1 << 20
  /// The longest description of an interface that is read; later options are ignored.
  private static let longestDescription = 1 << 16

  init(order: OctetOrder) {
    self.order = order
  }

  struct PacketBlock {
    let type: UInt32
    let length: Int
    /// The number of octets before the packet.
    let headerLength: Int
  }

  /// Adds the interface of the block that starts here. Consumes nothing.
  mutating func addInterface(
    of input: inout InputWindow, length: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    let body = length - PcapngBlock.lengthLength
    guard body >= PcapngInterface.headerLength else {
      consumer.note(
        .partInvalid, fileOffset: input.offset + 4, record: nil,
        expected:
          "an interface description of at least \(PcapngInterface.headerLength + PcapngBlock.lengthLength) bytes",
        found: "\(length)")
      return
    }
    guard interfaces.count < Self.maximumInterfaces else {
      consumer.note(
        .partInvalid, fileOffset: input.offset, record: nil,
        expected: "at most \(Self.maximumInterfaces) interfaces in a section", found: "more")
      return
    }
    let wanted = min(body, Self.longestDescription)
    guard input.fill(atLeast: wanted) else { return }
    interfaces.append(PcapngInterface(input.bytes.extracting(first: wanted), order: order))
  }

  /// Delivers the packets at the start of `bytes` in whole enhanced packet blocks without problems, as nearly all are.
  /// Returns the number of the last one and of their octets.
  func deliverPlainPackets(
    in bytes: Span<UInt8>, fileOffset start: Int, after last: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) -> (lastNumber: Int, octets: Int) {
    let headerLength = 28
    let shortestLength = headerLength + PcapngBlock.lengthLength
    var number = last
    var offset = 0
    while bytes.count - offset >= shortestLength {
      // One bounds check for the whole header.
      let header = bytes.extracting(offset..<offset &+ headerLength)
      guard header.integer32(at: 0, order) == PcapngBlock.enhancedPacket else { break }
      let length = Int(clamping: header.integer32(at: 4, order))
      guard length >= shortestLength, length & 3 == 0, length <= bytes.count - offset else { break }
      let packet = PcapngPacket(header, type: PcapngBlock.enhancedPacket, order: order)
      let end = offset + length - PcapngBlock.lengthLength
      guard packet.interface < interfaces.count, let captured = packet.capturedLength,
        captured <= min(length - shortestLength, InputWindow.longestRecord),
        let units = packet.time, let time = interfaces[packet.interface].time(units),
        Int(clamping: bytes.integer32(at: end, order)) == length
      else { break }
      number += 1
      let first = offset + headerLength
      if length - shortestLength - captured >= PcapngOptions.shortestWithDrops {
        noteDrops(
          of: .enhancedPacket, in: bytes.extracting(first + (captured + 3) / 4 * 4..<end),
          fileOffset: start + offset, record: number, into: &consumer)
      }
      consumer.consume(
        CaptureRecord(
          number: number, fileOffset: start + first, time: time,
          originalLength: max(packet.originalLength, captured), linkType: interfaces[packet.interface].linkType,
          flags: 0, nanoseconds: interfaces[packet.interface].nanoseconds(units)),
        bytes.extracting(first..<first + captured))
      offset += length
    }
    return (number, offset)
  }

  /// Delivers the packet of the block that starts here; returns `false` when the packet is not whole. Consumes nothing.
  func deliverPacket(
    of block: PacketBlock, in input: inout InputWindow, number: Int,
    into consumer: inout some RecordConsumer & ~Copyable
  ) -> Bool {
    let start = input.offset
    func problem(
      _ kind: CaptureProblem.Kind, at offset: Int, expected: String, found: String
    ) -> CaptureProblem {
      CaptureProblem(kind, fileOffset: start + offset, record: number, expected: expected, found: found)
    }
    let room = block.length - block.headerLength - PcapngBlock.lengthLength
    guard room >= 0 else {
      consumer.note(
        problem(
          .partInvalid, at: 4, expected: "a packet block of at least \(block.length - room) bytes",
          found: "\(block.length)"
        ))
      return false
    }
    guard input.fill(atLeast: block.headerLength) else { return false }
    let packet = PcapngPacket(input.bytes, type: block.type, order: order)
    guard packet.interface < interfaces.count else {
      consumer.note(
        problem(
          .partInvalid, at: 8,
          expected: "one of the section's \(interfaces.count) interfaces", found: "number \(packet.interface)"))
      return false
    }
    let interface = interfaces[packet.interface]
    let length = packet.capturedLength ?? min(packet.originalLength, interface.snapLength ?? room, room)
    guard length <= room else {
      consumer.note(
        problem(
          .packetCutShort, at: 20, expected: "a packet of \(length) bytes", found: "a block with room for \(room)"))
      return false
    }
    guard length <= InputWindow.longestRecord else {
      consumer.note(
        problem(
          .partInvalid, at: PcapngPacket.lengthOffset(ofType: block.type),
          expected: "at most \(InputWindow.longestRecord) bytes", found: "\(length)"))
      return false
    }
    guard input.fill(atLeast: block.headerLength + length) else { return false }
    if block.type == PcapngBlock.obsoletePacket {
      let drops = input.bytes.integer16(at: 10, order)
      // All bits are set when the number is unknown.
      if drops != 0xFFFF { consumer.noteDrops(UInt64(drops), fileOffset: start + 10, record: number) }
    }
    let time = packet.time.flatMap { interface.time($0) }
    if time == nil, let units = packet.time {
      consumer.note(
        problem(.implausibleTime, at: 12, expected: "a time within 292,000 years of 1970", found: "\(units) units"))
    }
    let end = block.headerLength + length
    consumer.consume(
      CaptureRecord(
        number: number, fileOffset: start + block.headerLength, time: time,
        originalLength: max(packet.originalLength, length), linkType: interface.linkType, flags: 0,
        nanoseconds: packet.time.map { interface.nanoseconds($0) } ?? CaptureRecord.countsMicroseconds),
      input.bytes.extracting(block.headerLength..<end))
    return true
  }
}

// MARK: - Dropped packets

extension PcapngSection {
  /// Notes the dropped packets in an interface statistics block. Consumes nothing.
  func noteDrops(
    ofStatistics input: inout InputWindow, length: Int, into consumer: inout some RecordConsumer & ~Copyable
  ) {
    let body = min(length - PcapngBlock.lengthLength, Self.longestDescription)
    guard body > PcapngOptions.statisticsHeaderLength, input.fill(atLeast: body) else { return }
    noteDrops(
      of: .statistics, in: input.bytes.extracting(PcapngOptions.statisticsHeaderLength..<body),
      fileOffset: input.offset, record: nil, into: &consumer)
  }

  /// Notes the dropped packets in the options of a block.
  @inline(never)
  private func noteDrops(
    of codes: PcapngOptions.DropCodes, in options: Span<UInt8>, fileOffset: Int, record: Int?,
    into consumer: inout some RecordConsumer & ~Copyable
  ) {
    consumer.noteDrops(PcapngOptions.drops(codes, in: options, order: order), fileOffset: fileOffset, record: record)
  }
}

/// Options at the end of a block.
enum PcapngOptions {
  /// The octets of type, length, interface and time, before the options of an interface statistics block.
  static let statisticsHeaderLength = 20
  /// The length of an option with a number of dropped packets.
  static let shortestWithDrops = 12

  /// The options with dropped packets.
  struct DropCodes {
    let codes: ClosedRange<UInt16>
    let skipped: UInt16?

    /// `epb_dropcount`.
    static let enhancedPacket = DropCodes(codes: 4...4, skipped: nil)
    /// `isb_ifdrop` and `isb_osdrop`, without `isb_filteraccept` between them.
    static let statistics = DropCodes(codes: 5...7, skipped: 6)
  }

  /// Returns the sum of the drops in the options; 0 without any. Options that are cut or have a wrong length are
  /// ignored.
  static func drops(_ wanted: DropCodes, in options: Span<UInt8>, order: OctetOrder) -> UInt64 {
    var drops: UInt64 = 0
    var place = 0
    while options.count - place >= 4 {
      let code = options.integer16(at: place, order)
      let length = Int(options.integer16(at: place + 2, order))
      guard code != 0, options.count - place - 4 >= length else { break }
      if length == 8, wanted.codes.contains(code), code != wanted.skipped {
        let sum = drops.addingReportingOverflow(options.integer64(at: place + 4, order))
        drops = sum.overflow ? .max : sum.partialValue
      }
      place += 4 + (length + 3) / 4 * 4
    }
    return drops
  }
}

/// An interface description block: the properties of all packets of an interface.
struct PcapngInterface {
  let linkType: LinkType
  /// The length to which packets were cut; `nil` when they were not cut.
  let snapLength: Int?
  private var resolution = Resolution.decimal(6)
  /// Seconds to add to every time.
  private var offset: Int64 = 0

  /// The unit of times, as a part of a second.
  private enum Resolution {
    /// 10 to the power of minus this.
    case decimal(Int)
    /// 2 to the power of minus this.
    case binary(Int)
  }

  /// The octets of a block before its options.
  static let headerLength = 16

  /// `block` starts with the block's type and contains at least ``headerLength`` octets. Options that are cut or have a
  /// wrong length are ignored.
  init(_ block: Span<UInt8>, order: OctetOrder) {
    linkType = LinkType(number: Int(block.integer16(at: 8, order)))
    let snapLength = Int(clamping: block.integer32(at: 12, order))
    self.snapLength = snapLength == 0 ? nil : snapLength
    var place = Self.headerLength
    while block.count - place >= 4 {
      let code = block.integer16(at: place, order)
      let length = Int(block.integer16(at: place + 2, order))
      let value = place + 4
      guard code != 0, block.count - value >= length else { return }
      switch (code, length) {
      case (9, 1):
        let exponent = Int(block[value] & 0x7F)
        resolution = block[value] & 0x80 == 0 ? .decimal(exponent) : .binary(exponent)
      case (14, 8): offset = Int64(bitPattern: block.integer64(at: value, order))
      default: break
      }
      // Options are padded to four octets.
      place = value + (length + 3) / 4 * 4
    }
  }

  /// Returns the time for a number of units, rounded down to microseconds; `nil` when ``Timestamp`` cannot represent
  /// it.
  func time(_ units: UInt64) -> Timestamp? {
    guard let sinceOffset = microseconds(units) else { return nil }
    let (offsetMicroseconds, isTooFar) = offset.multipliedReportingOverflow(by: 1_000_000)
    let (microseconds, isTooLate) = sinceOffset.addingReportingOverflow(offsetMicroseconds)
    return isTooFar || isTooLate ? nil : Timestamp(microseconds: microseconds)
  }

  /// Returns the nanoseconds after that time, below 1000; ``CaptureRecord/countsMicroseconds`` when units are not so
  /// small.
  func nanoseconds(_ units: UInt64) -> UInt16 {
    switch resolution {
    case .decimal(let exponent):
      if exponent <= 6 { return CaptureRecord.countsMicroseconds }
      // In units that small, 64 bits are less than a nanosecond.
      if exponent > 9 + 19 { return 0 }
      let nanoseconds =
        exponent <= 9
        ? units % Self.powerOfTen(exponent - 6) * Self.powerOfTen(9 - exponent) : units / Self.powerOfTen(exponent - 9)
      return UInt16(nanoseconds % 1000)
    case .binary(let exponent):
      // Below 20 binary digits, a unit is longer than a microsecond.
      if exponent < 20 { return CaptureRecord.countsMicroseconds }
      let product = (exponent < 64 ? units & (1 << UInt64(exponent) - 1) : units).multipliedFullWidth(by: 1_000_000_000)
      let nanoseconds =
        exponent < 64
        ? product.high << UInt64(64 - exponent) | product.low >> UInt64(exponent)
        : exponent < 128 ? product.high >> UInt64(exponent - 64) : 0
      return UInt16(nanoseconds % 1000)
    }
  }

  private func microseconds(_ units: UInt64) -> Int64? {
    switch resolution {
    case .decimal(6): return Int64(exactly: units)
    case .decimal(let exponent) where exponent < 6:
      let (product, isTooLarge) = units.multipliedReportingOverflow(by: Self.powerOfTen(6 - exponent))
      return isTooLarge ? nil : Int64(exactly: product)
    case .decimal(let exponent):
      // In units that small, 64 bits are less than a microsecond.
      return exponent - 6 > 19 ? 0 : Int64(exactly: units / Self.powerOfTen(exponent - 6))
    case .binary(let exponent):
      let product = units.multipliedFullWidth(by: 1_000_000)
      if exponent >= 64 { return Int64(product.high >> UInt64(exponent - 64)) }
      guard product.high >> UInt64(exponent) == 0 else { return nil }
      // For the exponent 0 the shift by 64 gives 0, which is right.
      return Int64(exactly: product.high << UInt64(64 - exponent) | product.low >> UInt64(exponent))
    }
  }

  /// `exponent` is at most 19.
  private static func powerOfTen(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
