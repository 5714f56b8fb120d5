extension FixedFormat {
  /// One column of a ``FixedFormat``: the place of a field and the form of its value.
  ///
  /// A column is data, not code: the compiler writes a table of columns into the program unchanged, so that a format
  /// costs little. This is why the functions that make columns are inlined.
  struct Column: Sendable {
    /// The key, for machines.
    private let key: String
    /// The label before the value; the words of the key when it is `nil`.
    private let label: String?
    private let unit: String
    /// The first octet of the field.
    private let start: UInt8
    /// The number of octets.
    private let count: UInt8
    private let isStructure: Bool
    private let content: Content
  }

  /// The roles of a field in redaction.
  enum ColumnRole: Sendable {
    case data
    case structure
  }

  /// Words for numbers, written as a dictionary.
  struct Words: Sendable, ExpressibleByDictionaryLiteral {
    /// Without labels: an array of other tuples would be cast, which Embedded Swift cannot do.
    fileprivate let words: [(UInt8, String)]

    @inline(__always)
    init(dictionaryLiteral elements: (UInt8, String)...) { words = elements }

    func callAsFunction(_ number: UInt8) -> String? { words.first { $0.0 == number }?.1 }
  }
}

extension FixedFormat.Column {
  /// The ways to turn the octets of a field into its value.
  fileprivate enum Content: Sendable {
    case number(Number)
    case fixed(OctetOrder)
    case float
    case flag(mask: UInt8)
    case choice(mask: UInt8, FixedFormat.Words)
    case octets
    case text
    case address(OctetOrder)
    case hexNumber(OctetOrder)
    case word
    case structure
    case value(DeclaredField.Kinds, @Sendable (_ octets: [UInt8]) -> Field.Value)
    case field(DeclaredField, @Sendable (_ octets: [UInt8]) -> Field)
  }

  /// The form of a number: see
  /// ``FixedFormat/Column/number(_:at:octets:_:mask:isSigned:factor:plus:decimals:missing:missingFrom:highest:label:unit:role:)``.
  fileprivate struct Number: Sendable {
    let mask: UInt64
    let missing: UInt32?
    let missingFrom: UInt32?
    let highest: Int16?
    let factor: Int32
    let addend: Int32
    let decimals: UInt8
    let isSigned: Bool
    let order: OctetOrder
    let kind: Kind

    enum Kind: Sendable {
      /// A number that cannot be measured is missing.
      case measured
      /// The number as sent, with decimals.
      case decimal
      /// The number as sent, and whole.
      case integer
    }
  }

  /// A number: some bits of one to eight octets, times a factor, plus an offset, divided by a power of ten.
  ///
  /// - Parameters:
  ///   - octets: the number of octets.
  ///   - mask: the bits of the number; they are shifted down to the lowest.
  ///   - isSigned: whether its highest bit counts negative.
  ///   - missing: the value, as sent, that means a missing number.
  ///   - missingFrom: the first of the values, as sent, that mean a missing number.
  ///   - highest: the highest number that can be measured, in the unit. A higher one is missing.
  ///   - label: the label before the number; the words of the key when it is not given.
  @inline(__always)
  static func number(
    _ key: String, at offset: Int, octets count: Int = 1, _ order: OctetOrder = .littleEndian,
    mask: UInt64 = .max, isSigned: Bool = false, factor: Int32 = 1, plus addend: Int32 = 0, decimals: UInt8 = 0,
    missing: UInt32? = nil, missingFrom: UInt32? = nil, highest: Int16? = nil, label: String? = nil, unit: String = "",
    role: FixedFormat.ColumnRole = .data
  ) -> Self {
    let number = Number(
      mask: mask, missing: missing, missingFrom: missingFrom, highest: highest, factor: factor, addend: addend,
      decimals: decimals,
      isSigned: isSigned, order: order, kind: .measured)
    return Self(key, offset, count, label, unit, role, .number(number))
  }

