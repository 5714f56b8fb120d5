/// Whether a scanner asks advertisers for their scan response.
///
/// Source: Core Specification Vol 6 Part B 4.4.3.
public enum ScanType: Hashable, Sendable {
  /// It asks every scannable advertiser.
  case active
  /// It only listens.
  case passive
  /// It listens, and asks only during windows.
  case activeWindows(ActiveWindows)
  /// Not known, or the choice of what it runs on.
  case unknown
}

/// When a scanner that mostly listens asks for scan responses. In seconds.
public struct ActiveWindows: Hashable, Sendable {
  /// From the scanner's start to its first window.
  public let delay: Int64
  /// From the start of one window to the start of the next; more than 0.
  public let period: Int64
  /// How long a window lasts.
  public let length: Int64

  /// None may be negative or more than ten years.
  public init(delay: Int64, period: Int64, length: Int64) {
    let possible: ClosedRange<Int64> = 0...315_576_000
    precondition(possible.contains(delay) && possible.contains(period) && possible.contains(length) && period > 0)
    self.delay = delay
    self.period = period
    self.length = length
  }
}

/// What a scan must be given before it delivers anything.
public enum FilterRequirement: String, Hashable, Sendable, CaseIterable {
  /// Nothing: it can deliver all that it hears.
  case none
  /// Service UUIDs to look for.
  case serviceUUID
  /// A filter of some kind, on any of the data.
  case anyFilter
}

/// Which advertisements a scan delivers at all, by the first octet of their Flags.
public struct FlagsRequirement: Hashable, Sendable {
  /// How the octet is tested.
  public enum Test: Hashable, Sendable {
    /// It is one of these.
    case isOneOf([UInt8])
    /// It has one of these bits at least.
    case hasAnyOf(UInt8)
  }

  /// How the octet is tested. Without Flags the test fails.
  public let test: Test
  /// Whether an app that gives a filter for a service gets the others too.
  public let isLiftedByFilter: Bool

  /// A test, and whether a filter lifts it.
  public init(_ test: Test, isLiftedByFilter: Bool) {
    self.test = test
    self.isLiftedByFilter = isLiftedByFilter
  }

  /// - Parameter flags: the first octet of the Flags; `nil` without any.
  func accepts(_ flags: UInt8?) -> Bool {
    guard let flags else { return false }
    switch test {
    case .isOneOf(let octets): return octets.contains(flags)
    case .hasAnyOf(let bits): return flags & bits != 0
    }
  }
}

/// What becomes of a name that has zero octets behind it, as those of fixed length do.
public enum NamePadding: String, Hashable, Sendable, CaseIterable {
  /// The name ends before them.
  case removed
  /// They stay, and no filter for the name alone equals it.
  case kept
}

/// Where a payload can mention what a scanner looks for.
public struct MentionKinds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A service UUID in a service list (AD types 0x02 to 0x07).
  public static let serviceList = Self(rawValue: 1)
  /// A service UUID in front of service data (AD types 0x16, 0x20 and 0x21).
  public static let serviceData = Self(rawValue: 2)
  /// A bit of the overflow area of iOS, which countless service UUIDs share.
  public static let overflowArea = Self(rawValue: 4)
  /// A local name (AD types 0x08 and 0x09).
  public static let localName = Self(rawValue: 8)
  /// Manufacturer data.
  public static let manufacturerData = Self(rawValue: 16)
  /// Any data.
  public static let anything = Self(rawValue: 32)

  /// A local name that has zero octets behind it.
  public static let paddedName = Self(rawValue: 64)

  /// Every kind that can mention a service.
  public static let services: Self = [.serviceList, .serviceData, .overflowArea]
}

/// How an app gets advertising data and scan response data.
public enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// As one: what both have is put together.
  case merged
  /// As one: of a field that both have, the last counts.
  case lastWins
  /// Each by itself.
  case separate
}

/// What becomes of repeated advertisements of one device.
public enum DuplicateHandling: String, Hashable, Sendable, CaseIterable {
  /// An app may choose to have them all.
  case optional
  /// They are always coalesced.
  case alwaysCoalesced
  /// They are always delivered.
  case alwaysDelivered
}
