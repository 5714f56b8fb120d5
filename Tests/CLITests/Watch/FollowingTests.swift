import Foundation
import TestSupport
import Testing

@testable import advert

/// `lint --follow` while its pipe stays open: every way to end.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")), .timeLimit(.minutes(2)))
struct FollowingTests {
  private static let address: [UInt8] = [0xEE, 0xFF, 0xC0, 0xEE, 0xFF, 0xC0]
  /// Flags, a list with Heart Rate, and the name Helmet.
  private static let good = "020106" + "03030d18" + "070948656c6d6574"
  private static let nameless = "020106" + "03030d18"
  private static let name = "070948656c6d6574"
  private static let service = "03030d18"

  private static func capture(_ blocks: [(advertising: String, scanResponse: String?)]) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    var time: Int64 = 1_700_000_000_000_000
    for block in blocks {
      file.add(
        [4] + HCIEvent.legacy([LegacyReport(0, address: address, data: [UInt8](hex: block.advertising))]),
        microseconds: time)
      if let response = block.scanResponse {
        file.add(
          [4] + HCIEvent.legacy([LegacyReport(4, address: address, data: [UInt8](hex: response))]),
          microseconds: time + 1000)
      }
      time += 100_000
    }
    return file.octets
  }

  private static let helmet = ["lint", "--follow", "--device", "Helmet", "--service", "180d"]

  @Test func itEndsAsSoonAsAllIsAsExpected() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "0s"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil)]))
    let end = try command.end()
    #expect(end.status == 0)
    #expect(end.diagnostics.hasPrefix("advert: pipe: as expected after "))
  }

  /// `dump --follow` prints each row as soon as its report is there.
  @Test func rowsOfAPipeComeAtOnce() throws {
    let command = try RunningCommand(["dump", "--follow", "--fields", "name,length"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil), (Self.nameless, nil)]))
    try command.input.close()
    let end = try command.end()
    #expect(end.output == "name\tlength\nHelmet\t15\n\t7\n")
    #expect(end.status == 0)
  }

  /// What was heard before the name counts, too.
  @Test func aNameInTheScanResponseIsEnough() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "0s"])
    try command.input.write(contentsOf: Self.capture([(Self.nameless, Self.name)]))
    #expect(try command.end().status == 0)
  }

  @Test func itMustStaySoForTheSettlingTime() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "100ms"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil)]))
    #expect(try command.end().status == 0)
  }

  @Test func whatSpeaksAgainstItIsTold() throws {
    let command = try RunningCommand(Self.helmet + ["--within", "200ms", "--settle", "50ms"])
    try command.input.write(contentsOf: Self.capture([("020106" + Self.name, Self.service)]))
    let end = try command.end()
    #expect(end.status == 1)
    #expect(end.output.contains("180d"))
    #expect(end.diagnostics.hasPrefix("advert: pipe: not as expected after 0."))
  }

  @Test func aDeviceThatIsNotThereIsTold() throws {
    let command = try RunningCommand(
      ["lint", "--follow", "--device", "Helmut", "--within", "200ms", "--settle", "0s"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil)]))
    let end = try command.end()
    #expect(end.status == 1)
    #expect(end.output.contains("[expected-device-missing]"))
    #expect(end.diagnostics.contains("the nearest names: \"Helmet\""))
  }

  /// Firmware that corrects itself passes.
  @Test func whatWasWrongBeforeIsForgotten() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "200ms", "--within", "1m"])
    let wrong = Array(repeating: (advertising: "020106" + Self.name, scanResponse: String?.none), count: 1)
    let right = Array(repeating: (advertising: Self.good, scanResponse: String?.none), count: 9)
    try command.input.write(contentsOf: Self.capture(wrong + right))
    let end = try command.end()
    #expect(end.status == 0, "\(end)")
  }

  @Test func aSourceThatEndsIsAFailure() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "1m"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil)]))
    try command.input.close()
    let end = try command.end()
    #expect(end.status == 2)
    #expect(end.diagnostics.hasPrefix("advert: pipe: the source ended after "))
    #expect(end.diagnostics.hasSuffix(": all was as expected, but not for 1m\n"))
  }

  /// The times of the reports count, also when all of them come at once.
  @Test func aSourceThatEndsAfterTheSettlingTimeIsEnough() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "200ms"])
    try command.input.write(contentsOf: Self.capture(Array(repeating: (Self.good, nil), count: 9)))
    try command.input.close()
    #expect(try command.end().status == 0)
  }

  @Test func damageIsAFailure() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "1m"])
    try command.input.write(contentsOf: Self.capture([(Self.good, nil)]) + [0xFF])
    try command.input.close()
    #expect(try command.end().status == 2)
  }

  /// What was lost is never known, so nothing that comes later makes up for it.
  @Test(arguments: ["packets-lost", "reports-not-decoded", "capture-damaged"])
  func problemsOfTheSourceCount(_ rule: String) throws {
    var octets = Self.capture([(Self.good, nil), (Self.good, nil), (Self.good, nil), (Self.good, nil)])
    let record =
      BtsnoopFile.recordHeaderLength + 1 + HCIEvent.legacy([LegacyReport(data: [UInt8](hex: Self.good))]).count
    let second = BtsnoopFile.headerLength + record
    switch rule {
    // Each record counts all drops before it.
    case "packets-lost": for number in 0..<3 { octets[second + number * record + 15] = 17 }
    // The event type, and the length of the event.
    case "reports-not-decoded": octets[second + BtsnoopFile.recordHeaderLength + 5] = 9
    default: octets[second + BtsnoopFile.recordHeaderLength + 2] += 1
    }
    let arguments = Self.helmet + ["--settle", "0s", "--within", "300ms", "--format", "json"]
    for (accepting, status) in [([], 1), (["--fail-on", "never"], 0)] as [([String], Int32)] {
      let command = try RunningCommand(arguments + accepting)
      try command.input.write(contentsOf: octets)
      let end = try command.end()
      #expect(end.status == status, "\(end)")
      #expect(end.output.contains("\"rule\": \"\(rule)\""), "\(end)")
      #expect(end.output.contains("\"complete\": false"), "\(end)")
    }
  }

  /// What the radio of a sniffer received wrongly is no device and no failure: the device repeats what it sends.
  @Test func noiseOfTheAirIsNoFailure() throws {
    let packet = [UInt8](hex: "d6be898e4015eeffc0eeffc002010603030d18070948656c6d6574e718d9")
    var (wrong, long) = (packet, packet)
    wrong[8] ^= 0x10
    long[5] = 0x3F
    var file = PcapFile(linkType: 251)
    for (number, octets) in [wrong, long, packet, wrong, packet].enumerated() {
      file.add(octets, microseconds: UInt32(number) * 100_000)
    }
    let command = try RunningCommand(Self.helmet + ["--settle", "0s", "--within", "5s"])
    try command.input.write(contentsOf: file.octets)
    try command.input.close()
    #expect(try command.end().status == 0)
  }

  /// A stream of the commands with which a device's own host sets its advertising, and of their completions.
  private static func commands(_ blocks: [(advertising: String, scanResponse: String?)]) -> [UInt8] {
    var file = BtsnoopFile(dataLink: 1002)
    var time: Int64 = 1_700_000_000_000_000
    func send(_ opcode: UInt16, _ parameters: [UInt8]) {
      let code = [UInt8(truncatingIfNeeded: opcode), UInt8(truncatingIfNeeded: opcode >> 8)]
      file.add([1] + code + [UInt8(parameters.count)] + parameters, flags: 2, microseconds: time)
      file.add([4, 0x0E, 4, 1] + code + [0], microseconds: time + 100)
      time += 1000
    }
    func data(_ hex: String) -> [UInt8] {
      let octets = [UInt8](hex: hex)
      return [UInt8(octets.count)] + octets + Array(repeating: 0, count: 31 - octets.count)
    }
    send(0x0C03, [])
    send(0x2005, address)
    send(0x2006, [0xA0, 0, 0xF0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0])
    for (number, block) in blocks.enumerated() {
      send(0x2008, data(block.advertising))
      if let response = block.scanResponse { send(0x2009, data(response)) }
      if number == 0 { send(0x200A, [1]) }
    }
    return file.octets
  }

  /// What the device's host asks its controller to send is judged like what is received.
  @Test func commandsOfTheHostAreEnough() throws {
    let command = try RunningCommand(Self.helmet + ["--settle", "100ms"])
    try command.input.write(contentsOf: Self.commands([(Self.nameless, Self.name)]))
    let end = try command.end()
    #expect(end.status == 0, "\(end)")
    #expect(end.diagnostics.hasPrefix("advert: pipe: as expected after "))
  }

  @Test func aServiceThatTheHostAnswersOnlyIsTold() throws {
    let command = try RunningCommand(Self.helmet + ["--within", "400ms", "--settle", "100ms"])
    try command.input.write(contentsOf: Self.commands([("020106" + Self.name, Self.service)]))
    let end = try command.end()
    #expect(end.status == 1, "\(end)")
    #expect(end.output.contains("[service-uuid-only-in-scan-response]"))
    #expect(end.output.contains("set by the capturing host"))
  }

  /// Commands come once, and nothing more is to come.
  @Test(arguments: ["0s", "150ms"]) func aHostThatCorrectsItselfPasses(_ settling: String) throws {
    let command = try RunningCommand(Self.helmet + ["--settle", settling, "--within", "1m"])
    try command.input.write(contentsOf: Self.commands([("020106" + Self.name, Self.service), (Self.good, "")]))
    let end = try command.end()
    #expect(end.status == 0, "\(end)")
  }

  @Test func whatIsNoCaptureIsAFailure() throws {
    let command = try RunningCommand(Self.helmet)
    try command.input.write(contentsOf: Data("no capture at all\n".utf8))
    try command.input.close()
    let end = try command.end()
    #expect(end.status == 2)
    #expect(end.diagnostics.contains("expected"))
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aSignalIsAFailure(_ signal: Int32) throws {
    let command = try RunningCommand(Self.helmet)
    try command.feed(Self.capture([("020106" + Self.name, nil)]))
    command.signal(signal)
    let end = try command.end()
    #expect(end.status == 2)
    #expect(end.diagnostics.hasPrefix("advert: pipe: interrupted after "))
  }

  @Test(arguments: [
    (["lint", "--follow", "--device", "x", "a", "b"], "expected one source, found 2"),
    (["lint", "--retry", "a"], "--retry needs --follow"),
    (["lint", "--follow", "a"], "--follow needs --device"),
    (["lint", "--follow", "--redact", "--device", "x", "a"], "--follow excludes"),
    (["lint", "--follow", "--within", "soon", "--device", "x", "a"], "soon"),
    (["lint", "--follow", "--device", "x", "/nowhere/at/all"], "no such file or directory"),
  ]) func whatCannotBeIsRefused(_ arguments: [String], _ words: String) {
    let result = CommandLineRun(arguments)
    #expect(result.status == .failure)
    #expect(result.diagnostics.contains(words))
  }
}
