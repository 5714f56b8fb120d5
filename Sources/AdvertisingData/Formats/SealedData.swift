/// Encrypted data of a known format, taken apart for AES-CCM. This module has no cipher: who has one and the key opens them.
///
/// Source: RFC 3610; the encryption of BTHome and MiBeacon as implemented by bthome-ble and xiaomi-ble.
public struct SealedData: Hashable, Sendable {
  /// What makes each encryption with a key another one: the address and counters. 12 or 13 octets.
  public let nonce: [UInt8]
  /// Octets that the check covers and that are not encrypted.
  public let associatedData: [UInt8]
  /// The encrypted octets.
  public let ciphertext: [UInt8]
  /// Four octets that are right only with the right key.
  public let check: [UInt8]
}

/// What a key tells of encrypted data.
public enum DataOpening: Hashable, Sendable {
  /// No key was given, or the data are not encrypted.
  case unknown
  /// Decrypted, and the check is right.
  case opened([UInt8])
  /// The check is not right: another key, another address, or other data.
  case wrongKey
  /// There is a key, and no address to use it with.
  case noAddress

  /// In place of the octets, for people; `nil` when all is well.
  public var problem: String? {
    switch self {
    case .unknown, .opened: nil
    case .wrongKey: "key is wrong"
    case .noAddress: "the key needs an address"
    }
  }

  /// Whether data were decrypted; nothing when there is no key.
  var fields: [Field] {
    switch self {
    case .unknown: []
    case .opened: [Field("decrypted", true, whenTrue: "decrypted")]
    case .wrongKey, .noAddress:
      [Field("decrypted", .truth(false), wording: problem.map { .phrase($0) } ?? .hidden)]
    }
  }
}

extension KnownPayload {
  /// The address that encrypted data have in them, as printed; `nil` when they have none.
  public var sealedAddress: [UInt8]? { sealable?.address }

  /// Whether a key can open the data.
  public var isSealed: Bool { sealed(sentFrom: [UInt8](repeating: 0, count: 6)) != nil }

  /// The encrypted part of the data; `nil` when nothing is encrypted, or in a way not known here.
  ///
  /// - Parameter address: of the device, as printed, 6 octets.
  public func sealed(sentFrom address: [UInt8]) -> SealedData? {
    address.count == 6 ? sealable?.sealed(sentFrom: address) : nil
  }

  /// The fields of encrypted data; `nil` when these are not of a format that can be encrypted.
  var openedFields: [Field]? { sealable?.fields(opening) }

  private var sealable: Sealable? {
    if let value = value(as: BTHome.self) { return .btHome(value) }
    if let value = value(as: BTHomeV1.self) { return .btHomeV1(value) }
    if let value = value(as: MiBeacon.self) { return .miBeacon(value) }
    return nil
  }

  /// Embedded Swift has no existentials.
  private enum Sealable {
    case btHome(BTHome)
    case btHomeV1(BTHomeV1)
    case miBeacon(MiBeacon)

    var address: [UInt8]? {
      switch self {
      case .btHome(let value): value.address
      case .btHomeV1: nil
      case .miBeacon(let value): value.address
      }
    }

    func sealed(sentFrom address: [UInt8]) -> SealedData? {
      switch self {
      case .btHome(let value): value.sealed(sentFrom: address)
      case .btHomeV1(let value): value.sealed(sentFrom: address)
      case .miBeacon(let value): value.sealed(sentFrom: address)
      }
    }

    func fields(_ opening: DataOpening) -> [Field] {
      switch self {
      case .btHome(let value): value.fields(opening)
      case .btHomeV1(let value): value.fields(opening)
      case .miBeacon(let value): value.fields(opening)
      }
    }
  }
}
