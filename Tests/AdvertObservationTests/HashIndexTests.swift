import TestSupport
import Testing

@testable import AdvertObservation

@Suite struct HashIndexTests {
  /// Through many growths, against a dictionary; with few distinct hashes, so that many elements share one.
  @Test(arguments: [UInt64.max, 0xFF, 0xFFFF_FFFF_0000_0000, 0])
  func findsEveryElementAndNothingElse(_ mask: UInt64) {
    let count = mask.nonzeroBitCount > 16 ? 3000 : 300
    var random = SplitMix64(seed: 5)
    var index = HashIndex()
    var hashes: [UInt64] = []
    var positions: [UInt64: [Int]] = [:]
    for position in 0..<count {
      let hash = random.next() & mask
      hashes.append(hash)
      positions[hash, default: []].append(position)
      index.insert(position, hash: hash)
      guard position & (position + 1) == 0 || position == count - 1 else { continue }
      let wrong = positions.first { Set(found($0.key, in: index)).isSuperset(of: $0.value) == false }
      #expect(wrong == nil, "after \(position + 1)")
    }
    // What shares only the upper half of a hash may turn up too, but never twice.
    for (hash, expected) in positions {
      let found = found(hash, in: index)
      #expect(Set(found).count == found.count)
      #expect(found.filter { hashes[$0] == hash }.sorted() == expected)
      #expect(found.allSatisfy { hashes[$0] >> 32 == hash >> 32 })
    }
  }

  @Test func nothingInAnEmptyIndex() {
    #expect(found(0, in: HashIndex()).isEmpty)
    #expect(found(.max, in: HashIndex()).isEmpty)
  }

  /// Numbers that differ in one bit only end up far apart, in both halves.
  @Test func mixingSpreads() {
    let mixed = (0..<64).map { HashIndex.mix(1 << UInt64($0)) }
    #expect(Set(mixed).count == 64)
    #expect(Set(mixed.map { $0 >> 32 }).count == 64)
    #expect(Set(mixed.map { $0 & 0xFFFF_FFFF }).count == 64)
  }

  private func found(_ hash: UInt64, in index: HashIndex) -> [Int] {
    var probe = index.probe(hash: hash)
    var found: [Int] = []
    while let position = index.next(&probe) {
      found.append(position)
    }
    return found
  }
}
