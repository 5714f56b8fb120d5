extension ADType {
  /// AD type 0x08: a shortened ``LocalName``.
  public static let shortenedLocalName = Self(rawValue: 0x08)
  /// AD type 0x09: a complete ``LocalName``.
  public static let completeLocalName = Self(rawValue: 0x09)
}

/// A device name, shortened or complete (AD types 0x08 and 0x09).
///
/// Source: Core Specification Supplement Part A 1.2: UTF-8 without terminator; a shortened name is a beginning of the
/// complete one. The octets are kept as sent, because many devices do not follow this.
public struct LocalName: Hashable, Sendable {
  /// The octets as sent.
  public let octets: [UInt8]
  /// Whether the text is the whole name, not its beginning.
  public let isComplete: Bool

  /// A name as UTF-8. Its length is not checked here, but when a payload is built.
  public init(_ text: String, isComplete: Bool) {
    octets = Array(text.utf8)
    self.isComplete = isComplete
  }

  /// The name in a structure; `nil` when its type is not that of a local name.
  public init?(_ structure: borrowing ADStructure) {
    guard structure.type == .completeLocalName || structure.type == .shortenedLocalName else { return nil }
    self.init(decoding: structure.value, isComplete: structure.type == .completeLocalName)
  }

  init(decoding value: Span<UInt8>, isComplete: Bool) {
    octets = Array(copying: value)
    self.isComplete = isComplete
  }

  /// Returns the best of several names: a complete name before a shortened one, else the first. `nil` when there is
  /// none.
  public static func best(of names: [LocalName]) -> LocalName? {
    names.first { $0.isComplete } ?? names.first
  }

  /// The type of the value's structure.
  public var type: ADType { isComplete ? .completeLocalName : .shortenedLocalName }

  /// The name as text, with U+FFFD in place of octets that are not UTF-8. It may contain any control character.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  public var firstInvalidOctet: Int? { octets.firstInvalidUTF8 }

  /// Whether the UTF-8 is valid except for an incomplete last character.
  public var endsInsideCharacter: Bool {
    guard let start = firstInvalidOctet, let expected = UTF8Continuation(after: octets[start]) else { return false }
    let following = octets[(start + 1)...]
    return following.count < expected.count && following.prefix(1).allSatisfy(expected.next.contains)
      && following.dropFirst().allSatisfy(UTF8Continuation.later.contains)
  }
}

extension LocalName: ADValueCodec {
  static var allowances: Allowances {
    Allowances(
      advertising: .oncePerBlock, scanResponse: .oncePerBlock, inquiryResponse: .oncePerBlock,
      outOfBand: .oncePerBlock, controller: .notAllowed)
  }
  var adValue: ADValue { .localName(self) }

  init(decoding value: Span<UInt8>, type: ADType) {
    self.init(decoding: value, isComplete: type == .completeLocalName)
  }

  static let declaredFields: [DeclaredField] = [.boolean("complete"), .string("name")]

  var fields: [Field] {
    [
      .title("\(isComplete ? "Complete" : "Shortened") Local Name"),
      Field("complete", isComplete),
      Field("name", .foreignText(octets), whenEmpty: "\"\"", at: 0..<octets.count, role: .text),
    ]
  }
}

extension ADType {
  /// AD type 0x30: ``BroadcastName``.
  public static let broadcastName = Self(rawValue: 0x30)
}

/// The name of an audio broadcast (AD type 0x30).
///
/// Source: Android's BassUtils.java, which reads UTF-8 and takes 4 to 32 octets; Zephyr takes 4 to 128
/// (subsys/bluetooth/audio/shell/bap_broadcast_sink.c). The octets are kept as sent; ``usualCharacterCounts`` is
/// unverified.
public struct BroadcastName: Hashable, Sendable {
  /// The octets as sent.
  public let octets: [UInt8]

  /// The usual number of characters (Unicode scalars) of a name. Unverified: do not judge by it alone.
  public static let usualCharacterCounts = 4...32

  /// A name as UTF-8, of any length.
  public init(_ text: String) {
    octets = Array(text.utf8)
  }

  init(decoding value: Span<UInt8>) {
    octets = Array(copying: value)
  }

  /// The name as text, with U+FFFD in place of octets that are not UTF-8. It may contain any control character.
  public var text: String { String(decoding: octets, as: UTF8.self) }

  /// Whether the name has one of the ``usualCharacterCounts``.
  public var hasUsualLength: Bool { Self.usualCharacterCounts.contains(text.unicodeScalars.count) }

  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  public var firstInvalidOctet: Int? { octets.firstInvalidUTF8 }
}

extension BroadcastName: SingleTypeCodec {
  static var assignedType: ADType { .broadcastName }
  static var allowances: Allowances { Allowances(scanResponse: .notAllowed) }
  var adValue: ADValue { .broadcastName(self) }

  static let declaredFields: [DeclaredField] = [.string("name"), .boolean("usualLength"), .boolean("unverified")]

  var fields: [Field] {
    let limits = Self.usualCharacterCounts
    return [
      .title("Broadcast Name"),
      Field("name", .foreignText(octets), whenEmpty: "\"\"", at: 0..<octets.count, role: .text),
      Field(
        "usualLength", .truth(hasUsualLength),
        wording: hasUsualLength
          ? .hidden : .phrase("not \(limits.lowerBound) to \(limits.upperBound) characters (unverified)")),
      Field("unverified", true),
    ]
  }
}
