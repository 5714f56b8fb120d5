internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Libraries for Python that register an advertisement with BlueZ, which are bless, bluezero and bluez_peripheral, and
/// pybleno, which makes what bleno makes.
///
/// Sources: bless 0.3.0, backends/bluezdbus and backends/corebluetooth; bluezero 0.9.1, advertisement.py, peripheral.py and
/// broadcaster.py; bluez_peripheral 0.1.7, advert.py; pybleno 0.11, Bleno.py and hci_socket/Gap.py.
struct PythonPeripherals {
  private let program: PythonProgram
  private var values: ScanValueReader<PythonProgram>
  private var found = SourceFindings()

  /// The most calls of one name that one file is read for.
  private static let maximumCalls = 32

  static func read(_ program: PythonProgram, into found: inout SourceFindings) {
    var reader = Self(program)
    if program.places["pybleno"] != nil { reader.readBleno() }
    if program.places["bless"] != nil { reader.readBless() }
    if program.places["bluezero"] != nil { reader.readBluezero() }
    if program.places["bluez_peripheral"] != nil { reader.readBluezPeripheral() }
    found.layouts += reader.found.layouts
    found.obstacles += reader.found.obstacles
  }

  private init(_ program: PythonProgram) {
    self.program = program
    values = ScanValueReader(program, nameMark: "=") { name, use throws(SourceObstacle) in
      try program.binding(of: name, before: use)
    }
  }

  // MARK: Calls

  /// Returns the calls of a function, a class or a method.
  ///
  /// - Parameter object: the name of the object whose method it is; `nil` for all.
  private mutating func calls(of name: String, on object: String? = nil) -> [ValueCall] {
    var calls: [ValueCall] = []
    for index in program.places[name] ?? [] where program.tokens[index + 1].isMark("(") {
      let before = program.tokens[index - 1]
      guard !before.isWord("class"), !before.isWord("def") else { continue }
      guard object.map({ program.isMember(index) && program.tokens[index - 2].isWord($0) }) ?? true else { continue }
      guard calls.count < Self.maximumCalls else {
        found.obstacles.append(SourceObstacle(program.tokens[index], "more calls than are read"))
        break
      }
      calls.append(ValueCall(index, &values))
    }
    return calls
  }

  /// Returns the name that a call's result gets; `nil` for any other statement.
  private func name(ofResult call: ValueCall) -> String? {
    let start = program.statements[call.index]
    return program.tokens[start].isWord && program.tokens[start + 1].isMark("=") ? program.tokens[start].text : nil
  }

  /// Returns the name that a call's result gets; any other statement becomes an obstacle.
  private mutating func named(_ call: ValueCall) -> String? {
    let name = name(ofResult: call)
    if name == nil {
      found.obstacles.append(SourceObstacle(call.place.line, "\(call.name) of which no name is set in this line"))
    }
    return name
  }

  /// Adds the layout of a call, or the reason why it has none.
  private mutating func take(
    _ id: String, _ name: String, _ call: ValueCall, _ read: (inout SourceLayout) throws(SourceObstacle) -> Void
  ) {
    found.take(id, name, call.place, read)
  }

  /// Returns the condition around the first call that may not run once; `nil` without one.
  private func doubt(of calls: [ValueCall]) -> SourceObstacle? {
    calls.lazy.compactMap { program.condition(around: $0.index) }.first
  }

  // MARK: pybleno

  private mutating func readBleno() {
    for name in ["startAdvertising", "startAdvertisingIBeacon"] {
      for call in calls(of: name) where program.isMember(call.index) {
        take("bleno", name, call) { layout throws(SourceObstacle) in
          layout.assumptions.append("pybleno 0.11 is assumed to send what bleno sends: it is a copy of bleno")
          let isNamed = call.arguments.contains { $0.name != nil && $0.name != "callback" }
          // Of another name, pybleno takes the numbers of its characters.
          let isASCII = (call.positional(0).flatMap { try? $0.textOctets() } ?? []).allSatisfy { $0 < 0x80 }
          guard !isNamed, isASCII else {
            throw SourceObstacle(call.place.line, "arguments of \(name) that are not read")
          }
          if name == "startAdvertising" {
            try ScriptPeripherals.addBleno(call, &layout)
          } else {
            try ScriptPeripherals.addBeacon(call, &layout)
          }
        }
      }
    }
  }

  // MARK: bless

