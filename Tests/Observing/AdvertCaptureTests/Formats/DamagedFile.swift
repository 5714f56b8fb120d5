import AdvertisingData
import TestSupport

/// A file of many records from a few devices, whole or damaged in one way.
struct DamagedFile {
  enum Format: CaseIterable {
    case btsnoop, pcap, packetLogger

    var recordHeaderLength: Int {
      switch self {
      case .btsnoop: 24
      case .pcap: 16
      case .packetLogger: 13
      }
    }

    var fileHeaderLength: Int {
      switch self {
      case .btsnoop: 16
      case .pcap: 24
      case .packetLogger: 0
      }
    }

    /// Whether a damaged file is still recognised: PacketLogger has no mark, and shows itself by its first records.
    func keepsBeginning(after damage: Damage) -> Bool {
      self != .packetLogger || ![.lineEndsAdded, .lineEndsRemoved, .rotated].contains(damage)
    }
  }

  enum Damage: CaseIterable {
    case zeros, noise, cutOut, cutOff, joined, cutAndJoined, lineEndsAdded, lineEndsRemoved, blockRepeated, rotated,
      header

    /// Whether octets have other values, which may be those of a time.
    var changesOctets: Bool { [.zeros, .noise, .header, .lineEndsAdded, .lineEndsRemoved].contains(self) }
  }

  let format: Format
  var octets: [UInt8]
  /// The beginnings of the records of the whole file, and its end.
  let starts: [Int]
  let packets: [[UInt8]]
  /// The octets of the whole file that are not in this one, or not as they were.
  private(set) var damaged = 0..<0
  /// Offsets in this file where it does not continue as the whole one.
  private(set) var seams: [Int] = []
  private(set) var files = 1

  static let records = 60

  /// Makes a whole file.
  init(_ format: Format, _ random: inout SplitMix64) {
    self.format = format
    var starts: [Int] = []
    var packets: [[UInt8]] = []
    var time: Int64 = 1_700_000_000_000_000
    var btsnoop = BtsnoopFile(dataLink: 1002)
    var pcap = PcapFile(linkType: 187)
    var logger: [UInt8] = []
    for _ in 0..<Self.records {
      let length = Int.random(in: 0...29, using: &random)
      let data = [UInt8(length + 1), 0xFF] + (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let device = UInt8.random(in: 1...6, using: &random)
      let event = HCIEvent.legacy([LegacyReport(3, address: [device, 2, 3, 4, 5, 0xC6], data: data)])
      time += Int64.random(in: 1000...2_000_000, using: &random)
      switch format {
      case .btsnoop: btsnoop.add([4] + event, microseconds: time)
      case .pcap:
        pcap.add([4] + event, seconds: UInt32(time / 1_000_000), microseconds: UInt32(time % 1_000_000))
      case .packetLogger:
        starts.append(logger.count)
        logger += PacketLoggerTests.record(
          0x01, event, seconds: UInt64(time / 1_000_000), microseconds: UInt64(time % 1_000_000), order: .bigEndian)
      }
      packets.append(format == .packetLogger ? event : [4] + event)
    }
    switch format {
    case .btsnoop: (octets, starts) = (btsnoop.octets, btsnoop.recordOffsets)
    case .pcap: (octets, starts) = (pcap.octets, pcap.recordOffsets)
    case .packetLogger: octets = logger
    }
    self.starts = starts + [octets.count]
    self.packets = packets
  }

  /// Whether the damage is inside one packet, where no format shows it.
  var isInsideOnePacket: Bool {
    zip(starts, starts.dropFirst()).contains { start, end in
      start + format.recordHeaderLength <= damaged.lowerBound && damaged.upperBound <= end
    }
  }

  /// The records that are whole, before the damage and after it.
  var before: Int { starts.dropFirst().prefix { $0 <= damaged.lowerBound }.count }
  var after: Int { starts.dropLast().count { $0 >= damaged.upperBound } }

  mutating func damage(_ damage: Damage, _ random: inout SplitMix64) {
    let whole = octets
    let middle = whole.count / 10..<whole.count * 8 / 10
    let start = Int.random(in: middle, using: &random)
    let length = Int.random(in: 1...whole.count / 8, using: &random)
    damaged = start..<start + length
    seams = [start]
    switch damage {
    case .zeros:
      for index in damaged { octets[index] = 0 }
      seams.append(damaged.upperBound)
    case .noise:
      for index in damaged { octets[index] = .random(in: .min ... .max, using: &random) }
      seams.append(damaged.upperBound)
    case .cutOut: octets.removeSubrange(damaged)
    case .cutOff:
      damaged = start..<whole.count
      octets.removeSubrange(damaged)
    case .joined:
      damaged = whole.count..<whole.count
      octets += whole
      files = format == .packetLogger ? 1 : 2
    case .cutAndJoined:
      octets = Array(whole[..<start]) + whole
      damaged = 0..<whole.count
      files = format == .packetLogger ? 1 : 2
    case .lineEndsAdded:
      octets = Array(whole.map { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }.joined())
      damaged = 0..<whole.count
    case .lineEndsRemoved:
      octets = whole.indices.filter { !(whole[$0] == 0x0D && $0 + 1 < whole.count && whole[$0 + 1] == 0x0A) }
        .map { whole[$0] }
      damaged = 0..<whole.count
    case .blockRepeated:
      octets = Array(whole[..<start] + whole[max(start - length, 0)..<start] + whole[start...])
      damaged = start..<start
      seams.append(start + length)
      // The header of the file is repeated, too.
      if length >= start, format != .packetLogger { files = 2 }
    case .rotated:
      octets = Array(whole[..<format.fileHeaderLength] + whole[start...] + whole[format.fileHeaderLength..<start])
      seams = [format.fileHeaderLength, whole.count - start + format.fileHeaderLength]
      damaged = 0..<whole.count
    case .header:
      let record = Int.random(in: 6..<Self.records - 1, using: &random)
      damaged = starts[record]..<starts[record] + format.recordHeaderLength
      octets[Int.random(in: damaged, using: &random)] ^= .random(in: 1...255, using: &random)
      seams = []
    }
  }
}
