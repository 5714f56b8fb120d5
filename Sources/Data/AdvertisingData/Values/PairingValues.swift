extension ADType {
  /// AD type 0x0E: a ``PairingValue``.
  public static let simplePairingHash192 = Self(rawValue: 0x0E)
  /// AD type 0x0F: a ``PairingValue``.
  public static let simplePairingRandomizer192 = Self(rawValue: 0x0F)
  /// AD type 0x1D: a ``PairingValue``.
  public static let simplePairingHash256 = Self(rawValue: 0x1D)
  /// AD type 0x1E: a ``PairingValue``.
  public static let simplePairingRandomizer256 = Self(rawValue: 0x1E)
  /// AD type 0x22: a ``PairingValue``.
  public static let secureConnectionsConfirmation = Self(rawValue: 0x22)
  /// AD type 0x23: a ``PairingValue``.
  public static let secureConnectionsRandom = Self(rawValue: 0x23)
}

/// A number for pairing out of band: of Secure Simple Pairing (AD types 0x0E, 0x0F, 0x1D and 0x1E), where the P-192 and
/// the P-256 curve have a hash and a randomizer each, or of LE Secure Connections (AD types 0x22 and 0x23).
///
/// Source: Core Specification Supplement Part A 1.6.
public struct PairingValue: Hashable, Sendable {
  /// The purpose of the number.
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// The numbers for pairing. The raw value is that of the AD type.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The hash C-192 of Secure Simple Pairing.
    case hash192 = 0x0E
    /// The randomizer R-192 of Secure Simple Pairing.
    case randomizer192 = 0x0F
    /// The hash C-256 of Secure Simple Pairing.
    case hash256 = 0x1D
    /// The randomizer R-256 of Secure Simple Pairing.
    case randomizer256 = 0x1E
    /// The confirmation value of LE Secure Connections.
    case confirmation = 0x22
    /// The random value of LE Secure Connections.
    case random = 0x23
  }

  /// Creates the value; `nil` unless there are exactly 16 octets.
  public init?(_ octets: [UInt8], kind: Kind) {
    guard octets.count == 16 else { return nil }
    self.kind = kind
    self.octets = octets
  }

  /// Throws unless there are exactly 16 octets. The type must be one of the six.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard value.count == 16 else { throw .wrongLength(expected: 16, actual: value.count) }
    kind = Kind(rawValue: type.rawValue) ?? .hash192
    octets = Array(copying: value)
  }

  /// The type of the value's structure.
  public var type: ADType { ADType(rawValue: kind.rawValue) }
}

extension PairingValue: ADValueCodec {
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .pairing(self) }

  static let declaredFields: [DeclaredField] = [.string("value")]

  var fields: [Field] {
    let name =
      switch kind {
      case .hash192: "Simple Pairing Hash C-192"
      case .randomizer192: "Simple Pairing Randomizer R-192"
      case .hash256: "Simple Pairing Hash C-256"
      case .randomizer256: "Simple Pairing Randomizer R-256"
      case .confirmation: "LE Secure Connections Confirmation Value"
      case .random: "LE Secure Connections Random Value"
      }
    return [.title("\(name):"), .secret("value", octets)]
  }
}

extension ADType {
  /// Out of band only; in every other context the same number is ``deviceID``.
  public static let securityManagerTK = Self(rawValue: 0x10)
}

/// The temporary key of LE legacy pairing (AD type 0x10 out of band). A secret.
///
/// Source: Core Specification Supplement Part A 1.8.
public struct TemporaryKey: Hashable, Sendable {
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// Creates the value; `nil` unless there are exactly 16 octets.
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

extension TemporaryKey: SingleTypeCodec {
  static var assignedType: ADType { .securityManagerTK }
  static var allowances: Allowances { DeviceID.allowances }
  var adValue: ADValue { .temporaryKey(self) }

  static let declaredFields: [DeclaredField] = [.string("value")]

