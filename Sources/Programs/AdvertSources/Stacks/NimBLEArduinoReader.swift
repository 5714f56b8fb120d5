internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// NimBLE-Arduino, and the BLE library of arduino-esp32, which was its model: calls on the object that
/// `getAdvertising()` returns.
///
/// Sources: NimBLE-Arduino 1.4.3 and 2.5.1, src/NimBLEAdvertising.h; arduino-esp32 2 and 3, libraries/BLE/src/BLEAdvertising.h.
enum NimBLEArduinoReader {
  private static let changing: Set<String> = [
    "addServiceUUID", "setName", "setAppearance", "addTxPower", "setPreferredParams", "setManufacturerData",
    "setServiceData", "setURI", "setDiscoverableMode", "setConnectableMode", "enableScanResponse", "setScanResponse",
    "setMinPreferred", "setMaxPreferred", "setAdvertisementType", "setAdvertisementData", "setScanResponseData",
  ]
  private static let starting: Set<String> = ["start", "startAdvertising"]
  private static let plain: Set<String> = [
    "start", "stop", "startAdvertising", "stopAdvertising", "isAdvertising", "setMinInterval", "setMaxInterval",
    "setAdvertisingInterval", "setScanFilter", "setAdvertisingCompleteCallback",
  ]

  static func read(_ program: CProgram, _ project: SourceProject, into found: inout SourceFindings) {
    // Another file of the project may include the library; then names that only one library has say which.
    let isIncluded = program.includes.contains { $0.hasSuffix("BLEDevice.h") }
    let isNimBLE = program.isNimBLEArduino
    let advertising =
      (["getAdvertising", "startAdvertising", "BLEAdvertising", "NimBLEAdvertising"]
      + (isLoose(program) ? changing.union(own) : [])).compactMap { program.places[$0]?.first }
      + (program.isExcerpt ? deviceNameCalls(program) : [])
    guard isNimBLE || isIncluded || program.places["BLEDevice"] != nil || program.places["BLEServer"] != nil,
      let first = advertising.min()
    else { return }
    guard isNimBLE || isIncluded else {
      // ArduinoBLE has a BLEDevice, too, which is the other side of a connection.
      guard !program.includes.contains(where: { $0.hasSuffix("ArduinoBLE.h") }) else { return }
      found.lacksLibrary = true
      found.obstacles.append(
        SourceObstacle(
          program.tokens[first], "no #include of this file says which library advertises: BLEDevice.h or NimBLEDevice.h"
        ))
      return
    }
    // Where the library has extended advertising, each set has an object.
    if isNimBLE, program.places["setInstanceData"] != nil { return NimBLEArduinoSet.read(program, into: &found) }
    let id =
      !isNimBLE
      ? project.arduinoESP32Stack : project.stated["esp-nimble-cpp"] == nil ? "nimble-arduino" : "esp-nimble-cpp"
    guard let stack = StackBuilder.named(id) else { return }
    found.take { () throws(SourceObstacle) in
      if program.isExcerpt, let layout = try layoutOfObjects(program, stack, isNimBLE) { return layout }
      return try layout(program, stack, project, isNimBLE)
    }
  }

  /// Whether the lines need not say where the object that advertises comes from: they were copied, or they hand all
  /// data over.
  static func isLoose(_ program: CProgram) -> Bool {
    program.isExcerpt
      || program.places["getAdvertising"] == nil && OwnObject.copying.contains { program.places[$0] != nil }
  }

  // MARK: The object

