import AdvertisingData

/// Remembers packets with one whole report each, so that one like it need not be taken apart again: a capture of hours
/// holds the same few hundred packets hundreds of thousands of times, different in how they were received only.
///
/// What is remembered lies close together, and a table far larger tells where: a capture touches as much memory as it
/// has different packets, up to a bound. A look-up takes a few steps however the packets were chosen.
struct PacketMemory {
  /// Longer packets are not remembered. Those of legacy advertising have at most 45 octets, with extended reports 59.
  static let longestPacket = 64
  private static let mostPackets = 16_384
  private static let mostOctets = mostPackets * longestPacket
  /// How many pass at a time where hardly anything comes again.
  private static let mostUnremembered = 4 * mostPackets
  private static let fewestSlotBits: UInt64 = 8
  private static let slotsPerPacket = 8
  /// Slots in a row that a packet may be in. With so many free ones hardly any needs the third.
  private static let reach = 8
  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// Of every packet. Apart from the rest, because it is looked at for every record.
  private var places: [Place] = []
  private var packets: [Packet] = []
  /// Of all packets, one behind the other.
  private var octets: [UInt8] = []
  /// The number of a packet plus one in the lower half, 0 where a slot is free, and the upper half of its hash, which
  /// also says which slot is its first.
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << fewestSlotBits)
  private var shift: UInt64 = 64 - fewestSlotBits

  /// Packets that are yet to pass unremembered.
  private var unremembered = 0
  /// Reports received when it was empty last.
  private var reportsBefore = 0

  /// Where a packet's octets are, and what else makes a difference.
  private struct Place: BitwiseCopyable {
    private let shortStart: UInt32
    private let shortCount: UInt16
    let context: UInt16

    init(start: Int, count: Int, context: UInt16) {
      shortStart = UInt32(start)
      shortCount = UInt16(count)
      self.context = context
    }

    var start: Int { Int(shortStart) }
    var count: Int { Int(shortCount) }
  }

  /// What else is kept of a packet.
  private struct Packet: BitwiseCopyable {
    let hash: UInt64
    let dataOffset: Int
    let dataCount: Int
    /// As in its report.
    let attributes: AdvertisingReport.Attributes
  }

  /// The number of a packet like this one.
  ///
  /// Nothing changes. But what is not borrowed to be changed would be copied, for the case of another slot.
  @inline(__always)
  mutating func number(of packet: RepeatablePacket, _ octets: Span<UInt8>) -> Int? {
    // Nearly always it is in its first slot.
    let slot = firstSlot(of: packet.hash)
    let content = slots[slot]
    if (content ^ packet.hash) & Self.tagMask == 0, let number = Self.number(in: content),
      holds(octets, context: packet.context, rssiOffset: packet.rssiOffset, at: number)
    {
      return number
    }
    return content == 0
      ? nil
      : number(
        of: octets, hash: packet.hash, context: packet.context, rssiOffset: packet.rssiOffset, after: slot)
  }

  /// The packet comes in parts, as all of it would be put into memory for every one that is in its first slot.
  @inline(never)
  private mutating func number(
    of octets: Span<UInt8>, hash: UInt64, context: UInt16, rssiOffset: Int, after first: Int
  ) -> Int? {
    for step in 1..<Self.reach {
      let content = slots[self.slot(step, after: first)]
      guard let number = Self.number(in: content) else { return nil }
      if (content ^ hash) & Self.tagMask == 0,
        holds(octets, context: context, rssiOffset: rssiOffset, at: number)
      {
        return number
      }
    }
    return nil
  }

  @inline(__always)
  private static func number(in content: UInt64) -> Int? {
    content == 0 ? nil : Int(truncatingIfNeeded: content & ~tagMask) &- 1
  }

  @inline(__always)
  private func slot(_ step: Int, after first: Int) -> Int {
    (first &+ step) & (slots.count &- 1)
  }

  @inline(__always)
  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> shift)
  }

  @inline(__always)
  private func holds(_ octets: Span<UInt8>, context: UInt16, rssiOffset: Int, at number: Int) -> Bool {
    let place = places[number]
    guard place.count == octets.count, place.context == context else { return false }
    let start = place.start
    return octets.hasSameOctets(
      as: self.octets.span.extracting(start..<start &+ octets.count), exceptAt: rssiOffset)
  }

  /// Remembers a packet by its report under the number returned, and forgets the one that had it. Nothing may wait that
  /// repeats what was remembered before.
  ///
  /// Where hardly anything comes again, most packets are let pass: then there is no number.
  ///
  /// - Parameter reports: those received so far, repeated ones too.
  mutating func remember(
    _ packet: RepeatablePacket, _ octets: Span<UInt8>, as report: borrowing AdvertisingReport, after reports: Int
  ) -> Int? {
    guard unremembered == 0 else {
      unremembered -= 1
      return nil
    }
    if packets.count == Self.mostPackets || self.octets.count + octets.count > Self.mostOctets {
      if reports - reportsBefore < 2 * packets.count { unremembered = Self.mostUnremembered }
      reportsBefore = reports + unremembered
      forgetAll()
    }
    let place = Place(start: self.octets.count, count: octets.count, context: packet.context)
    let remembered = Packet(
      hash: packet.hash, dataOffset: packet.dataOffset, dataCount: report.data.count, attributes: report.attributes)
    self.octets.append(copying: octets)
    let number: Int
    if let slot = freeSlot(for: packet.hash) {
      number = packets.count
      places.append(place)
      packets.append(remembered)
      slots[slot] = packet.hash & Self.tagMask | UInt64(number + 1)
      if packets.count * Self.slotsPerPacket > slots.count { grow() }
    } else {
      // The neighbours of its slot all came together by chance, or were made to.
      let slot = firstSlot(of: packet.hash)
      number = Self.number(in: slots[slot]) ?? 0
      places[number] = place
      packets[number] = remembered
      slots[slot] = packet.hash & Self.tagMask | UInt64(number + 1)
    }
    return number
  }

  private func freeSlot(for hash: UInt64) -> Int? {
    let first = firstSlot(of: hash)
    for step in 0..<Self.reach {
      let slot = slot(step, after: first)
      if slots[slot] == 0 { return slot }
    }
    return nil
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    shift -= 1
    for number in packets.indices {
      // One without a free slot is not found again.
      guard let slot = freeSlot(for: packets[number].hash) else { continue }
      slots[slot] = packets[number].hash & Self.tagMask | UInt64(number + 1)
    }
  }

  private mutating func forgetAll() {
    places.removeAll(keepingCapacity: true)
    packets.removeAll(keepingCapacity: true)
    octets.removeAll(keepingCapacity: true)
    for slot in slots.indices { slots[slot] = 0 }
  }

  /// The report of a packet like the remembered one of its number; `nil` when none is remembered.
  @_lifetime(borrow self)
  func report(_ repeated: RepeatedReport) -> AdvertisingReport? {
    guard packets.indices.contains(repeated.number) else { return nil }
    let packet = packets[repeated.number]
    var attributes = packet.attributes
    attributes.time = repeated.time
    attributes.record = repeated.record
    attributes.rssi = repeated.rssi
    attributes.channel = repeated.channel
    attributes.dataFileOffset = repeated.packetFileOffset + packet.dataOffset
    let start = places[repeated.number].start + packet.dataOffset
    let data = octets.span.extracting(start..<start + packet.dataCount)
    return AdvertisingReport(attributes, data: data, acad: data.extracting(first: 0), repeatNumber: nil)
  }
}
