/// An object that a function fills in a straight line, and hands to one call: one that the function declares, or one of the
/// file that no other function uses.
struct OwnObject {
  /// The calls on the object before its use, in their order.
  let calls: [ObjectCalls.Call]
  /// The arguments of its constructor.
  let arguments: [Range<Int>]

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

  /// Reads the object whose name is at a place.
  ///
  /// - Parameter takesArguments: whether its constructor may have arguments.
  init(
    at use: Int, ofType type: String, in program: CProgram, takesArguments: Bool = false
  ) throws(SourceObstacle) {
    let name = program.tokens[use]
    let owner = program.owners[use]
    guard let declaration = program.declaration(of: name.text, at: use), !declaration.isPointer,
      declaration.type.contains(where: { $0.hasSuffix(type) })
    else { throw SourceObstacle(name, "\(name.text) is no object that this function declares") }
    var arguments: [Range<Int>] = []
    if let value = declaration.value, !value.isEmpty {
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
    let isOfFile = program.owners[declaration.name] < 0
    var calls: [ObjectCalls.Call] = []
    for index in program.places[name.text] ?? []
    where index != declaration.name && index != use && !program.isMember(index)
      && (isOfFile || program.owners[index] == owner)
    {
      // The same data can be sent in both blocks.
      let isSent =
        program.tokens[index - 1].isMark("(") && program.tokens[index + 1].isMark(")")
        && ["setAdvertisementData", "setScanResponseData"].contains(program.tokens[index - 2].text)
      if isSent, program.owners[index] == owner { continue }
      guard program.owners[index] == owner else {
        throw SourceObstacle(program.tokens[index], "another function uses \(name.text)")
      }
      guard index + 3 < program.tokens.count, program.tokens[index + 1].isMark("."),
        program.tokens[index + 3].isMark("(")
      else {
        throw SourceObstacle(program.tokens[index], "\(name.text) is handed on")
      }
      if Self.readers.contains(program.tokens[index + 2].text) { continue }
      guard index < use else {
        throw SourceObstacle(program.tokens[index], "\(name.text) is changed after it is set")
      }
      if let doubt = program.doubt(index) { throw doubt }
      calls.append(
        ObjectCalls.Call(
          method: program.tokens[index + 2].text, index: index + 2, arguments: program.parts(index + 3),
          owner: program.owners[index]))
    }
    self.calls = calls
  }
}
