import AdvertCapture
import AdvertWatch
import Testing

@Suite struct StreamClockTests {
  private static func clock(_ times: [(Int64?, Int64)]) -> StreamClock {
    var clock = StreamClock()
    for (time, arrival) in times { clock.advance(to: time.map { Timestamp(microseconds: $0) }, arrival: arrival) }
    return clock
  }

  @Test func reportsSayHowMuchTimePasses() {
    let clock = Self.clock([(1_000_000, 0), (61_000_000, 5)])
    #expect(clock.elapsed == 60_000_000)
    #expect(clock.now(at: 1005) == 60_001_000)
  }

  @Test func withoutTimesTheMachineSays() {
    #expect(Self.clock([(nil, 10), (nil, 2_000_010)]).elapsed == 2_000_000)
  }

  @Test func reportsOutOfOrderAreOfTheSameMoment() {
    #expect(Self.clock([(10_000_000, 0), (9_000_000, 1), (11_000_000, 2)]).elapsed == 1_000_000)
  }

  @Test func aClockThatIsSetBackGoesOnFromThere() {
    #expect(Self.clock([(100_000_000, 0), (1_000_000, 1), (3_000_000, 2)]).elapsed == 2_000_000)
  }

  /// Times come from the input.
  @Test(arguments: [[Int64.max, .min], [.min, .max, .min], [0, .max, 5, .max], [.max, 0, .max, 0, .max]])
  func noTimeTraps(_ times: [Int64]) {
    var arrival = Int64.max - 2
    var clock = StreamClock()
    for time in times {
      clock.advance(to: Timestamp(microseconds: time), arrival: arrival)
      arrival = arrival &+ 1
    }
    #expect(clock.now(at: .min) >= 0)
    #expect(clock.now(at: .max) >= clock.elapsed)
  }
}
