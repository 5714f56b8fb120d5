import AdvertisingData

/// The packets with one whole report each, under numbers. A packet that repeats one of them need not be dissected.
///
/// The octets of all packets lie close together, and the index is far larger than needed: so nearly every look-up is
/// one step and touches little memory. The number of packets and the steps of a look-up are bounded.
struct PacketMemory {
  /// The longest packet that is remembered. Packets of legacy advertising have at most 45 octets, with extended reports
  /// 59.
  static let longestPacket = 64
  private static let maximumPackets = 16_384
  private static let maximumOctets = maximumPackets * longestPacket
  /// The number of packets that pass unremembered at a time when hardly any repeats.
  private static let maximumUnremembered = 4 * maximumPackets

  /// The part of every packet that each look-up needs, apart from the rest.
  private var places: [Place] = []
  private var packets: [Packet] = []
  /// The octets of all packets, one after the other.
  private var octets: [UInt8] = []
  /// With seven of eight slots free, hardly any packet needs the third step. Hashes have no seed: the limit of steps
  /// bounds the work for packets that were chosen to collide.
  private var index = HashIndex(fewestBits: 8, usedEighths: 1, maximumSteps: 8)

  /// The number of packets still to pass unremembered.
  private var unremembered = 0
  /// The number of reports when the memory was last empty.
  private var reportsBefore = 0

  /// - Parameter isUsed: when it is false, no packet is remembered, and the memory stays empty.
  init(isUsed: Bool = true) {
    if !isUsed { unremembered = .max }
  }

  /// The place of a packet's octets, and the other values that must be equal.
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

  /// The values needed to make the report of a repeat.
  private struct Packet: BitwiseCopyable {
    let dataOffset: Int
    let dataCount: Int
    /// The attributes of the first report.
    let attributes: AdvertisingReport.Attributes
  }

  /// Returns the number of an equal packet.
  ///
  /// It changes nothing. It is `mutating` because the memory would otherwise be copied for the call that is not
  /// inlined.
  @inline(__always)
  mutating func number(of packet: RepeatablePacket, _ octets: Span<UInt8>) -> Int? {
    var steps = 0
    guard let number = index.next(hash: packet.hash, after: &steps) else { return nil }
    if holds(octets, context: packet.context, rssiOffset: packet.rssiOffset, at: number) { return number }
    return self.number(
      of: octets, hash: packet.hash, context: packet.context, rssiOffset: packet.rssiOffset, after: steps)
  }

  /// The packet is passed as scalars to keep it in registers.
  @inline(never)
  private mutating func number(
    of octets: Span<UInt8>, hash: UInt64, context: UInt16, rssiOffset: Int, after firstSteps: Int
  ) -> Int? {
    var steps = firstSteps
    while let number = index.next(hash: hash, after: &steps) {
      if holds(octets, context: context, rssiOffset: rssiOffset, at: number) { return number }
    }
    return nil
  }

  @inline(__always)
  private func holds(_ octets: Span<UInt8>, context: UInt16, rssiOffset: Int, at number: Int) -> Bool {
    let place = places[number]
    guard place.count == octets.count, place.context == context else { return false }
    let start = place.start
    return octets.hasSameOctets(
      as: self.octets.span.extracting(start..<start &+ octets.count), exceptAt: rssiOffset)
  }

  /// Remembers a packet with its report under the returned number. An earlier packet with the number is forgotten, so
  /// no repeat may be waiting.
  ///
  /// When hardly any packet repeats, most are not remembered: then the number is `nil`.
  ///
  /// - Parameter reports: the number of reports so far, repeats included.
  mutating func remember(
    _ packet: RepeatablePacket, _ octets: Span<UInt8>, as report: borrowing AdvertisingReport, after reports: Int
  ) -> Int? {
    guard unremembered == 0 else {
      unremembered -= 1
      return nil
    }
    if packets.count == Self.maximumPackets || self.octets.count + octets.count > Self.maximumOctets {
      if reports - reportsBefore < 2 * packets.count { unremembered = Self.maximumUnremembered }
      reportsBefore = reports + unremembered
      forgetAll()
    }
    let place = Place(start: self.octets.count, count: octets.count, context: packet.context)
    let remembered = Packet(
      dataOffset: packet.dataOffset, dataCount: report.data.count, attributes: report.attributes)
    self.octets.append(copying: octets)
    guard index.insert(packets.count, hash: packet.hash) else {
      let number = index.replaceFirst(hash: packet.hash)
      places[number] = place
      packets[number] = remembered
      return number
    }
    places.append(place)
    packets.append(remembered)
    return packets.count - 1
  }

  private mutating func forgetAll() {
    places.removeAll(keepingCapacity: true)
    packets.removeAll(keepingCapacity: true)
    octets.removeAll(keepingCapacity: true)
    index.removeAll()
  }

  /// Returns the report of a repeat; `nil` when the number is unknown.
  @_lifetime(borrow self)
  func report(_ repeated: RepeatedReport) -> AdvertisingReport? {
    guard packets.indices.contains(repeated.number) else { return nil }
    let packet = packets[repeated.number]
    var attributes = packet.attributes
    attributes.time = repeated.time
    attributes.record = repeated.record
    attributes.rssi = repeated.rssi
    attributes.channel = repeated.channel
    attributes.dataFileOffset = CaptureRecord.inFile(repeated.packetFileOffset + packet.dataOffset)
    let start = places[repeated.number].start + packet.dataOffset
    let data = octets.span.extracting(start..<start + packet.dataCount)
    return AdvertisingReport(attributes, data: data, acad: data.extracting(first: 0), repeatNumber: nil)
  }
}
