import AdvertManifest
import Testing

/// Scanners of one's own in a manifest.
@Suite struct ScannerTests {
  private func scanners(_ text: String) throws -> [DeclaredScanner] {
    try Manifest(reading: "scanners:\n\(text)", .test).scanners
  }

  @Test func readsEverything() throws {
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
      """)
    #expect(scanners.map(\.id) == ["our-gateway", "2nd"])
    let gateway = scanners[0]
    #expect(gateway.base == "windows")
    #expect(gateway.name == "Gateway")
    #expect(gateway.scan == .windows(delay: 240, period: 43200, length: 15))
    #expect(gateway.requirement == .service)
    #expect(gateway.filtersServiceData == true)
    #expect(gateway.delivery == .lastWins)
    #expect(gateway.duplicates == .coalesced)
    #expect(gateway.receivesExtended == true)
    #expect(gateway.readsOverflowArea == false)
    let second = scanners[1]
    #expect(second.base == "ios-background")
    #expect(second.name == nil)
    #expect(second.scan == .active)
    #expect(second.requirement == DeclaredScanner.Requirement.none)
    #expect(second.filtersServiceData == false)
    #expect(second.delivery == nil)
    #expect(second.duplicates == nil)
    #expect(second.receivesExtended == false)
    #expect(second.readsOverflowArea == nil)
  }

  @Test(
    arguments: [
      ("{ every: 1 s, for: 1 s }", 0, 1, 1), ("{ every: 0.5 h, for: 1.5 min, after: 1000 ms }", 1, 1800, 90),
      ("{ every: 87660 h, for: 87660 h, after: 0 s }", 0, 315_576_000, 315_576_000),
    ] as [(String, Int64, Int64, Int64)])
  func readsWindows(_ text: String, _ delay: Int64, _ period: Int64, _ length: Int64) throws {
    let scanner = try #require(try scanners("  a: { basedOn: windows, scan: \(text) }").first)
    #expect(scanner.scan == .windows(delay: delay, period: period, length: length))
  }

  /// Their order does not matter.
  @Test func profilesMayNameThem() throws {
    let manifest = try Manifest(
      reading: "profiles: [own, windows]\nscanners: { own: { basedOn: windows } }\n", .test)
    #expect(manifest.profiles == ["own", "windows"])
  }
}
