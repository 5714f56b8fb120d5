/// What unpacking one input may cost at most, whatever it claims to hold.
///
/// Everything is streamed in constant memory, so these limits are about time, and about the lists in the summary.
final class UnpackingBudget {
  /// Octets that decompression may give, all members and layers together: 16 GiB, about a minute of work.
  static let mostOctets = 1 << 34
  /// Members of archives that are looked at. A bug report has some thousands.
  static let mostMembers = 65_536
  /// Captures that are read.
  static let mostCaptures = 1024
  /// How deep compressions and archives may nest: a compressed log in an archive that was compressed once more.
  static let greatestDepth = 3

  private var octets: Int
  private var members: Int
  private var captures: Int

  init(octets: Int = mostOctets, members: Int = mostMembers, captures: Int = mostCaptures) {
    self.octets = octets
    self.members = members
    self.captures = captures
  }

  /// Whether `count` more octets are allowed; they are taken then.
  func spend(octets count: Int) -> Bool {
    guard count <= octets else { return false }
    octets -= count
    return true
  }

  /// Whether one more member may be looked at.
  func spendMember() -> Bool {
    guard members > 0 else { return false }
    members -= 1
    return true
  }

  /// Whether one more capture may be read.
  func spendCapture() -> Bool {
    guard captures > 0 else { return false }
    captures -= 1
    return true
  }
}
