/// A parameter or an option of a call, with the values that the stack accepts.
package struct StackParameter: Hashable, Sendable {
  /// The call that checks the parameter.
  package let call: String
  /// The name of the member or the option: `interval_min`, `BT_LE_ADV_OPT_CODED`.
  package let name: String
  /// The accepted values.
  package let rule: Rule
  /// The consequence of other values, as the rest of a sentence; empty for ``Rule/anything``.
  package var error = ""
  /// The condition under which the stack refuses them; `nil` when it always does.
  package var condition: String?
  /// The order that mends the call.
  package var remedy: String?

  /// The rules for values.
  package enum Rule: Hashable, Sendable {
    /// The call accepts every value.
    case anything
    /// The call refuses the option.
    case refused
    /// The call refuses the option without another one.
    case needs(String)
    /// The call refuses the option together with all of these.
    case not(with: [String])
    /// The call accepts these numbers. With an option, the row is for calls with it, or for calls without it.
    case values(ClosedRange<Int64>, option: String? = nil, isOn: Bool = true)
    /// The call accepts these numbers, which programs write with a point: 2000 with 5 places is 0.02.
    case decimal(ClosedRange<Int64>, places: Int)
    /// The call accepts numbers that are not above that of another parameter.
    case atMost(String)

    /// The accepted values, for people.
    package var words: String {
      switch self {
      case .anything: "every value"
      case .refused: "not there"
      case .needs(let other): "with \(other)"
      case .not(let others): "not with \(others.joined(separator: " and "))"
      case .values(let values, let option, let isOn):
        "\(values.lowerBound) to \(values.upperBound)" + (option.map { isOn ? " with \($0)" : " without \($0)" } ?? "")
      case .decimal(let values, let places):
        "\(Rule.words(values.lowerBound, places)) to \(Rule.words(values.upperBound, places))"
      case .atMost(let other): "at most \(other)"
      }
    }

    /// Returns a number with its decimal places, without zeros at the end.
    static func words(_ number: Int64, _ places: Int) -> String {
      var digits = String(number.magnitude)
      digits = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
      var fraction = digits.suffix(places)
      while fraction.last == "0" { fraction.removeLast() }
      return (number < 0 ? "-" : "") + digits.dropLast(places) + (fraction.isEmpty ? "" : "." + fraction)
    }
  }

  package init(
    _ call: String, _ name: String, _ rule: Rule, error: String = "", condition: String? = nil, remedy: String? = nil
  ) {
    self.call = call
    self.name = name
    self.rule = rule
    self.error = error
    self.condition = condition
    self.remedy = remedy
  }

  /// The parameters that a program gives to a call: options that are on, and numbers that are known.
  package struct Given: Hashable, Sendable {
    package var options: Set<String> = []
    package var numbers: [String: Int64] = [:]

    package init(options: Set<String> = [], numbers: [String: Int64] = [:]) {
      self.options = options
      self.numbers = numbers
    }
  }

  /// Returns the words for a refused value; `nil` when the call accepts what it is given.
  private func defect(_ given: Given) -> String? {
    let isOn = given.options.contains(name)
    let number = given.numbers[name]
    switch rule {
    case .anything: return nil
    case .refused: return isOn ? "\(name) is not allowed there" : nil
    case .needs(let other): return isOn && !given.options.contains(other) ? "\(name) needs \(other)" : nil
    case .not(let others):
      return isOn && given.options.isSuperset(of: others)
        ? "\(([name] + others).joined(separator: ", ")) are set together" : nil
    case .values(let values, let option, let isOptionOn):
      guard option.map({ given.options.contains($0) == isOptionOn }) ?? true else { return nil }
      return defect(number, outside: values)
    case .decimal(let values, let places): return defect(number, outside: values, places: places)
    case .atMost(let other):
      guard let number, let most = given.numbers[other], number > most else { return nil }
      return "\(name) is \(number), above \(other) \(most)"
    }
  }

  /// Returns the words for a number outside of a range; `nil` when it is inside, or not known.
  private func defect(_ number: Int64?, outside values: ClosedRange<Int64>, places: Int = 0) -> String? {
    guard let number, !values.contains(number) else { return nil }
    let (side, limit) = number < values.lowerBound ? ("below", values.lowerBound) : ("above", values.upperBound)
    return "\(name) is \(Rule.words(number, places)), \(side) \(Rule.words(limit, places))"
  }

  /// Returns the failure for a refused value; `nil` when the call accepts what it is given.
  func failure(_ given: Given) -> StackFailure? {
    defect(given).map {
      StackFailure(call, error, .parameter($0 + (condition.map { ", \($0)" } ?? ""), remedy: remedy))
    }
  }
}

extension StackBuilder {
  /// Returns the failure of a call for its parameters, and whether it is certain; `nil` when the stack accepts them.
  package func failure(of call: String, _ given: StackParameter.Given) -> (failure: StackFailure, isCertain: Bool)? {
    let rows = parameters.filter { $0.call == call }
    for isCertain in [true, false] {
      for row in rows where (row.condition == nil) == isCertain {
        if let failure = row.failure(given) { return (failure, isCertain) }
      }
    }
    return nil
  }
}
