internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// ArduinoBLE: calls on `BLE`.
///
/// Sources: ArduinoBLE 2.0.1, src/local/BLELocalDevice.h and src/local/BLELocalCharacteristic.cpp.
enum ArduinoBLEReader {
  private static let changing: Set<String> = [
    "setLocalName", "setAdvertisedService", "setAdvertisedServiceUuid", "setManufacturerData",
    "setAdvertisedServiceData",
    "setConnectable", "setAdvertisingData", "setScanResponseData",
  ]
  private static let plain: Set<String> = [
    "begin", "advertise", "stopAdvertise", "addService", "setDeviceName", "setAppearance", "setAdvertisingInterval",
    "setConnectionInterval", "setEventHandler", "central", "connected", "disconnect", "address", "rssi", "poll",
    "setTimeout",
    "setSupervisionTimeout", "debug", "noDebug", "setPairable", "pairable", "paired", "scan", "stopScan", "available",
    "scanForName", "scanForUuid", "scanForAddress", "setLocalAddress", "setStoreIRK", "setGetIRKs", "setStoreLTK",
    "setGetLTK", "setDisplayCode", "setBinaryConfirmPairing",
  ]

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    guard program.includes.contains(where: { $0.hasSuffix("ArduinoBLE.h") }),
      let stack = StackBuilder.named("arduinoble")
    else {
      return
    }
    found.take { () throws(SourceObstacle) in try layout(program, stack) }
    guard let first = found.layouts.last, first.stack.id == stack.id else { return }
    let place = found.layouts.count - 1
    for broadcast in ArduinoBroadcast.all(in: program) {
      var obstacle: SourceObstacle?
      found.take { () throws(SourceObstacle) in
        do throws(SourceObstacle) {
          return try broadcast.layout(after: first)
        } catch {
          obstacle = error
          throw error
        }
      }
      if let obstacle { found.layouts[place].unreadServiceData = obstacle }
    }
  }

  private static func layout(_ program: CProgram, _ stack: StackBuilder) throws(SourceObstacle) -> SourceLayout? {
    var object = ObjectCalls(program)
    for index in program.places["BLE"] ?? [] where !program.isMember(index) {
      guard index + 2 < program.tokens.count, program.tokens[index + 1].isMark(".") else {
        throw SourceObstacle(program.tokens[index], "BLE is handed on")
      }
      try object.add(at: index + 2)
    }
    // A central does not advertise.
    guard
      let start = object.calls.first(where: { $0.method == "advertise" })
        ?? object.calls.first(where: { changing.contains($0.method) })
    else { return nil }
    let changes = try object.checked(changing: changing, plain: plain, starting: ["advertise"])
    let isStarted = object.calls.contains { $0.method == "advertise" }
    // Lines that only start to advertise leave open what other lines set.
    if changes.isEmpty, program.isExcerpt || start.owner < 0 || !start.arguments.isEmpty { return nil }
    guard isStarted || program.isExcerpt else {
      throw SourceObstacle(
        program.tokens[start.index], "the file does not call BLE.advertise(), so more may be set elsewhere")
    }
    var layout = SourceLayout(
      name: changes.first.map { program.functions[$0.owner].name } ?? "setup", stack: stack,
      place: program.range(program.statements[start.index]..<program.partners[start.index + 1] + 1))
    object.note(changes, in: &layout)
    if !isStarted { layout.assumptions.append(SourceExcerpt.noStart) }
    let isCustom = changes.contains { $0.method == "setAdvertisingData" }
    let isResponseCustom = changes.contains { $0.method == "setScanResponseData" }
    for setting in ["setAdvertisingData", "setScanResponseData"] {
      let all = changes.filter { $0.method == setting }
      if all.count > 1 { throw WrittenArguments(program: program, call: all[1]).refusal("is called several times") }
    }
    // The name of a call on BLE is in the scan response.
    var response = SourceLayout.RequestedBlock()
    for call in changes {
      let arguments = WrittenArguments(program: program, call: call)
      switch call.method {
      case "setConnectable" where arguments.count == 1:
        if !(try arguments.isTrue(0)) { layout.pdu = .advNonconnInd }
      case "setAdvertisingData":
        let block = try data(arguments, program)
        layout.advertising = block.fields
        layout.options.insert(block.isRaw ? "raw-data" : "advertising-data")
      case "setScanResponseData":
        let block = try data(arguments, program)
        response = block.fields
        if block.isRaw { layout.options.insert("raw-scan-response") }
      default:
        let isReplaced = call.method == "setLocalName" ? isResponseCustom : isCustom
        let setting = call.method == "setLocalName" ? "setScanResponseData" : "setAdvertisingData"
        guard !isReplaced || !changes.contains(where: { $0.method == setting && $0.index < call.index }) else {
          throw arguments.refusal("after \(setting), of which not all is read")
        }
        if isReplaced {
          continue
        } else if call.method == "setLocalName", isCustom || isResponseCustom {
          try add(arguments, to: &response)
        } else {
          try add(arguments, to: &layout.advertising)
        }
      }
    }
    if isCustom || isResponseCustom {
      if !isCustom { layout.options.insert("scan-response-data") }
      layout.scanResponse = response
    }
    if let name = object.calls.first(where: { $0.method == "setDeviceName" && !isAdvertised($0, changes, program) }) {
      let change = BuildChange(
        .leftOut, nil, "does not advertise the name of setDeviceName: it is read after a connection (GATT)",
        remedy: "call BLE.setLocalName with the name to advertise")
      layout.changes.append(StackBuild.Change(change, at: WrittenArguments(program: program, call: name).text))
    }
    if let (numbers, line) = object.numbers(of: ["setAdvertisingInterval"], before: ["advertise"]) {
      layout.parameters = (ArduinoBLEParameterTable.call, StackParameter.Given(numbers: numbers), line)
    }
    return layout
  }

  /// Whether `setLocalName` gets the same expression as a call of `setDeviceName`.
  private static func isAdvertised(_ call: ObjectCalls.Call, _ changes: [ObjectCalls.Call], _ program: CProgram) -> Bool
  {
    let words = call.arguments.map { CExpression.words(program.tokens[$0]) }
    return changes.contains { change in
      change.method == "setLocalName" && change.arguments.map { CExpression.words(program.tokens[$0]) } == words
    }
  }

  /// Adds a field by a call on `BLE` or on a `BLEAdvertisingData`.
  private static func add(
    _ arguments: WrittenArguments, to block: inout SourceLayout.RequestedBlock
  ) throws(SourceObstacle) {
    switch (arguments.call.method, arguments.count) {
    case ("setLocalName", 1):
      try block.add(at: arguments.text) { () throws(SourceObstacle) in try arguments.text(0) }
    case ("setAdvertisedService", 1), ("setAdvertisedServiceUuid", 1):
      try block.add(at: arguments.text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("setManufacturerData", 2):
      try block.add(.manufacturerData, at: arguments.text) { () throws(SourceObstacle) in try arguments.data(from: 0) }
    case ("setManufacturerData", 3), ("setAdvertisedServiceData", 3):
      let isService = arguments.call.method == "setAdvertisedServiceData"
      try block.add(
        isService ? .serviceData16 : .manufacturerData, known: try arguments.little(0), at: arguments.text
      ) { () throws(SourceObstacle) in try arguments.data(from: 1) }
    default: throw arguments.refusal("is not read")
    }
  }

  /// Reads the `BLEAdvertisingData` that a call gets: its fields, or the bytes that it sends in their place.
  private static func data(
    _ setting: WrittenArguments, _ program: CProgram
  ) throws(SourceObstacle) -> (fields: SourceLayout.RequestedBlock, isRaw: Bool) {
    var fields = SourceLayout.RequestedBlock()
    var raw: SourceLayout.RequestedBlock?
    for call in try OwnObject(setting, ofType: "BLEAdvertisingData", in: program).calls {
      let arguments = WrittenArguments(program: program, call: call)
      switch (call.method, arguments.count) {
      case ("setFlags", 1):
        fields.add(.flags, [UInt8(truncatingIfNeeded: try arguments.number(0, in: 0...255))], at: arguments.text)
      case ("setRawData", 2):
        guard raw == nil else { throw arguments.refusal("is called several times") }
        raw = try block(of: arguments.octets(from: 0), arguments)
      case ("availableForWrite", 0): break
      default: try add(arguments, to: &fields)
      }
    }
    return (raw ?? fields, raw != nil)
  }

  private static func block(
    of octets: [UInt8], _ arguments: WrittenArguments
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var block = SourceLayout.RequestedBlock()
    let decoded = Payload(octets).decoded
    var length = 0
    for element in decoded.elements where !element.overruns {
      block.add(element.type, element.value.octets, at: arguments.text)
      length += element.value.octets.count + 2
    }
    // What is no whole structure is sent as well.
    guard length == octets.count, !octets.isEmpty else {
      throw arguments.refusal("with bytes that are not AD structures, one after the other")
    }
    return block
  }
}

