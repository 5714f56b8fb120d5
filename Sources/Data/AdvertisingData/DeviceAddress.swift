/// The address of an advertiser, with its type.
///
/// Source: Core Specification Vol 6 Part B 1.3; address types as in the advertising report events of Vol 4 Part E 7.7.65.
public struct DeviceAddress: Hashable, Sendable, BitwiseCopyable {
  /// The 48 bits as a number, most significant octet of the printed form first. Zero for an anonymous advertiser, and
  /// for an unknown address.
  public let bits: UInt64
  /// The type that the sender stated.
  public let type: AddressType

  /// The address of an advertisement without one.
  package static let anonymous = DeviceAddress(bits: 0, type: .anonymous)
  /// An address that the capture does not have.
  package static let unknown = DeviceAddress(bits: 0, type: .unknown)

  /// Keeps the lowest 48 bits of `bits`.
  public init(bits: UInt64, type: AddressType) {
    self.bits = bits & 0xFFFF_FFFF_FFFF
    self.type = type
  }

  /// Reads six octets at `offset`, least significant first as on the air; `nil` when there are fewer.
  public init?(littleEndian octets: Span<UInt8>, at offset: Int, type: AddressType) {
    guard offset >= 0, octets.count - offset >= 6 else { return nil }
    let six = octets.extracting(offset..<offset + 6)
    let low = UInt64(six[0]) | UInt64(six[1]) << 8 | UInt64(six[2]) << 16
    let high = UInt64(six[3]) | UInt64(six[4]) << 8 | UInt64(six[5]) << 16
    bits = high << 24 | low
    self.type = type
  }

  /// Reads the printed form: twelve hex digits of either case, with or without a colon or a hyphen between octets.
  /// `nil` for any other text; for the types without 48 bits, `nil` unless the text is empty.
  public init?(text: some StringProtocol, type: AddressType) {
    let isKnown = type != .anonymous && type != .unknown
    var bits: UInt64 = 0
    var digits = 0
    var wasSeparator = false
    for octet in text.utf8 {
      if octet == UInt8(ascii: ":") || octet == UInt8(ascii: "-") {
        guard digits > 0, digits % 2 == 0, digits < 12, !wasSeparator else { return nil }
        wasSeparator = true
      } else {
        guard digits < 12, let digit = HexDigits.value(of: octet) else { return nil }
        bits = bits << 4 | UInt64(digit)
        digits += 1
        wasSeparator = false
      }
    }
    guard digits == (isKnown ? 12 : 0) else { return nil }
    self.init(bits: bits, type: type)
  }

  /// Whether there are 48 bits: an anonymous advertiser has none, and those of an unknown address are missing.
  public var isKnown: Bool { type != .anonymous && type != .unknown }

  /// Whether a key may resolve it: a resolvable private address, or one of unstated type with the bits of one.
  package var mayBeResolvable: Bool {
    kind == .randomResolvable || type == .unstated && DeviceAddress(bits: bits, type: .random).kind == .randomResolvable
  }

  /// The kind of address, by its type and, for random addresses, the two most significant bits.
  public var kind: Kind {
    switch type {
    case .public: return .public
    case .publicIdentity: return .publicIdentity
    case .randomIdentity: return .randomIdentity
    case .anonymous: return .anonymous
    case .unknown, .unstated: return .unknown
    case .random:
      switch bits >> 46 {
      case 0b11: return .randomStatic
      case 0b01: return .randomResolvable
      case 0b00: return .randomNonResolvable
      default: return .randomReserved
      }
    }
  }

  /// The address types of HCI reports; a link-layer PDU's TxAdd bit says `public` or `random`.
  public enum AddressType: UInt8, Hashable, Sendable, BitwiseCopyable {
    /// An address assigned to the maker of the device (EUI-48).
    case `public` = 0
    /// An address that the device generated, static or private.
    case random = 1
    /// A resolved private address: the address given is the owner's public identity address.
    case publicIdentity = 2
    /// A resolved private address: the address given is the owner's random static identity address.
    case randomIdentity = 3
    /// The advertisement has no address.
    case anonymous = 0xFF
    /// There is an address, but the capture does not have it: a host set it before the capture began, or synchronised
    /// to a periodic train before. No octet of an HCI event has this value.
    case unknown = 0xFD
    /// There is an address, but the capture does not say of which type, as in most logs in text. No octet of an HCI
    /// event has this value.
    case unstated = 0xFC

    /// The type for an octet of an HCI event; `nil` when the octet has no type.
    public init?(rawValue: UInt8) {
      switch rawValue {
      case 0: self = .public
      case 1: self = .random
      case 2: self = .publicIdentity
      case 3: self = .randomIdentity
      case 0xFF: self = .anonymous
      default: return nil
      }
    }
  }

  /// The kind of an address, by its type and, for random addresses, its two most significant bits.
  ///
  /// Source: Core Specification Vol 6 Part B 1.3. The raw value is the word in all JSON.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Assigned to the maker of the device; never changes.
    case `public`
    /// Generated by the device; changes at most when it restarts.
    case randomStatic = "random-static"
    /// Private; the owner of its identity resolving key can resolve it. Changes every few minutes.
    case randomResolvable = "random-resolvable"
    /// Private; no key resolves it.
    case randomNonResolvable = "random-non-resolvable"
    /// The two most significant bits are 10, which no random address may have.
    case randomReserved = "random-reserved"
    /// A resolved private address, given as the owner's public address.
    case publicIdentity = "public-identity"
    /// A resolved private address, given as the owner's random static address.
    case randomIdentity = "random-identity"
    /// There is no address.
    case anonymous
    /// The capture does not have the address, or does not say its type.
    case unknown

    /// Returns whether a device of this kind can be received with the other kind: an unknown kind can be any, and a
    /// receiver with the key reports the identity of a resolvable private address.
    public func canBe(_ other: Kind) -> Bool {
      switch (self, other) {
      case (.unknown, _), (_, .unknown), (.publicIdentity, .public), (.public, .publicIdentity),
        (.randomIdentity, .randomStatic), (.randomStatic, .randomIdentity), (.publicIdentity, .randomResolvable),
        (.randomResolvable, .publicIdentity), (.randomIdentity, .randomResolvable),
        (.randomResolvable, .randomIdentity):
        true
      default: self == other
      }
    }
  }
}

extension DeviceAddress: CustomStringConvertible {
  /// Upper case with colons, `F0:F1:F2:F3:F4:F5`; `anonymous` when there is none, `unknown` when the capture lacks it.
  public var description: String {
    guard type != .anonymous, type != .unknown else { return kind.rawValue }
    var text: [UInt8] = []
    text.append(addingCapacity: Self.textLength) { write(to: &$0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The length of the printed form of an address that is known.
  package static var textLength: Int { 17 }

  /// Writes the printed form of an address that is known.
  package func write(to text: inout OutputSpan<UInt8>) {
    for place in 0..<UInt64(6) {
      if place > 0 { text.append(UInt8(ascii: ":")) }
      let octet = UInt8(truncatingIfNeeded: bits >> (40 - 8 * place))
      text.append(HexDigits.upperCaseASCII(octet >> 4))
      text.append(HexDigits.upperCaseASCII(octet & 0xF))
    }
  }
}

extension DeviceAddress: Comparable {
  /// Orders by address, then type.
  public static func < (one: Self, other: Self) -> Bool {
    (one.bits, one.type.rawValue) < (other.bits, other.type.rawValue)
  }
}
