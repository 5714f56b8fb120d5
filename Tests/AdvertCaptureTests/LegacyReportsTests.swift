import AdvertCapture
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
          "expected event type 0 to 4 and address type 0 to 3, found \(eventType) and \(addressType)")
      ])
  }

  @Test func fewerReportsThanAnnounced() throws {
    let file = Captures.events([HCIEvent.legacy([LegacyReport(data: [1, 9])], count: 3)])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + 17, record: 1,
          "expected an advertising report of 10 bytes, found 0")
      ])
  }

  @Test func dataLengthBeyondTheEvent() throws {
    var report = LegacyReport(data: [1, 9]).octets
    report[8] = 3
    let file = Captures.events([HCIEvent.meta([2, 2] + LegacyReport(data: [1, 8]).octets + report)])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 8]])
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + 17, record: 1,
          "expected an advertising report of 13 bytes, found 12")
      ])
  }

  @Test func moreOctetsThanReports() throws {
    let file = Captures.events([
      HCIEvent.legacy([LegacyReport(data: [1, 9])], surplus: [7, 7]), HCIEvent.legacy([LegacyReport()], count: 0),
    ])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .surplusOctets, file.packetOffset(0) + 17, record: 1,
          "expected the event to end after 1 report, found 2 more bytes", count: 2)
      ])
  }

  @Test func anEventWithoutReports() throws {
    let file = Captures.events([HCIEvent.legacy([])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.isEmpty)
    #expect(capture.summary.problems.isEmpty)
  }

  /// The subevent code alone: not even the number of reports is there.
  @Test func anEventWithoutANumberOfReports() throws {
    let file = Captures.events([HCIEvent.meta([2])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.isEmpty)
    #expect(
      capture.summary.problems == [
        .problem(
          .packetCutShort, file.packetOffset(0) + 4, record: 1,
          "expected a number of advertising reports, found the end of the event")
      ])
  }

  /// A record cut at any place gives the reports that are whole, and one problem.
  @Test func everyCutOfTheRecord() throws {
    let reports = [LegacyReport(data: Captures.data), LegacyReport(4, data: [2, 0x0A, 4]), LegacyReport(3)]
    let packet = [0x04] + HCIEvent.legacy(reports)
    let ends = [5 + 22, 5 + 22 + 13, 5 + 22 + 13 + 10]
    #expect(packet.count == ends.last)
    for kept in 0..<packet.count {
      var file = BtsnoopFile(dataLink: 1002)
      file.add(Array(packet.prefix(kept)), originalLength: UInt32(packet.count))
      let capture = try RecordedCapture.read(file.octets)
      #expect(capture.reports.map(\.data) == reports.prefix(ends.filter { $0 <= kept }.count).map(\.data))
      // Before the subevent code nobody can tell that the event is about advertising.
      let expected = CaptureProblem.problem(
        .packetCutShort, file.packetOffset(0) + 2, record: 1, "expected an event of 47 bytes, found \(kept - 3)")
      #expect(capture.summary.problems == (kept < 4 ? [] : [expected]), "\(kept) octets")
    }
  }

  /// Octets behind the event do not belong to it.
  @Test func aRecordLongerThanItsEvent() throws {
    let capture = try RecordedCapture.read(Captures.events([HCIEvent.legacy([LegacyReport()]) + [1, 2, 3]]).octets)
    #expect(capture.reports.count == 1)
    #expect(capture.summary.problems.isEmpty)
  }

  private func reports(_ report: LegacyReport) throws -> [RecordedReport] {
    let capture = try RecordedCapture.read(Captures.events([HCIEvent.legacy([report])]).octets)
    #expect(capture.summary.problems.isEmpty)
    return capture.reports
  }
}
