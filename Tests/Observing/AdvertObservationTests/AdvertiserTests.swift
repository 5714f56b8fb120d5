import AdvertCapture
import AdvertisingData
import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct AdvertiserTests {
  @Test func sortedByAddressThenTypeThenAdapter() throws {
    var airtime = Airtime()
    let types: [DeviceAddress.AddressType] = [.public, .random, .publicIdentity, .randomIdentity]
    for adapter: UInt16 in [0, 1, 0xFFFF] {
      for address: UInt64 in [0xFF, 1, 0xFF00_0000_0000, 0] {
        for type in types {
          airtime.hear(
            .adv(.advInd, "0109").with {
              ($0.adapter, $0.address, $0.addressType) = (adapter, address, type)
            })
        }
      }
    }
    var random = SplitMix64(seed: 11)
    let shuffled = try Airtime(airtime.heard.shuffled(using: &random)).advertisers()
    let expected = [0, 1, 0xFF, 0xFF00_0000_0000].flatMap { (address: UInt64) in
      types.flatMap { type in [UInt16(0), 1, 0xFFFF].map { "\(address) \(type) \($0)" } }
    }
    #expect(shuffled.map { "\($0.address.bits) \($0.address.type) \($0.adapter)" } == expected)
    #expect(shuffled.allSatisfy { $0.origin == .air && $0.advertisements == 1 })
  }

  @Test func countsWhatWasReceived() throws {
    let observation = try Airtime([
      .adv(.advInd, "0109"), .response("0108"), .adv(.advInd, "0109").with { $0.address = 1 }, .response("0108"),
      .adv(.advDirectInd, ""),
    ]).observation()
    #expect(observation.advertisements == 3)
    #expect(observation.scanResponses == 2)
    #expect(observation.advertiserCount == 2)
    #expect(observation.advertisers.map(\.advertisements) == [1, 2])
    #expect(observation.advertisers.map(\.scanResponses) == [0, 2])
  }

  @Test func nothing() {
    let observation = Observation()
    #expect(observation.advertiserCount == 0)
    #expect(observation.advertisers.isEmpty)
    #expect(observation.advertisements == 0 && observation.scanResponses == 0)
  }

  /// From the earliest time to the latest, in whatever order they come; scan responses count.
  @Test func timesSeen() throws {
    let times = [5, 3, 9, 4] as [Int64]
    let heard = times.enumerated().map { index, time in
      (index == 2 ? Heard.response("0108") : .adv(.advInd, "0109")).with {
        $0.microseconds = 1_700_000_000_000_000 + time
      }
    }
    let advertiser = try #require(try Airtime(heard).advertisers().first)
    #expect(advertiser.firstSeen == Timestamp(microseconds: 1_700_000_000_000_003))
    #expect(advertiser.lastSeen == Timestamp(microseconds: 1_700_000_000_000_009))
  }

  @Test func signalStrengthOfAdvertisementsAndResponses() throws {
    let heard: [Heard] = [
      .adv(.advInd, "0109").with { $0.rssi = -80 }, .response("0108").with { $0.rssi = -40 },
      .adv(.advInd, "0109").with { $0.rssi = nil }, .adv(.advInd, "0109").with { $0.rssi = -50 },
    ]
    let rssi = try Airtime(heard).advertisers().first?.rssi.map { [$0.min, $0.median, $0.max] }
    #expect(rssi == [-80, -50, -40])
    let unmeasured = try Airtime([.adv(.advInd, "0109").with { $0.rssi = nil }]).advertisers()
    #expect(unmeasured.first?.rssi == nil)
  }

  @Test(arguments: [
    ([Heard.adv(.advInd, "03084142")], "AB", false), ([.adv(.advInd, "03084142"), .response("03094344")], "CD", true),
    ([.adv(.advInd, "03094344"), .response("03084142")], "CD", true),
    ([.adv(.advInd, "03084142"), .adv(.advInd, "03084344")], "AB", false),
    ([.adv(.advInd, "03084142"), .adv(.advInd, "0109")], "", true), ([.response("03084142")], "AB", false),
  ])
  func name(_ heard: [Heard], _ text: String, _ isComplete: Bool) throws {
    #expect(try Airtime(heard).advertisers().first?.localName == LocalName(text, isComplete: isComplete))
  }

  @Test func noName() throws {
    #expect(try Airtime([.adv(.advInd, "020106")]).advertisers().first?.localName == nil)
  }

  @Test func services() throws {
    let advertiser = try #require(
      try Airtime([
        .adv(.advInd, "05030f180d18"), .response("03020f18"), .adv(.advInd, "03030a18"),
        .response("05050df00100"), .adv(.advNonconnInd, "0416d2fc00"),
      ]).advertisers().first)
    #expect(advertiser.advertisedServices.map(\.description) == ["180a", "180d", "180f"])
    #expect(advertiser.scanResponseServices.map(\.description) == ["180f", "0001f00d"])
  }

  /// A fixed interval, with the mean of the random delay, comes out to the microsecond.
  @Test func interval() throws {
    let heard = (0..<10).map { index in
      Heard.adv(.advInd, "0109").with { $0.microseconds += Int64(index) * 157_500 }
    }
    let advertiser = try #require(try Airtime(heard).advertisers().first)
    #expect(advertiser.interval == IntervalEstimate(microseconds: 152_500, samples: 9))
    #expect(advertiser.interval?.milliseconds == 152.5)
    #expect(try Airtime(Array(heard.prefix(3))).advertisers().first?.interval == nil)
  }
}
