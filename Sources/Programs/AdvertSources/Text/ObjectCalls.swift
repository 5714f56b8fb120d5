internal import AdvertReading
internal import AdvertisingData

/// The calls of a program on one object, in the order of the file.
struct ObjectCalls {
  struct Call {
    let method: String
    /// The index of the method's name.
    let index: Int
    let arguments: [Range<Int>]
    /// The function that contains the call; -1 outside of all functions.
    let owner: Int
  }

  let program: CProgram
  private(set) var calls: [Call] = []

  init(_ program: CProgram) { self.program = program }

  /// Adds the call whose method's name is at an index.
  ///
  /// - Throws: when there is no call at the index.
  mutating func add(at index: Int) throws(SourceObstacle) {
    guard index + 1 < program.tokens.count, program.tokens[index].isWord, program.tokens[index + 1].isMark("(") else {
      throw SourceObstacle(
        program.tokens[min(index, program.tokens.count - 1)],
        "the object that advertises is used in a way that is not read")
    }
    calls.append(
      Call(
        method: program.tokens[index].text, index: index, arguments: program.parts(index + 1),
        owner: program.owners[index]))
  }

  /// Leaves out the calls of a method in other functions than one that calls the method before it changes anything.
  mutating func leaveOut(_ method: String, notIn owner: Int, ofThose changing: Set<String>) {
    guard calls.first(where: { $0.owner == owner && changing.contains($0.method) })?.method == method else { return }
    calls.removeAll { $0.owner != owner && $0.method == method }
  }

  /// Refuses unknown calls. Also refuses calls that change the data, unless all of them are in the straight line of one
  /// function and before the first call that sends the data.
  ///
  /// - Parameters:
  ///   - changing: methods that change the data.
  ///   - plain: methods that do not change them.
  ///   - starting: the plain methods that send the data.
  ///   - clears: whether the data are cleared first each time.
  func checked(
    changing: Set<String>, plain: Set<String>, starting: Set<String>, clears: Bool = false
  ) throws(SourceObstacle) -> [Call] {
    let sorted = calls.sorted { $0.index < $1.index }
    var owner: Int?
    var started: Set<Int> = []
    var changes: [Call] = []
    for call in sorted {
      if starting.contains(call.method) { started.insert(call.owner) }
      guard changing.contains(call.method) else {
        guard plain.contains(call.method) else {
          throw SourceObstacle(program.tokens[call.index], "what \(call.method)() changes is not known here")
        }
        continue
      }
      if let doubt = program.doubt(call.index) { throw doubt }
      guard call.owner >= 0 else { throw SourceObstacle(program.tokens[call.index], "a call outside of all functions") }
      guard owner ?? call.owner == call.owner else {
        throw SourceObstacle(
          program.tokens[call.index], "another function sets a part of it, and their order is not known")
      }
      guard !started.contains(call.owner) else {
        throw SourceObstacle(program.tokens[call.index], "it is changed after it is sent")
      }
      owner = call.owner
      changes.append(call)
    }
    if let owner { try checkOnce(owner, clears: clears) }
    // What the first time round sends is certain only where it starts itself.
    if let last = changes.last, !clears, isRepeated(last.owner),
      !sorted.contains(where: { $0.owner == last.owner && $0.index > last.index && starting.contains($0.method) })
    {
      throw SourceObstacle(program.tokens[last.index], "this is run in a loop")
    }
    if let first = changes.first, let last = changes.last, let owner,
      !sorted.contains(where: { $0.owner == owner && $0.index > last.index && starting.contains($0.method) }),
      let end = (first.index..<last.index).first(where: {
        program.tokens[$0].isWord("return") || program.tokens[$0].isWord("throw")
      })
    {
      throw SourceObstacle(program.tokens[end], "the function may end before all is set, and another one sends it")
    }
    return changes
  }

  /// Returns the only call of a method, in the straight line of a function that then starts to advertise; `nil` when
  /// there is none, or another order is possible.
  func setting(_ method: String, before starting: Set<String>) -> WrittenArguments? {
    let settings = calls.filter { $0.method == method }
    guard settings.count == 1, let setting = settings.first, setting.owner >= 0,
      program.doubt(setting.index) == nil,
      let start = calls.filter({ starting.contains($0.method) && $0.owner == setting.owner }).map({ $0.index }).min(),
      setting.index < start
    else { return nil }
    return WrittenArguments(program: program, call: setting)
  }

