import AdvertManifest
import AdvertScan
import Testing

/// From what a manifest says of a scanner to the profile that is judged by.
@Suite struct ScannerTests {
  private func scanners(_ text: String) throws -> [ScannerProfile] {
    try Manifest(reading: "scanners:\n\(text)").scanners
  }

  private func profile(_ description: String) throws -> ScannerProfile {
    try #require(try scanners("  own: \(description)").first)
  }

  @Test func whatIsSaidIsTheUsersOwnWord() throws {
    let scanners = try scanners(
      """
        our-gateway:
          basedOn: windows
          name: Gateway
          scan: { every: 12 h, for: 15 s, after: 4 min }
          requires: service
          serviceFilter: [lists, service-data]
          delivery: last-wins
          duplicates: coalesced
          extended: true
          overflowArea: false
        2nd: { basedOn: ios-background, scan: active, requires: none, serviceFilter: lists, extended: false }
        3rd: { basedOn: android, requires: filter, delivery: separate, duplicates: delivered, overflowArea: true }
      """)
    var gateway = ScannerProfile(id: "our-gateway", basedOn: .windows)
    gateway.name = "Gateway"
    gateway.scanType = Claim(.activeWindows(ActiveWindows(delay: 240, period: 43200, length: 15)), .userDefined)
    gateway.requirement = Claim(.serviceUUID, .userDefined)
    gateway.serviceFilter = Claim([.serviceList, .serviceData], .userDefined)
    gateway.delivery = Claim(.lastWins, .userDefined)
    gateway.duplicates = Claim(.alwaysCoalesced, .userDefined)
    gateway.receivesExtended = Claim(true, .userDefined)
    gateway.readsOverflowArea = Claim(false, .userDefined)
    var second = ScannerProfile(id: "2nd", basedOn: .iosBackground)
    second.scanType = Claim(.active, .userDefined)
    second.requirement = Claim(.none, .userDefined)
    second.serviceFilter = Claim(.serviceList, .userDefined)
    second.receivesExtended = Claim(false, .userDefined)
    var third = ScannerProfile(id: "3rd", basedOn: .android)
    third.requirement = Claim(.anyFilter, .userDefined)
    third.delivery = Claim(.separate, .userDefined)
    third.duplicates = Claim(.alwaysDelivered, .userDefined)
    third.readsOverflowArea = Claim(true, .userDefined)
    #expect(scanners == [gateway, second, third])
  }

  @Test func whatIsNotSaidIsAsWithItsBase() throws {
    for base in ScannerProfile.known {
      #expect(try profile("{ basedOn: \(base.id) }") == ScannerProfile(id: "own", basedOn: base), "\(base.id)")
    }
  }

  @Test func everyWordMeansSomethingElse() throws {
    func distinct<Value: Hashable>(_ key: String, _ words: [String], _ value: KeyPath<ScannerProfile, Value>) throws {
      let values = Set(try words.map { try profile("{ basedOn: zephyr-passive, \(key): \($0) }")[keyPath: value] })
      #expect(values.count == words.count, "\(key)")
    }
    try distinct("scan", ["active", "passive"], \.scanType)
    try distinct("requires", ["none", "service", "filter"], \.requirement)
    try distinct(
      "delivery",
      ["merged", "last-wins", "last-wins-joining-companies", "separate", "separate-last-wins", "raw"], \.delivery)
    try distinct("duplicates", ["optional", "coalesced", "delivered"], \.duplicates)
    try distinct("serviceFilter", ["lists", "[lists, service-data]"], \.serviceFilter)
    try distinct("dataAfterZero", ["read", "ignored"], \.readsPastZero)
    try distinct("malformedData", ["skipped", "empties-record", "ends-payload"], \.malformedData)
  }

  @Test(
    arguments: [
      ("{ every: 1 s, for: 1 s }", 0, 1, 1), ("{ every: 0.5 h, for: 1.5 min, after: 1000 ms }", 1, 1800, 90),
      ("{ every: 87660 h, for: 87660 h, after: 0 s }", 0, 315_576_000, 315_576_000),
    ] as [(String, Int64, Int64, Int64)])
  func readsWindows(_ text: String, _ delay: Int64, _ period: Int64, _ length: Int64) throws {
    let scanner = try #require(try scanners("  a: { basedOn: windows, scan: \(text) }").first)
    #expect(
      scanner.scanType
        == Claim(.activeWindows(ActiveWindows(delay: delay, period: period, length: length)), .userDefined))
  }

  /// Their order does not matter.
  @Test func profilesMayNameThem() throws {
    let manifest = try Manifest(
      reading: "profiles: [own, windows]\nscanners: { own: { basedOn: windows } }\n")
    #expect(manifest.profiles == [ScannerProfile(id: "own", basedOn: .windows), .windows])
  }
}
