import AdvertObservation
import TestSupport
import Testing

struct FirstInOrderTests {
  /// The first elements are those of all elements in their order, however many there are.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func findsWhatSortingFinds(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for limit in [0, 1, 2, 7, 50] {
      // Numbers repeat, and the position decides between equal ones.
      let all = (0..<Int.random(in: 0...200, using: &random)).map { position in
        (number: Int.random(in: 0..<20, using: &random), position: position)
      }
      var first = FirstInOrder<(number: Int, position: Int)>(limit) { $0 < $1 }
      for element in all { first.add(element) }
      let found = first.sorted()
      #expect(found.elementsEqual(all.sorted { $0 < $1 }.prefix(limit)) { $0 == $1 }, "seed \(seed), limit \(limit)")
    }
  }

  @Test func keepsAllBelowTheLimit() {
    var first = FirstInOrder<Int>(.max) { $0 > $1 }
    for number in [2, 3, 1] { first.add(number) }
    #expect(first.sorted() == [3, 2, 1])
  }
}
