import AdvertCapture
import AdvertReading
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct MostAdvertisersTests {
  /// Addresses 1 to 4 in turns, three rounds; each advertises and answers.
  private static let rounds = Airtime(
    (0..<12).flatMap { turn in
      [Heard.adv(.advInd, "0109"), .response("0108")].map { heard in heard.with { $0.address = UInt64(turn % 4 + 1) } }
    })

  @Test func thoseHeardFirstAreKept() throws {
    let observation = try Self.rounds.observation(maximumAdvertisers: 2)
    #expect(observation.advertisers.map(\.address.bits) == [1, 2])
    #expect(observation.advertisers.map(\.advertisements) == [3, 3])
    #expect(observation.advertisers.map(\.scanResponses) == [3, 3])
  }

  @Test func theOthersAreCounted() throws {
    let observation = try Self.rounds.observation(maximumAdvertisers: 2)
    #expect(observation.advertisements == 12)
    #expect(observation.scanResponses == 12)
    let leftOut = try #require(observation.leftOut)
    #expect(leftOut.reports == 12)
    #expect(leftOut.firstSighting.record == 5)
  }

  @Test(arguments: [4, 5, Int.max])
  func asManyAsThereAreLeaveNothingOut(_ most: Int) throws {
    let observation = try Self.rounds.observation(maximumAdvertisers: most)
    #expect(observation.advertiserCount == 4)
    #expect(observation.leftOut == nil)
  }

  @Test func anAddressOnAnotherAdapterIsAnotherAdvertiser() throws {
    let observation = try Airtime([
      .adv(.advInd, "0109"), .adv(.advInd, "0109").with { $0.adapter = 1 },
    ]).observation(maximumAdvertisers: 1)
    #expect(observation.advertisers.map(\.adapter) == [0])
    #expect(observation.leftOut?.reports == 1)
  }

  /// Against sorting all of them.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func thoseWithTheMostReportsAreGiven(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let airtime = Airtime(
      (0..<3000).map { _ in
        let address = UInt64(Int.random(in: 0..<30, using: &random) * Int.random(in: 0..<30, using: &random))
        let heard = Bool.random(using: &random) ? Heard.adv(.advInd, "0109") : .response("0108")
        return heard.with { $0.address = address }
      })
    let observation = try airtime.observation()
    let inOrder = Array(observation.addresses)
    var counts: [UInt64: Int] = [:]
    for heard in airtime.heard { counts[heard.address, default: 0] += 1 }
    let sorted = inOrder.indices.sorted { one, other in
      (counts[inOrder[one].bits] ?? 0, other) > (counts[inOrder[other].bits] ?? 0, one)
    }
    for limit in [0, 1, 2, 7, 50, inOrder.count - 1, inOrder.count, .max] {
      let expected = sorted.prefix(limit).map { inOrder[$0] }.sorted()
      #expect(observation.busiestAdvertisers(limit).map(\.address) == expected, "seed \(seed)")
    }
  }
}

@Suite struct ScanModeTests {
  /// Only changes count, for each adapter on its own.
  @Test func changes() throws {
    let active = "0b20 07 01 6000 3000 01 00"
    let passive = "0b20 07 00 6000 3000 01 00"
    let on = "0c20 02 01 00"
    let off = "0c20 02 00 00"
    let commands: [(adapter: UInt32, hex: String)] = [
      (0, off), (0, on), (0, on), (0, active), (0, on), (1, passive), (1, on), (0, on), (1, on), (0, off), (0, off),
      (0, on), (1, off),
    ]
    var file = BtsnoopFile(dataLink: 2001)
    for (index, command) in commands.enumerated() {
      file.add(
        [UInt8](hex: command.hex), flags: command.adapter << 16 | 2,
        microseconds: 1_700_000_000_000_000 + Int64(index))
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    let changes = observation.scanModeChanges
    #expect(changes.map(\.record) == [1, 2, 5, 7, 10, 12, 13])
    #expect(changes.map(\.adapter) == [0, 0, 0, 1, 0, 0, 1])
    #expect(changes.map(\.mode) == [.off, .unknown, .active, .passive, .off, .active, .off])
    #expect(changes.map { $0.time?.microseconds } == changes.map { 1_700_000_000_000_000 + Int64($0.record - 1) })
  }
}

@Suite struct AngiTests {
  @Test(arguments: [("before", 12, 12), ("after", 12, 12), ("passive", 12, 0)])
  func countsReports(_ name: String, advertisements: Int, scanResponses: Int) throws {
    var observation = Observation()
    let path = #filePath.replacing(
      "Tests/Observing/AdvertObservationTests/ObservationTests.swift", with: "Fixtures/angi/\(name).btsnoop")
    _ = try CaptureReader.read(FileSource(path: path), into: &observation)
    #expect(observation.advertisements == advertisements)
    #expect(observation.scanResponses == scanResponses)
    #expect(observation.advertiserCount == 1)
  }
}

/// Repeats that an observation takes many at a time, against the same repeats one by one.
@Suite struct RepeatedReportsTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func alikeInBothWays(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var airtime = Airtime()
    let payloads = (0..<4).map { random.octets(8 + $0) }
    var time: Int64 = 1_700_000_000_000_000
    for _ in 0..<4000 {
      time += Int64.random(in: -2000...60_000, using: &random)
      let data = payloads[Int.random(in: 0..<4, using: &random) * Int.random(in: 0..<2, using: &random)]
      let isResponse = Bool.random(using: &random)
      airtime.hear(
        Heard(
          pdu: isResponse ? nil : [.advInd, .advScanInd, .advNonconnInd].randomElement(using: &random),
          isScanResponse: isResponse, data: data, address: UInt64.random(in: 0..<5, using: &random),
          rssi: .random(in: -100 ... -30, using: &random), microseconds: time))
    }
    var many = Observation(maximumAdvertisers: 4)
    _ = try CaptureReader.read(MemorySource(airtime.file.octets), into: &many)
    var single = OneByOne(base: Observation(maximumAdvertisers: 4))
    _ = try CaptureReader.read(MemorySource(airtime.file.octets), into: &single)
    #expect(
      many.advertisers.map { ObservationModel.Advertiser($0) }
        == single.base.advertisers.map { ObservationModel.Advertiser($0) },
      "seed \(seed)")
    #expect(many.advertisements == single.base.advertisements, "seed \(seed)")
    #expect(many.scanResponses == single.base.scanResponses, "seed \(seed)")
    #expect(many.leftOut == single.base.leftOut, "seed \(seed)")
    #expect(many.leftOut != nil)
  }
}

/// Hands on every report by itself.
private struct OneByOne: CaptureSink {
  var base: Observation

  mutating func receive(_ report: borrowing AdvertisingReport) { base.receive(report) }
  mutating func receive(_ event: CaptureEvent) { base.receive(event) }
}
