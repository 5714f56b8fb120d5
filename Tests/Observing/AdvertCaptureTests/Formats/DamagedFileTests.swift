import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Files with holes, joins, cuts, conversions and blocks out of order: everything else in them is read, and nothing is
/// made up.
@Suite struct DamagedFileTests {
  private static let rounds = 100

  @Test(arguments: DamagedFile.Format.allCases, DamagedFile.Damage.allCases)
  func everyDamage(_ format: DamagedFile.Format, _ damage: DamagedFile.Damage) throws {
    guard format.keepsBeginning(after: damage) else { return }
    // The rest of another packet may happen to have the length of what is missing, and damage may end in a header that
    // still shows its record.
    let mayMix = [.zeros, .noise, .cutOut, .blockRepeated, .cutAndJoined, .rotated].contains(damage)
    var mixed = 0
    for seed in 0..<UInt64(Self.rounds) {
      var random = SplitMix64(seed: seed)
      var file = DamagedFile(format, &random)
      let whole = try RecordedCapture.read(file.octets)
      #expect(whole.summary.problems.isEmpty && whole.reports.count == DamagedFile.records)
      file.damage(damage, &random)
      let read = try RecordedCapture.read(file.octets)
      let copied = try Self.packets(of: file.octets, format)
      let comment: Comment = "\(format) \(damage) \(seed): \(read.summary.problems.map(\.message))"
      #expect(copied.count == read.summary.records, comment)

      // Every octet is read or reported.
      let headers = file.format.fileHeaderLength * file.files
      let octets = copied.reduce(headers) { $0 + format.recordHeaderLength + $1.count }
      #expect(octets + read.summary.unread.count == file.octets.count, comment)
      #expect(read.summary.unread.all == file.octets.count, comment)
      #expect(read.summary.unread.count == 0 || read.summary.problems.contains { $0.kind.isDamage }, comment)

      // Whole records are found. The record before the damage has nothing behind it that confirms it.
      if file.damaged != 0..<file.damaged.upperBound || damage == .joined {
        #expect(copied.starts(with: file.packets.prefix(max(file.before - 1, 0))), comment)
        #expect(copied.suffix(file.after) == file.packets.suffix(file.after), comment)
      }
      if [.joined, .cutAndJoined].contains(damage), format != .packetLogger {
        #expect(copied.suffix(file.packets.count) == file.packets[...], comment)
        #expect(read.summary.problems.contains { $0.kind == .fileJoined }, comment)
      }
      if damage == .rotated { #expect(copied.count >= DamagedFile.records - 3, comment) }

      // Nothing is made up, except inside of one packet, where no format has a checksum.
      let known = Set(file.packets)
      let madeUp = copied.filter { !known.contains($0) }
      let isExplained = [.zeros, .noise].contains(damage) && file.isInsideOnePacket
      #expect(madeUp.count <= 1, comment)
      if !isExplained { mixed += madeUp.count }
      if madeUp.isEmpty {
        #expect(Set(read.reports.map(\.address)).isSubset(of: whole.reports.map(\.address)), comment)
      }
      if let times = read.summary.times, let known = whole.summary.times, !damage.changesOctets, !mayMix {
        #expect(known.contains(times.lowerBound) && known.contains(times.upperBound), comment)
      }
      #expect(read.contradiction(in: file.octets) == nil, comment)
    }
    #expect(mixed <= (mayMix ? Self.rounds / 10 : 0), "\(format) \(damage)")
  }

  /// A window of any size reads the same.
  @Test(arguments: DamagedFile.Format.allCases, DamagedFile.Damage.allCases)
  func everyWindow(_ format: DamagedFile.Format, _ damage: DamagedFile.Damage) throws {
    guard format.keepsBeginning(after: damage) else { return }
    for seed in 0..<UInt64(3) {
      var random = SplitMix64(seed: seed)
      var file = DamagedFile(format, &random)
      file.damage(damage, &random)
      let whole = try RecordedCapture.read(file.octets)
      for capacity in [1, 13, 100, 1000] {
        let read = try RecordedCapture.read(
          MemorySource(file.octets), options: CaptureOptions(windowCapacity: capacity))
        #expect(read == whole, "\(format) \(damage) \(seed), \(capacity)")
      }
    }
  }

  @Test(arguments: DamagedFile.Format.allCases)
  func causes(_ format: DamagedFile.Format) throws {
    let words: [(DamagedFile.Damage, String)] = [
      (.lineEndsAdded, "CR LF in place of LF")
    ]
    for (damage, cause) in words where format.keepsBeginning(after: damage) {
      var found = 0
      for seed in 0..<UInt64(Self.rounds) {
        var random = SplitMix64(seed: seed)
        var file = DamagedFile(format, &random)
        file.damage(damage, &random)
        let problems = try RecordedCapture.read(file.octets).summary.problems
        if problems.contains(where: { $0.message.contains(cause) }) { found += 1 }
      }
      #expect(found > Self.rounds / 2, "\(format) \(damage): \(found)")
    }
    var random = SplitMix64(seed: 1)
    var file = DamagedFile(format, &random)
    for index in file.starts[20] + 5..<file.starts[30] + 5 { file.octets[index] = 0 }
    let problem = try #require(try RecordedCapture.read(file.octets).summary.problems.first)
    #expect(problem.message.hasSuffix("zeros in place of records"))
    #expect(problem.remedy == "copy the file from its source again")
  }

  /// A clock that is set while a capture runs is no damage. A single time that cannot be is none.
  @Test func clocks() throws {
    for shift in [-200_000_000_000_000, -86_400_000_000, 100_000_000_000, 90_000_000_000_000] as [Int64] {
      var file = BtsnoopFile(dataLink: 1002)
      var lone = BtsnoopFile(dataLink: 1002)
      for number in 0..<20 as Range<Int64> {
        let event = [4] + HCIEvent.legacy([LegacyReport(data: [2, 1, UInt8(number)])])
        let time = 1_700_000_000_000_000 + number * 1_000_000
        file.add(event, microseconds: time + (number < 9 ? 0 : shift))
        lone.add(event, microseconds: time + (number == 9 ? shift * 20 : 0))
      }
      let read = try RecordedCapture.read(file.octets)
      #expect(read.summary.problems.isEmpty)
      #expect(read.reports.allSatisfy { $0.time != nil })
      let other = try RecordedCapture.read(lone.octets)
      // 30 days
      let isFar = abs(shift * 20) > 2_592_000_000_000
      #expect(other.reports.count == 20)
      if isFar {
        #expect(other.reports.map { $0.time == nil } == (0..<20).map { $0 == 9 }, "\(shift)")
        #expect(other.summary.problems.map(\.kind) == [.implausibleTime])
        #expect(other.summary.times?.upperBound == Timestamp(microseconds: 1_700_000_019_000_000))
      }
    }
  }

  /// A count of drops that neither the record before nor the one behind supports counts nothing.
  @Test func impossibleDrops() throws {
    func drops(_ counts: [UInt32]) throws -> [String] {
      var file = BtsnoopFile(dataLink: 1002)
      for count in counts {
        file.add([4] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6])]))
        file.setDrops(count)
      }
      return try RecordedCapture.read(file.octets).summary.problems.map(\.message)
    }
    let seven = ["expected no dropped packets, found 7 that the capture says were dropped"]
    #expect(try drops([0, 0, 3_806_844_711, 0, 0]).isEmpty)
    #expect(try drops([0, 7, 3_806_844_711, 7, 7]) == seven)
    #expect(try drops([0, 0, 0, 0, 3_806_844_711]).isEmpty)
    #expect(try drops([0, 0, 0, 0, 7]) == seven)
  }

  /// Returns the packets of all records, as they are copied.
  private static func packets(of octets: [UInt8], _ format: DamagedFile.Format) throws -> [[UInt8]] {
    var packets: [[UInt8]] = []
    func take(_ record: CopiedRecord) {
      // Records of btsnoop get a direction, and those of PacketLogger a packet indicator too.
      let added = record.linkType == 201 ? format == .packetLogger ? 5 : 4 : 0
      packets.append(Array(record.packet.dropFirst(added)))
    }
    try CaptureReader.copyRecords(of: MemorySource(octets), startingCapture: { _ in }, to: take)
    return packets
  }
}
