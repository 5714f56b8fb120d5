internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Libraries for JavaScript and Dart that advertise: bleno, react-native-ble-peripheral, flutter_ble_peripheral,
/// ble_peripheral and bluetooth_low_energy.
///
/// Sources: @abandonware/bleno 0.6.2, lib/bleno.js and lib/hci-socket/gap.js; react-native-ble-peripheral 2.1, RNBLEModule.java and
/// RNBLEPeripheral.swift; flutter_ble_peripheral 1.2.6, FlutterBlePeripheralPlugin.kt and FlutterBlePeripheralManager.swift;
/// ble_peripheral 2.4.0, BlePeripheralPlugin.kt and BlePeripheralPlugin.swift; bluetooth_low_energy 6.2.1, bluetooth_low_energy_android and bluetooth_low_energy_darwin.
struct ScriptPeripherals {
  let program: ScriptProgram
  private var values: ScanValueReader<ScriptProgram>
  var found = SourceFindings()

  /// The most calls that one file is read for.
  private static let maximumCalls = 16

  /// Whether a program may have calls of a library that is read, or of Espruino.
  static func mayAdvertise(_ program: ScriptProgram) -> Bool {
    [
      "setAdvertising", "setServices", "startAdvertising", "startAdvertisingIBeacon", "startAdvertisingWithEIRData",
      "AdvertiseData",
    ]
    .contains { program.places[$0] != nil } || Self(program).takesIn("react-native-ble-peripheral")
  }

  static func read(_ program: ScriptProgram, into found: inout SourceFindings) {
    var reader = Self(program)
    if reader.takesIn("bleno", "@abandonware/bleno") || program.places["bleno"] != nil { reader.readBleno() }
    if let name = reader.name(ofModule: "react-native-ble-peripheral") { reader.readReactNative(name) }
    if reader.takesIn("package:flutter_ble_peripheral/flutter_ble_peripheral.dart") { reader.readFlutterPeripheral() }
    if reader.takesIn("package:ble_peripheral/ble_peripheral.dart") { reader.readBlePeripheral() }
    if reader.takesIn("package:bluetooth_low_energy/bluetooth_low_energy.dart") { reader.readBluetoothLowEnergy() }
    found.layouts += reader.found.layouts
    found.plain += reader.found.plain
    found.obstacles += reader.found.obstacles
  }

  private init(_ program: ScriptProgram) {
    self.program = program
    values = ScanValueReader(program, nameMark: ":") { name, _ throws(SourceObstacle) in try program.constant(name) }
  }

  // MARK: Calls

  private func place(ofModule name: String) -> Int? {
    program.tokens.indices.first { program.tokens[$0].kind == .string(Array(name.utf8)) }
  }

  /// Whether the program takes in one of some modules.
  private func takesIn(_ modules: String...) -> Bool { modules.contains { place(ofModule: $0) != nil } }

  /// Returns the name of a module that `import … from` or `require` takes in; `nil` without one.
  private func name(ofModule module: String) -> String? {
    guard let place = place(ofModule: module) else { return nil }
    let tokens = program.tokens
    let name =
      tokens[place - 1].isWord("from")
      ? tokens[place - 2] : tokens[place - 2].isWord("require") ? tokens[place - 4] : nil
    return name.flatMap { $0.isWord ? $0.text : nil }
  }

  /// Returns the calls of a method of any object, or of an object with a name.
  mutating func calls(of method: String, on receiver: String? = nil) -> [ValueCall] {
    var calls: [ValueCall] = []
    for index in program.places[method] ?? [] where program.isMember(index) {
      guard receiver.map({ program.tokens[index - 2].isWord($0) }) ?? true else { continue }
      guard program.tokens[index + 1].isMark("(") else {
        found.obstacles.append(.use(of: method, program.tokens[index].line))
        continue
      }
      guard calls.count < Self.maximumCalls else {
        found.obstacles.append(SourceObstacle(program.tokens[index], "more calls than are read"))
        break
      }
      calls.append(ValueCall(index, &values))
    }
    return calls
  }

  /// Returns the objects of a type that the program makes.
  mutating func made(of type: String) -> [ValueCall] {
    var made: [ValueCall] = []
    for index in program.places[type] ?? []
    where made.count < Self.maximumCalls && !program.isMember(index) && program.tokens[index + 1].isMark("(")
      && !program.tokens[program.partners[index + 1] + 1].isMark("{")
    {
      made.append(ValueCall(index, &values))
    }
    return made
  }

  /// Adds the layout of one call, or the reason why it has none.
  mutating func take(
    _ id: String, _ name: String, _ place: TextRange,
    _ read: (inout SourceLayout) throws(SourceObstacle) -> Void
  ) {
    found.take(id, name, place, read)
  }

