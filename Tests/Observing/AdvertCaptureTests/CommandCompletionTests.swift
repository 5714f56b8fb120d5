import AdvertCapture
import AdvertisingData
import Testing

@Suite struct CommandCompletionTests {
  private let parameters = "0620 a000f0000001000000000000000700"
  private let data = "0820 03020106"
  private let other = "0820 03020a7f"
  private let enable = "0a20 01"
  private let payload = Payload([0x02, 0x01, 0x06])
  private let otherPayload = Payload([0x02, 0x0A, 0x7F])

  private func sent(_ commands: String...) throws -> [String] {
    try commands.map { try HostLog.sent($0) }
  }

  private func accepted(_ commands: String...) throws -> [String] {
    try commands.flatMap { try HostLog.accepted($0) }
  }

  @Test func refusedCommandsChangeNothing() throws {
    let log = try HostLog(accepted(parameters, data) + HostLog.refused(other) + accepted(enable))
    #expect(log.layouts.map(\.layout.advertising) == [payload])
    #expect(log.layouts.map(\.record) == [7])
    let off = try HostLog(accepted(parameters, data) + HostLog.refused(enable) + accepted(other))
    #expect(off.layouts.isEmpty)
  }

  @Test func commandStatusRefusesToo() throws {
    let refusal = "040f04 0c 01 0820"
    let progress = "040f04 00 01 0820"
    let refused = try HostLog(accepted(parameters, data) + sent(other) + [refusal] + accepted(enable))
    #expect(refused.layouts.map(\.layout.advertising) == [payload])
    let pending = try HostLog(
      accepted(parameters, data) + sent(other) + [progress, HostLog.complete(other, status: 0)] + accepted(enable))
    #expect(pending.layouts.map(\.layout.advertising) == [otherPayload])
  }

  @Test func withoutCompletionsCommandsCountAsAccepted() throws {
    let log = try HostLog(sent(parameters, data, enable))
    #expect(log.layouts.map(\.layout.advertising) == [payload])
    #expect(log.layouts.map(\.record) == [3])
    #expect(log.layouts.map(\.time) == [HostLog.time(ofRecord: 3)])
  }

  @Test func oneCompletionMissing() throws {
    let log = try HostLog(accepted(parameters) + sent(data) + accepted(enable) + accepted("0820 00"))
    #expect(log.layouts.map(\.layout.advertising) == [payload, Payload()])
  }

  @Test func completionsOutOfOrder() throws {
    let completions = try [
      HostLog.complete(enable, status: 0), HostLog.complete(data, status: 0), HostLog.complete(other, status: 0x0C),
      HostLog.complete(parameters, status: 0),
    ]
    let log = try HostLog(sent(parameters, data, other, enable) + completions)
    #expect(log.layouts.map(\.layout.advertising) == [payload])
    #expect(log.layouts.map(\.layout.pdu) == [.advInd])
    #expect(log.layouts.map(\.record) == [4])
  }

  @Test func completionsOfLikeCommandsComeInOrder() throws {
    let last = "0820 00"
    for (statuses, expected) in [
      ([0x0C, 0] as [UInt8], [payload, Payload()]), ([0, 0x0C], [payload, otherPayload]), ([0x0C, 0x0C], [payload]),
    ] {
      let completions = try statuses.map { try HostLog.complete(last, status: $0) }
      let log = try HostLog(accepted(parameters, data, enable) + sent(other, last) + completions)
      #expect(log.layouts.map(\.layout.advertising) == expected)
    }
  }

  @Test func manyCommandsWithoutCompletion() throws {
    let changes = (0..<100).map { "0820 0302ff\($0 < 10 ? "0" : "")\($0)" }
    let log = try HostLog(sent(parameters, enable) + changes.map { try HostLog.sent($0) })
    #expect(log.layouts.count == 100)
    #expect(log.layouts.map(\.record) == Array(3...102))
  }

  @Test func completionsOfOthersDecideNothing() throws {
    let log = try HostLog(
      accepted(parameters, data) + sent(other)
        + [HostLog.complete("0b20", status: 0x0C), "040e0100", "040e03010820", "040e0401000000"]
        + [HostLog.complete(other, status: 0)] + accepted(enable))
    #expect(log.layouts.map(\.layout.advertising) == [otherPayload])
  }

  @Test func adaptersAreKeptApart() throws {
    // The Linux monitor: adapter and packet type in the flags.
    func packets(_ adapter: UInt32, _ commands: [String], status: UInt8) throws -> [(flags: UInt32, octets: [UInt8])] {
      try commands.flatMap { command in
        [
          (adapter << 16 | 2, try Array(HexText.octets(of: HostLog.sent(command)).dropFirst())),
          (adapter << 16 | 3, try Array(HexText.octets(of: HostLog.complete(command, status: status)).dropFirst())),
        ]
      }
    }
    let index: [(flags: UInt32, octets: [UInt8])] = try [
      // New Index while the controller has no address, and Index Info.
      (0, HexText.octets(of: "0001 000000000000 6863693000000000")),
      (10, HexText.octets(of: "221100eeffc0 0f00")),
      (1 << 16, HexText.octets(of: "0001 332200eeffc0 6863693100000000")),
    ]
    let own = "0620 a000f0000000000000000000000700"
    let first = try packets(0, [own, data, enable], status: 0)
    let second = try packets(1, [own, other, enable], status: 0)
    let refused = try packets(2, [own, other, enable], status: 0x0C)
    let woven = zip(first, zip(second, refused)).flatMap { [$0, $1.0, $1.1] }
    let log = try HostLog(file: HostLog.file(dataLink: 2001, index + woven))
    #expect(log.layouts.map(\.adapter) == [0, 1])
    #expect(log.layouts.map(\.layout.advertising) == [payload, otherPayload])
    #expect(
      log.layouts.map(\.address) == [
        DeviceAddress(bits: 0xC0FF_EE00_1122, type: .public), DeviceAddress(bits: 0xC0FF_EE00_2233, type: .public),
      ])
  }

  @Test func hundredsOfAdaptersAreForgottenInTurn() throws {
    let octets = try sent(parameters, data, enable).map { Array(try HexText.octets(of: $0).dropFirst()) }
    let packets = (UInt32(0)..<300).flatMap { adapter in octets.map { (flags: adapter << 16 | 2, octets: $0) } }
    let log = try HostLog(file: HostLog.file(dataLink: 2001, packets))
    #expect(log.layouts.map(\.adapter) == Array(0..<300))
  }
}
