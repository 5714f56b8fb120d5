import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

/// Commands about advertising and scanning that a controller or Linux refused.
@Suite struct RefusedCommandsTests {
  private static let parameters = "3620 01 0000 a00000 f00000 07 00 00 000000000000 00 7f 01 00 01 05 00"
  private static let enable = "3920 01 01 01 0000 00"
  private static let disable = "3920 00 01 01 0000 00"

  /// The command for so many octets of data, in extended advertising.
  private static func data(_ count: Int) -> String {
    "3720 01 03 01 " + HexText.compact([UInt8(count)] + [UInt8](repeating: 0, count: count))
  }

  private static func refusals(_ packets: [String]) throws -> [CaptureProblem] {
    try HostLog(packets).summary.problems.filter { $0.kind == .advertisingRefused || $0.kind == .scanRefused }
  }

  private static func maximumLength(_ length: UInt16) throws -> [String] {
    try HostLog.accepted("3a20", returning: HexText.compact([UInt8(length & 0xFF), UInt8(length >> 8)]))
  }

  @Test func theLimitOfTheControllerIsNamed() throws {
    let problems = try Self.refusals(
      Self.maximumLength(160) + HostLog.accepted(Self.parameters, returning: "00")
        + HostLog.refused(Self.data(234), status: 0x07))
    let problem = try #require(problems.first)
    #expect(problems.count == 1 && problem.record == 6 && problem.count == 1)
    #expect(
      problem.message
        == "the controller refused LE Set Extended Advertising Data with Memory Capacity Exceeded (0x07): "
        + "234 bytes of data, and it takes 160")
    #expect(problem.remedy == "shorten the data by 74 bytes")
    #expect(!problem.kind.isGap && !problem.kind.isDamage)
  }

  /// Without a limit in the log, and for commands without data, the meaning of the status is named.
  @Test func theStatusIsExplained() throws {
    let data = try #require(try Self.refusals(HostLog.refused(Self.data(234), status: 0x07)).first)
    #expect(
      data.message.contains("(0x07): the data is longer than the controller stores, or no advertising set is left"))
    let enable = try #require(try Self.refusals(HostLog.refused(Self.enable, status: 0x42)).first)
    #expect(
      enable.message.hasPrefix("the controller refused LE Set Extended Advertising Enable with Unknown Advertising"))
    let unnamed = try #require(try Self.refusals(HostLog.refused(Self.enable, status: 0x2F)).first)
    #expect(unnamed.message == "the controller refused LE Set Extended Advertising Enable with status 0x2f")
  }

  /// What has no effect when it is refused is not reported.
  @Test func disablingWhatIsOffIsNoRefusal() throws {
    #expect(try Self.refusals(HostLog.refused(Self.disable)).isEmpty)
    #expect(try Self.refusals(HostLog.refused("0c20 00 00")).isEmpty)
    #expect(try Self.refusals(HostLog.refused("0520 665544332211")).isEmpty)
    #expect(try Self.refusals(HostLog.refused("0c20 01 00")).map(\.kind) == [.scanRefused])
    #expect(try Self.refusals(HostLog.refused(Self.enable)).map(\.kind) == [.advertisingRefused])
  }

  /// A connection ends the advertising that a host is about to disable, before the command is refused.
  @Test func disablingMayCrossAConnection() throws {
    let connection = "043e13 01 00 0000 01 00 112233445566 000000000000 00"
    func kinds(_ command: String) throws -> [CaptureProblem.Kind] {
      try Self.refusals([HostLog.sent(command), connection, HostLog.complete(command, status: 0x0C)]).map(\.kind)
    }
    #expect(try kinds("0a20 00").isEmpty && kinds("0a20 01") == [.advertisingRefused])
  }

  /// Equal refusals are counted; a later success settles them.
  @Test func refusalsAreCountedAndSettled() throws {
    let twice = try HostLog.refused(Self.enable) + HostLog.refused(Self.enable)
    let problem = try #require(try Self.refusals(twice).first)
    #expect(problem.count == 2 && problem.remedy != nil)
    let settled = try #require(try Self.refusals(twice + HostLog.accepted(Self.enable)).first)
    #expect(settled.count == 2 && settled.remedy == nil && settled.message.hasSuffix("; accepted later, in record 6"))
    let again = try Self.refusals(twice + HostLog.accepted(Self.enable) + HostLog.refused(Self.enable))
    #expect(again.first?.remedy != nil && again.first?.count == 3)
    // Disabling is no success of enabling.
    #expect(try Self.refusals(twice + HostLog.accepted(Self.disable)).first?.remedy != nil)
  }

  /// A hostile log cannot make many.
  @Test func refusalsAreBounded() throws {
    let packets = try (0..<200).flatMap { try HostLog.refused(Self.data($0), status: UInt8($0 % 60 + 1)) }
    #expect(try Self.refusals(packets).count == 16)
  }

  /// A Command Status event tells of a refusal, too.
  @Test func statusEventsCount() throws {
    #expect(try Self.refusals([HostLog.sent(Self.enable), "040f04 0c 01 3920"]).count == 1)
    #expect(try Self.refusals([HostLog.sent(Self.enable), "040f04 00 01 3920"]).isEmpty)
  }
}
