internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Programs that register an object with `org.bluez.LEAdvertisement1` over D-Bus: with dbus-python, as in BlueZ's own
/// example, or with dbus-next and dbus-fast.
///
/// The object is followed from its constructor to the properties that the daemon asks for. Sources: BlueZ 5.87,
/// test/example-advertisement and src/advertising.c; dbus-python 1.3, dbus/service.py; dbus-next 0.2, service.py.
enum BlueZReader {
  fileprivate static let interface = Array("org.bluez.LEAdvertisement1".utf8)

  static func read(_ program: PythonProgram, into found: inout SourceFindings) {
    let calls = ["RegisterAdvertisement", "call_register_advertisement"].flatMap { name in
      (program.places[name] ?? []).filter {
        program.isMember($0) && $0 + 1 < program.tokens.count && program.tokens[$0 + 1].isMark("(")
      }
    }.sorted()
    guard let first = calls.first else { return }
    found.take { () throws(SourceObstacle) in
      guard calls.count == 1 else {
        throw SourceObstacle(program.tokens[calls[1]], "several advertisements are registered")
      }
      var advertisement = try BlueZAdvertisement(first, program)
      return try advertisement.layout()
    }
  }

  /// The properties that say nothing of what is sent.
  fileprivate static let plain: Set<String> = [
    "Duration", "Timeout", "DiscoverableTimeout", "IncludeTxPower", "MinInterval", "MaxInterval", "TxPower",
  ]

  /// The properties whose numbers the daemon checks, with their types of D-Bus.
  fileprivate static let numbers: [String: String] = [
    "MinInterval": "u", "MaxInterval": "u", "TxPower": "n", "Timeout": "q", "DiscoverableTimeout": "q",
  ]

  /// The type of D-Bus in which the daemon takes each property.
  fileprivate static let types: [String: String] = [
    "Type": "s", "ServiceUUIDs": "as", "SolicitUUIDs": "as", "ManufacturerData": "a{qv}", "ServiceData": "a{sv}",
    "Includes": "as", "LocalName": "s", "Appearance": "q", "Data": "a{yv}", "Discoverable": "b",
    "SecondaryChannel": "s",
  ]
}

/// An advertisement that a program registers.
private struct BlueZAdvertisement {
  private let call: Int
  private let program: PythonProgram
  private let name: PythonObjectName
  private var object: PythonObject

  private let type: String

  /// The call that registers the object; the class, where the call is not one of the lines that were copied.
  private var place: TextRange {
    let declared = (program.places[type] ?? []).first { $0 > 0 && program.tokens[$0 - 1].isWord("class") }
    guard program.isExcerpt, let declared else { return program.range(call..<program.partners[call + 1] + 1) }
    return program.range(declared - 1..<declared + 1)
  }

  init(_ call: Int, _ program: PythonProgram) throws(SourceObstacle) {
    self.call = call
    self.program = program
    let classes = try PythonClasses(program)
    name = try Self.name(in: call, program)
    type = program.tokens[name.making].text
    guard classes.classes[type] != nil else {
      throw SourceObstacle(program.tokens[name.making], "the class \(type) is in another file")
    }
    let uses = (program.places[type] ?? []).filter {
      $0 + 1 < program.tokens.count && program.tokens[$0 + 1].isMark("(")
        && !($0 > 0 && program.tokens[$0 - 1].isWord("class"))
    }
    guard uses.count == 1 else { throw SourceObstacle(program.tokens[uses[1]], "several objects are made of \(type)") }
    for one in classes.chain(of: type) {
      for place in program.places[one.name] ?? []
      where program.statements[place] == place && program.tokens[place + 1].isMark(".")
        && program.tokens[place + 2].text != "__init__"
      {
        throw SourceObstacle(program.tokens[place], "the class \(one.name) is changed")
      }
    }
    object = try PythonObject(name.making, type, in: classes)
    for member in try name.changes(before: call) {
      try object.follow(member: member, through: program.end(ofStatement: program.statements[member]))
    }
  }

  /// Finds the object that a call registers: the name in its arguments, or the one that is exported under the same path.
  private static func name(in call: Int, _ program: PythonProgram) throws(SourceObstacle) -> PythonObjectName {
    guard let path = program.arguments(call + 1).first?.value else {
      throw SourceObstacle(program.tokens[call], "arguments that are not read")
    }
    let words = CExpression.words(program.tokens[path])
    var range = path
    for export in program.places["export"] ?? [] where program.isMember(export) {
      let arguments = program.arguments(export + 1)
      if arguments.count == 2, CExpression.words(program.tokens[arguments[0].value]) == words {
        range = arguments[1].value
      }
    }
    for index in range where program.tokens[index].isWord {
      if let name = try PythonObjectName(at: index, in: program) { return name }
    }
    throw SourceObstacle(program.tokens[call], "the object that is registered is not made in a line of its own")
  }

