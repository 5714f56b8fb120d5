import AdvertCapture
import AdvertObservation
import AdvertReading
import AdvertScan
import AdvertisingData
import TestSupport
import Testing

/// When a scan would have discovered a device, and how often an app would have been called.
@Suite struct DiscoveryTests {
  private static let heartRate = Question.service(BluetoothUUID(0x180D))
  private static let list = [UInt8](hex: "03030d18")
  private static let flags = [UInt8](hex: "020106")

  /// One advertising event: an advertisement, and its response if there was one.
  private struct Event {
    let seconds: Int64
    let advertising: [UInt8]
    let response: [UInt8]?
  }

  private struct Outcome: Equatable {
    let outcome: Verdict.Outcome
    let seconds: Double?
    let callbacks: Int?
    let withDuplicates: Int?

    init(_ outcome: Verdict.Outcome, _ seconds: Double?, _ callbacks: Int?, _ withDuplicates: Int?) {
      self.outcome = outcome
      self.seconds = seconds
      self.callbacks = callbacks
      self.withDuplicates = withDuplicates
    }
  }

  private static let start: Int64 = 1_700_000_000

  private func discovery(
    of events: [Event], by profile: ScannerProfile, for question: Question = heartRate
  ) throws -> Outcome {
    var file = BtsnoopFile(dataLink: 2001)
    // The capture starts with something else, and ends so.
    let nothing = [UInt8](hex: "0e04010c2000")
    file.add(nothing, microseconds: Self.start * 1_000_000)
    for event in events {
      let microseconds = (Self.start + event.seconds) * 1_000_000
      file.add(HCIEvent.legacy([LegacyReport(0, data: event.advertising)]), microseconds: microseconds)
      guard let response = event.response else { continue }
      file.add(HCIEvent.legacy([LegacyReport(4, data: response)]), microseconds: microseconds + 500_000)
    }
    file.add(nothing, microseconds: (Self.start + 90_000) * 1_000_000)
    var observation = Observation()
    let summary = try CaptureReader.read(MemorySource(file.octets), into: &observation)
    let times = try #require(summary.times)
    let advertiser = try #require(observation.advertisers.first)
    let discovery = profile.discovery(of: ScannedDevice(advertiser), for: question, during: times)
    return Outcome(
      discovery.verdict.outcome, discovery.time?.seconds(since: times.lowerBound), discovery.callbacks,
      discovery.callbacksWithDuplicates)
  }

  @Test func advertisedServiceIsFoundByTheFirstAdvertisement() throws {
    let events = [10, 20, 30].map { Event(seconds: $0, advertising: Self.list, response: Self.flags) }
    #expect(try discovery(of: events, by: .androidPassive) == Outcome(.discovered, 10, 1, 3))
    #expect(try discovery(of: events, by: .android) == Outcome(.discovered, 10, 1, 3))
    #expect(try discovery(of: events, by: .iosBackground) == Outcome(.discovered, 10, 1, 1), "duplicates are ignored")
    #expect(try discovery(of: events, by: .windowsActive) == Outcome(.discovered, 10, 1, 3))
  }

  @Test func serviceInTheResponseIsFoundByTheFirstResponse() throws {
    let events = [
      Event(seconds: 10, advertising: Self.flags, response: nil),
      Event(seconds: 20, advertising: Self.flags, response: Self.list),
      Event(seconds: 30, advertising: Self.flags, response: Self.list),
    ]
    #expect(try discovery(of: events, by: .macOS) == Outcome(.discovered, 20.5, 1, 2))
    #expect(try discovery(of: events, by: .android) == Outcome(.missed, nil, nil, nil), "it may be lost")
    #expect(try discovery(of: events, by: .androidPassive) == Outcome(.missed, nil, 0, 0))
    #expect(try discovery(of: events, by: .webBluetooth) == Outcome(.unknown, nil, nil, nil))
  }

  @Test func serviceInBothIsDeliveredOnceOrTwice() throws {
    let events = [10, 20].map { Event(seconds: $0, advertising: Self.list, response: Self.list) }
    #expect(try discovery(of: events, by: .android) == Outcome(.discovered, 10, 1, 2), "merged")
    #expect(try discovery(of: events, by: .windowsActive) == Outcome(.discovered, 10, 2, 4), "each by itself")
  }