  /// Returns the numbers of 16 bits that the only calls of some methods set, by the names of the methods, and the line of
  /// the first one; `nil` when the value of any of them is not known, or there are none.
  func numbers(
    of methods: [String], before starting: Set<String>
  ) -> (numbers: [String: Int64], line: Int)? {
    var numbers: [String: Int64] = [:]
    var lines: [Int] = []
    for method in methods where calls.contains(where: { $0.method == method }) {
      guard let setting = setting(method, before: starting), let number = setting.number16(0) else { return nil }
      numbers[method] = number
      lines.append(program.tokens[setting.call.index].line)
    }
    return lines.min().map { (numbers, $0) }
  }

  /// Refuses a function that the file runs in several places: each run would add to the existing data.
  private func checkOnce(_ owner: Int, clears: Bool) throws(SourceObstacle) {
    let name = program.functions[owner].name
    guard program.functions.count(where: { $0.name == name }) == 1 else {
      throw SourceObstacle(
        program.tokens[program.functions[owner].body.lowerBound], "several functions are called \(name)")
    }
    let uses = uses(of: owner)
    guard let first = uses.first, !clears else { return }
    guard uses.count == 1 else {
      throw SourceObstacle(program.tokens[uses[1]], "\(name)() is called several times")
    }
    if let refusal = program.refusal(ofCondition: first..<first + 1) { throw refusal }
  }

  private func uses(of function: Int) -> [Int] {
    (program.places[program.functions[function].name] ?? []).filter {
      program.owners[$0] >= 0 && $0 + 1 < program.tokens.count && program.tokens[$0 + 1].isMark("(")
    }
  }

  /// Whether a function runs again and again: it is `loop`, or a loop calls it.
  private func isRepeated(_ function: Int) -> Bool {
    function >= 0
      && (program.functions[function].name == "loop"
        || uses(of: function).contains {
          program.contexts[$0] == .repeated || program.functions[program.owners[$0]].name == "loop"
        })
  }

  /// Marks a layout as the first of several where a loop sets the data.
  func note(_ changes: [Call], in layout: inout SourceLayout) {
    guard let function = changes.first?.owner, isRepeated(function) else { return }
    layout.name += ", the first time"
    layout.assumptions.append(
      "a loop calls \(program.functions[function].name)() again and again: what it sends the first time is read; later "
        + "times may send other data")
  }
}

/// Reads the arguments of a call.
struct WrittenArguments {
  let program: CProgram
  let call: ObjectCalls.Call

  var text: TextRange { program.range(program.statements[call.index]..<program.partners[call.index + 1] + 1) }
  var count: Int { call.arguments.count }

  func refusal(_ reason: String = "with other arguments") -> SourceObstacle {
    SourceObstacle(program.tokens[call.index], "\(call.method) \(reason)")
  }

  func value(_ position: Int) throws(SourceObstacle) -> SourceValue {
    guard position < call.arguments.count else { throw refusal() }
    return try CExpression.value(call.arguments[position], in: program)
  }

  func number(_ position: Int, in range: ClosedRange<Int64>) throws(SourceObstacle) -> Int64 {
    guard let number = try value(position).number, range.contains(number) else {
      throw refusal("with a number that is not read")
    }
    return number
  }

  /// Returns a number as a parameter of the type `uint16_t` gets it; `nil` when it is not known.
  func number16(_ position: Int) -> Int64? {
    (try? value(position))?.number.map { Int64(UInt16(truncatingIfNeeded: $0)) }
  }

  func little(_ position: Int) throws(SourceObstacle) -> [UInt8] {
    let number = try number(position, in: 0...0xFFFF)
    return Array(littleEndian: number, count: 2)
  }

  func text(_ position: Int) throws(SourceObstacle) -> [UInt8] {
    guard let text = try value(position).text, !text.contains(0) else { throw refusal("with a text that is not read") }
    return text
  }

  /// Returns octets: an array with its length, or a text alone.
  func octets(from position: Int) throws(SourceObstacle) -> [UInt8] {
    let value = try value(position)
    if count == position + 1 {
      guard let text = value.text ?? cutText?.octets else { throw refusal("with octets that are not read") }
      return text
    }
    guard count == position + 2 else { throw refusal("with octets or a length that are not read") }
    let octets = try octets(call.arguments[position], length: call.arguments[position + 1])
    guard octets.open.isEmpty else { throw refusal("with octets that the program computes") }
    return octets.octets
  }

  /// The array of characters that is the last argument without a length, and the octets before its first zero; `nil` for all
  /// other arguments, and for an array without a zero.
  var cutText: (name: String, octets: [UInt8], whole: Int)? {
    guard let last = call.arguments.last, last.count == 1, let index = last.first,
      let declaration = program.declaration(of: program.tokens[index].text, at: index), declaration.isArray,
      declaration.type.contains("char"), case .octets(let octets)? = try? CExpression.value(last, in: program),
      let end = octets.firstIndex(of: 0)
    else { return nil }
    return (program.tokens[index].text, Array(octets[..<end]), octets.count)
  }