  private mutating func readBless() {
    let servers = calls(of: "BlessServer")
    for server in servers {
      let object = name(ofResult: server)
      let added = calls(of: "add_new_service", on: object) + calls(of: "add_gatt", on: object)
      let starts = calls(of: "start", on: object)
      guard servers.count == 1 else {
        found.obstacles.append(SourceObstacle(server.place.line, "several servers of bless, where one is expected"))
        continue
      }
      guard let start = starts.first else {
        found.obstacles.append(
          SourceObstacle(server.place.line, "the file does not start the server, so more may be added elsewhere"))
        continue
      }
      let name = server["name"] ?? server.positional(0)
      let doubt = doubt(of: added)
      take("bluez", "start on Linux", start) { layout throws(SourceObstacle) in
        if let doubt { throw doubt }
        guard let first = try Self.services(added).first else {
          throw SourceObstacle(start.place.line, "start() fails: the server has no service")
        }
        try layout.advertising.add(service: first)
        try layout.advertising.add(name: name)
        for other in try Self.services(added).dropFirst() {
          let change = BuildChange(
            .leftOut, nil, "gets the first service only from bless", remedy: "add the service that apps scan for first")
          layout.changes.append(StackBuild.Change(change, at: other.range))
        }
      }
      take("core-bluetooth", "start on macOS", start) { layout throws(SourceObstacle) in
        if let doubt { throw doubt }
        let services = try Self.services(added)
        let isNameFirst = try (start["prioritize_local_name"] ?? start.positional(1))?.bool() ?? true
        if isNameFirst, let name, try name.text().unicodeScalars.count > 10 {
          let change = BuildChange(
            .leftOut, nil, "gets no service from bless with a name of more than 10 characters",
            remedy: "shorten the name, or call start(prioritize_local_name=False)")
          for service in services { layout.changes.append(StackBuild.Change(change, at: service.range)) }
        } else {
          for service in services { try layout.advertising.add(service: service) }
        }
        try layout.advertising.add(name: name)
      }
    }
  }

  /// Returns the services that calls add, in their order.
  private static func services(_ calls: [ValueCall]) throws(SourceObstacle) -> [ScanValue] {
    var services: [ScanValue] = []
    for call in calls.sorted(by: { $0.index < $1.index }) {
      guard let value = call.positional(0) ?? call[call.name == "add_gatt" ? "gatt_tree" : "uuid"] else {
        throw SourceObstacle(call.place.line, "\(call.name) without arguments")
      }
      guard call.name == "add_gatt" else {
        services.append(value)
        continue
      }
      for entry in try value.entries() {
        services.append(ScanValue(at: call.place, .text(Array((entry.key ?? "").utf8))))
      }
    }
    return services
  }

  // MARK: bluezero

  private mutating func readBluezero() {
    for call in calls(of: "Peripheral") {
      guard let object = named(call) else { continue }
      let services = calls(of: "add_service", on: object)
      let published = calls(of: "publish", on: object)
      let doubt = doubt(of: services)
      take("bluez", object, published.first ?? call) { layout throws(SourceObstacle) in
        if let doubt { throw doubt }
        guard !published.isEmpty else {
          throw SourceObstacle(
            call.place.line, "the file does not call \(object).publish(), so more may be added elsewhere")
        }
        for service in services {
          guard let primary = service["primary"] ?? service.positional(2),
            let uuid = service["uuid"] ?? service.positional(1)
          else { throw SourceObstacle(service.place.line, "add_service without its uuid, or without primary") }
          if try primary.bool() { try layout.advertising.add(service: uuid) }
        }
        if let appearance = call["appearance"] ?? call.positional(2), try appearance.number() != 0 {
          layout.advertising.add(.appearance, try appearance.little(), at: appearance.range)
        }
        try layout.advertising.add(name: call["local_name"] ?? call.positional(1))
      }
    }
    for call in calls(of: "Advertisement") where !isMember(call, of: "bluez_peripheral") {
      guard let object = named(call) else { continue }
      readProperties(of: object, made: call)
    }
    for call in calls(of: "Beacon") {
      guard let object = named(call) else { continue }
      readBeacon(object, made: call)
    }
  }

  private func isMember(_ call: ValueCall, of module: String) -> Bool {
    program.isMember(call.index) && program.tokens[call.index - 2].isWord(module)
  }

