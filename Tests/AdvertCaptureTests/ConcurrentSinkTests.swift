import AdvertCapture
import TestSupport
import Testing

/// A sink on a thread of its own receives what it receives without.
@Suite struct ConcurrentSinkTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func receivesTheSame(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pool = (0..<40).map { number in
      HCIEvent.legacy([LegacyReport(address: [UInt8(number), 1, 2, 3, 4, 5], data: random.octets(20))])
    }
    let scanning: [UInt8] = [0x01, 0x0C, 0x20, 2, 1, 0]
    let accepted: [UInt8] = [0x04, 0x0E, 4, 1, 0x0C, 0x20, 0]
    var file = BtsnoopFile(dataLink: 1002)
    // Runs of repeats, from none to several handed over at once, with something else in between.
    for run in [0, 1, 10, 9000, 3, 30_000, 4095, 4096, 4097] {
      for _ in 0..<run {
        file.add(
          [0x04] + (pool.randomElement(using: &random) ?? []), microseconds: .random(in: 0..<1 << 50, using: &random))
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: for packet in [scanning, accepted] { file.add(packet) }
      case 1: file.add([0x04] + HCIEvent.legacy([LegacyReport(data: random.octets(9))]))
      default: file.add([0x04] + HCIEvent.legacy([LegacyReport(data: [1, 1]), LegacyReport(4, data: [1, 2])]))
      }
    }
    var alone = RecordingSink()
    let expected = try CaptureReader.read(MemorySource(file.octets), into: &alone)
    var concurrent = ConcurrentSink(RecordingSink())
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &concurrent)
    #expect(summary == expected, "seed \(seed)")
    #expect(concurrent.base.captures == alone.captures, "seed \(seed)")
    #expect(concurrent.base.changes == alone.changes, "seed \(seed)")
    let received = concurrent.base.reports
    #expect(received.count == alone.reports.count, "seed \(seed)")
    #expect(zip(received, alone.reports).first { $0 != $1 } == nil, "seed \(seed)")
  }

  /// One capture after another, and asking in between.
  @Test func capturesStayApart() throws {
    var file = BtsnoopFile(dataLink: 1001)
    for _ in 0..<10_000 { file.add(HCIEvent.legacy([LegacyReport(data: [2, 1, 6])])) }
    var sink = ConcurrentSink(SinkPerCapture { RecordingSink() })
    for round in 1...3 {
      _ = try CaptureReader.read(MemorySource(file.octets), into: &sink)
      #expect(sink.base.sinks.map(\.reports.count) == Array(repeating: 10_000, count: round))
    }
  }
}
