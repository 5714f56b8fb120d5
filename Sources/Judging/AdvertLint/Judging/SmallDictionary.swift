/// Values by key, compared one by one while they are a few, as for nearly every device. Hashing a few keys costs more
/// than comparing them, and the first dictionary of a new kind costs more than both when the program starts.
struct SmallDictionary<Key: Hashable, Value> {
  private var few: [(key: Key, value: Value)] = []
  /// All values, once there are more than a few.
  private var many: [Key: Value] = [:]

  private static var fewAtMost: Int { 8 }

  /// The value of a key; `nil` when it has none.
  subscript(key: Key) -> Value? {
    many.isEmpty ? few.first { $0.key == key }?.value : many[key]
  }

  /// Returns the value of a key; a key without one gets `value`.
  mutating func value(of key: Key, orPut value: @autoclosure () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = value()
    put(value, for: key)
    return value
  }

  /// Sets the value of a key, in place of an earlier one.
  mutating func put(_ value: Value, for key: Key) {
    guard many.isEmpty else {
      many[key] = value
      return
    }
    if let position = few.firstIndex(where: { $0.key == key }) {
      few[position].value = value
    } else if few.count < Self.fewAtMost {
      few.append((key, value))
    } else {
      for (key, value) in few { many[key] = value }
      many[key] = value
      few = []
    }
  }
}

extension SmallDictionary: Sendable where Key: Sendable, Value: Sendable {}
