extension Field {
  /// A measured number. A number that the device marks as missing, or that cannot be measured, is null: text then has
  /// "not a value" and the octets.
  ///
  /// - Parameters:
  ///   - number: `nil` when the octets mark it as missing.
  ///   - sent: the octets of the number, as sent.
  init(
    measured key: String, _ number: DecimalNumber?, label: String, unit: String, sent: some Sequence<UInt8>,
    at range: Range<Int>? = nil, role: Role = .data
  ) {
    if let number, number.canBeMeasured(in: unit) {
      self.init(key, number, label: label, unit: unit, at: range, role: role)
    } else {
      let none = "not a value (\(HexText.compact(Array(sent))))"
      self.init(key, .null, label: label, unit: unit, whenEmpty: none, at: range, role: role)
    }
  }
}

extension DecimalNumber {
  /// Returns whether the number is possible in a unit: no fraction is below 0 or above 100 %, and no temperature is
  /// below absolute zero.
  func canBeMeasured(in unit: String) -> Bool {
    switch unit {
    case "%": mantissa >= 0 && !isAbove(100)
    case "°C": decimals > 12 || mantissa >= -27315 * power(decimals) / 100
    default: true
    }
  }

  /// Returns whether it is greater than a whole number.
  func isAbove(_ whole: Int64) -> Bool { decimals <= 12 && mantissa > whole &* power(decimals) }

  private func power(_ count: Int) -> Int64 { (0..<count).reduce(1) { power, _ in power * 10 } }
}
