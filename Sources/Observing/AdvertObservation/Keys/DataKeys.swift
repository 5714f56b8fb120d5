public import AdvertisingData

/// The keys of devices that encrypt their advertising.
public struct DataKeys: Sendable {
  private var keys: [UInt64: Key] = [:]
  /// The key without an address, which applies to any device.
  private var only: Key?

  private struct Key: Sendable {
    let cipher: BlockCipher
    let octetCount: Int

    /// Creates the key; `nil` unless there are 16 octets, or the 12 of MiBeacon 2 and 3: four octets that are the same
    /// for all devices belong in their middle (xiaomi-ble).
    init?(_ octets: [UInt8]) {
      octetCount = octets.count
      switch octets.count {
      case 16: cipher = BlockCipher(key: octets)
      case 12: cipher = BlockCipher(key: octets[..<6] + [0x8D, 0x3D, 0x3C, 0x97] + octets[6...])
      default: return nil
      }
    }
  }

  /// No keys.
  public static let none = DataKeys()

  private init() {}

  /// The reason why a key cannot be used. Its words contain no part of a key.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// The text is not an address, an equals sign and a key.
    case wrongForm
    /// The text before the equals sign is not an address.
    case wrongAddress
    /// The key is not hex.
    case wrongKey
    /// The key has this many octets instead of 16, or of 12.
    case wrongLength(Int)
    /// An address has two keys.
    case repeated
    /// The system has no cipher; the reason is in its words.
    case noCipher(reason: String)

    public var description: String {
      switch self {
      case .wrongForm: "expected ADDRESS=HEX, as A4:C1:38:12:34:56=00112233445566778899AABBCCDDEEFF"
      case .wrongAddress: "expected an address in front of =, as A4:C1:38:12:34:56"
      case .wrongKey: "expected a key of 16 bytes as hex"
      case .wrongLength(let count): "expected a key of 16 bytes, or of 12 for MiBeacon 2 and 3, found \(count)"
      case .repeated: "expected one key for each address, found two"
      case .noCipher(let reason):
        "expected libcrypto on this machine, which decrypts data (package libssl3 on Debian and Ubuntu), found: \(reason)"
      }
    }
  }

  /// Reads keys from texts: each an address, an equals sign and 16 octets as hex, 12 for MiBeacon 2 and 3.
  ///
  /// - Parameters:
  ///   - texts: the keys.
  ///   - allowsBare: whether there may be a key without an address, for data that contain their own.
  public init(_ texts: [String], allowsBare: Bool = false) throws(Failure) {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        guard let address = DeviceAddress(text: parts[0], type: .public) else { throw .wrongAddress }
        let key = try Self.key(parts[1])
        guard keys.updateValue(key, forKey: address.bits) == nil else { throw .repeated }
      } else {
        guard allowsBare else { throw .wrongForm }
        guard only == nil else { throw .repeated }
        only = try Self.key(text[...])
      }
    }
    guard !isEmpty else { return }
    if let reason = BlockCipher.obstacle { throw .noCipher(reason: reason) }
  }

  private static func key(_ text: Substring) throws(Failure) -> Key {
    guard let octets = try? HexText.octets(of: String(text)) else { throw .wrongKey }
    guard let key = Key(octets) else { throw .wrongLength(octets.count) }
    return key
  }

  /// Whether there are no keys.
  public var isEmpty: Bool { keys.isEmpty && only == nil }

  /// Returns whether there is a key for this address.
  public func has(_ address: DeviceAddress) -> Bool { address.isKnown && keys[address.bits] != nil }

  /// Returns the keys for data of a device with these addresses.
  public func ofDevice(_ addresses: [DeviceAddress]) -> DeviceKeys {
    DeviceKeys(keys: self, senders: addresses.filter(has).map { $0.bits })
  }

  /// The keys for data from an unknown sender: any device with a key may be the sender.
  public var ofAnyDevice: DeviceKeys { DeviceKeys(keys: self, senders: keys.keys.sorted()) }

  fileprivate func opening(of known: KnownPayload, from senders: [UInt64]) -> DecryptionResult {
    let candidates: [(address: [UInt8], key: Key)]
    if let address = known.sealedAddress {
      // The key of the address in the data, or else of the sender.
      let own = keys[OctetOrder.bigEndian.number(of: address[...])]
      candidates = (own.map { [$0] } ?? senders.compactMap { keys[$0] } + [only].compactMap { $0 }).map {
        (address, $0)
      }
    } else {
      let needsAddress = known.needsAddressForKey
      candidates =
        senders.compactMap { sender in
          let address = (0..<6).reversed().map { UInt8(truncatingIfNeeded: sender >> UInt64(8 * $0)) }
          return keys[sender].map { (address, $0) }
        } + (needsAddress ? [] : [only].compactMap { $0 }.map { ([UInt8](repeating: 0, count: 6), $0) })
      if candidates.isEmpty, only != nil, known.isSealed { return .noAddress }
    }
    var opening = DecryptionResult.unknown
    for (address, key) in candidates {
      guard let sealed = known.sealed(sentFrom: address) else { return .unknown }
      guard key.octetCount == sealed.keyOctets else {
        if opening == .unknown { opening = .wrongLength(sealed.keyOctets) }
        continue
      }
      opening = key.cipher.open(sealed).map { known.opening($0, of: sealed) } ?? .wrongKey
      if case .opened = opening { return opening }
    }
    return opening
  }
}

/// The keys for the data of one device.
public struct DeviceKeys: Sendable {
  fileprivate let keys: DataKeys
  /// The possible sender addresses of the data.
  fileprivate let senders: [UInt64]

  /// No keys.
  public static let none = DeviceKeys(keys: .none, senders: [])

  /// Returns the data, decrypted when there is a key for them.
  public func opened(_ known: KnownPayload?) -> KnownPayload? {
    guard !keys.isEmpty, var known else { return known }
    known.opening = keys.opening(of: known, from: senders)
    return known
  }
}
