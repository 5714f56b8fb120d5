extension DataForm {
  /// One column of a ``DataForm``: where a field is, and how its value is written.
  struct Column: Sendable {
    /// The field of data that are long enough.
    let field: @Sendable (_ octets: [UInt8]) -> Field
  }

  /// Which octet of a number comes first.
  enum Order: Sendable {
    case littleEndian
    case bigEndian
  }
}

extension DataForm.Column {
  /// A number: some bits of one to eight octets, times a factor, plus an offset, divided by a power of ten.
  ///
  /// - Parameters:
  ///   - octets: how many octets it takes.
  ///   - mask: the bits of it; they are moved down to the lowest.
  ///   - isSigned: whether its highest bit counts negative.
  ///   - missing: the value, as sent, that says that there is none.
  ///   - missingFrom: the first of the values, as sent, that say so.
  ///   - label: in front of the number; the words of the key when it is not given.
  static func number(
    _ key: String, at offset: Int, octets count: Int = 1, _ order: DataForm.Order = .littleEndian,
    mask: UInt64 = .max, isSigned: Bool = false, factor: Int64 = 1, plus addend: Int64 = 0, decimals: Int = 0,
    missing: UInt64? = nil, missingFrom: UInt64 = .max, label: String? = nil, unit: String = "",
    role: Field.Role = .data
  ) -> Self {
    let all: UInt64 = count >= 8 ? .max : 1 << UInt64(8 * count) - 1
    let shift = UInt64((mask & all).trailingZeroBitCount)
    let width = 64 - ((mask & all) >> shift).leadingZeroBitCount
    return value(key, at: offset..<offset + count, label: label, unit: unit, role: role) { octets in
      let sent =
        switch order {
        case .littleEndian: octets.span.littleEndian(at: offset, count: count)
        case .bigEndian: octets.span.bigEndian(at: offset, count: count)
        }
      let bits = (sent & mask & all) >> shift
      if bits == missing || bits >= missingFrom { return .null }
      let number = isSigned ? Int64(signed: bits, width: width) : Int64(truncatingIfNeeded: bits)
      return .decimal(DecimalNumber(number &* factor &+ addend, decimals: decimals))
    }
  }

  /// A value that is written in a way of its own.
  static func value(
    _ key: String, at range: Range<Int>, label: String? = nil, unit: String = "", role: Field.Role = .data,
    _ value: @escaping @Sendable (_ octets: [UInt8]) -> Field.Value
  ) -> Self {
    let label = label ?? words(of: key)
    return Self { Field(key, value($0), label: label, unit: unit, at: range, role: role) }
  }

  /// A signed number of 256ths, to hundredths.
  static func fixed(
    _ key: String, at offset: Int, _ order: DataForm.Order, label: String? = nil, unit: String
  ) -> Self {
    value(key, at: offset..<offset + 2, label: label, unit: unit) { octets in
      let sent =
        switch order {
        case .littleEndian: Int16(littleEndian: octets, at: offset)
        case .bigEndian: Int16(bigEndian: octets, at: offset)
        }
      return .decimal(DecimalNumber(Int(sent) * 100 / 256, decimals: 2))
    }
  }

  /// An IEEE 754 number of four octets, little-endian, to hundredths. One that is none, or too large to be measured, is
  /// missing.
  static func float(_ key: String, at offset: Int, unit: String) -> Self {
    value(key, at: offset..<offset + 4, unit: unit) { octets in
      let number = Float(bitPattern: UInt32(littleEndian: octets, at: offset))
      guard number.isFinite, number.magnitude < 1e9 else { return .null }
      return .decimal(DecimalNumber(Int64((Double(number) * 100).rounded()), decimals: 2))
    }
  }

  /// A bit. People are told the words when it is set, and nothing when it is not.
  static func flag(
    _ key: String, at offset: Int, mask: UInt8, whenTrue words: String? = nil, role: Field.Role = .data
  ) -> Self {
    let words = words ?? Self.words(of: key)
    return Self { Field(key, $0[offset] & mask != 0, whenTrue: words, at: offset..<offset + 1, role: role) }
  }

  /// A number that stands for words. One that stands for none is printed.
  static func choice(
    _ key: String, at offset: Int, mask: UInt8 = .max, label: String? = nil, role: Field.Role = .data,
    _ names: [UInt8: String]
  ) -> Self {
    value(key, at: offset..<offset + 1, label: label, role: role) { octets in
      let number = (octets[offset] & mask) >> UInt8(mask.trailingZeroBitCount)
      return names[number].map { .text($0) } ?? .number(Int64(number))
    }
  }

  /// Octets in hexadecimal.
  static func octets(_ key: String, at range: Range<Int>, label: String? = nil, role: Field.Role = .data) -> Self {
    value(key, at: range, label: label, role: role) { .octets(Array($0[range])) }
  }

  /// A device address; `name` is what findings call it.
  static func address(at offset: Int, _ order: DataForm.Order = .littleEndian, name: String) -> Self {
    let isLittleEndian = order == .littleEndian
    return Self { octets in
      let sent = Array(octets[offset..<offset + 6])
      return Field(
        "address", .address(isLittleEndian ? sent.reversed() : sent), at: offset..<offset + 6,
        role: .address(isLittleEndian: isLittleEndian, name: name), wording: .value)
    }
  }

  /// A key as people read it: `batteryVoltage` as `battery voltage`.
  private static func words(of key: String) -> String {
    var words: [UInt8] = []
    for octet in key.utf8 {
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) {
        words += [UInt8(ascii: " "), octet | 0x20]
      } else {
        words.append(octet)
      }
    }
    return String(decoding: words, as: UTF8.self)
  }
}
