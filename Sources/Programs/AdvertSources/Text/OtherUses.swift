internal import AdvertisingData

/// Uses of a library's functions that are no calls: a pointer to one, another name for one, a macro around one. Such a
/// use can send data that no reader sees.
extension TokenProgram {
  /// Returns an obstacle for each use of a function's name that is not a call.
  ///
  /// - Parameter isKnown: whether a reader takes the use at an index, or it declares a function of the program's own.
  func otherUses(of names: [String], isKnown: (_ name: String, _ index: Int) -> Bool) -> [SourceObstacle] {
    names.flatMap { name in
      (places[name] ?? []).filter { !isKnown(name, $0) }.map { index in
        // `radio.start(…)` is a call, of an object that may be one of another library.
        isMember(index) && tokens[index + 1].isMark("(")
          ? SourceObstacle(tokens[index], "\(name) is called here on an object that is not followed")
          : SourceObstacle.use(of: name, tokens[index].line)
      }
    }
  }

  /// Returns an obstacle for each text with the name of a function in a call that looks functions up by their names, or
  /// that runs a text.
  func lookups(of names: [String]) -> [SourceObstacle] {
    var found: [SourceObstacle] = []
    for lookup in Self.lookups {
      for call in places[lookup] ?? [] where tokens[call + 1].isMark("(") {
        for token in tokens[call + 2..<partners[call + 1]] {
          let text = token.searchedText
          if let name = names.first(where: { text.hasPart($0) }) { found.append(.use(of: name, token.line)) }
        }
      }
    }
    return found
  }

  /// Functions that take the name of a function, or a program, as a text.
  private static var lookups: [String] {
    [
      "getattr", "eval", "exec", "methodcaller", "dlsym", "getMethod", "getDeclaredMethod", "Selector",
      "NSSelectorFromString",
    ]
  }
}

extension SourceToken {
  /// The text in quotes, as it is written where its octets are not known; empty for other tokens.
  var searchedText: String {
    guard case .string(let octets) = kind else { return "" }
    return octets.map { String(decoding: $0, as: UTF8.self) } ?? text
  }
}

extension SourceObstacle {
  static func use(of name: String, _ line: Int) -> SourceObstacle {
    SourceObstacle(line, "\(name) is used here other than in a call")
  }
}

/// The functions of libraries that readers have asked a program for.
final class AskedFunctions {
  private(set) var names: [String] = []

  func note(_ name: String) { if !names.contains(name) { names.append(name) } }
}

extension CProgram {
  /// Returns an obstacle for each use of a function that a reader has asked for, other than its calls: pointers, macros
  /// around it, and functions of a namespace. Declarations are no uses.
  func otherUses() -> [SourceObstacle] {
    let names = asked.names
    let pointers = otherUses(of: names) { name, index in
      let isFollowed = tokens[index + 1].isMark("(")
      return isFollowed && (owners[index] < 0 || !isMember(index) || isGlobal(index))
    }
    var macros = names.reduce(into: [:]) { $0[$1] = $1 }
    var macrosByWord: [String: [String]] = [:]
    for (macro, all) in definitions {
      for token in all.lazy.flatMap({ $0.tokens }) where token.isWord {
        macrosByWord[token.text, default: []].append(macro)
      }
    }
    // A macro can stand for another macro. Each is followed once, however long the chain is.
    var open = names
    while let word = open.popLast() {
      for macro in macrosByWord[word] ?? [] where macros[macro] == nil {
        macros[macro] = macros[word]
        open.append(macro)
      }
    }
    let uses = macros.flatMap { macro, name in
      definitions[macro] == nil ? [] : (places[macro] ?? []).map { ($0, macro, name) }
    }
    return pointers + lookups(of: names)
      + uses.sorted { $0.0 < $1.0 }.map { index, macro, name in
        SourceObstacle(tokens[index].line, "the macro \(macro) stands for \(name)")
      }
  }
}

extension AppProgram {
  /// Returns an obstacle for each use of a method of a library other than its calls: references such as
  /// `advertiser::startAdvertising`, selectors, and texts. A method of the program's own can have the same name.
  func otherUses(ofMethods names: [String]) -> [SourceObstacle] {
    let uses = otherUses(of: names) { name, index in
      let own = (places[name] ?? []).contains { isFunction($0) }
      let owner = tokens[index - 2]
      let isOwn = own && (!isMember(index) && !isMark(index - 1, "::") || owner.isWord("this") || owner.isWord("self"))
      return isMark(index + 1, "(") || isFunction(index) || isOwn
    }
    return uses + lookups(of: names)
  }
}
