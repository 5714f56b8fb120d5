extension ScannerProfile {
  /// A passive scan as such, of no platform: it gets all advertising data, and its filters look everywhere.
  public static let passive = plain(id: "passive", "a passive scan", .passive)
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
