/// Commands for a group of electronic shelf labels, or their answers (AD type 0x34).
///
/// Source: Electronic Shelf Label Profile.
public struct ElectronicShelfLabel: Hashable, Sendable {
  public let group: UInt8
  /// The commands after the group's number.
  public let commands: [UInt8]

  public init(group: UInt8, commands: [UInt8]) {
    self.group = group
    self.commands = commands
  }

  /// Throws when there is no octet at all.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    group = value[0]
    commands = Array(copying: value.extracting(droppingFirst: 1))
  }

  public var octets: [UInt8] { [group] + commands }
}
