import AdvertCapture
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct JoinedAdvertisersTests {
  static let first: UInt64 = 0x6000_0000_0001
  static let second: UInt64 = 0x4000_0000_0002
  static let third: UInt64 = 0x5000_0000_0003
  static let stranger: UInt64 = 0x4100_0000_0004

  static func device(_ bits: UInt64) -> DeviceAddress { DeviceAddress(bits: bits, type: .random) }

  static let owners = [device(first): 3, device(second): 3, device(third): 3]

  static func heard(_ address: UInt64, _ report: Heard, at seconds: Double = 0, rssi: Int8 = -60) -> Heard {
    report.with {
      ($0.address, $0.rssi) = (address, rssi)
      $0.microseconds = 1_700_000_000_000_000 + Int64(seconds * 1e6)
    }
  }

  @Test func addressesOfOneOwnerBecomeOneAdvertiser() throws {
    let observation = try Airtime([
      Self.heard(Self.first, .adv(.advInd, "020106"), at: 1, rssi: -50),
      Self.heard(Self.first, .response("0109"), at: 2, rssi: -70),
      Self.heard(Self.stranger, .adv(.advInd, "020106"), at: 3),
      Self.heard(Self.second, .adv(.advInd, "020106"), at: 4, rssi: -40),
      Self.heard(Self.second, .response("0109"), at: 5, rssi: -60),
      Self.heard(Self.second, .response("0108"), at: 6, rssi: -80),
      Self.heard(Self.third, .adv(.advInd, "020104"), at: 7, rssi: -90),
    ]).observation().owned(by: Self.owners)
    let advertisers = Array(observation.advertisers)
    #expect(observation.advertiserCount == 2)
    #expect(advertisers.map(\.address.bits) == [Self.stranger, Self.first], "sorted by the first address")
    let joined = try #require(advertisers.last)
    #expect(joined.owner == 3)
    #expect(joined.addresses == [Self.first, Self.second, Self.third].map(Self.device))
    #expect(joined.advertisements == 3 && joined.scanResponses == 3)
    #expect(joined.firstSeen == Timestamp(microseconds: 1_700_000_001_000_000))
    #expect(joined.lastSeen == Timestamp(microseconds: 1_700_000_007_000_000))
    #expect(joined.rssi.map { [$0.min, $0.median, $0.max] } == [-90, -70, -40])
    #expect(joined.layouts.map(\.count) == [2, 1])
    #expect(joined.layouts.map { $0.layout.advertising?.octets.hex } == ["020106", "020104"])
    #expect(joined.layouts.map { $0.scanResponses.map(\.count) } == [[2, 1], []])
    #expect(
      joined.layouts.map(\.layout.scanResponse) == [
        .observed([Payload([UInt8](hex: "0109")), Payload([UInt8](hex: "0108"))]), .notObserved,
      ])
    #expect(joined.layouts.map(\.firstSighting?.record) == [1, 7])
    #expect(joined.layouts[0].scanResponses.map(\.firstSighting.record) == [2, 6])
    let other = try #require(advertisers.first)
    #expect(other.owner == nil && other.addresses == [Self.device(Self.stranger)])
  }

  @Test func aSingleResolvedAddressHasItsOwner() throws {
    let observation = try Airtime([Self.heard(Self.second, .adv(.advInd, "020106"))]).observation()
    let advertiser = try #require(observation.owned(by: Self.owners).advertisers.first)
    #expect(advertiser.owner == 3)
    #expect(advertiser.addresses == [Self.device(Self.second)])
    #expect(observation.advertisers.map(\.owner) == [nil])
  }

  @Test func layoutsAreApartByKindSetAndCompleteness() throws {
    let reports: [Heard] = [
      .adv(.advInd, "020106"), .adv(.advNonconnInd, "020106"), .adv(.extendedNonconnectable, "020106", sid: 1),
      .adv(.extendedNonconnectable, "020106", sid: 2), .response("0109"),
    ]
    let heard = [Self.first, Self.second].flatMap { address in reports.map { Self.heard(address, $0) } }
    let joined = try #require(try Airtime(heard).observation().owned(by: Self.owners).advertisers.first)
    #expect(joined.layouts.map(\.count) == [2, 2, 2, 2])
    #expect(joined.layouts.map(\.layout.pdu?.isScannable) == [true, false, false, false])
    #expect(
      joined.layouts.map(\.layout.scanResponse.payloads.count) == [1, 0, 0, 0],
      "a response belongs to what its own address sent")
  }

  @Test func responsesWithoutAdvertisementJoinToo() throws {
    let heard = [Self.first, Self.second].map { Self.heard($0, .response("0109")) }
    let joined = try #require(try Airtime(heard).observation().owned(by: Self.owners).advertisers.first)
    #expect(joined.layouts.map(\.layout.advertising) == [nil])
    #expect(joined.layouts.map(\.firstSighting) == [nil])
    #expect(joined.layouts.map { $0.scanResponses.map(\.count) } == [[2]])
  }

  @Test func layoutsStandInTheOrderFirstSeen() throws {
    // The second address sends the later layout of the first before that does.
    let joined = try #require(
      try Airtime([
        Self.heard(Self.first, .adv(.advInd, "020101")), Self.heard(Self.second, .adv(.advInd, "020102")),
        Self.heard(Self.second, .adv(.advInd, "020103")), Self.heard(Self.first, .adv(.advInd, "020104")),
        Self.heard(Self.first, .adv(.advInd, "020103")),
      ]).observation().owned(by: Self.owners).advertisers.first)
    #expect(joined.layouts.map { $0.layout.advertising?.octets.last } == [1, 2, 3, 4])
    #expect(joined.layouts.map(\.firstSighting?.record) == [1, 2, 3, 4])
  }

  @Test func adaptersStayApart() throws {
    let heard = [Self.first, Self.second].flatMap { address in
      [UInt16(0), 1].map { adapter in Self.heard(address, .adv(.advInd, "020106")).with { $0.adapter = adapter } }
    }
    let observation = try Airtime(heard).observation()
    let advertisers = Array(observation.owned(by: Self.owners).advertisers)
    #expect(advertisers.map(\.adapter) == [0, 1])
    #expect(advertisers.map(\.advertisements) == [2, 2])
    #expect(observation.owned(by: Self.owners).advertiserCount == 2)
  }

  /// The gaps between the addresses say nothing; of the two addresses the one heard longer has the say.
  @Test func intervalOfTheLongestLivedAddress() throws {
    func train(_ address: UInt64, from start: Double, every interval: Double, count: Int) -> [Heard] {
      (0..<count).map { Self.heard(address, .adv(.advInd, "020106"), at: start + interval * Double($0)) }
    }
    let heard =
      train(Self.first, from: 0, every: 0.105, count: 12) + train(Self.second, from: 900, every: 0.505, count: 12)
      + train(Self.third, from: 1800, every: 300, count: 2)
    let joined = try #require(try Airtime(heard).observation().owned(by: Self.owners).advertisers.first)
    #expect(joined.interval == IntervalEstimate(microseconds: 500_000, samples: 11))
    let short = try #require(
      try Airtime(train(Self.first, from: 0, every: 1, count: 2) + train(Self.second, from: 9, every: 1, count: 2))
        .observation().owned(by: Self.owners).advertisers.first)
    #expect(short.interval == nil)
  }

  @Test(arguments: [Self.first, Self.second]) func eitherAddressSelectsTheDevice(_ address: UInt64) throws {
    let heard = [Self.first, Self.second].map { Self.heard($0, .adv(.advInd, "020106")) }
    let joined = try #require(try Airtime(heard).observation().owned(by: Self.owners).advertisers.first)
    #expect(DeviceSelector(Self.device(address).description).matches(joined))
    #expect(!DeviceSelector(Self.device(Self.third).description).matches(joined))
  }

  /// Joined at random, nothing gets lost: sums and extremes over all advertisers stay as they are.
  @Test(arguments: 0..<20 as Range<UInt64>) func joiningLosesNothing(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let heard = (0..<300).map { index in
      let address = 0x4000_0000_0000 + UInt64.random(in: 0..<12, using: &random)
      let data = [2, 1, UInt8.random(in: 0..<4, using: &random)] as [UInt8]
      let report = Heard(pdu: Bool.random(using: &random) ? .advInd : nil, isScanResponse: false, data: data)
      return Self.heard(
        address, report.with { $0.isScanResponse = report.pdu == nil }, at: Double(index),
        rssi: .random(in: -99 ... -30, using: &random))
    }
    let observation = try Airtime(heard).observation()
    let owners = Dictionary(
      uniqueKeysWithValues: (0..<9).map { (Self.device(0x4000_0000_0000 + $0), Int($0 % 3)) })
    let joined = Array(observation.owned(by: owners).advertisers)
    #expect(joined.count == 6, "seed \(seed)")
    for number in 0..<3 {
      let device = try #require(joined.first { $0.owner == number })
      let own = heard.filter { owners[Self.device($0.address)] == number }
      #expect(device.advertisements == own.count { !$0.isScanResponse }, "seed \(seed)")
      #expect(device.scanResponses == own.count { $0.isScanResponse }, "seed \(seed)")
      #expect(device.layouts.reduce(0) { $0 + $1.count } == device.advertisements, "seed \(seed)")
      #expect(
        device.layouts.flatMap(\.scanResponses).reduce(0) { $0 + $1.count } == device.scanResponses, "seed \(seed)")
      let sorted = own.compactMap(\.rssi).sorted()
      #expect(
        device.rssi.map { [$0.min, $0.median, $0.max] } == [
          sorted[0], sorted[(sorted.count - 1) / 2], sorted[sorted.count - 1],
        ], "seed \(seed)")
    }
  }
}

extension Observation {
  fileprivate func owned(by owners: [DeviceAddress: Int]) -> Observation {
    var observation = self
    observation.owners = owners
    return observation
  }
}
