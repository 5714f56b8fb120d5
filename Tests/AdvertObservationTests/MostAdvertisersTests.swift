import AdvertCapture
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
    let observation = try Self.rounds.observation(mostAdvertisers: 2)
    #expect(observation.advertisers.map(\.address.bits) == [1, 2])
    #expect(observation.advertisers.map(\.advertisements) == [3, 3])
    #expect(observation.advertisers.map(\.scanResponses) == [3, 3])
  }

  @Test func theOthersAreCounted() throws {
    let observation = try Self.rounds.observation(mostAdvertisers: 2)
    #expect(observation.advertisements == 12)
    #expect(observation.scanResponses == 12)
    let leftOut = try #require(observation.leftOut)
    #expect(leftOut.reports == 12)
    #expect(leftOut.firstSighting.record == 5)
  }

  @Test(arguments: [4, 5, Int.max])
  func asManyAsThereAreLeaveNothingOut(_ most: Int) throws {
    let observation = try Self.rounds.observation(mostAdvertisers: most)
    #expect(observation.advertiserCount == 4)
    #expect(observation.leftOut == nil)
  }

  @Test func anAddressOnAnotherAdapterIsAnotherAdvertiser() throws {
    let observation = try Airtime([
      .adv(.advInd, "0109"), .adv(.advInd, "0109").with { $0.adapter = 1 },
    ]).observation(mostAdvertisers: 1)
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
      #expect(observation.advertisers(of: .unknown, atMost: limit).map(\.address) == expected, "seed \(seed)")
    }
  }
}
