import AdvertCapture
import AdvertisingData
import Testing

@Suite struct AndroidMultiAdvertisingTests {
  private let padding = String(repeating: "00", count: 19)
  private var dataWithLength: String { "54fd 02 0c 0201060303aafe0409616263 \(padding) 01" }
  private var dataWithoutLength: String { "54fd 02 0201060303aafe0409616263 \(padding) 01" }
  private let enable = "54fd 05 01 01"
  private let disable = "54fd 05 00 01"

  private let advertising: [UInt8] = [0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE, 0x04, 0x09, 0x61, 0x62, 0x63]

  private func parameters(
    type: Int = 0, ownAddress: Int = 1, address: String = "665544332211", instance: String = "01"
  ) -> String {
    "54fd 01 a000 f000 0\(type) 0\(ownAddress) \(address) 00 000000000000 07 00 \(instance) 00"
  }

  private func layouts(_ commands: [String]) throws -> [HostLayout] {
    try HostLog(commands.flatMap { try HostLog.accepted($0, returning: "02") }).layouts
  }

  @Test func instancesComeOnTheAirWhenEnabled() throws {
    let scanResponse = "54fd 03 03 020a04 \(String(repeating: "00", count: 28)) 01"
    let layout = try #require(try layouts([parameters(), dataWithLength, scanResponse, enable]).first)
    #expect(layout.advertisingHandle == 1)
    #expect(layout.advertisingSID == nil)
    #expect(layout.address == DeviceAddress(bits: 0x1122_3344_5566, type: .random))
    #expect(layout.interval == 160...240)
    #expect(layout.channels == .all)
    #expect(
      layout.layout
        == Layout(
          pdu: .advInd, advertising: Payload(advertising), scanResponse: .declared(Payload([0x02, 0x0A, 0x04]))))
    #expect(layout.record == 7)
    // Two records of 28 and 8 octets, the header, indicator, opcode, length, action, data length.
    let offset = 16 + (24 + 28) + (24 + 8) + 24 + 6
    #expect(layout.advertisingSource == HostLayout.DataSource(record: 3, fileOffset: offset))
  }

  @Test func withoutLengthAllOctetsAreData() throws {
    let layout = try #require(try layouts([parameters(), dataWithoutLength, enable]).first)
    #expect(layout.layout.advertising == Payload(advertising + Array(repeating: 0, count: 19)))
    let offset = 16 + (24 + 28) + (24 + 8) + 24 + 5
    #expect(layout.advertisingSource == HostLayout.DataSource(record: 3, fileOffset: offset))
  }

  @Test func otherLengthsChangeNothing() throws {
    let log = try HostLog(
      [parameters(), dataWithLength, "54fd 02 03 020106 01", "54fd 02 20 \(padding)\(padding.prefix(24)) 01", enable]
        .flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.layout.advertising) == [Payload(advertising)])
    #expect(log.summary.problems.map(\.message) == ["expected 34 or 33 bytes, found 6"])
    #expect(log.summary.problems.map(\.count) == [2])
  }

  @Test func instanceZeroIsTheLegacySet() throws {
    let layouts = try layouts([
      "0520 0102030405c6", "0820 03020106", parameters(address: "000000000000", instance: "00"), "0a20 01",
    ])
    #expect(layouts.map(\.advertisingHandle) == [nil])
    #expect(layouts.map(\.address.bits) == [0xC605_0403_0201])
    #expect(layouts.map(\.layout.pdu) == [.advInd])
  }

  @Test func instancesAreNotHandles() throws {
    let extended = "3620 01 1000 a00000 f00000 07 01 00 000000000000 00 7f 01 00 02 05 00"
    let layouts = try layouts([
      parameters(), dataWithLength, enable, extended, "3720 01 03 01 00", "3920 01 01 01 0000 00",
    ])
    #expect(layouts.map(\.layout.pdu) == [.advInd, .advNonconnInd])
  }

  @Test func addressesAndChanges() throws {
    let address = "54fd 04 0102030405c6 01"
    let layouts = try layouts([parameters(), dataWithLength, enable, address, disable, dataWithLength, enable])
    #expect(layouts.map(\.address.bits) == [0x1122_3344_5566, 0xC605_0403_0201, 0xC605_0403_0201])
    let own = try HostLog(
      HostLog.accepted("0910", returning: "221100eeffc0")
        + [parameters(ownAddress: 0), dataWithLength, enable].flatMap { try HostLog.accepted($0) })
    #expect(own.layouts.map(\.address) == [DeviceAddress(bits: 0xC0FF_EE00_1122, type: .public)])
  }

  @Test func unknownActionsAreLeftAlone() throws {
    let log = try HostLog(
      [parameters(), dataWithLength, "54fd 06 00 01", enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.count == 1)
    #expect(log.summary.problems.isEmpty)
  }
}