  private static func layout(
    _ program: CProgram, _ stack: StackBuilder, _ project: SourceProject, _ isNimBLE: Bool
  ) throws(SourceObstacle) -> SourceLayout? {
    let object = try object(program)
    // Data of the program's own replace those of the last time.
    let clears = object.calls.allSatisfy { !changing.contains($0.method) || OwnObject.copying.contains($0.method) }
    let changes = try object.checked(changing: changing, plain: plain, starting: starting, clears: clears)
    let starts = object.calls.filter { starting.contains($0.method) }
    guard let place = starts.first ?? changes.first ?? namingCall(program) else { return nil }
    // Lines that only start to advertise leave open what other lines set.
    if changes.isEmpty, program.isExcerpt || place.owner < 0, deviceNameCalls(program).isEmpty { return nil }
    guard !starts.isEmpty || isLoose(program) else {
      throw SourceObstacle(
        program.tokens[place.index], "the file does not start advertising, so more may be set elsewhere")
    }
    let function = changes.first.map { program.functions[$0.owner].name } ?? "setup"
    var layout = SourceLayout(
      name: function, stack: stack, place: program.range(place.index..<program.partners[place.index + 1] + 1))
    object.note(changes, in: &layout)
    if starts.isEmpty { layout.assumptions.append(SourceExcerpt.noStart) }
    if isLoose(program), program.places["getAdvertising"] == nil, !changes.isEmpty {
      layout.assumptions.append(
        "the lines do not declare the object of these calls: advert assumes that of getAdvertising()")
    }
    let isFirst = try generation(changes, program, project, stack, isNimBLE)
    if isFirst, isNimBLE, saidVersion(of: stack, project) == nil { layout.impliedVersion = "1" }
    if isNimBLE { try checkKind(changes, object, stack) }
    let setsData = changes.contains { $0.method == "setAdvertisementData" || $0.method == "setScanResponseData" }
    if setsData {
      try takeObjects(changes, program, isNimBLE, isFirst, &layout)
    } else {
      try take(changes, program, isNimBLE: isNimBLE, isFirst: isFirst, &layout)
      let isOnNimBLE = isNimBLE || stack.id == "esp32-ble-nimble"
      try takeIntervals(changes, program, isOnNimBLE: isOnNimBLE, &layout)
    }
    layout.parameters = isNimBLE ? parameters(object) : parametersOfBluedroid(object)
    return layout
  }

  private typealias Parameters = (call: String, given: StackParameter.Given, line: Int)

  /// Returns the intervals that NimBLE gets; `nil` when they are not known, or NimBLE has intervals of its own.
  private static func parameters(_ object: ObjectCalls) -> Parameters? {
    let both = "setAdvertisingInterval"
    let sides = ["setMinInterval", "setMaxInterval"]
    guard let (numbers, line) = object.numbers(of: sides + [both], before: starting),
      numbers[both] == nil || numbers.count == 1, numbers.values.contains(where: { $0 != 0 })
    else { return nil }
    var given = StackParameter.Given(numbers: numbers)
    if numbers[both] == nil { for side in sides { given.numbers[side] = numbers[side] ?? 0 } }
    return (NimBLEArduinoParameterTable.call, given, line)
  }

  /// Returns the intervals that Bluedroid gets; `nil` when they are not known, or the program sets none.
  private static func parametersOfBluedroid(_ object: ObjectCalls) -> Parameters? {
    let defaults = ESP32BLEParameterTable.defaults
    guard let (numbers, line) = object.numbers(of: ["setMinInterval", "setMaxInterval"], before: starting) else {
      return nil
    }
    var given = StackParameter.Given(numbers: numbers)
    // A setter that is not called leaves its default.
    given.numbers["setMinInterval"] = numbers["setMinInterval"] ?? defaults.least
    given.numbers["setMaxInterval"] = numbers["setMaxInterval"] ?? defaults.most
    return (ESP32BLEParameterTable.call, given, line)
  }

  /// Refuses a kind of advertising that NimBLE refuses, in version 1 of the library.
  private static func checkKind(
    _ changes: [ObjectCalls.Call], _ object: ObjectCalls, _ stack: StackBuilder
  ) throws(SourceObstacle) {
    let settings = changes.filter { $0.method == "setAdvertisementType" }
    guard settings.count == 1, let setting = settings.first else { return }
    let arguments = WrittenArguments(program: object.program, call: setting)
    guard let number = (try? arguments.value(0))?.number else { return }
    let kind = Int64(UInt8(truncatingIfNeeded: number))
    var given = StackParameter.Given(numbers: ["setAdvertisementType": kind])
    if kind == 1 { given.options.insert(NimBLEArduinoParameterTable.directed) }
    // `start(duration, callback, address)`
    if object.calls.contains(where: { starting.contains($0.method) && $0.arguments.count > 2 }) {
      given.options.insert(NimBLEArduinoParameterTable.peer)
    }
    let line = object.program.tokens[setting.index].line
    if let refusal = stack.refusal(of: NimBLEArduinoParameterTable.call, given, at: line) { throw refusal }
  }

