internal import AdvertisingData

/// The conditions that decide whether code of a program in C runs.
extension CProgram {
  /// Macros of Zephyr whose last arguments are compiled only on a condition.
  private static let conditions: Set<String> = ["IF_ENABLED", "IF_DISABLED", "COND_CODE_0", "COND_CODE_1"]

  /// Returns the macro that has a token as an argument, and that may change its meaning.
  private func macro(around index: Int) -> String? {
    let start = statements[index]
    var open = index - 1
    while open > start {
      if tokens[open].isMark("("), tokens[open - 1].isWord {
        let name = tokens[open - 1].text
        if Self.conditions.contains(name) { return name }
        if definitions[name] != nil, !runs(parts(open).firstIndex { $0.contains(index) }, of: name) { return name }
      }
      open = placeBefore(open)
    }
    return nil
  }

  /// Whether a macro of the file always runs an argument, once: it is in the replacement before any condition.
  private func runs(_ argument: Int?, of macro: String) -> Bool {
    guard let argument, let all = definitions[macro], all.count == 1, let only = all.first, only.isOther,
      only.condition == nil, let end = only.tokens.firstIndex(where: { $0.isMark(")") })
    else { return false }
    let parameters = CExpression.parts(only.tokens[1..<end]).map { $0.count == 1 ? $0.first?.text : nil }
    let body = only.tokens[(end + 1)...]
    guard parameters.indices.contains(argument), let name = parameters[argument],
      body.count(where: { $0.isWord(name) }) == 1
    else { return false }
    let conditions = ["if", "switch", "case", "for", "while", "return", "?", "&&", "||", "#", "##"]
    return !body.prefix { !$0.isWord(name) }.contains { conditions.contains($0.text) }
  }

  /// Whether one call runs each time before another: in a block around it, before it, and with no label between them where
  /// the program could come in.
  func runsBefore(_ index: Int, _ other: Int) -> Bool {
    let start = statements[index]
    guard index < other, owners[index] >= 0, owners[index] == owners[other], doubt(index, isConstant: true) == nil,
      !jumping.contains(owners[index])
    else { return false }
    var open = around[index]
    while open >= 0, !tokens[open].isMark("{") { open = around[open] }
    guard open >= functions[owners[index]].body.lowerBound - 1, partners[open] > other else { return false }
    // It is a statement of its own in the block, and no part of a condition.
    let before = tokens[start - 1]
    let isOwn = [";", "{", "}", ":"].contains { before.isMark($0) }
    let hasChoice = tokens[start..<index].contains { token in ["&&", "||", "?"].contains { token.isMark($0) } }
    let isEntered = ["case", "default"].contains { (word: String) -> Bool in
      let labels = places[word] ?? []
      let next = labels.indices.partitioningIndex { labels[$0] >= index }
      return next < labels.count && labels[next] < other
    }
    return isOwn && !hasChoice && !isEntered
  }

  /// Returns the refusal of tokens of which a condition decides whether they are compiled; `nil` when they all are.
  func refusal(ofCondition range: Range<Int>, _ decides: String = "this is compiled") -> SourceObstacle? {
    guard let token = tokens[range].first(where: { $0.condition != nil }), let number = token.condition else {
      return nil
    }
    let condition = conditions[number]
    let advice = condition?.isConfiguration ?? false ? ", and no sdkconfig beside the program says so" : ""
    var obstacle = SourceObstacle(token, "\(condition?.words ?? "an #if") decides whether \(decides)\(advice)")
    obstacle.openName = condition?.name
    return obstacle
  }

  /// Returns the reason why a call may not run as written; `nil` when it runs each time that its function runs.
  ///
  /// - Parameter constant: whether the call has the same effect at any time, so that its time does not matter.
  func doubt(_ index: Int, isConstant: Bool = false) -> SourceObstacle? {
    if let refusal = refusal(ofCondition: index..<index + 1) { return refusal }
    if let macro = macro(around: index) {
      return SourceObstacle(tokens[index].line, "the macro \(macro) decides whether this is compiled")
    }
    guard !isConstant else { return nil }
    switch contexts[index] {
    case .always: return nil
    case .sometimes(let what): return SourceObstacle(tokens[index].line, "\(what) decides whether this is run")
    case .repeated: return SourceObstacle(tokens[index].line, "this is run in a loop")
    }
  }
}
