/// FNV-1a with 64 bits: a hash that is the same in every run and version. Anybody can make data that collide.
package struct FNVHash: Hashable, Sendable {
  @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of what was added so far.
  package var bits: UInt64 { state }

  package init() {}

  @inlinable
  package mutating func add(_ octet: UInt8) {
    state = (state ^ UInt64(octet)) &* 0x100_0000_01B3
  }

  @inlinable
  package mutating func add(_ octets: some Sequence<UInt8>) {
    for octet in octets { add(octet) }
  }
}
