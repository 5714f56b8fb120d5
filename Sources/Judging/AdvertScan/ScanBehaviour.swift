/// Whether a scanner asks advertisers for their scan response.
///
/// Source: Core Specification Vol 6 Part B 4.4.3.
public enum ScanType: Hashable, Sendable {
  /// The scanner asks every scannable advertiser.
  case active
  /// The scanner only listens.
  case passive
  /// The scanner listens, and asks only during windows.
  case activeWindows(ActiveWindows)
  /// Not known, or set by the system that it runs on.
  case unknown
}

/// The windows in which a scanner that mostly listens asks for scan responses. In seconds.
public struct ActiveWindows: Hashable, Sendable {
  /// From the scanner's start to its first window.
  public let delay: Int64
  /// From the start of one window to the start of the next; more than 0.
  public let period: Int64
  /// How long a window lasts.
  public let length: Int64

  /// No number may be negative or more than ten years; the period is more than 0.
  public init(delay: Int64, period: Int64, length: Int64) {
    let possible: ClosedRange<Int64> = 0...315_576_000
    precondition(possible.contains(delay) && possible.contains(period) && possible.contains(length) && period > 0)
    self.delay = delay
    self.period = period
    self.length = length
  }
}

/// The filter that a scan must have before it delivers anything.
public enum FilterRequirement: String, Hashable, Sendable, CaseIterable {
  /// No filter: it can deliver all that it hears.
  case none
  /// Service UUIDs to look for.
  case serviceUUID
  /// A filter of some kind, on any of the data.
  case anyFilter
  /// No filter of an app: the scan itself looks for service data of Matter, and delivers nothing else.
  case matterData

  /// Whether an app must set a filter.
  var isUpToTheApp: Bool {
    switch self {
    case .serviceUUID, .anyFilter: true
    case .none, .matterData: false
    }
  }
}

/// The advertisements that a scan delivers at all, by the first octet of their Flags.
public struct FlagsRequirement: Hashable, Sendable {
  /// A test of the octet.
  public enum Test: Hashable, Sendable {
    /// The octet is one of the values.
    case isOneOf([UInt8])
    /// The octet has at least one of the bits.
    case hasAnyOf(UInt8)
  }

  /// The test of the octet. Without Flags the test fails.
  public let test: Test
  /// Whether an app that sets a filter for a service gets the other advertisements too.
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

/// How a scanner treats zero octets after a name, as names of fixed length have them.
public enum NamePadding: String, Hashable, Sendable, CaseIterable {
  /// The name ends before the zero octets.
  case removed
  /// The zero octets stay, and no filter for the name alone matches it.
  case kept
}

/// How a receiver treats manufacturer data and service data that are too short for their company or UUID.
public enum MalformedDataHandling: String, Hashable, Sendable, CaseIterable {
  /// The receiver reads the other data.
  case skipped
  /// The receiver drops all data of the record.
  case emptiesRecord
  /// The receiver reads nothing from such data on, and nothing from data on that have nothing after their company or UUID.
  case endsPayload
}

/// The places where a payload can mention data that a scanner looks for.
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

  /// A local name with zero octets after it.
  public static let paddedName = Self(rawValue: 64)
  /// A service UUID in a list of solicited services (AD types 0x14, 0x15 and 0x1F).
  public static let solicitation = Self(rawValue: 128)

  /// Every kind that can mention a service.
  public static let services: Self = [.serviceList, .serviceData, .overflowArea]
}

/// How an app gets advertising data and scan response data.
public enum Delivery: String, Hashable, Sendable, CaseIterable {
  /// As one: the data of both are joined.
  case merged
  /// As one: of a field that occurs several times, the last counts.
  case lastWins
  /// As one: of a name and of service data that occur several times, the last counts; manufacturer data of one company are
  /// joined.
  case lastWinsButCompaniesJoined
  /// Each by itself.
  case separate
  /// Each by itself: of data of one company and of one service that occur several times in a block, the last count. Which
  /// name counts is not said.
  case separateLastWins
  /// Each by itself, octet by octet: every value of a field is there.
  case raw

  /// Whether an app is called for each block.
  var isSeparate: Bool {
    switch self {
    case .separate, .separateLastWins, .raw: true
    case .merged, .lastWins, .lastWinsButCompaniesJoined: false
    }
  }
}

/// How a scanner handles repeated advertisements of one device.
public enum DuplicateHandling: String, Hashable, Sendable, CaseIterable {
  /// An app may choose to have them all.
  case optional
  /// Repeats are always coalesced.
  case alwaysCoalesced
  /// Repeats are always delivered.
  case alwaysDelivered
}
