import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// HCI of a controller at USB. The headers are those of usbmon and of USBPcap.
@Suite struct USBTransferTests {
  private struct Transfer {
    var isFromDevice = true
    /// 1 for interrupts, 2 for control, 3 for bulk.
    var kind: UInt8 = 1
    var endpoint: UInt8 = 0x81
    var device: UInt8 = 5
    var setup: [UInt8] = []
    /// The stage of a request in USBPcap.
    var stage: UInt8 = 0
    var octets: [UInt8]
  }

  private enum Writer: UInt32, CaseIterable {
    case usbmon = 189
    case usbmonMapped = 220
    case usbPcap = 249
  }

  private static func record(_ transfer: Transfer, _ writer: Writer, order: ByteOrder = .little) -> [UInt8] {
    var head: [UInt8] = []
    guard writer != .usbPcap else {
      let isControl = transfer.kind == 2
      let content = transfer.setup + transfer.octets
      head.append(UInt16(isControl ? 28 : 27), order: .little)
      head += Array(repeating: 0, count: 12) + [9, 0, transfer.isFromDevice ? 1 : 0, 1, 0, transfer.device, 0]
      head += [transfer.endpoint, transfer.kind]
      head.append(UInt32(content.count), order: .little)
      return head + (isControl ? [transfer.stage] : []) + content
    }
    head = Array(repeating: 0, count: 8)
    head += [transfer.isFromDevice ? 0x43 : 0x53, transfer.kind, transfer.endpoint, transfer.device]
    head.append(UInt16(1), order: order)
    head += [transfer.setup.isEmpty ? 0x2D : 0, 0] + Array(repeating: 0, count: 16)
    head.append(UInt32(transfer.octets.count), order: order)
    head.append(UInt32(transfer.octets.count), order: order)
    head += transfer.setup + Array(repeating: 0, count: 8 - transfer.setup.count)
    return head + Array(repeating: 0, count: writer == .usbmonMapped ? 16 : 0) + transfer.octets
  }

  private static func read(
    _ transfers: [Transfer], _ writer: Writer, order: ByteOrder = .little
  ) throws -> RecordedCapture {
    var file = PcapFile(linkType: writer.rawValue, variant: PcapFile.Variant(order, .microseconds))
    for (number, transfer) in transfers.enumerated() {
      file.add(record(transfer, writer, order: order), microseconds: UInt32(number) * 100)
    }
    let read = try RecordedCapture.read(file.octets)
    #expect(read.contradiction(in: file.octets) == nil)
    #expect(read.summary.problems.isEmpty && read.summary.linkTypes.map(\.number) == [Int(writer.rawValue)])
    return read
  }

  private static func command(_ octets: [UInt8], device: UInt8 = 5) -> Transfer {
    Transfer(
      isFromDevice: false, kind: 2, endpoint: 0, device: device, setup: [0x20, 0, 0, 0, 0, 0, UInt8(octets.count), 0],
      octets: octets)
  }

  private static func pieces(_ event: [UInt8], of size: Int, device: UInt8 = 5) -> [Transfer] {
    stride(from: 0, to: event.count, by: size).map {
      Transfer(device: device, octets: Array(event[$0..<min($0 + size, event.count)]))
    }
  }

  private static let scan = command([UInt8](hex: "0b200701600060000100"))
  private static let start = command([UInt8](hex: "0c20020100"))

  private static func event(_ name: UInt8, device: UInt8 = 1) -> [UInt8] {
    HCIEvent.legacy([LegacyReport(0, address: [device, 2, 3, 4, 5, 0xC6], data: [2, 1, 6, 2, 9, name])])
  }

  /// Events in pieces of all sizes, with commands before them.
  @Test(arguments: [189, 220, 249] as [UInt32]) func joinsPieces(_ number: UInt32) throws {
    let writer = try #require(Writer(rawValue: number))
    for size in [8, 16, 64, 255] {
      let events = (0..<20).map { Self.event(0x41 + $0) }
      let transfers = [Self.scan, Self.start] + events.flatMap { Self.pieces($0, of: size) }
      let read = try Self.read(transfers, writer)
      #expect(read.reports.map(\.data.last) == (0..<20).map { 0x41 + $0 }, "\(size)")
      #expect(read.changes.map(\.mode) == [.active])
      #expect(read.reports.allSatisfy { ($0.dataFileOffset != nil) == (size > 16) })
      #expect(try Self.read(transfers, writer, order: writer == .usbPcap ? .little : .big).reports.count == 20)
    }
  }

