internal import AdvertBuilders
internal import AdvertisingData

/// CoreBluetooth in Swift: `startAdvertising` of a `CBPeripheralManager` with a dictionary.
///
/// Source: Apple's documentation of `startAdvertising(_:)`. What is read is sent while the app is in the foreground.
enum CoreBluetoothReader {
  static func read(_ program: AppProgram, into found: inout SourceFindings) {
    guard let stack = StackBuilder.named("core-bluetooth"), program.places["CoreBluetooth"] != nil else { return }
    let calls = (program.places["startAdvertising"] ?? []).filter { index in
      guard program.isMark(index + 1, "("), program.isMember(index), let first = program.parts(index + 1).first,
        program.parts(index + 1).count == 1
      else { return false }
      // Other types have methods of this name, with labels.
      return !(first.count > 1 && program.tokens[first.lowerBound].isWord && program.isMark(first.lowerBound + 1, ":"))
    }
    for index in calls {
      guard found.hasRoom(for: program.tokens[index].line) else { return }
      var ignored: [SourceObstacle] = []
      found.take { () throws(SourceObstacle) in try layout(index, program, stack, &ignored) }
      found.obstacles += ignored
    }
    found.obstacles += program.otherUses(ofMethods: ["startAdvertising"])
  }

  private static func layout(
    _ index: Int, _ program: AppProgram, _ stack: StackBuilder, _ ignored: inout [SourceObstacle]
  ) throws(SourceObstacle) -> SourceLayout? {
    try program.checkNotOwn("CBUUID", "CBMutableService", "UUID")
    try checkCompiled(index, since: nil, program)
    var layout = SourceLayout(
      name: "startAdvertising", stack: stack, place: program.range(index..<program.partners[index + 1] + 1))
    var reader = CoreBluetoothValues(program, call: index)
    layout.advertising = try reader.block(program.parts(index + 1)[0])
    ignored = reader.ignored
    return layout
  }

  /// Returns the refusal of a key whose data Core Bluetooth leaves out; the rest is sent.
  ///
  /// - Throws: for words that are not read.
  static func ignoring(_ key: String, at line: Int) throws(SourceObstacle) -> SourceObstacle {
    let refusal = refusal(of: key, at: line)
    guard refusal.refusal != nil else { throw refusal }
    return refusal
  }

  private static func refusal(of key: String, at line: Int) -> SourceObstacle {
    let taken = "CoreBluetooth takes CBAdvertisementDataLocalNameKey and CBAdvertisementDataServiceUUIDsKey only"
    guard key.hasPrefix("CBAdvertisementData") else { return SourceObstacle(line, "\(taken), and not \(key)") }
    return SourceObstacle(
      line, "startAdvertising does not send \(key): \(taken)",
      SourceObstacle.Refusal(
        isCertain: true, remedy: "remove \(key); send its data through a characteristic, or in a service UUID"))
  }

  /// Refuses code that a condition other than on the system decides about.
  static func checkCompiled(_ index: Int, since call: Int?, _ program: AppProgram) throws(SourceObstacle) {
    guard let condition = program.tokens[index].condition, !program.systemConditions.contains(condition) else { return }
    if let call, program.tokens[call].condition == condition { return }
    throw SourceObstacle(program.tokens[index], "the #if in line \(condition) decides whether this is compiled")
  }
}

/// Reads the values that calls of CoreBluetooth get: dictionaries, and lists of services.
struct CoreBluetoothValues {
  private let program: AppProgram
  private var expression: AppExpression
  private let call: Int
  /// The refusals of the keys whose data are not sent.
  private(set) var ignored: [SourceObstacle] = []

  init(_ program: AppProgram, call: Int) {
    self.program = program
    expression = AppExpression(program)
    self.call = call
  }

