internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// CircuitPython: adafruit_ble, and `_bleio`, on which it is built.
///
/// Sources: Adafruit_CircuitPython_BLE 10.1.2, adafruit_ble/__init__.py, adafruit_ble/advertising/standard.py and
/// adafruit_ble/services; CircuitPython 10, shared-bindings/_bleio/Adapter.c.
enum CircuitPythonReader {
  static func read(_ program: PythonProgram, into found: inout SourceFindings) {
    for index in program.places["start_advertising"] ?? []
    where program.isMember(index) && index + 1 < program.tokens.count && program.tokens[index + 1].isMark("(") {
      if isOfAdapter(index, program) {
        found.takeBytes { made throws(SourceObstacle) in try bytes(index, program, &made) }
      } else if program.places["adafruit_ble"] != nil {
        found.take { () throws(SourceObstacle) in try adafruit(index, program) }
      }
    }
  }

  /// Whether the call of `start_advertising` at an index is read.
  static func isRead(_ index: Int, _ program: PythonProgram) -> Bool {
    isOfAdapter(index, program) || program.places["adafruit_ble"] != nil
  }

  // MARK: Bytes

  /// Whether the name at an index is `_bleio.adapter.start_advertising`, or that of another name for the adapter:
  /// `adapter = _bleio.adapter`, or `from _bleio import adapter as radio`.
  private static func isOfAdapter(_ index: Int, _ program: PythonProgram) -> Bool {
    let tokens = program.tokens
    guard program.isMember(index), tokens[index - 2].isWord else { return false }
    let object = tokens[index - 2]
    if program.isMember(index - 2) {
      return object.isWord("adapter") && tokens[index - 4].isWord("_bleio") && !program.isMember(index - 4)
    }
    if let value = try? program.binding(of: object.text, before: index) {
      return tokens[value].map { $0.text } == ["_bleio", ".", "adapter"]
    }
    return isImported(object.text, in: program)
  }

  /// Whether the only other use of a name that sets it imports the adapter.
  private static func isImported(_ name: String, in program: PythonProgram) -> Bool {
    let tokens = program.tokens
    return (program.places[name] ?? []).contains { place in
      let start = program.statements[place]
      let isAlias = tokens[place - 1].isWord("as") && tokens[place - 2].isWord("adapter")
      return tokens[start].isWord("from") && tokens[start + 1].isWord("_bleio")
        && (isAlias || name == "adapter" && !tokens[place + 1].isWord("as"))
    } && !(program.places[name] ?? []).contains { tokens[$0 + 1].isMark("=") && program.statements[$0] == $0 }
  }

  /// `_bleio.adapter.start_advertising(data, scan_response=…)` with bytes, which are sent as they are. Without a scan
  /// response, none is sent.
  private static func bytes(
    _ index: Int, _ program: PythonProgram, _ made: inout SourceFindings
  ) throws(SourceObstacle) -> SourceLayout? {
    let token = program.tokens[index]
    let given = try program.arguments(
      index + 1, named: ["data"],
      allowed: ["data", "scan_response", "interval", "timeout", "connectable", "anonymous", "tx_power"],
      orElse: SourceObstacle(token, "an argument that is not read"))
    if let range = given["connectable"], try program.value(range).number == 0 {
      throw SourceObstacle(token, "connectable=False, of which it is not known here what is sent")
    }
    guard let data = given["data"], let advertising = try program.octets(data) else {
      throw SourceObstacle(token, "data that are not read")
    }
    var response: [UInt8] = []
    if let range = given["scan_response"], !(range.count == 1 && program.tokens[range.lowerBound].isWord("None")) {
      guard let octets = try program.octets(range) else { throw SourceObstacle(token, "data that are not read") }
      response = octets
    }
    guard advertising.count <= 31 || response.isEmpty else {
      throw SourceObstacle(
        token.line,
        "start_advertising raises BluetoothError: \(advertising.count) bytes are extended advertising, which has no scan "
          + "response when it is connectable",
        SourceObstacle.Refusal(isCertain: true, remedy: "give at most 31 bytes, or leave out scan_response"))
    }
    let refusal = StackBuilder.named("adafruit-ble")?.refusal(
      of: CircuitPythonParameterTable.call, parameters(given, program), at: token.line)
    if let refusal, refusal.refusal?.isCertain ?? false { throw refusal }
    guard advertising.count <= 31, response.count <= 31 else {
      throw SourceObstacle(token, "more than 31 bytes, which become extended advertising")
    }
    made.plain.append(PythonReader.sent("start_advertising", advertising, response, index, program))
    if let refusal { made.obstacles.append(refusal) }
    return nil
  }

