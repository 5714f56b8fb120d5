import Foundation
import TestSupport
import Testing

@testable import advert

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Progress on a terminal's standard error, and nowhere else.
@Suite(.timeLimit(.minutes(2))) struct TerminalTests {
  /// A capture whose second record cannot be, with nothing but zeros after it: much to read by its size, little in fact.
  private static func withLargeCapture(_ body: (String) throws -> Void) throws {
    // In pcapng, a block of an impossible length ends the reading.
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
      let padded = body + [UInt8](repeating: 0, count: -body.count & 3)
      return number(type) + number(UInt32(padded.count + 12)) + padded + number(UInt32(padded.count + 12))
    }
    let packet = [4] + HCIEvent.legacy([LegacyReport(data: [UInt8](hex: "020106"))])
    let count = number(UInt32(packet.count))
    let file =
      block(0x0A0D_0D0A, number(0x1A2B_3C4D) + number(1) + number(.max) + number(.max))
      + block(1, number(187) + number(0)) + block(6, number(0) + number(0) + number(0) + count + count + packet)
      + number(6) + number(.max - 3)
    let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString).pcapng")
    try Data(file).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try FileHandle(forWritingTo: path).truncate(atOffset: 70_000_000)
    try body(path.path)
  }

  /// What the command writes to a terminal of 40 columns behind its standard error.
  private static func run(
    _ arguments: [String], terminal: String = "xterm", environment: [String: String] = [:],
    outputToTerminal: Bool = false
  ) throws -> String {
    var size = winsize(ws_row: 24, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
    var (main, terminalEnd): (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&main, &terminalEnd, nil, nil, &size) == 0)
    defer { close(main) }

    let process = Process()
    let binary: URL = try #require(ExitStatusTests.binary)
    process.executableURL = binary
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"].contains($0.key) }
      .merging(["TERM": terminal]) { $1 }.merging(environment) { $1 }
    process.standardError = FileHandle(fileDescriptor: terminalEnd)
    process.standardOutput = outputToTerminal ? FileHandle(fileDescriptor: terminalEnd) : FileHandle.nullDevice
    try process.run()
    close(terminalEnd)
    var octets: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // The terminal's end fails to be read once no process has it open.
    while true {
      let count = unsafe read(main, &buffer, buffer.count)
      guard count > 0 else { break }
      octets += buffer[..<count]
    }
    process.waitUntilExit()
    return String(decoding: octets, as: UTF8.self)
  }

  private static let eraseToEnd = "\u{1B}[K"

  @Test(arguments: ["inspect", "lint", "dump"])
  func muchIsShownOnOneLineAndTakenAway(_ command: String) throws {
    try Self.withLargeCapture { path in
      let written = try Self.run([command, path])
      let parts = written.components(separatedBy: Self.eraseToEnd)
      // A busy machine shows the line more than once.
      try #require(parts.count >= 3)
      // A rate too where that took long.
      #expect(parts[0].hasPrefix("\r") && parts[0].contains("0 %  262 kB of 70 MB"))
      #expect(parts.dropLast().allSatisfy { $0.hasPrefix("\r") && $0.dropFirst().count < 40 })
      #expect(parts[parts.count - 2] == "\r")
      // Of the damage something is said once the line is gone.
      #expect(parts[parts.count - 1].isEmpty == (command != "dump"))
    }
  }

  @Test(arguments: ["dumb", ""]) func aTerminalThatCannotEraseGetsNothing(_ terminal: String) throws {
    try Self.withLargeCapture { path in
      let written = try Self.run(["inspect", path], terminal: terminal)
      #expect(written.isEmpty)
    }
  }

  /// Reports and progress would be in each other's way.
  @Test func dumpToATerminalGetsNothing() throws {
    try Self.withLargeCapture { path in
      let written = try Self.run(["dump", path], outputToTerminal: true)
      #expect(written.contains("\t11:22:33:44:55:66\t"))
      #expect(!written.contains("\u{1B}"))
      #expect(!written.contains("70 MB"))
    }
  }

  @Test func whatIsNoTerminalGetsNothing() throws {
    try Self.withLargeCapture { path in
      let process = Process()
      let binary: URL = try #require(ExitStatusTests.binary)
      process.executableURL = binary
      process.arguments = ["inspect", path]
      let diagnostics = Pipe()
      process.standardError = diagnostics
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      let written = try diagnostics.fileHandleForReading.readToEnd()
      #expect(written?.isEmpty ?? true)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  @Test(
    arguments: [
      ([], [:], true), ([], ["NO_COLOR": "1"], false), (["--color", "never"], [:], false),
      (["--color", "never"], ["FORCE_COLOR": "1"], false), (["--color", "always"], ["NO_COLOR": "1"], true),
      (["--color", "auto"], ["NO_COLOR": "1"], false), ([], ["NO_COLOR": ""], true),
    ] as [([String], [String: String], Bool)])
  func coloursOnATerminal(_ options: [String], _ environment: [String: String], _ isColoured: Bool) throws {
    let written = try Self.run(["rules"] + options, environment: environment, outputToTerminal: true)
    #expect(written.contains("RULE"))
    #expect(written.contains("\u{1B}[") == isColoured)
  }
}
