import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

@Suite struct LegacyAdvertisingCommandsTests {
  // As in the specification's tables: address D1:22:33:44:55:66, non-connectable every 100 to 150 ms from a random
  // address, flags with a service and the name abc, power in the scan response.
  private let address = "0520 66554433 22d1"
  private let parameters = "0620 a000f0000301000000000000000700"
  private let data = "0820 0c0201060303aafe0409616263 00000000000000000000000000000000000000"
  private let scanResponse = "0920 03020a04 00000000000000000000000000000000000000000000000000000000"
  private let enable = "0a20 01"
  private let disable = "0a20 00"

  private let advertising = Payload([0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE, 0x04, 0x09, 0x61, 0x62, 0x63])
  private let power = Payload([0x02, 0x0A, 0x04])

  private func parameters(type: Int, ownAddress: Int = 1) -> String {
    "0620 a000f0000\(type)0\(ownAddress)000000000000000700"
  }

  @Test func enablingPutsTheLayoutOnTheAir() throws {
    let log = try HostLog([address, parameters, data, scanResponse, enable].flatMap { try HostLog.accepted($0) })
    let layout = try #require(log.layouts.first)
    #expect(log.layouts.count == 1)
    #expect(layout.adapter == 0)
    #expect(layout.address == DeviceAddress(bits: 0xD122_3344_5566, type: .random))
    #expect(layout.advertisingHandle == nil)
    #expect(layout.advertisingSID == nil)
    #expect(layout.layout == Layout(pdu: .advNonconnInd, advertising: advertising, scanResponse: .notScannable))
    #expect(layout.interval == 160...240)
    #expect(layout.channels == .all)
    #expect(layout.record == 9)
    #expect(layout.time == HostLog.time(ofRecord: 9))
    // Header, four records of 10, 7, 19 and 7 octets before it, its own header, indicator, opcode, length, data length.
    let offset = 16 + (24 + 10) + (24 + 7) + (24 + 19) + (24 + 7) + 24 + 5
    #expect(layout.advertisingSource == HostLayout.DataSource(record: 5, fileOffset: offset))
    #expect(layout.scanResponseSource == nil)
    #expect(log.summary.problems.isEmpty)
    #expect(log.summary.reports == 0)
  }

  @Test(arguments: [
    (0, AdvertisingPDU.advInd, ClosedRange<UInt32>?(160...240)), (1, .advDirectInd, nil), (2, .advScanInd, 160...240),
    (3, .advNonconnInd, 160...240), (4, .advDirectInd, 160...240),
  ])
  func types(_ type: Int, _ pdu: AdvertisingPDU, _ interval: ClosedRange<UInt32>?) throws {
    let commands = [address, parameters(type: type), data, scanResponse, enable]
    let layout = try #require(try HostLog(commands.flatMap { try HostLog.accepted($0) }).layouts.first)
    #expect(layout.layout.pdu == pdu)
    #expect(layout.interval == interval)
    #expect(layout.layout.advertising == (pdu == .advDirectInd ? Payload() : advertising))
    #expect((layout.advertisingSource == nil) == (pdu == .advDirectInd))
    #expect(layout.layout.scanResponse == (pdu.isScannable ? .declared(power) : .notScannable))
    #expect((layout.scanResponseSource != nil) == pdu.isScannable)
  }

  @Test func reservedTypeChangesNothing() throws {
    let log = try HostLog(
      [parameters, parameters(type: 5), data, enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.layout.pdu) == [.advNonconnInd])
    #expect(log.summary.problems.map(\.kind) == [.reportInvalid])
    #expect(log.summary.problems.map(\.message) == ["expected advertising type 0 to 4, found 5"])
    #expect(log.summary.problems.map(\.fileOffset) == [16 + (24 + 19) + (24 + 7) + 24 + 4 + 4])
  }

  @Test func changesCountWhileEnabled() throws {
    let other = "0820 03020a7f"
    let log = try HostLog(
      [parameters(type: 2), scanResponse, data, enable, other, disable, data, "0920 00", enable].flatMap {
        try HostLog.accepted($0)
      })
    #expect(log.layouts.map(\.record) == [7, 9, 17])
    #expect(log.layouts.map(\.layout.advertising) == [advertising, Payload([0x02, 0x0A, 0x7F]), advertising])
    #expect(log.layouts.map(\.layout.scanResponse) == [.declared(power), .declared(power), .declared(Payload())])
  }

  @Test func anyOrderOfSettingGivesTheSame() throws {
    let settings = [address, parameters(type: 0), data, scanResponse]
    var layouts: Set<Layout> = []
    var addresses: Set<DeviceAddress> = []
    for order in Self.permutations(settings) {
      let log = try HostLog((order + [enable]).flatMap { try HostLog.accepted($0) })
      #expect(log.layouts.count == 1)
      layouts.formUnion(log.layouts.map(\.layout))
      addresses.formUnion(log.layouts.map(\.address))
    }
    #expect(layouts == [Layout(pdu: .advInd, advertising: advertising, scanResponse: .declared(power))])
    #expect(addresses == [DeviceAddress(bits: 0xD122_3344_5566, type: .random)])
  }

