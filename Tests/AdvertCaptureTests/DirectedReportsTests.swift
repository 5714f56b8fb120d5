import AdvertCapture
import AdvertisingData
import Testing

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