  var fields: [Field] { [.title("Security Manager TK Value:"), .secret("value", octets)] }
}

extension ADType {
  /// AD type 0x11: ``SecurityManagerFlags``.
  public static let securityManagerFlags = Self(rawValue: 0x11)
}

/// The pairing capabilities and data of a device, handed over out of band before pairing (AD type 0x11).
///
/// Source: Core Specification Supplement Part A 1.7.
public struct SecurityManagerFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Data for pairing are handed over out of band.
  public static let outOfBandDataPresent = Self(rawValue: 0x01)
  /// The host supports LE.
  public static let leSupported = Self(rawValue: 0x02)
  /// LE and BR/EDR to the same device at the same time.
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

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] { [rawValue] }
}

extension SecurityManagerFlags: SingleTypeCodec {
  static var assignedType: ADType { .securityManagerFlags }
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .securityManagerFlags(self) }

  static let declaredFields: [DeclaredField] = [.integer("value"), .list("names", of: .string)]

  var fields: [Field] {
    let names = [
      (Self.outOfBandDataPresent, "OOB data present"), (.leSupported, "LE supported (Host)"),
      (.simultaneousHost, "Simultaneous LE and BR/EDR (Host)"), (.randomAddress, "random address"),
    ]
    return [
      .title("Security Manager Out of Band Flags:"),
      Field("value", rawValue, at: 0..<1, role: .structure),
      .bitNames("names", of: self, names, reserved: .reserved, whenEmpty: "none set"),
      .phrase(contains(.randomAddress) ? nil : "public address", separator: "; "),
    ]
  }
}

extension ADType {
  /// AD type 0x31: ``EncryptedAdvertisingData``.
  public static let encryptedData = Self(rawValue: 0x31)
}

/// AD structures that only owners of the key can read (AD type 0x31).
///
/// Source: Core Specification Supplement Part A 1.23.
public struct EncryptedAdvertisingData: Hashable, Sendable {
  /// 40 bits, least significant octet first; the most significant bit is the direction bit of the encryption.
  public let randomizer: UInt64
  /// The encrypted AD structures.
  public let ciphertext: [UInt8]
  /// The message integrity check, most significant octet first.
  public let mic: UInt32

  /// Keeps the lowest 40 bits of the randomizer.
  public init(randomizer: UInt64, ciphertext: [UInt8], mic: UInt32) {
    self.randomizer = randomizer & 0xFF_FFFF_FFFF
    self.ciphertext = ciphertext
    self.mic = mic
  }

  /// Throws when the octets are too few for randomizer and integrity check.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 9 else { throw .tooShort(minimum: 9, actual: value.count) }
    randomizer = value.littleEndian(at: 0, count: 5)
    ciphertext = Array(copying: value.extracting(5..<value.count - 4))
    mic = UInt32(value.bigEndian(at: value.count - 4, count: 4))
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    Array(littleEndian: randomizer, count: 5) + ciphertext + Array(bigEndian: mic, count: 4)
  }
}

extension EncryptedAdvertisingData: SingleTypeCodec {
  static var assignedType: ADType { .encryptedData }
  static var allowances: Allowances { .everywhereButController }
  var adValue: ADValue { .encryptedData(self) }

  static let declaredFields: [DeclaredField] = [.integer("randomizer"), .string("ciphertext"), .integer("mic")]

  var fields: [Field] {
    let end = 5 + ciphertext.count
    return [
      .title("Encrypted Advertising Data:"),
      Field("randomizer", .hexNumber(randomizer, octets: 5), label: "randomizer", at: 0..<5),
      Field("ciphertext", .octets(ciphertext), label: "ciphertext", whenEmpty: "no data", at: 5..<end),
      Field("mic", .hexNumber(UInt64(mic), octets: 4), label: "integrity check", at: end..<end + 4),
    ]
  }
}

extension Field {
  /// A field of all octets of a value, which are a key or the source of one.
  fileprivate static func secret(_ key: String, _ octets: [UInt8]) -> Field {
    Field(key, .octets(octets), at: 0..<octets.count, wording: .value)
  }
}
