/// A name to which a file in Python gives an object once: `advertisement`, or `self.advertisement`.
struct PythonObjectName {
  private let program: PythonProgram
  private let name: String
  /// Whether the name is a field of `self`.
  private let isField: Bool
  /// The start of the statement that gives it the object.
  private let binding: Int
  /// The call of the object's class.
  let making: Int

  /// The name in words.
  var words: String { name }

  /// Reads the name of a word; `nil` when the file does not give it an object of a class.
  ///
  /// - Throws: when the file gives it several.
  init?(at place: Int, in program: PythonProgram) throws(SourceObstacle) {
    self.program = program
    name = program.tokens[place].text
    isField = program.isMember(place)
    guard !isField || Self.isOfSelf(place, program) else { return nil }
    let bindings = (program.places[name] ?? []).filter {
      $0 + 1 < program.tokens.count && program.tokens[$0 + 1].isMark("=")
        && program.statements[$0] == $0 - (program.isMember($0) ? 2 : 0)
    }
    guard let first = bindings.first, first + 3 < program.tokens.count, program.tokens[first + 2].isWord,
      program.tokens[first + 3].isMark("("), program.partners[first + 3] == program.end(ofStatement: first) - 1
    else { return nil }
    guard bindings.count == 1, program.isMember(first) == isField else {
      throw SourceObstacle(program.tokens[bindings.last ?? first], "\(name) is set several times")
    }
    binding = first
    making = first + 2
  }

  private static func isOfSelf(_ place: Int, _ program: PythonProgram) -> Bool {
    place > 1 && program.tokens[place - 2].isWord("self") && !program.isMember(place - 2)
  }

  /// Calls that an object is given to, and that do not change it.
  private static let takers: Set<String> = [
    "RegisterAdvertisement", "UnregisterAdvertisement", "call_register_advertisement",
    "call_unregister_advertisement", "export", "remove_from_connection", "print",
  ]
  /// Members that give the path of an object, or end it.
  private static let harmless: Set<String> = ["get_path", "path", "Release", "remove_from_connection"]

  /// Returns the statements that change the object after it is made, in their order: the places of the words after the
  /// name.
  ///
  /// - Parameter use: the call that sends it.
  func changes(before use: Int) throws(SourceObstacle) -> [Int] {
    let tokens = program.tokens
    var changes: [Int] = []
    for index in program.places[name] ?? [] where index != binding && index + 2 < tokens.count {
      guard program.isMember(index) == isField else {
        // The name of a keyword argument or of another object.
        if !isField, program.isMember(index) { continue }
        if isField, !tokens[index + 1].isMark(".") { continue }
        throw SourceObstacle(tokens[index], "\(name) is the name of something else, too")
      }
      guard !isField || Self.isOfSelf(index, program) else {
        throw SourceObstacle(tokens[index], "\(name) may be changed from elsewhere")
      }
      let start = index - (isField ? 2 : 0)
      guard tokens[index + 1].isMark(".") else {
        guard !isField && tokens[max(index - 1, 0)].isWord("global") || isGiven(index) else {
          throw SourceObstacle(tokens[index], "\(name) is handed on")
        }
        continue
      }
      if Self.harmless.contains(tokens[index + 2].text) {
        guard index + 3 >= tokens.count || !tokens[index + 3].isMark("=") else {
          throw SourceObstacle(tokens[index], "\(name) is changed in a way that is not read")
        }
        continue
      }
      guard program.statements[index] == start, index > binding, program.depths[index] == program.depths[binding],
        isStraight(from: binding, to: index), index < use || isOnly(from: binding, to: index)
      else {
        throw SourceObstacle(
          tokens[index], "\(name) is changed in a condition, in another function, or after it is sent")
      }
      changes.append(index + 2)
    }
    if let last = changes.last {
      guard isOnly(from: binding, to: last) || isStraight(from: binding, to: use) && last < use else {
        throw SourceObstacle(tokens[use], "another function sends it, and their order is not known")
      }
    }
    return changes
  }

  /// Whether no statement between two places is less deep, so that both are run one after the other.
  private func isStraight(from start: Int, to end: Int) -> Bool {
    start < end && (start..<end).allSatisfy { program.depths[$0] >= program.depths[start] }
  }

  /// Whether all statements between two places begin with the name.
  private func isOnly(from start: Int, to end: Int) -> Bool {
    isStraight(from: start, to: end)
      && (start..<end).allSatisfy { index in
        program.statements[index] != index
          || index + (isField ? 2 : 0) < end && program.tokens[index + (isField ? 2 : 0)].isWord(name)
      }
  }

  /// Whether a use of the object is an argument of a call that does not change it.
  private func isGiven(_ index: Int) -> Bool { Self.takers.contains(program.callee(around: index) ?? "") }
}
