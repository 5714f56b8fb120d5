internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Python: MicroPython with aioble, and what is in the files of CircuitPython and BlueZ.
///
/// Sources: micropython-lib 1.28, micropython/bluetooth/aioble/aioble/peripheral.py; MicroPython 1.12 and 1.28,
/// extmod/nimble/modbluetooth_nimble.c and extmod/btstack/modbluetooth_btstack.c.
enum PythonReader {
  static func read(_ program: PythonProgram, into found: inout SourceFindings) {
    for index in program.places["advertise"] ?? [] where isCall(index, of: "aioble", program) {
      found.takeBytes { made throws(SourceObstacle) in try aioble(index, program, &made) }
    }
    for index in program.places["gap_advertise"] ?? []
    where program.isMember(index) && index + 1 < program.tokens.count && program.tokens[index + 1].isMark("(") {
      found.takeBytes { made throws(SourceObstacle) in try bytes(index, program, &made) }
    }
    BlueZReader.read(program, into: &found)
    CircuitPythonReader.read(program, into: &found)
    PythonPeripherals.read(program, into: &found)
    found.obstacles += otherUses(program)
  }

  /// Returns an obstacle for each use of a function that advertises other than a call that is read.
  private static func otherUses(_ program: PythonProgram) -> [SourceObstacle] {
    let isOfCircuitPython = program.places["adafruit_ble"] != nil || program.places["_bleio"] != nil
    let names =
      ["gap_advertise", "RegisterAdvertisement", "call_register_advertisement"]
      + (program.places["aioble"] != nil ? ["advertise"] : [])
      + (isOfCircuitPython ? ["start_advertising"] : [])
    let uses = program.otherUses(of: names) { name, index in
      let statement = program.tokens[program.statements[index]]
      if statement.isWord("from") || statement.isWord("import") { return !program.tokens[index + 1].isWord("as") }
      let isDefined = (program.places[name] ?? []).contains { program.tokens[$0 - 1].isWord("def") }
      let isOwn = !program.isMember(index) || program.tokens[index - 2].isWord("self")
      if isDefined, isOwn { return true }
      let isCall = program.isMember(index) && program.tokens[index + 1].isMark("(")
      switch name {
      case "advertise": return isCall && self.isCall(index, of: "aioble", program)
      case "start_advertising": return isCall && CircuitPythonReader.isRead(index, program)
      default: return isCall
      }
    }
    return uses + program.lookups(of: names) + PythonCommands.otherUses(program)
  }

  private static func isCall(_ index: Int, of module: String, _ program: PythonProgram) -> Bool {
    index > 1 && program.isMember(index) && program.tokens[index - 2].isWord(module) && !program.isMember(index - 2)
      && index + 1 < program.tokens.count && program.tokens[index + 1].isMark("(")
  }

  // MARK: MicroPython

  private static let arguments = [
    "interval_us", "adv_data", "resp_data", "connectable", "limited_disc", "br_edr", "name", "services", "appearance",
    "manufacturer", "timeout_ms",
  ]