  // MARK: bleno

  private mutating func readBleno() {
    for call in calls(of: "startAdvertising") {
      take("bleno", call.name, call.place) { layout throws(SourceObstacle) in
        layout.assumptions.append(
          "bleno is taken to run on Linux; on macOS, CoreBluetooth sends the name and the services")
        try Self.addBleno(call, &layout)
      }
    }
    for call in calls(of: "startAdvertisingIBeacon") {
      take("bleno", call.name, call.place) { layout throws(SourceObstacle) in
        try Self.addBeacon(call, &layout)
      }
    }
    for call in calls(of: "startAdvertisingWithEIRData") {
      var made: DeclaredLayout?
      found.take { () throws(SourceObstacle) in
        made = try Self.bytes(call)
        return nil
      }
      if let made { found.plain.append(made) }
    }
  }

  /// Adds the name and the services of `startAdvertising` of bleno.
  static func addBleno(_ call: ValueCall, _ layout: inout SourceLayout) throws(SourceObstacle) {
    if let services = call.positional(1), !services.isNothing {
      for value in try services.list() { try addService(value, &layout) }
    }
    try layout.advertising.add(name: call.positional(0))
  }

  /// Adds the iBeacon of `startAdvertisingIBeacon` of bleno.
  static func addBeacon(_ call: ValueCall, _ layout: inout SourceLayout) throws(SourceObstacle) {
    guard call.arguments.count >= 4, let uuid = call.positional(0) else {
      throw SourceObstacle(call.place.line, "startAdvertisingIBeacon without uuid, major, minor and power")
    }
    let digits = try uuid.textOctets().filter { $0 != UInt8(ascii: "-") }
    guard digits.count == 32, let octets = HexDigits.octets(of: digits[...]) else {
      throw uuid.refusal("a UUID of 32 digits")
    }
    var data: [UInt8] = [0x4C, 0x00, 0x02, 0x15] + octets
    for position in 1...2 { data += try call.positional(position)?.little().reversed() ?? [] }
    guard let power = try call.positional(3)?.number(), -128...127 ~= power else {
      throw SourceObstacle(call.place.line, "a power that is no number of 8 bits")
    }
    layout.advertising.add(.manufacturerData, data + [UInt8(truncatingIfNeeded: power)], at: call.place)
  }

  /// Adds a service to a list: hyphens do not count, and other lengths than 4 and 32 digits are not sent.
  private static func addService(_ value: ScanValue, _ layout: inout SourceLayout) throws(SourceObstacle) {
    let digits = (try? value.textOctets())?.filter { $0 != UInt8(ascii: "-") } ?? []
    let octets = HexDigits.octets(of: digits[...]) ?? []
    guard octets.isEmpty || octets.count == 2 || octets.count == 16 else {
      let change = BuildChange(
        .leftOut, nil, "does not send a service of \(octets.count * 8) bits", remedy: "write 4 or 32 digits of the UUID"
      )
      layout.changes.append(StackBuild.Change(change, at: value.range))
      return
    }
    try layout.advertising.add(service: value) { value throws(SourceObstacle) in
      guard let uuid = SourceUUID(octets: octets.reversed()) else { throw value.refusal("a UUID of 4 or 32 digits") }
      return uuid
    }
  }

  /// Returns the layout of bytes that are sent as they are.
  private static func bytes(_ call: ValueCall) throws(SourceObstacle) -> DeclaredLayout {
    var blocks: [(octets: [UInt8], text: TextRange)] = []
    for position in 0...1 {
      guard let value = call.positional(position), !value.isNothing, !Self.isFunction(value, position, call) else {
        blocks.append(([], call.place))
        continue
      }
      blocks.append((try value.octets(), value.range))
    }
    let layout = DeclaredLayout(name: call.name, pdu: .advInd, place: call.place, blocks[0], scanResponse: blocks[1])
    for (block, sent) in zip(Block.allCases, blocks) where sent.octets.count > AdvertisingPDU.advInd.payloadLimit {
      let name = block == .advertising ? "Advertisement data" : "Scan data"
      throw SourceObstacle(
        sent.text.line,
        "\(call.name) reports the error \"\(name) is over maximum limit of 31 bytes\": \(sent.octets.count) bytes",
        tooLong: layout, in: block, scanResponse: "the second argument")
    }
    return layout
  }

  /// Whether an argument is the function that the library calls when it has started.
  private static func isFunction(_ value: ScanValue, _ position: Int, _ call: ValueCall) -> Bool {
    guard case .unknown = value.content else { return false }
    return position > 0 && call.arguments.count == position + 1
  }

  // MARK: react-native-ble-peripheral

