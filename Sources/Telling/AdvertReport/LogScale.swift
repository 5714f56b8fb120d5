/// A range of positive numbers divided by ratios.
package struct LogScale {
  let least: Int64
  let most: Int64
  /// The middle of the range on the scale.
  let middle: Int64
  private let steps: Int
  private let start: Double
  private let length: Double

  /// A scale between two numbers; those less than 1 count as 1.
  package init(_ least: Int64, _ most: Int64, steps: Int) {
    self.least = max(1, least)
    self.most = max(self.least, most)
    self.steps = max(1, steps)
    start = Self.logarithm(Double(self.least))
    length = Self.logarithm(Double(self.most)) - start
    middle = Int64((Double(self.least) * Double(self.most)).squareRoot())
  }

  /// Returns a number from 0 for the least to 1 for the most.
  package func share(of number: Int64) -> Double {
    guard length > 0 else { return 0 }
    return min(max((Self.logarithm(Double(max(1, number))) - start) / length, 0), 1)
  }

  /// Returns the step of a number, from 0.
  func position(of number: Int64) -> Int { min(Int(share(of: number) * Double(steps)), steps - 1) }

  /// Returns the logarithm to the base 2, digit by digit: this module does not use the mathematics of the system.
  ///
  /// - Parameter number: at least 1.
  static func logarithm(_ number: Double) -> Double {
    var rest = number.significand
    var logarithm = Double(number.exponent)
    var digit = 0.5
    for _ in 0..<24 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        logarithm += digit
      }
      digit /= 2
    }
    return logarithm
  }
}
