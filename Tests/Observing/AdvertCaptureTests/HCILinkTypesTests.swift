import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// The same HCI packets behind the headers of every link type.
@Suite struct HCILinkTypesTests {
  private static let event = HCIEvent.legacy([LegacyReport(data: Captures.data, rssi: -59)])
  private static let enableScan = [UInt8](hex: "0c20 02 01 00")

  @Test func unencapsulated() throws {
    var file = BtsnoopFile(dataLink: 1001)
    file.add(Self.enableScan, flags: 2)
    file.add(Self.event, flags: 3)
    try check(file.octets, dataAt: file.packetOffset(1) + 13, linkType: .hciUnencapsulated)
  }

  /// Data packets that look like events.
  @Test func unencapsulatedData() throws {
    var file = BtsnoopFile(dataLink: 1001)
    file.add(Self.event, flags: 0)
    file.add(Self.event, flags: 1)
    file.add(Self.event, flags: 2)
    #expect(try RecordedCapture.read(file.octets).reports.isEmpty)
  }

  @Test func h4InBtsnoop() throws {
    var file = BtsnoopFile(dataLink: 1002)
    // Flags that contradict the packet indicator are wrong; the indicator is right.
    file.add([1] + Self.enableScan, flags: 3)
    file.add([4] + Self.event, flags: 0)
    try check(file.octets, dataAt: file.packetOffset(1) + 14, linkType: .hciH4)
  }

  @Test func h4InPcap() throws {
    var file = PcapFile(linkType: 187)
    file.add([1] + Self.enableScan)
    file.add([4] + Self.event)
    try check(file.octets, dataAt: file.packetOffset(1) + 14, linkType: .hciH4)
  }

  @Test(arguments: [0, 2, 3, 5, 0xFF] as [UInt8])
  func h4OtherThanCommandAndEvent(_ indicator: UInt8) throws {
    #expect(try RecordedCapture.read(Captures.h4([[indicator] + Self.event]).octets).reports.isEmpty)
  }

  @Test func h4WithDirection() throws {
    var file = PcapFile(linkType: 201)
    file.add([0, 0, 0, 0, 1] + Self.enableScan)
    file.add([0, 0, 0, 1, 4] + Self.event)
    try check(file.octets, dataAt: file.packetOffset(1) + 18, linkType: .hciH4WithDirection)
  }

  @Test func linuxMonitorInBtsnoop() throws {
    var file = BtsnoopFile(dataLink: 2001)
    file.add(Self.enableScan, flags: 0x0001_0002)
    file.add(Self.event, flags: 0x0001_0003)
    try check(file.octets, dataAt: file.packetOffset(1) + 13, linkType: .linuxMonitorFlags, adapter: 1)
  }

  @Test func linuxMonitorInPcap() throws {
    var file = PcapFile(linkType: 254)
    file.add([0x01, 0x02, 0, 2] + Self.enableScan)
    file.add([0x01, 0x02, 0, 3] + Self.event)
    try check(file.octets, dataAt: file.packetOffset(1) + 17, linkType: .linuxMonitor, adapter: 0x0102)
  }

  /// New index, delete index, data, control and log messages.
  @Test(arguments: [0, 1, 4, 5, 8, 13, 17, 0x0103, 0xFFFF] as [UInt16])
  func otherMonitorOpcodes(_ opcode: UInt16) throws {
    var flags = BtsnoopFile(dataLink: 2001)
    flags.add(Self.event, flags: UInt32(opcode))
    #expect(try RecordedCapture.read(flags.octets).reports.isEmpty)
    var header = PcapFile(linkType: 254)
    header.add([0, 0, UInt8(opcode >> 8), UInt8(opcode & 0xFF)] + Self.event)
    #expect(try RecordedCapture.read(header.octets).reports.isEmpty)
  }

  /// Records too short for their link type's header, or with nothing behind it.
  @Test(arguments: [187, 201, 254] as [UInt32])
  func shortRecords(_ linkType: UInt32) throws {
    for packet: [UInt8] in [[], [4], [4, 0x3E], [0, 0, 0, 3], [0, 0, 0, 3, 4], [0, 0, 0, 3, 0x3E, 1]] {
      var file = PcapFile(linkType: linkType)
      file.add(packet)
      let capture = try RecordedCapture.read(file.octets)
      #expect(capture.reports.isEmpty)
      #expect(capture.summary.records == 1)
      #expect(capture.summary.problems.isEmpty)
    }
  }

