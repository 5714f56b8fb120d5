import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@Suite struct ExtendedReportsTests {
  @Test(arguments: [
    Vector(
      "legacy ADV_IND",
      "1300 00 665544332211 01 00 ff 7f c5 0000 00 000000000000 0c 0201060303aafe0409616263",
      .advInd, .advInd, Captures.publicAddress, rssi: -59, data: Captures.data),
    Vector(
      "SCAN_RSP to ADV_SCAN_IND", "1a00 00 665544332211 01 00 ff 7f c5 0000 00 000000000000 00",
      .scanRsp, .advScanInd, Captures.publicAddress, rssi: -59),
    Vector(
      "SCAN_RSP to ADV_IND", "1b00 00 665544332211 01 00 ff 7f c5 0000 00 000000000000 00",
      .scanRsp, .advInd, Captures.publicAddress, rssi: -59),
    Vector(
      "anonymous", "0000 ff 000000000000 01 01 03 7f b0 0000 00 000000000000 03 020a00",
      .auxAdvInd, .extendedNonconnectable, DeviceAddress(bits: 0, type: .anonymous), sid: 3, rssi: -80,
      data: [2, 0x0A, 0]),
    Vector(
      "anonymous, with octets where the address would be",
      "0000 ff 665544332211 01 01 03 7f b0 0000 00 000000000000 00",
      .auxAdvInd, .extendedNonconnectable, DeviceAddress(bits: 0, type: .anonymous), sid: 3, rssi: -80),
    Vector(
      "extended scan response", "0a00 01 665544332211 01 01 0f 7f 7f 0000 00 000000000000 02 0109",
      .auxScanRsp, .extendedScannable, Captures.address, sid: 15, rssi: nil, data: [1, 9]),
    Vector(
      "directed", "0500 01 665544332211 03 03 00 7f 80 0000 01 ffeeddccbbaa 00",
      .auxAdvInd, .extendedConnectable, Captures.address, sid: 0, rssi: -128),
  ])
  func oneReport(_ vector: Vector) throws {
    let report = [UInt8](hex: vector.hex)
    let file = Captures.events([HCIEvent.meta([0x0D, 1] + report)])
    let capture = try RecordedCapture.read(file.octets)
    let offset = file.packetOffset(0) + Captures.extendedDataOffset
    #expect(
      capture.reports == [
        RecordedReport(
          vector.pdu, vector.advertising, address: vector.address, sid: vector.sid, rssi: vector.rssi,
          time: Captures.time, record: 1, dataFileOffset: offset, data: vector.data)
      ])
    #expect(Array(file.octets[offset...]) == vector.data)
    #expect(capture.summary.problems.isEmpty)
  }

  @Test func severalReportsInOneEvent() throws {
    let reports = [
      ExtendedReport(0x13, data: Captures.data), ExtendedReport(0x1B), ExtendedReport(0x01, data: [1, 9]),
    ]
    let file = Captures.events([HCIEvent.extended(reports)])
    let capture = try RecordedCapture.read(file.octets)
    let first = file.packetOffset(0) + Captures.extendedDataOffset
    #expect(capture.reports.map(\.pdu) == [.advInd, .scanRsp, .auxAdvInd])
    #expect(capture.reports.map(\.data) == [Captures.data, [], [1, 9]])
    #expect(capture.reports.map(\.dataFileOffset) == [first, first + 36, first + 60])
    #expect(capture.summary.problems.isEmpty)
  }

  /// Sets are numbered 0 to 15, 255 means none; legacy advertising belongs to no set, whatever a controller writes.
  @Test func everySetNumber() throws {
    for sid in UInt8.min...UInt8.max {
      let capture = try read([ExtendedReport(0x01, sid: sid), ExtendedReport(0x13, sid: sid)])
      #expect(capture.reports.map(\.advertisingSID) == [sid <= 15 ? sid : nil, nil])
    }
  }

  /// Reserved bits are noted once for the capture and otherwise ignored.
  @Test func reservedBits() throws {
    let file = Captures.events([
      HCIEvent.extended([ExtendedReport(0x13), ExtendedReport(0x8013)]), HCIEvent.extended([ExtendedReport(0x259B)]),
    ])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.pdu) == [.advInd, .advInd, .scanRsp])
    #expect(
      capture.summary.problems == [
        .problem(
          .reservedBits, file.packetOffset(0) + 5 + 24, record: 1,
          expected: "bits 7 to 15 of the event type to be 0", found: "0x8013", count: 2)
      ])
  }

  @Test(arguments: 7...15 as ClosedRange<UInt16>)
  func everyReservedBit(_ bit: UInt16) throws {
    let capture = try read([ExtendedReport(0x13 | 1 << bit, data: [1, 9])])
    #expect(capture.reports.map(\.pdu) == [.advInd])
    #expect(capture.summary.problems.map(\.kind) == [.reservedBits])
  }

  @Test(arguments: [(UInt16(0x11), UInt8(1)), (0x14, 0), (0x16, 0), (0x1F, 1), (0x13, 4), (0x01, 0xFE)])
  func reservedValues(_ eventType: UInt16, _ addressType: UInt8) throws {
    let bad = ExtendedReport(eventType, addressType: addressType, data: [1, 2, 3])
    let file = Captures.events([HCIEvent.extended([bad, ExtendedReport(0x13, data: [1, 9])])])
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.reports.map(\.data) == [[1, 9]])
    #expect(
      capture.summary.problems == [
        .problem(
          .reportInvalid, file.packetOffset(0) + 5, record: 1,
          expected: "a defined event type and address type",
          found: "0x\(String(eventType, radix: 16)) and \(addressType)")
      ])
  }

  private func read(_ reports: [ExtendedReport]) throws -> RecordedCapture {
    try RecordedCapture.read(Captures.events([HCIEvent.extended(reports)]).octets)
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let hex: String
    let pdu: AdvertisingReport.PDU
    let advertising: AdvertisingPDU
    let address: DeviceAddress
    let sid: UInt8?
    let rssi: Int8?
    let data: [UInt8]

    init(
      _ name: String, _ hex: String, _ pdu: AdvertisingReport.PDU, _ advertising: AdvertisingPDU,
      _ address: DeviceAddress, sid: UInt8? = nil, rssi: Int8?, data: [UInt8] = []
    ) {
      self.name = name
      self.hex = hex
      self.pdu = pdu
      self.advertising = advertising
      self.address = address
      self.sid = sid
      self.rssi = rssi
      self.data = data
    }

    var testDescription: String { name }
  }
}
