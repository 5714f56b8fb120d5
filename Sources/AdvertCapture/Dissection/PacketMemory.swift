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
  private static let slotsPerPacket = 4
  /// Slots in a row that a packet may be in. With so many free ones hardly any needs the third.
  private static let reach = 8
  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

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

  /// What is kept of a packet besides its octets.
  private struct Packet {
    let hash: UInt64
    /// Where its octets are.
    let start: Int
    let count: Int
    let context: UInt16
    let dataOffset: Int
    let dataCount: Int
    /// As in its report.
    let attributes: AdvertisingReport.Attributes
  }

  /// The number of a packet like this one.
  @inline(__always)
  func number(of packet: RepeatablePacket, _ octets: Span<UInt8>) -> Int? {
    // Nearly always it is in its first slot.
    let slot = firstSlot(of: packet.hash)
    let content = slots[slot]
    if (content ^ packet.hash) & Self.tagMask == 0, let number = Self.number(in: content),
      holds(packet, octets, at: number)
    {
      return number
    }
    return content == 0 ? nil : number(of: packet, octets, after: slot)
  }

  @inline(never)
  private func number(of packet: RepeatablePacket, _ octets: Span<UInt8>, after first: Int) -> Int? {
    for slot in slots(after: first) {
      let content = slots[slot]
      guard let number = Self.number(in: content) else { return nil }
      if (content ^ packet.hash) & Self.tagMask == 0, holds(packet, octets, at: number) { return number }
    }
    return nil
  }

  @inline(__always)
  private static func number(in content: UInt64) -> Int? {
    content == 0 ? nil : Int(truncatingIfNeeded: content & ~tagMask) &- 1
  }

  private func slots(after first: Int) -> some Sequence<Int> {
    (1..<Self.reach).lazy.map { (first &+ $0) & (slots.count &- 1) }
  }

  @inline(__always)
  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> shift)
  }

  @inline(__always)
  private func holds(_ packet: RepeatablePacket, _ octets: Span<UInt8>, at number: Int) -> Bool {
    guard packets[number].count == octets.count, packets[number].context == packet.context else { return false }
    let start = packets[number].start
    return packet.isRepeated(by: self.octets.span.extracting(start..<start &+ octets.count), in: octets)
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
    let remembered = Packet(
      hash: packet.hash, start: self.octets.count, count: octets.count, context: packet.context,
      dataOffset: packet.dataOffset,
      dataCount: report.data.count, attributes: report.attributes)
    self.octets.append(copying: octets)
    let number: Int
    if let slot = freeSlot(for: packet.hash) {
      number = packets.count
      packets.append(remembered)
      slots[slot] = packet.hash & Self.tagMask | UInt64(number + 1)
      if packets.count * Self.slotsPerPacket > slots.count { grow() }
    } else {
      // The neighbours of its slot all came together by chance, or were made to.
      let slot = firstSlot(of: packet.hash)
      number = Self.number(in: slots[slot]) ?? 0
      packets[number] = remembered
      slots[slot] = packet.hash & Self.tagMask | UInt64(number + 1)
    }
    return number
  }

  private func freeSlot(for hash: UInt64) -> Int? {
    let first = firstSlot(of: hash)
    return slots[first] == 0 ? first : slots(after: first).first { slots[$0] == 0 }
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
    let start = packet.start + packet.dataOffset
    let data = octets.span.extracting(start..<start + packet.dataCount)
    return AdvertisingReport(attributes, data: data, acad: data.extracting(first: 0), repeatNumber: nil)
  }
}
