import AdvertCapture
import TestSupport
import Testing

@Suite struct ScanCommandsTests {
  private static let legacyPassive = "0b20 07 00 6000 3000 01 00"
  private static let legacyActive = "0b20 07 01 6000 3000 01 00"
  private static let legacyOn = "0c20 02 01 00"
  private static let legacyOff = "0c20 02 00 00"
  private static let extendedPassive = "4120 08 01 00 01 00 6000 3000"
  private static let extendedActive = "4120 08 01 00 01 01 a000 5000"
  private static let extendedOn = "4220 06 01 00 0000 0000"
  private static let extendedOff = "4220 06 00 00 0000 0000"
  private static let androidPassive = "5afd 0b 00 e8030000 e8030000 01 00"
  private static let androidActive = "5afd 0b 01 99190000 66060000 01 01"

  @Test(arguments: [
    ([legacyPassive, legacyOn, legacyOff], [ScanMode.passive, .off]),
    ([legacyActive, legacyOn, legacyOff, legacyOn], [.active, .off, .active]),
    ([legacyOn], [.unknown]), ([legacyOff], [.off]),
    ([legacyPassive, legacyOn, legacyActive, legacyOn], [.passive, .active]),
    ([extendedPassive, extendedOn, extendedOff], [.passive, .off]), ([extendedActive, extendedOn], [.active]),
    ([extendedOn], [.unknown]),
    // The parameters of one kind of command say nothing about the other.
    ([legacyActive, extendedOn], [.unknown]), ([extendedActive, legacyOn], [.unknown]),
    ([extendedPassive, legacyActive, extendedOn, legacyOn], [.passive, .active]),
    // A reserved scan type.
    (["0b20 07 02 6000 3000 01 00", legacyOn], [.unknown]),
    ([legacyActive, "0b20 07 02 6000 3000 01 00", legacyOn], [.unknown]),
    // Parameters alone change nothing.
    ([legacyActive, extendedActive], []),
    // Two PHYs: one active scan is enough. What stands behind the announced PHYs is not a PHY.
    (["4120 0d 01 00 05 00 6000 3000 01 a000 5000", extendedOn], [.active]),
    (["4120 0d 01 00 05 01 6000 3000 00 a000 5000", extendedOn], [.active]),
    (["4120 0d 01 00 05 00 6000 3000 00 a000 5000", extendedOn], [.passive]),
    (["4120 0d 01 00 01 00 6000 3000 01 a000 5000", extendedOn], [.passive]),
    (["4120 08 01 00 01 00 6000 3000 01", extendedOn], [.passive]),
    // Cut short, or no PHY at all.
    ([legacyActive, "0b20 07", legacyOn], [.active]), (["0c20 02"], []), (["0c20"], []), (["0c"], []), ([""], []),
    ([extendedActive, "4120 08 01 00 01", extendedOn], [.active]),
    ([extendedActive, "4120 0d 01 00 05 00 6000 3000", extendedOn], [.active]),
    ([extendedActive, "4120 03 01 00 00", extendedOn], [.active]),
    (["4220 06"], []),
    // Android's command sets the parameters of the legacy one; the last one counts.
    ([androidActive, legacyOn], [.active]), ([legacyActive, androidPassive, legacyOn], [.passive]),
    ([androidPassive, legacyActive, legacyOn], [.active]), ([androidActive, extendedOn], [.unknown]),
  ])
  func modes(_ commands: [String], _ modes: [ScanMode]) throws {
    let capture = try RecordedCapture.read(Captures.h4(commands.map { [1] + [UInt8](hex: $0) }).octets)
    #expect(capture.changes.map(\.mode) == modes)
  }

  /// Interval and window have four octets; those above 40 s are not known. Refused parameters change nothing.
  @Test func androidsParameters() throws {
    func change(_ commands: [String]) throws -> ScanModeChange? {
      try RecordedCapture.read(Captures.h4(commands.map { [UInt8](hex: $0) }).octets).changes.last
    }
    let (on, long) = ("01" + Self.legacyOn, "01 5afd 0b 00 00000100 00800000 00 02")
    let change1 = try #require(try change(["01" + Self.androidActive, on]))
    #expect(change1.listening == .init(interval: 0x1999, window: 0x0666) && change1.filterPolicy == .acceptList)
    let change2 = try #require(try change([long, on]))
    #expect(change2.mode == .passive && change2.listening == nil && change2.filterPolicy == .allWithPrivate)
    let refused = ["01" + Self.androidActive, long, "040e04 01 5afd 00", "040e04 01 5afd 12", on]
    let change3 = try #require(try change(refused))
    #expect(change3.mode == .active && change3.listening?.interval == 0x1999)
    #expect(try change(["01 5afd 04 01 9919 00", on])?.listening == nil)
  }

  /// A command that a reset overtook gets no completion: the refusal is that of the next one.
  @Test func refusalsAfterAResetAreOfLaterCommands() throws {
    let packets = ["01" + Self.legacyOn, "01 030c 00", "01" + Self.legacyOn, "040e04 01 0c20 0c"]
    let changes = try RecordedCapture.read(Captures.h4(packets.map { [UInt8](hex: $0) }).octets).changes
    #expect(changes.map(\.mode) == [.unknown, .off, .unknown, .off])
    #expect(changes.map(\.cause) == [.command, .reset, .command, .refusal(record: 3)])
  }

  @Test func saysWhenAndWhere() throws {
    var file = BtsnoopFile(dataLink: 2001)
    file.add([UInt8](hex: Self.legacyActive), flags: 0x0007_0002, microseconds: 1_700_000_000_000_000)
    file.add([UInt8](hex: Self.legacyOn), flags: 0x0007_0002, microseconds: 1_700_000_000_000_001)
    let change = try #require(try RecordedCapture.read(file.octets).changes.first)
    #expect(change.adapter == 7)
    #expect(change.time == Timestamp(microseconds: 1_700_000_000_000_001))
    #expect(change.record == 2)
    #expect(change.mode == .active)
  }

  @Test func adaptersAreKeptApart() throws {
    var file = BtsnoopFile(dataLink: 2001)
    for (adapter, command) in [
      (1, Self.legacyActive), (2, Self.legacyPassive), (1, Self.legacyOn), (2, Self.legacyOn), (3, Self.legacyOn),
    ] {
      file.add([UInt8](hex: command), flags: UInt32(adapter) << 16 | 2)
    }
    let changes = try RecordedCapture.read(file.octets).changes
    #expect(changes.map(\.adapter) == [1, 2, 3])
    #expect(changes.map(\.mode) == [.active, .passive, .unknown])
  }
}

@Suite struct PrimaryChannelsTests {
  @Test(
    arguments: [
      (0x00, []), (0x01, [37]), (0x02, [38]), (0x05, [37, 39]), (0x06, [38, 39]), (0x07, [37, 38, 39]), (0xF8, []),
    ] as [(UInt8, [Int])]) func indices(_ map: UInt8, _ channels: [Int])
  {
    #expect(PrimaryChannels(rawValue: map).indices == channels)
  }
}
