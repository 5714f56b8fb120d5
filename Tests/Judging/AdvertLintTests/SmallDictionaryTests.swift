import Testing

@testable import AdvertLint

@Suite("Values by key, a few or many")
struct SmallDictionaryTests {
  @Test("It holds what a dictionary holds", arguments: [0, 1, 8, 9, 100])
  func holdsWhatADictionaryHolds(keys: Int) {
    var table = SmallDictionary<Int, Int>()
    var dictionary: [Int: Int] = [:]
    // Each key is met three times, in another order each time.
    for number in 0..<3 * keys {
      let key = number * 7 % keys
      table.put(number, for: key)
      dictionary[key] = number
      #expect(table[key] == number)
    }
    for key in -1...keys { #expect(table[key] == dictionary[key]) }
  }

  @Test("What stands there is not put there again")
  func keepsWhatStandsThere() {
    var table = SmallDictionary<String, Int>()
    for number in 0..<20 { #expect(table.value(of: "\(number)", orPut: number) == number) }
    for number in 0..<20 { #expect(table.value(of: "\(number)", orPut: -1) == number) }
  }
}
