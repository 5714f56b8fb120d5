/// A key of a JSON object: its name, type and meaning, the cases in which it is `null` or absent, and the closure that
/// returns its value. The document, its schema and its line in Reference/Output are made from this one place.
///
/// A closure whose value can be `nil` requires words about the case in which it is.
package struct Key<Object>: Sendable {
  fileprivate let described: [DescribedKey]
  fileprivate let write: @Sendable (Object, inout JSONWriter) -> Void
  /// Whether the elements of the object come later: see ``Keys/begin(_:to:)``.
  fileprivate var isLeftOpen = false

  private init(_ described: [DescribedKey], _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void) {
    self.described = described
    self.write = write
  }

  /// The keys of a part of the object, in the place of one key.
  package static func all<Part>(_ keys: Keys<Part>, _ part: @escaping @Sendable (Object) -> Part) -> Key {
    Key(keys.described) { object, json in keys.write(part(object), to: &json) }
  }

  /// A key that is always present.
  package init<Value>(
    _ key: String, _ type: JSONType<Value>, _ meaning: String, _ value: @escaping @Sendable (Object) -> Value
  ) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, type.type, meaning)]) { [write = type.write] object, json in
      json.key(name)
      write(value(object), &json)
    }
  }

  /// A key whose value can be `null`.
  package init<Value>(
    _ key: String, _ type: JSONType<Value>, _ meaning: String, null: String,
    _ value: @escaping @Sendable (Object) -> Value?
  ) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, type.type, meaning, null: null)]) { [write = type.write] object, json in
      json.key(name)
      if let value = value(object) { write(value, &json) } else { json.null() }
    }
  }

  /// A key that is absent where there is no value.
  package init<Value>(
    _ key: String, _ type: JSONType<Value>, _ meaning: String, absent: String,
    _ value: @escaping @Sendable (Object) -> Value?
  ) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, type.type, meaning, absent: absent)]) { [write = type.write] object, json in
      guard let value = value(object) else { return }
      json.key(name)
      write(value, &json)
    }
  }

  /// A key that is absent where there is no value, and whose value can be `null`.
  package init<Value>(
    _ key: String, _ type: JSONType<Value>, _ meaning: String, null: String, absent: String,
    _ value: @escaping @Sendable (Object) -> Value??
  ) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, type.type, meaning, null: null, absent: absent)]) {
      [write = type.write] object, json in
      guard let value = value(object) else { return }
      json.key(name)
      if let value { write(value, &json) } else { json.null() }
    }
  }

  /// The key with the name of a document's schema.
  package init(schema: String) { self.init("schema", .string, "`\(schema)`") { _ in schema } }

  /// A list whose elements are written when they are made.
  ///
  /// - Parameters:
  ///   - isOnOneLine: whether each element is on a line of its own.
  ///   - makeElements: Hands on one element after the other.
  package init<Element>(
    _ key: String, streaming elements: Keys<Element>, isOnOneLine: Bool = false, _ meaning: String,
    _ makeElements: @escaping @Sendable (Object, _ take: (Element) -> Void) -> Void
  ) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, .list(.object(elements.described)), meaning)]) { object, json in
      json.key(name)
      json.array { json in
        makeElements(object) { element in
          if isOnOneLine { json.row(elements, of: element) } else { json.object(elements, of: element) }
        }
      }
    }
  }
}

extension Key {
  /// A list whose elements come after the object begins, and before it ends.
  init<Element>(_ key: String, awaiting elements: Keys<Element>, _ meaning: String, absent: String? = nil) {
    let name = JSONWriter.name(key)
    self.init([DescribedKey(key, .list(.object(elements.described)), meaning, absent: absent)]) { _, json in
      json.key(name)
      json.beginArray()
    }
    isLeftOpen = true
  }
}

/// Returns what keys describe, and the position of the one that is left open. It has the keys one by one so that it is
/// compiled once, and not for each object that has keys.
@inline(never)
private func gathered(
  _ count: Int, _ key: (Int) -> (described: [DescribedKey], isLeftOpen: Bool)
) -> (described: [DescribedKey], open: Int?) {
  var described: [DescribedKey] = []
  var open: Int?
  for index in 0..<count {
    let key = key(index)
    described += key.described
    if key.isLeftOpen { open = open ?? index }
  }
  return (described, open)
}

/// The keys of a JSON object, in their order.
package struct Keys<Object>: Sendable, ExpressibleByArrayLiteral {
  let described: [DescribedKey]
  private let keys: [Key<Object>]
  /// The position of the list whose elements come later.
  private let open: Int?

  package init(arrayLiteral keys: Key<Object>...) {
    self.keys = keys
    (described, open) = gathered(keys.count) { (keys[$0].described, keys[$0].isLeftOpen) }
  }

  /// Writes the members of an object.
  func write(_ object: Object, to json: inout JSONWriter) { write(keys.indices, of: object, to: &json) }

  private func write(_ range: Range<Int>, of object: Object, to json: inout JSONWriter) {
    for index in range { keys[index].write(object, &json) }
  }
}

extension Keys {
  /// Begins an object, up to the list whose elements follow.
  func begin(_ object: Object, to json: inout JSONWriter) {
    json.beginObject()
    write(0..<(open.map { $0 + 1 } ?? keys.count), of: object, to: &json)
  }

  /// Ends the object, with the keys after the list.
  func end(_ object: Object, to json: inout JSONWriter) {
    if let open {
      json.endArray()
      write(open + 1..<keys.count, of: object, to: &json)
    }
    json.endObject()
  }
}

extension JSONWriter {
  /// Writes an object with these keys.
  package mutating func object<Object>(_ keys: Keys<Object>, of object: Object) {
    self.object { keys.write(object, to: &$0) }
  }

  /// Writes the same on one line.
  package mutating func row<Object>(_ keys: Keys<Object>, of object: Object) { row { keys.write(object, to: &$0) } }
}

extension Keys {
  /// Returns a whole document.
  package func document(of object: Object) -> String {
    var json = JSONWriter()
    json.object(self, of: object)
    return json.text
  }
}
