extension Array where Element == UInt8 {
  /// The octets written as hex digits, with spaces and underscores anywhere. Stops the tests on anything else: a
  /// literal in a test is never wrong on purpose.
  public init(hex: String) {
    let digits = hex.filter { $0 != " " && $0 != "_" && $0 != "\n" }.map { character in
      guard let digit = character.hexDigitValue else { preconditionFailure("\(character) is no hex digit") }
      return UInt8(digit)
    }
    precondition(digits.count % 2 == 0, "half an octet in \(hex)")
    self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Lower-case hex without separators, for failure texts.
  public var hex: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  public mutating func append(_ number: some FixedWidthInteger, order: ByteOrder) {
    let octets = (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    append(contentsOf: order == .little ? octets : octets.reversed())
  }
}

public enum ByteOrder: Sendable, CaseIterable {
  case little
  case big
}
