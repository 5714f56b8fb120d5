extension ADType {
  /// AD type 0x0E: a ``SimplePairingValue``.
  public static let simplePairingHash192 = Self(rawValue: 0x0E)
  /// AD type 0x0F: a ``SimplePairingValue``.
  public static let simplePairingRandomizer192 = Self(rawValue: 0x0F)
  /// AD type 0x1D: a ``SimplePairingValue``.
  public static let simplePairingHash256 = Self(rawValue: 0x1D)
  /// AD type 0x1E: a ``SimplePairingValue``.
  public static let simplePairingRandomizer256 = Self(rawValue: 0x1E)
}

/// A hash or randomizer of Secure Simple Pairing out of band (AD types 0x0E, 0x0F, 0x1D and 0x1E).
///
/// Source: Core Specification Supplement Part A 1.6. The P-192 and the P-256 curve have a pair each.
public struct SimplePairingValue: Hashable, Sendable {
  /// The purpose of the number.
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// The numbers of Secure Simple Pairing.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The hash C-192.
    case hash192
    /// The randomizer R-192.
    case randomizer192
    /// The hash C-256.
    case hash256
    /// The randomizer R-256.
    case randomizer256
  }

  /// Creates the value; `nil` unless there are exactly 16 octets.
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

  /// The type of the value's structure.
  public var type: ADType {
    switch kind {
    case .hash192: .simplePairingHash192
    case .randomizer192: .simplePairingRandomizer192
    case .hash256: .simplePairingHash256
    case .randomizer256: .simplePairingRandomizer256
    }
  }
}

extension SimplePairingValue: ADValueCodec {
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .simplePairing(self) }

  static let declaredFields: [DeclaredField] = [.string("value")]

  var fields: [Field] {
    let name =
      switch kind {
      case .hash192: "Hash C-192"
      case .randomizer192: "Randomizer R-192"
      case .hash256: "Hash C-256"
      case .randomizer256: "Randomizer R-256"
      }
    return [.title("Simple Pairing \(name):"), .secret("value", octets)]
  }
}

extension ADType {
  /// AD type 0x22: a ``SecureConnectionsValue``.
  public static let secureConnectionsConfirmation = Self(rawValue: 0x22)
  /// AD type 0x23: a ``SecureConnectionsValue``.
  public static let secureConnectionsRandom = Self(rawValue: 0x23)
}

/// A confirmation or random value of LE Secure Connections out of band (AD types 0x22 and 0x23).
///
/// Source: Core Specification Supplement Part A 1.6.
public struct SecureConnectionsValue: Hashable, Sendable {
  /// The purpose of the number.
  public let kind: Kind
  /// The 16 octets as sent.
  public let octets: [UInt8]

  /// The numbers of LE Secure Connections.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The confirmation value.
    case confirmation
    /// The random value.
    case random
  }

  /// Creates the value; `nil` unless there are exactly 16 octets.
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

  /// The type of the value's structure.
  public var type: ADType { kind == .random ? .secureConnectionsRandom : .secureConnectionsConfirmation }
}

extension SecureConnectionsValue: ADValueCodec {
  static var allowances: Allowances { .outOfBandOnly(.mayRepeat) }
  var adValue: ADValue { .secureConnections(self) }

  static let declaredFields: [DeclaredField] = [.string("value")]

  var fields: [Field] {
    [
      .title("LE Secure Connections \(kind == .random ? "Random" : "Confirmation") Value:"),
      .secret("value", octets),
    ]
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
