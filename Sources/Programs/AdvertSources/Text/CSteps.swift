/// Variables that the statements of a function change one after the other, up to their use:
///
/// ```
/// adv_data[i++] = 0x02;
/// memcpy(&adv_data[3], uuid, 2);
/// ```
extension CProgram {
  /// Returns the places at which the function of a use changes a variable before it, each surely and once.
  ///
  /// - Throws: the first change that may come at another time.
  fileprivate func steps(of declaration: Declaration, before use: Int) throws(SourceObstacle) -> [Int] {
    let (places, macro) = changes(of: declaration)
    if let macro { throw macro }
    // A pointer and a member of a structure may show an array as it is later.
    let mayChangeLater = !declaration.isArray && !jumping.contains(owners[use])
    var steps: [Int] = []
    guard places.count <= Self.mostChanges else { throw SourceObstacle(tokens[use], "more changes than are followed") }
    for index in places where declaration.isArray || !isValue(index) {
      let isOfFunction = owners[use] >= 0 && owners[index] == owners[use]
      guard isOfFunction, index - statements[index] <= Self.mostChanges,
        index < use || mayChangeLater && contexts[index] != .repeated
      else {
        throw change(at: index, of: declaration) ?? SourceObstacle(tokens[index], "a change that is not read")
      }
      guard index < use else { continue }
      if statements[index] == statements[use] {
        // `n = n + 1` sets what is before it afterwards; the order within other statements is not certain.
        if statements[index] == index { continue }
        throw change(at: index, of: declaration) ?? SourceObstacle(tokens[index], "a change that is not read")
      }
      if let doubt = doubt(index), contexts[index] == .repeated || !runsBefore(index, use) { throw doubt }
      steps.append(index)
    }
    return steps
  }

  /// Whether a variable keeps its value when its function has ended.
  fileprivate func isKept(_ declaration: Declaration) -> Bool {
    owners[declaration.name] < 0 || declaration.type.contains("static")
  }

  /// The most changes of a variable that are followed.
  static var mostChanges: Int { 2048 }

  /// Whether a function gets a variable by its value: in C all do, in C++ those of C.
  private func isValue(_ index: Int) -> Bool {
    guard tokens[index - 1].isMark("(") || tokens[index - 1].isMark(","),
      tokens[index + 1].isMark(")") || tokens[index + 1].isMark(",")
    else { return false }
    return !isCPlusPlus || CExpression.copying.contains(tokens[statements[index]].text)
  }

  /// Whether a variable is of a file and of no class, so that it begins with zeros.
  fileprivate func isOfFile(_ declaration: Declaration) -> Bool {
    owners[declaration.name] < 0 && around[declaration.name] < 0
  }
}

extension CExpression {
  fileprivate static let copying: Set<String> = ["memcpy", "memmove", "memset"]

  /// Returns the value of a variable after the statements that set it and count it up.
  mutating func stepped(_ declaration: CProgram.Declaration, _ token: SourceToken) throws(SourceObstacle) -> SourceValue
  {
    let tokens = program.tokens
    let isKept = program.isKept(declaration)
    var base = isKept ? nil : declaration.value
    var added: Int64 = 0
    for index in try program.steps(of: declaration, before: use) {
      try spend(token)
      let next = tokens[index + 1]
      let isStatement = program.statements[index] == index
      let value = index + 2..<max(program.statement(of: index).upperBound, index + 2)
      if isStatement, next.isMark("=") {
        (base, added) = (value, 0)
      } else if next.isMark("++") || tokens[index - 1].isMark("++") {
        added += 1
      } else if isStatement, next.isMark("+="), let number = try self.value(at: value).number, 0...0xFFFF ~= number {
        added += number
      } else {
        throw SourceObstacle(tokens[index], "\(token.text) is changed in a way that is not read")
      }
    }
    guard let base, !base.isEmpty else {
      if isKept, let change = program.change(of: declaration) { throw change }
      throw noValue(token)
    }
    let value = try value(at: base)
    guard added > 0 else { return value }
    guard let number = value.number, let sum = Self.apply("+", number, added) else {
      throw SourceObstacle(token, "\(token.text) is no number")
    }
    return .number(sum, bits: nil)
  }

  /// Returns the octets of an array up to the first that no statement has set.
  mutating func filled(_ declaration: CProgram.Declaration, _ token: SourceToken) throws(SourceObstacle) -> [UInt8] {
    try filled(declaration, token, opens: false).octets
  }

