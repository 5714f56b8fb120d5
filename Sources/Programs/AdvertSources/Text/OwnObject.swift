/// An object that a function fills in a straight line, and hands to one call: one that the function declares, or one of the
/// file that no other function uses.
struct OwnObject {
  /// The calls on the object before its use, in their order.
  let calls: [ObjectCalls.Call]
  /// The calls on the object after the last call that copies it.
  let late: [ObjectCalls.Call]
  /// The arguments of its constructor.
  let arguments: [Range<Int>]

  /// Calls that copy their argument.
  static let copying: Set<String> = ["setAdvertisementData", "setScanResponseData"]

  /// Methods that return a part of the object. One of them after the use changes nothing.
  private static let readers: Set<String> = [
    "getData", "getPayload", "getMajor", "getMinor", "getManufacturerId", "getProximityUUID", "getSignalPower",
  ]

  /// Reads the object that is the only argument of a call.
  ///
  /// - Parameter type: the end of the name of its class.
  init(_ setting: WrittenArguments, ofType type: String, in program: CProgram) throws(SourceObstacle) {
    guard setting.count == 1, let argument = setting.call.arguments.first, argument.count == 1 else {
      throw setting.refusal()
    }
    try self.init(at: argument.lowerBound, ofType: type, in: program)
  }

  /// Reads the object whose name is at a place. Copied lines need not declare it.
  ///
  /// - Parameters:
  ///   - end: the place up to which calls on it count; `nil` for the place itself, which uses it.
  ///   - takesArguments: whether its constructor may have arguments.
  init(
    at place: Int, until end: Int? = nil, ofType type: String, in program: CProgram, takesArguments: Bool = false
  ) throws(SourceObstacle) {
    let use = end ?? place
    let name = program.tokens[place]
    let owner = program.owners[place]
    let declaration = program.declaration(of: name.text, at: place)
    let isOfOtherLines = program.isExcerpt && !program.declares(name.text)
    guard
      isOfOtherLines || declaration.map({ one in !one.isPointer && one.type.contains { $0.hasSuffix(type) } }) ?? false
    else { throw SourceObstacle(name, "\(name.text) is no object that this function declares") }
    var arguments: [Range<Int>] = []
    if let value = declaration?.value, !value.isEmpty {
      // `name(1, 2)`, or `name = Type(1, 2)`
      var open = value.lowerBound - 1
      let tokens = program.tokens[value]
      if tokens.count > 2, tokens.first?.text.hasSuffix(type) ?? false { open = value.lowerBound + 1 }
      guard program.tokens[open].isMark("("), program.partners[open] >= value.upperBound - 1,
        takesArguments || program.partners[open] == open + 1
      else { throw SourceObstacle(name, "\(name.text) begins with data that are not read") }
      arguments = program.parts(open)
    }
    self.arguments = arguments
    let isOfFile = declaration.map { program.owners[$0.name] < 0 } ?? true
    let isCopied =
      !isOfFile && declaration?.type.contains("static") == false && use > 1
      && Self.copying.contains(program.tokens[use - 2].text) && program.doubt(use) == nil
    var calls: [ObjectCalls.Call] = []
    var late: [ObjectCalls.Call] = []
    for index in program.places[name.text] ?? []
    where index != declaration?.name && index != use && !program.isMember(index)
      && (isOfFile || program.owners[index] == owner)
    {
      // The same data can be sent in both blocks.
      let isSent =
        program.tokens[index - 1].isMark("(") && program.tokens[index + 1].isMark(")")
        && Self.copying.contains(program.tokens[index - 2].text)
      if isSent, program.owners[index] == owner {
        late = []
        continue
      }
      guard program.owners[index] == owner else {
        throw SourceObstacle(program.tokens[index], "another function uses \(name.text)")
      }
      guard index + 3 < program.tokens.count,
        program.tokens[index + 1].isMark(".") || isOfOtherLines && program.tokens[index + 1].isMark("->"),
        program.tokens[index + 3].isMark("(")
      else {
        throw SourceObstacle(program.tokens[index], "\(name.text) is handed on")
      }
      if Self.readers.contains(program.tokens[index + 2].text) { continue }
      let call = ObjectCalls.Call(
        method: program.tokens[index + 2].text, index: index + 2, arguments: program.parts(index + 3),
        owner: program.owners[index])
      guard index < use else {
        // The copy stays as it is when its original ends with the function.
        guard isCopied else {
          throw SourceObstacle(program.tokens[index], "\(name.text) is changed after it is set")
        }
        late.append(call)
        continue
      }
      if let doubt = program.doubt(index) { throw doubt }
      calls.append(call)
    }
    self.calls = calls
    self.late = late
  }
}
