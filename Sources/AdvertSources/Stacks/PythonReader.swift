internal import AdvertBuilders
internal import AdvertObservation
internal import AdvertisingData

/// MicroPython's aioble, and adafruit_ble of CircuitPython.
///
/// Sources: micropython-lib 1.28, micropython/bluetooth/aioble/aioble/peripheral.py; Adafruit_CircuitPython_BLE 10.1.2,
/// adafruit_ble/__init__.py, adafruit_ble/advertising/standard.py and adafruit_ble/services.
enum PythonReader {
  static func read(_ text: String, into found: inout SourceFindings) {
    let program = PythonProgram(text)
    if let obstacle = program.obstacle {
      found.obstacles.append(obstacle)
      return
    }
    for index in program.places["advertise"] ?? [] where isCall(index, of: "aioble", program) {
      var plain: [DeclaredLayout] = []
      found.take { () throws(SourceObstacle) in try aioble(index, program, &plain) }
      found.plain += plain
    }
    for index in program.places["gap_advertise"] ?? []
    where program.isMember(index) && index + 1 < program.tokens.count && program.tokens[index + 1].isMark("(") {
      var plain: [DeclaredLayout] = []
      found.take { () throws(SourceObstacle) in try bytes(index, program, &plain) }
      found.plain += plain
    }
    BlueZReader.read(program, into: &found)
    for index in program.places["start_advertising"] ?? [] where isOfAdapter(index, program) {
      var plain: [DeclaredLayout] = []
      found.take { () throws(SourceObstacle) in try bleio(index, program, &plain) }
      found.plain += plain
    }
    guard program.places["adafruit_ble"] != nil else { return }
    for index in program.places["start_advertising"] ?? []
    where program.isMember(index) && index + 1 < program.tokens.count && program.tokens[index + 1].isMark("(")
      && !isOfAdapter(index, program)
    {
      found.take { () throws(SourceObstacle) in try adafruit(index, program) }
    }
  }

  /// Whether it is `_bleio.adapter.start_advertising(`.
  private static func isOfAdapter(_ index: Int, _ program: PythonProgram) -> Bool {
    index > 3 && program.isMember(index) && program.tokens[index - 2].isWord("adapter") && program.isMember(index - 2)
      && isCall(index - 2, of: "_bleio", program, open: index + 1)
  }

  private static func isCall(_ index: Int, of module: String, _ program: PythonProgram, open: Int? = nil) -> Bool {
    let open = open ?? index + 1
    return index > 1 && program.isMember(index) && program.tokens[index - 2].isWord(module)
      && !program.isMember(index - 2) && open < program.tokens.count && program.tokens[open].isMark("(")
  }

  // MARK: MicroPython

  private static let parameters = [
    "interval_us", "adv_data", "resp_data", "connectable", "limited_disc", "br_edr", "name", "services", "appearance",
    "manufacturer", "timeout_ms",
  ]

