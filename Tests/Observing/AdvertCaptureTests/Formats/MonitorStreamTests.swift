import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// What `btmon --tty` reads.
@Suite struct MonitorStreamTests {
  private static let event: UInt64 = 3
  /// Without the H4 packet indicator, which this format does not have.
  private static let command = Array(Octets.command.dropFirst())
  private static let advertisement = Array(Octets.advertisement.dropFirst())
  /// Between the log of a console and the first record.
  private static let banner = Array("*** Booting Zephyr OS build v3.7.0 ***\r\n".utf8)

  static func record(_ opcode: UInt64, _ packet: [UInt8], ticks: UInt64?, drops: [UInt8] = []) -> [UInt8] {
    let headers = (ticks.map { [8] + Octets.little($0, 4) } ?? []) + drops
    return Octets.little(UInt64(4 + headers.count + packet.count), 2) + Octets.little(opcode, 2)
      + [0, UInt8(headers.count)] + headers + packet
  }

  private static let newIndex = record(0, [0, 1] + exampleAddress + Array("hci0\0\0\0\0".utf8), ticks: 100)
  private static let open = record(8, [], ticks: 101)
  private static let commandRecord = record(2, command, ticks: 110)
  private static func report(_ ticks: UInt64) -> [UInt8] { record(event, advertisement, ticks: ticks) }
  private static let log = record(13, [6, 3] + Array("bt\0Ready\0".utf8), ticks: 105)
  static let start = newIndex + open + commandRecord + log
  static let stream = start + report(20_000) + report(21_005) + report(22_010)

  private static func read(
    _ octets: [UInt8], step: Int = .max
  ) throws(CaptureError) -> (summary: CaptureSummary, sink: RecordingSink) {
    var sink = RecordingSink()
    let summary = try CaptureReader.read(TrickleSource(octets, step: step), into: &sink)
    return (summary, sink)
  }

  @Test(arguments: [1, 7, .max]) func records(_ step: Int) throws {
    let recorder = try RecordRecorder(Self.stream, capacity: 1, step: step)
    #expect(recorder.problems.isEmpty)
    #expect(recorder.records.map(\.number) == Array(1...7))
    #expect(recorder.records.map(\.flags) == [0, 8, 2, 13, 3, 3, 3])
    #expect(recorder.records.map(\.linkType) == Array(repeating: .linuxMonitorFlags, count: 7))
    #expect(recorder.records.map(\.microseconds) == [10_000, 10_100, 11_000, 10_500, 2_000_000, 2_100_500, 2_201_000])
    #expect(recorder.records[4].octets == Self.advertisement)
    #expect(recorder.records[4].fileOffset == Self.start.count + 11)
    let (summary, sink) = try Self.read(Self.stream, step: step)
    #expect(summary.format == "btmon-tty")
    #expect(summary.linkTypes == [.linuxMonitorFlags])
    #expect(sink.reports.map(\.data) == Array(repeating: Octets.advertisedData, count: 3))
    #expect(sink.reports.map(\.address) == Array(repeating: Captures.address, count: 3))
  }

