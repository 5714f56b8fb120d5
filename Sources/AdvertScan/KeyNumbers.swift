/// Numbers different keys in the order met, from 0. Most devices have few, and a few are compared one by one sooner than
/// one of them is hashed.
struct KeyNumbers<Key: Hashable & Sendable>: Sendable {
  private var few: [Key] = []
  /// Of all keys, once they are more than a few.
  private var many: [Key: Int] = [:]

  private static var fewAtMost: Int { 8 }

  /// The number of a key, which it gets now if it is new.
  mutating func number(of key: Key) -> (number: Int, isNew: Bool) {
    if many.isEmpty {
      if let number = few.firstIndex(of: key) { return (number, false) }
      if few.count < Self.fewAtMost {
        few.append(key)
        return (few.count - 1, true)
      }
      for (number, key) in few.enumerated() { many[key] = number }
    }
    if let number = many[key] { return (number, false) }
    many[key] = many.count
    return (many.count - 1, true)
  }
}
