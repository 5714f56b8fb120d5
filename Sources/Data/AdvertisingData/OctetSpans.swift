/// Whole numbers of one to eight octets. Callers have checked that there are enough octets; a wrong offset is a
/// programmer's error.
extension Span where Element == UInt8 {
  /// Returns a number sent with its least significant octet first, as nearly all numbers in Bluetooth.
  package func littleEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in stride(from: offset + count - 1, through: offset, by: -1) {
      number = number << 8 | UInt64(self[index])
    }
    return number
  }

  /// Returns a number sent with its most significant octet first, as in Bluetooth Mesh.
  func bigEndian(at offset: Int, count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in offset..<offset + count {
      number = number << 8 | UInt64(self[index])
    }
    return number
  }
}

extension Span where Element == UInt8 {
  /// Whether one of the octets is as wanted.
  package func contains(where isWanted: (UInt8) -> Bool) -> Bool {
    for index in indices where isWanted(self[index]) { return true }
    return false
  }
}

extension Int64 {
  /// A signed number from its lowest bits, 1 to 64; the highest of them is the sign.
  init(signed bits: UInt64, width: Int) {
    let unused = 64 - width
    self = Int64(truncatingIfNeeded: bits << UInt64(unused)) >> Int64(unused)
  }
}

extension Array where Element == UInt8 {
  /// The lowest `count` octets of a number, least significant first.
  package init(littleEndian number: some BinaryInteger, count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The lowest `count` octets of a number, most significant first.
  init(bigEndian number: some BinaryInteger, count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension FixedWidthInteger {
  /// The integer whose most significant octet is at `offset`.
  init(bigEndian octets: [UInt8], at offset: Int) {
    var value: Self = 0
    for index in offset..<offset + Self.bitWidth / 8 {
      value = value << 8 | Self(truncatingIfNeeded: octets[index])
    }
    self = value
  }

  /// The integer whose least significant octet is at `offset`.
  init(littleEndian octets: [UInt8], at offset: Int) {
    self = Self(bigEndian: octets, at: offset).byteSwapped
  }

  /// The octets, most significant first.
  var bigEndianOctets: [UInt8] { littleEndianOctets.reversed() }

  /// The octets, least significant first.
  package var littleEndianOctets: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }
}

extension Array where Element == UInt8 {
  /// Throws when there are fewer octets than a fixed part needs.
  func require(_ minimum: Int) throws(Malformation) {
    guard count >= minimum else { throw .tooShort(minimum: minimum, actual: count) }
  }

  /// The octets of a view, owned.
  public init(copying span: Span<UInt8>) {
    self.init()
    // Adding nothing to an empty array writes the count of the storage that all empty arrays share.
    guard !span.isEmpty else { return }
    // The initialiser with a capacity is not specialised, and takes ten times as long as the copy itself.
    append(addingCapacity: span.count) { output in
      for index in span.indices {
        output.append(span[index])
      }
    }
  }
}

/// The octets that follow the first octet of a UTF-8 character beyond ASCII.
///
/// Source: The Unicode Standard, table 3-7.
public struct UTF8Continuation: Hashable, Sendable {
  /// The number of octets that follow, 1 to 3.
  public let count: Int
  /// The range of the first of them; those after it are in ``later``.
  public let next: ClosedRange<UInt8>

  /// The range of every octet after the second one.
  public static let later: ClosedRange<UInt8> = 0x80...0xBF

  /// Looks up what follows the first octet of a character; `nil` for ASCII and for octets that cannot start one.
  public init?(after start: UInt8) {
    switch start {
    case 0xC2...0xDF: (count, next) = (1, Self.later)
    case 0xE0: (count, next) = (2, 0xA0...0xBF)
    case 0xED: (count, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (count, next) = (2, Self.later)
    case 0xF0: (count, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (count, next) = (3, Self.later)
    case 0xF4: (count, next) = (3, 0x80...0x8F)
    default: return nil
    }
  }
}

extension Array where Element == UInt8 {
  /// Offset of the first octet that does not belong to valid UTF-8, `nil` when all of it is valid.
  var firstInvalidUTF8: Int? {
    var decoder = UTF8.ForwardParser()
    var iterator = makeIterator()
    var valid = 0
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded): valid += encoded.count
      case .emptyInput: return nil
      case .error: return valid
      }
    }
  }
}
