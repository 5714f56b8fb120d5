import Foundation
import Testing

/// The process itself: that it starts, and that its exit status is what CI relies on.
@Suite struct ExitStatusTests {
  /// Arguments, separated by spaces, and what the process must end with.
  static let cases: [(String, Int32)] = [
    ("lint Fixtures/angi/before.btsnoop", 1),
    ("lint Fixtures/angi/after.btsnoop", 0),
    ("lint Fixtures/angi/before.btsnoop --fail-on error", 0),
    ("lint Fixtures/angi/passive.btsnoop --fail-on note", 1),
    ("lint Fixtures/angi/before.btsnoop --fail-on never", 0),
    ("lint Fixtures/angi/after.btsnoop Fixtures/missing.log", 2),
    ("lint LICENSE", 2),
    ("lint --no-such-option", 2),
    ("inspect Fixtures/angi/before.btsnoop", 0),
    ("--version", 0),
    ("no-such-command", 2),
  ]

  @Test(arguments: cases)
  func processEndsWith(_ arguments: String, _ status: Int32) throws {
    let process = Process()
    let binary: URL = try #require(Self.binary)
    process.executableURL = binary
    process.currentDirectoryURL = CommandLineRun.root
    process.arguments = arguments.split(separator: " ").map(String.init)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
  }

  /// Standard input, and the status and the beginning of what decode says of it.
  static let payloads: [(String, Int32, String)] = [
    ("020106\n", 0, "Advertising data  3 of 31 bytes"),
    ("", 2, "advert: HEX: expected the bytes of a payload, found none"),
    (" \n", 2, "advert: HEX: expected the bytes of a payload, found none"),
    ("0000: 0201 06  ...\n0003: 02 0a 04\n", 0, ""),
    ("02010\n", 2, "advert: HEX, character 5: expected two hex digits for each byte, found one"),
  ]

  @Test(arguments: payloads)
  func decodesStandardInput(_ input: String, _ status: Int32, _ beginning: String) throws {
    let process = Process()
    let binary: URL = try #require(Self.binary)
    process.executableURL = binary
    process.arguments = ["decode", "-"]
    let (given, said) = (Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = said
    process.standardError = said
    try process.run()
    try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try given.fileHandleForWriting.close()
    let text = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == status)
    #expect(text.hasPrefix(beginning), "\(text)")
  }

  /// Beside the test bundle in the build folder.
  static var binary: URL? {
    let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    return folder?.appending(path: "advert")
  }
}