  /// Whether the library is version 1 of NimBLE-Arduino.
  private static func generation(
    _ changes: [ObjectCalls.Call], _ program: CProgram, _ project: SourceProject, _ stack: StackBuilder,
    _ isNimBLE: Bool
  ) throws(SourceObstacle) -> Bool {
    guard isNimBLE else { return false }
    let first = changes.first {
      ["setScanResponse", "setMinPreferred", "setMaxPreferred", "setAdvertisementType"].contains($0.method)
    }
    let second = changes.first {
      ["enableScanResponse", "setPreferredParams", "setDiscoverableMode", "setConnectableMode"].contains($0.method)
    }
    let said = saidVersion(of: stack, project)
    func obstacle(_ call: ObjectCalls.Call, _ missing: Int, _ other: Int) -> SourceObstacle {
      var obstacle = SourceObstacle(
        program.tokens[call.index], "\(call.method) is not in version \(missing) of \(stack.name)")
      obstacle.remedy =
        "replace the call by that of version \(missing), or state version \(other) (--stack \(stack.id)@\(other))"
      return obstacle
    }
    if let first, second != nil || said?.generation == 0 { throw obstacle(first, 2, 1) }
    if let second, let said, said.generation > 0 { throw obstacle(second, 1, 2) }
    return first != nil || (said?.generation ?? 0) > 0
  }

  /// Returns the version that the project states; `nil` when it states none, or leaves several generations possible.
  private static func saidVersion(
    of stack: StackBuilder, _ project: SourceProject
  ) -> StackBuilder.ChosenVersion? {
    guard project.stated[stack.id] != nil, let choice = project.choice(of: stack), choice.generations.count == 1 else {
      return nil
    }
    return choice.version
  }

  /// Returns all calls on the object, under any of its names.
  private static func object(_ program: CProgram) throws(SourceObstacle) -> ObjectCalls {
    var object = ObjectCalls(program)
    // A member of another object has the name of that object.
    var names: [(name: String, holder: String?, owner: Int)] = []
    let tokens = program.tokens
    func holder(_ index: Int) -> String? {
      tokens[index - 1].isMark(".") || tokens[index - 1].isMark("->") ? tokens[index - 2].text : nil
    }
    for index in program.places["getAdvertising"] ?? [] {
      guard index + 2 < tokens.count, tokens[index + 1].isMark("("), tokens[index + 2].isMark(")"), index >= 2,
        program.isMember(index), tokens[index - 2].isWord
      else { throw SourceObstacle(tokens[index], "getAdvertising is used in a way that is not read") }
      if index + 3 < tokens.count, tokens[index + 3].isMark("->") {
        try object.add(at: index + 4)
        continue
      }
      // `BLEAdvertising *name = BLEDevice::getAdvertising();`
      guard index >= 4, tokens[index - 3].isMark("="), tokens[index - 4].isWord, index + 3 < tokens.count,
        tokens[index + 3].isMark(";") || tokens[index + 3].isMark(",")
      else { throw SourceObstacle(tokens[index], "the object that advertises is used in a way that is not read") }
      let name = index - 4
      let isLocal = program.declaration(at: name) != nil && program.owners[name] >= 0
      names.append((tokens[name].text, holder(name), isLocal ? program.owners[name] : -1))
    }
    if isLoose(program), names.isEmpty, object.calls.isEmpty {
      names = Self.receivers(program).map { ($0.name, nil, $0.owner) }
    }
    for (name, part, owner) in names.enumerated().filter({ index, one in !names[..<index].contains { $0 == one } })
      .map({ $0.element })
    {
      for index in program.places[name] ?? [] {
        let other = holder(index)
        guard other != nil || !program.isMember(index) else { continue }
        guard (other ?? "this") == (part ?? "this") else {
          guard part == nil || other == nil else { throw SourceObstacle(tokens[index], "\(name) of another object") }
          continue
        }
        guard owner < 0 || program.owners[index] == owner else { continue }
        if owner < 0, names.contains(where: { $0.name == name && $0.owner == program.owners[index] && $0.owner >= 0 }) {
          continue
        }
        guard index + 1 < tokens.count else { continue }
        if tokens[index + 1].isMark("->") {
          try object.add(at: index + 2)
        } else if !isHarmless(index, program) {
          throw SourceObstacle(tokens[index], "\(name) is handed on, or is set to something else")
        }
      }
    }
    for name in ["BLEDevice", "NimBLEDevice"] {
      for index in program.places[name] ?? [] where index + 2 < tokens.count && tokens[index + 1].isMark("::") {
        if ["startAdvertising", "stopAdvertising"].contains(tokens[index + 2].text) { try object.add(at: index + 2) }
      }
    }
    for index in program.places["startAdvertising"] ?? [] where index > 1 && tokens[index - 1].isMark("->") {
      // The server's method does the same as the device's.
      if index + 1 < tokens.count, tokens[index + 1].isMark("("), !object.calls.contains(where: { $0.index == index }) {
        try object.add(at: index)
      }
    }
    return object
  }

