import AdvertisingData
import TestSupport
import Testing

@testable import AdvertScan

@Suite struct DiscoveryTimesTests {
  private func advertising(
    _ interval: Int64, pdu: AdvertisingPDU = .advInd, data: Int = 25, response: Int = 0
  ) throws -> AdvertisingTiming {
    try #require(AdvertisingTiming(interval: interval, pdu: pdu, advertising: data, scanResponse: response))
  }

  private func times(
    _ interval: Int64, _ window: Int64, of scan: Int64, goal: DiscoveryTimes.Goal = .data, loss: Double = 0
  ) throws -> DiscoveryTimes {
    try #require(
      DiscoveryTimes(
        of: advertising(interval, response: 20), heardBy: ScanDuty(window: window, interval: scan), goal: goal,
        loss: loss))
  }

  private func isNear(_ time: Int64?, _ expected: Int64, _ tolerance: Int64) -> Bool {
    time.map { abs($0 - expected) <= tolerance } ?? false
  }

  /// One event is enough for a scanner that hardly pauses: the time is that until the next event, of which longer gaps
  /// hold more moments.
  @Test(arguments: [100_000, 152_500, 1_022_500] as [Int64])
  func alwaysListeningIsTheNextEvent(_ interval: Int64) throws {
    let times = try times(interval, 40_000_000, of: 40_000_000)
    // The second channel ends after 728 + 328 µs on average.
    let delay: Int64 = 1056
    for share in [0.1, 0.5, 0.9] {
      let expected = Int64(share * Double(interval + 5000)) + delay
      #expect(isNear(times.time(for: share), expected, 200))
      #expect(abs(times.probability(within: expected) - share) < 0.002)
    }
  }

  /// What the simulation of `make check-discovery-times` and an earlier one of another author find, too.
  @Test func resonance() throws {
    let slow = try times(1_280_000, 30_000, of: 320_000)
    #expect(isNear(slow.time(for: 0.5), 34_760_000, 50_000))
    #expect(isNear(slow.time(for: 0.95), 72_810_000, 100_000))
    let fast = try times(100_000, 30_000, of: 320_000)
    #expect(isNear(fast.time(for: 0.5), 1_720_000, 10_000))
    #expect(isNear(fast.time(for: 0.95), 5_450_000, 20_000))
    // Three intervals of Apple's list against an interval that is a multiple of nothing.
    #expect(isNear(try times(318_750, 30_000, of: 320_000).time(for: 0.5), 11_540_000, 50_000))
    #expect(isNear(try times(1_022_500, 30_000, of: 320_000).time(for: 0.5), 5_820_000, 30_000))
    #expect(isNear(try times(1_400_000, 140_000, of: 1_400_000).time(for: 0.5), 158_740_000, 500_000))
  }

  @Test func probabilityGrowsToOne() throws {
    let times = try times(318_750, 30_000, of: 320_000)
    var last = 0.0
    for second in 0...60 {
      let next = times.probability(within: Int64(second) * 1_000_000)
      #expect(next >= last && next <= 1.000001)
      last = next
    }
    #expect(last > 0.995)
    for share in [0.5, 0.95, 0.99] {
      let time = try #require(times.time(for: share))
      #expect(abs(times.probability(within: time) - share) < 1e-6)
    }
  }

  /// A packet of 41 octets takes 328 µs, and the next comes 400 µs after it.
  @Test func longestTime() throws {
    // At least every second event is heard: three intervals hold no two that both meet a change of the channel.
    #expect(try times(1_000_000, 320_000, of: 320_000).longest == 2 * 1_010_000 + 2 * 728 + 328)
    // Events in step with the scanner can miss it for as long as the random delays like.
    #expect(try times(1_280_000, 30_000, of: 320_000).longest == nil)
    #expect(try times(100_000, 30_000, of: 320_000).longest == nil)
    // Shorter gaps than a window: some event falls into each, whatever the delays are.
    #expect(try times(100_000, 140_000, of: 1_400_000).longest != nil)
    #expect(try times(100_000, 140_000, of: 1_400_000, loss: 0.1).longest == nil)
  }

  @Test func longestIsNeverShorterThanWhatIsLikely() throws {
    var random = SplitMix64(seed: 1509)
    for _ in 0..<sampledCount {
      let interval = Int64.random(in: 32...1600, using: &random) * 625
      let scan = Int64.random(in: 16...1600, using: &random) * 625
      let window = Int64.random(in: max(8, scan / 2500)...(scan / 625), using: &random) * 625
      let times = try times(interval, window, of: scan)
      let shares = [0.5, 0.95, 0.99].compactMap { times.time(for: $0) }
      #expect(shares == shares.sorted())
      if let longest = times.longest, let last = shares.last { #expect(last <= longest) }
    }
  }

  private var sampledCount: Int { isExhaustive ? 400 : 30 }

  @Test func anAnswerNeedsRoom() throws {
    let data = try times(100_000, 30_000, of: 320_000)
    let answer = try times(100_000, 30_000, of: 320_000, goal: .answer)
    let (first, second) = (try #require(data.time(for: 0.5)), try #require(answer.time(for: 0.5)))
    #expect(second > first && second < first + 200_000)
    // 328 µs for the packet, 764 µs until its answer has come.
    #expect(
      DiscoveryTimes(
        of: try advertising(100_000, response: 20), heardBy: ScanDuty(window: 625, interval: 10_000), goal: .answer)
        == nil)
    #expect(
      DiscoveryTimes(
        of: try advertising(100_000, pdu: .advNonconnInd), heardBy: ScanDuty(window: 30_000, interval: 60_000),
        goal: .answer) == nil)
    #expect(
      DiscoveryTimes(of: try advertising(100_000, data: 100), heardBy: ScanDuty(window: 625, interval: 60_000)) == nil)
  }

  @Test func lossesDelay() throws {
    let plain = try #require(try times(100_000, 30_000, of: 60_000).time(for: 0.95))
    let lossy = try #require(try times(100_000, 30_000, of: 60_000, loss: 0.5).time(for: 0.95))
    #expect(lossy > plain * 3 / 2)
  }

  @Test func whatIsOutOfBounds() throws {
    #expect(AdvertisingTiming(interval: 0, pdu: .advInd, advertising: 3) == nil)
    #expect(AdvertisingTiming(interval: .max, pdu: .advInd, advertising: 3) == nil)
    #expect(AdvertisingTiming(interval: 100_000, pdu: .advDirectInd, advertising: 0) == nil)
    #expect(ScanDuty(window: .max, interval: .max) == ScanDuty(window: ScanDuty.longest, interval: ScanDuty.longest))
    #expect(ScanDuty(window: .min, interval: .min) == ScanDuty(window: 625, interval: 2500))
    // The longest of all, and a window that hardly ever is open.
    let longest = try #require(
      DiscoveryTimes(
        of: try advertising(10_485_759_375, data: .max, response: .max), heardBy: ScanDuty(window: .max, interval: .max)
      ))
    #expect(longest.time(for: 0.5) != nil)
    #expect(try times(20_000, 625, of: 40_000_000).time(for: 0.99) == nil)
  }

  @Test func androidsModesAreUnits() {
    #expect(ScanDuty(milliseconds: 183, of: 730) == ScanDuty(window: 182_500, interval: 730_000))
    #expect(ScanDuty(milliseconds: 512, of: 10240) == ScanDuty(window: 511_875, interval: 10_240_000))
  }

  /// Every scanner whose time is told says what that rests on, and none of whose system it is not known.
  @Test func profilesThatAreKnown() {
    let known = ScannerProfile.all.filter { $0.listening != nil }.map { $0.id }
    #expect(
      known == [
        "android", "android-passive", "android-background", "bluez-discovery", "bluez-monitor", "home-assistant-auto",
        "esphome", "zephyr-passive",
      ])
    #expect(
      ScannerProfile.byName.filter { $0.listening != nil }.map { $0.id } == [
        "arduino-esp32", "arduino-esp32-active", "nimble-arduino", "nimble-arduino-active", "tasmota", "chip-tool",
        "web-bluetooth-linux",
      ])
    for profile in ScannerProfile.allVersions {
      guard let listening = profile.listening else { continue }
      #expect(listening.evidence.strength == .sourceCode && listening.note != nil && !listening.value.isEmpty)
      #expect(listening.value.count == 1 || listening.value.allSatisfy { !$0.name.isEmpty })
    }
    #expect(ScannerProfile.named("android@13")?.listening?.value.count == 6)
    #expect(ScannerProfile.named("home-assistant-auto@2026.5")?.listening == nil)
  }
}
