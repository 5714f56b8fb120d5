/// The address of the device itself, for out-of-band data (AD type 0x1B).
///
/// Source: Core Specification Supplement Part A 1.16: the address first, then an octet whose lowest bit says whether it
/// is random.
public struct LEDeviceAddress: Hashable, Sendable {
  /// Public or random.
  public let address: DeviceAddress
  /// Bits 1 to 7 of the last octet as they were, bit 0 clear; should be zero.
  public let reserved: UInt8

  /// `nil` when the address is neither public nor random.
  public init?(_ address: DeviceAddress, reserved: UInt8 = 0) {
    guard address.type == .public || address.type == .random else { return nil }
    self.address = address
    self.reserved = reserved & 0xFE
  }

  /// Throws unless there are exactly seven octets.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count == 7 else { throw .wrongLength(expected: 7, actual: value.count) }
    address = DeviceAddress(
      bits: value.littleEndian(at: 0, count: 6), type: value[6] & 1 == 1 ? .random : .public)
    reserved = value[6] & 0xFE
  }

  public var octets: [UInt8] {
    Array(littleEndian: address.bits, count: 6) + [reserved | (address.type == .random ? 1 : 0)]
  }
}
