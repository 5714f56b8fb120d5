internal import AdvertisingData

/// Computes the values of expressions of Kotlin, Java, Swift and C#: literals, and names that the file sets once.
///
/// - Note: for all other expressions it throws, with the line and the reason.
struct AppExpression {
  let program: AppProgram
  /// The remaining look-ups for one call.
  private var work = 400
  /// The calls through which functions were entered, by the brackets of their parameters.
  private var entered: [Int: Int] = [:]

  init(_ program: AppProgram) { self.program = program }

  /// One part of an expression: `a.b(1).c { }` has three.
  struct Segment {
    /// The index of the name.
    let name: Int
    /// The opening bracket of the arguments; `nil` when there are none.
    let arguments: Int?
    /// The opening brace of the code behind it; `nil` when there is none.
    let code: Int?
  }

  func word(_ segment: Segment) -> String { program.tokens[segment.name].text }

  func arguments(_ segment: Segment) -> [Range<Int>] { segment.arguments.map { program.parts($0) } ?? [] }

  func refusal(_ range: Range<Int>) -> SourceObstacle {
    guard !range.isEmpty else { return SourceObstacle(program.tokens.first, "an expression that is not read") }
    return SourceObstacle(program.tokens[range.lowerBound], "\(program.words(range)) is not computed here")
  }

  /// Returns an expression without brackets around it.
  func bare(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while range.count > 2, program.isMark(range.lowerBound, "("),
      program.partners[range.lowerBound] == range.upperBound - 1
    {
      range = range.lowerBound + 1..<range.upperBound - 1
    }
    return range
  }

  /// Returns the parts of an expression of names and calls; `nil` for all others.
  func segments(_ range: Range<Int>) -> [Segment]? {
    var found: [Segment] = []
    var index = range.lowerBound
    let end = range.upperBound
    if index < end, program.isWord(index, "new") { index += 1 }
    while index < end, program.tokens[index].isWord {
      let name = index
      index += 1
      var open: Int?
      var code: Int?
      if index < end, program.isMark(index, "(") {
        open = index
        index = program.partners[index] + 1
      }
      if index < end, program.isMark(index, "{"), program.language == .kotlin {
        code = index
        index = program.partners[index] + 1
      }
      found.append(Segment(name: name, arguments: open, code: code))
      while index < end, program.isMark(index, "!!", "!", "?") { index += 1 }
      if index == end { return found }
      guard program.isMark(index, ".", "?.") else { return nil }
      index += 1
    }
    return nil
  }

  /// Counts one look-up.
  mutating func spend(_ range: Range<Int>) throws(SourceObstacle) {
    work -= 1
    guard work > 0 else { throw SourceObstacle(program.tokens[range.lowerBound], "an expression that is too long") }
  }

  /// Returns the value that a name, a member of a type or a call of a function stands for; `nil` when the expression is
  /// none of them.
  mutating func meaning(_ segments: [Segment]) throws(SourceObstacle) -> Range<Int>? {
    guard let last = segments.last, last.code == nil, segments.count <= 3 else { return nil }
    let others = segments.dropLast()
    guard others.allSatisfy({ $0.arguments == nil && $0.code == nil }) else { return nil }
    try spend(last.name..<last.name + 1)
    let name = word(last)
    let qualifiers = others.map { word($0) }
    let isOwn = qualifiers.allSatisfy { ["this", "self", "Self", "Companion"].contains($0) }
    let types = qualifiers.filter { $0 != "Companion" && $0.first?.isUppercase ?? false }
    let isOfType = types.last.map { type in qualifiers.last { $0 != "Companion" } == type } ?? false
    if let open = last.arguments {
      guard isOwn || isOfType else { return nil }
      return try result(of: name, inTypes: isOwn ? [] : types, last.name, open)
    }
    if isOwn, qualifiers.isEmpty, let argument = argument(of: name, at: last.name) { return argument }
    if isOwn { return try program.value(of: name, at: last.name, onlyMembers: !qualifiers.isEmpty) }
    return isOfType ? try program.value(of: name, inTypes: types, at: last.name) : nil
  }

