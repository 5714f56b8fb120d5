import Foundation
import Testing

/// What the process does with what it gets from its parent: streams, signals, and the folder it is in.
@Suite struct ProcessTests {
  private static let capture = "Fixtures/angi/after.btsnoop"

  /// Runs a command line of the shell, in which `advert` is the binary.
  private static func shell(_ script: String) throws -> (status: Int32, output: String) {
    let process = Process()
    let binary: URL = try #require(ExitStatusTests.binary)
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = CommandLineRun.root
    process.arguments = ["-c", "advert() { \"\(binary.path)\" \"$@\"; }; \(script)"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: ["inspect", "lint", "reach", "repack", "dump"])
  func aClosedOutputNeverPasses(_ command: String) throws {
    for closed in [">&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"] {
      #expect(try Self.shell("advert \(command) \(Self.capture) \(closed)").status == 2, "\(closed)")
    }
    let said = try Self.shell("advert \(command) \(Self.capture) <&- >&-").output
    #expect(said == "advert: standard output: cannot be written: bad file descriptor\n")
  }

  @Test func aClosedInputIsNoEmptyOne() throws {
    let (status, output) = try Self.shell("advert lint - <&-")
    #expect(status == 2)
    #expect(output.contains("bad file descriptor"))
    #expect(try Self.shell("advert lint \(Self.capture) <&-").status == 0)
  }

  @Test func closedDiagnosticsHideNoFailure() throws {
    #expect(try Self.shell("advert lint \(Self.capture) missing 2>&-").status == 2)
    #expect(try Self.shell("advert lint \(Self.capture) 2>&-").status == 0)
  }

  @Test func quittingEndsTheProcess() throws {
    let command = try RunningCommand(["inspect"])
    #expect(try command.isEndedBySignal(SIGQUIT))
    try command.input.close()
    _ = try command.end()
  }
}