  private static func permutations(_ items: [String]) -> [[String]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { rest[..<$0] + [first] + rest[$0...] }
    }
  }

  @Test func whatCameBeforeTheLogIsUnknown() throws {
    let nothing = try HostLog(HostLog.accepted(enable))
    #expect(nothing.layouts.isEmpty)
    let log = try HostLog([enable, data].flatMap { try HostLog.accepted($0) })
    let layout = try #require(log.layouts.first)
    #expect(log.layouts.count == 1)
    #expect(layout.layout == Layout(pdu: nil, advertising: advertising, scanResponse: .notObserved))
    #expect(layout.address == DeviceAddress(bits: 0, type: .unknown))
    #expect(layout.address.description == "unknown")
    #expect(layout.interval == nil)
  }

  @Test func afterResetTheDefaultsAreKnown() throws {
    let log = try HostLog(
      [parameters, scanResponse, data, HostLog.reset, enable].flatMap { try HostLog.accepted($0) })
    let layout = try #require(log.layouts.first)
    #expect(log.layouts.count == 1)
    #expect(layout.layout == Layout(pdu: .advInd, advertising: Payload(), scanResponse: .declared(Payload())))
    #expect(layout.interval == 0x800...0x800)
    #expect(layout.advertisingSource == nil)
  }

  @Test func resetEndsAdvertising() throws {
    let log = try HostLog(
      [parameters, data, enable, HostLog.reset, data].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.record) == [5])
  }

  @Test(arguments: [
    (0, DeviceAddress(bits: 0xC0FF_EE00_1122, type: .public)),
    (1, DeviceAddress(bits: 0xD122_3344_5566, type: .random)),
    (2, DeviceAddress(bits: 0xC0FF_EE00_1122, type: .publicIdentity)),
    (3, DeviceAddress(bits: 0xD122_3344_5566, type: .randomIdentity)), (4, DeviceAddress(bits: 0, type: .unknown)),
  ])
  func ownAddressTypes(_ type: Int, _ expected: DeviceAddress) throws {
    let log = try HostLog(
      HostLog.accepted("0910", returning: "221100eeffc0")
        + [address, parameters(type: 0, ownAddress: type), data, enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.address) == [expected])
  }

  @Test func identityIsOnlyAStaticAddress() throws {
    let nonResolvable = "0520 665544332211"
    let log = try HostLog(
      [nonResolvable, parameters(type: 0, ownAddress: 3), data, enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.address) == [DeviceAddress(bits: 0x1122_3344_5566, type: .random)])
  }

  @Test func failedReadOfTheAddressSaysNothing() throws {
    let log = try HostLog(
      ["040e0a0109100c221100eeffc0"]
        + [parameters(type: 0, ownAddress: 0), data, enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.address) == [DeviceAddress(bits: 0, type: .unknown)])
  }

  @Test func connectionsEndConnectableAdvertisingOnly() throws {
    // Peripheral, central, and a failed connection.
    let peripheral = "043e130100000001 00112233445566 000000000000 00"
    let central = "043e130100000000 00112233445566 000000000000 00"
    let failed = "043e13013c000001 00112233445566 000000000000 00"
    let enhanced = "043e1f0a00000001 00112233445566 000000000000000000000000 000000000000 00"
    for (event, type, count) in [
      (peripheral, 0, 1), (central, 0, 2), (failed, 0, 2), (enhanced, 0, 1), (peripheral, 3, 2), (peripheral, 2, 2),
    ] {
      let before = try [parameters(type: type), data, enable].flatMap { try HostLog.accepted($0) }
      let log = try HostLog(before + [event] + HostLog.accepted("0820 00"))
      #expect(log.layouts.count == count, "\(event) with type \(type)")
    }
  }

  @Test func connectionsEndAdvertisingOfUnknownKind() throws {
    let peripheral = "043e1301000000 01 00112233445566 000000000000 00"
    let log = try HostLog(
      [data, enable].flatMap { try HostLog.accepted($0) } + [peripheral] + HostLog.accepted("0820 00"))
    #expect(log.layouts.map(\.layout.advertising) == [advertising])
  }

  @Test func dataLongerThanTheCommandChangeNothing() throws {
    let log = try HostLog(
      [parameters, "0820 03020106", "0820 0502010603", enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.layout.advertising) == [Payload([0x02, 0x01, 0x06])])
    #expect(log.summary.problems.map(\.message) == ["expected a length byte of at most 4, found 5"])
    #expect(log.summary.problems.map(\.kind) == [.reportInvalid])
  }

  @Test func commandsWithoutAllParametersAreNoted() throws {
    // Too short by its own length, and cut by the capture.
    let short = try HostLog([HostLog.sent("0620 a000f000")])
    #expect(short.summary.problems.map(\.kind) == [.reportInvalid])
    #expect(short.summary.problems.map(\.message) == ["expected at least 15 bytes of parameters, found 4"])
    let cut = try HostLog(["01 0620 0f a000f000"])
    #expect(cut.summary.problems.map(\.kind) == [.packetCutShort])
    #expect(cut.summary.problems.map(\.message) == ["expected a command of 15 bytes, found 4"])
    #expect(cut.summary.problems.map(\.fileOffset) == [16 + 24 + 3])
  }
}

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
