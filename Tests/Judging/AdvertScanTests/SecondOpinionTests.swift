import AdvertObservation
import AdvertScan
import AdvertisingData
import Foundation
import Testing

/// What bumble's scanner told its application in a passive and in an active scan of the same devices, against what the
/// profiles predict from the capture of the active one. `Scripts/generate/make-fixtures --check` asks bumble again.
@Suite struct SecondOpinionTests {
  struct Reported: Decodable {
    let address: String
    let layout: String
    let listed: [String]
    let serviceData: [String]
    let names: [String]

    var services: Set<BluetoothUUID> { Set((listed + serviceData).compactMap { BluetoothUUID(text: $0) }) }
  }

  private static func reported() throws -> [String: [Reported]] {
    let file = Fixtures.folder.appending(path: "scans/reported.json")
    return try JSONDecoder().decode([String: [Reported]].self, from: Data(contentsOf: file))
  }

  @Test(arguments: [("passive", [ScannerProfile.zephyrPassive, .passive]), ("active", [.active])])
  func scannerReportsWhatIsPredicted(_ kind: String, _ profiles: [ScannerProfile]) throws {
    let reports = try #require(try Self.reported()[kind])
    let devices = try Self.devices(of: "active")
    #expect(reports.count == 15 && devices.count == 15)
    let everything = reports.reduce(into: Set<BluetoothUUID>()) { $0.formUnion($1.services) }
      .union(devices.values.flatMap(\.services))
    let names = Set(["Heart", "He", "Other"])
    for report in reports {
      let device = try #require(devices[report.address])
      for profile in profiles {
        let services = everything.filter { profile.verdict(on: device, for: .service($0)).outcome == .discovered }
        #expect(services == report.services, "\(profile.id), \(report.layout)")
        let seen = names.filter { profile.verdict(on: device, for: .name($0)).outcome == .discovered }
        #expect(seen == Set(report.names), "\(profile.id), \(report.layout)")
        #expect(profile.verdict(on: device, for: .presence).outcome == .discovered, "\(profile.id), \(report.layout)")
      }
    }
  }

  /// Nothing but the overflow area's bit lets a filter of lists differ from what is listed.
  @Test func filterOnListsFindsWhatIsListed() throws {
    var lists = ScannerProfile(id: "lists", basedOn: .active)
    lists.serviceFilter = Claim(.serviceList, .userDefined)
    let devices = try Self.devices(of: "active")
    for report in try #require(try Self.reported()["active"]) {
      let device = try #require(devices[report.address])
      let found = device.services.filter { lists.verdict(on: device, for: .service($0)).outcome == .discovered }
      #expect(Set(found) == Set(report.listed.compactMap { BluetoothUUID(text: $0) }), "\(report.layout)")
    }
  }

  /// A passive capture leaves open what an active scan sees, but never says anything false about it.
  @Test func passiveCaptureContradictsNoActiveScan() throws {
    let passive = try Self.devices(of: "passive")
    var open = 0
    for report in try #require(try Self.reported()["active"]) {
      let device = try #require(passive[report.address])
      for service in report.services {
        let verdict = ScannerProfile.active.verdict(on: device, for: .service(service))
        #expect(verdict.outcome != .missed, "\(report.layout), \(service)")
        open += verdict.outcome == .unknown ? 1 : 0
      }
    }
    #expect(open == 6)
  }

  private static func devices(of kind: String) throws -> [String: ScannedDevice] {
    let observation = try Fixtures.capture("scans/\(kind).btsnoop").observation
    return Dictionary(
      uniqueKeysWithValues: observation.advertisers.map { ($0.address.description, ScannedDevice($0)) })
  }
}
