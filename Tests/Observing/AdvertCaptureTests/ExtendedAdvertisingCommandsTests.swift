import AdvertCapture
import AdvertReading
import AdvertisingData
import Testing

@Suite struct ExtendedAdvertisingCommandsTests {
  // As in the specification's tables, for set 3.
  private let address = "3520 03 665544332211"
  private let data = "3720 03 03 01 0c 0201060303aafe0409616263"
  private let scanResponse = "3820 03 03 01 03 020a04"
  private let enable = "3920 01 01 03 0000 00"
  private let disable = "3920 00 01 03 0000 00"

  private let advertising = Payload([0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE, 0x04, 0x09, 0x61, 0x62, 0x63])
  private let power = Payload([0x02, 0x0A, 0x04])
  private let unknown = DeviceAddress(bits: 0, type: .unknown)

  /// Every 100 to 150 ms from a random address, SID 5.
  private func parameters(_ properties: String, handle: String = "03", version: String = "36") -> String {
    "\(version)20 \(handle) \(properties) a00000 f00000 07 01 00 000000000000 00 7f 01 00 02 05 00"
  }

  private func remaining(_ count: Int, _ commands: [String]) throws -> [HostLayout] {
    let log = try HostLog(commands.flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.count == count)
    return log.layouts
  }

