public import AdvertisingData
internal import Crypto
internal import CryptoExtras

/// The secret by which a device's resolvable private addresses are known as its own.
///
/// Tools disagree about the order in which they write a key: the specification's functions take it most significant
/// octet first, host stacks often store it least significant first. Both readings are tried. A foreign address resolves
/// by accident once in 8 million then.
///
/// Source: Core Specification Vol 3 Part H 2.2.2 (`ah`), Vol 6 Part B 1.3.2.3.
public struct IdentityResolvingKey: Sendable {
  /// The key as it was given and in reverse.
  private let readings: [SymmetricKey]

  /// The octets a key has.
  public static let octetCount = 16

  /// `nil` unless there are 16 octets.
  public init?(_ octets: [UInt8]) {
    guard octets.count == Self.octetCount else { return nil }
    let reversed = Array(octets.reversed())
    readings = (octets == reversed ? [octets] : [octets, reversed]).map { SymmetricKey(data: $0) }
  }

  /// Whether the address is one that the key's owner made. `false` for every address that is not resolvable private.
  public func resolves(_ address: DeviceAddress) -> Bool {
    guard address.kind == .randomResolvable else { return false }
    let hash = address.bits & 0xFF_FFFF
    return readings.contains { Self.hash(ofRandomPart: address.bits >> 24, key: $0) == hash }
  }

  /// The function `ah`: 24 bits encrypted as the end of a block of zeros, and of the result the last 24 bits. `nil`
  /// never comes: a block and a key of 16 octets are what the cipher takes.
  private static func hash(ofRandomPart random: UInt64, key: SymmetricKey) -> UInt64? {
    var block = [UInt8](repeating: 0, count: 16)
    for index in 0..<3 {
      block[13 + index] = UInt8(truncatingIfNeeded: random >> UInt64(16 - 8 * index))
    }
    guard (try? AES.permute(&block, key: key)) != nil else { return nil }
    return block[13...].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension Collection<IdentityResolvingKey> {
  /// For each address that a key resolves, the key's position, counting from 0. The first key that fits is taken;
  /// addresses that none resolves are left out.
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