  private static func aioble(
    _ index: Int, _ program: PythonProgram, _ plain: inout [DeclaredLayout]
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("aioble") else { return nil }
    let token = program.tokens[index]
    var given: [String: Range<Int>] = [:]
    for (position, argument) in program.arguments(index + 1).enumerated() {
      guard !program.tokens[argument.value.lowerBound].isMark("*"),
        !program.tokens[argument.value.lowerBound].isMark("**")
      else {
        throw SourceObstacle(token, "arguments that are in a list")
      }
      guard let name = argument.name ?? (position < parameters.count ? parameters[position] : nil), given[name] == nil,
        parameters.contains(name)
      else { throw SourceObstacle(token, "an argument that advertise() does not have") }
      given[name] = argument.value
    }
    func isNone(_ name: String) -> Bool {
      given[name].map { $0.count == 1 && program.tokens[$0.lowerBound].isWord("None") } ?? true
    }
    func isOn(_ name: String, _ other: Bool) throws(SourceObstacle) -> Bool {
      guard let range = given[name] else { return other }
      guard let number = try program.value(range).number else { throw SourceObstacle(token, "\(name) is not read") }
      return number != 0
    }
    guard try isOn("connectable", true) else {
      throw SourceObstacle(token, "connectable=False, of which it is not known here what is sent")
    }
    guard isNone("adv_data"), isNone("resp_data") else {
      // Bytes take the place of the other arguments. What is missing stays as an earlier call has set it.
      guard let data = given["adv_data"], !isNone("adv_data"), let octets = try program.value(data).octets,
        !octets.isEmpty
      else { throw SourceObstacle(token, "data that are not read") }
      var response: [UInt8] = []
      if let range = given["resp_data"], !isNone("resp_data") {
        guard let octets = try program.value(range).octets else {
          throw SourceObstacle(token, "data that are not read")
        }
        response = octets
      } else if hasOtherCalls(program) {
        throw SourceObstacle(token, "the scan response of an earlier call is sent")
      }
      plain.append(try sent("advertise", octets, response, index, program))
      return nil
    }
    var layout = SourceLayout(
      name: "advertise", stack: stack, place: program.range(index - 2..<program.partners[index + 1] + 1))
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
        guard case .uuid(let uuid) = try program.value(part) else {
          throw SourceObstacle(program.tokens[part.lowerBound], "a service that is no UUID")
        }
        layout.advertising.add(services: [uuid], at: text("services"))
      }
    }
    if let name = given["name"], !isNone("name") {
      guard let octets = try program.value(name).octets else { throw SourceObstacle(token, "a name that is no text") }
      layout.advertising.add(name: octets, at: text("name"))
    }
    if let appearance = given["appearance"] {
      guard let number = try program.value(appearance).number, 0...0xFFFF ~= number else {
        throw SourceObstacle(token, "an appearance that is not read")
      }
      if number != 0 {
        layout.advertising.add(
          .appearance, [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)],
          at: text("appearance"))
      }
    }
    if let manufacturer = given["manufacturer"], !isNone("manufacturer") {
      let parts = try program.list(manufacturer)
      guard parts.count == 2, let company = try program.value(parts[0]).number, 0...0xFFFF ~= company,
        let data = try program.value(parts[1]).octets
      else { throw SourceObstacle(token, "manufacturer data that are not read") }
      layout.advertising.add(
        .manufacturerData, [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8)] + data,
        at: text("manufacturer"))
    }
    let request = BuildRequest(pdu: layout.pdu, advertising: layout.advertising.values)
    if hasOtherCalls(program), let built = try? stack.built(request, version: stack.newest),
      built.scanResponse.octets.isEmpty
    {
      // That of an earlier call stays in use.
      layout.isResponseUnknown = true
    }
    return layout
  }

  /// Whether the file has several calls that advertise.
  private static func hasOtherCalls(_ program: PythonProgram) -> Bool {
    ["advertise", "gap_advertise"].flatMap { program.places[$0] ?? [] }.filter { program.isMember($0) }.count > 1
  }

  /// `ble.gap_advertise(interval, adv_data=…, resp_data=…)` with bytes.
  private static func bytes(
    _ index: Int, _ program: PythonProgram, _ plain: inout [DeclaredLayout]
  ) throws(SourceObstacle) -> SourceLayout? {
    let token = program.tokens[index]
    var given: [String: Range<Int>] = [:]
    for (position, argument) in program.arguments(index + 1).enumerated() {
      let names = ["interval_us", "adv_data"]
      guard let name = argument.name ?? (position < names.count ? names[position] : nil), given[name] == nil else {
        throw SourceObstacle(token, "an argument that is not read")
      }
      given[name] = argument.value
    }
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
    guard let advertising = try program.value(data).octets else {
      throw SourceObstacle(token, "data that are not read")
    }
    var response: [UInt8] = []
    if let range = given["resp_data"] {
      guard let octets = try program.value(range).octets else { throw SourceObstacle(token, "data that are not read") }
      response = octets
    } else {
      // The scan response of an earlier call stays in use.
      guard (program.places["resp_data"] ?? []).isEmpty else {
        throw SourceObstacle(token, "the scan response of an earlier call is sent")
      }
    }
    var isConnectable = true
    if let range = given["connectable"] { isConnectable = try program.value(range).number != 0 }
    guard isConnectable else {
      throw SourceObstacle(token, "connectable=False, of which it is not known here what is sent")
    }
    plain.append(try sent("gap_advertise", advertising, response, index, program))
    return nil
  }

  /// Returns the layout of bytes that MicroPython sends as they are.
  private static func sent(
    _ name: String, _ advertising: [UInt8], _ response: [UInt8], _ index: Int, _ program: PythonProgram
  ) throws(SourceObstacle) -> DeclaredLayout {
    guard advertising.count <= 31, response.count <= 31 else {
      throw SourceObstacle(program.tokens[index], "more than 31 bytes, which raises OSError")
    }
    let place = program.range(index..<program.partners[index + 1] + 1)
    func written(_ octets: [UInt8]) -> WrittenPayload {
      WrittenPayload(range: place, octets: octets.map { _ in place })
    }
    return DeclaredLayout(
      name: name, layout: Layout(pdu: .advInd, advertising: Payload(advertising), declaring: Payload(response)),
      place: place, advertisingText: written(advertising), scanResponseText: response.isEmpty ? nil : written(response))
  }

  // MARK: CircuitPython

  /// `_bleio.adapter.start_advertising(data, scan_response=…)` with bytes, which are sent as they are. Without a scan
  /// response, none is sent.
  ///
  /// Source: CircuitPython 10, shared-bindings/_bleio/Adapter.c.
  private static func bleio(
    _ index: Int, _ program: PythonProgram, _ plain: inout [DeclaredLayout]
  ) throws(SourceObstacle) -> SourceLayout? {
    let token = program.tokens[index]
    var given: [String: Range<Int>] = [:]
    for (position, argument) in program.arguments(index + 1).enumerated() {
      guard let name = argument.name ?? (position == 0 ? "data" : nil), given[name] == nil,
        ["data", "scan_response", "interval", "timeout", "connectable"].contains(name)
      else { throw SourceObstacle(token, "an argument that is not read") }
      given[name] = argument.value
    }
    if let range = given["connectable"], try program.value(range).number == 0 {
      throw SourceObstacle(token, "connectable=False, of which it is not known here what is sent")
    }
    guard let data = given["data"], let advertising = try program.value(data).octets else {
      throw SourceObstacle(token, "data that are not read")
    }
    var response: [UInt8] = []
    if let range = given["scan_response"], !(range.count == 1 && program.tokens[range.lowerBound].isWord("None")) {
      guard let octets = try program.value(range).octets else { throw SourceObstacle(token, "data that are not read") }
      response = octets
    }
    guard advertising.count <= 31, response.count <= 31 else {
      throw SourceObstacle(token, "more than 31 bytes, which become extended advertising")
    }
    plain.append(try sent("start_advertising", advertising, response, index, program))
    return nil
  }

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
    let arguments = program.arguments(index + 1)
    guard let first = arguments.first, first.name == nil || first.name == "advertisement" else {
      throw SourceObstacle(token, "other arguments")
    }
    var response: Range<Int>?
    for argument in arguments.dropFirst() {
      switch argument.name {
      case nil, "scan_response": response = argument.value
      case "interval", "timeout": break
      default: throw SourceObstacle(token, "other arguments")
      }
    }
    var layout = SourceLayout(
      name: "start_advertising", stack: stack, place: program.range(index..<program.partners[index + 1] + 1))
    layout.advertising = try object(
      first.value, before: index, program, kinds: ["ProvideServicesAdvertisement", "SolicitServicesAdvertisement"])
    if let response, !program.tokens[response.lowerBound].isWord("None") {
      layout.scanResponse = try object(response, before: index, program, kinds: ["Advertisement"])
    }
    // In place of none, and of one without fields, the library sends the radio's name and TX power.
    if layout.scanResponse?.values.isEmpty ?? true {
      var response = SourceLayout.RequestedBlock()
      response.add(.txPowerLevel, [0], at: layout.place)
      layout.scanResponse = response
      layout.isResponseUnknown = true
    }
    return layout
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
        guard isBinding || isUse && isGivenToStart(index, program) else {
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
        block.add(
          uuid.width == .bits16 ? .solicitationUUIDs16 : .solicitationUUIDs128, uuid.octets,
          at: program.range(index..<program.partners[index + 5] + 1))
        continue
      }
      let value = index + 4..<program.end(ofStatement: index)
      let line = program.range(index..<value.upperBound)
      switch (tokens[index + 2].text, try program.value(value)) {
      case ("complete_name", .text(let octets)): block.add(name: octets, at: line)
      case ("short_name", .text(let octets)): block.add(name: octets, isComplete: false, at: line)
      case ("tx_power", .number(let number, _)) where -128...127 ~= number:
        block.add(.txPowerLevel, [UInt8(truncatingIfNeeded: number)], at: line)
      case ("appearance", .number(let number, _)) where 0...0xFFFF ~= number:
        block.add(.appearance, [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)], at: line)
      default: throw SourceObstacle(tokens[index], "the attribute \(tokens[index + 2].text) is not read")
      }
    }
    return block
  }

  private static func isGivenToStart(_ index: Int, _ program: PythonProgram) -> Bool {
    var open = index - 1
    while open > program.statements[index] {
      if program.tokens[open].isMark("(") {
        return ["start_advertising", "print", "bytes", "len", "repr"].contains(program.tokens[open - 1].text)
      }
      open = program.partners[open] < open ? program.partners[open] - 1 : open - 1
    }
    return false
  }

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
