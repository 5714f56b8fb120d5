/// A version number as people write it: `16`, `12.2`, `2026.5`.
public struct ScannerVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let numbers: [Int]

  /// Up to four numbers with points between them; `nil` for any other text.
  public init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      guard (1...6).contains(part.count), numbers.count < 4 else { return nil }
      var number = 0
      for digit in part {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
        number = number * 10 + Int(digit - UInt8(ascii: "0"))
      }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  init(_ numbers: Int...) { self.numbers = numbers }

  public var description: String { numbers.map { String($0) }.joined(separator: ".") }

  public static func < (one: Self, other: Self) -> Bool { one.numbers.lexicographicallyPrecedes(other.numbers) }

  /// Whether the version is at most a version, or a smaller step after it: 12.2.1 belongs to 12.2.
  fileprivate func isAtMost(_ last: Self) -> Bool { self <= last || numbers.starts(with: last.numbers) }
}

/// The versions to which a profile applies, from first to last.
public struct VersionPeriod: Hashable, Sendable {
  /// The first version to which it is known to apply.
  public let first: ScannerVersion
  /// The last version.
  public let last: ScannerVersion

  init(_ first: ScannerVersion, _ last: ScannerVersion) {
    self.first = first
    self.last = last
  }

  func contains(_ version: ScannerVersion) -> Bool { first <= version && version.isAtMost(last) }
}

extension VersionPeriod: CustomStringConvertible {
  public var description: String { first == last ? last.description : first.description + " to " + last.description }
}

extension ScannerProfile {
  /// Returns an older version of the scanner. Its id is `ID@LAST`.
  ///
  /// - Parameter changes: the changes in the version after it.
  func older(
    _ first: ScannerVersion, _ last: ScannerVersion, versions: String, changes: [Claim<String>],
    _ change: (inout ScannerProfile) -> Void
  ) -> ScannerProfile {
    var profile = ScannerProfile(id: id + "@" + last.description, basedOn: self)
    let period = VersionPeriod(first, last)
    profile.name = name + ", " + period.description
    profile.versions = versions
    profile.period = period
    profile.changes = changes
    change(&profile)
    return profile
  }

  /// Every profile with its older versions, in the order shown.
  public static let allVersions: [ScannerProfile] = known.flatMap { [$0] + $0.older }

  /// Returns the profile for a version, as in `android@14`; `nil` when there is none.
  static func versioned(_ id: String) -> ScannerProfile? {
    guard let (profile, text) = parts(of: id), let version = ScannerVersion(text) else { return nil }
    return ([profile] + profile.older).first { $0.period?.contains(version) ?? false }
  }

  /// Returns the versions of the profile with which an id such as `android@99` begins, as the expected input; `nil`
  /// when it begins with no known profile.
  public static func versionsExpected(for id: String) -> String? {
    guard let (profile, _) = parts(of: id) else { return nil }
    let known = ([profile] + profile.older).compactMap { $0.period?.description }
    guard !known.isEmpty else { return "\(profile.id) without a version, as none is known to differ" }
    return "a version of \(profile.id) that something is known of (\(known.joined(separator: ", ")))"
  }

  /// The profile before the `@` and the text behind it.
  private static func parts(of id: String) -> (profile: ScannerProfile, version: String)? {
    guard let at = id.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let name = String(id[..<at])
    guard let profile = known.first(where: { $0.id == name }) else { return nil }
    return (profile, String(id[id.utf8.index(after: at)...]))
  }
}
