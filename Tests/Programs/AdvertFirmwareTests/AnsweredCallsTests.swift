import AdvertisingData
import TestSupport
import Testing

@testable import AdvertFirmware

/// Calls of functions that are answered and not run.
@Suite struct AnsweredCallsTests {
  /// `push {r4, lr}`, 5 and 6 on the stack, 1 to 4 in registers, `bl 0x8040`; the result is stored at 0x20000000.
  /// Behind it, at 0x8022, a function that stores its argument at 0x20000004 and returns 9.
  private static let sixArguments =
    "10b582b00520009006200190012002210322042300f014f801246407206002b010bd01246407606009207047"
  /// `bl` of a function that puts 7 into a register and goes on with `b 0x8040`; the result is stored at 0x20000000.
  /// Behind it, at 0x8014, a function that stores its argument at 0x20000004 and returns 9.
  private static let jump = "10b500f004f801246407206010bd072000f016b801246407606009207047"

  private struct Seen {
    var request: ProgramRequest?
    var arguments: [UInt32] = []
    var callers: [UInt32] = []
  }

  /// Runs a program at 0x8000 whose calls of 0x8040 are answered, and returns what was asked and what it stored.
  private func run(_ code: String, replying reply: ProgramReply) throws -> (seen: Seen, stored: [UInt8]) {
    let octets = [UInt8](hex: code)
    let segment = LoadedSegment(
      addresses: 0x8000..<0x8000 + UInt64(octets.count), contents: ImageBytes(ImageFile(octets)))
    var seen = Seen()
    var run = ProgramRun(
      ThumbProcessor(memory: ProgramMemory(segments: [segment], outside: OutsideContents(seed: 0))),
      code: [0x8000..<0x8000 + UInt32(octets.count)], catching: [0x8040: "wanted"])
    run.run(0x8000, stack: 0x2001_0000, bound: 1000) { request, arguments, callers, _ in
      seen = Seen(request: request, arguments: (0..<12).map { arguments[$0] }, callers: callers)
      return reply
    }
    #expect(run.abandoned.isEmpty)
    var memory = run.processor.memory
    let stored = memory.octets(at: 0x2000_0000, count: 8)
    return (seen, try #require(stored))
  }

  @Test func argumentsComeFromRegistersAndFromTheStack() throws {
    let (seen, stored) = try run(Self.sixArguments, replying: .result(0x1234_5678))
    #expect(seen.request == .function("wanted"))
    #expect(seen.arguments.prefix(6) == [1, 2, 3, 4, 5, 6])
    #expect(seen.callers.first == 0x8018)
    #expect(stored.prefix(4) == [0x78, 0x56, 0x34, 0x12])
  }

  /// A jump in place of a call and a return: the first caller is the function that jumped, the second the one it returns to.
  @Test func aJumpHasTheFunctionThatJumpedAsItsCaller() throws {
    let (seen, stored) = try run(Self.jump, replying: .result(3))
    #expect(seen.arguments[0] == 7)
    #expect(seen.callers.prefix(2) == [0x8012, 0x8006])
    #expect(stored.prefix(4) == [3, 0, 0, 0])
  }

  /// The function that a stack calls back returns 9, and the call that was answered its own result.
  @Test(arguments: zip([sixArguments, jump], [0x8023, 0x8015] as [UInt32]))
  func aFunctionIsCalledBack(_ code: String, _ entry: UInt32) throws {
    let (_, stored) = try run(code, replying: .call(entry, arguments: [0x55], result: 4))
    #expect(stored == [4, 0, 0, 0, 0x55, 0, 0, 0])
  }

  /// Nothing of the image lies there.
  @Test func whatIsNoFunctionIsNotCalledBack() throws {
    let (_, stored) = try run(Self.sixArguments, replying: .call(0x9001, arguments: [], result: 4))
    #expect(stored.prefix(4) == [4, 0, 0, 0])
  }
}

/// What is caught of what a program sets, starts and stops.
@Suite struct RunningHostTests {
  private var host = RunningHost(outside: OutsideContents(seed: 0))

  private static func caught(_ host: RunningHost) -> [[PayloadRole: [UInt8]]] { host.caught.map(\.octets) }

  @Test func whatIsReplacedBeforeTheStartIsNotSent() {
    var host = host
    host.set(.advertising, [1])
    host.set(.advertising, [2])
    host.set(.scanResponse, [3])
    host.start()
    host.finish()
    #expect(Self.caught(host) == [[.advertising: [2], .scanResponse: [3]]])
  }

  @Test func whatIsSetLaterIsSentWhenTimePasses() {
    var host = host
    host.set(.advertising, [1])
    host.start()
    host.set(.advertising, [2])
    host.catchStarted()
    host.set(.advertising, [3])
    host.stop()
    host.catchStarted()
    #expect(Self.caught(host) == [[.advertising: [2]], [.advertising: [3]]])
  }

  /// The run shows no start, so what was set is all that is known.
  @Test func whatIsNotStartedIsTakenAtTheEnd() {
    var host = host
    host.set(.advertising, [1])
    host.catchStarted()
    #expect(host.caught.isEmpty)
    host.finish()
    host.finish()
    #expect(Self.caught(host) == [[.advertising: [1]]])
  }

  @Test func aStartWithoutDataSaysNothing() {
    var host = host
    host.start()
    host.finish()
    #expect(host.caught.isEmpty)
  }

  @Test func handlesHaveTheirOwnData() {
    var host = host
    host.begin(CaughtCall(function: "one", callers: [2]), stack: "zephyr")
    host.set(.advertising, [1], of: 7)
    host.begin(CaughtCall(function: "two", callers: [4]), stack: "zephyr")
    host.set(.advertising, [2], of: 5)
    host.finish()
    #expect(Self.caught(host) == [[.advertising: [2]], [.advertising: [1]]])
    #expect(host.caught.map { $0.call?.function } == ["two", "one"])
    #expect(host.caught.allSatisfy { $0.stack == "zephyr" })
  }

  /// Hostile programs: handles, UUIDs and data without end.
  @Test func allIsBounded() {
    var host = host
    for number in 0..<10_000 {
      host.set(.advertising, [UInt8(truncatingIfNeeded: number)], of: UInt32(number))
      host.start(UInt32(number))
      host.catchStarted()
      _ = host.addBase([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 16))
    }
    #expect(host.caught.count == 64)
    #expect(host.uuidBases.count == 16)
  }
}
