/// Encrypted data of a known format, taken apart for the cipher. This module has no cipher: a caller with a cipher and
/// the key decrypts them.
///
/// Source: RFC 3610; the encryption of BTHome, MiBeacon and Victron as implemented by bthome-ble, xiaomi-ble and victron-ble.
public struct EncryptedPayload: Hashable, Sendable {
  /// The nonce, which makes each encryption with a key different: the address and counters. 12 or 13 octets for
  /// AES-CCM, and for counter blocks only the 16 octets of the first block, little-endian.
  public let nonce: [UInt8]
  /// Octets that the check covers and that are not encrypted.
  public let associatedData: [UInt8]
  /// The encrypted octets.
  public let ciphertext: [UInt8]
  /// The proof that a key is right.
  public let proof: Proof

  /// The proofs that a key is right.
  public enum Proof: Hashable, Sendable {
    /// AES-CCM: these four octets are right only with the right key.
    case check([UInt8])
    /// AES-CCM whose check is not known: the decrypted octets must have a meaning. The key has 12 octets.
    case meaning
    /// AES-CTR: the first octet of the key. One in 256 wrong keys also has it.
    case firstKeyOctet(UInt8)
  }

  /// The number of octets of the key.
  public var keyOctets: Int { proof == .meaning ? 12 : 16 }
}

/// The result of decryption with a key.
public enum DecryptionResult: Hashable, Sendable {
  /// No key was given, or the data are not encrypted.
  case unknown
  /// Decrypted; the proof confirms that the key is right.
  case opened([UInt8])
  /// The check is not right: another key, another address, or other data.
  case wrongKey
  /// The key for these data has this many octets, and the given key has another number.
  case wrongLength(Int)
  /// There is a key, and no address to use it with.
  case noAddress

  /// A message in place of the octets, for people; `nil` without a problem.
  public var problem: String? {
    switch self {
    case .unknown, .opened: nil
    case .wrongKey: "key is wrong"
    case .wrongLength(let count): "the key needs \(count) bytes"
    case .noAddress: "the key needs an address"
    }
  }

  /// The fields, beside the meaning, that ``fields(of:at:markedBy:meaning:)`` can return.
  static let declaredFields: [DeclaredField] = [.boolean("encrypted"), .boolean("decrypted"), .string("ciphertext")]

  /// The fields that state whether data were decrypted; empty without a key.
  var fields: [Field] {
    switch self {
    case .unknown: []
    case .opened: [Field("decrypted", true, whenTrue: "decrypted")]
    case .wrongKey, .wrongLength, .noAddress:
      [Field("decrypted", .truth(false), wording: problem.map { .phrase($0) } ?? .hidden)]
    }
  }

  /// Returns the fields of encrypted octets: that they are encrypted, the result of decryption, and the octets as sent
  /// or their meaning.
  ///
  /// - Parameters:
  ///  - ciphertext: begins at `start` of the data.
  ///  - mark: the octets that state the encryption; `nil` when none do.
  ///  - meaning: returns the fields of the decrypted octets, each in the place of its encrypted one.
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
  /// The encryption of the data of a format.
  struct Encryption: Sendable {
    /// Whether the address of the device is needed beside the key.
    let needsAddress: Bool
    /// Returns the address in the data, as printed; `nil` when they have none.
    let address: @Sendable (_ octets: [UInt8]) -> [UInt8]?
    /// Returns the encrypted part; `nil` when no part is encrypted, or in a way not known here. An address in the data
    /// takes precedence over that of the sender.
    let sealed: @Sendable (_ octets: [UInt8], _ owner: UInt16, _ sender: [UInt8]) -> EncryptedPayload?
    /// Returns the fields, with the result of decryption; `nil` for data that are too short.
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

  /// The address inside encrypted data, as printed; `nil` when they have none.
  public var sealedAddress: [UInt8]? { format.encryption?.address(octets) }

  /// Whether a key can open the data.
  public var isSealed: Bool { sealed(sentFrom: [UInt8](repeating: 0, count: 6)) != nil }

  /// Whether the address of the device is needed beside the key.
  public var needsAddressForKey: Bool { format.encryption?.needsAddress ?? true }

  /// Returns the result of decryption for decrypted octets: without another proof of the key, they must have a meaning.
  public func opening(_ plaintext: [UInt8], of sealed: EncryptedPayload) -> DecryptionResult {
    sealed.proof != .meaning || MiBeacon.hasMeaning(plaintext) ? .opened(plaintext) : .wrongKey
  }

  /// Returns the encrypted part of the data; `nil` when no part is encrypted, or in a way not known here.
  ///
  /// - Parameter address: of the device, as printed, 6 octets.
  public func sealed(sentFrom address: [UInt8]) -> EncryptedPayload? {
    address.count == 6 ? format.encryption?.sealed(octets, owner, address) : nil
  }
}
