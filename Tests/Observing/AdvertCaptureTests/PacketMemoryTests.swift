import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// Events like earlier ones are not taken apart again: what is said of them must be what taking them apart gives.
@Suite struct PacketMemoryTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func repeatsAmongOthers(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool = (0..<60).map { _ in event(&random) }
    var file = BtsnoopFile(dataLink: 2001)
    var alone: [RecordedReport] = []
    for number in 1...2000 {
      var event = pool.randomElement(using: &random) ?? []
      // Anything may differ but what makes a piece of a report; most often nothing does, or the RSSI.
      let changed = Int.random(in: 0..<event.count, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0, !(2...5).contains(changed) {
        event[changed] = UInt8.random(in: .min ... .max, using: &random)
      } else if event.count > 18 {
        event[event[2] == 0x02 ? event.count - 1 : 17] = UInt8.random(in: .min ... .max, using: &random)
      }
      let flags = UInt32.random(in: 0..<2, using: &random) << 16 | 3
      let time = 1_700_000_000_000_000 + Int64(number) * 1000
      file.add(event, flags: flags, microseconds: time)
      alone += try reports(of: event, flags: flags, microseconds: time).map { report in
        var moved = report
        moved.record = number
        moved.dataFileOffset = report.dataFileOffset.map {
          $0 - BtsnoopFile.headerLength - BtsnoopFile.recordHeaderLength + file.packetOffset(number - 1)
        }
        return moved
      }
    }
    let together = try RecordedCapture.read(file.octets)
    let different = zip(together.reports, alone).first { $0 != $1 }
    #expect(different == nil, "seed \(seed)")
    #expect(together.summary.reports == alone.count, "seed \(seed)")
    #expect(together.contradiction(in: file.octets) == nil, "seed \(seed)")
  }

  /// More different events than are remembered, twice, and then a few again and again: at first it is not worth while to
  /// remember any, and later it is.
  @Test func moreThanAreRemembered() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let numbers = Array(0..<20_000) + Array(0..<20_000) + (0..<70_000).map { $0 % 50 }
    for number in numbers { file.add([0x04] + event(number), microseconds: 1_700_000_000_000_000) }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.count == numbers.count)
    let different = zip(capture.reports, numbers).first { report, number in
      (report.data, report.address.bits, report.rssi) != (data(number), UInt64(number % 500), rssi(number))
    }
    #expect(different == nil)
  }

  /// Packets that all belong in one place of the memory, more than there is room for near it.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func packetsThatCollide(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var pool: [[UInt8]] = []
    while pool.count < 14 {
      let event = HCIEvent.legacy([LegacyReport(address: random.octets(6), data: random.octets(12))])
      let packet = RepeatablePacket(event: event.span, adapter: 0, fileOffset: 0)
      if let packet, packet.hash >> 56 == 0xFF { pool.append(event) }
    }
    var file = BtsnoopFile(dataLink: 1002)
    var heard: [[UInt8]] = []
    for _ in 0..<1000 {
      let event = pool.randomElement(using: &random) ?? []
      heard.append(Array(event[13..<25]))
      file.add([4] + event)
    }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == heard, "seed \(seed)")
    #expect(capture.contradiction(in: file.octets) == nil, "seed \(seed)")
  }

  /// The same for sniffed packets, whose channel, signal strength and checked CRC stand before them.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func repeatsOfSniffedPackets(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool = (0..<30).map { _ in
      let data = random.octets(Int.random(in: 0...31, using: &random))
      // All types but the extended one, whose packets depend on each other.
      let header = UInt8.random(in: 0...6, using: &random) | (Bool.random(using: &random) ? 0x40 : 0)
      let length = UInt8(6 + data.count + (Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0))
      let pdu = [header, length, UInt8.random(in: 0..<3, using: &random), 1, 2, 3, 4, 5] + data
      return [0xD6, 0xBE, 0x89, 0x8E] + pdu + crc(of: pdu)
    }
    var capture = SnifferCapture(linkType: 256)
    var alone: [SniffedReport] = []
    for number in 1...1500 {
      var packet = pool.randomElement(using: &random) ?? []
      let place = Int.random(in: 6..<packet.count, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 { packet[place] ^= 1 }
      // Dewhitened, with a signal strength; the CRC not checked, checked and wrong, or checked and right.
      let flags: UInt16 = 0x0003 | ([0, 0x0400, 0x0C00].randomElement(using: &random) ?? 0)
      let channel = UInt8.random(in: 0...40, using: &random)
      let rssi = UInt8.random(in: .min ... .max, using: &random)
      let header = [channel, rssi, 0, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8)]
      var single = SnifferCapture(linkType: 256)
      single.add(header + packet)
      alone += try single.read().reports.map { report in
        var moved = report
        moved.record = number
        moved.dataFileOffset = nil
        return moved
      }
      capture.add(header + packet)
    }
    let together = try capture.read()
    for report in together.reports {
      let offset = try #require(report.dataFileOffset)
      #expect(together.file[offset...].starts(with: report.data), "seed \(seed)")
    }
    let moved = together.reports.map { report in
      var moved = report
      moved.dataFileOffset = nil
      return moved
    }
    #expect(zip(moved, alone).first { $0 != $1 } == nil, "seed \(seed)")
    #expect(moved.count == alone.count, "seed \(seed)")
    // 127 says that the strength is not available.
    #expect(moved.allSatisfy { $0.rssi != 127 })
  }

  /// Bit by bit as the specification has it (Core Vol 6 Part B 3.1.1).
  private func crc(of pdu: [UInt8]) -> [UInt8] {
    var register: UInt32 = 0xAA_AAAA
    for octet in pdu {
      for bit in 0..<8 {
        let isSet = register & 1 != UInt32(octet >> UInt8(bit)) & 1
        register = register >> 1 ^ (isSet ? 0xDA_6000 : 0)
      }
    }
    return [UInt8(register & 0xFF), UInt8(register >> 8 & 0xFF), UInt8(register >> 16)]
  }

  /// What comes between repeats of a report keeps its place.
  @Test func order() throws {
    let scanning: [UInt8] = [0x01, 0x0C, 0x20, 2, 1, 0]
    let accepted: [UInt8] = [0x04, 0x0E, 4, 1, 0x0C, 0x20, 0]
    let report = [0x04] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6])])
    var file = BtsnoopFile(dataLink: 1002)
    for packet in [report, report, scanning, accepted, report, report] { file.add(packet) }
    var sink = OrderSink()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &sink)
    #expect(sink.order == ["report 1", "report 2", "change 3", "report 5", "report 6"])
  }

  /// An advertisement's last piece is none by itself, however often it came.
  @Test func piecesAreNoRepeats() throws {
    let first = HCIEvent.extended([ExtendedReport(0x20, data: [1, 2])])
    let last = HCIEvent.extended([ExtendedReport(0x00, data: [3])])
    var file = BtsnoopFile(dataLink: 1001)
    for event in [last, last, first, last, last] { file.add(event) }
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[3], [3], [1, 2, 3], [3]])
    #expect(capture.reports.map(\.record) == [1, 2, 4, 5])
    #expect(capture.reports.map { $0.dataFileOffset == nil } == [false, false, true, false])
  }

  private func event(_ random: inout SplitMix64) -> [UInt8] {
    let data = random.octets(Int.random(in: 0...31, using: &random))
    let address = [UInt8.random(in: 0..<3, using: &random)] + [UInt8](repeating: 0x11, count: 5)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return HCIEvent.legacy([LegacyReport(data: data), LegacyReport(4, data: data)])
    case 1: return HCIEvent.legacy([LegacyReport(data: data)], surplus: [0])
    case 2: return HCIEvent.legacy([LegacyReport(9, data: data)])
    case 3...4:
      return HCIEvent.extended([ExtendedReport([0, 0x13, 0x1B].randomElement(using: &random) ?? 0, data: data)])
    default:
      return HCIEvent.legacy([LegacyReport(UInt8.random(in: 0...4, using: &random), address: address, data: data)])
    }
  }

  private func reports(of event: [UInt8], flags: UInt32, microseconds: Int64) throws -> [RecordedReport] {
    var file = BtsnoopFile(dataLink: 2001)
    file.add(event, flags: flags, microseconds: microseconds)
    return try RecordedCapture.read(file.octets).reports
  }

  private func event(_ number: Int) -> [UInt8] {
    let bits = number % 500
    let address = [UInt8(bits & 0xFF), UInt8(bits >> 8), 0, 0, 0, 0]
    return HCIEvent.legacy([LegacyReport(address: address, data: data(number), rssi: rssi(number))])
  }

  private func rssi(_ number: Int) -> Int8 { Int8(-(number % 90) - 1) }

  private func data(_ number: Int) -> [UInt8] { [3, 0x24, UInt8(number & 0xFF), UInt8(number >> 8)] }
}