  /// Returns the parameters that CircuitPython checks, as far as they are known.
  private static func parameters(_ given: [String: Range<Int>], _ program: PythonProgram) -> StackParameter.Given {
    var known = StackParameter.Given()
    known.numbers["interval"] = given["interval"].flatMap {
      program.decimal($0, places: CircuitPythonParameterTable.places)
    }
    // A larger number raises another error.
    known.numbers["timeout"] = given["timeout"].flatMap { (try? program.value($0))?.number }.flatMap {
      Int32(exactly: $0).map(Int64.init)
    }
    return known
  }

  // MARK: adafruit_ble

  /// Services of the library and of those beside it, by the names of their classes.
  private static let services: [String: SourceUUID?] = [
    "AppleMediaService": SourceUUID(text: Array("89d3502b-0f36-433a-8ef4-c502ad55f8dc".utf8)),
    "AppleNotificationCenterService": SourceUUID(text: Array("7905f431-b5ce-4e99-a40f-4b1e122d00d0".utf8)),
    "BatteryService": SourceUUID(0x180F, bits: 16), "CurrentTimeService": SourceUUID(0x1805, bits: 16),
    "DeviceInfoService": SourceUUID(0x180A, bits: 16), "HIDService": SourceUUID(0x1812, bits: 16),
    "MIDIService": SourceUUID(text: Array("03b80e5a-ede8-4b33-a751-6ce34ec4c700".utf8)),
    "UARTService": SourceUUID(text: Array("6e400001-b5a3-f393-e0a9-e50e24dcca9e".utf8)),
  ]

