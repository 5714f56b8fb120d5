import Foundation
import Testing

@testable import advert

/// Firmware images that come from a pipe, and files that are none.
@Suite struct PipedImageTests {
  @Test(arguments: ["zephyr-thumb.elf", "made-hci-thumb.elf"], ["lint", "reach"])
  func aPipeIsReadAsTheFile(_ image: String, _ command: String) throws {
    let path = "Fixtures/images/\(image)"
    let file = CommandLineRun([command, path, "--format", "json"])
    let octets = try Data(contentsOf: CommandLineRun.root.appending(path: path))
    let piped = try Self.run([command, "-", "--format", "json"], octets)
    #expect(piped.status == file.status.rawValue, "\(piped.text)")
    // Findings and verdicts are the same, though a build folder beside the file may name the device.
    for key in ["\"rule\"", "\"verdict\"", "\"layout\""] {
      #expect(piped.text.split(separator: key).count == file.output.split(separator: key).count, "\(key)")
    }
  }

  @Test func inspectNamesWhatItIs() throws {
    let octets = try Data(contentsOf: CommandLineRun.root.appending(path: "Fixtures/images/zephyr-thumb.elf"))
    let run = try Self.run(["inspect", "-"], octets)
    #expect(run.status == 2 && run.text.contains("found a firmware image"), "\(run.text)")
  }

  /// A core dump begins like a program.
  @Test(arguments: ["lint", "inspect", "reach", "decode"]) func aCoreDumpIsNamed(_ command: String) throws {
    var octets: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9) + [4, 0, 62, 0]
    octets += Array(repeating: 0, count: 44)
    try TextFile.inFolder { folder in
      try Data(octets).write(to: URL(filePath: folder + "/core"))
      let run = CommandLineRun([command, folder + "/core"])
      #expect(run.status == .failure && run.diagnostics.contains("a core dump"), "\(run.diagnostics)")
    }
  }

  private static func run(_ arguments: [String], _ input: Data) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = ExitStatusTests.binary
    process.currentDirectoryURL = CommandLineRun.root
    process.arguments = arguments
    let (given, said) = (Pipe(), Pipe())
    process.standardInput = given
    process.standardOutput = said
    process.standardError = said
    try process.run()
    // The program can end before it has read all.
    try? given.fileHandleForWriting.write(contentsOf: input)
    try? given.fileHandleForWriting.close()
    let text = String(decoding: try said.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
