internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Objects of a program's own: `NimBLEAdvertisementData` and `BLEAdvertisementData`.
extension NimBLEArduinoReader {
  /// Takes the data of `setAdvertisementData` and `setScanResponseData`.
  static func takeObjects(
    _ changes: [ObjectCalls.Call], _ program: CProgram, _ isNimBLE: Bool, _ isFirst: Bool,
    _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    layout.options.insert("advertisement-data")
    var others: [ObjectCalls.Call] = []
    for call in changes {
      let arguments = WrittenArguments(program: program, call: call)
      switch call.method {
      case "setAdvertisementData":
        guard layout.advertising.values.isEmpty else { throw arguments.refusal("is called several times") }
        layout.advertising = try block(arguments, program, isNimBLE, &layout)
      case "setScanResponseData":
        guard layout.scanResponse == nil else { throw arguments.refusal("is called several times") }
        layout.scanResponse = try block(arguments, program, isNimBLE, &layout)
      case "setScanResponse" where !isNimBLE:
        if !(try arguments.isTrue(0)) { layout.options.insert("no-scan-response") }
      default:
        // Version 2 adds to the data.
        guard !isNimBLE || isFirst else { throw arguments.refusal("beside data of the program's own") }
        others.append(call)
      }
    }
    if !changes.contains(where: { $0.method == "setAdvertisementData" }) {
      guard isLoose(program), others.isEmpty else {
        throw SourceObstacle(
          layout.place.line, "scan response data of the program's own beside advertising data of the library")
      }
      layout.unreadAdvertising = onlyResponse
    }
    if !isNimBLE { layout.changes += ArduinoBeacon.changes(in: program) }
    if !isNimBLE, layout.scanResponse == nil, !layout.options.contains("no-scan-response") {
      do throws(SourceObstacle) {
        layout.scanResponse = try response(ofLibrary: others, program, layout)
      } catch {
        guard isLoose(program), error.refusal == nil else { throw error }
        layout.isResponseUnknown = true
      }
    } else {
      layout.changes += others.filter { lost.contains($0.method) }.map { call in
        StackBuild.Change(
          BuildChange(.leftOut, nil, "sends nothing of \(call.method), because the program sets data of its own"),
          at: WrittenArguments(program: program, call: call).text)
      }
    }
  }

  /// The calls whose fields are not sent beside data of the program's own.
  private static let lost: Set<String> = [
    "addServiceUUID", "setName", "setAppearance", "setManufacturerData", "setServiceData", "setURI",
  ]

  /// Returns the scan response that the library for Bluedroid makes of calls beside data of the program's own.
  private static func response(
    ofLibrary calls: [ObjectCalls.Call], _ program: CProgram, _ layout: SourceLayout
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var asked = SourceLayout(name: layout.name, stack: layout.stack, place: layout.place)
    try take(calls, program, isNimBLE: false, isFirst: false, &asked)
    try takeIntervals(calls, program, isOnNimBLE: layout.stack.id == "esp32-ble-nimble", &asked)
    if let field = asked.advertising.unread.first { throw field.obstacle }
    let request = BuildRequest(advertising: asked.advertising.values)
    let built: BuiltBlock
    do throws(BuildRefusal) {
      built = try layout.stack.built(request, version: layout.stack.newest).scanResponse
    } catch {
      throw SourceObstacle(layout.place.line, error.reason)
    }
    var block = SourceLayout.RequestedBlock()
    for element in Payload(built.octets).decoded.elements {
      let field = built.fields[element.offset].flatMap { $0.index }
      block.add(
        element.type, element.value.octets, at: field.map { asked.advertising.texts[$0] } ?? layout.place,
        isOpen: built.unknown.contains(element.offset + element.value.octets.count + 1))
    }
    return block
  }

  private static func block(
    _ setting: WrittenArguments, _ program: CProgram, _ isNimBLE: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let object = try OwnObject(setting, ofType: type, in: program)
    layout.changes += object.late.filter { own.contains($0.method) }.map { call in
      StackBuild.Change(
        BuildChange(
          .leftOut, nil,
          "sends nothing of this \(call.method), because \(setting.call.method) has copied the data before",
          remedy: "call \(call.method) before \(setting.call.method)"),
        at: WrittenArguments(program: program, call: call).text)
    }
    return try block(object, program, isNimBLE, &layout)
  }

  private static func block(
    _ object: OwnObject, _ program: CProgram, _ isNimBLE: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var block = SourceLayout.RequestedBlock()
    for call in object.calls {
      try addOwn(call, program, isNimBLE, to: &block)
      let arguments = WrittenArguments(program: program, call: call)
      guard let cut = arguments.cutText else { continue }
      let change = BuildChange(
        .shortened, nil,
        "gets \(cut.octets.count) of \(counted(cut.whole, "byte")) of \(cut.name): a text ends at its first zero byte",
        remedy: "pass the length, too: String(\(cut.name), sizeof(\(cut.name)))")
      layout.changes.append(StackBuild.Change(change, at: arguments.text))
    }
    return block
  }

  private static let type = "BLEAdvertisementData"
  private static let onlyResponse = "these lines set the scan response alone"