  /// A listener that begins in the middle finds the first whole record; so does one that hears the boot loader.
  @Test(arguments: [1, .max]) func octetsBeforeTheFirstRecord(_ step: Int) throws {
    let part = Array(Self.report(1).dropFirst(9))
    for before in [part, Self.banner, [0xFF], [UInt8](repeating: 0, count: 700) + Self.banner] {
      let recorder = try RecordRecorder(before + Self.stream, step: step)
      #expect(recorder.records.count == 7)
      #expect(recorder.problems.map(\.kind) == [.partInvalid])
      #expect(recorder.problems.map(\.fileOffset) == [0])
      #expect(recorder.problems.map(\.record) == [1])
      #expect(
        recorder.problems.map(\.message) == [
          "expected a record of the Linux monitor, found \(before.count) bytes that are none, after a loss or from a console"
        ])
    }
    // What is too far away is no beginning.
    #expect(throws: CaptureError.self) { try RecordRecorder([UInt8](repeating: 0, count: 5000) + Self.stream) }
  }

  /// Whatever octets a serial line loses, no record gets octets of another one, and the records before and behind are
  /// there. A loss is told unless whole records are lost.
  @Test func losses() throws {
    let reports = (0..<6).map { number in
      Self.record(
        Self.event, HCIEvent.legacy([LegacyReport(data: [UInt8](hex: "020106 05ff5900") + [UInt8(number)])]),
        ticks: 20_000 + UInt64(number) * 1000)
    }
    let sent = reports.map { Array($0.dropFirst(11)) }
    let stream = Self.start + reports.joined()
    let ends = reports.indices.map { Self.start.count + reports[...$0].joined().count }
    for first in (Self.start.count..<ends[3]).sampled(oneIn: 2) {
      for count in [1, 2, 5, 13, 31, 40] where first + count <= ends[4] {
        let octets = Array(stream[..<first] + stream[(first + count)...])
        let recorder = try RecordRecorder(octets)
        let events = recorder.records.filter { $0.flags == 3 }.map(\.octets)
        let place = "\(count) octets lost at \(first)"
        #expect(events.allSatisfy(sent.contains), "\(place)")
        let sure = max(0, ends.count { $0 <= first } - 1)
        let beginning = Array(events.prefix(sure))
        #expect(beginning == Array(sent.prefix(sure)), "\(place)")
        #expect(events.last == sent.last, "\(place)")
        let isWhole = stream[..<first] == octets[..<first] && count == reports[0].count
        #expect(isWhole || recorder.problems.contains { $0.kind == .partInvalid }, "\(place)")
      }
    }
  }

  /// A console on the same line costs no records.
  @Test func aConsoleBetweenRecords() throws {
    let octets =
      Self.start + Self.report(20_000) + Self.banner + Self.report(21_000) + Self.banner + Self.report(22_000)
    let recorder = try RecordRecorder(octets + Self.banner)
    #expect(recorder.records.count == 7)
    #expect(recorder.problems.map(\.kind) == [.partInvalid, .partInvalid, .partInvalid])
  }

  @Test func droppedPackets() throws {
    let octets = Self.stream + Self.record(Self.event, Self.advertisement, ticks: 30_000, drops: [2, 3, 7, 1])
    let recorder = try RecordRecorder(octets)
    #expect(recorder.records.count == 8)
    #expect(recorder.problems.map(\.kind) == [.packetsDropped])
    #expect(
      recorder.problems.map(\.message) == ["expected every packet, found 4 that the device dropped before this one"])
  }

  /// The clock has 32 bits of fast ticks, and a device can start again. Times go on.
  @Test func aClockThatStartsAgain() throws {
    let recorder = try RecordRecorder(Self.stream + Self.start + Self.report(500))
    #expect(recorder.records.suffix(2).map(\.microseconds) == [2_211_500, 2_251_000])
    #expect(recorder.problems.map(\.kind) == [.implausibleTime])
    #expect(recorder.problems.map(\.record) == [8])
  }

  /// A beginning is whole at the ends of records, and cut short elsewhere.
  @Test func everyBeginning() throws {
    let ends = [25, 36, 50, 71].map { $0 + 2 }
    for length in 0..<Self.stream.count {
      let octets = Array(Self.stream.prefix(length))
      guard let recorder = try? RecordRecorder(octets) else {
        #expect(length < ends[0])
        continue
      }
      #expect(recorder.problems.map(\.kind).allSatisfy { $0 == .cutShort })
      #expect(recorder.problems.count <= 1)
    }
  }

  /// No other format is taken for this one.
  @Test func othersAreOthers() throws {
    for octets in [
      Captures.h4([Octets.command, Octets.advertisement]).octets, PacketLoggerTests.log(.bigEndian),
      PacketLoggerTests.log(.littleEndian),
    ] {
      #expect(try RecordRecorder.formatName(octets) != MonitorStream.name)
    }
    for seed in 0..<200 as Range<UInt64> {
      #expect(throws: CaptureError.self) { try RecordRecorder(Octets.noise(5000, seed: seed)) }
    }
    for word in [[4, 0, 3, 0], [0, 0, 0, 0], [8, 0, 8, 0], [5, 0, 1, 0, 0, 0], [0x14, 0, 0, 0, 0, 0]] as [[UInt8]] {
      let octets = Array((0..<300).map { _ in word }.joined())
      #expect(throws: CaptureError.self) { try RecordRecorder(octets) }
    }
    // Neither are records without times, which no device sends.
    let timeless = Self.record(2, Self.command, ticks: nil) + Self.record(3, Self.advertisement, ticks: nil)
    #expect(throws: CaptureError.self) { try RecordRecorder(timeless + timeless) }
  }

  @Test func lengthsThatLie() throws {
    let lie = Octets.little(60_000, 2) + Octets.little(3, 2) + [0, 5, 8, 0, 0, 0, 0, 0x3E, 200]
    let recorder = try RecordRecorder(Self.stream + lie + [UInt8](repeating: 0, count: 70_000) + Self.stream)
    #expect(recorder.records.count == 6 + 7)
    #expect(recorder.problems.map(\.kind) == [.partInvalid, .implausibleTime])
  }
}