  // MARK: Properties

  /// Returns the properties that the daemon gets.
  private mutating func properties() throws(SourceObstacle) -> [(name: String, value: PythonValue, method: Int?)] {
    if let interface = object.interface {
      guard interface.plain == .text(BlueZReader.interface) else {
        throw SourceObstacle(program.tokens[call], "the interface of \(name.words) is not read")
      }
      var properties: [(name: String, value: PythonValue, method: Int?)] = []
      for method in object.methods {
        guard method.decorators.count == 1, case let words = program.tokens[method.decorators[0]].map({ $0.text }),
          words.first == "dbus_property"
        else { continue }
        guard words == ["dbus_property", "(", ")"] || words.contains("READ") && !words.contains("name"),
          let type = method.returnType
        else { throw SourceObstacle(program.tokens[method.body.lowerBound], "the property \(method.name) is not read") }
        let value = try object.call(method.name, [], at: method.body.lowerBound)
        properties.append((method.name, .typed(type, value.plain), method.body.lowerBound))
      }
      return properties
    }
    guard let getAll = object.method("GetAll")?.method,
      getAll.decorators.contains(where: { program.tokens[$0].contains { $0.isWord("method") } })
    else { throw SourceObstacle(program.tokens[call], "\(name.words) has no method GetAll that is read") }
    let all = try object.call(
      "GetAll", [PythonArgument(value: .text(BlueZReader.interface))], at: call)
    guard case .dictionary(let entries) = all.plain else {
      if case .unknown(let obstacle) = all.plain { throw obstacle }
      throw SourceObstacle(program.tokens[getAll.body.lowerBound], "GetAll returns no properties")
    }
    var properties: [(name: String, value: PythonValue, method: Int?)] = []
    for entry in entries {
      guard case .text(let key) = entry.key.plain else {
        throw SourceObstacle(program.tokens[getAll.body.lowerBound], "a property whose name is not read")
      }
      properties.append((String(decoding: key, as: UTF8.self), entry.value, nil))
    }
    return properties
  }

