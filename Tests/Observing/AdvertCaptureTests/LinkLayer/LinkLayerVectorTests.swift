import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

/// Every packet and header with a known meaning, read exactly.
@Suite struct LinkLayerVectorTests {
  private typealias Vectors = LinkLayerVectors
  private static let start = SnifferCapture.firstPacketOffset

  @Test(
    arguments: [
      (Vectors.advInd, .advInd, .advInd, 12, Vectors.advIndData),
      (Vectors.scanRsp, .scanRsp, nil, 12, [0x02, 0x0A, 0x04]),
      (Vectors.advNonconnInd, .advNonconnInd, .advNonconnInd, 12, [0x02, 0x01, 0x06]),
      (Vectors.advScanInd, .advScanInd, .advScanInd, 12, [0x02, 0x01, 0x06]),
      (Vectors.advDirectInd, .advDirectInd, .advDirectInd, 18, []),
    ] as [([UInt8], AdvertisingReport.PDU, AdvertisingPDU?, Int, [UInt8])])
  func legacy(
    _ packet: [UInt8], pdu: AdvertisingReport.PDU, advertising: AdvertisingPDU?, dataOffset: Int, data: [UInt8]
  ) throws {
    let reading = try SnifferCapture(linkType: 251, packet).read()
    #expect(
      reading.reports == [
        SniffedReport(pdu: pdu, advertising: advertising, dataFileOffset: Self.start + dataOffset, data: data)
      ])
    #expect(reading.summary.problems.isEmpty)
    #expect(reading.summary.linkTypes == [.linkLayer])
  }

  @Test func publicAddress() throws {
    var packet = Vectors.advInd
    packet[4] = 0x00
    let reading = try SnifferCapture(linkType: 251, packet).read(options: CaptureOptions(keepsBadCRC: true))
    #expect(reading.reports.map(\.address) == [DeviceAddress(bits: 0x1122_3344_5566, type: .public)])
  }

  @Test func requestsAreCountedOnly() throws {
    let reading = try SnifferCapture(linkType: 251, Vectors.scanReq, Vectors.connectInd, Vectors.scanReq).read()
    #expect(reading.reports.isEmpty)
    #expect(reading.summary.problems.isEmpty)
    #expect(reading.summary.linkLayer.scanRequests == 2)
    #expect(reading.summary.linkLayer.connectionRequests == 1)
    #expect(reading.summary.linkLayer.skipped == 0)
  }

  @Test func wrongCRCIsLeftOutAndCounted() throws {
    let reading = try SnifferCapture(linkType: 251, Vectors.badCRC, Vectors.advInd, Vectors.badCRC).read()
    #expect(reading.reports.map(\.record) == [2])
    let problem = try #require(reading.summary.problems.first)
    #expect(reading.summary.problems.count == 1)
    #expect(problem.kind == .badCRC)
    #expect(problem.count == 2)
    #expect(problem.record == 1)
    #expect(problem.fileOffset == Self.start + 24)
    #expect(!problem.kind.isDamage)
  }

  @Test func wrongCRCIsKeptOnRequest() throws {
    let reading = try SnifferCapture(linkType: 251, Vectors.badCRC).read(options: CaptureOptions(keepsBadCRC: true))
    #expect(
      reading.reports == [
        SniffedReport(
          pdu: .advInd, advertising: .advInd, crc: .bad, dataFileOffset: Self.start + 12, data: Vectors.advIndData)
      ])
    #expect(reading.problemKinds == [.badCRC])
  }

  /// A CRC that the capture cut off cannot be checked; one that was never there means that the length is wrong.
  @Test func missingCRC() throws {
    for missing in 1...3 {
      let packet = Array(Vectors.advInd.dropLast(missing))
      var capture = SnifferCapture(linkType: 251)
      capture.add(packet, originalLength: Vectors.advInd.count)
      let sliced = try capture.read()
      #expect(sliced.reports.map(\.crc) == [.unchecked], "\(missing) octets missing")
      #expect(sliced.reports.map(\.data) == [Vectors.advIndData])
      #expect(sliced.summary.problems.isEmpty)
      let short = try SnifferCapture(linkType: 251, packet).read()
      #expect(short.reports.isEmpty, "\(missing) octets missing")
      #expect(short.problemKinds == [.packetGarbled])
    }
  }

  @Test func otherAccessAddressesAreSkipped() throws {
    var data = Vectors.advInd
    data[3] = 0x50
    let reading = try SnifferCapture(linkType: 251, data, Vectors.advInd, data).read()
    #expect(reading.reports.map(\.record) == [2])
    #expect(reading.summary.linkLayer.skipped == 2)
    #expect(reading.summary.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("00c60000d6be898e130c", 37, -58), ("0cc40000d6be898e130c", 38, -60), ("27c30000d6be898e130c", 39, -61),
      // No measurement, and a channel that advertising does not use but sniffers give.
      ("05ce0000d6be898e110c", 4, nil),
    ] as [(String, UInt8, Int8?)])
  func pseudoheader(_ header: String, channel: UInt8, rssi: Int8?) throws {
    let reading = try SnifferCapture(linkType: 256, Vectors.octets(header) + Vectors.advInd).read()
    #expect(
      reading.reports == [
        SniffedReport(
          pdu: .advInd, advertising: .advInd, rssi: rssi, channel: channel, dataFileOffset: Self.start + 22,
          data: Vectors.advIndData)
      ])
    #expect(reading.summary.linkTypes == [.linkLayerWithPseudoheader])
    #expect(reading.summary.problems.isEmpty)
  }

  /// The receiver's word is taken when it gives it, right or wrong; otherwise the CRC is computed.
  @Test(
    arguments: [
      ("1304", Vectors.badCRC, .bad), ("1304", Vectors.advInd, .bad), ("130c", Vectors.badCRC, .ok),
      ("1300", Vectors.advInd, .ok), ("1300", Vectors.badCRC, .bad), ("1308", Vectors.badCRC, .bad),
    ] as [(String, [UInt8], AdvertisingReport.CRC)])
  func pseudoheaderCRC(_ flags: String, _ packet: [UInt8], crc: AdvertisingReport.CRC) throws {
    let capture = SnifferCapture(linkType: 256, Vectors.octets("27c30000d6be898e" + flags) + packet)
    #expect(try capture.read(options: CaptureOptions(keepsBadCRC: true)).reports.map(\.crc) == [crc])
    let reading = try capture.read()
    #expect(reading.reports.map(\.crc) == (crc == .ok ? [.ok] : []))
    #expect(reading.problemKinds == (crc == .ok ? [] : [.badCRC]))
  }

  @Test func pseudoheaderOnCodedPHY() throws {
    let header = Vectors.octets("00c60000d6be898e138c")
    let reading = try SnifferCapture(linkType: 256, header + Vectors.coded(Vectors.advInd)).read()
    #expect(
      reading.reports == [
        SniffedReport(
          pdu: .advInd, advertising: .advInd, rssi: -58, channel: 37, dataFileOffset: Self.start + 23,
          data: Vectors.advIndData)
      ])
  }

  /// Channels count by frequency in the header, and otherwise by index: every one is used once.
  @Test func everyRadioChannelHasItsIndex() throws {
    var indices: [UInt8?] = []
    for channel in UInt8(0)...40 {
      let header = [channel] + Vectors.octets("c60000d6be898e130c")
      indices += try SnifferCapture(linkType: 256, header + Vectors.advInd).read().reports.map(\.channel)
    }
    let expected = [37...37, 0...10, 38...38, 11...36, 39...39].flatMap { (channels: ClosedRange<UInt8>) in
      channels.map(Optional.some)
    }
    #expect(indices == expected + [nil])
    // An aliased channel may be another one.
    let aliased = Vectors.octets("00c60000d6be898e530c") + Vectors.advInd
    #expect(try SnifferCapture(linkType: 256, aliased).read().reports.map(\.channel) == [nil])
  }

  @Test func pseudoheaderOfAuxiliaryPackets() throws {
    let header = Vectors.octets("0bc20000d6be898e934c")
    let plain = try SnifferCapture(linkType: 256, header + Vectors.auxAdvInd).read()
    #expect(
      plain.reports == [
        SniffedReport(
          pdu: .auxAdvInd, advertising: .extendedNonconnectable, sid: 5, rssi: -62, channel: 10,
          dataFileOffset: Self.start + 26, data: Vectors.auxAdvIndData)
      ])
    let periodic = try SnifferCapture(linkType: 256, header + Vectors.syncInfo).read()
    #expect(
      periodic.reports == [
        SniffedReport(
          pdu: .auxAdvInd, advertising: .extendedNonconnectable, rssi: -62, channel: 10,
          dataFileOffset: Self.start + 43, data: [0x02, 0x0A, 0x00])
      ])
  }

  @Test(
    arguments: [
      ("beef0607000000240125370000e8030000", 37), ("010625010700060a0125370000e8030000", 37),
      ("012500020700060a0125370000e8030000", 37), ("012500030700020a0125370000e8030000", 37),
      ("012500040700020a0125370000e8030000", 37),
      // Other tools write packet id 0 and channel 0.
      ("012500030700000a0100370000e8030000", 0),
    ] as [(String, UInt8)])
  func nordicSniffer(_ header: String, channel: UInt8) throws {
    let header = Vectors.octets(header)
    let reading = try SnifferCapture(linkType: 272, header + Vectors.advInd).read()
    #expect(
      reading.reports == [
        SniffedReport(
          pdu: .advInd, advertising: .advInd, rssi: -55, channel: channel,
          dataFileOffset: Self.start + header.count + 12, data: Vectors.advIndData)
      ])
    #expect(reading.summary.linkTypes == [.nordicSniffer])
    #expect(reading.summary.problems.isEmpty)
  }

  @Test func nordicSnifferOffThePrimaryChannels() throws {
    let auxiliary = Vectors.octets("012700030700020a110a370000e8030000") + Vectors.auxAdvInd
    #expect(
      try SnifferCapture(linkType: 272, auxiliary).read().reports == [
        SniffedReport(
          pdu: .auxAdvInd, advertising: .extendedNonconnectable, sid: 5, rssi: -55, channel: 10,
          dataFileOffset: Self.start + 33, data: Vectors.auxAdvIndData)
      ])
    let coded = Vectors.octets("012800030700020a210a370000e8030000") + Vectors.coded(Vectors.auxAdvInd)
    #expect(
      try SnifferCapture(linkType: 272, coded).read().reports == [
        SniffedReport(
          pdu: .auxAdvInd, advertising: .extendedNonconnectable, sid: 5, rssi: -55, channel: 10,
          dataFileOffset: Self.start + 34, data: Vectors.auxAdvIndData)
      ])
  }

  /// The flag counts, not the octets: what the sniffer stores there is often not what was sent.
  @Test func nordicSnifferCRC() throws {
    let valid = Vectors.octets("012500030700020a0125370000e8030000") + Vectors.badCRC
    #expect(try SnifferCapture(linkType: 272, valid).read().reports.map(\.crc) == [.ok])
    let invalid = Vectors.octets("012500030700020a0025370000e8030000") + Vectors.advInd
    let reading = try SnifferCapture(linkType: 272, invalid).read()
    #expect(reading.reports.isEmpty)
    #expect(reading.problemKinds == [.badCRC])
  }

  /// Every packet id: three carry packets, the others are the sniffer's own messages.
  @Test func nordicSnifferPacketIDs() throws {
    var carrying: [UInt8] = []
    for id in UInt8.min ... .max {
      let header = Vectors.octets("012500030700") + [id] + Vectors.octets("0a0125370000e8030000")
      let reading = try SnifferCapture(linkType: 272, header + Vectors.advInd).read()
      if !reading.reports.isEmpty { carrying.append(id) }
      #expect(reading.summary.problems.isEmpty, "packet id \(id)")
    }
    #expect(carrying == [0, 2, 6])
  }

  @Test func perPacketInformation() throws {
    let field = "36750c00 00 6209 00 39300000 ce c4 c9 01"
    let expected = SniffedReport(
      pdu: .advInd, advertising: .advInd, rssi: -55, channel: 37, dataFileOffset: Self.start + 36,
      data: Vectors.advIndData)
    for inner in ["fb000000", "93000000"] {
      let header = Vectors.octets("00001800" + inner + field)
      let reading = try SnifferCapture(linkType: 192, header + Vectors.advInd).read()
      #expect(reading.reports == [expected], "inside: \(inner)")
      #expect(reading.summary.linkTypes == [.perPacketInformation])
      #expect(reading.summary.problems.isEmpty)
      // There is no word on the CRC, so it is computed.
      #expect(try SnifferCapture(linkType: 192, header + Vectors.badCRC).read().problemKinds == [.badCRC])
    }
  }

  @Test func perPacketInformationWithOtherFields() throws {
    let field = "36750c00 00 6209 00 39300000 ce c4 c9 01"
    // No field at all; one of five octets before it, aligned and not; one that overruns the header.
    for (header, rssi) in [
      ("00000800 fb000000", nil), ("00002100 fb000000 0100 0500 1122334455" + field, -55),
      ("00012400 fb000000 0100 0500 1122334455 000000" + field, -55), ("00001000 fb000000 3675 0c00 00620900", nil),
      // No measurement.
      ("00001800 fb000000 36750c00 00 6209 00 39300000 ce c4 c9 00", nil),
    ] as [(String, Int8?)] {
      let reading = try SnifferCapture(linkType: 192, Vectors.octets(header) + Vectors.advInd).read()
      #expect(reading.reports.map(\.rssi) == [rssi], "\(header)")
    }
  }

  @Test func perPacketInformationWithOtherLinkTypes() throws {
    let header = Vectors.octets("00000800 69000000")
    let reading = try SnifferCapture(linkType: 192, header + Vectors.advInd, header + Vectors.advInd).read()
    #expect(reading.reports.isEmpty)
    #expect(reading.problemKinds == [.linkTypeSkipped])
    #expect(reading.summary.problems.first?.count == 2)
  }
}