  /// A whole number as sent, even when it cannot be measured. Text leaves it out when it is missing, and when it has no
  /// label and no unit.
  @inline(__always)
  static func integer(
    _ key: String, at offset: Int, octets count: Int = 1, _ order: OctetOrder = .littleEndian,
    mask: UInt64 = .max, isSigned: Bool = false, factor: Int32 = 1, plus addend: Int32 = 0, missing: UInt32? = nil,
    label: String = "", unit: String = "", role: FixedFormat.ColumnRole = .data
  ) -> Self {
    let number = Number(
      mask: mask, missing: missing, missingFrom: nil, highest: nil, factor: factor, addend: addend, decimals: 0,
      isSigned: isSigned, order: order, kind: .integer)
    return Self(key, offset, count, label, unit, role, .number(number))
  }

  /// A number with decimals as sent, even when it cannot be measured. Text leaves it out when it is missing.
  @inline(__always)
  static func decimal(
    _ key: String, at offset: Int, octets count: Int = 1, _ order: OctetOrder = .littleEndian,
    mask: UInt64 = .max, isSigned: Bool = false, factor: Int32 = 1, decimals: UInt8,
    missing: UInt32? = nil, label: String = "", unit: String = "", role: FixedFormat.ColumnRole = .data
  ) -> Self {
    let number = Number(
      mask: mask, missing: missing, missingFrom: nil, highest: nil, factor: factor, addend: 0,
      decimals: decimals, isSigned: isSigned, order: order, kind: .decimal)
    return Self(key, offset, count, label, unit, role, .number(number))
  }

  /// A value in a form of its own.
  ///
  /// - Parameter kinds: the possible kinds of value.
  @inline(__always)
  static func value(
    _ key: String, at range: Range<Int>, as kinds: DeclaredField.Kinds = [.number, .null], label: String? = nil,
    unit: String = "", role: FixedFormat.ColumnRole = .data,
    _ value: @escaping @Sendable (_ octets: [UInt8]) -> Field.Value
  ) -> Self {
    Self(key, range.lowerBound, range.count, label, unit, role, .value(kinds, value))
  }

  /// A field that needs code of its own, in data that are long enough: its declaration, and a function that returns it.
  @inline(__always)
  static func field(_ declared: DeclaredField, _ field: @escaping @Sendable (_ octets: [UInt8]) -> Field) -> Self {
    Self(declared.key, 0, 0, nil, declared.unit, .data, .field(declared, field))
  }

  /// Octets that decide how the others are read. Neither machines nor people get them.
  @inline(__always)
  static func structure(at range: Range<Int>) -> Self {
    Self("", range.lowerBound, range.count, "", "", .structure, .structure)
  }

  /// A number that people write in hexadecimal, as sent.
  @inline(__always)
  static func hexNumber(
    _ key: String, at offset: Int, octets count: Int = 1, _ order: OctetOrder = .littleEndian,
    label: String = "",
    role: FixedFormat.ColumnRole = .data
  ) -> Self {
    Self(key, offset, count, label, "", role, .hexNumber(order))
  }

  /// A signed number of 256ths, rounded to hundredths.
  @inline(__always)
  static func fixed(_ key: String, at offset: Int, _ order: OctetOrder, unit: String) -> Self {
    Self(key, offset, 2, nil, unit, .data, .fixed(order))
  }

  /// A fraction of a range in parts of 65,535, in hundredths.
  static func fraction(
    _ key: String, at offset: Int, _ order: OctetOrder, of range: Int64, from lowest: Int64, label: String? = nil,
    unit: String
  ) -> Self {
    .value(key, at: offset..<offset + 2, label: label, unit: unit) { octets in
      let sent = Int64(order.number(of: octets[offset..<offset + 2]))
      return .decimal(DecimalNumber((sent * range * 200 + 65_535) / (2 * 65_535) + lowest * 100, decimals: 2))
    }
  }

  /// An IEEE 754 number of four octets, little-endian, to hundredths. A number that is not finite, or too large to be
  /// measured, is missing.
  @inline(__always)
  static func float(_ key: String, at offset: Int, unit: String) -> Self {
    Self(key, offset, 4, nil, unit, .data, .float)
  }

  /// A bit. Text has the words when it is set, and nothing when it is not.
  @inline(__always)
  static func flag(
    _ key: String, at offset: Int, mask: UInt8, whenTrue words: String? = nil, role: FixedFormat.ColumnRole = .data
  ) -> Self {
    Self(key, offset, 1, words, "", role, .flag(mask: mask))
  }