private struct OrderSink: CaptureSink {
  var order: [String] = []

  mutating func receive(_ report: borrowing AdvertisingReport) { order.append("report \(report.record)") }
  mutating func receive(_ event: CaptureEvent) {
    switch event {
    case .scanning(let change): order.append("change \(change.record)")
    case .hostLayout(let layout): order.append("layout \(layout.record)")
    case .began, .mayPause, .filters, .connection, .scanRequest: break
    }
  }
}

@Suite struct HashIndexTests {
  /// Through many growths, against a dictionary; with few distinct hashes, so that many elements share one.
  @Test(arguments: [UInt64.max, 0xFF, 0xFFFF_FFFF_0000_0000, 0])
  func findsEveryElementAndNothingElse(_ mask: UInt64) {
    let count = mask.nonzeroBitCount > 16 ? 3000 : 300
    var random = SplitMix64(seed: 5)
    var index = HashIndex()
    var hashes: [UInt64] = []
    var positions: [UInt64: [Int]] = [:]
    for position in 0..<count {
      let hash = random.next() & mask
      hashes.append(hash)
      positions[hash, default: []].append(position)
      index.insert(position, hash: hash)
      guard position & (position + 1) == 0 || position == count - 1 else { continue }
      let wrong = positions.first { Set(found($0.key, in: index)).isSuperset(of: $0.value) == false }
      #expect(wrong == nil, "after \(position + 1)")
    }
    // What shares only the upper half of a hash may turn up too, but never twice.
    for (hash, expected) in positions {
      let found = found(hash, in: index)
      #expect(Set(found).count == found.count)
      #expect(found.filter { hashes[$0] == hash }.sorted() == expected)
      #expect(found.allSatisfy { hashes[$0] >> 32 == hash >> 32 })
    }
  }

