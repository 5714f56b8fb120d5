internal import AdvertisingData

/// Makes the octets of FlatBuffers, of which the messages of Arrow consist.
///
/// A table is written before what it refers to, because references lead forward. Each table has its own table of fields.
///
/// Source: <https://flatbuffers.dev/internals/>.
struct FlatBuffer {
  /// A field of a table.
  indirect enum Field {
    case absent
    case octet(UInt8)
    case short(Int16)
    case word(Int32)
    case long(Int64)
    case text(String)
    case table([Field])
    case tables([[Field]])
    /// A vector of structs of two 64-bit numbers each.
    case pairs([(Int64, Int64)])

    /// The octets of the field in its table.
    fileprivate var size: Int {
      switch self {
      case .absent: 0
      case .octet: 1
      case .short: 2
      case .long: 8
      case .word, .text, .table, .tables, .pairs: 4
      }
    }
  }

  private(set) var octets: [UInt8] = []

  /// - Parameter root: the fields of the outermost table, by their slots.
  init(root: [Field]) {
    append(UInt32(0))
    let place = append(table: root)
    refer(from: 0, to: place)
  }

  /// Appends a table with all that it refers to, and returns its place.
  private mutating func append(table fields: [Field]) -> Int {
    var size = 4
    let offsets = fields.map { field -> Int in
      guard field.size > 0 else { return 0 }
      size = (size + field.size - 1) / field.size * field.size
      defer { size += field.size }
      return size
    }
    // The table of fields ends where the table begins, at an octet that suits 64-bit numbers.
    let fieldsSize = 4 + 2 * fields.count
    while (octets.count + fieldsSize) % 8 != 0 { octets.append(0) }
    append(UInt16(truncatingIfNeeded: fieldsSize))
    append(UInt16(truncatingIfNeeded: size))
    for offset in offsets { append(UInt16(truncatingIfNeeded: offset)) }
    let place = octets.count
    append(UInt32(truncatingIfNeeded: fieldsSize))
    for (field, offset) in zip(fields, offsets) where field.size > 0 {
      while octets.count < place + offset { octets.append(0) }
      switch field {
      case .octet(let value): octets.append(value)
      case .short(let value): append(UInt16(bitPattern: value))
      case .word(let value): append(UInt32(bitPattern: value))
      case .long(let value): append(UInt64(bitPattern: value))
      default: append(UInt32(0))
      }
    }
    for (field, offset) in zip(fields, offsets) {
      if let target = append(referredBy: field) { refer(from: place + offset, to: target) }
    }
    return place
  }

  /// Appends what a field refers to and returns its place; `nil` for a field that holds its value.
  private mutating func append(referredBy field: Field) -> Int? {
    switch field {
    case .absent, .octet, .short, .word, .long: return nil
    case .table(let fields): return append(table: fields)
    case .text(let text):
      let place = beginVector(of: text.utf8.count, aligned: 4)
      octets += text.utf8
      octets.append(0)
      return place
    case .pairs(let pairs):
      let place = beginVector(of: pairs.count, aligned: 8)
      for (one, other) in pairs {
        append(UInt64(bitPattern: one))
        append(UInt64(bitPattern: other))
      }
      return place
    case .tables(let tables):
      let place = beginVector(of: tables.count, aligned: 4)
      let first = octets.count
      for _ in tables { append(UInt32(0)) }
      for (number, fields) in tables.enumerated() {
        let target = append(table: fields)
        refer(from: first + 4 * number, to: target)
      }
      return place
    }
  }

  /// Appends the number of elements of a vector, whose first element lies where it is aligned.
  private mutating func beginVector(of count: Int, aligned: Int) -> Int {
    while (octets.count + 4) % aligned != 0 { octets.append(0) }
    append(UInt32(truncatingIfNeeded: count))
    return octets.count - 4
  }

  private mutating func refer(from place: Int, to target: Int) {
    for (number, octet) in (UInt32(truncatingIfNeeded: target - place)).littleEndianOctets.enumerated() {
      octets[place + number] = octet
    }
  }

  private mutating func append(_ value: some FixedWidthInteger) { octets += value.littleEndianOctets }
}
