/// A field of a schema of Arrow: a column, or a part of one. It is made from the description of the column.
struct ArrowField {
  /// The types of Arrow that rows need, each with a fixed form of its columns.
  indirect enum Kind {
    /// Text in UTF-8.
    case text
    /// A text that holds JSON.
    case json
    case octets
    /// A number of 64 bits with a sign.
    case integer
    /// A number of 64 bits with a floating point.
    case number
    /// Microseconds since 1970-01-01 00:00 UTC. All times of captures have this unit.
    case time
    case truth
    case list(ArrowField)
    case members([ArrowField])
  }

  let name: String
  let kind: Kind
  let isNullable: Bool
  /// What the description says besides, by its name.
  let metadata: [(name: String, value: String)]

  init(_ key: DescribedKey) {
    var metadata: [(name: String, value: String)] = []
    if !key.meaningWithoutUnit.isEmpty { metadata.append(("meaning", key.meaningWithoutUnit)) }
    // The type of a time has its unit, which is another one than in text.
    if let unit = key.unit, key.type != .time { metadata.append(("unit", unit)) }
    self.init(key.key, key.type, isNullable: key.null != nil, metadata)
  }

  private init(
    _ name: String, _ type: ValueType, isNullable: Bool, _ metadata: [(name: String, value: String)] = []
  ) {
    self.name = name
    var metadata = metadata
    var isNullable = isNullable
    var type = type
    if case .optional(let inner) = type { (type, isNullable) = (inner, true) }
    switch type {
    case .string, .words, .address, .uuid: kind = .text
    case .octets: kind = .octets
    case .integer: kind = .integer
    case .number: kind = .number
    case .time: kind = .time
    case .boolean: kind = .truth
    case .list(let element): kind = .list(ArrowField("item", element, isNullable: false))
    case .object(let keys): kind = .members(keys.map { ArrowField($0) })
    // A member for each value of each known format would cost every row a kilobyte and more.
    case .alike, .decoded, .optional:
      kind = .json
      // Not the extension type `arrow.json`, which Spark does not take.
      metadata.append(("content", "JSON"))
    }
    self.isNullable = isNullable
    self.metadata = metadata
  }

  // MARK: The message

  /// The table `Field` of Schema.fbs: name, nullable, type, dictionary, children, custom_metadata.
  var table: [FlatBuffer.Field] {
    let (number, type) = self.type
    let children: [ArrowField] =
      switch kind {
      case .list(let element): [element]
      case .members(let members): members
      default: []
      }
    return [
      .text(name), .octet(isNullable ? 1 : 0), .octet(number), .table(type), .absent,
      .tables(children.map { $0.table }), Self.table(metadata),
    ]
  }

  /// The number of the type in the union `Type`, and its table.
  private var type: (UInt8, [FlatBuffer.Field]) {
    switch kind {
    case .integer: (2, [.word(64), .octet(1)])
    // DOUBLE
    case .number: (3, [.short(2)])
    case .octets: (4, [])
    case .text, .json: (5, [])
    case .truth: (6, [])
    // MICROSECOND
    case .time: (10, [.short(2), .text("UTC")])
    case .list: (12, [])
    case .members: (13, [])
    }
  }

  /// A vector of the table `KeyValue`.
  static func table(_ metadata: [(name: String, value: String)]) -> FlatBuffer.Field {
    metadata.isEmpty ? .absent : .tables(metadata.map { [.text($0.name), .text($0.value)] })
  }
}