  /// Methods of an object with data of the program's own.
  static let own: Set<String> = [
    "setFlags", "setName", "setShortName", "setCompleteServices", "setPartialServices", "setAppearance",
    "setManufacturerData", "setServiceData", "addData", "addServiceUUID", "setPreferredParams",
  ]
  /// Methods that the object that advertises of arduino-esp32 does not have.
  private static let onlyOwn: Set<String> = [
    "setFlags", "setShortName", "setCompleteServices", "setPartialServices", "setManufacturerData", "setServiceData",
    "addData",
  ]

  /// Reads the objects that copied lines fill and hand to no call; `nil` for lines without one.
  static func layoutOfObjects(
    _ program: CProgram, _ stack: StackBuilder, _ isNimBLE: Bool
  ) throws(SourceObstacle) -> SourceLayout? {
    guard OwnObject.copying.allSatisfy({ program.places[$0] == nil }) else { return nil }
    var layout: SourceLayout?
    var response: SourceLayout.RequestedBlock?
    var names: Set<String> = []
    for method in own.flatMap({ program.places[$0] ?? [] }).sorted() {
      let place = method - 2
      guard program.isMember(method), place >= 0, program.tokens[place].isWord, !program.isMember(place),
        case let name = program.tokens[place].text, !names.contains(name), isOwn(place, method, program, isNimBLE)
      else { continue }
      names.insert(name)
      var made =
        layout
        ?? SourceLayout(
          name: name, stack: stack, place: program.range(place..<program.partners[method + 1] + 1))
      let object = try OwnObject(at: place, until: program.tokens.count, ofType: type, in: program)
      let block = try block(object, program, isNimBLE, &made)
      let isResponse = ["scan", "resp", "rsp"].contains { name.lowercased().hasPart($0) }
      guard isResponse ? response == nil : made.advertising.values.isEmpty else {
        throw SourceObstacle(program.tokens[place], "these lines fill several objects and pass none to a call")
      }
      if isResponse { response = block } else { made.advertising = block }
      made.assumptions.append(
        "these lines pass \(name) to no call: advert assumes "
          + (isResponse ? "setScanResponseData" : "setAdvertisementData"))
      if !program.declares(name) {
        made.assumptions.append("these lines do not declare \(name): advert assumes that it is empty before them")
      }
      layout = made
    }
    layout?.options.insert("advertisement-data")
    layout?.scanResponse = response
    layout?.isResponseUnknown = response == nil
    if layout?.advertising.values.isEmpty ?? false { layout?.unreadAdvertising = onlyResponse }
    return layout
  }

  /// Whether a name is that of an object with data of the program's own.
  private static func isOwn(_ place: Int, _ method: Int, _ program: CProgram, _ isNimBLE: Bool) -> Bool {
    let name = program.tokens[place].text
    guard program.declares(name) else { return !isNimBLE && onlyOwn.contains(program.tokens[method].text) }
    return program.declaration(of: name, at: place)?.type.contains { $0.hasSuffix(type) } ?? false
  }

  /// NimBLE-Arduino puts services of one width into one list by addServiceUUID only.
  private static let secondList = "makes a second list of services of one width"

  private static func has(_ type: ADType, _ block: SourceLayout.RequestedBlock) -> Bool {
    block.values.contains { $0.type == type }
  }

  private static func addOwn(
    _ call: ObjectCalls.Call, _ program: CProgram, _ isNimBLE: Bool, to block: inout SourceLayout.RequestedBlock
  ) throws(SourceObstacle) {
    let arguments = WrittenArguments(program: program, call: call)
    let text = arguments.text
    switch (call.method, arguments.count) {
    case ("setFlags", 1): block.add(.flags, [UInt8(truncatingIfNeeded: try arguments.number(0, in: 0...255))], at: text)
    case ("setName", 1), ("setShortName", 1):
      try block.add(isComplete: call.method == "setName", at: text) { () throws(SourceObstacle) in try arguments.text(0)
      }
    case ("setCompleteServices", 1):
      if isNimBLE, let uuid = try? arguments.uuid(0),
        has(ServiceUUIDList.type(width: uuid.width, isComplete: true), block)
      {
        throw arguments.refusal(secondList)
      }
      try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("addServiceUUID", 1) where isNimBLE:
      try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("setPreferredParams", 2) where isNimBLE:
      block.add(.peripheralConnectionIntervalRange, try arguments.little(0) + arguments.little(1), at: text)
    case ("setPartialServices", 1): block.add(services: [try arguments.uuid(0)], isComplete: false, at: text)
    case ("setAppearance", 1): block.add(.appearance, try arguments.little(0), at: text)
    case ("setManufacturerData", 1...2):
      try block.add(.manufacturerData, at: text) { () throws(SourceObstacle) in try arguments.data(from: 0) }
    case ("setServiceData", 2...3):
      try block.add(dataOf: try arguments.uuid(0), at: text) { () throws(SourceObstacle) in try arguments.data(from: 1)
      }
    case ("addData", 1):
      for (type, octets) in try arguments.structures(0) {
        // The library only appends them: it changes nothing as it does for its other calls.
        guard !isNimBLE || type != .flags || octets.octets.count == 1 && octets.octets[0] & 0x04 != 0 else {
          throw arguments.refusal("with Flags that no other call makes")
        }
        guard !isNimBLE || ServiceUUIDList.width(of: type) == nil || !has(type, block) else {
          throw arguments.refusal(secondList)
        }
        block.add(type, octets, at: text)
      }
    default: throw arguments.refusal("is not read with these arguments")
    }
  }
}