  /// A scan request, command complete and status, number of completed packets, disconnection, and nothing much.
  @Test(arguments: [
    "3e09130301665544332211", "0e0401092000", "0f0400010120", "1305014000 0100", "0504004000 13", "3e00", "ff03ef0a00",
  ])
  func otherEvents(_ hex: String) throws {
    let capture = try RecordedCapture.read(Captures.events([[UInt8](hex: hex)]).octets)
    #expect(capture.reports.isEmpty)
    #expect(capture.changes.isEmpty)
    #expect(capture.summary.problems.isEmpty)
  }

  /// The capture has the command in its first record and the event in its second.
  private func check(_ octets: [UInt8], dataAt offset: Int, linkType: LinkType, adapter: UInt16 = 0) throws {
    let capture = try RecordedCapture.read(octets)
    var expected = RecordedReport(
      .advInd, .advInd, address: Captures.address, rssi: -59, time: Captures.time, record: 2, dataFileOffset: offset,
      data: Captures.data)
    expected.adapter = adapter
    #expect(capture.reports == [expected])
    #expect(Array(octets[offset..<offset + Captures.data.count]) == Captures.data)
    #expect(capture.changes.map(\.mode) == [.unknown])
    #expect(capture.changes.map(\.adapter) == [adapter])
    #expect(capture.summary.linkTypes == [linkType])
    #expect(capture.summary.problems.isEmpty)
  }
}

@Suite struct LinkTypeTests {
  /// A number that is understood gives a link type with that number, and so does one that is not.
  @Test func everyNumberComesBack() {
    let wrong = (0...0xFFFF).first { LinkType(number: $0).number != $0 }
    #expect(wrong == nil)
  }

  @Test(arguments: [(187, LinkType.hciH4), (201, .hciH4WithDirection), (254, .linuxMonitor), (1, .unsupported(1))])
  func numbers(_ number: Int, _ linkType: LinkType) {
    #expect(LinkType(number: number) == linkType)
  }

  /// The codes of btsnoop are not link types of pcap.
  @Test func btsnoopCodes() {
    #expect(LinkType.hciUnencapsulated.number == 1001)
    #expect(LinkType.linuxMonitorFlags.number == 2001)
    #expect(LinkType(number: 1001) == .unsupported(1001))
    #expect(LinkType(number: 2001) == .unsupported(2001))
  }
}

@Suite struct PDUKindTests {
  @Test func everyLegacyEventType() {
    let kinds = (UInt8.min...UInt8.max).map { PDUKind(legacyEventType: $0) }
    #expect(
      kinds.prefix(5) == [
        PDUKind(.advInd, .advInd), PDUKind(.advDirectInd, .advDirectInd), PDUKind(.advScanInd, .advScanInd),
        PDUKind(.advNonconnInd, .advNonconnInd), PDUKind(.scanRsp, nil),
      ])
    #expect(kinds.dropFirst(5).allSatisfy { $0 == nil })
  }

  /// Bits 0 to 4 decide; every other bit may be anything.
  @Test func everyExtendedEventType() {
    let wrong = (UInt16.min...UInt16.max).first { PDUKind(extendedEventType: $0) != expected($0 & 0x1F) }
    #expect(wrong == nil, "0x\(String(wrong ?? 0, radix: 16))")
  }

  /// In the order of the bits: connectable, scannable, directed, scan response, legacy.
  private func expected(_ type: UInt16) -> PDUKind? {
    switch type {
    case 0x13: PDUKind(.advInd, .advInd)
    case 0x15: PDUKind(.advDirectInd, .advDirectInd)
    case 0x12: PDUKind(.advScanInd, .advScanInd)
    case 0x10: PDUKind(.advNonconnInd, .advNonconnInd)
    case 0x1B: PDUKind(.scanRsp, .advInd)
    case 0x1A: PDUKind(.scanRsp, .advScanInd)
    case 0x11, 0x14, 0x16...0x19, 0x1C...0x1F: nil
    case 0x00, 0x04: PDUKind(.auxAdvInd, .extendedNonconnectable)
    case 0x01, 0x03, 0x05, 0x07: PDUKind(.auxAdvInd, .extendedConnectable)
    case 0x02, 0x06: PDUKind(.auxAdvInd, .extendedScannable)
    default: PDUKind(.auxScanRsp, .extendedScannable)
    }
  }
}
