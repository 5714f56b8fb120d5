internal import AdvertisingData

/// How much is done to find fixes of what is flagged on a subject. Each fix reads its payload again, so the findings on a
/// long payload of many structures would take time in proportion to the square of its length.
struct FixingEffort {
  /// Octets read again for each payload. A payload of legacy advertising has no more findings than fit.
  private static let mostOctets = 4096

  private var octets: [Report.Location: Int] = [:]

  /// Whether one more fix is tried for a finding.
  mutating func allows(_ payload: SubjectPayload?, at location: Report.Location) -> Bool {
    let count = octets[location, default: 0] + (payload?.payload.count ?? 0)
    guard count <= Self.mostOctets else { return false }
    octets[location] = count
    return true
  }
}

/// What a rule flags on a subject, to be looked up. No fix is tried for most findings of a long payload, so this is made
/// when it is asked for.
struct FlagsByPlace {
  private let flags: [Report.Flag]
  private lazy var positions = Dictionary(grouping: flags.indices) { flags[$0].location }
  private lazy var positionsOnLayouts = Dictionary(grouping: flags.indices) { flags[$0].location.layout }
  private var messages: [Int: Set<String>] = [:]

  init(of flags: [Report.Flag]) {
    self.flags = flags
  }

  /// The flags in one place that say this.
  mutating func saying(_ message: String, at location: Report.Location) -> [Report.Flag] {
    positions[location, default: []].filter { flags[$0].message == message }.map { flags[$0] }
  }

  /// All that is said of a layout.
  mutating func messages(onLayout layout: Int) -> Set<String> {
    if let known = messages[layout] { return known }
    let said = Set(positionsOnLayouts[layout, default: []].map { flags[$0].message })
    messages[layout] = said
    return said
  }
}