  /// Returns the octets of an array up to the first that no statement has set.
  ///
  /// - Parameter opens: whether octets that the program computes may be open; otherwise they are refused.
  mutating func filled(
    _ declaration: CProgram.Declaration, _ token: SourceToken, opens: Bool
  ) throws(SourceObstacle) -> SourceOctets {
    let steps = try program.steps(of: declaration, before: use)
    guard declaration.isOfOctets else { throw SourceObstacle(token, "\(token.text) is no array of octets") }
    var octets: [UInt8?] = []
    if declaration.value != nil {
      let value = try array(declaration, token)
      octets = (value.octets ?? []).map { Optional($0) }
      if value.text != nil { octets.append(0) }
    }
    if let length = try arrayLength(declaration) {
      guard octets.count...max(octets.count, Self.longestList) ~= length else {
        throw SourceObstacle(token, "an array that is too long, or too short for its text")
      }
      let isZero = declaration.value != nil || program.isOfFile(declaration) || declaration.type.contains("static")
      octets += Array(repeating: isZero ? 0 : nil, count: length - octets.count)
    }
    var open: Set<Int> = []
    for index in steps {
      try spend(token)
      let computed = try write(at: index, into: &octets, of: token.text, opens: opens)
      open.subtract(computed.set)
      if let place = computed.open { open.insert(place) }
    }
    if opens {
      // What nothing sets is what the memory holds.
      for place in octets.indices where octets[place] == nil {
        octets[place] = 0
        open.insert(place)
      }
    }
    let known = octets.prefix { $0 != nil }.compactMap { $0 }
    return SourceOctets(known, open: open.filter { $0 < known.count })
  }

  /// Follows one statement that changes an array.
  ///
  /// - Returns: the places that it sets, and the one that it computes, if that may be open.
  private mutating func write(
    at index: Int, into octets: inout [UInt8?], of name: String, opens: Bool
  ) throws(SourceObstacle) -> (set: Range<Int>, open: Int?) {
    let tokens = program.tokens
    let statement = program.statement(of: index)
    func refusal(_ reason: String) -> SourceObstacle { SourceObstacle(tokens[index], "\(name) is \(reason)") }
    func number(_ place: Range<Int>) throws(SourceObstacle) -> Int {
      guard let number = try self.value(at: place).number, 0...Int64(Self.longestList) ~= number else {
        throw refusal("set at a place, or with a length, that is not read")
      }
      return Int(number)
    }
    func put(_ values: [UInt8], at place: Int) throws(SourceObstacle) -> Range<Int> {
      guard place <= octets.count, values.count <= octets.count - place else { throw refusal("set beyond its end") }
      for (offset, value) in values.enumerated() { octets[place + offset] = value }
      return place..<place + values.count
    }
    if statement.lowerBound == index, tokens[index + 1].isMark("["),
      case let close = program.partners[index + 1], tokens[close + 1].isMark("=")
    {
      var place = index + 2..<close
      // `[i++]` is the place before the step, which is not behind the name yet.
      let isBefore = tokens[close - 1].isMark("++")
      let isAfter = tokens[index + 2].isMark("++")
      if isBefore { place = place.lowerBound..<place.upperBound - 1 }
      if isAfter { place = place.lowerBound + 1..<place.upperBound }
      let target = try number(place) + (isAfter ? 1 : 0)
      let value: SourceValue
      do throws(SourceObstacle) {
        value = try self.value(at: close + 2..<max(statement.upperBound, close + 2))
      } catch {
        guard opens else { throw error }
        let set = try put([0], at: target)
        return (set, target)
      }
      guard let number = value.number, -128...255 ~= number else { throw refusal("set to what is no octet") }
      return (try put([UInt8(truncatingIfNeeded: number)], at: target), nil)
    }
    let call = statement.lowerBound
    let parts = tokens[call + 1].isMark("(") ? program.parts(call + 1) : []
    guard Self.copying.contains(tokens[call].text), parts.count == 3, parts[0].contains(index) else {
      throw program.declaration(of: name, at: index).flatMap { program.change(at: index, of: $0) }
        ?? refusal("changed in a way that is not read")
    }
    let place: Int
    let target = parts[0]
    if target.count == 1 {
      place = 0
    } else if tokens[target.lowerBound].isMark("&"), target.lowerBound + 1 == index, tokens[index + 1].isMark("["),
      program.partners[index + 1] == target.upperBound - 1
    {
      place = try number(index + 2..<target.upperBound - 1)
    } else if target.lowerBound == index, tokens[index + 1].isMark("+") {
      place = try number(index + 2..<target.upperBound)
    } else {
      throw refusal("filled in a way that is not read")
    }
    let count = try number(parts[2])
    if tokens[call].isWord("memset") {
      guard let value = try value(at: parts[1]).number, -128...255 ~= value else {
        throw refusal("set to what is no octet")
      }
      return (try put(Array(repeating: UInt8(truncatingIfNeeded: value), count: count), at: place), nil)
    }
    let source = try value(at: parts[1])
    // A text has a zero at its end.
    guard let data = source.text.map({ $0 + [0] }) ?? source.octets, count <= data.count else {
      throw refusal("filled with data or a length that are not read")
    }
    return (try put(Array(data.prefix(count)), at: place), nil)
  }
}
