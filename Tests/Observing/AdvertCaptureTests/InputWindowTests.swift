import AdvertReading
import AdvertisingData
import Foundation
import TestSupport
import Testing

@testable import AdvertCapture

@Suite struct InputWindowTests {
  /// However the octets arrive and however small the window starts, the records are the same.
  @Test(arguments: [1, 2, 3, 7, 24, 64, 4096])
  func recordsDoNotDependOnTheWindow(_ capacity: Int) throws {
    for file in captures {
      var whole = InputWindow(MemorySource(file))
      let expected = try RecordRecorder.records(of: &whole)
      #expect(expected.records.count > 20)
      for step in [1, 2, 5, 1000] {
        var window = InputWindow(TrickleSource(file, step: step), capacity: capacity)
        let records = try RecordRecorder.records(of: &window)
        #expect(records == expected, "\(step) octets at a time")
      }
    }
  }

  @Test func reportsDoNotDependOnTheSource() throws {
    for file in captures {
      let expected = try RecordedCapture.read(file)
      #expect(expected.reports.count > 20)
      for step in [1, 3, 100] {
        #expect(try RecordedCapture.read(TrickleSource(file, step: step)) == expected, "\(step) octets at a time")
      }
    }
  }

  /// Several windows' worth, with records that lie across where one ends.
  @Test func aCaptureLargerThanTheWindow() throws {
    let data = (0..<200).map { UInt8($0) }
    var file = BtsnoopFile(dataLink: 1002)
    for index in 0..<4000 {
      file.add([0x04] + HCIEvent.legacy([LegacyReport(data: Array(data.prefix(index % 201)))]))
    }
    #expect(file.octets.count > 2 * InputWindow.defaultCapacity)
    let capture = try RecordedCapture.read(file.octets)
    #expect(capture.summary.problems.isEmpty)
    #expect(capture.reports.map(\.data.count) == (0..<4000).map { $0 % 201 })
    #expect(
      capture.reports.map(\.dataFileOffset) == (0..<4000).map { file.packetOffset($0) + Captures.legacyDataOffset })
  }

  @Test func consumesAndGrows() {
    let octets = (0..<100).map { UInt8($0) }
    var window = InputWindow(TrickleSource(octets, step: 3), capacity: 1)
    #expect(state(window) == State(offset: 0, bytes: []))
    let hasTen = window.fill(atLeast: 10)
    #expect(hasTen && state(window).bytes.count >= 10)
    #expect(octets.starts(with: state(window).bytes))
    window.consume(7)
    #expect(state(window).offset == 7)
    #expect(state(window).bytes.first == 7)
    let hasNothing = window.fill(atLeast: 0)
    let hasTheRest = window.fill(atLeast: 93)
    #expect(hasNothing && hasTheRest && state(window) == State(offset: 7, bytes: Array(octets[7...])))
    let hasMore = window.fill(atLeast: 94)
    #expect(!hasMore && state(window) == State(offset: 7, bytes: Array(octets[7...])))
    window.consume(93)
    let hasAny = window.readMore()
    #expect(!hasAny && state(window) == State(offset: 100, bytes: []))
  }

  /// Against a plain array, with a seeded choice of what to ask for.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func everyWayOfReading(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let octets = random.octets(Int.random(in: 0...600, using: &random))
    var window = InputWindow(
      TrickleSource(octets, step: Int.random(in: 1...50, using: &random)),
      capacity: Int.random(in: 0...40, using: &random))
    var position = 0
    for _ in 0..<200 {
      let wanted = Int.random(in: 0...60, using: &random)
      let isThere = window.fill(atLeast: wanted)
      let bytes = state(window).bytes
      #expect(isThere == (octets.count - position >= wanted), "seed \(seed)")
      #expect(octets[position...].starts(with: bytes), "seed \(seed)")
      #expect(bytes.count >= min(wanted, octets.count - position), "seed \(seed)")
      let count = Int.random(in: 0...bytes.count, using: &random)
      window.consume(count)
      position += count
      #expect(state(window).offset == position, "seed \(seed)")
    }
  }

  @Test func aFailureIsTheEnd() {
    var window = InputWindow(FailingSource([1, 2, 3], reason: "no more"))
    let expected = State(offset: 0, bytes: [1, 2, 3], failure: InputFailure(reason: "no more"))
    for _ in 0..<2 {
      let hasFour = window.fill(atLeast: 4)
      #expect(!hasFour && state(window) == expected)
    }
  }

  /// What a window shows, as a value: an expectation cannot hold the window itself.
  private struct State: Equatable {
    var offset: Int
    var bytes: [UInt8]
    var failure: InputFailure?
  }

  private func state(_ window: borrowing InputWindow) -> State {
    State(offset: window.offset, bytes: Array(copying: window.bytes), failure: window.failure)
  }

  /// Thirty reports each, in both formats, with a cut at the end.
  private var captures: [[UInt8]] {
    var btsnoop = BtsnoopFile(dataLink: 1002)
    var pcap = PcapFile(linkType: 187)
    for index in 0..<30 {
      let data = Array(repeating: UInt8(index), count: index)
      let event = [0x04] + HCIEvent.legacy([LegacyReport(data: data)])
      btsnoop.add(event, microseconds: 1_700_000_000_000_000 + Int64(index))
      pcap.add(event, microseconds: UInt32(index))
    }
    return [btsnoop.octets, pcap.octets, btsnoop.octets.dropLast(5), pcap.octets.dropLast(50)]
  }
}

/// Files and pipes as sources, and how their reading ends early.
@Suite struct FileSourceTests {
  private static func withFile(_ octets: [UInt8], _ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "source-\(UUID().uuidString)")
    try Data(octets).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try body(path.path)
  }

  @Test func aFileIsReadAsFarAsItFits() throws {
    try Self.withFile([1, 2, 3, 4, 5]) { path in
      let source = try FileSource(path: path)
      var buffer: [UInt8] = [0, 0, 0, 0]
      #expect(try source.read(into: &buffer, at: 1) == 3)
      #expect(buffer == [0, 1, 2, 3])
      #expect(try source.read(into: &buffer, at: 0) == 2)
      #expect(buffer == [4, 5, 2, 3])
      #expect(try source.read(into: &buffer, at: 0) == 0)
    }
  }

  @Test func itIsInterruptedOnceThereIsSomethingToRead() throws {
    let pipe = Pipe()
    try Self.withFile([1, 2, 3]) { path in
      let source = try FileSource(path: path, interruptedBy: pipe.fileHandleForReading.fileDescriptor)
      var buffer: [UInt8] = [0]
      #expect(try source.read(into: &buffer, at: 0) == 1)
      try pipe.fileHandleForWriting.write(contentsOf: Data([0]))
      #expect(throws: InputFailure.interrupted) { try source.read(into: &buffer, at: 0) }
      #expect(throws: InputFailure.interrupted) { try source.read(into: &buffer, at: 0) }
      #expect(buffer == [1])
    }
  }
}

@Suite struct OctetCopyTests {
  @Test(arguments: 0...70) func appendsEveryOctet(count: Int) {
    let octets = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    var copies: [UInt8] = [0xAA, 0xBB]
    copies.append(copying: octets.span)
    #expect(copies == [0xAA, 0xBB] + octets)
  }

  @Test func appendsPartOfAView() {
    let octets: [UInt8] = [1, 2, 3, 4, 5]
    var copies: [UInt8] = []
    copies.append(copying: octets.span.extracting(1..<4))
    copies.append(copying: octets.span.extracting(first: 0))
    #expect(copies == [2, 3, 4])
  }
}
