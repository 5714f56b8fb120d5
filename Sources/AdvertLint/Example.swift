public import AdvertScan

/// A layout that shows a rule at work: in tests, in the rule's page and in the `rules` command.
public struct Example: Sendable {
  /// What the example shows.
  public let reason: String
  public let input: Input
  /// Whether the rule must find something.
  public let isFlagged: Bool
  /// Without the defect; `nil` when there is no fix that depends on the layout alone.
  public let fixed: [MarkedLayout]?
  /// Ids of other rules that have something to say about an accepted example.
  public let alsoFlaggedBy: [String]
  /// The scanners that must discover the device, where the rule says nothing without any.
  public let scanners: [ScannerProfile]

  public enum Input: Sendable {
    /// The layouts of one advertiser.
    case layouts([MarkedLayout])
    /// A capture as a whole, described in words and made by a closure.
    case capture(String, @Sendable () -> JudgedInput)
  }

  private init(
    _ input: Input, _ reason: String, isFlagged: Bool, fixed: [MarkedLayout]? = nil, alsoFlaggedBy: [String] = [],
    for scanners: [ScannerProfile] = []
  ) {
    self.reason = reason
    self.input = input
    self.isFlagged = isFlagged
    self.fixed = fixed
    self.alsoFlaggedBy = alsoFlaggedBy
    self.scanners = scanners
  }

  /// Advertising data alone, of an ADV_IND whose scan response is empty.
  static func accepted(_ advertising: String, _ reason: String, alsoFlaggedBy: [String] = []) -> Example {
    accepted([MarkedLayout(advertising)], reason, alsoFlaggedBy: alsoFlaggedBy)
  }

  static func accepted(
    _ layouts: [MarkedLayout], _ reason: String, for scanners: [ScannerProfile] = [], alsoFlaggedBy: [String] = []
  ) -> Example {
    Example(.layouts(layouts), reason, isFlagged: false, alsoFlaggedBy: alsoFlaggedBy, for: scanners)
  }

  /// Advertising data alone, with `↓` before each octet a finding starts at.
  static func flagged(_ advertising: String, _ reason: String, fixed: String? = nil) -> Example {
    flagged([MarkedLayout(advertising)], reason, fixed: fixed.map { [MarkedLayout($0)] })
  }

  static func flagged(
    _ layouts: [MarkedLayout], _ reason: String, for scanners: [ScannerProfile] = [], fixed: [MarkedLayout]? = nil
  ) -> Example {
    Example(.layouts(layouts), reason, isFlagged: true, fixed: fixed, for: scanners)
  }

  static func accepted(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: false)
  }

  static func flagged(
    capture description: String, _ reason: String, _ input: @escaping @Sendable () -> JudgedInput
  ) -> Example {
    Example(.capture(description, input), reason, isFlagged: true)
  }
}
