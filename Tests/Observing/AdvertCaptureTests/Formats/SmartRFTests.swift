import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct SmartRFTests {
  /// A record of 271 octets; its fields are true unless they are to be a lie. The time is in microseconds.
  static func record(
    _ packet: [UInt8], number: UInt64, microseconds: UInt64 = 0, rssi: UInt8 = 34, status: UInt8 = 0x80 | 37,
    information: UInt8 = 1, length: UInt64? = nil
  ) -> [UInt8] {
    let content = packet + [rssi, status]
    let ticks = microseconds * 32
    let time = (ticks / 5000) << 16 | ticks % 5000
    let head =
      [information] + Octets.little(number, 4) + Octets.little(time, 8)
      + Octets.little(length ?? UInt64(content.count + 1), 2) + [UInt8(content.count)]
    return head + content + Array(repeating: 0, count: 255 - content.count)
  }

  /// Advertisements and scan responses, 12.5 ms apart, some of which the program did not save.
  static func capture(_ count: UInt64) -> [UInt8] {
    (1...count).flatMap { number in
      record(
        number % 2 == 0 ? LinkLayerVectors.scanRsp : LinkLayerVectors.advInd, number: number * 3,
        microseconds: number * 12_500)
    }
  }

  private static func copied(_ octets: [UInt8]) throws -> [CopiedRecord] {
    var records: [CopiedRecord] = []
    try CaptureReader.copyRecords(of: MemorySource(octets), startingCapture: { _ in }, to: { records.append($0) })
    return records
  }

  /// The numbers of an advertisement's record, octet for octet: a period of the clock is 156.25 µs.
  @Test func theVector() throws {
    let record = Self.record(LinkLayerVectors.advInd, number: 4, microseconds: 140_457)
    // 898 periods and 4624 ticks
    #expect(Array(record.prefix(16)) == [UInt8](hex: "01 04000000 1012820300000000 1e00 1d"))
    let read = try RecordedCapture.read(record)
    #expect(read.summary.format == "smartrf" && read.summary.linkTypes == [.smartRF])
    #expect(read.summary.problems.isEmpty && read.summary.isOfSniffer)
    #expect(read.summary.unread.count == 0 && read.summary.unread.all == 271)
    #expect(read.reports.map(\.data) == [LinkLayerVectors.advIndData])
    #expect(read.reports.map(\.address) == [LinkLayerVectors.address])
    #expect(read.reports.map(\.rssi) == [-60])
    #expect(read.reports.map(\.time) == [Timestamp(microseconds: 140_457)])
    #expect(read.reports.map(\.dataFileOffset) == [16 + 4 + 2 + 6])
  }

  /// The radio replaced nothing of the packet, and its own check counts.
  @Test func statusAndStrength() throws {
    let good = Self.record(LinkLayerVectors.advInd, number: 1)
    let bad = Self.record(LinkLayerVectors.advInd, number: 2, status: 38)
    let read = try RecordedCapture.read(good + bad)
    #expect(read.reports.count == 1)
    #expect(read.summary.problems.map(\.kind) == [.badCRC])
    for (value, dBm) in [(0, -94), (94, 0), (114, 20), (255, nil)] as [(UInt8, Int8?)] {
      let read = try RecordedCapture.read(Self.record(LinkLayerVectors.advInd, number: 1, rssi: value))
      #expect(read.reports.map(\.rssi) == [dBm], "\(value)")
    }
  }

  /// A packet that the dongle had no room for is not read as a whole one.
  @Test func incompletePackets() throws {
    let cut = Self.record(Array(LinkLayerVectors.advInd.prefix(14)), number: 2, information: 5)
    let read = try RecordedCapture.read(Self.record(LinkLayerVectors.advInd, number: 1) + cut)
    #expect(read.summary.records == 2)
    #expect(read.reports.count { $0.isComplete } == 1)
    #expect(!read.summary.problems.contains { $0.kind.isDamage && $0.kind != .packetCutShort })
  }

  /// What Wireshark gets: the link layer with the reception before it.
  @Test func copies() throws {
    let copy = try Self.copied(Self.capture(2))
    #expect(copy.map(\.linkType) == [256, 256])
    #expect(
      copy.map(\.packet)
        == [LinkLayerVectors.advInd, LinkLayerVectors.scanRsp].map {
          [UInt8](hex: "00c40000d6be898e130c") + $0
        })
  }

  /// Files of TI's program about another radio are named; files of other programs are none.
  @Test func recognition() throws {
    func other(_ number: UInt64) -> [UInt8] {
      let packet = [UInt8](hex: "0c6388540100bbaa0100040b0000")
      let head = [3] + Octets.little(number, 4) + Octets.little(0x175_71A8 + number * 1000, 8) + [13]
      return head + packet + Array(repeating: 0, count: 151 - head.count - packet.count)
    }
    let error = #expect(throws: CaptureError.self) { try RecordedCapture.read((1...4).flatMap { other($0) }) }
    #expect(error?.found == "records of 151 bytes, which have packets of IEEE 802.15.4")
    let file = Self.capture(6)
    for length in [1, 15] {
      #expect(throws: CaptureError.self) { try RecordRecorder.formatName(Array(file.prefix(length))) }
    }
    for length in stride(from: 16, through: file.count, by: 90) {
      #expect(try RecordRecorder.formatName(Array(file.prefix(length))) == "smartrf")
    }
    // The number and the time of a later record are earlier.
    for lie in [
      Self.record(LinkLayerVectors.advInd, number: 1, microseconds: 90_000),
      Self.record(LinkLayerVectors.advInd, number: 9), Self.record(LinkLayerVectors.advInd, number: 9, length: 12),
    ] {
      #expect(throws: CaptureError.self) {
        try RecordRecorder.formatName(Self.capture(2) + lie + Self.capture(1))
      }
    }
  }

  enum Damage: CaseIterable {
    case zeros, noise, cutOut, cutOff, lineEnds, repeated, header
  }

  /// Every octet is read or reported, whole records are found, and nothing is made up.
  @Test(arguments: Damage.allCases) func damage(_ damage: Damage) throws {
    for seed in 0..<UInt64(20) {
      var random = SplitMix64(seed: seed)
      let whole = Self.capture(40)
      var octets = whole
      let start = Int.random(in: 6 * 271..<20 * 271, using: &random)
      let end = start + Int.random(in: 1..<5 * 271, using: &random)
      switch damage {
      case .zeros: for index in start..<end { octets[index] = 0 }
      case .noise: for index in start..<end { octets[index] = .random(in: .min ... .max, using: &random) }
      case .cutOut: octets.removeSubrange(start..<end)
      case .cutOff: octets.removeSubrange(start...)
      case .lineEnds:
        octets = Array(octets[..<start] + octets[start...].flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
      case .repeated: octets = Array(octets[..<end] + octets[start...])
      case .header: octets[start / 271 * 271 + start % 16] ^= 0x55
      }
      let read = try RecordedCapture.read(octets)
      let comment: Comment = "\(damage) \(seed)"
      #expect(read.summary.records * 271 + read.summary.unread.count == octets.count, comment)
      #expect(read.summary.unread.all == octets.count, comment)
      #expect(read.contradiction(in: octets) == nil, comment)
      #expect(read.summary.unread.count == 0 || read.summary.problems.contains { $0.kind.isDamage }, comment)
      #expect(read.reports.count >= start / 271 - 1, comment)
      if [.cutOut, .cutOff].contains(damage) {
        #expect(read.reports.allSatisfy { $0.address == LinkLayerVectors.address }, comment)
      }
      // A scan response has a line feed.
      if damage != .cutOff { #expect(read.reports.count >= (damage == .lineEnds ? 15 : 30), comment) }
    }
  }
}
