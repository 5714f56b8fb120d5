internal import AdvertisingData

/// The value of an expression of a program.
enum SourceValue: Hashable {
  /// A number, and the width in bits that a cast gives it.
  case number(Int64, bits: Int?)
  /// A text, without the zero at its end.
  case text([UInt8])
  /// Octets that are no text.
  case octets([UInt8])
  case uuid(SourceUUID)

  var number: Int64? { if case .number(let number, _) = self { number } else { nil } }

  /// The octets of the value, also of a text.
  var octets: [UInt8]? {
    switch self {
    case .text(let octets), .octets(let octets): octets
    default: nil
    }
  }

  var text: [UInt8]? { if case .text(let text) = self { text } else { nil } }
}

/// Octets of which something outside of the program decides some.
struct SourceOctets {
  var octets: [UInt8]
  /// The positions of the octets that are not known.
  var open: Set<Int> = []

  init(_ octets: [UInt8], open: Set<Int> = []) {
    self.octets = octets
    self.open = open
  }

  /// Returns the first octets.
  func prefix(_ count: Int) -> SourceOctets {
    SourceOctets(Array(octets.prefix(count)), open: open.filter { $0 < count })
  }

  static func += (one: inout SourceOctets, other: SourceOctets) {
    one.open.formUnion(other.open.map { $0 + one.octets.count })
    one.octets += other.octets
  }
}

/// A UUID in the width in which a program writes it.
struct SourceUUID: Hashable {
  let uuid: BluetoothUUID
  let width: BluetoothUUID.Width

  init(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) {
    self.uuid = uuid
    self.width = width
  }

  /// Makes a UUID from a number of 16 or 32 bits.
  init?(_ number: Int64, bits: Int) {
    guard number >= 0, let assigned = UInt32(exactly: number), bits == 32 || assigned <= 0xFFFF else { return nil }
    self.init(BluetoothUUID(assigned), bits == 16 ? .bits16 : .bits32)
  }

  /// Makes a UUID from a text of 4, 8 or 36 characters; `nil` for other lengths, which each library reads differently.
  init?(text: [UInt8]) {
    let hyphens = text.indices.filter { text[$0] == UInt8(ascii: "-") }
    guard text.count != 36 || hyphens == [8, 13, 18, 23], text.count == 36 || hyphens.isEmpty else { return nil }
    guard let uuid = BluetoothUUID(text: String(decoding: text, as: UTF8.self)) else { return nil }
    switch text.count {
    case 4: self.init(uuid, .bits16)
    case 8: self.init(uuid, .bits32)
    case 36: self.init(uuid, .bits128)
    default: return nil
    }
  }

  /// Makes a UUID from a text of one of these numbers of characters.
  ///
  /// - Throws: the fault of the text, at its place in the program, or at the use of it.
  static func read(
    _ text: [UInt8], of lengths: [Int] = [4, 8, 36], at use: SourceToken?, in program: some TokenProgram
  ) throws(SourceObstacle) -> SourceUUID {
    if lengths.contains(text.count), let uuid = SourceUUID(text: text) { return uuid }
    throw SourceObstacle(program.tokens.first { $0.isText(text) } ?? use, fault(of: text, lengths))
  }

  private static let groups = [8, 4, 4, 4, 12]

  /// Returns what is wrong with the text of a UUID.
  private static func fault(of text: [UInt8], _ lengths: [Int]) -> String {
    guard text.allSatisfy({ 0x20...0x7E ~= $0 }), 1...longestShown ~= text.count else {
      return "a UUID of \(text.count) characters, some of which may be no hex digits"
    }
    let start = "the UUID \"\(String(decoding: text, as: UTF8.self))\""
    let found = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if let wrong = text.first(where: { HexDigits.value(of: $0) == nil && $0 != UInt8(ascii: "-") }) {
      return "\(start) has \(Unicode.Scalar(wrong)), which is no hex digit"
    }
    if found.count == groups.count, lengths.contains(36),
      let wrong = found.indices.first(where: { found[$0].count != groups[$0] })
    {
      return "\(start) has \(found[wrong].count) digits in group \(wrong + 1), where a UUID has \(groups[wrong])"
    }
    let expected = listed(lengths.map { "\($0)" }, "or")
    let hyphens = found.count > 1 ? " with \(found.count - 1) hyphens" : ""
    return "\(start) has \(text.count) characters\(hyphens), where one of \(expected) is expected"
  }

  private static let longestShown = 48

  /// Makes a UUID from octets in little-endian order.
  init?(octets: [UInt8]) {
    let width: BluetoothUUID.Width
    switch octets.count {
    case 2: width = .bits16
    case 4: width = .bits32
    case 16: width = .bits128
    default: return nil
    }
    guard let uuid = BluetoothUUID(littleEndian: octets.span, at: 0, width: width) else { return nil }
    self.init(uuid, width)
  }

  /// The octets in the order in which they are sent.
  var octets: [UInt8] { uuid.littleEndian(width: width) ?? [] }
}

/// A reader of the numbers in an expression.
enum SourceNumber {
  /// Returns the value of a number of C; `nil` for fractions and for numbers that are too large.
  static func value(_ text: String) -> Int64? {
    var digits = Array(text.utf8.filter { $0 != 0x27 && $0 != 0x5F })
    while let last = digits.last, [0x75, 0x6C, 0x7A].contains(last | 0x20), digits.count > 1 { digits.removeLast() }
    guard digits.count <= 24 else { return nil }
    func number(_ digits: ArraySlice<UInt8>, radix: Int64) -> Int64? {
      guard !digits.isEmpty else { return nil }
      var value: Int64 = 0
      for digit in digits {
        guard let one = HexDigits.value(of: digit), one < radix else { return nil }
        let (product, isOver) = value.multipliedReportingOverflow(by: radix)
        let (sum, isTooLarge) = product.addingReportingOverflow(Int64(one))
        guard !isOver, !isTooLarge else { return nil }
        value = sum
      }
      return value
    }
    guard digits.count > 1, digits[0] == 0x30 else { return number(digits[...], radix: 10) }
    switch digits[1] | 0x20 {
    case UInt8(ascii: "x"): return number(digits[2...], radix: 16)
    case UInt8(ascii: "b"): return number(digits[2...], radix: 2)
    default: return number(digits[1...], radix: 8)
    }
  }
}
