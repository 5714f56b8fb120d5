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
        layout.advertising = try block(arguments, program, isNimBLE)
      case "setScanResponseData":
        guard layout.scanResponse == nil else { throw arguments.refusal("is called several times") }
        layout.scanResponse = try block(arguments, program, isNimBLE)
      case "setScanResponse" where !isNimBLE:
        if !(try arguments.isTrue(0)) { layout.options.insert("no-scan-response") }
      default:
        // Version 2 adds to the data.
        guard !isNimBLE || isFirst else { throw arguments.refusal("beside data of the program's own") }
        others.append(call)
      }
    }
    guard changes.contains(where: { $0.method == "setAdvertisementData" }) else {
      throw SourceObstacle(
        layout.place.line, "scan response data of the program's own beside advertising data of the library")
    }
    if !isNimBLE { layout.changes += ArduinoBeacon.changes(in: program) }
    if !isNimBLE, layout.scanResponse == nil, !layout.options.contains("no-scan-response") {
      layout.scanResponse = try response(ofLibrary: others, program, layout)
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
    _ setting: WrittenArguments, _ program: CProgram, _ isNimBLE: Bool
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    var block = SourceLayout.RequestedBlock()
    for call in try OwnObject(setting, ofType: "BLEAdvertisementData", in: program).calls {
      try addOwn(call, program, isNimBLE, to: &block)
    }
    return block
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
    case ("setName", 1): block.add(name: try arguments.text(0), at: text)
    case ("setShortName", 1): block.add(name: try arguments.text(0), isComplete: false, at: text)
    case ("setCompleteServices", 1):
      let uuid = try arguments.uuid(0)
      let type = ServiceUUIDList.type(width: uuid.width, isComplete: true)
      guard !isNimBLE || !has(type, block) else { throw arguments.refusal(secondList) }
      block.add(services: [uuid], at: text)
    case ("addServiceUUID", 1) where isNimBLE:
      try block.add(at: text) { () throws(SourceObstacle) -> SourceUUID in try arguments.uuid(0) }
    case ("setPreferredParams", 2) where isNimBLE:
      block.add(.peripheralConnectionIntervalRange, try arguments.little(0) + arguments.little(1), at: text)
    case ("setPartialServices", 1): block.add(services: [try arguments.uuid(0)], isComplete: false, at: text)
    case ("setAppearance", 1): block.add(.appearance, try arguments.little(0), at: text)
    case ("setManufacturerData", 1...2):
      block.add(.manufacturerData, try arguments.data(from: 0), at: text)
    case ("setServiceData", 2...3):
      let uuid = try arguments.uuid(0)
      var octets = SourceOctets(uuid.octets)
      octets += try arguments.data(from: 1)
      block.add(ServiceData.type(width: uuid.width), octets, at: text)
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