  private static func adafruit(_ index: Int, _ program: PythonProgram) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("adafruit-ble") else { return nil }
    let token = program.tokens[index]
    let names = ["advertisement", "scan_response", "interval", "timeout"]
    let given = try program.arguments(
      index + 1, named: names, allowed: names, orElse: SourceObstacle(token, "other arguments"))
    guard let advertisement = given["advertisement"] else { throw SourceObstacle(token, "other arguments") }
    var layout = SourceLayout(
      name: "start_advertising", stack: stack, place: program.range(index..<program.partners[index + 1] + 1))
    layout.advertising = try object(
      advertisement, before: index, program, kinds: ["ProvideServicesAdvertisement", "SolicitServicesAdvertisement"])
    if let response = given["scan_response"], !program.tokens[response.lowerBound].isWord("None") {
      layout.scanResponse = try object(response, before: index, program, kinds: ["Advertisement"])
    }
    // In place of none, and of one without fields, the library sends the radio's name and TX power.
    if layout.scanResponse?.values.isEmpty ?? true {
      var response = SourceLayout.RequestedBlock()
      if let name = radioName(before: index, program) {
        response.add(name: name.octets, at: name.text)
      } else {
        layout.isResponseUnknown = true
      }
      response.add(.txPowerLevel, [radioPower], at: layout.place)
      layout.scanResponse = response
    }
    layout.parameters = (CircuitPythonParameterTable.call, parameters(given, program), token.line)
    return layout
  }

  /// The `tx_power` of a radio, which a program cannot set.
  private static let radioPower: UInt8 = 0

  /// Returns the name that the program gives the radio on which it calls `start_advertising`; `nil` when it gives none, or
  /// not once at the top of the file. The board decides then.
  private static func radioName(
    before use: Int, _ program: PythonProgram
  ) -> (octets: [UInt8], text: TextRange)? {
    let tokens = program.tokens
    // `radio.name`, or the adapter's name that it stands for: `radio._adapter.name`
    func start(_ index: Int) -> Int {
      program.isMember(index - 2) && tokens[index - 2].isWord("_adapter") ? index - 4 : index - 2
    }
    let names = (program.places["name"] ?? []).filter {
      program.isMember($0) && tokens[$0 + 1].isMark("=") && program.statements[$0] == start($0)
    }
    guard names.count == 1, let index = names.first, index < use, program.depths[index] == 0,
      tokens[start(index)].text == tokens[use - 2].text, !program.isMember(use - 2),
      case let value = index + 2..<program.end(ofStatement: index),
      let octets = (try? program.value(value))?.text, !octets.isEmpty
    else { return nil }
    return (octets, program.range(start(index)..<value.upperBound))
  }

  /// Reads an object of the library with its attributes, all set at the top level of the file.
  private static func object(
    _ argument: Range<Int>, before use: Int, _ program: PythonProgram, kinds: Set<String>
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let name = program.tokens[argument.lowerBound]
    guard argument.count == 1, name.isWord else { throw SourceObstacle(name, "an advertisement that is no name") }
    let binding = try program.binding(of: name.text)
    var block = SourceLayout.RequestedBlock()
    let kind = program.tokens[binding.lowerBound].text
    guard binding.count > 2, kinds.contains(kind), program.tokens[binding.lowerBound + 1].isMark("("),
      program.partners[binding.lowerBound + 1] == binding.upperBound - 1
    else {
      throw SourceObstacle(
        program.tokens[binding.lowerBound],
        "\(name.text) is no \(kinds.sorted().joined(separator: " or ")) of the library")
    }
    try checkImported(kind, program)
    let text = program.range(binding)
    for service in program.arguments(binding.lowerBound + 1) {
      guard service.name == nil, kind == "ProvideServicesAdvertisement" else {
        throw SourceObstacle(name, "arguments that are not read")
      }
      block.add(services: [try self.service(service.value, program)], isComplete: false, at: text)
    }
    for index in program.places[name.text] ?? [] where !program.isMember(index) && index + 1 < program.tokens.count {
      let tokens = program.tokens
      guard tokens[index + 1].isMark(".") else {
        let isBinding = program.statements[index] == index && tokens[index + 1].isMark("=")
        let isUse = tokens[index + 1].isMark(")") || tokens[index + 1].isMark(",")
        // A statement `global` sets nothing.
        let isGlobal = tokens[program.statements[index]].isWord("global")
        guard isBinding || isGlobal || isUse && takers.contains(program.callee(around: index) ?? "") else {
          throw SourceObstacle(tokens[index], "\(name.text) is handed on")
        }
        continue
      }
      let isSolicited =
        index + 5 < tokens.count && tokens[index + 2].isWord("solicited_services")
        && tokens[index + 4].isWord("append") && tokens[index + 5].isMark("(")
      guard program.statements[index] == index, index + 3 < tokens.count, tokens[index + 3].isMark("=") || isSolicited,
        program.depths[index] == 0, index < use
      else {
        throw SourceObstacle(tokens[index], "\(name.text) is changed elsewhere than at the top of the file, or is read")
      }
      if isSolicited {
        guard kind == "SolicitServicesAdvertisement", let service = program.arguments(index + 5).first else {
          throw SourceObstacle(tokens[index], "\(kind) has no list of such services")
        }
        let uuid = try self.service(service.value, program)
        block.add(solicited: uuid, at: program.range(index..<program.partners[index + 5] + 1))
        continue
      }
      let value = index + 4..<program.end(ofStatement: index)
      let line = program.range(index..<value.upperBound)
      let attribute = tokens[index + 2].text
      if attribute == "complete_name" || attribute == "short_name" {
        try block.add(isComplete: attribute == "complete_name", at: line) { () throws(SourceObstacle) in
          guard let name = try program.value(value).text else {
            throw SourceObstacle(tokens[index], "a name that is no text")
          }
          return name
        }
        continue
      }
      switch (attribute, try program.value(value)) {
      case ("tx_power", .number(let number, _)) where -128...127 ~= number:
        block.add(.txPowerLevel, [UInt8(truncatingIfNeeded: number)], at: line)
      case ("appearance", .number(let number, _)) where 0...0xFFFF ~= number:
        block.add(.appearance, Array(littleEndian: number, count: 2), at: line)
      default: throw SourceObstacle(tokens[index], "the attribute \(tokens[index + 2].text) is not read")
      }
    }
    return block
  }

  /// Calls that an object is given to, and that do not change it.
  private static let takers: Set<String> = ["start_advertising", "print", "bytes", "len", "repr"]

  /// The library, and what the names of those beside it begin with.
  private static let library = "adafruit_ble"

  /// Refuses a class that the file makes itself, or takes from another library.
  private static func checkImported(_ name: String, _ program: PythonProgram) throws(SourceObstacle) {
    let tokens = program.tokens
    for index in program.places[name] ?? [] where index > 0 {
      let start = program.statements[index]
      let isOwn =
        ["class", "def", "as"].contains { tokens[index - 1].isWord($0) }
        || start == index && tokens[index + 1].isMark("=")
        || tokens[start].isWord("from") && !tokens[start + 1].text.hasPrefix(library)
      if isOwn { throw SourceObstacle(tokens[index], "\(name) is not that of adafruit_ble") }
    }
  }

  /// Returns the UUID of a service: an object of a class of the library, a name of such an object, or the class itself.
  private static func service(_ range: Range<Int>, _ program: PythonProgram) throws(SourceObstacle) -> SourceUUID {
    let token = program.tokens[range.lowerBound]
    var range = range
    if range.count == 1, token.isWord, services[token.text] == nil { range = try program.binding(of: token.text) }
    // `Class`, `Class(…)` and `module.Class(…)`
    let path = range.prefix { !program.tokens[$0].isMark("(") }
    guard let name = path.last, path.count == 1 || path.count == 3 && program.isMember(name),
      path.count == range.count || program.partners[name + 1] == range.upperBound - 1,
      let service = services[program.tokens[name].text] ?? nil
    else { throw SourceObstacle(token, "\(token.text) is no service whose UUID is known here") }
    if path.count == 3, !program.tokens[range.lowerBound].text.hasPrefix(library) {
      let module = program.tokens[range.lowerBound]
      throw SourceObstacle(module, "\(module.text) is another library")
    }
    try checkImported(program.tokens[name].text, program)
    return service
  }
}