  @Test(arguments: [
    ("1300", AdvertisingPDU.advInd), ("1500", .advDirectInd), ("1d00", .advDirectInd), ("1200", .advScanInd),
    ("1000", .advNonconnInd), ("0000", .extendedNonconnectable), ("0100", .extendedConnectable),
    ("0200", .extendedScannable), ("0400", .extendedNonconnectable), ("0500", .extendedConnectable),
    ("0600", .extendedScannable), ("4000", .extendedNonconnectable), ("2000", .extendedNonconnectable),
  ])
  func properties(_ properties: String, _ pdu: AdvertisingPDU) throws {
    let layout = try #require(
      try remaining(1, [address, parameters(properties), data, scanResponse, enable]).first)
    #expect(layout.advertisingHandle == 3)
    #expect(layout.advertisingSID == (pdu.isExtended ? 5 : nil))
    #expect(layout.layout.pdu == pdu)
    #expect(layout.layout.advertising == (pdu.carriesAdvertisingData ? advertising : Payload()))
    #expect(layout.layout.scanResponse == (pdu.isScannable ? .declared(power) : .notScannable))
    #expect(layout.interval == (properties == "1d00" ? nil : 160...240))
    let isAnonymous = properties == "2000"
    #expect(
      layout.address
        == DeviceAddress(bits: isAnonymous ? 0 : 0x1122_3344_5566, type: isAnonymous ? .anonymous : .random))
  }

  @Test(arguments: ["0300", "1100", "1400", "1600", "1700", "1b00"])
  func propertiesThatNoPDUHasChangeNothing(_ properties: String) throws {
    let log = try HostLog(
      [parameters("1300"), parameters(properties), data, enable].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.layout.pdu) == [.advInd])
    #expect(log.summary.problems.map(\.kind) == [.reportInvalid])
  }

  @Test func intervalsHaveThreeOctets() throws {
    let slow = "3620 03 1300 563412 ffffff 07 00 00 000000000000 00 7f 01 00 02 05 00"
    #expect(try remaining(1, [slow, data, enable]).map(\.interval) == [0x12_3456...0xFF_FFFF])
    #expect(try remaining(1, [slow, data, enable]).map(\.channels) == [.all])
    // A minimum above the maximum is the same range.
    let swapped = "3620 03 1300 f00000 a00000 07 00 00 000000000000 00 7f 01 00 02 05 00"
    #expect(try remaining(1, [swapped, data, enable]).map(\.interval) == [160...240])
  }

  @Test func theNewerParametersCommandIsTheSame() throws {
    let newer = parameters("0100", version: "7f") + "0000"
    #expect(try remaining(1, [newer, data, enable]).map(\.layout.pdu) == [.extendedConnectable])
  }

  @Test func piecesComeInForceWithTheLast() throws {
    let layouts = try remaining(
      3,
      [
        address, parameters("0100"), enable, "3720 03 03 01 02 0100",
        "3720 03 01 00 02 0201", "3720 03 00 00 03 060303", "3720 03 02 00 02 aafe",
        // Pieces that follow no first one.
        "3720 03 00 00 02 0201", "3720 03 02 00 02 0201",
        // A first piece begins anew; complete data end it.
        "3720 03 01 00 02 ffff", "3720 03 01 00 02 eeee", "3720 03 03 00 03 020a00", "3720 03 02 00 02 0201",
        // Only the data identifier changes.
        "3720 03 04 00 00",
      ])
    #expect(
      layouts.map(\.layout.advertising) == [
        Payload([0x01, 0x00]), Payload([0x02, 0x01, 0x06, 0x03, 0x03, 0xAA, 0xFE]), Payload([0x02, 0x0A, 0x00]),
      ])
    #expect(layouts.map(\.record) == [7, 13, 23])
    #expect(layouts[1].advertisingSource == HostLayout.DataSource(record: 13, fileOffset: nil))
    #expect(layouts[2].advertisingSource?.record == 23)
    #expect(layouts[2].advertisingSource?.fileOffset != nil)
  }

  @Test func joinedDataAreAtMost1650Octets() throws {
    let piece = String(repeating: "ab", count: 250)
    let first = "3720 03 01 00 fa \(piece)"
    let next = "3720 03 00 00 fa \(piece)"
    let full = [first] + Array(repeating: next, count: 5) + ["3720 03 02 00 96 \(piece.prefix(300))"]
    #expect(try remaining(1, [parameters("0100")] + full + [enable]).map(\.layout.advertising?.count) == [1650])
    let overlong = [first] + Array(repeating: next, count: 5) + ["3720 03 02 00 97 \(piece.prefix(302))"]
    #expect(
      try remaining(1, [parameters("0100"), data] + overlong + [enable]).map(\.layout.advertising) == [advertising])
  }

  @Test func reservedOperationsChangeNothing() throws {
    let log = try HostLog(
      [parameters("1300"), data, "3720 03 05 00 01 00", "3720 03 03 00 02 00", enable].flatMap {
        try HostLog.accepted($0)
      })
    #expect(log.layouts.map(\.layout.advertising) == [advertising])
    #expect(log.summary.problems.map(\.kind) == [.reportInvalid])
    #expect(log.summary.problems.map(\.count) == [2])
    #expect(
      log.summary.problems.map(\.message) == ["expected operation 0 to 4 and a length byte of at most 1, found 5 and 1"]
    )
  }

  @Test func changesCountWhileEnabled() throws {
    let layouts = try remaining(
      5,
      [
        parameters("1200"), address, scanResponse, data, enable, "3720 03 03 01 00", "3520 03 0102030405c6",
        "3820 03 03 01 00", disable, data, parameters("1200"), enable,
      ])
    #expect(layouts.map(\.record) == [9, 11, 13, 15, 23])
    #expect(layouts.map(\.layout.advertising) == [advertising, Payload(), Payload(), Payload(), advertising])
    #expect(
      layouts.map(\.layout.scanResponse) == [power, power, power, Payload(), Payload()].map { .declared($0) })
    #expect(
      layouts.map(\.address.bits) == [0x1122_3344_5566, 0x1122_3344_5566] + Array(repeating: 0xC605_0403_0201, count: 3)
    )
  }

  @Test func twoSetsAreKeptApart() throws {
    let layouts = try remaining(
      3,
      [
        parameters("1300"), parameters("0100", handle: "04"), data, "3720 04 03 01 03 020a08", address,
        "3520 04 060504030201", "3920 01 02 03 0000 00 04 0000 00", "3720 04 03 01 00",
      ])
    #expect(layouts.map(\.advertisingHandle) == [3, 4, 4])
    #expect(layouts.map(\.layout.pdu) == [.advInd, .extendedConnectable, .extendedConnectable])
    #expect(layouts.map(\.layout.advertising) == [advertising, Payload([0x02, 0x0A, 0x08]), Payload()])
    #expect(layouts.map(\.address.bits) == [0x1122_3344_5566, 0x0102_0304_0506, 0x0102_0304_0506])
  }

  @Test func disablingNoSetDisablesAll() throws {
    let both = [parameters("1300"), parameters("1300", handle: "04"), data, "3720 04 03 01 03 020a08"]
    let enableBoth = "3920 01 02 03 0000 00 04 0000 00"
    #expect(try remaining(4, both + [enableBoth, data, "3720 04 03 01 00"]).count == 4)
    #expect(try remaining(2, both + [enableBoth, "3920 00 00", data, "3720 04 03 01 00"]).count == 2)
    #expect(
      try remaining(3, both + [enableBoth, disable, data, "3720 04 03 01 00"]).map(\.advertisingHandle) == [3, 4, 4])
    // Enabling no set is an error, not the same.
    #expect(try remaining(3, both + [enableBoth, "3920 01 00", data]).map(\.advertisingHandle) == [3, 4, 3])
    // A set named twice is enabled once.
    #expect(try remaining(1, both + ["3920 01 02 03 0000 00 03 0000 00"]).count == 1)
  }

  @Test func enablingMoreSetsThanAreThereIsNoted() throws {
    let log = try HostLog(
      [parameters("1300"), data, "3920 01 02 03 0000 00"].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.isEmpty)
    #expect(log.summary.problems.map(\.message) == ["expected at most 1 advertising sets, found 2"])
  }

  @Test func highestHandle() throws {
    let log = try HostLog(
      [
        "3720 ef 03 01 03 020a08", "3920 01 01 ef 0000 00", "3720 f0 03 01 03 020a08", "3920 01 01 f0 0000 00",
      ].flatMap { try HostLog.accepted($0) })
    #expect(log.layouts.map(\.advertisingHandle) == [0xEF])
    #expect(log.summary.problems.map(\.count) == [2])
    #expect(log.summary.problems.map(\.message) == ["expected an advertising handle of at most 239, found 240"])
  }

  @Test(arguments: ["3c20 03", "3d20", "030c"])
  func removedSetsBeginAnew(_ removal: String) throws {
    let before = [address, parameters("1300"), data, scanResponse, enable, removal]
    // Data alone do not put it back on the air.
    #expect(try remaining(1, before + [data]).count == 1)
    let layouts = try remaining(2, before + [parameters("1300"), enable])
    #expect(layouts[1].layout == Layout(pdu: .advInd, advertising: Payload(), scanResponse: .declared(Payload())))
    #expect(layouts[1].address == unknown)
  }

  @Test func removalLeavesOtherSets() throws {
    let both = [parameters("1300"), parameters("1300", handle: "04"), data, "3720 04 03 01 03 020a08"]
    let layouts = try remaining(
      3, both + ["3920 01 02 03 0000 00 04 0000 00", "3c20 03", data, "3720 04 03 01 00"])
    #expect(layouts.map(\.advertisingHandle) == [3, 4, 4])
  }

  @Test func clearingLeavesTheLegacySet() throws {
    let log = try HostLog(
      ["0620 a000f0000001000000000000000700", "0820 03020106", "0a20 01", "3d20", "0820 00"].flatMap {
        try HostLog.accepted($0)
      })
    #expect(log.layouts.map(\.layout.advertising) == [Payload([0x02, 0x01, 0x06]), Payload()])
  }

  @Test func terminationEndsTheSet() throws {
    let before = try [parameters("1300"), data, "3720 04 03 01 00", "3920 01 02 03 0000 00 04 0000 00"]
      .flatMap { try HostLog.accepted($0) }
    let terminated = "043e06 12 00 03 4000 02"
    let log = try HostLog(
      before + [terminated] + HostLog.accepted(data) + HostLog.accepted("3720 04 03 01 01 00"))
    #expect(log.layouts.map(\.advertisingHandle) == [3, 4, 4])
    // What ended had been accepted, even if the log has no completions.
    let silent = try HostLog(
      [parameters("1300"), data, enable].map { try HostLog.sent($0) } + [terminated]
        + HostLog.accepted("3720 03 03 01 00"))
    #expect(silent.layouts.map(\.layout.advertising) == [advertising])
  }

  @Test func whatCameBeforeTheLogIsUnknown() throws {
    #expect(try remaining(0, [enable]).isEmpty)
    #expect(try remaining(0, [parameters("1000"), enable]).isEmpty)
    let layout = try #require(try remaining(1, [scanResponse, parameters("1300"), enable]).first)
    #expect(layout.layout == Layout(pdu: .advInd, advertising: nil, scanResponse: .declared(power)))
    #expect(layout.address == unknown)
  }

  @Test func periodicCommandsChangeNothing() throws {
    let layouts = try remaining(
      1,
      [
        parameters("0000"), data, enable, "3e20 03 5000 5000 4000", "3f20 03 03 03 020a04", "4020 01 03",
      ])
    #expect(layouts.map(\.layout.advertising) == [advertising])
  }
}
