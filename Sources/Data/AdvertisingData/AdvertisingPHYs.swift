/// A physical layer of Bluetooth LE: how fast and how robustly packets are sent.
///
/// Source: Core Specification Vol 6 Part A 3. The numbers are those of HCI reports (Vol 4 Part E 7.7.65.13).
public enum PHY: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// LE 1M, the only one of legacy advertising.
  case oneMegabit = 1
  /// LE 2M, on secondary channels only.
  case twoMegabit = 2
  /// LE Coded, which reaches further.
  case coded = 3

  /// The name for people: `LE Coded`.
  public var words: String {
    switch self {
    case .oneMegabit: "LE 1M"
    case .twoMegabit: "LE 2M"
    case .coded: "LE Coded"
    }
  }

  /// The word of manifests, options and documents: `coded`.
  public var id: String {
    switch self {
    case .oneMegabit: "1M"
    case .twoMegabit: "2M"
    case .coded: "coded"
    }
  }

  /// Reads the word of manifests and options, in any case: `1M`, `2M`, `coded`; `nil` for others.
  public init?(id: some StringProtocol) {
    let word = id.lowercased()
    guard let phy = Self.allCases.first(where: { $0.id.lowercased() == word }) else { return nil }
    self = phy
  }
}

/// The PHYs of extended advertising: scanners that do not listen on the primary one receive nothing at all.
///
/// Legacy advertising is always on LE 1M, and has none of them stated.
public struct AdvertisingPHYs: Hashable, Sendable, BitwiseCopyable {
  /// The PHY of the primary channels, where the advertisement begins; `nil` when it is not known.
  public var primary: PHY?
  /// The PHY of the secondary channels, where its data are; `nil` when it is not known, and without data there.
  public var secondary: PHY?

  /// The PHYs, as far as they are known.
  public init(primary: PHY? = nil, secondary: PHY? = nil) {
    self.primary = primary
    self.secondary = secondary
  }

  /// Whether extended advertising begins on LE Coded; `nil` when that is not known, because only packets on secondary
  /// channels say a PHY. Where nothing says any, LE 1M is assumed.
  package var beginsOnCoded: Bool? {
    primary.map { $0 == .coded } ?? (secondary == nil ? false : nil)
  }

  /// Whether nothing known of both differs.
  package func agrees(with other: Self) -> Bool {
    (primary == nil || other.primary == nil || primary == other.primary)
      && (secondary == nil || other.secondary == nil || secondary == other.secondary)
  }

  /// Adds what the other knows besides.
  package mutating func fill(from other: Self) {
    primary = primary ?? other.primary
    secondary = secondary ?? other.secondary
  }
}
