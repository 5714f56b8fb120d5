import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct AppleReportsTests {
  private static let data = Octets.advertisedData

  /// The vendor event with one report, from the event code on, its fields as iPhones write them.
  private static func event(
    type: UInt16 = 0x2513, addressType: UInt8 = 1, sid: UInt8 = 0xFF, rssi: UInt8 = 0xC5, identityType: UInt8 = 0xFF,
    data: [UInt8] = data
  ) -> [UInt8] {
    var event: [UInt8] = [0xFF, UInt8(42 + data.count), 0xEF, 0x0A, 0, 0, 0, 1]
    event += Octets.little(UInt64(type), 2) + [addressType] + [UInt8](hex: "665544332211")
    event += [0x81, 0x21, sid, 0x7F, rssi] + [UInt8](repeating: 0, count: 9)
    event += [identityType] + [UInt8](hex: "0655443322d1") + [0xCD, 0x7F, 0x7F, 0xFF, 0xFF]
    return event + [UInt8(data.count)] + data
  }

  /// The event of newer iPhones: the length of the data is before the fields whose meaning is not known.
  private static func newer(type: UInt16 = 0x6713, rssi: UInt8 = 0xC5, data: [UInt8] = data) -> [UInt8] {
    var event: [UInt8] = [0xFF, UInt8(40 + data.count), 0x0E, 0x0A, 3, 1]
    event += Octets.little(UInt64(type), 2) + [1] + [UInt8](hex: "665544332211")
    event += [0x81, 0x00, 0xFF, 0x7F, rssi] + [UInt8](repeating: 0, count: 9)
    return event + [UInt8(data.count)] + data + [0xFF, 0, 0, 0, 0, 0, 0, rssi, 0x7F, 0x7F, 0xFF, 0x01]
  }

  private static func read(_ events: [[UInt8]]) throws -> (summary: CaptureSummary, sink: RecordingSink) {
    var sink = RecordingSink()
    let log = events.flatMap { PacketLoggerTests.record(0x01, $0, microseconds: 7, order: .littleEndian) }
    let summary = try CaptureReader.read(MemorySource(log), into: &sink)
    return (summary, sink)
  }

  @Test func aReport() throws {
    let (summary, sink) = try Self.read([Self.event()])
    #expect(summary.problems.map(\.kind) == [.formatInferred])
    var expected = RecordedReport(
      .advInd, .advInd, address: Captures.address, rssi: -59, time: Timestamp(microseconds: 1_700_000_000_000_007),
      record: 1, dataFileOffset: 13 + 44, data: Self.data)
    expected.source = .vendor
    #expect(sink.reports == [expected])
  }

  @Test func aReportOfANewerPhone() throws {
    let (summary, sink) = try Self.read([Self.newer(), Self.newer(data: [])])
    var expected = RecordedReport(
      .advInd, .advInd, address: Captures.address, rssi: -59, time: Timestamp(microseconds: 1_700_000_000_000_007),
      record: 1, dataFileOffset: 13 + 30, data: Self.data)
    expected.source = .vendor
    #expect(sink.reports.first == expected)
    #expect(sink.reports.map(\.data) == [Self.data, []])
    #expect(summary.problems.map(\.kind) == [.formatInferred])
    #expect(summary.problems.map(\.count) == [2])
    #expect(CaptureProblem.Kind.formatInferred.isGap == false)
  }

  /// All its scan responses have the type 0x18, which names no kind of advertisement.
  @Test(
    arguments: [
      (0x2513, .advInd, .advInd), (0xA713, .advInd, .advInd), (0x2610, .advNonconnInd, .advNonconnInd),
      (0x2518, .scanRsp, nil), (0x6718, .scanRsp, nil), (0x0401, .auxAdvInd, .extendedConnectable),
    ] as [(UInt16, AdvertisingReport.PDU, AdvertisingPDU?)])
  func newerEventTypes(_ type: UInt16, pdu: AdvertisingReport.PDU, advertising: AdvertisingPDU?) throws {
    let (_, sink) = try Self.read([Self.newer(type: type)])
    #expect(sink.reports.map(\.pdu) == [pdu])
    #expect(sink.reports.map(\.advertising) == [advertising])
  }

  /// The low five bits of the event type decide, whatever the others are.
  @Test(
    arguments: [
      (0x2513, .advInd, .advInd), (0x6793, .advInd, .advInd), (0x2510, .advNonconnInd, .advNonconnInd),
      (0x2612, .advScanInd, .advScanInd), (0x2515, .advDirectInd, .advDirectInd), (0x271B, .scanRsp, .advInd),
      (0x251A, .scanRsp, .advScanInd), (0x2501, .auxAdvInd, .extendedConnectable),
    ] as [(UInt16, AdvertisingReport.PDU, AdvertisingPDU)])
  func eventTypes(_ type: UInt16, pdu: AdvertisingReport.PDU, advertising: AdvertisingPDU) throws {
    let (summary, sink) = try Self.read([Self.event(type: type)])
    #expect(sink.reports.map(\.pdu) == [pdu])
    #expect(sink.reports.map(\.advertising) == [advertising])
    #expect(summary.problems.map(\.kind) == [.formatInferred])
  }

  @Test func whoItIsInTruth() throws {
    let (_, sink) = try Self.read([
      Self.event(identityType: 2), Self.event(identityType: 3), Self.event(identityType: 9),
    ])
    #expect(
      sink.reports.map(\.identity) == [
        DeviceAddress(bits: 0xD122_3344_5506, type: .publicIdentity),
        DeviceAddress(bits: 0xD122_3344_5506, type: .randomIdentity), nil,
      ])
  }

  @Test func unmeasuredAndAnonymous() throws {
    let (_, sink) = try Self.read([Self.event(type: 0x0000, addressType: 0xFF, sid: 5, rssi: 0x7F, data: [])])
    #expect(sink.reports.map(\.address) == [DeviceAddress(bits: 0, type: .anonymous)])
    #expect(sink.reports.map(\.rssi) == [nil])
    #expect(sink.reports.map(\.advertisingSID) == [5])
    #expect(sink.reports.map(\.data) == [[]])
  }

  /// Pieces of one advertisement are joined as in the standard's event, and the identity stays with them.
  @Test func pieces() throws {
    let (_, sink) = try Self.read([
      Self.event(type: 0x0021, identityType: 3, data: [3, 9]),
      Self.event(type: 0x0001, identityType: 3, data: [0x41, 0x42]),
    ])
    #expect(sink.reports.map(\.data) == [[3, 9, 0x41, 0x42]])
    #expect(sink.reports.map { $0.identity?.type } == [.randomIdentity])
  }

  @Test func undefinedTypes() throws {
    let (summary, sink) = try Self.read([Self.event(type: 0x2511), Self.event(addressType: 4)])
    #expect(sink.reports.isEmpty)
    #expect(summary.problems.map(\.kind) == [.reportInvalid, .formatInferred])
    #expect(summary.problems.map(\.count) == [2, 2])
    #expect(
      summary.problems.first?.message == "expected a defined event type and address type, found 0x2511 and 1")
    #expect(summary.problems.first?.fileOffset == 13 + 8)
  }

  /// Only an event all of whose lengths agree is taken for a report. Others are told when the log has one that is.
  @Test(arguments: [false, true]) func lengthsThatDoNotAgree(isNewer: Bool) throws {
    let event = isNewer ? Self.newer() : Self.event()
    let changes =
      isNewer
      ? [(1, 0), (1, 55), (4, 2), (5, 0), (5, 2), (29, 11), (29, 13), (29, 0)]
      : [(1, 0), (1, 57), (7, 0), (7, 2), (43, 11), (43, 13), (43, 0)]
    var wrong: [[UInt8]] = [Array(event.dropLast()), event + [0]]
    for (offset, value) in changes {
      var changed = event
      changed[offset] = UInt8(value)
      wrong.append(changed)
    }
    wrong += (4..<event.count).map { Array(event.prefix($0)) }
    let (summary, sink) = try Self.read(wrong + [event])
    #expect(sink.reports.count == 1)
    #expect(summary.problems.map(\.kind).contains(.formatInferred))
    let unread = try #require(summary.problems.first { $0.kind == .vendorEventUnknown })
    // An event that says it has no parameters has no kind.
    #expect(unread.count == wrong.count - 1)
    #expect(unread.record == 1)
    #expect(unread.kind.isGap)
  }

  @Test func otherEvents() throws {
    let wrong = [(0, UInt8(0xFE)), (2, 0xEE), (3, 9)].map { offset, value in
      var changed = Self.event()
      changed[offset] = value
      return changed
    }
    let (summary, sink) = try Self.read(wrong + (1..<4).map { Array(Self.event().prefix($0)) })
    #expect(sink.reports.isEmpty)
    #expect(summary.problems.isEmpty)
  }
}
