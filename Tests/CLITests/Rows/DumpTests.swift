import Foundation
import TestSupport
import Testing

@testable import advert

/// Rows of a device that is chosen by what it sends, and when rows leave.
@Suite(.timeLimit(.minutes(2))) struct DumpTests {
  /// Three reports of a device before its name, one with it, one after it; others in between.
  private static var capture: BtsnoopFile {
    var file = BtsnoopFile(dataLink: 1002)
    for second: Int64 in 0..<3 {
      file.hear([2, 1, 6], seconds: second)
      file.hear([2, 1, 4], from: 2, seconds: second)
    }
    file.hear([5, 9] + Array("late".utf8), type: 4, seconds: 3)
    file.hear([2, 1, 6], seconds: 4)
    return file
  }

  private static func addresses(_ rows: String) -> [String] {
    rows.split(separator: "\n").dropFirst()
      .map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[5]) }
  }

  @Test func reportsBeforeTheNameArePrinted() throws {
    try Self.capture.withPath { path in
      let run = CommandLineRun(["dump", path, "--device", "late"])
      #expect(run.status == .success)
      #expect(run.diagnostics.isEmpty)
      #expect(Self.addresses(run.output) == [String](repeating: "C0:00:00:00:00:01", count: 5))
      #expect(run.output == CommandLineRun(["dump", path, "--device", "C0:00:00:00:00:01"]).output)
    }
  }

  /// As `inspect` takes every capture for itself: the address alone does not tell that it is the same device.
  @Test func eachInputIsForItself() throws {
    var nameless = BtsnoopFile(dataLink: 1002)
    nameless.hear([2, 1, 6])
    try nameless.withPath { other in
      try Self.capture.withPath { path in
        for paths in [[path, other], [other, path]] {
          #expect(Self.addresses(CommandLineRun(["dump"] + paths + ["--device", "late"]).output).count == 5)
        }
      }
    }
  }

  private static func process(_ arguments: [String]) throws -> (
    process: Process, input: Pipe, output: Pipe, errors: Pipe
  ) {
    let process = Process()
    let binary: URL = try #require(ExitStatusTests.binary)
    process.executableURL = binary
    process.arguments = arguments
    let pipes = (Pipe(), Pipe(), Pipe())
    process.standardInput = pipes.0
    process.standardOutput = pipes.1
    process.standardError = pipes.2
    try process.run()
    return (process, pipes.0, pipes.1, pipes.2)
  }

  @Test func aPipeTellsWhatIsLeftOut() throws {
    let (process, input, output, errors) = try Self.process(["dump", "-", "--device", "late"])
    try input.fileHandleForWriting.write(contentsOf: Data(Self.capture.octets))
    try input.fileHandleForWriting.close()
    let rows = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let complaints = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(Self.addresses(rows).count == 2)
    #expect(
      complaints
        == "advert: -: 3 reports left out, received before the device sent what --device asks for: give a file\n")
  }

  /// Rows of what has come leave before more comes, repeats too.
  @Test(arguments: ["btsnoop", "pcap"]) func rowsLeaveAsTheyCome(_ format: String) throws {
    var octets: [UInt8]
    let packet = [4] + HCIEvent.legacy([LegacyReport(data: [2, 1, 6])])
    if format == "btsnoop" {
      var file = BtsnoopFile(dataLink: 1002)
      for _ in 0..<3 { file.add(packet) }
      octets = file.octets
    } else {
      var file = PcapFile(linkType: 187)
      for _ in 0..<3 { file.add(packet) }
      octets = file.octets
    }
    let (process, input, output, _) = try Self.process(["dump", "-"])
    try input.fileHandleForWriting.write(contentsOf: Data(octets))
    var rows = Data()
    // The input stays open: without rows this waits for ever.
    while rows.count(where: { $0 == UInt8(ascii: "\n") }) < 4 {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { break }
      rows += more
    }
    #expect(rows.count { $0 == UInt8(ascii: "\n") } == 4)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
