/// Encrypted data of a known format, taken apart for the cipher. This module has none: who has one and the key opens them.
///
/// Source: RFC 3610; the encryption of BTHome, MiBeacon and Victron as implemented by bthome-ble, xiaomi-ble and victron-ble.
public struct EncryptedPayload: Hashable, Sendable {
  /// What makes each encryption with a key another one: the address and counters. 12 or 13 octets for AES-CCM, and the
  /// 16 of the first block, little-endian, for counting blocks only.
  public let nonce: [UInt8]
  /// Octets that the check covers and that are not encrypted.
  public let associatedData: [UInt8]
  /// The encrypted octets.
  public let ciphertext: [UInt8]
  /// What tells that the key is right.
  public let proof: Proof

  /// What tells that a key is right.
  public enum Proof: Hashable, Sendable {
    /// AES-CCM: four octets that are right only with the right key.
    case check([UInt8])
    /// AES-CCM whose check is not known: the decrypted octets must have a meaning. The key has 12 octets.
    case meaning
    /// AES-CTR: this is the first octet of the key. Of wrong keys one in 256 has it, too.
    case firstKeyOctet(UInt8)
  }

  /// How many octets the key has.
  public var keyOctets: Int { proof == .meaning ? 12 : 16 }
}

/// What a key tells of encrypted data.
public enum DecryptionResult: Hashable, Sendable {
  /// No key was given, or the data are not encrypted.
  case unknown
  /// Decrypted, and what tells that the key is right does so.
  case opened([UInt8])
  /// The check is not right: another key, another address, or other data.
  case wrongKey
  /// The key for these data has this many octets, and the one given has not.
  case wrongLength(Int)
  /// There is a key, and no address to use it with.
  case noAddress

  /// In place of the octets, for people; `nil` when all is well.
  public var problem: String? {
    switch self {
    case .unknown, .opened: nil
    case .wrongKey: "key is wrong"
    case .wrongLength(let count): "the key needs \(count) bytes"
    case .noAddress: "the key needs an address"
    }
  }

  /// What ``fields(of:at:markedBy:meaning:)`` can give beside the meaning.
  static let declaredFields: [DeclaredField] = [.boolean("encrypted"), .boolean("decrypted"), .string("ciphertext")]

  /// Whether data were decrypted; nothing when there is no key.
  var fields: [Field] {
    switch self {
    case .unknown: []
    case .opened: [Field("decrypted", true, whenTrue: "decrypted")]
    case .wrongKey, .wrongLength, .noAddress:
      [Field("decrypted", .truth(false), wording: problem.map { .phrase($0) } ?? .hidden)]
    }
  }

  /// The fields of encrypted octets: that they are encrypted, what a key tells, and the octets as sent or what they mean.
  ///
  /// - Parameters:
  ///   - ciphertext: begins at `start` of the data.
  ///   - mark: what says that the octets are encrypted; `nil` when nothing does.
  ///   - meaning: the fields of the decrypted octets, each of which stands where its encrypted one is.
  func fields(
    of ciphertext: [UInt8], at start: Int, markedBy mark: Range<Int>?, meaning: (_ plaintext: [UInt8]) -> [Field]
  ) -> [Field] {
    var said = [Field("ciphertext", .octets(ciphertext), label: "data", at: start..<start + ciphertext.count)]
    var isOpened = false
    if case .opened(let plaintext) = self {
      said = meaning(plaintext)
      isOpened = true
    }
    let encrypted = Field(
      "encrypted", true, whenTrue: isOpened ? nil : "encrypted", at: mark, role: mark == nil ? .data : .structure)
    return [encrypted] + fields + said
  }
}

extension KnownPayload {
  /// How data of a format are encrypted.
  struct Encryption: Sendable {
    /// Whether the address of the device is needed beside the key.
    let needsAddress: Bool
    /// The address in the data, as printed; `nil` when they have none.
    let address: @Sendable (_ octets: [UInt8]) -> [UInt8]?
    /// The encrypted part; `nil` when nothing is encrypted, or in a way not known here. An address in the data counts more
    /// than that of the sender.
    let sealed: @Sendable (_ octets: [UInt8], _ owner: UInt16, _ sender: [UInt8]) -> EncryptedPayload?
    /// The fields, with what a key tells of the encrypted ones; `nil` for data that are too short.
    let fields: @Sendable (_ octets: [UInt8], _ owner: UInt16, _ opening: DecryptionResult) -> [Field]?

    init(
      needsAddress: Bool = true, address: @escaping @Sendable (_ octets: [UInt8]) -> [UInt8]? = { _ in nil },
      sealed: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16, _ sender: [UInt8]) -> EncryptedPayload?,
      fields: @escaping @Sendable (_ octets: [UInt8], _ owner: UInt16, _ opening: DecryptionResult) -> [Field]?
    ) {
      self.needsAddress = needsAddress
      self.address = address
      self.sealed = sealed
      self.fields = fields
    }
  }

  /// The address that encrypted data have in them, as printed; `nil` when they have none.
  public var sealedAddress: [UInt8]? { format.encryption?.address(octets) }

  /// Whether a key can open the data.
  public var isSealed: Bool { sealed(sentFrom: [UInt8](repeating: 0, count: 6)) != nil }

  /// Whether the address of the device is needed beside the key.
  public var needsAddressForKey: Bool { format.encryption?.needsAddress ?? true }

  /// What decrypted octets tell: those whose key nothing else proves must have a meaning.
  public func opening(_ plaintext: [UInt8], of sealed: EncryptedPayload) -> DecryptionResult {
    sealed.proof != .meaning || MiBeacon.hasMeaning(plaintext) ? .opened(plaintext) : .wrongKey
  }

  /// The encrypted part of the data; `nil` when nothing is encrypted, or in a way not known here.
  ///
  /// - Parameter address: of the device, as printed, 6 octets.
  public func sealed(sentFrom address: [UInt8]) -> EncryptedPayload? {
    address.count == 6 ? format.encryption?.sealed(octets, owner, address) : nil
  }
}
