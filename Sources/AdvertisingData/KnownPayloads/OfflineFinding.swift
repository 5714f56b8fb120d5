/// What a device lost, or with its owner, sends for the Find My network (Continuity type 0x12).
public enum OfflineFinding: Hashable, Sendable {
  /// Away from its owner. `publicKey` holds octets 6 to 27 of the key whose first six are the device's address;
  /// the two lowest of `keyBits` are the top bits of the key's first octet.
  case separated(status: UInt8, publicKey: [UInt8], keyBits: UInt8, hint: UInt8)
  /// Near its owner. Unverified.
  case nearOwner(status: UInt8, keyBits: UInt8)

  static let length = 0x19
  static let shortLength = 0x02

  /// `nil` when the length is that of neither form.
  init?(_ value: [UInt8]) {
    switch value.count {
    case Self.length:
      self = .separated(status: value[0], publicKey: Array(value[1..<23]), keyBits: value[23], hint: value[24])
    case Self.shortLength: self = .nearOwner(status: value[0], keyBits: value[1])
    default: return nil
    }
  }

  var octets: [UInt8] {
    switch self {
    case .separated(let status, let publicKey, let keyBits, let hint): [status] + publicKey + [keyBits, hint]
    case .nearOwner(let status, let keyBits): [status, keyBits]
    }
  }
}
