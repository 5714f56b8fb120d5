/// Finds the positions of elements in an array by their hash: an open-addressing table of positions.
///
/// The elements stay where the caller keeps them, so a look-up costs no allocation and no copy. Hashes must depend on
/// ``seed``, which differs in every process: nobody can then write a capture whose addresses all collide.
struct HashIndex: Sendable {
  /// Positions plus one, 0 where a slot is free, in the lower half; the upper half of the hash in the upper half. That
  /// half decides about the slot too, so that the table grows by itself, from one end to the other, and spares most
  /// comparisons with a wrong element.
  private var slots: [UInt64] = Array(repeating: 0, count: 1 << fewestBits)
  private var shift: UInt64 = 64 - fewestBits
  private var count = 0

  private static let fewestBits: UInt64 = 6
  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  static let seed = UInt64.random(in: .min ... .max) | 1

  /// A look-up under way.
  struct Probe {
    fileprivate let tag: UInt64
    fileprivate var slot: Int
  }

  @inline(__always)
  func probe(hash: UInt64) -> Probe {
    Probe(tag: hash & Self.tagMask, slot: Int(truncatingIfNeeded: hash &>> shift))
  }

  /// The next position that may be of the element looked for; `nil` when there are no more.
  @inline(__always)
  func next(_ probe: inout Probe) -> Int? {
    while true {
      let content = slots[probe.slot]
      guard content != 0 else { return nil }
      probe.slot = (probe.slot + 1) & (slots.count - 1)
      if content & Self.tagMask == probe.tag {
        return Int(content & ~Self.tagMask) - 1
      }
    }
  }

  /// Adds a position below 2^32 - 1 that is not in the index yet.
  mutating func insert(_ position: Int, hash: UInt64) {
    if count * 4 >= slots.count * 3 { grow() }
    place(hash & Self.tagMask | UInt64(position + 1))
    count += 1
  }

  private mutating func grow() {
    let old = slots
    slots = Array(withRoomFor: old.count * 2, copying: repeatElement(0, count: old.count * 2))
    shift -= 1
    for content in old where content != 0 { place(content) }
  }

  private mutating func place(_ content: UInt64) {
    var slot = Int(truncatingIfNeeded: content &>> shift)
    while slots[slot] != 0 {
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = content
  }

  /// Spreads a number over all 64 bits, depending on the seed.
  @inline(__always)
  static func mix(_ number: UInt64, seed: UInt64 = seed) -> UInt64 {
    let product = (number ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
