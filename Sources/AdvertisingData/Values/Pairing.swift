/// A hash or randomizer of Secure Simple Pairing out of band (AD types 0x0E, 0x0F, 0x1D and 0x1E).
///
/// Source: Core Specification Supplement Part A 1.6. The P-192 and the P-256 curve have a pair each.
public struct SimplePairingValue: Hashable, Sendable {
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  public enum Kind: Hashable, Sendable, CaseIterable {
    case hash192
    case randomizer192
    case hash256
    case randomizer256
  }

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8], kind: Kind) {
    guard octets.count == 16 else { return nil }
    self.kind = kind
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets. The type must be one of the four.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    kind =
      switch type {
      case .simplePairingRandomizer192: .randomizer192
      case .simplePairingHash256: .hash256
      case .simplePairingRandomizer256: .randomizer256
      default: .hash192
      }
    octets = Array(copying: value)
  }

  public var type: ADType {
    switch kind {
    case .hash192: .simplePairingHash192
    case .randomizer192: .simplePairingRandomizer192
    case .hash256: .simplePairingHash256
    case .randomizer256: .simplePairingRandomizer256
    }
  }
}

/// A confirmation or random value of LE Secure Connections out of band (AD types 0x22 and 0x23).
///
/// Source: Core Specification Supplement Part A 1.6.
public struct SecureConnectionsValue: Hashable, Sendable {
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  public enum Kind: Hashable, Sendable, CaseIterable {
    case confirmation
    case random
  }

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8], kind: Kind) {
    guard octets.count == 16 else { return nil }
    self.kind = kind
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets. The type must be one of the two.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    kind = type == .secureConnectionsRandom ? .random : .confirmation
    octets = Array(copying: value)
  }

  public var type: ADType { kind == .random ? .secureConnectionsRandom : .secureConnectionsConfirmation }
}

/// The temporary key of LE legacy pairing (AD type 0x10 out of band). A secret.
///
/// Source: Core Specification Supplement Part A 1.8.
public struct TemporaryKey: Hashable, Sendable {
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8]) {
    guard octets.count == 16 else { return nil }
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    octets = Array(copying: value)
  }
}

/// What a device can do and has, told out of band before pairing (AD type 0x11).
///
/// Source: Core Specification Supplement Part A 1.7.
public struct SecurityManagerFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let outOfBandDataPresent = Self(rawValue: 0x01)
  public static let leSupported = Self(rawValue: 0x02)
  /// LE and BR/EDR at the same time to the same device.
  public static let simultaneousHost = Self(rawValue: 0x04)
  /// The address is random; public when not set.
  public static let randomAddress = Self(rawValue: 0x08)
  /// Bits 4 to 7.
  public static let reserved = Self(rawValue: 0xF0)

  /// Throws unless there is exactly one octet.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 1 else { throw .wrongLength(expected: 1, actual: value.count) }
    rawValue = value[0]
  }

  public var octets: [UInt8] { [rawValue] }
}

/// AD structures that only those with the key can read (AD type 0x31).
///
/// Source: Core Specification Supplement Part A 1.23.
public struct EncryptedAdvertisingData: Hashable, Sendable {
  /// 40 bits, the first octet least significant; the most significant bit is the direction bit of the encryption.
  public let randomizer: UInt64
  public let ciphertext: [UInt8]
  /// The message integrity check, the first octet most significant.
  public let mic: UInt32

  /// Keeps the lowest 40 bits of the randomizer.
  public init(randomizer: UInt64, ciphertext: [UInt8], mic: UInt32) {
    self.randomizer = randomizer & 0xFF_FFFF_FFFF
    self.ciphertext = ciphertext
    self.mic = mic
  }

  /// Throws when there is no room for randomizer and integrity check.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 9 else { throw .tooShort(minimum: 9, actual: value.count) }
    randomizer = value.littleEndian(at: 0, count: 5)
    ciphertext = Array(copying: value.extracting(5..<value.count - 4))
    mic = UInt32(value.bigEndian(at: value.count - 4, count: 4))
  }

  public var octets: [UInt8] {
    Array(littleEndian: randomizer, count: 5) + ciphertext + Array(bigEndian: mic, count: 4)
  }
}
