/// A range of positive numbers divided by ratios.
struct LogScale {
  let least: Int64
  let most: Int64
  /// Where the range is divided into halves.
  let middle: Int64
  private let steps: Int
  private let start: Double
  private let length: Double

  /// Between two numbers, of which those less than 1 are taken as 1.
  init(_ least: Int64, _ most: Int64, steps: Int) {
    self.least = max(1, least)
    self.most = max(self.least, most)
    self.steps = max(1, steps)
    start = Self.logarithm(Double(self.least))
    length = Self.logarithm(Double(self.most)) - start
    middle = Int64((Double(self.least) * Double(self.most)).squareRoot())
  }

  /// From 0 for the least to 1 for the most.
  func share(of number: Int64) -> Double {
    guard length > 0 else { return 0 }
    return min(max((Self.logarithm(Double(max(1, number))) - start) / length, 0), 1)
  }

  /// The step that a number lies in, from 0.
  func position(of number: Int64) -> Int { min(Int(share(of: number) * Double(steps)), steps - 1) }

  /// To the base 2, digit by digit: this module does without the mathematics of the system.
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