  @Test func nothingInAnEmptyIndex() {
    #expect(found(0, in: HashIndex()).isEmpty)
    #expect(found(.max, in: HashIndex()).isEmpty)
  }

  /// As the memory of packets uses it: look-ups end after a few steps, so what finds no slot takes another's place.
  @Test func elementsThatAllCollideTakeEachOthersPlace() {
    var index = HashIndex(fewestBits: 8, usedEighths: 1, maximumSteps: 8)
    let added = (0...8).map { index.insert($0, hash: UInt64($0) << 32) }
    #expect(added == Array(repeating: true, count: 8) + [false])
    #expect(found(0, in: index) == [0])
    let replaced = index.replaceFirst(hash: 8 << 32)
    #expect(replaced == 0)
    #expect(found(0, in: index).isEmpty)
    #expect(found(8 << 32, in: index) == [0])
    index.removeAll()
    #expect((0...8).allSatisfy { found(UInt64($0) << 32, in: index).isEmpty })
    let addedAgain = index.insert(5, hash: 8 << 32)
    #expect(addedAgain)
    #expect(found(8 << 32, in: index) == [5])
  }

  private func found(_ hash: UInt64, in index: HashIndex) -> [Int] {
    var steps = 0
    var found: [Int] = []
    while let position = index.next(hash: hash, after: &steps) {
      found.append(position)
    }
    return found
  }
}
