internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// CoreBluetooth in Objective-C: `[manager startAdvertising:@{ … }]`, with literals and constants of the file.
///
/// Source: Apple's documentation of `startAdvertising(_:)`. What is read is sent while the app is in the foreground.
enum ObjectiveCReader {
  static func read(_ program: CProgram, into found: inout SourceFindings) {
    guard let stack = StackBuilder.named("core-bluetooth"),
      ["CBPeripheralManager", "CBUUID", "CoreBluetooth"].contains(where: { program.places[$0] != nil })
    else { return }
    for index in program.places["startAdvertising"] ?? [] {
      guard let message = message(around: index, program) else { continue }
      guard found.hasRoom(for: program.tokens[index].line) else { return }
      var ignored: [SourceObstacle] = []
      found.take { () throws(SourceObstacle) in try layout(index, message, program, stack, &ignored) }
      found.obstacles += ignored
    }
  }

  /// The most tokens of a receiver.
  private static let longestReceiver = 64

  /// Returns the brackets of a message with one argument whose selector is at an index; `nil` when it is none, as where the
  /// method is defined.
  static func message(around index: Int, _ program: CProgram) -> Range<Int>? {
    guard index + 1 < program.tokens.count, program.tokens[index + 1].isMark(":") else { return nil }
    var open = index - 1
    for _ in 0..<longestReceiver where open >= 0 {
      if program.partners[open] > index { break }
      open = program.placeBefore(open)
    }
    guard open >= 0, program.tokens[open].isMark("["), program.partners[open] > index else { return nil }
    return open..<program.partners[open] + 1
  }

  private static func layout(
    _ index: Int, _ message: Range<Int>, _ program: CProgram, _ stack: StackBuilder,
    _ ignored: inout [SourceObstacle]
  ) throws(SourceObstacle) -> SourceLayout? {
    if let doubt = program.doubt(index, isConstant: true) { throw doubt }
    if let refusal = program.refusal(ofCondition: message) { throw refusal }
    var layout = SourceLayout(name: "startAdvertising", stack: stack, place: program.range(message))
    var values = ObjectiveCValues(program, at: index)
    for (key, text, value) in try values.dictionary(program.tokens[index + 2..<message.upperBound - 1]) {
      switch key {
      case "CBAdvertisementDataLocalNameKey": layout.advertising.add(name: try values.text(value), at: text)
      case "CBAdvertisementDataServiceUUIDsKey":
        var uuids: [SourceUUID] = []
        for part in try values.array(value) { uuids.append(try values.uuid(part)) }
        layout.advertising.add(services: uuids, at: text)
      default:
        ignored.append(try CoreBluetoothReader.ignoring(key, at: text.line))
      }
    }
    if layout.advertising.values.isEmpty, let refusal = ignored.popLast() { throw refusal }
    return layout
  }
}

/// Literals of Objective-C, written directly or as the value of a name that the file sets once.
struct ObjectiveCValues {
  typealias Tokens = CExpression.Tokens

  private let program: CProgram
  private let use: Int
  /// The remaining work that one call may cause.
  private var work = 2_000

  init(_ program: CProgram, at use: Int) {
    self.program = program
    self.use = use
  }

  /// Returns the keys of `@{ key : value }`, each once, with their values.
  mutating func dictionary(
    _ tokens: Tokens
  ) throws(SourceObstacle) -> [(key: String, text: TextRange, value: Tokens)] {
    var entries: [(key: String, text: TextRange, value: Tokens)] = []
    for part in CExpression.parts(try literal(tokens, open: "{", type: "NSDictionary")) {
      guard part.count > 2, let first = part.first, let last = part.last, first.isWord,
        part[part.startIndex + 1].isMark(":")
      else { throw SourceObstacle(part.first, "a key that is not read") }
      guard !entries.contains(where: { $0.key == first.text }) else {
        throw SourceObstacle(first, "\(first.text) stands twice")
      }
      entries.append((first.text, first.range.through(last.range), part.dropFirst(2)))
    }
    return entries
  }

  /// Returns the elements of `@[ … ]`.
  mutating func array(_ tokens: Tokens) throws(SourceObstacle) -> [Tokens] {
    CExpression.parts(try literal(tokens, open: "[", type: "NSArray"))
  }

  /// Returns the octets of `@"…"`.
  mutating func text(_ tokens: Tokens) throws(SourceObstacle) -> [UInt8] {
    let tokens = try bare(tokens, type: "NSString")
    guard tokens.count == 2, tokens.first?.isMark("@") ?? false, case .string(let octets?)? = tokens.last?.kind else {
      throw refusal(tokens)
    }
    return octets
  }

  /// Returns the UUID of `[CBUUID UUIDWithString:@"…"]` with 4 or 36 characters.
  mutating func uuid(_ tokens: Tokens) throws(SourceObstacle) -> SourceUUID {
    var rest = try bare(tokens, type: "CBUUID")
    let whole = rest
    guard rest.first?.isMark("[") ?? false else { throw refusal(whole) }
    let inner = try CExpression.inner(&rest)
    guard rest.isEmpty, inner.count > 3, inner[inner.startIndex].isWord("CBUUID"),
      inner[inner.startIndex + 1].isWord("UUIDWithString"), inner[inner.startIndex + 2].isMark(":")
    else { throw refusal(whole) }
    let text = try text(inner.dropFirst(3))
    return try SourceUUID.read(text, of: [4, 36], at: whole.first, in: program)
  }

  private func refusal(_ tokens: Tokens) -> SourceObstacle {
    SourceObstacle(tokens.first ?? program.tokens[use], "\(CExpression.words(tokens)) is not computed here")
  }

  /// Returns what is between `@{` or `@[` and its end.
  private mutating func literal(_ tokens: Tokens, open: String, type: String) throws(SourceObstacle) -> Tokens {
    let tokens = try bare(tokens, type: type)
    var rest = tokens.dropFirst()
    guard tokens.first?.isMark("@") ?? false, rest.first?.isMark(open) ?? false else { throw refusal(tokens) }
    let inner = try CExpression.inner(&rest)
    guard rest.isEmpty else { throw refusal(tokens) }
    return inner
  }

  /// Returns an expression in the place of a name: that of a macro, or of the only declaration of a variable of a type that
  /// cannot be changed.
  private mutating func bare(_ tokens: Tokens, type: String) throws(SourceObstacle) -> Tokens {
    work -= 1
    guard work > 0 else { throw SourceObstacle(program.tokens[use], "more names than are followed") }
    guard tokens.count == 1, let name = tokens.first, name.isWord else { return tokens }
    if program.definitions[name.text] != nil {
      guard let replacement = program.macro(name.text), !replacement.isEmpty else {
        throw program.severalDefinitions(name, name.text)
      }
      return try bare(replacement[...], type: type)
    }
    guard let declaration = program.declaration(of: name.text, at: use), declaration.type.contains(type),
      let value = declaration.value, !value.isEmpty
    else { throw SourceObstacle(name, "the file does not set \(name.text) once") }
    if let changed = program.change(of: declaration) { throw changed }
    if let refusal = program.refusal(ofCondition: value) { throw refusal }
    return try bare(program.tokens[value], type: type)
  }
}