  private static func aioble(
    _ index: Int, _ program: PythonProgram, _ made: inout SourceFindings
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("aioble") else { return nil }
    let token = program.tokens[index]
    let given = try aiobleArguments(index, program)
    func isNone(_ name: String) -> Bool {
      given[name].map { $0.count == 1 && program.tokens[$0.lowerBound].isWord("None") } ?? true
    }
    func isOn(_ name: String, _ other: Bool) throws(SourceObstacle) -> Bool {
      guard let range = given[name] else { return other }
      guard let number = try program.value(range).number else { throw SourceObstacle(token, "\(name) is not read") }
      return number != 0
    }
    let pdu = pdu(isConnectable: try isOn("connectable", true))
    guard isNone("adv_data"), isNone("resp_data") else {
      let data = isNone("adv_data") ? nil : given["adv_data"]
      made.plain.append(try aiobleBytes(data, isNone("resp_data") ? nil : given["resp_data"], pdu, of: index, program))
      let refusal = stack.refusal(of: MicroPythonParameterTable.advertise, parameters(given, program), at: token.line)
      if let refusal { made.obstacles.append(refusal) }
      return nil
    }
    var layout = SourceLayout(
      name: "advertise", stack: stack, place: program.range(index - 2..<program.partners[index + 1] + 1))
    layout.pdu = pdu
    func text(_ name: String) -> TextRange {
      given[name].map { program.range(max($0.lowerBound - 2, index)..<$0.upperBound) } ?? layout.place
    }
    let isLimited = try isOn("limited_disc", false)
    let hasBREDR = try isOn("br_edr", false)
    if isLimited || hasBREDR {
      layout.advertising.add(.flags, [(isLimited ? 0x01 : 0x02) + (hasBREDR ? 0x18 : 0x04)], at: layout.place)
    }
    if let services = given["services"], !isNone("services") {
      for part in try program.list(services) {
        try layout.advertising.add(at: text("services")) { () throws(SourceObstacle) -> SourceUUID in
          guard case .uuid(let uuid) = try program.value(part) else {
            throw SourceObstacle(program.tokens[part.lowerBound], "a service that is no UUID")
          }
          return uuid
        }
      }
    }
    if let name = given["name"], !isNone("name") {
      try layout.advertising.add(at: text("name")) { () throws(SourceObstacle) in
        guard let octets = try program.value(name).octets else { throw SourceObstacle(token, "a name that is no text") }
        return octets
      }
    }
    if let appearance = given["appearance"] {
      guard let number = try program.value(appearance).number, 0...0xFFFF ~= number else {
        throw SourceObstacle(token, "an appearance that is not read")
      }
      if number != 0 {
        layout.advertising.add(
          .appearance, Array(littleEndian: number, count: 2),
          at: text("appearance"))
      }
    }
    if let manufacturer = given["manufacturer"], !isNone("manufacturer") {
      let parts = try program.list(manufacturer)
      guard parts.count == 2, let company = try program.value(parts[0]).number, 0...0xFFFF ~= company,
        let data = try program.value(parts[1]).octets
      else { throw SourceObstacle(token, "manufacturer data that are not read") }
      layout.advertising.add(
        .manufacturerData, Array(littleEndian: company, count: 2) + data,
        at: text("manufacturer"))
    }
    let request = BuildRequest(pdu: layout.pdu, advertising: layout.advertising.values)
    if hasOtherCalls(program), let built = try? stack.built(request, version: stack.newest),
      built.scanResponse.octets.isEmpty
    {
      // That of an earlier call stays in use.
      layout.isResponseUnknown = true
    }
    layout.parameters = (MicroPythonParameterTable.advertise, parameters(given, program), token.line)
    return layout
  }

  /// Returns the arguments of `advertise()` by their names.
  private static func aiobleArguments(
    _ index: Int, _ program: PythonProgram
  ) throws(SourceObstacle) -> [String: Range<Int>] {
    let token = program.tokens[index]
    for argument in program.arguments(index + 1) {
      let first = program.tokens[argument.value.lowerBound]
      guard !first.isMark("*"), !first.isMark("**") else { throw SourceObstacle(token, "arguments that are in a list") }
    }
    return try program.arguments(
      index + 1, named: arguments, allowed: arguments,
      orElse: SourceObstacle(token, "an argument that advertise() does not have"))
  }

  /// Returns the layout of `advertise()` with bytes, which take the place of the other arguments. What is missing stays
  /// as an earlier call has set it.
  private static func aiobleBytes(
    _ data: Range<Int>?, _ response: Range<Int>?, _ pdu: AdvertisingPDU, of index: Int, _ program: PythonProgram
  ) throws(SourceObstacle) -> DeclaredLayout {
    let token = program.tokens[index]
    let unread = SourceObstacle(token, "data that are not read")
    guard let data, let octets = try program.octets(data), !octets.isEmpty else { throw unread }
    var answer: [UInt8] = []
    if let response {
      guard let octets = try program.octets(response) else { throw unread }
      answer = octets
    } else if hasOtherCalls(program) {
      throw SourceObstacle(token, "the scan response of an earlier call is sent")
    }
    let layout = sent("advertise", octets, answer, index, program, pdu)
    try refuseTooLong("advertise", layout, at: token.line)
    return layout
  }

  /// Whether the file has several calls that advertise.
  private static func hasOtherCalls(_ program: PythonProgram) -> Bool {
    ["advertise", "gap_advertise"].flatMap { program.places[$0] ?? [] }.filter { program.isMember($0) }.count > 1
  }