  /// Returns the one name of an object whose methods set what is advertised, in lines that do not say where it comes from.
  private static func receivers(_ program: CProgram) -> [(name: String, owner: Int)] {
    let tokens = program.tokens
    var names: [(name: String, owner: Int)] = []
    for index in changing.flatMap({ program.places[$0] ?? [] }) where index > 1 && tokens[index - 1].isMark("->") {
      names.append((tokens[index - 2].text, program.owners[index]))
    }
    guard let first = names.first, names.allSatisfy({ $0 == first }), !program.declares(first.name) else { return [] }
    return [first]
  }

  /// Whether a use of the object does not change it: a declaration, its one assignment, or a test whether it exists.
  private static func isHarmless(_ index: Int, _ program: CProgram) -> Bool {
    let tokens = program.tokens
    let next = tokens[index + 1]
    if next.isMark(";"), program.declaration(at: index) != nil { return true }
    if next.isMark("="), index + 2 < tokens.count {
      let value = tokens[index + 2]
      if value.isWord("nullptr") || value.isWord("NULL") || value.text == "0" { return true }
      return index + 4 < tokens.count && tokens[index + 4].isWord("getAdvertising")
    }
    let isInBrackets =
      index > 0 && tokens[index - 1].isMark("(") && next.isMark(")") && index > 1 && tokens[index - 2].isWord("if")
    let isPart = ["&&", "||"].contains { next.isMark($0) || tokens[index - 1].isMark($0) }
    let isCompared = ["==", "!="].contains { next.isMark($0) || index > 0 && tokens[index - 1].isMark($0) }
    return isInBrackets || isPart || isCompared || index > 0 && tokens[index - 1].isMark("!")
  }

  // MARK: Calls on it

  static func take(
    _ changes: [ObjectCalls.Call], _ program: CProgram, isNimBLE: Bool, isFirst: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    let answers = try isOn(changes, "enableScanResponse", program)
    if let enabled = changes.first(where: { $0.method == "enableScanResponse" }), answers,
      changes.contains(where: { $0.method == "setName" && $0.index < enabled.index })
    {
      guard changes.last(where: { $0.method == "setName" })?.index ?? 0 < enabled.index else {
        throw SourceObstacle(
          program.tokens[enabled.index], "setName is called before and after enableScanResponse(true)")
      }
      layout.options.insert("name-before-scan-response")
    }
    if answers { layout.options.insert("scan-response") }
    let responses = changes.filter { $0.method == "setScanResponse" }
    if let last = responses.last, !(try WrittenArguments(program: program, call: last).isTrue(0)) {
      layout.options.insert("no-scan-response")
    }
    if !isNimBLE || isFirst {
      try takeDeviceName(changes, program, isNimBLE, &layout)
    } else if !changes.contains(where: { $0.method == "setName" }) {
      let calls = deviceNameCalls(program)
      if let call = calls.first, calls.count == 1, let argument = program.parts(call + 1).first,
        let name = (try? CExpression.value(argument, in: program))?.text, !name.isEmpty
      {
        let change = BuildChange(
          .notAsked, nil, "does not advertise the name that init gives the device, as versions before 2.0 did",
          remedy: "call setName of the advertising object")
        layout.changes.append(StackBuild.Change(change, at: program.range(call..<program.partners[call + 1] + 1)))
      }
    }
    for call in changes {
      let arguments = WrittenArguments(program: program, call: call)
      switch call.method {
      case "enableScanResponse", "setScanResponse", "setMinPreferred", "setMaxPreferred": break
      case "setConnectableMode":
        guard try arguments.number(0, in: 0...2) == 2 else {
          throw arguments.refusal("with a mode whose effect depends on other calls")
        }
      case "setDiscoverableMode":
        let mode = try arguments.number(0, in: 0...2)
        layout.advertising.add(.flags, [[0x04, 0x05, 0x06][Int(mode)]], at: arguments.text)
      case "setAdvertisementType": throw arguments.refusal("is not read")
      default: try add(call, program, isNimBLE: isNimBLE, to: &layout.advertising)
      }
    }
  }