/// Bluefruit: calls on `Bluefruit.Advertising` and `Bluefruit.ScanResponse`.
///
/// Source: Adafruit_nRF52_Arduino 1.7.0, libraries/Bluefruit52Lib/src/BLEAdvertising.h, BLEUuid.h and services.
enum BluefruitReader {
  private static let changing: Set<String> = [
    "addFlags", "addTxPower", "addName", "addService", "addUuid", "addAppearance", "addManufacturerData", "addData",
    "setType", "setBeacon", "clearData",
  ]
  private static let plain: Set<String> = [
    "start", "stop", "isRunning", "restartOnDisconnect", "setInterval", "setIntervalMS", "setFastTimeout",
    "getInterval",
    "setStopCallback", "setSlowCallback", "count", "getData",
  ]
  /// The services that the library provides.
  private static let services: [String: SourceUUID?] = [
    "BLEUart": SourceUUID(text: Array("6e400001-b5a3-f393-e0a9-e50e24dcca9e".utf8)),
    "BLEMidi": SourceUUID(text: Array("03b80e5a-ede8-4b33-a751-6ce34ec4c700".utf8)),
    "BLEDis": SourceUUID(0x180A, bits: 16),
    "BLEBas": SourceUUID(0x180F, bits: 16), "BLEHidAdafruit": SourceUUID(0x1812, bits: 16),
  ]
  /// The services that the library looks for in others.
  private static let clients: [String: SourceUUID?] = [
    "BLEAncs": SourceUUID(text: Array("7905f431-b5ce-4e99-a40f-4b1e122d00d0".utf8)),
    "BLEClientUart": SourceUUID(text: Array("6e400001-b5a3-f393-e0a9-e50e24dcca9e".utf8)),
    "BLEClientCts": SourceUUID(0x1805, bits: 16), "BLEClientDis": SourceUUID(0x180A, bits: 16),
    "BLEClientBas": SourceUUID(0x180F, bits: 16), "BLEClientHidAdafruit": SourceUUID(0x1812, bits: 16),
  ]

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    guard program.isBluefruit, let stack = StackBuilder.named("bluefruit") else { return }
    found.take { () throws(SourceObstacle) in try layout(program, stack) }
  }

  private static func layout(_ program: CProgram, _ stack: StackBuilder) throws(SourceObstacle) -> SourceLayout? {
    let tokens = program.tokens
    var objects: [Block: ObjectCalls] = [.advertising: ObjectCalls(program), .scanResponse: ObjectCalls(program)]
    for (name, block) in [("Advertising", Block.advertising), ("ScanResponse", .scanResponse)] {
      for index in program.places[name] ?? []
      where index > 1 && tokens[index - 1].isMark(".") && tokens[index - 2].isWord("Bluefruit") {
        guard index + 2 < tokens.count, tokens[index + 1].isMark(".") else {
          throw SourceObstacle(tokens[index], "Bluefruit.\(name) is handed on")
        }
        try objects[block]?.add(at: index + 2)
      }
    }
    guard var advertising = objects[.advertising], var response = objects[.scanResponse] else { return nil }
    // The only function that starts sets again what another one clears.
    let starting = Set(advertising.calls.filter { $0.method == "start" }.map { $0.owner })
    if starting.count == 1, let owner = starting.first {
      advertising.leaveOut("clearData", notIn: owner, ofThose: changing)
      response.leaveOut("clearData", notIn: owner, ofThose: changing)
    }
    // One call of `start` sends both blocks.
    var both = ObjectCalls(program)
    for call in advertising.calls + response.calls { try both.add(at: call.index) }
    let started = advertising.calls.first { $0.method == "start" }
    guard let start = started ?? (program.isExcerpt ? both.calls.first : nil) else {
      guard let first = both.calls.first else { return nil }
      throw SourceObstacle(
        tokens[first.index], "the file does not call Bluefruit.Advertising.start(), so more may be set elsewhere")
    }
    // A function that clears each block that it fills can run any number of times.
    let clears = [advertising, response].allSatisfy { object in
      let first = object.calls.first { changing.contains($0.method) && $0.method != "setType" }
      return first.map { $0.method == "clearData" } ?? true
    }
    let all = try both.checked(changing: changing, plain: plain, starting: ["start"], clears: clears)
    var layout = SourceLayout(
      name: program.functionName(of: start.index) ?? "Bluefruit", stack: stack,
      place: program.range(program.statements[start.index]..<program.partners[start.index + 1] + 1))
    if !clears { both.note(all, in: &layout) }
    if started == nil { layout.assumptions.append(SourceExcerpt.noStart) }
    var block = SourceLayout.RequestedBlock()
    let ofAdvertising = Set(advertising.calls.map { $0.index })
    for call in all {
      let isAdvertising = ofAdvertising.contains(call.index)
      switch call.method {
      case "setType" where isAdvertising: layout.pdu = try kind(WrittenArguments(program: program, call: call))
      case "clearData" where isAdvertising: layout.advertising = SourceLayout.RequestedBlock()
      case "clearData": block = SourceLayout.RequestedBlock()
      default:
        if isAdvertising { try add(call, program, to: &layout.advertising) } else { try add(call, program, to: &block) }
      }
    }
    layout.scanResponse = block
    layout.parameters = intervals(advertising, program)
    return layout
  }

  /// Returns the intervals in units of 625 µs that the program sets before it starts; `nil` when they are not known.
  private static func intervals(
    _ advertising: ObjectCalls, _ program: CProgram
  ) -> (call: String, given: StackParameter.Given, line: Int)? {
    let methods = ["setInterval", "setIntervalMS"]
    guard advertising.calls.count(where: { methods.contains($0.method) }) == 1,
      let setting = methods.lazy.compactMap({ advertising.setting($0, before: ["start"]) }).first
    else { return nil }
    var given = StackParameter.Given()
    for (position, name) in [BluefruitParameterTable.fast, BluefruitParameterTable.slow].enumerated() {
      guard let number = setting.number16(position) else { continue }
      given.numbers[name] =
        setting.call.method == "setIntervalMS" ? Int64(UInt16(truncatingIfNeeded: number * 8 / 5)) : number
    }
    return (BluefruitParameterTable.call, given, program.tokens[setting.call.index].line)
  }

  private static func kind(_ arguments: WrittenArguments) throws(SourceObstacle) -> AdvertisingPDU {
    guard let kind = NRF5Reader.kinds[try arguments.number(0, in: 0...255)], !kind.isExtended else {
      throw arguments.refusal("with a type that is not read")
    }
    return kind
  }

  private static func add(
    _ call: ObjectCalls.Call, _ program: CProgram, to block: inout SourceLayout.RequestedBlock
  ) throws(SourceObstacle) {
    let arguments = WrittenArguments(program: program, call: call)
    let text = arguments.text
    switch (call.method, arguments.count) {
    case ("addFlags", 1): block.add(.flags, [UInt8(truncatingIfNeeded: try arguments.number(0, in: 0...255))], at: text)
    case ("addTxPower", 0): block.add(.txPowerLevel, [0], at: text, isOpen: true)
    case ("addName", 0): try block.add(at: text) { () throws(SourceObstacle) in try name(call, program) }
    case ("addAppearance", 1): block.add(.appearance, try arguments.little(0), at: text)
    case ("addManufacturerData", 2):
      try block.add(.manufacturerData, at: text) { () throws(SourceObstacle) in try arguments.data(from: 0) }
    case ("addData", 3):
      let type = UInt8(truncatingIfNeeded: try arguments.number(0, in: 1...255))
      block.add(ADType(rawValue: type), try arguments.octets(from: 1), at: text)
    case ("addUuid", 1):
      try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("addService", 1):
      let argument = call.arguments[0]
      let name = program.tokens[argument.lowerBound]
      let types = argument.count == 1 ? program.declaration(of: name.text, at: argument.lowerBound)?.type ?? [] : []
      if let service = types.compactMap({ services[$0] ?? nil }).first {
        block.add(services: [service], at: text)
      } else if let client = types.compactMap({ clients[$0] ?? nil }).first {
        block.add(solicited: client, at: text)
      } else {
        // A service that other lines declare has 4 or 18 bytes.
        try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
      }
    case ("setBeacon", 1):
      guard block.values.isEmpty else { throw arguments.refusal("after other calls, whose data it takes away") }
      block.add(.flags, [0x06], at: text)
      block.add(.manufacturerData, try beacon(arguments, program), at: text)
    default: throw arguments.refusal("is not read with these arguments")
    }
  }

  /// Reads the `BLEBeacon` that a call gets: `BLEBeacon name(uuid, major, minor, rssi)`, and its company.
  private static func beacon(_ arguments: WrittenArguments, _ program: CProgram) throws(SourceObstacle) -> [UInt8] {
    let name = program.tokens[arguments.call.arguments[0].lowerBound]
    guard arguments.call.arguments[0].count == 1,
      let declaration = program.declaration(of: name.text, at: arguments.call.index),
      declaration.type == ["BLEBeacon"], !declaration.isPointer, program.tokens[declaration.name + 1].isMark("(")
    else { throw arguments.refusal("with a beacon that is not read") }
    let made = WrittenArguments(
      program: program,
      call: ObjectCalls.Call(
        method: "BLEBeacon", index: declaration.name, arguments: program.parts(declaration.name + 1),
        owner: program.owners[declaration.name]))
    guard made.count == 4, let uuid = try made.value(0).octets, uuid.count == 16 else { throw made.refusal() }
    var company: Int64 = 0x004C
    var isSet = false
    for index in program.places[name.text] ?? []
    where index != declaration.name && index != arguments.call.arguments[0].lowerBound && !program.isMember(index) {
      guard index + 3 < program.tokens.count, program.tokens[index + 2].isWord("setManufacturer"),
        program.tokens[index + 3].isMark("("), !isSet
      else { throw SourceObstacle(program.tokens[index], "what changes \(name.text) is not read") }
      if let doubt = program.doubt(index) { throw doubt }
      guard program.owners[index] != arguments.call.owner || index < arguments.call.index else {
        throw SourceObstacle(program.tokens[index], "\(name.text) is changed after it is sent")
      }
      let setting = WrittenArguments(
        program: program,
        call: ObjectCalls.Call(
          method: "setManufacturer", index: index + 2, arguments: program.parts(index + 3),
          owner: program.owners[index]))
      company = try setting.number(0, in: 0...0xFFFF)
      isSet = true
    }
    let numbers = try made.little(1).reversed() + made.little(2).reversed()
    return [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8), 0x02, 0x15] + uuid + numbers
      + [UInt8(truncatingIfNeeded: try made.number(3, in: -128...127))]
  }

  private static func namings(_ program: CProgram) -> [Int] {
    (program.places["setName"] ?? []).filter { index in
      index > 1 && program.tokens[index - 1].isMark(".") && program.tokens[index - 2].isWord("Bluefruit")
    }
  }

  private static func name(_ call: ObjectCalls.Call, _ program: CProgram) throws(SourceObstacle) -> [UInt8] {
    let calls = namings(program)
    guard calls.count == 1, let setting = calls.first, setting + 1 < program.tokens.count,
      program.tokens[setting + 1].isMark("("),
      let argument = program.parts(setting + 1).first
    else {
      // The library has a different default name for each board.
      throw SourceObstacle(program.tokens[call.index], "the file does not call Bluefruit.setName exactly once")
    }
    if let doubt = program.doubt(setting) { throw doubt }
    // Within a function, calls run in the order of their lines.
    guard program.owners[setting] != call.owner || setting < call.index else {
      throw SourceObstacle(program.tokens[setting], "Bluefruit.setName comes after addName")
    }
    guard let name = try CExpression.value(argument, in: program).text, !name.contains(0), !name.isEmpty else {
      throw SourceObstacle(program.tokens[setting], "a name that is not read")
    }
    return name
  }
}
