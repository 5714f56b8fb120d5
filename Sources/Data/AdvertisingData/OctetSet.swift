/// The values that one octet may have.
public struct OctetSet: Hashable, Sendable {
  private var bits = SIMD4<UInt64>()

  /// No values.
  public init() {}

  /// The values of a range.
  public init(_ range: ClosedRange<UInt8>) {
    for value in range { insert(value) }
  }

  /// The values with the given half octets; `nil` for a half octet with any value.
  public init(high: UInt8?, low: UInt8?) {
    for value in UInt8.min...UInt8.max where high ?? value >> 4 == value >> 4 && low ?? value & 0xF == value & 0xF {
      insert(value)
    }
  }

  /// Every value.
  public static let any = OctetSet(0...0xFF)
  /// `0` to `9` in ASCII.
  public static let digits = OctetSet(0x30...0x39)
  /// `0` to `9`, `A` to `F` and `a` to `f` in ASCII.
  public static let hexDigits = digits.union(OctetSet(0x41...0x46)).union(OctetSet(0x61...0x66))
  /// `A` to `Z` and `a` to `z` in ASCII.
  public static let letters = OctetSet(0x41...0x5A).union(OctetSet(0x61...0x7A))
  /// The octets of UTF-8 text, without control characters.
  public static let text = OctetSet(0x20...0x7E).union(OctetSet(0x80...0xFF))

  /// Adds a value.
  public mutating func insert(_ value: UInt8) {
    bits[Int(value >> 6)] |= 1 << UInt64(value & 63)
  }

  /// Returns whether the value is in the set.
  public func contains(_ value: UInt8) -> Bool {
    bits[Int(value >> 6)] & 1 << UInt64(value & 63) != 0
  }

  /// The number of values.
  public var count: Int { bits.indices.reduce(0) { $0 + bits[$1].nonzeroBitCount } }

  /// Returns whether the set contains all values of another set.
  public func isSuperset(of other: OctetSet) -> Bool { bits & other.bits == other.bits }

  /// Returns the values of both.
  public func union(_ other: OctetSet) -> OctetSet {
    var both = self
    both.bits |= other.bits
    return both
  }

  /// The values in ascending order.
  public var values: [UInt8] { (UInt8.min...UInt8.max).filter(contains) }

  /// The set in words: `digits`, `any`, `00 to 0f`.
  public var words: String {
    let known = [
      (Self.any, "any"), (.digits, "digits"), (.hexDigits, "hex digits"), (.letters, "letters"), (.text, "text"),
    ]
    if let words = known.first(where: { $0.0 == self })?.1 { return words }
    let values = values
    guard let first = values.first, let last = values.last else { return "none" }
    let isRange = Int(last) - Int(first) == values.count - 1
    return "\(isRange ? "" : "some of ")\(HexText.compact([first])) to \(HexText.compact([last]))"
  }

  /// The set as hex with placeholders: `59`, `??`, `4?`, `00..0f`. A set without such a form becomes `??`.
  public var pattern: String {
    if let text = Self.halves[self] { return text }
    let values = values
    guard let first = values.first, let last = values.last, Int(last) - Int(first) == values.count - 1 else {
      return "??"
    }
    return first == last ? HexText.compact([first]) : "\(HexText.compact([first]))..\(HexText.compact([last]))"
  }

  /// The sets of all values with one half octet, and of any value.
  private static let halves: [OctetSet: String] = {
    var halves = [OctetSet.any: "??"]
    for digit in UInt8(0)..<16 {
      let text = String(digit, radix: 16)
      halves[OctetSet(high: digit, low: nil)] = text + "?"
      halves[OctetSet(high: nil, low: digit)] = "?" + text
    }
    return halves
  }()

  /// One value that represents the set: `x` when the set has it and not zero, `a5` when any value is possible, else the
  /// lowest. 0 for an empty set.
  public var representative: UInt8 {
    // Zeros have meanings of their own: a UUID of zeros has a shorter form, and zeros at an end can be left out.
    if self == .any { return 0xA5 }
    let x = UInt8(ascii: "x")
    return contains(x) && !contains(0) ? x : values.first ?? 0
  }
}
