import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@Suite struct LegacyReportsTests {
  @Test func oneReport() throws {
    let file = Captures.h4([[UInt8](hex: "043e18 02 01 00 01 665544332211 0c 0201060303aafe0409616263 c5")])
    let capture = try RecordedCapture.read(file.octets)
    let offset = file.packetOffset(0) + Captures.legacyDataOffset
    #expect(
      capture.reports == [
        RecordedReport(
          .advInd, .advInd, address: Captures.address, rssi: -59, time: Captures.time, record: 1,
          dataFileOffset: offset, data: Captures.data)
      ])
    #expect(Array(file.octets[offset..<offset + 12]) == Captures.data)
    #expect(capture.summary.problems.isEmpty)
    #expect(capture.summary.records == 1)
    #expect(capture.summary.reports == 1)
  }

  /// One structure for each report, back to back.
  @Test func twoReportsInOneEvent() throws {
    let file = Captures.h4([
      [UInt8](
        hex: "043e26 02 02 00 01 665544332211 0c 0201060303aafe0409616263 c5 04 01 665544332211 04 020a0400 c4")
    ])
    let capture = try RecordedCapture.read(file.octets)
    let offset = file.packetOffset(0) + Captures.legacyDataOffset
    #expect(
      capture.reports == [
        RecordedReport(
          .advInd, .advInd, address: Captures.address, rssi: -59, time: Captures.time, record: 1,
          dataFileOffset: offset, data: Captures.data),
        RecordedReport(
          .scanRsp, nil, address: Captures.address, rssi: -60, time: Captures.time, record: 1,
          dataFileOffset: offset + 22, data: [2, 0x0A, 4, 0]),
      ])
    #expect(capture.summary.problems.isEmpty)
    #expect(capture.summary.records == 1)
    #expect(capture.summary.reports == 2)
  }

  @Test(arguments: [
    (UInt8(0), AdvertisingReport.PDU.advInd, AdvertisingPDU?.some(.advInd)), (1, .advDirectInd, .advDirectInd),
    (2, .advScanInd, .advScanInd), (3, .advNonconnInd, .advNonconnInd), (4, .scanRsp, nil),
  ])
  func eventTypes(_ type: UInt8, _ pdu: AdvertisingReport.PDU, _ advertising: AdvertisingPDU?) throws {
    let report = try #require(try reports(LegacyReport(type)).first)
    #expect(report.pdu == pdu)
    #expect(report.advertising == advertising)
    #expect(report.source == .report)
  }

  @Test(arguments: [
    (UInt8(0), DeviceAddress.AddressType.public), (1, .random), (2, .publicIdentity), (3, .randomIdentity),
  ])
  func addressTypes(_ number: UInt8, _ type: DeviceAddress.AddressType) throws {
    let addresses = try reports(LegacyReport(addressType: number)).map(\.address)
    #expect(addresses == [DeviceAddress(bits: 0x1122_3344_5566, type: type)])
  }

  @Test func everySignalStrength() throws {
    for rssi in Int8.min...Int8.max {
      let measured = try reports(LegacyReport(data: [1, 9], rssi: rssi)).map(\.rssi)
      #expect(measured == [rssi == 127 ? nil : rssi])
    }
  }

  /// Whether more than 31 octets are allowed is not for the reader to say.
  @Test(arguments: [0, 1, 31, 32, 200, 243])
  func everyLengthOfDataThatFitsAnEvent(_ count: Int) throws {
    let data = Array((0..<count).map { UInt8($0) })
    #expect(try reports(LegacyReport(data: data)).map(\.data) == [data])
  }

  /// A report that cannot be understood is left out; the next one in the event is not.
  @Test(arguments: [(UInt8(5), UInt8(1)), (0xFF, 0), (0, 4), (0, 0xFE), (0, 0xFF)])
  func reservedValues(_ eventType: UInt8, _ addressType: UInt8) throws {
    let bad = LegacyReport(eventType, addressType: addressType, data: Captures.data)
    let file = Captures.events([HCIEvent.legacy([bad, LegacyReport(data: [1, 9])])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .reportInvalid, file.packetOffset(0) + 5, record: 1,
          expected: "event type 0 to 4 and address type 0 to 3", found: "\(eventType) and \(addressType)")
      ])
  }

  private func reports(_ report: LegacyReport) throws -> [RecordedReport] {
    let capture = try RecordedCapture.read(Captures.events([HCIEvent.legacy([report])]).octets)
    #expect(capture.summary.problems.isEmpty)
    return capture.reports
  }
}

@Suite struct DirectedReportsTests {
  @Test func theAdvertiserComesFirst() throws {
    let log = try HostLog(["043e12 0b 01 01 01 665544332211 01 aabbccddee4f b0"])
    let report = try #require(log.reports.first)
    #expect(log.reports.count == 1)
    #expect(report.pdu == .advDirectInd)
    #expect(report.address == DeviceAddress(bits: 0x1122_3344_5566, type: .random))
    #expect(report.rssi == -80)
    #expect(report.data.isEmpty)
    #expect(report.dataFileOffset == 16 + 24 + 5 + 15)
    #expect(log.summary.reports == 1)
    #expect(log.summary.problems.isEmpty)
  }

  @Test func severalReports() throws {
    let log = try HostLog([
      "043e22 0b 02 01 00 665544332211 01 aabbccddee4f 7f 01 03 0102030405c6 01 aabbccddee4f b0"
    ])
    #expect(
      log.reports.map(\.address) == [
        DeviceAddress(bits: 0x1122_3344_5566, type: .public),
        DeviceAddress(bits: 0xC605_0403_0201, type: .randomIdentity),
      ])
    #expect(log.reports.map(\.rssi) == [nil, -80])
  }

  @Test(arguments: [
    ("043e12 0b 01 00 01 665544332211 01 aabbccddee4f b0", CaptureProblem.Kind.reportInvalid, 0),
    ("043e12 0b 01 01 ff 665544332211 01 aabbccddee4f b0", .reportInvalid, 0),
    ("043e12 0b 01 01 04 665544332211 01 aabbccddee4f b0", .reportInvalid, 0),
    ("043e12 0b 02 01 01 665544332211 01 aabbccddee4f b0", .packetCutShort, 1),
    ("043e11 0b 01 01 01 665544332211 01 aabbccddee4f", .packetCutShort, 0),
    ("043e13 0b 01 01 01 665544332211 01 aabbccddee4f b0 00", .surplusOctets, 1),
    ("043e12 0b 00 01 01 665544332211 01 aabbccddee4f b0", .surplusOctets, 0),
  ])
  func damage(_ event: String, _ kind: CaptureProblem.Kind, _ count: Int) throws {
    let log = try HostLog([event])
    #expect(log.reports.count == count)
    #expect(log.summary.problems.map(\.kind) == [kind])
  }
}
