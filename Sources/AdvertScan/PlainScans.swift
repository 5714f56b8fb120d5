extension ScannerProfile {
  /// A passive scan as such, of no platform: it gets all advertising data, and its filters look everywhere.
  public static let passive = plain(id: "passive", "a passive scan", .passive)
  /// A passive scan whose filters look at service lists only, as those of most platforms do.
  public static let passiveWithListFilter: ScannerProfile = {
    var profile = ScannerProfile(id: "passive-list-filter", basedOn: .passive)
    profile.name = "a passive scan that filters on service lists"
    profile.serviceFilter = Claim(
      .serviceList, .fieldReports("blue-falcon #248, Android-Scanner-Compat #76, web-bluetooth #561"))
    return profile
  }()
  /// An active scan as such, of no platform.
  public static let active = plain(id: "active", "an active scan", .active)

  private static func plain(id: String, _ name: String, _ scanType: ScanType) -> ScannerProfile {
    let core = Evidence.documented("Core Specification, Vol 6 Part B 4.4.3")
    return ScannerProfile(
      id: id, name: name, versions: "any", scanType: Claim(scanType, core), requirement: Claim(.none, core),
      serviceFilter: Claim([.serviceList, .serviceData], core), delivery: Claim(.separate, core),
      duplicates: Claim(.optional, core), receivesExtended: Claim(true, core))
  }
}