  /// Returns the octets of a container that the argument makes: `std::string("…", 3)`, `{"…", 3}` or
  /// `std::vector<uint8_t>{1, 2}`; `nil` when it is something else.
  func container(_ position: Int) throws(SourceObstacle) -> SourceOctets? {
    guard position < call.arguments.count, let first = call.arguments[position].first else { throw refusal() }
    let range = call.arguments[position]
    let tokens = program.tokens
    guard let open = range.first(where: { tokens[$0].isMark("{") || tokens[$0].isMark("(") }),
      program.partners[open] == range.upperBound - 1
    else { return nil }
    let type = tokens[first..<open].map { $0.text }.joined()
    let parts = program.parts(open)
    switch type {
    case "", "std::string", "string", "String":
      guard parts.count == 2, type != "" || tokens[open].isMark("{") else { return nil }
      return try octets(parts[0], length: parts[1])
    case "std::vector<uint8_t>" where tokens[open].isMark("{"):
      return SourceOctets(parts.isEmpty ? [] : try CExpression.octets(open + 1..<range.upperBound - 1, in: program))
    default: return nil
    }
  }

  /// Returns as many octets of a text or an array as an argument says. The program can compute some of an array.
  private func octets(_ data: Range<Int>, length: Range<Int>) throws(SourceObstacle) -> SourceOctets {
    var octets = try array(data)
    if octets == nil { octets = try CExpression.value(data, in: program).octets.map { SourceOctets($0) } }
    let length = try CExpression.value(length, in: program).number
    guard let octets, let length, 0...Int64(octets.octets.count) ~= length else {
      throw refusal("with octets or a length that are not read")
    }
    return octets.prefix(Int(length))
  }

  /// Returns the octets of an array that statements fill, behind casts and as `&array[0]`; `nil` for anything else.
  private func array(_ range: Range<Int>) throws(SourceObstacle) -> SourceOctets? {
    let tokens = program.tokens
    var range = range
    while let first = range.first, tokens[first].isMark("("), program.partners[first] < range.upperBound - 1 {
      range = program.partners[first] + 1..<range.upperBound
    }
    let words = tokens[range].map { $0.text }
    let isAddress = words.count == 5 && words[0] == "&" && words[2...] == ["[", "0", "]"]
    if isAddress {
      range = range.lowerBound + 1..<range.lowerBound + 2
    }
    guard range.count == 1, let index = range.first,
      let declaration = program.declaration(of: tokens[index].text, at: index), declaration.isArray
    else { return nil }
    guard program.change(of: declaration) != nil else {
      return isAddress ? try CExpression.value(range, in: program).octets.map { SourceOctets($0) } : nil
    }
    var expression = CExpression(program, at: index)
    return try expression.filled(declaration, tokens[index], opens: true)
  }

  /// Returns octets: a container, an array with its length, a text alone, or a text that the function puts together.
  func data(from position: Int) throws(SourceObstacle) -> SourceOctets {
    if let octets = try container(position) { return octets }
    if count == position + 2 { return try octets(call.arguments[position], length: call.arguments[position + 1]) }
    if count == position + 1, let octets = try BuiltText(program).octets(call.arguments[position]) { return octets }
    return SourceOctets(try octets(from: position))
  }

  /// Returns the AD structures of which an argument is made.
  func structures(_ position: Int) throws(SourceObstacle) -> [(type: ADType, octets: SourceOctets)] {
    let data = try data(from: position)
    var rest = data.octets[...]
    var structures: [(type: ADType, octets: SourceOctets)] = []
    while let length = rest.first {
      let start = rest.startIndex
      guard length > 0, rest.count > Int(length), !data.open.contains(start), !data.open.contains(start + 1) else {
        throw refusal("with bytes that are no whole AD structures")
      }
      let value = rest.dropFirst(2).prefix(Int(length) - 1)
      let open = data.open.filter { value.indices.contains($0) }.map { $0 - value.startIndex }
      structures.append((ADType(rawValue: rest[start + 1]), SourceOctets(Array(value), open: Set(open))))
      rest = rest.dropFirst(Int(length) + 1)
    }
    return structures
  }

  func uuid(_ position: Int) throws(SourceObstacle) -> SourceUUID {
    let expression = CExpression(
      program, at: call.arguments.indices.contains(position) ? call.arguments[position].lowerBound : call.index)
    return try expression.uuid(value(position), program.tokens[call.index], isBluefruit: program.isBluefruit)
  }

  func isTrue(_ position: Int) throws(SourceObstacle) -> Bool { try number(position, in: 0...1) == 1 }
}
