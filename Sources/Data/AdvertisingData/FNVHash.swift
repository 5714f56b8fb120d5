/// FNV-1a with 64 bits: a hash that is the same in every run and version. It does not resist data made to collide.
package struct FNVHash: Hashable, Sendable {
  /// The hash of the octets added so far.
  package private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ octet: UInt8) {
    bits = (bits ^ UInt64(octet)) &* 0x100_0000_01B3
  }

  package mutating func add(_ octets: [UInt8]) {
    for octet in octets { add(octet) }
  }

  package mutating func add(_ text: String) {
    let octets = text.utf8.span
    for index in octets.indices { add(octets[index]) }
  }
}

/// FNV-1a over fields: the length precedes each field, so that two different lists of fields never give the same
/// octets.
package struct FieldHash: Sendable {
  private var hash = FNVHash()
  /// The hash of the fields added so far.
  package var bits: UInt64 { hash.bits }

  package init() {}

  package mutating func add(_ field: String) {
    addLength(field.utf8.count)
    hash.add(field)
  }

  package mutating func add(_ field: [UInt8]) {
    addLength(field.count)
    hash.add(field)
  }

  private mutating func addLength(_ count: Int) {
    for shift in 0..<4 { hash.add(UInt8(truncatingIfNeeded: count >> (8 * shift))) }
  }
}