  private mutating func readReactNative(_ module: String) {
    let starts = calls(of: "start", on: module)
    guard let start = starts.first else { return }
    let names = calls(of: "setName", on: module)
    let services = calls(of: "addService", on: module)
    let doubt = doubt(of: names + services)
    for (id, system) in [("android", "Android"), ("core-bluetooth", "iOS")] {
      take(id, "start on \(system)", start.place) { layout throws(SourceObstacle) in
        if let doubt { throw doubt }
        layout.intervalMicroseconds = id == "android" ? 100_000 : nil
        layout.assumptions.append(
          "calls of setName and addService are taken as made before start, and other files as without them")
        for call in try Self.order(services) {
          guard let value = call.positional(0) else {
            throw SourceObstacle(call.place.line, "addService without a UUID")
          }
          try layout.advertising.add(service: value) { value throws(SourceObstacle) in
            try id == "android" ? Self.javaUUID(value, call) : value.writtenUUID()
          }
        }
        try layout.advertising.add(at: names.first?.place ?? start.place) { () throws(SourceObstacle) in
          guard names.count < 2 else { throw SourceObstacle(names[1].place.line, "setName is called several times") }
          // The name of the module's own.
          return try names.first?.positional(0)?.textOctets() ?? Array("RN_BLE".utf8)
        }
      }
    }
  }

  /// Returns the condition around the first call that may not run once; `nil` without one.
  private func doubt(of calls: [ValueCall]) -> SourceObstacle? {
    calls.lazy.compactMap { program.condition(around: $0.index) }.first
  }

  /// Returns the calls in the order of Java's `HashMap` with the UUIDs as keys, the first call of each.
  private static func order(_ calls: [ValueCall]) throws(SourceObstacle) -> [ValueCall] {
    var ordered: [(bucket: UInt32, key: [UInt8], call: ValueCall)] = []
    for call in calls {
      let key = try calls.count == 1 ? [] : call.positional(0)?.textOctets() ?? []
      guard !ordered.contains(where: { $0.key == key }) else { continue }
      let hash = key.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) }
      ordered.append(((hash ^ hash >> 16) & 15, key, call))
    }
    guard ordered.count <= 12 else { throw SourceObstacle(calls[12].place.line, "more services than are read") }
    // Within a bucket, keys are in the order of the calls.
    return ordered.enumerated().sorted {
      ($0.element.bucket, $0.offset) < ($1.element.bucket, $1.offset)
    }.map { $0.element.call }
  }

  /// Returns the UUID of `UUID.fromString`, which takes five groups of digits.
  static func javaUUID(_ value: ScanValue, _ call: ValueCall) throws(SourceObstacle) -> SourceUUID {
    let text = try value.textOctets()
    guard text.count(where: { $0 == UInt8(ascii: "-") }) == 4 else {
      throw SourceObstacle(
        value.line,
        "\(call.name) throws IllegalArgumentException on Android: \"\(String(decoding: text, as: UTF8.self))\" is no UUID",
        SourceObstacle.Refusal(
          isCertain: true, remedy: "write all 36 characters, such as 0000180d-0000-1000-8000-00805f9b34fb"))
    }
    return try value.writtenUUID()
  }
}

extension ScriptProgram {
  /// Returns the condition or the loop that decides whether, or how often, a call in a function is run; `nil` without one.
  func condition(around index: Int) -> SourceObstacle? {
    func isCondition(_ token: SourceToken) -> Bool {
      ["if", "while", "for", "switch", "catch", "else"].contains(token.text) && token.isWord
    }
    func decides(_ place: Int) -> SourceObstacle? {
      let before = tokens[place - 1]
      let word = before.isMark(")") ? tokens[partners[place - 1] - 1] : before
      guard isCondition(word) || ["&&", "||", "??", "?", ":"].contains(where: { before.isMark($0) }) else { return nil }
      return SourceObstacle(
        tokens[index], "the \(word.isWord ? word.text : before.text) in line \(word.line) decides whether this is run")
    }
    var start = index
    while start > 1, tokens[start - 1].isMark(".") || tokens[start - 1].isMark("?.") { start -= 2 }
    if tokens[start - 1].isWord("await") { start -= 1 }
    if let doubt = decides(start) { return doubt }
    var open = owners[index]
    while open >= 0 {
      if tokens[open].isMark("{"), let doubt = decides(open) { return doubt }
      // The function of `forEach` is run for each element.
      if tokens[open].isMark("("), ["forEach", "map", "setInterval"].contains(tokens[open - 1].text) {
        return SourceObstacle(
          tokens[index], "\(tokens[open - 1].text) in line \(tokens[open - 1].line) may run this several times")
      }
      open = owners[open]
    }
    return nil
  }
}
