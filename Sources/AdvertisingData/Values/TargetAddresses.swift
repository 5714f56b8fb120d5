/// The devices an advertisement is meant for, all public or all random addresses (AD types 0x17 and 0x18).
///
/// Source: Core Specification Supplement Part A 1.13 and 1.14.
public struct TargetAddresses: Hashable, Sendable {
  public let areRandom: Bool
  public let addresses: [DeviceAddress]

  /// `nil` when there is no address, or one of them is neither public nor random like the others.
  public init?(_ addresses: [DeviceAddress]) {
    guard let type = addresses.first?.type, type == .public || type == .random,
      addresses.allSatisfy({ $0.type == type })
    else { return nil }
    areRandom = type == .random
    self.addresses = addresses
  }

  /// Throws when there is no address, or the octets do not divide into addresses.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 6, actual: 0) }
    guard value.count % 6 == 0 else { throw .ragged(itemSize: 6, actual: value.count) }
    let areRandom = type == .randomTargetAddress
    var addresses: [DeviceAddress] = []
    for offset in stride(from: 0, to: value.count, by: 6) {
      let bits = value.littleEndian(at: offset, count: 6)
      addresses.append(DeviceAddress(bits: bits, type: areRandom ? .random : .public))
    }
    self.areRandom = areRandom
    self.addresses = addresses
  }

  public var octets: [UInt8] { addresses.flatMap { [UInt8](littleEndian: $0.bits, count: 6) } }

  public var type: ADType { areRandom ? .randomTargetAddress : .publicTargetAddress }
}
