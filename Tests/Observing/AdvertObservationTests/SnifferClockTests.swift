import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

/// Intervals in captures of Nordic's sniffer, whose packets reach the host in bursts.
@Suite struct SnifferClockTests {
  /// A packet as the sniffer sends it: when it was on air, and when it reached the host.
  struct Packet {
    var air: Int64
    var arrival: Int64
    var counter: UInt16
    var board: UInt8 = 1
    var isLost = false
  }

  private static let advertisement =
    [UInt8](hex: "d6be898e") + [0x40, 9] + [UInt8](hex: "665544332211020106") + [0, 0, 0]
  /// Of the packet on air: preamble to CRC.
  private static let duration = Int64(advertisement.count + 1) * 8

  private static func interval(_ packets: [Packet], version: UInt8) throws -> IntervalEstimate? {
    var file = PcapFile(linkType: 272)
    var ended: Int64?
    for packet in packets {
      let time = version >= 3 ? packet.air : packet.air - (ended ?? packet.air)
      ended = packet.air + duration
      guard !packet.isLost else { continue }
      let length = UInt16(10 + advertisement.count)
      let header =
        [packet.board] + (version == 1 ? [0, UInt8(length)] : little(UInt64(length), 2)) + [version]
        + little(UInt64(packet.counter), 2) + [2, 10, 1, 37, 60, 0, 0]
        + little(UInt64(UInt32(truncatingIfNeeded: time)), 4)
      file.add(
        header + advertisement, seconds: UInt32(1_700_000_000 + packet.arrival / 1_000_000),
        microseconds: UInt32(packet.arrival % 1_000_000))
    }
    var observation = Observation()
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    #expect(summary.problems.isEmpty)
    #expect(summary.hasRadioClock)
    return observation.advertisers.first?.interval
  }

  /// Events every 100 ms with the random delay, of which eight reach the host at a time.
  private static func bursts(_ count: Int, seed: UInt64, from start: Int64 = 5_000_000) -> [Packet] {
    var random = SplitMix64(seed: seed)
    var air = start
    return (0..<count).map { number in
      air += 100_000 + Int64.random(in: 0...10_000, using: &random)
      let burst = start + Int64(number / 8 + 1) * 900_000
      return Packet(air: air, arrival: burst + Int64(number % 8) * 16_000, counter: UInt16(truncatingIfNeeded: number))
    }
  }

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func expect100(_ interval: IntervalEstimate?, samples: Int, _ words: String) {
    #expect(abs((interval?.milliseconds ?? 0) - 100) < 1.5, "\(words): \(interval?.milliseconds ?? 0)")
    #expect(interval?.samples == samples, "\(words)")
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt8]) func burstsAreNoIntervals(version: UInt8) throws {
    Self.expect100(try Self.interval(Self.bursts(60, seed: 1), version: version), samples: 59, "version \(version)")
  }

  /// Its 32 bits are used up after 71 minutes.
  @Test func theTimeStampGoesRound() throws {
    let start = Int64(UInt32.max) - 3_000_000
    Self.expect100(try Self.interval(Self.bursts(60, seed: 2, from: start), version: 3), samples: 59, "around 2^32")
  }

  /// The time stamps begin again at 0. The gap across is not counted.
  @Test func theSnifferStartsAgain() throws {
    var packets = Self.bursts(60, seed: 3)
    for index in 30..<60 {
      packets[index].air -= 7_000_000
      packets[index].arrival += 60_000_000
    }
    Self.expect100(try Self.interval(packets, version: 3), samples: 58, "restart")
  }

  /// With differences only, the time to a packet after a lost one is not known.
  @Test func packetsAreLost() throws {
    var packets = Self.bursts(60, seed: 4)
    for index in stride(from: 10, to: 60, by: 10) { packets[index].isLost = true }
    Self.expect100(try Self.interval(packets, version: 2), samples: 49, "differences")
    // Time stamps go on: five gaps are twice as long.
    Self.expect100(try Self.interval(packets, version: 3), samples: 49, "time stamps")
  }

  /// Each board has its own clock: only what one of them received in a row is measured.
  @Test func severalBoards() throws {
    var packets = Self.bursts(60, seed: 5)
    for index in packets.indices where index / 20 == 1 {
      packets[index].board = 2
      packets[index].air += 4_000_000
    }
    Self.expect100(try Self.interval(packets, version: 3), samples: 57, "three stretches")
    for index in packets.indices { packets[index].board = UInt8(index % 2) }
    #expect(try Self.interval(packets, version: 3) == nil)
  }

  /// A phone that hands reports on in batches: their times of arrival say nothing of the device.
  @Test func batchedReports() throws {
    var file = BtsnoopFile(dataLink: 1002)
    let report = [UInt8](hex: "043e0f0201000166554433221103020106c5")
    for packet in Self.bursts(64, seed: 6) {
      file.add(report, microseconds: packet.arrival)
    }
    var observation = Observation()
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    #expect(!summary.hasRadioClock)
    #expect(observation.advertisements == 64)
    #expect(observation.advertisers.map(\.interval) == [nil])
  }
}
