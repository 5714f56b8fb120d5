import AdvertObservation
import AdvertReading
import AdvertisingData
import Testing

@testable import AdvertScan

@Suite struct IntervalChoicesTests {
  private let packets = PacketLengths([
    Layout(pdu: .advInd, advertising: Payload([0x02, 0x01, 0x06, 0x03, 0x03, 0x0F, 0x18]), declaring: nil)
  ])
  private let esphome = Listener(
    profile: "esphome", duty: ScanDuty(window: 30_000, interval: 320_000), goal: .data)
  private let always = Listener(
    profile: "always", duty: ScanDuty(window: 100_000, interval: 100_000), goal: .data)

  private func choices(
    _ range: ClosedRange<Int64>, _ listeners: [Listener]
  ) throws -> IntervalChoices {
    var times = ExpectedTimes()
    return try #require(IntervalChoices(in: range, of: packets, for: listeners, &times))
  }

  /// What is marked is not dominated, and what is not marked is.
  @Test func efficientIsNotDominated() throws {
    let choices = try choices(20_000...2_000_000, [esphome, always]).choices
    #expect(choices.count > 60)
    for choice in choices {
      let isDominated = choices.contains { other in
        other.interval > choice.interval && other.length <= choice.length
      }
      #expect(choice.isEfficient == !isDominated, "\(choice.interval)")
    }
    // 1280 ms is found after a minute, and 1285 ms after half of that.
    #expect(choices.contains { !$0.isEfficient && $0.time?.most ?? 0 > 30_000_000 })
  }

  @Test func theSlowestCounts() throws {
    let both = try choices(100_000...200_000, [always, esphome])
    let alone = try choices(100_000...200_000, [esphome])
    #expect(both.choices.map { $0.time } == alone.choices.map { $0.time })
    #expect(both.choices.allSatisfy { $0.slowest == 1 })
  }

  /// For a scanner that always listens, more events are sooner found.
  @Test func alwaysListeningHasOnlyEfficientChoices() throws {
    let choices = try choices(20_000...2_000_000, [always]).choices
    let lengths = choices.map { $0.length }
    #expect(lengths == lengths.sorted())
    #expect(choices.allSatisfy { $0.isEfficient })
  }

  @Test func intervalsAreInUnitsAndHaveBothEndsAndApples() throws {
    let choices = try choices(20_001...1_999_999, [always]).choices
    #expect(choices.allSatisfy { $0.interval % 625 == 0 })
    #expect(choices.first?.interval == 20_625)
    #expect(choices.last?.interval == 1_999_375)
    #expect(choices.filter { $0.isRecommended }.map { $0.interval } == Resonance.recommended)
    #expect(choices.map { $0.interval } == choices.map { $0.interval }.sorted())
  }

  @Test func radioEventsAnHour() throws {
    let choices = try choices(95_000...95_000, [always]).choices
    // 95 ms and 5 ms of delay on average.
    #expect(choices.map { $0.eventsPerHour } == [36_000])
  }

  @Test func theLongestInTime() throws {
    let choices = try choices(20_000...2_000_000, [esphome])
    let longest = try #require(choices.longest(within: 10_000_000))
    #expect(longest.length <= 10_000_000)
    #expect(choices.choices.allSatisfy { $0.interval <= longest.interval || $0.length > 10_000_000 })
    #expect(choices.longest(within: 1) == nil)
  }

  @Test func whatIsNotPossibleIsNone() {
    var times = ExpectedTimes()
    #expect(IntervalChoices(in: 1...10_000, of: packets, for: [always], &times) == nil)
    #expect(IntervalChoices(in: 20_000...100_000, of: packets, for: [], &times) == nil)
    let directed = PacketLengths([Layout(pdu: .advDirectInd, advertising: nil, scanResponse: .notScannable)])
    #expect(IntervalChoices(in: 20_000...100_000, of: directed, for: [always], &times) == nil)
    #expect(
      IntervalChoices(in: 1...20_624, of: packets, for: [always], &times)?.choices.map { $0.interval } == [20_000])
  }

  /// The times that a demand is held against are those that are told.
  @Test func aDemandIsHeldAgainstTheSlowestSetting() throws {
    let device = ScannedDevice([Layout(pdu: .advInd, advertising: Payload([3, 3, 0x0F, 0x18]), declaring: nil)])
    func answer(_ seconds: Int64, percent: Int = 95, every interval: Int64) throws -> DemandAnswer {
      try #require(
        DemandAnswer(
          to: DiscoveryDemand(within: seconds * 1_000_000, percent: percent), on: device, sending: packets,
          every: interval, asking: [.service(0x180F)], by: [.espHome]))
    }
    #expect(try answer(20, every: 1_022_500).shortfalls.isEmpty)
    let slow = try answer(10, every: 1_022_500)
    #expect(slow.shortfalls.map { $0.listener.duty.name } == ["without Wi-Fi"])
    #expect(slow.knownCount == 2)
    let instead = try #require(slow.instead)
    #expect(instead < 1_022_500 && Resonance.recommended.contains(instead))
    #expect(try answer(10, every: instead).shortfalls.isEmpty)
    // Fewer tries take less.
    #expect(try answer(10, percent: 50, every: 1_022_500).shortfalls.isEmpty)
    // Nothing is known of iOS.
    let unknown = try #require(
      DemandAnswer(
        to: DiscoveryDemand(within: 1), on: device, sending: packets, every: 100_000, asking: [.service(0x180F)],
        by: [.iosForeground, .windows]))
    #expect(unknown.knownCount == 0 && unknown.shortfalls.isEmpty && !unknown.unknown.isEmpty)
  }

  @Test func aCurveIsMadeOfTheTimes() throws {
    var times = ExpectedTimes()
    let advertising = try #require(packets.sent(every: 318_750))
    let (known, told) = (times.curve(of: advertising, for: esphome), times.time(of: advertising, for: esphome))
    let (curve, time) = (try #require(known), try #require(told))
    #expect(curve.points.map { $0.time } == curve.points.map { $0.time }.sorted())
    #expect(curve.points.first { $0.percent == 50 }?.time == time.median)
    #expect(curve.points.first { $0.percent == 95 }?.time == time.most)
    #expect(curve.points.last?.time == time.nearlyAll)
  }

  /// Losses make it later, never sooner.
  @Test func lossesTakeTime() throws {
    let advertising = try #require(packets.sent(every: 318_750))
    var last: Int64 = 0
    for loss in [0, 0.1, 0.5, 0.9] {
      var times = ExpectedTimes(loss: loss)
      let time = times.time(of: advertising, for: esphome)
      let median = try #require(time?.median)
      #expect(median > last)
      last = median
    }
  }
}
