/// Numbers different keys in the order met, from 0. Most devices have few, and a few are compared one by one sooner than
/// one of them is hashed.
package struct KeyIndex<Key: Hashable & Sendable>: Sendable {
  /// All keys, each at its number.
  private(set) var keys: [Key] = []
  /// Of all keys, once they are more than a few.
  private var numbers: [Key: Int] = [:]

  private static var fewAtMost: Int { 8 }

  package init() {}

  /// The number of a key, which it gets now if it is new.
  package mutating func number(of key: Key) -> (number: Int, isNew: Bool) {
    if let number = number(ofKnown: key) { return (number, false) }
    let number = keys.count
    keys.append(key)
    if !numbers.isEmpty {
      numbers[key] = number
    } else if keys.count > Self.fewAtMost {
      for (number, key) in keys.enumerated() { numbers[key] = number }
    }
    return (number, true)
  }

  /// The number of a key, `nil` if it has none.
  func number(ofKnown key: Key) -> Int? { numbers.isEmpty ? keys.firstIndex(of: key) : numbers[key] }
}