  /// Takes the connection intervals that all calls of `setMinPreferred` and `setMaxPreferred` leave.
  static func takeIntervals(
    _ changes: [ObjectCalls.Call], _ program: CProgram, isOnNimBLE: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    var ofNimBLE = PreferredIntervals()
    // The library for Bluedroid begins with these values, and keeps the last one of each call.
    var (least, most): (Int64, Int64) = (0x20, 0x40)
    var last: TextRange?
    for call in changes where call.method == "setMinPreferred" || call.method == "setMaxPreferred" {
      let arguments = WrittenArguments(program: program, call: call)
      let value = try arguments.number(0, in: 0...0xFFFF)
      if call.method == "setMinPreferred" {
        ofNimBLE.setLeast(UInt16(truncatingIfNeeded: value))
        least = value
      } else {
        ofNimBLE.setMost(UInt16(truncatingIfNeeded: value))
        most = value
      }
      last = arguments.text
    }
    guard let last else { return }
    let octets = [least, most].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    guard let sent = isOnNimBLE ? ofNimBLE.octets : octets else { return }
    layout.advertising.add(.peripheralConnectionIntervalRange, sent, at: last)
  }

  private static func isOn(
    _ changes: [ObjectCalls.Call], _ method: String, _ program: CProgram
  ) throws(SourceObstacle) -> Bool {
    var values: Set<Bool> = []
    for call in changes where call.method == method {
      values.insert(try WrittenArguments(program: program, call: call).isTrue(0))
    }
    guard values.count < 2 else { throw SourceObstacle(1, "\(method) is called with true and with false") }
    return values.contains(true)
  }

  private static func add(
    _ call: ObjectCalls.Call, _ program: CProgram, isNimBLE: Bool, to block: inout SourceLayout.RequestedBlock
  ) throws(SourceObstacle) {
    let arguments = WrittenArguments(program: program, call: call)
    let text = arguments.text
    switch (call.method, arguments.count) {
    case ("addServiceUUID", 1):
      try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("setName", 1) where isNimBLE:
      try block.add(at: text) { () throws(SourceObstacle) in try arguments.text(0) }
    case ("setAppearance", 1): block.add(.appearance, try arguments.little(0), at: text)
    case ("addTxPower", 0) where isNimBLE: block.add(.txPowerLevel, [0], at: text, isOpen: true)
    case ("setPreferredParams", 2) where isNimBLE:
      block.add(.peripheralConnectionIntervalRange, try arguments.little(0) + arguments.little(1), at: text)
    case ("setManufacturerData", 1...2) where isNimBLE:
      try block.add(.manufacturerData, at: text) { () throws(SourceObstacle) in try arguments.data(from: 0) }
    case ("setServiceData", 2...3) where isNimBLE:
      try block.add(dataOf: try arguments.uuid(0), at: text) { () throws(SourceObstacle) in try arguments.data(from: 1)
      }
    case ("setURI", 1) where isNimBLE: block.add(.uri, try arguments.text(0), at: text)
    default: throw arguments.refusal("is not read with these arguments")
    }
  }
}
