import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

/// The packets of periodic trains have an access address and a CRC of their own, which an AUX_ADV_IND tells.
@Suite struct PeriodicTrainTests {
  private static let accessAddress: [UInt8] = [0x0A, 0x1B, 0x2C, 0x3D]
  /// 0x800001, whose bits read the same from both ends.
  private static let crcStart: UInt32 = 0x80_0001
  /// An offset of 300 units of 30 microseconds, an interval of 80 units of 1.25 ms, all channels, the access address, the CRC and an
  /// event counter.
  private static let sync: [UInt8] =
    [0x2C, 0x01, 80, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F] + accessAddress + [0x01, 0x00, 0x80, 7, 0]
  private static let base: [UInt8] = [0x07, 0x16, 0x51, 0x18, 1, 2, 3, 4]

  private static var pointing: ExtendedPacket {
    var packet = ExtendedPacket.auxAdvInd()
    packet.sync = sync
    return packet
  }

  private typealias Sent = (packet: ExtendedPacket, onAir: [UInt8])

  /// A packet of the train.
  private static func packet(
    _ data: [UInt8], next: ExtendedPacket.Next? = nil, on channel: UInt8 = 4, kind: ExtendedPacket.Kind? = nil,
    isDamaged: Bool = false
  ) -> Sent {
    let packet = ExtendedPacket(next: next, data: data, channel: channel, kind: kind)
    var onAir = ExtendedPacket.onAir(packet.pdu, accessAddress: accessAddress, crcStart: crcStart)
    if isDamaged { onAir[onAir.count - 1] ^= 1 }
    return (packet, onAir)
  }

  private static func capture(
    _ packets: [(time: Int64, sent: Sent)], after pointing: ExtendedPacket? = pointing,
    isPlain: Bool = false
  ) -> SnifferCapture {
    var capture = SnifferCapture(linkType: isPlain ? 251 : 256)
    if let pointing { capture.add(isPlain ? pointing.plain : pointing.withPseudoheader) }
    for (time, (packet, onAir)) in packets {
      capture.add(
        isPlain ? onAir : ExtendedPacket.withPseudoheader(onAir: onAir, channel: packet.channel, kind: packet.kind),
        at: time)
    }
    return capture
  }

  @Test(arguments: [false, true]) func aTrainIsReadAsReports(isPlain: Bool) throws {
    let reading = try Self.capture(
      [(9000, Self.packet(Self.base)), (109_000, Self.packet([], on: 9))], isPlain: isPlain
    ).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .auxSyncInd, .auxSyncInd])
    let train = try #require(reading.reports.dropFirst().first)
    #expect(train.data == Self.base)
    #expect(train.address == LinkLayerVectors.address)
    #expect(train.sid == 5)
    #expect(train.advertising == nil)
    #expect(train.crc == .ok)
    #expect(train.channel == (isPlain ? nil : 4))
    #expect(train.dataFileOffset.map { Array(reading.file[$0..<$0 + Self.base.count]) } == Self.base)
    #expect(reading.summary.linkLayer.skipped == 0)
    #expect(reading.summary.problems.isEmpty)
  }

  @Test(arguments: [nil, .auxSyncInd] as [ExtendedPacket.Kind?]) func chainsAreJoined(_ kind: ExtendedPacket.Kind?)
    throws
  {
    let first = Self.packet(Array(Self.base.prefix(5)), next: .init(channel: 20), kind: kind)
    let second = Self.packet(
      Array(Self.base.dropFirst(5)), on: 20, kind: kind == nil ? nil : .auxChainInd)
    let reading = try Self.capture([(9000, first), (10_500, second), (109_000, Self.packet([1, 9]))]).read()
    #expect(reading.reports.map(\.data).dropFirst() == [Self.base, [1, 9]])
    #expect(reading.reports.allSatisfy { $0.isComplete })
    #expect(reading.summary.problems.isEmpty)
    // The next packet of the train ends data whose rest is missing, and so does the end of the capture.
    let next = Self.packet([1, 9], on: 20, kind: kind)
    let cases: [[(time: Int64, sent: Sent)]] = [[(9000, first), (109_000, next)], [(9000, first)]]
    for packets in cases {
      let cut = try Self.capture(packets).read()
      #expect(cut.reports.dropFirst().first?.data == Array(Self.base.prefix(5)))
      #expect(cut.reports.dropFirst().first?.isComplete == false)
      #expect(cut.reports.count == packets.count + 1)
      #expect(cut.problemKinds == [.auxiliaryLost])
    }
  }

  @Test func whatNoAdvertisementPointsToIsSkipped() throws {
    let reading = try Self.capture([(9000, Self.packet(Self.base))], after: nil).read()
    #expect(reading.reports.isEmpty && reading.summary.linkLayer.skipped == 1 && reading.summary.problems.isEmpty)
  }

  @Test func damageIsTold() throws {
    let damaged = try Self.capture([(9000, Self.packet(Self.base, isDamaged: true))], isPlain: true).read()
    #expect(damaged.reports.map(\.pdu) == [.auxAdvInd])
    #expect(damaged.problemKinds == [.badCRC])
    let alone = try Self.capture([(9000, Self.packet(Self.base, kind: .auxChainInd))]).read()
    #expect(alone.reports.map(\.pdu) == [.auxAdvInd])
    #expect(alone.problemKinds == [.auxiliaryLost])
  }

  /// Trains come and go, and their number and length are limited.
  @Test func trainsAreLimited() throws {
    var capture = Self.capture([])
    for number in 0..<70 {
      var other = Self.pointing
      other.sync[9] = UInt8(number + 100)
      capture.add(other.withPseudoheader, at: Int64(number) * 1000)
    }
    let forgotten = Self.packet(Self.base)
    capture.add(ExtendedPacket.withPseudoheader(onAir: forgotten.onAir, channel: 4, kind: nil), at: 80_000)
    #expect(try capture.read().summary.linkLayer.skipped == 1)
    let piece = [UInt8](repeating: 1, count: 200)
    let endless = (0..<20).map { (time: Int64($0) * 1500, sent: Self.packet(piece, next: .init(channel: 4))) }
    let reading = try Self.capture(endless).read()
    #expect(reading.reports.dropFirst().map(\.data.count) == [1800, 1800, 400])
    #expect(reading.reports.dropFirst().allSatisfy { !$0.isComplete })
  }
}