  /// The list and service data in one payload are one reception.
  @Test func twoMentionsInOnePayloadCountOnce() throws {
    let both = Self.list + [UInt8](hex: "04160d182a") + Self.list
    let events = [10, 20].map { Event(seconds: $0, advertising: both, response: nil) }
    #expect(try discovery(of: events, by: .zephyrPassive) == Outcome(.discovered, 10, 1, 2))
  }

  /// What changes with each advertisement still adds up.
  @Test func layoutsAddUp() throws {
    let events = (1...5).map { number in
      Event(seconds: 10 * number, advertising: Self.list + [0x03, 0xFF, UInt8(number), 0x00], response: nil)
    }
    #expect(try discovery(of: events, by: .zephyrPassive) == Outcome(.discovered, 10, 1, 5))
  }

  @Test func presenceCountsEverything() throws {
    let events = [10, 20].map { Event(seconds: $0, advertising: Self.flags, response: []) }
    #expect(try discovery(of: events, by: .android, for: .presence) == Outcome(.discovered, 10, 1, 2))
    #expect(try discovery(of: events, by: .windows, for: .presence) == Outcome(.discovered, 10, 1, 2))
    #expect(try discovery(of: events, by: .windowsActive, for: .presence) == Outcome(.discovered, 10, 2, 4))
  }

  /// The first sweep is from 240 to 255 s, the next from 43440 s on.
  @Test(
    arguments: [
      ([10, 239], nil), ([10, 240], 240), ([245, 250], 245.5), ([253], 253.5), ([255], nil), ([256, 43_000], nil),
      ([256, 43_440], 43_440), ([43_454], 43_454.5), ([43_455], nil), ([10, 89_000], 240),
    ] as [([Int64], Double?)])
  func homeAssistantFindsInItsSweepsOnly(_ seconds: [Int64], _ expected: Double?) throws {
    let events = seconds.map { Event(seconds: $0, advertising: Self.flags, response: Self.list) }
    let outcome = try discovery(of: events, by: .homeAssistantAuto)
    #expect(outcome == expected.map { Outcome(.discovered, $0, 1, nil) } ?? Outcome(.missed, nil, 0, 0))
  }

  @Test func layoutsWrittenDownHaveNoTimes() {
    let layout = Layout(pdu: .advInd, advertising: Payload(Self.list), scanResponse: .declared(Payload()))
    let discovery = ScannerProfile.android.discovery(of: ScannedDevice([layout]), for: Self.heartRate, during: nil)
    #expect(discovery.verdict.outcome == .discovered)
    #expect(discovery.time == nil && discovery.callbacks == nil && discovery.callbacksWithDuplicates == nil)
  }

  @Test func captureOfTheCrashSensor() throws {
    let capture = try Fixtures.capture("angi/before.btsnoop")
    let device = ScannedDevice(try #require(capture.observation.advertisers.first))
    #expect(device.questions.map(\.description) == ["service afd0ffa0-2a9e-41a9-b9db-115a0e511de4"])
    let question = try #require(device.questions.first)
    let found = ScannerProfile.espHome.discovery(of: device, for: question, during: capture.summary.times)
    #expect(found.time?.microseconds == 1_700_000_000_087_635)
    #expect(found.callbacksWithDuplicates == 12)
    let swept = ScannerProfile.homeAssistantAuto.discovery(of: device, for: question, during: capture.summary.times)
    #expect(
      swept.verdict.reason
        == .noActiveWindow(.serviceList, ActiveWindows(delay: 240, period: 43_200, length: 15)))
  }

  /// Times as far apart as numbers go end in no answer, not in a crash.
  @Test func absurdTimesAreNoWindow() {
    let windows = ActiveWindows(delay: 240, period: 43_200, length: 15)
    let moments = [Int64.min, -1, 0, 1, 250_000_000, Int64.max].map { Timestamp(microseconds: $0) }
    for first in moments {
      for last in moments {
        for start in moments {
          let moment = windows.moment(between: first, and: last, scanningSince: start)
          #expect(moment.map { $0 >= first && $0 <= last } ?? true)
        }
      }
    }
    #expect(
      windows.moment(between: moments[2], and: moments[5], scanningSince: moments[2])?.microseconds == 240_000_000)
  }
}
