import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

/// AUX_SCAN_RSP and AUX_SYNC_IND look like AUX_ADV_IND.
@Suite struct AuxiliaryKindTests {
  @Test func scanResponseAsTheCaptureSays() throws {
    let reading = try SnifferCapture([(0, .auxScanRsp(data: [3, 8, 0x41, 0x42]))]).read()
    let report = try #require(reading.reports.first)
    #expect(reading.reports.count == 1)
    #expect(report.pdu == .auxScanRsp)
    #expect(report.advertising == .extendedScannable)
    #expect(report.address == LinkLayerVectors.address)
    #expect(report.sid == 5)
    #expect(report.data == [3, 8, 0x41, 0x42])
  }

  /// A scannable set's advertisement is the first half of the exchange, so what comes from its address is the second.
  @Test(arguments: [false, true])
  func scanResponseAfterAScannableAdvertisement(isPlain: Bool) throws {
    for set in [nil, ExtendedPacket.Set()] {
      var response = ExtendedPacket.auxScanRsp(set: set, data: [2, 8, 0x41])
      response.kind = nil
      let reading = try SnifferCapture(
        [(0, .auxAdvInd(mode: 2, data: [])), (1000, response), (100_000, .auxAdvInd(mode: 2, data: []))],
        isPlain: isPlain
      ).read()
      #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .auxScanRsp, .auxAdvInd])
      #expect(reading.reports.map(\.advertising) == Array(repeating: .extendedScannable, count: 3))
      // The response need not name its set; the advertisement did.
      #expect(reading.reports.map(\.sid) == [5, 5, 5])
    }
  }

  @Test func setOfAScanResponseThatNamesNone() throws {
    let reading = try SnifferCapture([
      (0, .auxAdvInd(mode: 2, set: .init(sid: 9), data: [])), (1000, .auxScanRsp(set: nil, data: [1])),
      (2000, .auxScanRsp(set: nil, data: [1])),
    ]).read()
    #expect(reading.reports.map(\.sid) == [9, 9, nil])
  }

  /// Another set of the same address answers nothing.
  @Test func anotherSetIsNoScanResponse() throws {
    let reading = try SnifferCapture(
      [(0, .auxAdvInd(mode: 2, data: [])), (1000, .auxAdvInd(set: .init(sid: 6), data: [2, 1, 6]))], isPlain: true
    ).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .auxAdvInd])
  }

  /// Neither does what an ADV_EXT_IND announced.
  @Test func announcedPacketIsNoScanResponse() throws {
    let reading = try SnifferCapture(
      [(0, .auxAdvInd(mode: 2, data: [])), (100_000, .advExtInd()), (101_500, .auxAdvInd())], isPlain: true
    ).read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd, .auxAdvInd])
  }

  @Test func scanResponseAfterARequest() throws {
    var response = ExtendedPacket.auxScanRsp(data: [2, 8, 0x41])
    response.kind = nil
    var capture = SnifferCapture(linkType: 256)
    capture.add(ExtendedPacket.withPseudoheader(ExtendedPacket.scanRequest(), channel: 10))
    capture.add(response.withPseudoheader, at: 500)
    var reading = try capture.read()
    #expect(reading.reports.map(\.pdu) == [.auxScanRsp])
    #expect(reading.summary.linkLayer.scanRequests == 1)

    // A request on a primary channel is for a legacy advertiser, and one on another channel for another advertiser.
    for channel in [37, 11] as [UInt8] {
      capture = SnifferCapture(linkType: 256)
      capture.add(ExtendedPacket.withPseudoheader(ExtendedPacket.scanRequest(), channel: channel))
      capture.add(response.withPseudoheader, at: 500)
      reading = try capture.read()
      #expect(reading.reports.map(\.pdu) == [.auxAdvInd], "request on channel \(channel)")
    }

    // Where no channel is known, only the next record can be the response.
    for isNext in [true, false] {
      capture = SnifferCapture(linkType: 251)
      capture.add(ExtendedPacket.onAir(ExtendedPacket.scanRequest()))
      if !isNext { capture.add(LinkLayerVectors.advInd, at: 300) }
      capture.add(response.plain, at: 500)
      #expect(try capture.read().reports.last?.pdu == (isNext ? .auxScanRsp : .auxAdvInd))
    }
  }

  @Test func chainedScanResponse() throws {
    let reading = try SnifferCapture([
      (0, .auxScanRsp(next: .init(), data: [4, 8, 0x41])), (1500, .auxChainInd(data: [0x42, 0x43])),
    ]).read()
    #expect(reading.reports.map(\.pdu) == [.auxScanRsp])
    #expect(reading.reports.map(\.data) == [[4, 8, 0x41, 0x42, 0x43]])
    #expect(reading.reports.map(\.address) == [LinkLayerVectors.address])
  }

  /// Periodic advertising is no advertisement: neither where the capture says so, nor behind its own access address.
  @Test func periodicAdvertising() throws {
    var packet = ExtendedPacket.auxAdvInd(address: nil, set: nil)
    packet.kind = .auxSyncInd
    var capture = SnifferCapture(linkType: 256)
    capture.add(packet.withPseudoheader)
    var train = packet.withPseudoheader
    train.replaceSubrange(10..<14, with: [0x78, 0x56, 0x34, 0x12])
    capture.add(train)
    let reading = try capture.read()
    #expect(reading.reports.isEmpty)
    #expect(reading.summary.linkLayer.skipped == 2)
    #expect(reading.summary.problems.isEmpty)
  }

  /// What the channel says outranks a kind that was not set.
  @Test func primaryChannels() throws {
    for channel in [37, 38, 39] as [UInt8] {
      var packet = ExtendedPacket.advExtInd(on: channel)
      packet.kind = .auxAdvInd
      // An ADV_EXT_IND without an address, whose AUX packet is missing, is no device.
      let reading = try SnifferCapture([(0, packet)]).read()
      #expect(reading.reports.isEmpty && reading.problemKinds == [.auxiliaryLost])
    }
  }

  /// A file with channel 0 and no kinds throughout, as some tools write for the nRF Sniffer.
  @Test func nothingKnownInTheHeader() throws {
    var capture = SnifferCapture(linkType: 272)
    for (time, packet) in [
      (0, .advExtInd()), (1500, .auxAdvInd(next: .init(), data: [1])), (3000, .auxChainInd(data: [2])),
    ] as [(Int64, ExtendedPacket)] {
      let header: [UInt8] = [1, UInt8(10 + packet.plain.count), 0, 3, 7, 0, 2, 10, 1, 0, 60, 0, 0, 0, 0, 0, 0]
      capture.add(header + packet.plain, at: time)
    }
    let reading = try capture.read()
    #expect(reading.reports.map(\.pdu) == [.auxAdvInd])
    #expect(reading.reports.map(\.data) == [[1, 2]])
    #expect(reading.summary.problems.isEmpty)
  }
}
