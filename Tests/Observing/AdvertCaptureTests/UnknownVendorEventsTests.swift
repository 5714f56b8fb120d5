import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertCapture

/// A vendor's events of an unknown kind are told when they seem to hold advertising data, and only then.
@Suite struct UnknownVendorEventsTests {
  private static func problems(_ events: [[UInt8]]) throws -> [CaptureProblem] {
    var file = BtsnoopFile(dataLink: 1002)
    for event in events { file.add([4, 0xFF, UInt8(event.count)] + event) }
    var sink = RecordingSink()
    return try CaptureReader.read(MemorySource(file.octets), into: &sink).problems
  }

  /// A table of a controller with one entry: a clock, an address, the data behind their length, the strength.
  private static func table(_ number: UInt8, data: [UInt8]) -> [UInt8] {
    [0x00, 0x25, number, 0x12, 0xA6, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, number, UInt8(data.count)] + data
      + [UInt8](repeating: 0, count: 31 - data.count) + [0xC3]
  }

  private static let payloads: [[UInt8]] = [
    [UInt8](hex: "02010603020f18"), [UInt8](hex: "0201060609436f666665"), [UInt8](hex: "07ff4c0012020003"),
    [UInt8](hex: "11071bc5d5a502004b9fe31109d4f66b4a3a"), [UInt8](hex: "0416 0f18 64 020af7 0303 0a18"),
  ]

  @Test func advertisingIsTold() throws {
    let events = (0..<10).map { Self.table($0, data: Self.payloads[Int($0) % 5]) }
    let others = (0..<100).map { [UInt8](hex: "002e0000000000") + [$0] }
    let problems = try Self.problems(others + events)
    #expect(problems.map(\.kind) == [.vendorEventUnknown])
    #expect(problems.map(\.count) == [10])
    #expect(problems.map(\.record) == [101])
    #expect(
      problems.map(\.message) == [
        "expected a vendor's event of a known kind, found one that begins with ff 2d 00 25 and seems to hold "
          + "advertising data"
      ])
  }

  /// Each of the payloads is recognised.
  @Test(arguments: payloads) func eachKind(_ payload: [UInt8]) throws {
    let other = Self.payloads[payload == Self.payloads[0] ? 1 : 0]
    #expect(try Self.problems((0..<3).map { Self.table($0, data: payload) } + [Self.table(3, data: other)]).count == 1)
  }

  /// Too few, always the same, or too small a part of their kind: that can be anything.
  @Test func chanceIsNotTold() throws {
    let event = Self.table(0, data: Self.payloads[0])
    let other = Self.table(1, data: Self.payloads[1])
    #expect(try Self.problems([event, other, event]).isEmpty)
    #expect(try Self.problems(Array(repeating: event, count: 50)).isEmpty)
    let empty = (0..<100).map { Self.table($0, data: []) }
    #expect(try Self.problems([event, other, event, other] + empty).isEmpty)
    #expect(try Self.problems([event, other, event, other] + empty.prefix(70)).count == 1)
  }

  /// Noise, counters, and octets of one small range are no advertising data.
  @Test func noiseIsNotTold() throws {
    var random = SplitMix64(seed: 2026)
    for most in [255, 31, 8, 2] as [UInt8] {
      let events = (0..<5_000).map { _ in
        (0..<Int.random(in: 4...80, using: &random)).map { _ in UInt8.random(in: 0...most, using: &random) }
      }
      #expect(try Self.problems(events).isEmpty, "octets up to \(most), seed 2026")
    }
  }
}