  mutating func block(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let range = withoutCast(expression.bare(range))
    guard depth < 16, let first = range.first else { throw expression.refusal(range) }
    try CoreBluetoothReader.checkCompiled(first, since: call, program)
    guard program.isMark(first, "["), program.partners[first] == range.upperBound - 1 else {
      if range.count == 1, program.isWord(first, "nil") {
        throw SourceObstacle(program.tokens[first], "what is sent without data is not documented")
      }
      guard let parts = expression.segments(range), let value = try expression.meaning(parts) else {
        throw expression.refusal(range)
      }
      if let last = parts.last, last.arguments == nil { try checkOnlyRead(last.name, value) }
      return try block(value, depth: depth + 1)
    }
    var block = SourceLayout.RequestedBlock()
    var keys: Set<String> = []
    for entry in program.parts(first) {
      guard entry.count > 2, program.tokens[entry.lowerBound].isWord, program.isMark(entry.lowerBound + 1, ":") else {
        throw expression.refusal(entry)
      }
      if let part = entry.first(where: { program.tokens[$0].condition != program.tokens[first].condition }) {
        throw SourceObstacle(program.tokens[part], "an #if decides whether this is compiled")
      }
      let key = program.tokens[entry.lowerBound].text
      let value = entry.lowerBound + 2..<entry.upperBound
      let text = program.range(entry)
      guard keys.insert(key).inserted else {
        throw SourceObstacle(program.tokens[entry.lowerBound], "\(key) stands twice")
      }
      switch key {
      case "CBAdvertisementDataLocalNameKey":
        try block.add(at: text) { () throws(SourceObstacle) in try expression.text(value) }
      case "CBAdvertisementDataServiceUUIDsKey":
        let list = withoutCast(expression.bare(value))
        guard let open = list.first, program.isMark(open, "["), program.partners[open] == list.upperBound - 1,
          case let parts = program.parts(open), parts.count <= 4
        else {
          block.add(services: try services(value), at: text)
          continue
        }
        // Each of a list that stands there can be unread.
        try CoreBluetoothReader.checkCompiled(open, since: call, program)
        for part in parts { try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try uuid(part) } }
      default:
        ignored.append(try CoreBluetoothReader.ignoring(key, at: program.tokens[entry.lowerBound].line))
      }
    }
    if keys.count == ignored.count, let refusal = ignored.first { throw refusal }
    return block
  }

  /// Returns an expression without `as [String: Any]` behind it.
  private func withoutCast(_ range: Range<Int>) -> Range<Int> {
    guard let first = range.first, let cast = range.first(where: { program.isWord($0, "as") }), cast > first,
      program.brackets[cast] == program.brackets[first]
    else { return range }
    return first..<cast
  }

  /// Returns the UUIDs of a list.
  mutating func services(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> [SourceUUID] {
    let range = withoutCast(expression.bare(range))
    guard depth < 16, let first = range.first else { throw expression.refusal(range) }
    try CoreBluetoothReader.checkCompiled(first, since: call, program)
    guard program.isMark(first, "["), program.partners[first] == range.upperBound - 1 else {
      guard let parts = expression.segments(range), let value = try expression.meaning(parts) else {
        throw expression.refusal(range)
      }
      if let last = parts.last, last.arguments == nil { try checkOnlyRead(last.name, value) }
      return try services(value, depth: depth + 1)
    }
    let parts = program.parts(first)
    guard parts.count <= 200 else { throw SourceObstacle(program.tokens[first], "more services than are sent") }
    var uuids: [SourceUUID] = []
    for part in parts { uuids.append(try uuid(part)) }
    return uuids
  }

  private mutating func uuid(_ range: Range<Int>, depth: Int = 0) throws(SourceObstacle) -> SourceUUID {
    let range = expression.bare(range)
    guard depth < 16, let first = range.first, var parts = expression.segments(range) else {
      throw expression.refusal(range)
    }
    try CoreBluetoothReader.checkCompiled(first, since: call, program)
    if parts.count == 1, expression.word(parts[0]) == "CBUUID", let open = parts[0].arguments {
      return try identifier(open)
    }
    // A service has the UUID that it was made with.
    if parts.count > 1, let last = parts.last, expression.word(last) == "uuid", last.arguments == nil {
      parts.removeLast()
      guard let value = try expression.meaning(parts) else { throw expression.refusal(range) }
      return try service(value)
    }
    guard let value = try expression.meaning(parts) else { throw expression.refusal(range) }
    return try uuid(value, depth: depth + 1)
  }

  private mutating func service(_ range: Range<Int>) throws(SourceObstacle) -> SourceUUID {
    guard let parts = expression.segments(range), parts.count == 1, expression.word(parts[0]) == "CBMutableService",
      let type = expression.arguments(parts[0]).first, type.count > 2, program.isWord(type.lowerBound, "type"),
      program.isMark(type.lowerBound + 1, ":")
    else { throw expression.refusal(range) }
    return try uuid(type.lowerBound + 2..<type.upperBound, depth: 1)
  }

  /// Reads `CBUUID(string:)` of 4 or 36 characters, and `CBUUID(nsuuid:)`.
  private mutating func identifier(_ open: Int) throws(SourceObstacle) -> SourceUUID {
    let arguments = program.parts(open)
    guard arguments.count == 1, let argument = arguments.first, argument.count > 2,
      program.isMark(argument.lowerBound + 1, ":")
    else { throw SourceObstacle(program.tokens[open], "a UUID that is not read") }
    var value = argument.lowerBound + 2..<argument.upperBound
    var isLong = false
    if program.isWord(argument.lowerBound, "nsuuid") {
      guard let parts = expression.segments(value), parts.count == 1, expression.word(parts[0]) == "UUID",
        let text = expression.arguments(parts[0]).first, text.count > 2, program.isWord(text.lowerBound, "uuidString")
      else { throw expression.refusal(value) }
      value = text.lowerBound + 2..<text.upperBound
      isLong = true
    } else if !program.isWord(argument.lowerBound, "string") {
      throw SourceObstacle(program.tokens[argument.lowerBound], "a UUID that is not read")
    }
    let text = try expression.text(value)
    return try SourceUUID.read(text, of: isLong ? [36] : [4, 36], at: program.tokens[open], in: program)
  }

  /// Refuses a dictionary or a list with a name that something in the file may change.
  private func checkOnlyRead(_ use: Int, _ value: Range<Int>) throws(SourceObstacle) {
    let name = program.tokens[use].text
    // A constant of Swift has the value that it was given.
    guard !program.declarations(of: name).allSatisfy({ $0.isConstant }) else { return }
    for index in program.places[name] ?? [] where index != use && index > value.lowerBound {
      if program.isMark(index + 1, "[", ".", "?.") || program.isMark(index - 1, "&") {
        throw SourceObstacle(program.tokens[index], "\(name) may be changed here")
      }
    }
    if program.namesInTexts.contains(name) { throw SourceObstacle(program.tokens[use], "\(name) is used in a text") }
  }
}
