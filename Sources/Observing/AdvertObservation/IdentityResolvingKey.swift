public import AdvertisingData

/// The secret key that resolves a device's resolvable private addresses.
///
/// Tools write a key in either order: the specification's functions take it most significant octet first, host stacks
/// often store it least significant octet first. Both orders are tried. An address of another device then resolves by
/// accident once in 8 million.
///
/// Source: Core Specification Vol 3 Part H 2.2.2 (`ah`), Vol 6 Part B 1.3.2.3.
public struct IdentityResolvingKey: Sendable {
  /// The ciphers with the key as given and, unless it is the same, in reverse.
  private let readings: [BlockCipher]

  /// The number of octets of a key.
  public static let octetCount = 16

  /// The reason why a key cannot be used.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// The key has this many octets instead of 16.
    case wrongLength(Int)
    /// The system has no cipher; the reason is in its words.
    case noCipher(reason: String)

    public var description: String {
      switch self {
      case .wrongLength(let count): "expected \(octetCount) bytes as hex, found \(count)"
      case .noCipher(let reason):
        "expected libcrypto on this machine, which resolves addresses (package libssl3 on Debian and Ubuntu), found: \(reason)"
      }
    }
  }

  /// Throws unless the system has AES. It can be called before there is any key.
  public static func requireCipher() throws(Failure) {
    if let reason = BlockCipher.obstacle { throw .noCipher(reason: reason) }
  }

  /// Throws unless there are 16 octets and the system has AES.
  public init(_ octets: [UInt8]) throws(Failure) {
    guard octets.count == Self.octetCount else { throw .wrongLength(octets.count) }
    try Self.requireCipher()
    let reversed = Array(octets.reversed())
    readings = (octets == reversed ? [octets] : [octets, reversed]).map(BlockCipher.init)
  }

  /// Returns whether the owner of the key made the address. `false` for every address that is not resolvable private.
  public func resolves(_ address: DeviceAddress) -> Bool {
    guard address.mayBeResolvable else { return false }
    let hash = address.bits & 0xFF_FFFF
    return readings.contains { $0.hash(ofRandomPart: address.bits >> 24) == hash }
  }
}

extension BlockCipher {
  /// Returns the function `ah` of 24 random bits: they are at the end of a block of zeros, and the last 24 bits of the
  /// encrypted block are the hash.
  func hash(ofRandomPart random: UInt64) -> UInt64? {
    let octets = [16, 8, 0].map { UInt8(truncatingIfNeeded: random >> UInt64($0)) }
    guard let encrypted = encrypt([UInt8](repeating: 0, count: 13) + octets) else { return nil }
    return OctetOrder.bigEndian.number(of: encrypted[13...])
  }
}

extension Collection<IdentityResolvingKey> {
  /// Returns the position of the key that resolves an address, counted from 0, for each address that a key resolves. Of
  /// several keys the first counts.
  public func owners(of addresses: some Sequence<DeviceAddress>) -> [DeviceAddress: Int] {
    var owners: [DeviceAddress: Int] = [:]
    for address in addresses where owners[address] == nil {
      if let owner = enumerated().first(where: { $0.element.resolves(address) }) {
        owners[address] = owner.offset
      }
    }
    return owners
  }
}
