import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

/// ADV_EXT_IND, AUX_ADV_IND and AUX_CHAIN_INDs become one report.
@Suite struct ExtendedJoinTests {
  private static let other: [UInt8] = [0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0xCF]
  private static let otherAddress = DeviceAddress(bits: 0xCF0E_0D0C_0B0A, type: .random)
  private static let anonymous = DeviceAddress(bits: 0, type: .anonymous)

  @Test func vectors() throws {
    let reading = try SnifferCapture(linkType: 251, LinkLayerVectors.advExtInd, LinkLayerVectors.auxAdvInd).read()
    let offset = SnifferCapture.firstPacketOffset + LinkLayerVectors.advExtInd.count + 16 + 16
    #expect(
      reading.reports == [
        SniffedReport(
          pdu: .auxAdvInd, advertising: .extendedNonconnectable, sid: 5, record: 2, dataFileOffset: offset,
          data: LinkLayerVectors.auxAdvIndData)
      ])
    #expect(Array(reading.file[offset..<offset + 10]) == LinkLayerVectors.auxAdvIndData)
    #expect(reading.summary.problems.isEmpty)
  }

  @Test(
    arguments: [false, true],
    [(UInt8(0), AdvertisingPDU.extendedNonconnectable), (1, .extendedConnectable), (2, .extendedScannable)])
  func oneReport(isPlain: Bool, mode: (UInt8, AdvertisingPDU)) throws {
    let reading = try SnifferCapture(
      [(0, .advExtInd(mode: mode.0)), (1510, .auxAdvInd(mode: mode.0))], isPlain: isPlain
    ).read()
    let report = try #require(reading.reports.first)
    #expect(reading.reports.count == 1)
    #expect(report.pdu == .auxAdvInd)
    #expect(report.advertising == mode.1)
    #expect(report.record == 2)
    #expect(report.sid == 5)
    #expect(report.data == [2, 1, 6])
    #expect(reading.summary.problems.isEmpty)
  }

  /// What the controller adds to the headers stays apart from the data, also when the data come in pieces.
  @Test(arguments: [false, true])
  func controllerData(isPlain: Bool) throws {
    let channelMap: [UInt8] = [8, 0x28, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x2A, 0]
    var alone = ExtendedPacket.auxAdvInd()
    alone.acad = channelMap
    let single = try #require(SnifferCapture([(0, alone)], isPlain: isPlain).read().reports.first)
    #expect(single.acad == channelMap)
    #expect(single.data == [2, 1, 6])

    var first = ExtendedPacket.auxAdvInd(next: .init(channel: 11))
    first.acad = channelMap
    let reports = try SnifferCapture(
      [(0, first), (1500, .auxChainInd(data: [2, 0x0A, 0], on: 11))], isPlain: isPlain
    ).read().reports
    #expect(reports.map(\.acad) == [channelMap])
    #expect(reports.map(\.data) == [[2, 1, 6, 2, 0x0A, 0]])
  }

  /// The address can be in either packet, or in none.
  @Test(arguments: [false, true])
  func address(isPlain: Bool) throws {
    for (first, second, expected) in [
      (nil, ExtendedPacket.address, LinkLayerVectors.address), (Self.other, nil, Self.otherAddress),
      (ExtendedPacket.address, ExtendedPacket.address, LinkLayerVectors.address), (nil, nil, Self.anonymous),
    ] as [([UInt8]?, [UInt8]?, DeviceAddress)] {
      let reading = try SnifferCapture(
        [(0, .advExtInd(address: first)), (1500, .auxAdvInd(address: second))], isPlain: isPlain
      ).read()
      #expect(reading.reports.map(\.pdu) == [.auxAdvInd])
      #expect(reading.reports.map(\.address) == [expected])
    }
  }

  /// Packets with different addresses are not of one advertisement, whatever else agrees.
  @Test func differentAddresses() throws {
    let reading = try SnifferCapture([(0, .advExtInd(address: Self.other)), (1500, .auxAdvInd())]).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .advExtInd])
    #expect(reading.reports.map(\.address) == [LinkLayerVectors.address, Self.otherAddress])
    #expect(reading.problemKinds == [.auxiliaryLost])
  }

  /// The same is announced on all three channels.
  @Test func threeAnnouncements() throws {
    let reading = try SnifferCapture([
      (0, .advExtInd(next: .init(offset: 100), on: 37)), (900, .advExtInd(next: .init(offset: 70), on: 38)),
      (1800, .advExtInd(next: .init(offset: 40), on: 39)), (3000, .auxAdvInd()),
    ]).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd])
    #expect(reading.summary.problems.isEmpty)
  }

  @Test(arguments: [false, true])
  func auxiliaryAlone(isPlain: Bool) throws {
    let reading = try SnifferCapture([(0, .auxAdvInd()), (100_000, .auxAdvInd())], isPlain: isPlain).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .auxAdvInd])
    #expect(reading.reports.map(\.record) == [1, 2])
    #expect(reading.summary.problems.isEmpty)
  }

  /// The packet that an ADV_EXT_IND points to never came: a lost packet for each event, and a device only with an address.
  @Test func announcementAlone() throws {
    let reading = try SnifferCapture([
      (0, .advExtInd(next: .init(offset: 100), on: 37)), (900, .advExtInd(next: .init(offset: 70), on: 38)),
      (100_000, .advExtInd()), (200_000, .advExtInd(mode: 1, address: ExtendedPacket.address)),
    ]).read()
    let expected = { (record: Int, address: DeviceAddress, advertising: AdvertisingPDU) in
      SniffedReport(
        pdu: .advExtInd, advertising: advertising, address: address, sid: 5, rssi: -60, channel: 37, record: record,
        isComplete: false)
    }
    #expect(
      reading.reports == [
        expected(4, LinkLayerVectors.address, .extendedConnectable)
      ])
    #expect(reading.problemKinds == [.auxiliaryLost])
    #expect(reading.summary.problems.first?.count == 3)
  }

  /// An ADV_EXT_IND that points nowhere is all there is.
  @Test(arguments: [false, true])
  func announcementWithoutPointer(isPlain: Bool) throws {
    let packet = ExtendedPacket.advExtInd(address: ExtendedPacket.address, set: nil, next: nil)
    let reading = try SnifferCapture([(0, packet)], isPlain: isPlain).read()
    let report = try #require(reading.reports.first)
    #expect(report.pdu == .advExtInd)
    #expect(report.advertising == .extendedNonconnectable)
    #expect(report.address == LinkLayerVectors.address)
    #expect(report.isComplete)
    #expect(report.sid == nil)
    #expect(report.data.isEmpty)
    #expect(reading.summary.problems.isEmpty)
  }

  @Test(arguments: [false, true])
  func chain(isPlain: Bool) throws {
    let reading = try SnifferCapture(
      [
        (0, .advExtInd()), (1500, .auxAdvInd(next: .init(channel: 20, offset: 10), data: [5, 0xFF, 1])),
        (1800, .auxChainInd(next: .init(channel: 30, offset: 20), data: [2], on: 20)),
        (2400, .auxChainInd(data: [3, 4], on: 30)), (100_000, .auxAdvInd(data: [])),
      ], isPlain: isPlain
    ).read()
    let expected = SniffedReport(
      pdu: .auxAdvInd, advertising: .extendedNonconnectable, sid: 5, rssi: isPlain ? nil : -60,
      channel: isPlain ? nil : 30, record: 4, data: [5, 0xFF, 1, 2, 3, 4])
    #expect(reading.reports.first == expected)
    #expect(reading.reports.map(\.record) == [4, 5])
    #expect(reading.summary.problems.isEmpty)
  }

  /// A missing end leaves the beginning; it is handed on when the set begins anew.
  @Test func chainWithoutEnd() throws {
    let begin = ExtendedPacket.auxAdvInd(next: .init(), data: [5, 0xFF, 1])
    let reading = try SnifferCapture([
      (0, begin), (100_000, begin), (101_500, .auxChainInd(data: [9])), (200_000, begin),
    ]).read()
    #expect(reading.reports.map(\.data) == [[5, 0xFF, 1], [5, 0xFF, 1, 9], [5, 0xFF, 1]])
    #expect(reading.reports.map(\.isComplete) == [false, true, false])
    #expect(reading.reports.map(\.record) == [1, 3, 4])
    #expect(reading.problemKinds == [.auxiliaryLost])
    #expect(reading.summary.problems.first?.count == 2)
  }

  /// Its advertiser is unknown.
  @Test(arguments: [false, true])
  func chainWithoutBeginning(isPlain: Bool) throws {
    let reading = try SnifferCapture([(0, .auxChainInd(data: [9]))], isPlain: isPlain).read()
    #expect(reading.reports.isEmpty)
    #expect(reading.problemKinds == [.auxiliaryLost])
    #expect(reading.summary.problems.first?.record == 1)
  }

  @Test(arguments: [false, true])
  func setsInterleave(isPlain: Bool) throws {
    let sets = (0..<4).map { ExtendedPacket.Set(sid: $0, did: 7) }
    var packets: [(Int64, ExtendedPacket)] = []
    packets += sets.enumerated().map { (Int64($0) * 100, .advExtInd(set: $1)) }
    packets += sets.enumerated().map {
      (1500 + Int64($0) * 100, .auxAdvInd(set: $1, next: .init(), data: [UInt8($0)]))
    }
    packets += sets.enumerated().reversed().map {
      (3000 + Int64($0) * 100, .auxChainInd(set: $1, data: [0x10 + UInt8($0)]))
    }
    let reading = try SnifferCapture(packets, isPlain: isPlain).read()
    #expect(reading.reports.map(\.sid) == [3, 2, 1, 0])
    #expect(reading.reports.map(\.data) == [[3, 0x13], [2, 0x12], [1, 0x11], [0, 0x10]])
    #expect(reading.summary.problems.isEmpty)
  }

  /// Two advertisers whose sets and data identifiers agree: the channel tells their chains apart, or else the time.
  @Test func equalIdentifiersOnDifferentChannels() throws {
    let reading = try SnifferCapture([
      (0, .auxAdvInd(next: .init(channel: 20), data: [1])),
      (10, .auxAdvInd(address: Self.other, next: .init(channel: 21), data: [2])),
      (1500, .auxChainInd(data: [0x22], on: 21)), (1510, .auxChainInd(data: [0x11], on: 20)),
    ]).read()
    #expect(reading.reports.map(\.data) == [[2, 0x22], [1, 0x11]])
    #expect(reading.reports.map(\.address) == [Self.otherAddress, LinkLayerVectors.address])
  }

  /// Offsets in units of 30 and of 300 microseconds.
  @Test(arguments: [false, true])
  func equalIdentifiersAtDifferentTimes(isPlain: Bool) throws {
    let reading = try SnifferCapture(
      [
        (0, .auxAdvInd(next: .init(offset: 40, isCoarse: true), data: [1])),
        (1000, .auxAdvInd(address: Self.other, next: .init(offset: 40, isCoarse: false), data: [2])),
        (2200, .auxChainInd(data: [0x22])), (12_000, .auxChainInd(data: [0x11])),
      ], isPlain: isPlain
    ).read()
    #expect(reading.reports.map(\.data) == [[2, 0x22], [1, 0x11]])
    #expect(reading.reports.map(\.address) == [Self.otherAddress, LinkLayerVectors.address])
  }

  /// No pointer reaches further than 2.5 seconds.
  @Test func tooLate() throws {
    let near = try SnifferCapture([(0, .advExtInd()), (2_400_000, .auxAdvInd())]).read()
    #expect(near.reports.map(\.pdu) == [.auxAdvInd])
    let far = try SnifferCapture([(0, .advExtInd()), (2_500_000, .auxAdvInd())]).read()
    #expect(far.reports.map(\.pdu) == [.auxAdvInd])
    #expect(far.problemKinds == [.auxiliaryLost])
  }

  /// Where the packet cannot be, it is not.
  @Test func wrongChannelOrMode() throws {
    let channel = try SnifferCapture([(0, .advExtInd()), (1500, .auxAdvInd(on: 11))]).read()
    #expect(channel.reports.map(\.pdu) == [.auxAdvInd])
    let mode = try SnifferCapture([(0, .advExtInd(mode: 1)), (1500, .auxAdvInd())]).read()
    #expect(mode.reports.map(\.pdu) == [.auxAdvInd])
    #expect(channel.problemKinds + mode.problemKinds == [.auxiliaryLost, .auxiliaryLost])
    // 0 is also what is stored for want of knowledge.
    let unknown = try SnifferCapture([(0, .advExtInd()), (1500, .auxAdvInd(on: 0))]).read()
    #expect(unknown.reports.map(\.pdu) == [.auxAdvInd])
  }

  /// However many wait, none is lost.
  @Test func manyAnnouncements() throws {
    let packets = (0..<200).map {
      (Int64($0), ExtendedPacket.advExtInd(address: Self.other, set: .init(did: UInt16($0))))
    }
    let reading = try SnifferCapture(packets).read()
    #expect(reading.reports.map(\.record) == Array(1...200))
    #expect(reading.reports.allSatisfy { $0.pdu == .advExtInd && !$0.isComplete })
  }

  @Test func dataPastTheLongest() throws {
    let piece = Array(repeating: UInt8(7), count: 240)
    var packets: [(Int64, ExtendedPacket)] = [(0, .auxAdvInd(next: .init(), data: piece))]
    for index in 1...6 {
      packets.append((Int64(index) * 1500, .auxChainInd(next: index < 6 ? .init() : nil, data: piece)))
    }
    packets[6].1.data = Array(repeating: 7, count: 210)
    #expect(try SnifferCapture(packets).read().reports.map(\.data.count) == [1650])
    packets[6].1.data.append(7)
    let reading = try SnifferCapture(packets).read()
    #expect(reading.reports.map(\.data.count) == [1651])
    #expect(reading.reports.map(\.isComplete) == [false])
    #expect(reading.problemKinds == [.advertisementIncomplete])
  }

  @Test func reservedMode() throws {
    let reading = try SnifferCapture([(0, .auxAdvInd(mode: 3))]).read()
    #expect(reading.reports.isEmpty)
    #expect(reading.problemKinds == [.reportInvalid])
  }

  /// One bad piece makes the whole bad.
  @Test func worstCRC() throws {
    var capture = SnifferCapture(linkType: 251)
    capture.add(ExtendedPacket.auxAdvInd(next: .init(), data: [1]).plain)
    var last = ExtendedPacket.auxChainInd(data: [2]).plain
    last[last.count - 1] ^= 1
    capture.add(last, at: 1500)
    let reading = try capture.read(options: CaptureOptions(keepsBadCRC: true))
    #expect(reading.reports.map(\.crc) == [.bad])
    #expect(reading.reports.map(\.data) == [[1, 2]])
    #expect(try capture.read().reports.map(\.data) == [[1]])
  }
}
