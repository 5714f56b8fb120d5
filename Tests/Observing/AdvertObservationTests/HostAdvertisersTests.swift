import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

@Suite struct HostAdvertisersTests {
  private let address = "01 0520 06 665544332211"
  private let parameters = "01 0620 0f a000f0000001000000000000000700"
  private let data = "01 0820 04 03020106"
  private let scanResponse = "01 0920 04 03020a04"
  private let enable = "01 0a20 01 01"
  /// ADV_IND and SCAN_RSP of the same address, with other data.
  private let report = "043e0f 02 01 00 01 665544332211 03 020105 c5"
  private let response = "043e0f 02 01 04 01 665544332211 03 020a05 c5"

  private let flags = Payload([0x02, 0x01, 0x06])
  private let power = Payload([0x02, 0x0A, 0x04])

  /// Observes H4 packets in a btsnoop log, one a second.
  private func observe(_ packets: [String]) throws -> Observation {
    var file: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    for (index, packet) in packets.enumerated() {
      let octets = try HexText.octets(of: packet)
      let time = 0x00DC_DDB3_0F2F_8000 + UInt64(1_700_000_000 + index) * 1_000_000
      file += [0, 0, 0, UInt8(octets.count), 0, 0, 0, UInt8(octets.count)] + Array(repeating: 0, count: 8)
      file += stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: time >> $0) }
      file += octets
    }
    var observation = Observation()
    _ = try CaptureReader.read(MemorySource(file), into: &observation)
    return observation
  }

  @Test func aHostIsAnAdvertiserWithNothingCounted() throws {
    let observation = try observe([address, parameters, data, scanResponse, enable])
    let host = try #require(observation.advertisers.first)
    #expect(observation.advertiserCount == 1)
    #expect(observation.advertisements == 0)
    #expect(observation.scanResponses == 0)
    #expect(host.origin == .host)
    #expect(host.address == DeviceAddress(bits: 0x1122_3344_5566, type: .random))
    #expect(host.advertisements == 0)
    #expect(host.scanResponses == 0)
    #expect(host.rssi == nil)
    #expect(host.interval == nil)
    #expect(host.configuredInterval == 100_000...150_000)
    #expect(host.configuredChannels == .all)
    #expect(host.firstSeen == Timestamp(microseconds: 1_700_000_004_000_000))
    #expect(host.lastSeen == host.firstSeen)
    let layout = try #require(host.layouts.first)
    #expect(host.layouts.count == 1)
    #expect(layout.layout == Layout(pdu: .advInd, advertising: flags, scanResponse: .declared(power)))
    #expect(layout.count == 0)
    #expect(layout.advertisingSID == nil)
    #expect(!layout.isTruncated)
    #expect(layout.firstSighting?.record == 3)
    #expect(layout.firstSighting?.fileOffset == 16 + (24 + 10) + (24 + 19) + 24 + 5)
    #expect(layout.scanResponses.map(\.payload) == [power])
    #expect(layout.scanResponses.map(\.count) == [0])
    #expect(layout.scanResponses.map(\.firstSighting.record) == [4])
  }

  @Test func receivedAndSetAreKeptApart() throws {
    let observation = try observe([report, address, parameters, data, scanResponse, enable, response, report])
    #expect(observation.advertiserCount == 2)
    let advertisers = Array(observation.advertisers)
    #expect(advertisers.map(\.origin) == [.air, .host])
    #expect(advertisers.map(\.address) == [advertisers[0].address, advertisers[0].address])
    #expect(advertisers.map(\.advertisements) == [2, 0])
    #expect(advertisers.map(\.scanResponses) == [1, 0])
    #expect(advertisers.map(\.layouts.count) == [1, 1])
    #expect(advertisers.map { $0.configuredInterval == nil } == [true, false])
    #expect(observation.advertisements == 2)
    #expect(observation.scanResponses == 1)
  }

  @Test func repeatsAreOneLayout() throws {
    let disable = "01 0a20 01 00"
    let other = "01 0820 04 03020105"
    let observation = try observe(
      [address, parameters, data, enable, disable, enable, other, data, disable, other, data, enable])
    let host = try #require(observation.advertisers.first)
    #expect(host.layouts.map(\.layout.advertising) == [flags, Payload([0x02, 0x01, 0x05])])
    #expect(host.layouts.map(\.firstSighting?.record) == [3, 7])
    #expect(host.firstSeen == Timestamp(microseconds: 1_700_000_003_000_000))
    #expect(host.lastSeen == Timestamp(microseconds: 1_700_000_011_000_000))
  }

  @Test func scanResponsesAreAsKnown() throws {
    let nonconnectable = "01 0620 0f a000f0000301000000000000000700"
    for (parameters, response, expected) in [
      (parameters, [], Layout.ScanResponse.notObserved), (parameters, [scanResponse], .declared(power)),
      (nonconnectable, [scanResponse], .notScannable),
    ] {
      let host = try #require(try observe([parameters, data] + response + [enable]).advertisers.first)
      #expect(host.layouts.map(\.layout.scanResponse) == [expected])
      #expect(host.layouts.map(\.scanResponses.count) == [expected.payloads.count])
    }
  }

  /// Equal data of other addresses are one layout, and other intervals have no common one.
  @Test func addressesAreOneDevice() throws {
    let other = "01 0520 06 665544332255"
    let slow = "01 0620 0f 40064006 0001000000000000000700"
    let same = try observe([address, parameters, data, enable, "01 0a20 01 00", other, enable])
    let host = try #require(same.advertisers.first)
    #expect(same.advertiserCount == 1)
    #expect(same.hostAddressCount == 2)
    #expect(host.addresses.map { $0.bits } == [0x1122_3344_5566, 0x5522_3344_5566])
    #expect(host.layouts.count == 1)
    let off = "01 0a20 01 00"
    let mixed = try observe([address, parameters, data, enable, off, other, slow, "01 0820 04 03020105", enable])
    let second = try #require(mixed.advertisers.first)
    #expect(second.layouts.map { $0.configuredInterval } == [100_000...150_000, 1_000_000...1_000_000])
    #expect(second.configuredInterval == nil)
    #expect(second.configuredChannels == .all)
  }

  @Test func setsDifferByTheirSID() throws {
    func parameters(handle: String, sid: String) -> String {
      "01 3620 19 \(handle) 0000 a00000 f00000 07 00 00 000000000000 00 7f 01 00 02 \(sid) 00"
    }
    let observation = try observe([
      "040e0a 01 0910 00 221100eeffc0", parameters(handle: "00", sid: "05"), parameters(handle: "01", sid: "06"),
      "01 3720 07 00 03 01 03 020106", "01 3720 07 01 03 01 03 020106", "01 3920 0a 01 02 00 0000 00 01 0000 00",
    ])
    let host = try #require(observation.advertisers.first)
    #expect(observation.advertiserCount == 1)
    #expect(host.address == DeviceAddress(bits: 0xC0FF_EE00_1122, type: .public))
    #expect(host.layouts.map(\.advertisingSID) == [5, 6])
    #expect(host.layouts.map(\.layout.pdu) == [.extendedNonconnectable, .extendedNonconnectable])
  }

  @Test func unknownAddressesAreSaidToBe() throws {
    let host = try #require(try observe([parameters, data, enable]).advertisers.first)
    #expect(host.address.kind == .unknown)
    #expect(host.address.description == "unknown")
  }

  @Test func dataWithoutCommandAreWhereTheyWereEnabled() throws {
    let host = try #require(try observe(["01 030c 00", address, parameters, enable]).advertisers.first)
    #expect(
      host.layouts.map(\.layout) == [
        Layout(pdu: .advInd, advertising: Payload(), scanResponse: .declared(Payload()))
      ])
    let layout = try #require(host.layouts.first)
    let sightings = [layout.firstSighting] + layout.scanResponses.map(\.firstSighting)
    #expect(sightings.map { $0?.record } == [4, 4])
    #expect(sightings.map { $0?.fileOffset } == [nil, nil])
  }

  @Test func theLatestIntervalCounts() throws {
    let slow = "01 0620 0f 40064006 0001000000000000000700"
    let host = try #require(
      try observe([address, parameters, data, enable, "01 0a20 01 00", slow, enable]).advertisers.first)
    #expect(host.layouts.count == 1)
    #expect(host.configuredInterval == 1_000_000...1_000_000)
  }

  @Test func changingDataAreBounded() throws {
    let changes = (0..<20_000).map { number in
      "01 0820 06 05 04ff " + HexText.compact([0, 1, 2].map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    let observation = try observe([address, parameters, enable] + changes)
    let host = try #require(observation.advertisers.first)
    #expect(host.layouts.count == 16_384)
    #expect(observation.hostLayoutsLeftOut == 20_000 - 16_384)
    #expect(host.lastSeen == Timestamp(microseconds: 1_700_020_002_000_000))
  }

  @Test func changingAddressesAreBounded() throws {
    let changes = (0..<20_000).map { number in
      "01 0520 06 " + HexText.compact([0, 1, 2, 3, 4, 5].map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }
    let observation = try observe([parameters, data, address, enable] + changes)
    #expect(observation.advertiserCount == 1)
    #expect(observation.receivedCount == 0)
    #expect(observation.hostAddressCount == 16_384)
    #expect(observation.advertisers.first?.addresses.count == 16_384)
    #expect(observation.advertisers.first?.layouts.count == 1)
    #expect(observation.hostLayoutsLeftOut == 20_001 - 16_384)
  }

  @Test func periodicTrainsAreNoAdvertisers() throws {
    let train = ["043e10 0e 00 0100 05 01 665544332211 02 5000 07", "043e0b 0f 0100 7f be ff 00 03 020106"]
    let alone = try observe(train)
    #expect(alone.advertisements == 0)
    #expect(alone.advertiserCount == 0)
    let both = try observe([report] + train)
    let advertiser = try #require(both.advertisers.first)
    #expect(both.advertiserCount == 1)
    #expect(advertiser.advertisements == 1)
    #expect(advertiser.layouts.count == 1)
    #expect(advertiser.lastSeen == advertiser.firstSeen)
  }

  @Test func directedReportsCount() throws {
    let observation = try observe(["043e12 0b 01 01 01 665544332211 01 aabbccddee4f b0"])
    #expect(observation.advertisements == 1)
    #expect(
      observation.advertisers.flatMap(\.layouts).map(\.layout) == [
        Layout(pdu: .advDirectInd, advertising: Payload(), scanResponse: .notScannable)
      ])
  }
}