  /// Reads an `Advertisement`, whose properties are assigned. A later assignment takes the place of an earlier one.
  private mutating func readProperties(of object: String, made call: ValueCall) {
    var settings: [(name: String, index: Int, value: ScanValue)] = []
    var unread: SourceObstacle?
    for index in program.places[object] ?? []
    where program.tokens[index + 1].isMark(".") && program.tokens[index + 3].isMark("=") {
      let end = program.end(ofStatement: program.statements[index])
      settings.append((program.tokens[index + 2].text, index, values.value(index + 4..<max(end, index + 4))))
      unread = unread ?? program.condition(around: index)
    }
    let data = calls(of: "manufacturer_data", on: object)
    unread = unread ?? doubt(of: data)
    let isRegistered = program.places["register_advertisement"] != nil
    take("bluez", object, call) { layout throws(SourceObstacle) in
      if let unread { throw unread }
      guard isRegistered else {
        throw SourceObstacle(call.place.line, "the file does not register \(object), so more may be set elsewhere")
      }
      try Self.setKind(try (call["ad_type"] ?? call.positional(1))?.text(), &layout, call)
      for name in ["service_UUIDs", "local_name", "appearance", "service_data", "include_tx_power"] {
        let all = settings.filter { $0.name == name }
        guard let value = all.last?.value else { continue }
        guard all.count == 1 else { throw SourceObstacle(value.line, "\(name) is set several times") }
        try Self.add(name, value, &layout)
      }
      if let other = settings.first(where: { !Self.properties.contains($0.name) }) {
        throw SourceObstacle(other.value.line, "\(other.name) of an Advertisement is not read")
      }
      guard data.count < 2 else {
        throw SourceObstacle(data[1].place.line, "manufacturer_data is called several times")
      }
      if let data = data.first { try Self.addCompany(data, "company_id", &layout) }
    }
  }

  private static let properties: Set<String> = [
    "service_UUIDs", "local_name", "appearance", "service_data", "include_tx_power",
  ]

  private static func setKind(_ kind: String?, _ layout: inout SourceLayout, _ call: ValueCall) throws(SourceObstacle) {
    switch kind {
    case "peripheral": break
    case "broadcast":
      // An adapter that is connectable sends ADV_IND in any case.
      (layout.pdu, layout.isKindAssumed) = (.advNonconnInd, true)
    default: throw SourceObstacle(call.place.line, "a type that is neither peripheral nor broadcast")
    }
  }

  private static func add(
    _ property: String, _ value: ScanValue, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    switch property {
    case "service_UUIDs":
      for uuid in try value.list() { try layout.advertising.add(service: uuid) }
    case "local_name": try layout.advertising.add(name: value)
    case "appearance": layout.advertising.add(.appearance, try value.little(), at: value.range)
    case "include_tx_power": if try value.bool() { layout.options.insert("include-tx-power") }
    default:
      let entries = try value.entries()
      // Each entry takes the place of the one before it.
      for (number, entry) in entries.enumerated() {
        guard number == entries.count - 1 else {
          let change = BuildChange(
            .leftOut, nil, "gets the data of the last service only from bluezero",
            remedy: "send the data of one service")
          layout.changes.append(StackBuild.Change(change, at: entry.value.range))
          continue
        }
        guard let uuid = entry.key.flatMap({ SourceUUID(text: Array($0.utf8)) }) else {
          throw SourceObstacle(entry.value.line, "a UUID that is not read")
        }
        try layout.advertising.add(dataOf: uuid, at: entry.value.range) { () throws(SourceObstacle) in
          SourceOctets(try entry.value.data())
        }
      }
    }
  }

  private static func addCompany(
    _ call: ValueCall, _ name: String, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    guard let company = call[name] ?? call.positional(0), let data = call["data"] ?? call.positional(1) else {
      throw SourceObstacle(call.place.line, "\(call.name) without its company or its data")
    }
    let octets: [UInt8]
    if case .text(let text) = company.content {
      // A text of hexadecimal digits.
      guard let number = SourceNumber.value("0x" + String(decoding: text.filter { $0 != 0x78 }, as: UTF8.self)),
        let id = UInt16(exactly: number)
      else { throw SourceObstacle(company.line, "a company that is not read") }
      octets = [UInt8(truncatingIfNeeded: id), UInt8(truncatingIfNeeded: id >> 8)]
    } else {
      octets = try company.little()
    }
    try layout.advertising.add(.manufacturerData, known: octets, at: call.place) { () throws(SourceObstacle) in
      SourceOctets(try data.data())
    }
  }

  /// Reads a `Beacon`, which broadcasts. A later call takes the place of an earlier one.
  private mutating func readBeacon(_ object: String, made call: ValueCall) {
    let data = calls(of: "add_service_data", on: object)
    let companies = calls(of: "add_manufacturer_data", on: object)
    let powers = calls(of: "include_tx_power", on: object)
    let starts = calls(of: "start_beacon", on: object)
    let doubt = doubt(of: data + companies + powers)
    take("bluez", object, starts.first ?? call) { layout throws(SourceObstacle) in
      if let doubt { throw doubt }
      guard !starts.isEmpty else {
        throw SourceObstacle(
          call.place.line, "the file does not call \(object).start_beacon(), so more may be set elsewhere")
      }
      try Self.setKind("broadcast", &layout, call)
      for calls in [data, companies, powers] where calls.count > 1 {
        throw SourceObstacle(calls[1].place.line, "\(calls[1].name) is called several times")
      }
      if let data = data.first {
        guard let service = data["service"] ?? data.positional(0), let octets = data["data"] ?? data.positional(1)
        else {
          throw SourceObstacle(data.place.line, "add_service_data without its service or its data")
        }
        let uuid = try service.writtenUUID()
        layout.advertising.add(services: [uuid], at: service.range)
        try layout.advertising.add(dataOf: uuid, at: octets.range) { () throws(SourceObstacle) in
          SourceOctets(try octets.data())
        }
      }
      if let company = companies.first { try Self.addCompany(company, "manufacturer", &layout) }
      if let power = powers.first, try (power["show_power"] ?? power.positional(0))?.bool() ?? false {
        layout.options.insert("include-tx-power")
      }
    }
  }

