import AdvertLint
import AdvertManifest
import AdvertScan
import Testing

/// From what a manifest says of a scanner to the profile that is judged by.
@Suite struct OwnScannerTests {
  private func profile(_ description: String) throws -> ScannerProfile {
    let manifest = try Manifest(
      reading: "scanners: { own: \(description) }", Vocabulary(rules: [], profiles: ScannerProfile.all.map(\.id)))
    let declared = try #require(manifest.scanners.first)
    return try #require(ScannerProfile(declared))
  }

  @Test func whatIsSaidIsTheUsersOwnWord() throws {
    let own = try profile(
      """
      { basedOn: android, name: Shop, scan: { every: 12 h, for: 15 s, after: 4 min }, requires: filter,
        serviceFilter: [lists, service-data], delivery: separate, duplicates: delivered, extended: false,
        overflowArea: true }
      """)
    #expect(own.id == "own")
    #expect(own.name == "Shop")
    #expect(
      own.scanType == Claim(.activeWindows(ActiveWindows(delay: 240, period: 43200, length: 15)), .userDefined))
    #expect(own.requirement == Claim(.anyFilter, .userDefined))
    #expect(own.serviceFilter == Claim([.serviceList, .serviceData], .userDefined))
    #expect(own.delivery == Claim(.separate, .userDefined))
    #expect(own.duplicates == Claim(.alwaysDelivered, .userDefined))
    #expect(own.receivesExtended == Claim(false, .userDefined))
    #expect(own.readsOverflowArea == Claim(true, .userDefined))
  }

  @Test func whatIsNotSaidIsAsWithItsBase() throws {
    for base in ScannerProfile.all {
      #expect(try profile("{ basedOn: \(base.id) }") == ScannerProfile(id: "own", basedOn: base), "\(base.id)")
    }
  }

  @Test func everyWordMeansSomethingElse() throws {
    func distinct<Value: Hashable>(_ key: String, _ words: [String], _ value: KeyPath<ScannerProfile, Value>) throws {
      let values = Set(try words.map { try profile("{ basedOn: zephyr-passive, \(key): \($0) }")[keyPath: value] })
      #expect(values.count == words.count, "\(key)")
    }
    try distinct("scan", ["active", "passive"], \.scanType)
    try distinct("requires", DeclaredScanner.Requirement.allCases.map(\.rawValue), \.requirement)
    try distinct("delivery", DeclaredScanner.Delivery.allCases.map(\.rawValue), \.delivery)
    try distinct("duplicates", DeclaredScanner.Duplicates.allCases.map(\.rawValue), \.duplicates)
    try distinct("serviceFilter", ["lists", "[lists, service-data]"], \.serviceFilter)
  }

  @Test func anUnknownBaseIsNoScanner() throws {
    let manifest = try Manifest(
      reading: "scanners: { own: { basedOn: elsewhere } }", Vocabulary(rules: [], profiles: ["elsewhere"]))
    let declared = try #require(manifest.scanners.first)
    #expect(ScannerProfile(declared) == nil)
  }
}
