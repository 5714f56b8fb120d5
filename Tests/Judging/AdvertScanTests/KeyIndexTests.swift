import TestSupport
import Testing

@testable import AdvertScan

/// Different keys have the numbers 0, 1, 2 … in the order met, however many there are.
@Suite struct KeyNumberingTests {
  @Test(arguments: [1, 7, 8, 9, 10, 100], UInt64(1)...5)
  func keysKeepTheirNumbers(_ different: Int, _ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var numbers = KeyIndex<Int>()
    var met: [Int] = []
    for _ in 0..<4 * different {
      let key = Int.random(in: 0..<different, using: &random)
      let before = met.firstIndex(of: key)
      #expect(numbers.number(ofKnown: key) == before)
      if before == nil { met.append(key) }
      let (number, isNew) = numbers.number(of: key)
      #expect((number, isNew) == (before ?? met.count - 1, before == nil))
      #expect(numbers.keys == met)
    }
  }
}
