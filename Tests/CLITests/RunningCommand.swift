import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The command as a process of its own that reads a named pipe, for what happens while it reads.
final class RunningCommand {
  /// What it reads besides its arguments; open for writing until the end.
  let input: FileHandle
  private let process = Process()
  private let output = Pipe()
  private let diagnostics = Pipe()
  private let folder: URL

  /// Starts it with the pipe's path, and perhaps others, after the arguments.
  ///
  /// - Parameter ignoresInterrupts: whether SIGINT is ignored from its start on, as by a shell's background.
  init(_ arguments: [String], others: [String] = [], ignoresInterrupts: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "running-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: "pipe").path
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let binary: URL = try #require(ExitStatusTests.binary)
    // Tests may run where SIGINT is ignored, which is inherited.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [ignoresInterrupts ? "--ignore-signal=INT" : "--default-signal=INT,TERM", binary.path]
      + arguments + [path] + others
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    // Waits until the other end is open for reading.
    input = try FileHandle(forWritingTo: URL(filePath: path))
  }

  deinit {
    if process.isRunning { process.terminate() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes to its input, and waits until it has read all of that.
  func feed(_ octets: some Collection<UInt8>) throws {
    try input.write(contentsOf: Data(octets))
    while try Self.waiting(in: input) > 0 { sched_yield() }
  }

  /// Waits until it has written so much, of which nothing was read yet.
  func waitForOutput(of count: Int) throws {
    while try Self.waiting(in: output.fileHandleForReading) < count { sched_yield() }
  }

  func interrupt() { signal(SIGINT) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Whether a signal ends the process at once: it has not set another way to treat it.
  func isEndedBySignal(_ number: Int32) throws -> Bool {
    let status = try String(contentsOf: URL(filePath: "/proc/\(process.processIdentifier)/status"), encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
    let caught = try #require(UInt64(line.dropFirst("SigCgt:".count).drop { $0 == "\t" }, radix: 16))
    return caught >> UInt64(number - 1) & 1 == 0
  }

  /// What it said and how it ended; `signal` is `nil` unless a signal ended it.
  func end() throws -> (output: String, diagnostics: String, status: Int32, signal: Int32?) {
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let complaints = String(decoding: try diagnostics.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal
    return (
      text, complaints.replacing(folder.path + "/", with: ""), wasKilled ? -1 : process.terminationStatus,
      wasKilled ? process.terminationStatus : nil
    )
  }

  private static func waiting(in pipe: FileHandle) throws -> Int {
    var count: Int32 = 0
    try #require(unsafe ioctl(pipe.fileDescriptor, UInt(FIONREAD), &count) == 0)
    return Int(count)
  }
}
