import Foundation
import TestSupport
import Testing

@testable import advert

/// SIGINT while a pipe is read that stays open: once, and what was read is reported; twice, and the process ends.
///
/// What is known of a process comes from Linux's /proc.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")), .timeLimit(.minutes(2)))
struct InterruptionTests {
  private static let device = "C0:FF:EE:C0:FF:EE"

  /// Reports of one device that lists a service only in its scan response.
  private static func capture(reports: Int = 2) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    let address: [UInt8] = [0xEE, 0xFF, 0xC0, 0xEE, 0xFF, 0xC0]
    for index in 0..<reports {
      let isResponse = index % 2 == 1
      let report = LegacyReport(
        isResponse ? 4 : 0, address: address, data: [UInt8](hex: isResponse ? "03030f18" : "020106"))
      file.add([4] + HCIEvent.legacy([report]))
    }
    return file.octets
  }

  @Test(arguments: [
    (["inspect"], "2 records, 1 advertisement, 1 scan response, 1 advertiser"),
    (["inspect", "--format", "json"], "\"reading failed: interrupted\""),
    (["lint"], "[service-uuid-only-in-scan-response]"),
    (["lint", "--fail-on", "never"], "[capture-damaged]"),
    (["reach"], device),
    (["repack", "--format", "json"], "\"advertising\""),
    (["dump"], device),
  ]) func whatWasReadIsReported(_ arguments: [String], _ words: String) throws {
    let octets = Self.capture()
    let command = try RunningCommand(arguments)
    try command.feed(octets)
    command.interrupt()
    let end = try command.end()
    #expect(end.output.contains(words))
    #expect(end.diagnostics.hasSuffix("advert: pipe: interrupted after \(octets.count) bytes\n"))
    #expect(end.status == 2)
  }

  /// Ctrl-C ends the process that writes as well, and the end of its pipe is seen first.
  @Test(arguments: [["lint"], ["inspect"], ["dump"]]) func theEndOfThePipeIsNoEndOfTheInput(
    _ arguments: [String]
  ) throws {
    for _ in 0..<8 {
      let command = try RunningCommand(arguments)
      try command.feed(Self.capture())
      try command.input.close()
      command.interrupt()
      let end = try command.end()
      #expect(end.status == 2)
      #expect(end.diagnostics.contains("interrupted after"))
    }
  }

  /// The last record is not all there.
  @Test func dumpEndsAfterAWholeRecord() throws {
    let command = try RunningCommand(["dump"])
    try command.feed(Self.capture(reports: 400).dropLast(3))
    command.interrupt()
    let lines = try command.end().output.split(separator: "\n", omittingEmptySubsequences: false)
    let titles = try #require(lines.first).split(separator: "\t").count
    #expect(
      lines.dropFirst().dropLast().map { $0.split(separator: "\t", omittingEmptySubsequences: false).count }
        == Array(repeating: titles, count: 399))
    #expect(lines.last == "")
  }

  /// Ctrl-C while the result is made or written ends with 2, as it does everywhere.
  @Test(arguments: [["repack", "--format", "json"], ["reach", "--format", "jsonl"]])
  func theResultIsNotComplete(_ arguments: [String]) throws {
    var file = BtsnoopFile(dataLink: 1002)
    for number in 0..<2_000 {
      let address = [UInt8(number & 0xFF), UInt8(number >> 8), 0, 0, 0, 0xC0]
      file.add([4] + HCIEvent.legacy([LegacyReport(address: address, data: [2, 1, 6, 3, 3, 0x0D, 0x18])]))
    }
    let command = try RunningCommand(arguments)
    try command.feed(file.octets)
    try command.input.close()
    // A pipe that nobody reads holds no more.
    try command.waitForOutput(of: 65_536)
    command.interrupt()
    let end = try command.end()
    #expect(end.status == 2, "\(end.signal ?? 0): \(end.diagnostics)")
    #expect(end.diagnostics.contains("interrupted"))
  }

  @Test func nothingReadIsNothingReported() throws {
    let command = try RunningCommand(["inspect"])
    try command.feed([0x62])
    command.interrupt()
    let end = try command.end()
    #expect(end.output.isEmpty)
    #expect(end.diagnostics == "advert: pipe: interrupted after 1 byte\n")
    #expect(end.status == 2)
  }

  /// Half a text of layouts would be other layouts.
  @Test func halfATextIsNotJudged() throws {
    let command = try RunningCommand(["lint"])
    try command.feed(Array("02 01 06\n03 03 0f 18".utf8))
    command.interrupt()
    let end = try command.end()
    #expect(end.output.isEmpty)
    #expect(end.status == 2)
  }

  @Test func filesAfterItAreLeftOut() throws {
    // What prints while it reads, reads one file after the other.
    let command = try RunningCommand(["dump"], others: ["/missing/a", "/missing/b"])
    try command.feed(Self.capture())
    command.interrupt()
    let end = try command.end()
    #expect(end.diagnostics.hasSuffix(" bytes\nadvert: interrupted: 2 files not read\n"))
    #expect(end.output.contains(Self.device))
    #expect(end.status == 2)
  }

  /// The command waits until its output is read, so the first signal cannot end it.
  @Test func theSecondEndsTheProcess() throws {
    let command = try RunningCommand(["dump"])
    // The pipes hold 64 KiB each: all of this goes in, and not all that is written of it comes out.
    try command.input.write(contentsOf: Data(Self.capture(reports: 1500)))
    try command.waitForOutput(of: 1 << 14)
    #expect(try !command.isEndedBySignal(SIGINT))
    command.interrupt()
    while try !command.isEndedBySignal(SIGINT) { sched_yield() }
    command.interrupt()
    #expect(try command.end().signal == SIGINT)
  }

  /// The signal was ignored before the command ran: it is not for it to change that.
  @Test func whatIsIgnoredStaysIgnored() throws {
    let octets = Self.capture()
    let command = try RunningCommand(["inspect"], ignoresInterrupts: true)
    try command.feed(octets.dropLast(10))
    command.interrupt()
    try command.feed(octets.suffix(10))
    try command.input.close()
    let end = try command.end()
    #expect(end.output.contains("2 records"))
    #expect(end.diagnostics.isEmpty)
    #expect(end.status == 0)
  }
}