  /// A capture that begins while the host scans has no command.
  @Test func reportsAlone() throws {
    let read = try Self.read(Self.pieces(Self.event(0x41), of: 16) + Self.pieces(Self.event(0x42), of: 16), .usbmon)
    #expect(read.reports.count == 2)
  }

  /// Keyboards, mice and other devices have interrupt endpoints too, and data of connections are no events.
  @Test func otherDevices() throws {
    var random = SplitMix64(seed: 3)
    var transfers: [Transfer] = []
    for size in [4, 8, 16, 64] {
      for _ in 0..<300 { transfers.append(Transfer(device: 9, octets: random.octets(size))) }
    }
    for key in [0, 4, 0x3E, 0x0E] as [UInt8] {
      transfers.append(Transfer(device: 8, octets: [key, 0, key, 0, 0, 0, 0, 0]))
    }
    transfers.append(Transfer(kind: 3, endpoint: 0x82, octets: Self.event(0x41)))
    transfers.append(Transfer(isFromDevice: false, kind: 3, endpoint: 2, octets: Self.event(0x41)))
    // A request of another class: to an interface.
    var request = Self.start
    request.setup = [0x21, 9, 0, 2, 0, 0, 5, 0]
    transfers.append(request)
    let read = try Self.read(transfers, .usbmon)
    #expect(read.reports.isEmpty && read.changes.isEmpty)
    #expect(read.summary.records == transfers.count)
  }

  /// Where a piece is missing, no event is made of the others.
  @Test func lostPieces() throws {
    let event = HCIEvent.legacy((1...4).map { LegacyReport(0, address: [$0, 2, 3, 4, 5, 0xC6], data: [2, 1, 6]) })
    let pieces = Self.pieces(event, of: 16)
    #expect(pieces.count == 4)
    for lost in pieces.indices {
      var transfers = [Self.scan] + pieces
      transfers.remove(at: 1 + lost)
      let read = try Self.read(transfers + Self.pieces(Self.event(0x41), of: 64), .usbmon)
      #expect(read.reports.map(\.data) == [[2, 1, 6, 2, 9, 0x41]], "\(lost)")
    }
  }

  /// Two controllers are two adapters, whose events come in turn.
  @Test func twoControllers() throws {
    let one = Self.pieces(Self.event(0x41, device: 1), of: 16)
    let other = Self.pieces(Self.event(0x42, device: 2), of: 16, device: 6)
    let turns = zip(one, other).flatMap { [$0, $1] }
    let mouse = Transfer(device: 2, octets: [0, 1, 2, 0])
    let read = try Self.read([mouse, Self.scan, Self.command(Self.start.octets, device: 6)] + turns, .usbmon)
    #expect(read.reports.map(\.adapter) == [0, 1])
  }

  /// Older versions of USBPcap write a command after its request.
  @Test func commandInASecondStage() throws {
    func stages(_ command: Transfer) -> [Transfer] {
      var (setup, data) = (command, command)
      setup.octets = []
      data.setup = []
      data.stage = 1
      return [setup, data]
    }
    let read = try Self.read(stages(Self.scan) + stages(Self.start), .usbPcap)
    #expect(read.changes.map(\.mode) == [.active])
    #expect(try Self.read([stages(Self.scan)[1], stages(Self.start)[1]], .usbPcap).changes.isEmpty)
  }

  /// Records that end in their headers, or say other lengths, are counted and nothing else.
  @Test(arguments: [189, 220, 249] as [UInt32]) func shortRecords(_ number: UInt32) throws {
    let writer = try #require(Writer(rawValue: number))
    let whole = Self.record(Self.pieces(Self.event(0x41), of: 64)[0], writer)
    var file = PcapFile(linkType: number)
    for length in whole.indices { file.add(Array(whole.prefix(length))) }
    for place in whole.indices {
      var changed = whole
      changed[place] ^= 0xFF
      file.add(changed)
    }
    let read = try RecordedCapture.read(file.octets)
    #expect(read.summary.records == 2 * whole.count)
    #expect(read.contradiction(in: file.octets) == nil)
  }
}
