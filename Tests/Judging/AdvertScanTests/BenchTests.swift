import AdvertObservation
import AdvertScan
import AdvertisingData
import Foundation
import Testing

/// What BlueZ reported of devices that virtual controllers advertised, against what its own log, judged by the profiles, says.
@Suite struct BenchTests {
  private struct Reported: Decodable {
    let discovery: [String: [String]]
    let monitor: [String: [String]]
  }

  private static let short = Question.service(0x180F)
  private static let long = Question.service("0abc7e10-5a11-4b0b-9d41-1f2e3d4c5b6a")

  @Test func logOfBlueZSaysWhatBlueZReported() throws {
    let file = Fixtures.folder.appending(path: "bench/reported.json")
    let reported = try JSONDecoder().decode(Reported.self, from: Data(contentsOf: file))
    let observation = try Fixtures.capture("bench/log.btsnoop").observation
    let pairs = observation.advertisers.map { ($0.address.description, ScannedDevice($0)) }
    // One more device has a private address, and no question of these was asked about it.
    let devices = Dictionary(uniqueKeysWithValues: pairs).filter { $0.key.hasPrefix("C0:00:00:00:") }
    #expect(devices.count == 13)
    let asked: [(ScannerProfile, Question, [String]?, count: Int)] = [
      (.bluezDiscovery, .presence, reported.discovery["plain"], 8),
      (.bluezDiscovery, Self.short, reported.discovery["short service"], 6),
      (.bluezDiscovery, Self.long, reported.discovery["long service"], 3),
      (.bluezMonitor, Self.short, reported.monitor["short service"], 5),
      (.bluezMonitor, Self.long, reported.monitor["long service"], 2),
      (.bluezMonitor, .name("BENCH"), reported.monitor["name"], 8),
    ]
    for (profile, question, addresses, count) in asked {
      let found = devices.filter { profile.verdict(on: $0.value, for: question).outcome == .discovered }.keys.sorted()
      #expect(found == addresses, "\(profile.id)")
      #expect(found.count == count, "\(profile.id)")
    }
  }
}
