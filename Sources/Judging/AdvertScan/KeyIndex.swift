/// Numbers different keys in the order met, from 0. Most devices have few keys, and comparing a few one by one is
/// faster than hashing one.
package struct KeyIndex<Key: Hashable & Sendable>: Sendable {
  /// All keys, each at its number.
  private(set) var keys: [Key] = []
  /// The numbers of all keys, once there are more than a few.
  private var numbers: [Key: Int] = [:]

  private static var fewAtMost: Int { 8 }

  package init() {}

  /// Returns the number of a key. A new key gets its number now.
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

  /// Returns the number of a key; `nil` if it has none.
  func number(ofKnown key: Key) -> Int? { numbers.isEmpty ? keys.firstIndex(of: key) : numbers[key] }
}
