internal import AdvertReading

/// Finds the positions of elements in an array by their hash: an open-addressing table with linear probing.
///
/// The elements stay where the caller keeps them, so a look-up needs no allocation and no copy. A hostile capture can
/// choose the hashed octets. So either the hashes depend on a random seed, or the caller limits the steps of a look-up.
package struct HashIndex: Sendable {
  /// One word for each slot, 0 when it is free. The lower half is the position plus one. The upper half is the upper
  /// half of the hash, which also selects the first slot: so the table can grow without the elements, and most elements
  /// with another hash are excluded without a look at them.
  private var slots: [UInt64]
  private var shift: UInt64
  private var count = 0
  /// The number of eighths of the slots that are used before the table grows.
  private let usedEighths: Int
  /// The number of slots in a row that an element can be in.
  private let maximumSteps: Int

  private static let tagMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// - Parameters:
  ///   - fewestBits: the number of slots at first, as a power of two.
  ///   - usedEighths: 1 for fast look-ups in a large table, 6 for a small table.
  ///   - maximumSteps: the longest look-up. With a limit, an element that finds no slot is not added.
  package init(fewestBits: Int = 6, usedEighths: Int = 6, maximumSteps: Int = .max) {
    self.usedEighths = usedEighths
    self.maximumSteps = maximumSteps
    slots = Array(repeating: 0, count: 1 << fewestBits)
    shift = 64 - UInt64(fewestBits)
  }

  /// Returns the next position whose element may have the hash; `nil` when there are no more.
  ///
  /// - Parameter steps: the state of the look-up; 0 at its start.
  @inline(__always)
  package func next(hash: UInt64, after steps: inout Int) -> Int? {
    while steps < maximumSteps {
      let content = slots[slot(steps, for: hash)]
      guard content != 0 else { return nil }
      steps &+= 1
      if (content ^ hash) & Self.tagMask == 0 { return Self.position(in: content) }
    }
    return nil
  }

  /// Adds a position below 2^32 - 1 that is not in the index yet. Returns `false` when its element finds no slot.
  @discardableResult
  package mutating func insert(_ position: Int, hash: UInt64) -> Bool {
    if (count + 1) * 8 > slots.count * usedEighths { grow() }
    guard place(hash & Self.tagMask | UInt64(position + 1)) else { return false }
    count += 1
    return true
  }

  /// Gives the position in the hash's first slot to an element with this hash, and returns the position. For elements
  /// that find no free slot.
  mutating func replaceFirst(hash: UInt64) -> Int {
    let slot = slot(0, for: hash)
    let position = Self.position(in: slots[slot])
    slots[slot] = hash & Self.tagMask | UInt64(position + 1)
    return position
  }

  mutating func removeAll() {
    for slot in slots.indices { slots[slot] = 0 }
    count = 0
  }

  @inline(__always)
  private static func position(in content: UInt64) -> Int {
    Int(truncatingIfNeeded: content & ~tagMask) &- 1
  }

  @inline(__always)
  private func slot(_ steps: Int, for hash: UInt64) -> Int {
    (Int(truncatingIfNeeded: hash &>> shift) &+ steps) & (slots.count &- 1)
  }

  private mutating func grow() {
    let old = slots
    var larger: [UInt64] = []
    larger.reserveCapacity(old.count * 2)
    let octets = larger.capacity * MemoryLayout<UInt64>.stride
    unsafe larger.withUnsafeBufferPointer { unsafe preferLargePages(from: $0.baseAddress, octets: octets) }
    larger.append(contentsOf: repeatElement(0, count: old.count * 2))
    slots = larger
    shift -= 1
    count = 0
    for content in old where content != 0 && place(content) { count += 1 }
  }

  /// Puts a word in the first free slot for its hash; returns `false` when no slot in reach is free.
  private mutating func place(_ content: UInt64) -> Bool {
    var steps = 0
    while steps < maximumSteps {
      let slot = slot(steps, for: content)
      if slots[slot] == 0 {
        slots[slot] = content
        return true
      }
      steps += 1
    }
    return false
  }
}