  // MARK: bluez_peripheral

  /// The arguments of `Advertisement`, in their order.
  private static let arguments = [
    "localName", "serviceUUIDs", "appearance", "timeout", "discoverable", "packet_type", "manufacturerData",
    "solicitUUIDs", "serviceData", "includes", "duration",
  ]

  private mutating func readBluezPeripheral() {
    for call in calls(of: "Advertisement") where program.places["bluezero"] == nil {
      let isRegistered = program.places["register"] != nil
      take("bluez", "Advertisement", call) { layout throws(SourceObstacle) in
        guard isRegistered else {
          throw SourceObstacle(call.place.line, "the file does not register the Advertisement")
        }
        if let other = call.arguments.first(where: { $0.name.map { !Self.arguments.contains($0) } ?? false }) {
          throw SourceObstacle(other.value.line, "\(other.name ?? "an argument") of Advertisement is not read")
        }
        func argument(_ name: String) -> ScanValue? {
          call[name] ?? Self.arguments.firstIndex(of: name).flatMap { call.positional($0) }
        }
        for uuid in try argument("serviceUUIDs")?.list() ?? [] {
          try layout.advertising.add(service: uuid) { uuid throws(SourceObstacle) in try uuid.bluezUUID() }
        }
        for uuid in try argument("solicitUUIDs")?.list() ?? [] {
          layout.advertising.add(solicited: try uuid.bluezUUID(), at: uuid.range)
        }
        for entry in try argument("manufacturerData")?.entries() ?? [] {
          guard let key = entry.key, let number = SourceNumber.value(key), let company = UInt16(exactly: number) else {
            throw SourceObstacle(entry.value.line, "a company that is not read")
          }
          layout.advertising.add(
            .manufacturerData,
            [UInt8(truncatingIfNeeded: company), UInt8(truncatingIfNeeded: company >> 8)] + (try entry.value.data()),
            at: entry.value.range)
        }
        if let data = argument("serviceData"), try !data.entries().isEmpty {
          throw call.refused(
            "BlueZ refuses the advertisement: bluez_peripheral 0.1.7 gives serviceData another type than BlueZ takes",
            remedy: "leave serviceData out")
        }
        if let appearance = argument("appearance") {
          layout.advertising.add(.appearance, try appearance.little(), at: appearance.range)
        }
        try layout.advertising.add(name: argument("localName"))
        if try argument("discoverable")?.bool() ?? true {
          layout.options.insert("discoverable")
          layout.addedTypes = []
          layout.possibleFlags = [0x02, 0x06]
        } else {
          throw SourceObstacle(call.place.line, "discoverable is false: which Flags there are depends on the adapter")
        }
        for name in ["packet_type", "includes"] {
          if let other = argument(name) { throw SourceObstacle(other.line, "\(name) is not read") }
        }
      }
    }
  }
}

extension ScanValue {
  /// Returns the octets of `b'…'`, of a list of numbers, or of `bytes.fromhex('…')`.
  fileprivate func data() throws(SourceObstacle) -> [UInt8] {
    switch content {
    case .text(let octets): return octets
    case .call("fromhex", let arguments) where arguments.count == 1:
      let digits = try arguments[0].value.textOctets().filter { !$0.isBlank }
      guard let octets = HexDigits.octets(of: digits[...]) else { throw refusal("bytes in hex") }
      return octets
    default: return try octets()
    }
  }

  /// Returns the UUID of a text, of `BTUUID.from_uuid16(0x180d)`, or of `BTUUID('…')`.
  fileprivate func bluezUUID() throws(SourceObstacle) -> SourceUUID {
    var uuid: SourceUUID?
    switch content {
    case .call("from_uuid16", let arguments) where arguments.count == 1:
      if case .number(let number) = arguments[0].value.content {
        uuid = SourceUUID(number, bits: 16)
      } else {
        uuid = try arguments[0].value.writtenUUID()
      }
    case .call("BTUUID", let arguments) where arguments.count == 1,
      .call("from_uuid16_128", let arguments) where arguments.count == 1:
      uuid = try arguments[0].value.writtenUUID()
    default: uuid = try writtenUUID()
    }
    guard let uuid else { throw refusal("a UUID") }
    return uuid
  }
}
