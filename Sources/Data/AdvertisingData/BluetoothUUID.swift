/// A Bluetooth UUID: always 128 bits, independent of the width in which it is sent.
///
/// Two UUIDs are equal when they name the same thing, so `180F` sent in 16 bits equals the same UUID sent in 128.
/// The width on the air belongs to the list or service data that holds it. Source: Core Specification Vol 3 Part B 2.5.1.
public struct BluetoothUUID: Hashable, Sendable {
  /// The octets of the text form, first eight and last eight, each big-endian.
  let high: UInt64
  let low: UInt64

  /// `00000000-0000-1000-8000-00805F9B34FB` without its first 32 bits.
  private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
  private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

  /// The UUID of an assigned 32-bit (or 16-bit) number on the Bluetooth base.
  public init(_ assigned: UInt32) {
    high = UInt64(assigned) << 32 | Self.baseHigh
    low = Self.baseLow
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads a UUID in the given width at `offset`, least significant octet first as on the air; `nil` when the
  /// octets there are too few.
  public init?(littleEndian octets: Span<UInt8>, at offset: Int, width: Width) {
    guard offset >= 0, octets.count - offset >= width.octets else { return nil }
    func number(_ start: Int, _ count: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in stride(from: start + count - 1, through: start, by: -1) {
        value = value << 8 | UInt64(octets[index])
      }
      return value
    }
    switch width {
    case .bits16, .bits32: self.init(UInt32(truncatingIfNeeded: number(offset, width.octets)))
    case .bits128: self.init(high: number(offset + 8, 8), low: number(offset, 8))
    }
  }

  /// Reads the text form: 4, 8 or 32 hex digits, with hyphens anywhere between them, in upper or lower case, and an
  /// optional `0x` before a short form. `nil` for any other text.
  public init?(text: some StringProtocol) {
    var digits: [UInt8] = []
    var octets = Array(text.utf8)
    let hyphen = UInt8(ascii: "-")
    let isPrefixed = octets.count > 2 && octets[0] == UInt8(ascii: "0") && octets[1] | 0x20 == UInt8(ascii: "x")
    if isPrefixed {
      octets.removeFirst(2)
    }
    guard octets.first != hyphen, octets.last != hyphen else { return nil }
    for octet in octets where octet != hyphen {
      guard let digit = HexDigits.value(of: octet), digits.count < 32 else { return nil }
      digits.append(digit)
    }
    func number(_ slice: ArraySlice<UInt8>) -> UInt64 { slice.reduce(0) { $0 << 4 | UInt64($1) } }
    switch digits.count {
    case 4, 8: self.init(UInt32(truncatingIfNeeded: number(digits[...])))
    case 32 where !isPrefixed: self.init(high: number(digits[..<16]), low: number(digits[16...]))
    default: return nil
    }
  }

  /// The width of a UUID on the air.
  public enum Width: Int, Hashable, Sendable, CaseIterable {
    /// An assigned number on the Bluetooth base.
    case bits16 = 16
    /// A number on the Bluetooth base. Hardly any device uses this width.
    case bits32 = 32
    /// The whole UUID.
    case bits128 = 128

    /// The number of octets.
    public var octets: Int { rawValue / 8 }
  }

  /// The narrowest width that can carry this UUID.
  public var shortestWidth: Width {
    guard low == Self.baseLow, high & 0xFFFF_FFFF == Self.baseHigh else { return .bits128 }
    return high >> 48 == 0 ? .bits16 : .bits32
  }

  /// The 16-bit assigned number, or `nil` when the UUID has none.
  public var assignedNumber16: UInt16? {
    shortestWidth == .bits16 ? UInt16(truncatingIfNeeded: high >> 32) : nil
  }

  /// Returns the octets as on the air in the given width, least significant first; `nil` when the UUID does not fit
  /// that width.
  public func littleEndian(width: Width) -> [UInt8]? {
    guard width.octets >= shortestWidth.octets else { return nil }
    func octets(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return width == .bits128 ? octets(low, 8) + octets(high, 8) : octets(high >> 32, width.octets)
  }

  /// The UUID whose octets are this one's in reverse. A receiver sees it when the sender did not send the least
  /// significant octet first.
  public var reversed: BluetoothUUID {
    BluetoothUUID(high: low.byteSwapped, low: high.byteSwapped)
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral {
  /// An assigned number on the Bluetooth base: `0x180F`. A number of more than 32 bits does not compile.
  public init(integerLiteral assigned: UInt32) {
    self.init(assigned)
  }
}

extension BluetoothUUID: ExpressibleByStringLiteral {
  /// A UUID in its text form: `"afd0ffa0-2a9e-41a9-b9db-115a0e511de4"`.
  ///
  /// It takes only a literal in the source. A literal that is not a UUID ends the program. For other text use
  /// ``init(text:)``, which returns `nil` then.
  public init(stringLiteral literal: StaticString) {
    let uuid = BluetoothUUID(text: literal.description)
    precondition(uuid != nil, "a literal that is no UUID")
    self = uuid ?? BluetoothUUID(0)
  }
}

extension BluetoothUUID: CustomStringConvertible {
  /// Lower case, in the shortest width: `180f`, `0001f00d`, `afd0ffa0-2a9e-41a9-b9db-115a0e511de4`.
  public var description: String {
    switch shortestWidth {
    case .bits16: return HexDigits.text(high >> 32, digits: 4)
    case .bits32: return HexDigits.text(high >> 32, digits: 8)
    case .bits128:
      var text: [UInt8] = []
      text.append(addingCapacity: 36) { added in
        for digit in 0..<32 {
          if digit == 8 || digit == 12 || digit == 16 || digit == 20 { added.append(UInt8(ascii: "-")) }
          let half = digit < 16 ? high : low
          added.append(HexDigits.ascii(UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 0xF))
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension BluetoothUUID: Comparable {
  /// Orders by the numeric value of the 128 bits.
  public static func < (one: Self, other: Self) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

extension BluetoothUUID {
  /// All 32 digits, even where a short form is possible.
  package var fullText: String {
    let groups: [(half: UInt64, shift: UInt64, digits: Int)] = [
      (high, 32, 8), (high, 16, 4), (high, 0, 4), (low, 48, 4), (low, 0, 12),
    ]
    return groups.map { HexDigits.text($0.half >> $0.shift, digits: $0.digits) }.joined(separator: "-")
  }
}
