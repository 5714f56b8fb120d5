/// Values by key, compared one by one as long as they are a few, as they are for nearly every device. Hashing a few keys
/// costs more than comparing them, and making a dictionary of a new kind costs the start of the program more than both.
struct SmallDictionary<Key: Hashable, Value> {
  private var few: [(key: Key, value: Value)] = []
  /// All of them, once they are more than a few.
  private var many: [Key: Value] = [:]

  private static var fewAtMost: Int { 8 }

  /// `nil` where nothing stands.
  subscript(key: Key) -> Value? {
    many.isEmpty ? few.first { $0.key == key }?.value : many[key]
  }

  /// What stands there; `value` is put there when nothing does.
  mutating func value(of key: Key, orPut value: @autoclosure () -> Value) -> Value {
    if let known = self[key] { return known }
    let value = value()
    put(value, for: key)
    return value
  }

  /// Puts a value in the place of what stood there.
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
