import AdvertCapture
import AdvertObservation
import AdvertisingData
import TestSupport
import Testing

/// An observation against a model that keeps every report and looks through all of them each time.
@Suite struct ObservationModelTests {
  @Test(arguments: (UInt64(0)..<12).sampled(oneIn: 4))
  func randomReports(seed: UInt64) throws {
    let airtime = randomAirtime(3000, seed: seed)
    let observation = try airtime.observation()
    let model = ObservationModel(airtime)
    #expect(observation.advertisements == airtime.heard.filter { !$0.isScanResponse }.count, "seed \(seed)")
    #expect(observation.scanResponses == airtime.heard.filter(\.isScanResponse).count, "seed \(seed)")
    #expect(observation.advertiserCount == model.advertisers.count, "seed \(seed)")
    for (advertiser, expected) in zip(observation.advertisers, model.advertisers) {
      #expect(ObservationModel.Advertiser(advertiser) == expected, "seed \(seed)")
    }
  }

  @Test func manyAdvertisers() throws {
    let airtime = Airtime(
      (0..<20_000).map { index in
        Heard.adv(.advInd, "0109").with { $0.address = UInt64(index % 10_000) &* 0x0001_0001_0001 }
      })
    let observation = try airtime.observation()
    #expect(observation.advertiserCount == 10_000)
    #expect(observation.advertisers.allSatisfy { $0.advertisements == 2 && $0.layouts.map(\.count) == [2] })
  }

  @Test func manyLayoutsOfOneAdvertiser() throws {
    func data(_ number: Int) -> [UInt8] { [3, 0x24, UInt8(number >> 8), UInt8(number & 0xFF)] }
    var airtime = Airtime()
    for _ in 0..<2 {
      for number in 0..<5000 {
        airtime.hear(.adv(.advInd, "").with { $0.data = data(number) })
        airtime.hear(.response("").with { $0.data = data(5000 - number) })
      }
    }
    let layouts = try #require(try airtime.advertisers().first).layouts
    #expect(layouts.map { $0.layout.advertising?.octets } == (0..<5000).map { data($0) })
    #expect(layouts.map { $0.scanResponses.map(\.payload.octets) } == (0..<5000).map { [data(5000 - $0)] })
    #expect(layouts.allSatisfy { $0.count == 2 && $0.scanResponses.map(\.count) == [2] })
  }

  /// Few addresses, sets and payloads, so that everything meets everything.
  private func randomAirtime(_ count: Int, seed: UInt64) -> Airtime {
    var random = SplitMix64(seed: seed)
    let payloads = (0..<6).map { random.octets($0 % 4) }
    let sids: [UInt8?] = [nil, 0, 1, 15]
    var airtime = Airtime()
    var time: Int64 = 1_700_000_000_000_000
    for _ in 0..<count {
      time += Int64.random(in: -5_000...100_000, using: &random)
      let isScanResponse = Int.random(in: 0..<3, using: &random) == 0
      let answered: [AdvertisingPDU?] = [nil, .advInd, .advScanInd, .extendedScannable]
      let pdu = isScanResponse ? answered.randomElement(using: &random)! : .allCases.randomElement(using: &random)
      let isExtended = pdu?.isExtended ?? false
      airtime.hear(
        Heard(
          pdu: pdu, isScanResponse: isScanResponse, data: payloads.randomElement(using: &random) ?? [],
          address: UInt64.random(in: 0..<3, using: &random),
          addressType: Bool.random(using: &random) ? .random : .public,
          adapter: UInt16.random(in: 0..<2, using: &random),
          sid: isExtended ? sids.randomElement(using: &random) ?? nil : nil,
          rssi: Int.random(in: 0..<10, using: &random) == 0 ? nil : .random(in: -100 ... -30, using: &random),
          microseconds: time, isTruncated: isExtended && Int.random(in: 0..<8, using: &random) == 0))
    }
    return airtime
  }
}
