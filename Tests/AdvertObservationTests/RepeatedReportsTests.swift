import AdvertCapture
import AdvertObservation
import AdvertisingData
import TestSupport
import Testing

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
    var many = Observation(mostAdvertisers: 4)
    _ = try CaptureReader.read(MemorySource(airtime.file.octets), into: &many)
    var single = OneByOne(base: Observation(mostAdvertisers: 4))
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
private struct OneByOne: AdvertisingSink {
  var base: Observation

  mutating func receive(_ report: borrowing AdvertisingReport) { base.receive(report) }
  mutating func receive(_ change: ScanModeChange) { base.receive(change) }
  mutating func receive(_ layout: HostLayout) { base.receive(layout) }
}
