/// A value of a program in Python, as far as it can be computed from the file alone.
indirect enum PythonValue: Equatable {
  case none
  case bool(Bool)
  case number(Int64)
  case text([UInt8])
  /// Bytes, which have another length than a text of the same octets may have.
  case octets([UInt8])
  case uuid(SourceUUID)
  case list([PythonValue])
  case dictionary([Entry])
  /// A value with a type of D-Bus: `ay`, `q`, `a{qv}`.
  case typed(String, PythonValue)
  /// A value that the file does not determine, with the reason.
  case unknown(SourceObstacle)

  /// A key with its value.
  struct Entry: Equatable {
    let key: PythonValue
    var value: PythonValue
  }

  /// The value without its types of D-Bus.
  var plain: PythonValue { if case .typed(_, let value) = self { value.plain } else { self } }

  /// The type of D-Bus; `nil` when the library chooses one.
  var type: String? { if case .typed(let type, _) = self { type } else { nil } }

  /// Whether a condition with this value holds.
  ///
  /// - Throws: when the value is not known.
  func isTrue() throws(SourceObstacle) -> Bool {
    switch plain {
    case .none: false
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .text(let text), .octets(let text): !text.isEmpty
    case .uuid: true
    case .list(let list): !list.isEmpty
    case .dictionary(let entries): !entries.isEmpty
    case .typed: false
    case .unknown(let obstacle): throw obstacle
    }
  }

  /// The value for a key of a dictionary; `nil` without one.
  func value(for key: PythonValue) -> PythonValue? {
    guard case .dictionary(let entries) = plain else { return nil }
    return entries.last { $0.key.plain == key.plain }?.value
  }

  /// Returns a dictionary with a value for a key; `nil` when this is no dictionary, or the key is not known.
  func setting(_ key: PythonValue, to value: PythonValue) -> PythonValue? {
    switch self {
    case .typed(let type, let inner): return inner.setting(key, to: value).map { .typed(type, $0) }
    case .dictionary(var entries):
      if case .unknown = key.plain { return nil }
      if let index = entries.firstIndex(where: { $0.key.plain == key.plain }) {
        entries[index].value = value
      } else {
        entries.append(Entry(key: key, value: value))
      }
      return .dictionary(entries)
    default: return nil
    }
  }

  /// Whether the value has so many parts that it is not followed further.
  var isLarge: Bool {
    var room = 2_000
    func isOver(_ value: PythonValue) -> Bool {
      room -= 1
      guard room > 0 else { return true }
      return switch value {
      case .list(let list): list.contains { isOver($0) }
      case .dictionary(let entries): entries.contains { isOver($0.key) || isOver($0.value) }
      case .typed(_, let value): isOver(value)
      case .text(let text), .octets(let text): text.count > 2_000
      case .none, .uuid, .bool, .number, .unknown: false
      }
    }
    return isOver(self)
  }

  /// Whether the value is a list or a dictionary, which a program can change in place.
  var isContainer: Bool {
    switch plain {
    case .list, .dictionary: true
    default: false
    }
  }

  /// Whether the value is bytes, which a program can change in place when they are a `bytearray`.
  var isBytes: Bool { if case .octets = plain { true } else { false } }

  /// Returns a list with one more value; `nil` when this is no list.
  func appending(_ value: PythonValue) -> PythonValue? {
    switch self {
    case .typed(let type, let inner): inner.appending(value).map { .typed(type, $0) }
    case .list(let list): .list(list + [value])
    default: nil
    }
  }
}
