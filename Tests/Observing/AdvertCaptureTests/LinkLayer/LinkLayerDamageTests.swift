import AdvertCapture
import AdvertReading
import Testing

/// Hostile records: nothing stops the reading, and nothing is made up.
@Suite struct LinkLayerDamageTests {
  private typealias Vectors = LinkLayerVectors

  /// Every packet in every header.
  private static let records: [(linkType: UInt32, header: Int, record: [UInt8])] = {
    let headers: [(UInt32, String)] = [
      (251, ""), (256, "0bc20000d6be898e934c"), (256, "00c60000d6be898e1300"),
      (272, "beef060700000024 0a250a370000e803"), (272, "01ff00030700020a0125370000e8030000"),
      (192, "00001800fb00000036750c000062090039300000cec4c901"),
    ]
    return headers.flatMap { linkType, header in
      Vectors.all.map { packet in
        var header = Vectors.octets(header)
        if linkType == 272 {
          // The length of what follows.
          header[header[0] == 0xBE ? 7 : 1] = UInt8(header.count + packet.count - (header[0] == 0xBE ? 8 : 7))
        }
        return (linkType, header.count, header + packet)
      }
    }
  }()

  @Test func everyPrefix() throws {
    for (linkType, header, record) in Self.records {
      for count in 0..<record.count {
        let prefix = Array(record.prefix(count))
        let reading = try SnifferCapture(linkType: linkType, prefix).read()
        #expect(reading.summary.records == 1)
        // Only where the header vouches for the CRC is a packet without it whole.
        let isVouchedFor = linkType == 256 && record[9] & 0x0C == 0x0C
        if isVouchedFor, count >= record.count - 3 {
          #expect(reading.reports.count <= 1)
          #expect(
            Set(reading.problemKinds).isDisjoint(with: [.packetCutShort, .packetGarbled]),
            "link type \(linkType), \(count) of \(record.count) octets"
          )
        } else {
          #expect(reading.reports.isEmpty, "link type \(linkType), \(count) of \(record.count) octets")
          // A record without its own header is damaged; in a whole one the packet was received wrongly.
          let isCut = count < header || linkType == 272
          #expect(
            reading.problemKinds == [isCut ? .packetCutShort : .packetGarbled],
            "link type \(linkType), \(count) of \(record.count) octets")
        }
      }
    }
  }

  @Test func everyChangedOctet() throws {
    for (linkType, header, record) in Self.records {
      for index in record.indices {
        for change in [0x01, 0x40, 0x80, 0xFF] as [UInt8] {
          var changed = record
          changed[index] ^= change
          let reading = try SnifferCapture(linkType: linkType, changed).read()
          #expect(reading.summary.records == 1)
          #expect(reading.reports.count <= 1)
          // Where the CRC is computed no change of the packet goes through.
          if linkType == 251, index >= header {
            #expect(reading.reports.isEmpty, "octet \(index) ^ \(change)")
            let isAccessAddress = index < 4
            #expect(reading.summary.linkLayer.skipped == (isAccessAddress ? 1 : 0), "octet \(index) ^ \(change)")
            #expect(reading.problemKinds.isEmpty == isAccessAddress, "octet \(index) ^ \(change)")
          }
        }
      }
    }
  }

  /// Packets with random headers and fields, kept whatever their CRC: as many reports as packets at most, and all data
  /// from the file.
  @Test func randomExtendedPackets() throws {
    let seed: UInt64 = 0xADF5_0007
    var random = SplitMix(state: seed)
    for round in 0..<20 {
      var capture = SnifferCapture(linkType: round % 2 == 0 ? 251 : 256)
      var time: Int64 = 0
      let count = 400
      for _ in 0..<count {
        let length = Int.random(in: 0...40, using: &random)
        var payload = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        if length > 3 {
          // Headers that mostly fit, with few sets, so that some of them meet.
          payload[0] =
            UInt8.random(in: 0...3, using: &random) << 6 | UInt8.random(in: 0..<UInt8(length), using: &random)
          payload[1] &= 0x19
        }
        let pdu = [0x47, UInt8(length)] + payload
        let channel = UInt8.random(in: 0...40, using: &random)
        let kind = ExtendedPacket.Kind(rawValue: UInt16.random(in: 0...7, using: &random))
        capture.add(
          round % 2 == 0
            ? ExtendedPacket.onAir(pdu) : ExtendedPacket.withPseudoheader(pdu, channel: channel, kind: kind),
          at: time)
        time += Int64.random(in: 0...200_000, using: &random)
      }
      let reading = try capture.read()
      #expect(reading.summary.records == count, "seed \(seed), round \(round)")
      #expect(reading.reports.count <= count, "seed \(seed), round \(round)")
      #expect(reading.reports.count > 0, "seed \(seed), round \(round)")
      for report in reading.reports {
        #expect((1...count).contains(report.record), "seed \(seed), round \(round)")
        if let offset = report.dataFileOffset {
          #expect(
            Array(reading.file[offset..<offset + report.data.count]) == report.data, "seed \(seed), round \(round)")
        }
      }
    }
  }

  /// A legacy PDU too short for its address, or for both of ADV_DIRECT_IND.
  @Test func shortLegacyPDUs() throws {
    for type in [0, 1, 2, 4, 6] as [UInt8] {
      let needed = type == 1 ? 12 : 6
      for length in 0...needed {
        let pdu = [type, UInt8(length)] + Array(repeating: 0xC3, count: length)
        let reading = try SnifferCapture(linkType: 251, ExtendedPacket.onAir(pdu)).read()
        #expect(reading.reports.count == (length == needed ? 1 : 0), "type \(type), length \(length)")
        #expect(reading.problemKinds == (length == needed ? [] : [.reportInvalid]), "type \(type), length \(length)")
      }
    }
  }

  /// Types without advertising, the reserved ones among them.
  @Test func otherTypes() throws {
    for type in 8...15 as ClosedRange<UInt8> {
      let reading = try SnifferCapture(linkType: 251, ExtendedPacket.onAir([type, 2, 1, 2])).read()
      #expect(reading.reports.isEmpty)
      #expect(reading.summary.linkLayer.skipped == 1)
      #expect(reading.summary.problems.isEmpty)
    }
  }

  /// A record cut by the capture says so like one that the file cut.
  @Test func snapshotLength() throws {
    var capture = SnifferCapture(linkType: 251)
    capture.add(Array(Vectors.advInd.prefix(20)), originalLength: Vectors.advInd.count)
    capture.add(Vectors.advInd)
    let reading = try capture.read()
    #expect(reading.reports.map(\.record) == [2])
    let problem = try #require(reading.summary.problems.first)
    #expect(problem.kind == .packetCutShort)
    #expect(problem.message == "expected 18 bytes after the PDU's header, found 14")
    #expect(problem.fileOffset == SnifferCapture.firstPacketOffset + 5)
  }
}