  /// A number with words. A number without words is printed itself.
  @inline(__always)
  static func choice(
    _ key: String, at offset: Int, mask: UInt8 = .max, label: String? = nil, role: FixedFormat.ColumnRole = .data,
    _ words: FixedFormat.Words
  ) -> Self {
    Self(key, offset, 1, label, "", role, .choice(mask: mask, words))
  }

  /// Octets in hexadecimal.
  @inline(__always)
  static func octets(
    _ key: String, at range: Range<Int>, label: String? = nil, role: FixedFormat.ColumnRole = .data
  ) -> Self {
    Self(key, range.lowerBound, range.count, label, "", role, .octets)
  }

  /// Text from the air, up to a zero octet.
  @inline(__always)
  static func text(_ key: String, at range: Range<Int>) -> Self {
    Self(key, range.lowerBound, range.count, nil, "", .data, .text)
  }

  /// A device address; `name` is its name in findings.
  @inline(__always)
  static func address(at offset: Int, _ order: OctetOrder = .littleEndian, name: String) -> Self {
    Self("address", offset, 6, name, "", .data, .address(order))
  }

  /// A word that belongs to the form and not to an octet: text has it in the title. It is null for machines when it is
  /// empty.
  @inline(__always)
  static func word(_ key: String, _ word: String) -> Self {
    Self(key, 0, 0, word, "", .data, .word)
  }

  @inline(__always)
  private init(
    _ key: String, _ start: Int, _ count: Int, _ label: String?, _ unit: String, _ role: FixedFormat.ColumnRole,
    _ content: Content
  ) {
    self.key = key
    self.label = label
    self.unit = unit
    self.start = UInt8(truncatingIfNeeded: start)
    self.count = UInt8(truncatingIfNeeded: count)
    isStructure = role == .structure
    self.content = content
  }
}

// MARK: Reading

extension FixedFormat.Column {
  /// Returns the field of data that are long enough.
  func field(of octets: [UInt8]) -> Field {
    let start = Int(start)
    let range = start..<start + Int(count)
    switch content {
    case .number(let number):
      let value = number.value(of: octets, in: range)
      switch number.kind {
      case .measured: return measured(value, of: octets, at: range)
      case .decimal: return Field(key, value, label: words, unit: unit, at: range, role: role)
      case .integer: return Field(key, value.map { $0.mantissa }, label: words, unit: unit, at: range, role: role)
      }
    case .hexNumber(let order):
      return told(.hexNumber(Self.bits(of: octets, in: range, order), octets: range.count), at: range)
    case .fixed(let order):
      let sent = Int16(truncatingIfNeeded: Self.bits(of: octets, in: range, order))
      return measured(DecimalNumber(ofTwoHundredFiftySixths: sent, decimals: 2), of: octets, at: range)
    case .float: return measured(Self.hundredths(of: octets, at: start), of: octets, at: range)
    case .flag(let mask):
      return Field(key, octets[start] & mask != 0, whenTrue: words, at: range, role: role)
    case .choice(let mask, let words):
      let number = (octets[start] & mask) >> UInt8(mask.trailingZeroBitCount)
      return told(words(number).map { .text($0) } ?? .number(Int64(number)), at: range)
    case .octets: return told(.octets(Array(octets[range])), at: range)
    case .text:
      let text = octets[range].prefix { $0 != 0 }
      return Field(key, .foreignText(Array(text)), label: words, at: range, role: .text)
    case .address(let order):
      let sent = Array(octets[range])
      return Field(
        key, .address(order == .littleEndian ? sent.reversed() : sent), at: range,
        role: .address(isLittleEndian: order == .littleEndian, name: label ?? ""), wording: .value)
    case .word: return Field(key, label.map { $0.isEmpty ? .null : .text($0) } ?? .null, wording: .hidden)
    case .structure: return .structure(at: range)
    case .value(_, let value):
      let said = value(octets)
      if case .decimal(let number) = said { return measured(number, of: octets, at: range) }
      return told(said, at: range)
    case .field(_, let field): return field(octets)
    }
  }

  private var role: Field.Role { isStructure ? .structure : .data }

  private func told(_ value: Field.Value, at range: Range<Int>) -> Field {
    Field(key, value, label: words, unit: unit, at: range, role: role)
  }