  mutating func layout() throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("bluez") else { return nil }
    var layout = SourceLayout(name: program.isExcerpt ? type : name.words, stack: stack, place: place)
    // The adapter decides whether the kernel adds Flags, and which.
    layout.addedTypes = [.flags]
    var seen: Set<String> = []
    let properties = try properties()
    for property in properties where !BlueZReader.plain.contains(property.name) {
      let obstacle = SourceObstacle(
        property.method.map { program.tokens[$0] } ?? program.tokens[call],
        "the property \(property.name) is not read")
      if case .unknown(let reason) = property.value.plain { throw reason }
      guard let type = BlueZReader.types[property.name], property.value.type.map({ $0 == type }) ?? true,
        seen.insert(property.name).inserted
      else { throw obstacle }
      guard try add(property.name, property.value, to: &layout) else { throw obstacle }
    }
    guard seen.contains("Type") else {
      throw SourceObstacle(program.tokens[call], "the properties have no Type, so the daemon refuses them")
    }
    if seen.contains("SecondaryChannel") {
      layout.pdu = layout.pdu.isConnectable ? .extendedConnectable : .extendedNonconnectable
      layout.assumptions.append(
        "the controller is assumed to have the PHY of SecondaryChannel; without it, RegisterAdvertisement fails")
    }
    layout.parameters = (BlueZParameterTable.call, given(properties, layout), place.line)
    return layout
  }

  /// Returns the values that the daemon checks, as far as they are known.
  private func given(
    _ properties: [(name: String, value: PythonValue, method: Int?)], _ layout: SourceLayout
  ) -> StackParameter.Given {
    var given = StackParameter.Given()
    for (name, value, _) in properties {
      guard let type = BlueZReader.numbers[name] else { continue }
      given.options.insert(name)
      if case .number(let number) = value.plain, value.type ?? type == type { given.numbers[name] = number }
    }
    if !layout.pdu.isConnectable { given.options.insert(BlueZParameterTable.broadcast) }
    if layout.options.contains("discoverable") { given.options.insert("Discoverable") }
    // The daemon ignores the time of what is not discoverable, and no Timeout is one without an end.
    if !given.options.contains("Discoverable") || given.numbers["Timeout"] == 0 { given.numbers["Timeout"] = nil }
    return given
  }

  /// Adds a property; `false` when its value is not read.
  private func add(
    _ property: String, _ value: PythonValue, to layout: inout SourceLayout
  ) throws(SourceObstacle) -> Bool {
    switch (property, value.plain) {
    case ("Type", .text(let text)):
      guard let kind = [Array("peripheral".utf8): AdvertisingPDU.advInd, Array("broadcast".utf8): .advNonconnInd][text]
      else { return false }
      layout.pdu = kind
      // An adapter that is connectable sends ADV_IND in any case.
      layout.isKindAssumed = kind != .advInd
    case ("ServiceUUIDs", .list(let list)), ("SolicitUUIDs", .list(let list)):
      for item in list {
        if property == "ServiceUUIDs", case .unknown(let reason) = item.plain {
          try layout.advertising.add(at: place) { () throws(SourceObstacle) -> SourceUUID in throw reason }
          continue
        }
        guard let uuid = try Self.uuid(item) else { return false }
        if property == "ServiceUUIDs" {
          layout.advertising.add(services: [uuid], at: place)
        } else {
          layout.advertising.add(solicited: uuid, at: place)
        }
      }
    case ("ManufacturerData", .dictionary(let entries)), ("Data", .dictionary(let entries)):
      let isCompany = property == "ManufacturerData"
      for entry in entries {
        guard case .number(let key) = entry.key.plain, 0...(isCompany ? 0xFFFF : 0xFF) ~= key, value.type != nil
        else { return false }
        try layout.advertising.add(
          isCompany ? .manufacturerData : ADType(rawValue: UInt8(truncatingIfNeeded: key)),
          known: isCompany ? Array(littleEndian: key, count: 2) : [], at: place
        ) { () throws(SourceObstacle) in try octets(entry.value) }
      }
    case ("ServiceData", .dictionary(let entries)):
      for entry in entries {
        guard value.type != nil, let uuid = try Self.uuid(entry.key) else { return false }
        try layout.advertising.add(dataOf: uuid, at: place) { () throws(SourceObstacle) in try octets(entry.value) }
      }
    case ("LocalName", .unknown(let reason)):
      try layout.advertising.add(at: place) { () throws(SourceObstacle) in throw reason }
    case ("LocalName", .text(let text)):
      // An empty name is as none.
      if !text.isEmpty { layout.advertising.add(name: text, at: place) }
    case ("Appearance", .number(let number)):
      guard 0...0xFFFF ~= number, value.type == "q" else { return false }
      layout.advertising.add(
        .appearance, Array(littleEndian: number, count: 2), at: place)
    case ("SecondaryChannel", .text(let text)):
      guard let phys = Self.phys[text] else {
        throw SourceObstacle(
          program.tokens[call].line,
          "RegisterAdvertisement \(BlueZParameterTable.invalid): SecondaryChannel is \"\(String(decoding: text, as: UTF8.self))\"",
          SourceObstacle.Refusal(isCertain: true, remedy: "set SecondaryChannel to \"1M\", \"2M\" or \"Coded\""))
      }
      layout.phys = phys
    case ("Discoverable", .bool(let isDiscoverable)):
      // The value of the Flags depends on the adapter, and BlueZ before 5.69 sends none when it is false.
      guard isDiscoverable else { return false }
      layout.options.insert("discoverable")
      layout.addedTypes = []
      layout.possibleFlags = [0x02, 0x06]
    case ("Includes", .list(let list)):
      for item in list {
        guard case .text(let text) = item.plain else { return false }
        switch String(decoding: text, as: UTF8.self) {
        case "tx-power": layout.options.insert("include-tx-power")
        // The name of the adapter is not in the program.
        case "local-name": layout.isResponseUnknown = true
        default: return false
        }
      }
    default: return false
    }
    return true
  }

  /// The PHYs on which the kernel advertises for each value of SecondaryChannel.
  ///
  /// Source: Linux 6.1, net/bluetooth/hci_sync.c, `hci_setup_ext_adv_instance_sync`.
  private static let phys: [[UInt8]: AdvertisingPHYs] = [
    Array("1M".utf8): AdvertisingPHYs(primary: .oneMegabit, secondary: .oneMegabit),
    Array("2M".utf8): AdvertisingPHYs(primary: .oneMegabit, secondary: .twoMegabit),
    Array("Coded".utf8): AdvertisingPHYs(primary: .coded, secondary: .coded),
  ]

  private static func uuid(_ value: PythonValue) throws(SourceObstacle) -> SourceUUID? {
    if case .unknown(let reason) = value.plain { throw reason }
    guard case .text(let text) = value.plain else { return nil }
    return SourceUUID(text: text)
  }

  /// The octets of an array of the type `ay`.
  private func octets(_ value: PythonValue) throws(SourceObstacle) -> SourceOctets {
    let unread = SourceObstacle(place.line, "data that are no list of bytes")
    if case .unknown(let reason) = value.plain { throw reason }
    guard case .list(let list) = value.plain else { throw unread }
    var octets: [UInt8] = []
    for item in list {
      if case .unknown(let reason) = item.plain { throw reason }
      guard case .number(let number) = item.plain, let octet = UInt8(exactly: number),
        value.type == "ay" || item.type == "y"
      else { throw unread }
      octets.append(octet)
    }
    guard !octets.isEmpty else { throw unread }
    return SourceOctets(octets)
  }
}