  /// `ble.gap_advertise(interval, adv_data=…, resp_data=…)` with bytes.
  private static func bytes(
    _ index: Int, _ program: PythonProgram, _ made: inout SourceFindings
  ) throws(SourceObstacle) -> SourceLayout? {
    let token = program.tokens[index]
    let given = try program.arguments(
      index + 1, named: ["interval_us", "adv_data"], orElse: SourceObstacle(token, "an argument that is not read"))
    // Without data, advertising stops, or continues with the earlier data.
    guard let data = given["adv_data"] else {
      if let interval = given["interval_us"], interval.count == 1,
        program.tokens[interval.lowerBound].isWord("None") || program.tokens[interval.lowerBound].text == "0"
      {
        return nil
      }
      throw SourceObstacle(token, "the data of an earlier call are sent")
    }
    guard Set(given.keys).isSubset(of: ["interval_us", "adv_data", "resp_data", "connectable"]) else {
      throw SourceObstacle(token, "an argument that is not read")
    }
    guard let advertising = try program.octets(data) else {
      throw SourceObstacle(token, "data that are not read")
    }
    var response: [UInt8] = []
    if let range = given["resp_data"] {
      guard let octets = try program.octets(range) else { throw SourceObstacle(token, "data that are not read") }
      response = octets
    } else {
      // The scan response of an earlier call stays in use.
      guard (program.places["resp_data"] ?? []).isEmpty else {
        throw SourceObstacle(token, "the scan response of an earlier call is sent")
      }
    }
    var isConnectable = true
    if let range = given["connectable"] { isConnectable = try program.value(range).number != 0 }
    let pdu = pdu(isConnectable: isConnectable)
    let layout = sent("gap_advertise", advertising, response, index, program, pdu)
    try refuseTooLong("gap_advertise", layout, at: token.line)
    made.plain.append(layout)
    let refusal = StackBuilder.named("aioble")?.refusal(
      of: MicroPythonParameterTable.gapAdvertise, parameters(given, program), at: token.line)
    if let refusal { made.obstacles.append(refusal) }
    return nil
  }

  /// Returns the kind of advertising: NimBLE and BTstack get a device that scanners can ask, connectable or not.
  private static func pdu(isConnectable: Bool) -> AdvertisingPDU { isConnectable ? .advInd : .advScanInd }

  /// Returns the interval, if it is known and NimBLE hands a refused one to the controller: it cuts the number of units of
  /// 625 µs to 16 bits, and takes an interval of its own in the place of 0.
  private static func parameters(_ given: [String: Range<Int>], _ program: PythonProgram) -> StackParameter.Given {
    var known = StackParameter.Given()
    guard let range = given["interval_us"], let number = (try? program.value(range))?.number,
      let interval = Int32(exactly: number), interval >= 0
    else { return known }
    let units = Int64(UInt16(truncatingIfNeeded: interval / 625))
    if units != 0, !StackParameter.controllerIntervals.contains(units) { known.numbers["interval_us"] = number }
    return known
  }

  /// Throws the refusal of MicroPython for bytes that do not fit.
  private static func refuseTooLong(
    _ name: String, _ layout: DeclaredLayout, at line: Int
  ) throws(SourceObstacle) {
    for (block, payload) in layout.layout.blocks where payload.count > 31 {
      throw SourceObstacle(
        line,
        "\(name) \(MicroPythonParameterTable.tooLong): \(block.withArticle) needs \(payload.count) bytes, 31 available",
        tooLong: layout, in: block, scanResponse: "resp_data")
    }
  }

  /// Returns the layout of bytes that are sent as they are.
  static func sent(
    _ name: String, _ advertising: [UInt8], _ response: [UInt8], _ index: Int, _ program: PythonProgram,
    _ pdu: AdvertisingPDU = .advInd
  ) -> DeclaredLayout {
    let place = program.range(index..<program.partners[index + 1] + 1)
    func written(_ octets: [UInt8]) -> WrittenPayload {
      WrittenPayload(range: place, octets: octets.map { _ in place })
    }
    return DeclaredLayout(
      name: name, layout: Layout(pdu: pdu, advertising: Payload(advertising), declaring: Payload(response)),
      place: place, advertisingText: written(advertising), scanResponseText: response.isEmpty ? nil : written(response))
  }
}