  private func measured(_ number: DecimalNumber?, of octets: [UInt8], at range: Range<Int>) -> Field {
    Field(measured: key, number, label: words, unit: unit, sent: octets[range], at: range, role: role)
  }

  /// The label, or else the words of the key: `battery voltage` for `batteryVoltage`.
  private var words: String {
    if let label { return label }
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard key.utf8.contains(where: { capitals.contains($0) }) else { return key }
    var words: [UInt8] = []
    for octet in key.utf8 {
      if capitals.contains(octet) {
        words += [UInt8(ascii: " "), octet | 0x20]
      } else {
        words.append(octet)
      }
    }
    return String(decoding: words, as: UTF8.self)
  }

  fileprivate static func bits(of octets: [UInt8], in range: Range<Int>, _ order: OctetOrder) -> UInt64 {
    order.number(of: octets[range])
  }

  private static func hundredths(of octets: [UInt8], at offset: Int) -> DecimalNumber? {
    let number = Float(bitPattern: UInt32(littleEndian: octets, at: offset))
    guard number.isFinite, number.magnitude < 1e9 else { return nil }
    return DecimalNumber(Int64((Double(number) * 100).rounded()), decimals: 2)
  }
}

// MARK: Declaring

extension FixedFormat.Column {
  /// The declaration of the field, for any octets.
  var declared: DeclaredField {
    if case .field(let declared, _) = content { declared } else { DeclaredField(key, kinds, unit: unit) }
  }

  private var kinds: DeclaredField.Kinds {
    switch content {
    case .number(let number): number.kinds(in: unit, octets: Int(count))
    case .hexNumber: .integer
    // From -128 to 128.
    case .fixed: DecimalNumber(128, decimals: 0).canBeMeasured(in: unit) ? .number : [.number, .null]
    case .float: [.number, .null]
    case .flag: .boolean
    case .choice(let mask, let words): words.words.count == 1 << mask.nonzeroBitCount ? .string : [.string, .integer]
    case .octets, .text, .address: .string
    case .word: label?.isEmpty ?? true ? .null : .string
    case .structure: []
    case .value(let kinds, _): kinds
    case .field(let declared, _): declared.kinds
    }
  }
}

extension FixedFormat.Column.Number {
  fileprivate func kinds(in unit: String, octets count: Int) -> DeclaredField.Kinds {
    switch kind {
    case .measured: canBeMissing(in: unit, octets: count) ? [.number, .null] : .number
    case .decimal: missing == nil ? .number : [.number, .null]
    case .integer: missing == nil ? .integer : [.integer, .null]
    }
  }

  /// Whether octets can state that there is no number, or give one that cannot be measured.
  private func canBeMissing(in unit: String, octets count: Int) -> Bool {
    if missing != nil || missingFrom != nil || highest != nil { return true }
    let all: UInt64 = count >= 8 ? .max : 1 << UInt64(8 * count) - 1
    let width = min((mask & all).nonzeroBitCount, 62)
    let numbers: ClosedRange<Int64> = isSigned ? -(1 << (width - 1))...(1 << (width - 1)) - 1 : 0...(1 << width) - 1
    let ends = [numbers.lowerBound, numbers.upperBound].map { $0 &* Int64(factor) &+ Int64(addend) }
    return !ends.allSatisfy { DecimalNumber($0, decimals: Int(decimals)).canBeMeasured(in: unit) }
  }

  /// Returns the number; `nil` when the octets state that there is none.
  fileprivate func value(of octets: [UInt8], in range: Range<Int>) -> DecimalNumber? {
    let all: UInt64 = range.count >= 8 ? .max : 1 << UInt64(8 * range.count) - 1
    let shift = UInt64((mask & all).trailingZeroBitCount)
    let width = 64 - ((mask & all) >> shift).leadingZeroBitCount
    let bits = (FixedFormat.Column.bits(of: octets, in: range, order) & mask & all) >> shift
    if let missing, bits == UInt64(missing) { return nil }
    if let missingFrom, bits >= UInt64(missingFrom) { return nil }
    let number = isSigned ? Int64(signed: bits, width: width) : Int64(truncatingIfNeeded: bits)
    let measured = DecimalNumber(number &* Int64(factor) &+ Int64(addend), decimals: Int(decimals))
    if let highest, measured.isAbove(Int64(highest)) { return nil }
    return measured
  }
}