  /// Returns what a call of a function of the project returns; `nil` when the file defines no function with the name.
  private mutating func result(
    of name: String, inTypes types: [String], _ use: Int, _ open: Int
  ) throws(SourceObstacle) -> Range<Int>? {
    let isWithout = program.partners[open] == open + 1
    guard let function = try program.function(named: name, inTypes: types, at: use) else {
      guard isWithout, types.isEmpty else { return nil }
      throw SourceObstacle(program.tokens[use], "what \(name)() returns is not in the file")
    }
    // The parameters of a function that is called in two ways have no one value.
    if program.partners[function + 1] > function + 2 {
      if let other = entered[function + 1], other != open {
        throw SourceObstacle(program.tokens[use], "\(name)() is called here, too")
      }
      entered[function + 1] = open
    }
    return try program.result(ofFunction: function)
  }

  /// Returns the value that a parameter of an entered function has; `nil` for all other names.
  private func argument(of name: String, at use: Int) -> Range<Int>? {
    guard !entered.isEmpty, let parameter = try? program.declaration(of: name, at: use), !parameter.isMember,
      let call = entered[program.brackets[parameter.name]]
    else { return nil }
    return program.argument(of: parameter.name, in: call)
  }

  // MARK: Numbers, truth and texts

  mutating func isTrue(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> Bool {
    let range = bare(range)
    guard depth < 16, !range.isEmpty else { throw refusal(range) }
    if range.count == 1, program.isWord(range.lowerBound, "true", "false") {
      return program.isWord(range.lowerBound, "true")
    }
    guard let parts = segments(range), let value = try meaning(parts) else { throw refusal(range) }
    return try isTrue(value, depth: depth + 1)
  }

  mutating func number(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> Int64 {
    let range = bare(range)
    guard depth < 16, let first = range.first else { throw refusal(range) }
    let token = program.tokens[first]
    if token.isMark("-") { return 0 &- (try number(first + 1..<range.upperBound, depth: depth + 1)) }
    // `(byte) 0x80` has the number behind the type.
    if program.language.isLikeJava, token.isMark("("), program.partners[first] == first + 2,
      program.isWord(first + 1, "byte", "int", "short", "ushort", "uint")
    {
      let value = try number(first + 3..<range.upperBound, depth: depth + 1)
      guard program.isWord(first + 1, "byte") else { return value }
      return program.language == .java ? Int64(Int8(truncatingIfNeeded: value)) : value & 0xFF
    }
    if case .number = token.kind {
      let rest = first + 1..<range.upperBound
      let isOctal = token.text.count > 1 && token.text.first == "0" && token.text.dropFirst().first?.isNumber ?? false
      guard let value = SourceNumber.value(token.text), !isOctal else { throw refusal(range) }
      if rest.isEmpty { return value }
      // `0x80.toByte()`
      guard program.language == .kotlin, rest.count == 4, program.isMark(first + 1, "."),
        program.isMark(first + 3, "("),
        program.partners[first + 3] == first + 4
      else { throw refusal(range) }
      if program.isWord(first + 2, "toByte") { return Int64(Int8(truncatingIfNeeded: value)) }
      guard program.isWord(first + 2, "toInt") else { throw refusal(range) }
      return value
    }
    if case .character(let octet) = token.kind, let octet, range.count == 1, program.language.isLikeJava {
      return Int64(octet)
    }
    guard var parts = segments(range) else { throw refusal(range) }
    var isByte = false
    if program.language == .kotlin, parts.count > 1, let last = parts.last, last.arguments != nil,
      arguments(last).isEmpty,
      ["toByte", "toInt"].contains(word(last))
    {
      isByte = word(last) == "toByte"
      parts.removeLast()
    }
    guard let value = try meaning(parts) else { throw refusal(range) }
    let result = try number(value, depth: depth + 1)
    return isByte ? Int64(Int8(truncatingIfNeeded: result)) : result
  }

  /// Returns the octets of a text in UTF-8.
  mutating func text(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> [UInt8] {
    let range = bare(range)
    guard depth < 16, let first = range.first else { throw refusal(range) }
    if case .string(let octets) = program.tokens[first].kind, range.count == 1 {
      guard let octets else { throw SourceObstacle(program.tokens[first], "a text that is not read") }
      return octets
    }
    guard let parts = segments(range), let value = try meaning(parts) else { throw refusal(range) }
    return try text(value, depth: depth + 1)
  }

  // MARK: Octets

  /// Returns the octets of an array of Kotlin or Java that nothing in the file changes.
  mutating func octets(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> [UInt8] {
    let range = bare(range)
    guard depth < 16, let first = range.first else { throw refusal(range) }
    if program.isMark(first, "{") && program.language.isLikeJava
      || program.isMark(first, "[") && program.language == .cSharp,
      program.partners[first] == range.upperBound - 1
    {
      return try list(first)
    }
    if program.language == .cSharp, let octets = try buffer(range, depth: depth) { return octets }
    let bracket = program.isWord(first + 1, "byte") ? first + 2 : first + 1
    if program.isWord(first, "new"), program.isMark(bracket, "[") {
      let brace = program.partners[bracket] + 1
      if program.partners[bracket] == bracket + 1 || program.language == .cSharp, program.isMark(brace, "{"),
        program.partners[brace] == range.upperBound - 1
      {
        return try list(brace)
      }
      guard brace == range.upperBound, brace > bracket + 2 else { throw refusal(range) }
      return try zeros(bracket + 1..<brace - 1)
    }
    if let octets = try textOctets(range, depth: depth) { return octets }
    guard let parts = segments(range) else { throw refusal(range) }
    if parts.count == 1, let open = parts[0].arguments, parts[0].code == nil {
      switch word(parts[0]) {
      case "byteArrayOf": return try list(open)
      case "ByteArray" where arguments(parts[0]).count == 1: return try zeros(arguments(parts[0])[0])
      default: break
      }
    }
    guard let value = try meaning(parts) else { throw refusal(range) }
    if let last = parts.last, last.arguments == nil { try checkOnlyRead(last.name, value) }
    return try octets(value, depth: depth + 1)
  }

  /// Returns the octets of `text.toByteArray()` and `text.getBytes()`; `nil` for all other expressions.
  private mutating func textOctets(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> [UInt8]? {
    guard program.isMark(range.upperBound - 1, ")") else { return nil }
    let open = program.partners[range.upperBound - 1]
    guard open - 2 > range.lowerBound, program.isMember(open - 1),
      program.isWord(open - 1, "toByteArray", "encodeToByteArray", "getBytes")
    else { return nil }
    let octets = try text(range.lowerBound..<open - 2, depth: depth + 1)
    let encoding = program.parts(open)
    guard encoding.count < 2 else { throw refusal(range) }
    guard let one = encoding.first else { return octets }
    let name = try charset(one, depth: depth + 1)
    let isPlain = octets.allSatisfy { $0 < 0x80 }
    guard Self.charsets.contains(name) || isPlain && Self.plainCharsets.contains(name) else { throw refusal(range) }
    return octets
  }

  /// The names of UTF-8, in capital letters.
  private static let charsets: Set<String> = ["UTF-8", "UTF8", "UTF_8"]
  /// The names of character sets that have the octets of UTF-8 for ASCII.
  private static let plainCharsets: Set<String> = [
    "US_ASCII", "US-ASCII", "ASCII", "ISO_8859_1", "ISO-8859-1", "ISO8859_1", "LATIN1",
  ]

  /// Returns the name of a character set in capital letters: a constant, a text, or `Charset.forName(…)` of a text.
  private mutating func charset(_ range: Range<Int>, depth: Int) throws(SourceObstacle) -> String {
    var range = bare(range)
    guard depth < 16, let first = range.first else { throw refusal(range) }
    // `charset = Charsets.UTF_8`
    if program.isWord(first, "charset"), program.isMark(first + 1, "=") { range = first + 2..<range.upperBound }
    if range.count == 1, case .string = program.tokens[range.lowerBound].kind {
      return String(decoding: try text(range), as: UTF8.self).uppercased()
    }
    guard let parts = segments(range), let last = parts.last, last.code == nil else { throw refusal(range) }
    let name = word(last)
    guard last.arguments == nil else {
      let arguments = arguments(last)
      // The default of Android is UTF-8.
      if name == "defaultCharset", arguments.isEmpty { return "UTF-8" }
      guard ["forName", "charset"].contains(name), arguments.count == 1 else { throw refusal(range) }
      return String(decoding: try text(arguments[0], depth: depth + 1), as: UTF8.self).uppercased()
    }
    let isKnown = Self.charsets.contains(name) || Self.plainCharsets.contains(name)
    if isKnown, !parts.dropLast().contains(where: { $0.arguments != nil }) { return name }
    guard let value = try meaning(parts) else { throw refusal(range) }
    return try charset(value, depth: depth + 1)
  }

  private mutating func list(_ open: Int) throws(SourceObstacle) -> [UInt8] {
    let parts = program.parts(open)
    guard parts.count <= 2000 else {
      throw SourceObstacle(program.tokens[open], "an array that is longer than is sent")
    }
    var octets: [UInt8] = []
    for part in parts {
      let value = try number(part)
      guard -128...255 ~= value else {
        throw SourceObstacle(program.tokens[part.lowerBound], "a number that is no octet")
      }
      octets.append(UInt8(truncatingIfNeeded: value))
    }
    return octets
  }

  private mutating func zeros(_ count: Range<Int>) throws(SourceObstacle) -> [UInt8] {
    let number = try number(count)
    guard 0...2000 ~= number else {
      throw SourceObstacle(program.tokens[count.lowerBound], "an array that is longer than is sent")
    }
    return Array(repeating: 0, count: Int(number))
  }

  /// Methods that read an array, and methods that copy what they are given.
  private static let readers: Set<String> = [
    "addManufacturerData", "addServiceData", "setManufacturerData", "setServiceData", "println", "print",
    "contentToString", "toHexString", "toString", "size", "length", "d", "i", "v", "w", "e",
    "AsBuffer", "CreateFromByteArray", "WriteBytes", "WriteLine", "ToHexString", "ToString", "Length",
  ]

  private func isReader(_ index: Int) -> Bool {
    program.tokens.indices.contains(index) && Self.readers.contains(program.tokens[index].text)
  }

  /// Refuses an array with a name that something in the file may change.
  private func checkOnlyRead(_ use: Int, _ value: Range<Int>) throws(SourceObstacle) {
    let name = program.tokens[use].text
    if program.namesInTexts.contains(name) {
      throw SourceObstacle(program.tokens[value.lowerBound], "\(name) is used in a text")
    }
    guard program.file(of: value.lowerBound) == 0 else {
      throw SourceObstacle(program.tokens[use], "\(name) is an array of another file, which every file can change")
    }
    for index in program.places[name] ?? [] where index != use {
      let isDeclared =
        program.isMark(index + 1, "=", "=>", "{") && index < value.lowerBound || program.isMark(index + 1, ":")
      if isDeclared { continue }
      if program.isMark(index + 1, ".", "?."), isReader(index + 2) { continue }
      let open = program.brackets[index]
      if program.isMark(open, "("), isReader(open - 1), program.isMark(index + 1, ",", ")") { continue }
      throw SourceObstacle(program.tokens[index], "\(name) may be changed here")
    }
  }
}

// MARK: UUIDs

extension AppExpression {
  /// Returns a `ParcelUuid` or a `UUID` of Kotlin or Java, or a `Guid` of C#, in the shortest width.
  mutating func uuid(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceUUID {
    let range = bare(range)
    guard depth < 16, !range.isEmpty else { throw refusal(range) }
    if program.language == .cSharp, let uuid = try guid(range) { return uuid }
    guard let parts = segments(range) else { throw refusal(range) }
    let last = parts[parts.count - 1]
    let before = parts.dropLast().map { word($0) }
    let given = arguments(last)
    switch (word(last), given.count) {
    case ("ParcelUuid", 1): return try uuid(given[0], depth: depth + 1)
    case ("fromString", 1) where before.last == "UUID" || before.last == "ParcelUuid":
      let text = try text(given[0])
      let read = try SourceUUID.read(text, of: [36], at: program.tokens[last.name], in: program)
      return SourceUUID(read.uuid, read.uuid.shortestWidth)
    default:
      guard let value = try meaning(parts) else { throw refusal(range) }
      return try uuid(value, depth: depth + 1)
    }
  }
}
