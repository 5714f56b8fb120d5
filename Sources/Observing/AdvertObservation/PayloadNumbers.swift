internal import AdvertCapture

/// Numbers distinct payloads from 0, so that results for a payload are made once.
package struct PayloadNumbers {
  private static let maximumPayloads = 16_384
  private static let maximumOctets = 1 << 22

  private var store = PayloadStore()
  private var slices: [PayloadStore.Slice] = []
  private var index = HashIndex()

  package init() {}

  /// Returns the number of a payload; `nil` when it has none yet.
  package func number(of data: Span<UInt8>) -> Int? {
    let hash = PayloadStore.hash(data)
    var steps = 0
    while let number = index.next(hash: hash, after: &steps) {
      if store.holds(data, at: slices[number]) { return number }
    }
    return nil
  }

  /// Whether there are so many that all must be forgotten before the next.
  package var isFull: Bool { slices.count >= Self.maximumPayloads || store.octetCount >= Self.maximumOctets }

  /// Gives a payload the next number.
  package mutating func add(_ data: Span<UInt8>) {
    index.insert(slices.count, hash: PayloadStore.hash(data))
    slices.append(store.add(data))
  }
}
