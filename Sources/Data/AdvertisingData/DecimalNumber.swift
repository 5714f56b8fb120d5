/// A number with decimals, as a device sends it: an integer divided by a power of ten. It is exact; a binary fraction
/// would not be.
public struct DecimalNumber: Hashable, Sendable {
  /// The number without its decimal point.
  public let mantissa: Int64
  /// The number of digits of the mantissa after the decimal point.
  public let decimals: Int

  /// A mantissa divided by ten to the power of `decimals`.
  public init(_ mantissa: some BinaryInteger, decimals: Int) {
    self.mantissa = Int64(clamping: mantissa)
    self.decimals = max(0, decimals)
  }

  /// A number of 256ths, rounded to a number of decimals, halves away from zero.
  init(ofTwoHundredFiftySixths sent: Int16, decimals: Int) {
    var scaled = Int64(sent)
    for _ in 0..<decimals { scaled *= 10 }
    self.init((scaled + (sent < 0 ? -128 : 128)) / 256, decimals: decimals)
  }
}

extension DecimalNumber: CustomStringConvertible {
  /// The number without trailing zeros: `25.06`, `-0.5`, `3000`.
  public var description: String {
    var digits = Array(String(mantissa.magnitude).utf8)
    if digits.count <= decimals {
      digits = [UInt8](repeating: UInt8(ascii: "0"), count: decimals + 1 - digits.count) + digits
    }
    var fraction = Array(digits[(digits.count - decimals)...])
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    let sign: [UInt8] = mantissa < 0 ? [UInt8(ascii: "-")] : []
    let point: [UInt8] = fraction.isEmpty ? [] : [UInt8(ascii: ".")]
    let whole = sign + Array(digits[..<(digits.count - decimals)])
    return String(decoding: whole + point + fraction, as: UTF8.self)
  }
}
