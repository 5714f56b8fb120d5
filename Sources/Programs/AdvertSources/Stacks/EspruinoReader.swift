internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Espruino: `NRF.setAdvertising`, `NRF.setServices` and `NRF.setScanResponse`.
///
/// Source: Espruino 2v29, libs/bluetooth/jswrap_bluetooth.c.
enum EspruinoReader {
  private static let methods = ["setAdvertising", "setServices", "setScanResponse"]
  /// The function that the interpreter calls when it starts.
  private static let starting: Set<String> = ["onInit"]

  static func read(_ program: ScriptProgram, into found: inout SourceFindings) {
    let calls = program.places["setAdvertising"] ?? []
    let isOfServices = calls.isEmpty && program.places["setServices"] != nil
    guard !calls.isEmpty || isOfServices && !program.places(ofKey: "advertise").isEmpty else { return }
    var services: Int?
    do throws(SourceObstacle) {
      services = try checked(program)
    } catch {
      found.obstacles.append(error)
      return
    }
    if isOfServices, let services {
      found.take { () throws(SourceObstacle) in try layout(ofServices: services, program) }
    }
    // Each call replaces all data. So it sends the same whenever it is run.
    for call in calls {
      found.takeBytes { made throws(SourceObstacle) in try layout(call, services: services, program, &made) }
    }
  }

  /// Returns the layout of a device with its own name, to which a program adds services.
  private static func layout(
    ofServices services: Int, _ program: ScriptProgram
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("espruino") else { return nil }
    let text = program.range(services - 2..<program.partners[services + 1] + 1)
    var layout = SourceLayout(name: "setServices", stack: stack, place: text)
    try takeServices(services, program, &layout)
    try layout.advertising.add(at: text) { () throws(SourceObstacle) -> [UInt8]? in
      throw SourceObstacle(text.line, "the device's own name is sent, which the file does not say")
    }
    return layout
  }

  private static func layout(
    _ advertising: Int, services: Int?, _ program: ScriptProgram, _ made: inout SourceFindings
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("espruino") else { return nil }
    let call = advertising - 2..<program.partners[advertising + 1] + 1
    var layout = SourceLayout(name: "setAdvertising", stack: stack, place: program.range(call))
    if let services { try takeServices(services, program, &layout) }
    let arguments = program.parts(advertising + 1)
    guard (1...2).contains(arguments.count), arguments.allSatisfy({ !$0.isEmpty }) else {
      throw SourceObstacle(program.tokens[advertising], "setAdvertising with other arguments")
    }
    let data = program.written(arguments[0])
    let isRaw = program.tokens[data.lowerBound].isMark("[")
    let options = arguments.count == 2 ? program.written(arguments[1]) : nil
    if let options {
      try takeOptions(options, program, isRaw: isRaw, &layout)
    } else if !isRaw {
      throw SourceObstacle(program.tokens[advertising], "the device's own name is sent, which the file does not say")
    }
    // What a call does not say stays as another call has set it.
    for key in ["connectable", "scannable"] {
      let places = program.places(ofKey: key)
      let isSaid = places.contains { options?.contains($0) ?? false }
      if !isSaid, let other = places.first {
        throw SourceObstacle(program.tokens[other], "\(key) is set here, and not in each call of setAdvertising")
      }
    }
    guard !isRaw else {
      let packets = program.parts(data.lowerBound).map { program.written($0) }
      let isList: (Range<Int>) -> Bool = { range in
        range.first.map { program.tokens[$0].isMark("{") || program.tokens[$0].isMark("[") } ?? false
      }
      guard packets.contains(where: isList) else {
        made.plain.append(try bytes(data, program, layout))
        return nil
      }
      // Several packets are sent in turn.
      for (number, packet) in packets.enumerated() {
        do throws(SourceObstacle) {
          guard let first = packet.first, program.tokens[first].isMark("[") else {
            throw SourceObstacle(
              program.tokens[packet.first ?? data.lowerBound],
              "packet \(number + 1) of \(packets.count), which are sent in turn, is not an array of bytes")
          }
          var declared = try bytes(packet, program, layout)
          declared.name = "setAdvertising, packet \(number + 1) of \(packets.count)"
          made.plain.append(declared)
        } catch {
          made.obstacles.append(error)
        }
      }
      return nil
    }
    for (key, place, value) in try program.object(data) {
      guard let uuid = uuid(key) else {
        throw SourceObstacle(program.tokens[place], "a service whose UUID is not read")
      }
      let text = program.range(place..<value.upperBound)
      if value.count == 1, program.tokens[value.lowerBound].isWord("undefined") {
        layout.advertising.add(services: [uuid], at: text)
      } else {
        guard uuid.width == .bits16 else {
          throw SourceObstacle(program.tokens[place], "service data of a UUID of 128 bits")
        }
        layout.advertising.add(.serviceData16, uuid.octets + (try program.octets(value)), at: text)
      }
    }
    let request = BuildRequest(
      pdu: layout.pdu, advertising: layout.advertising.values, scanResponse: layout.scanResponse?.values,
      options: layout.options)
    // Boards differ in what they send of a name that does not fit.
    if let built = try? stack.built(request, version: stack.newest),
      built.changes.contains(where: { $0.kind == .shortened })
    {
      throw SourceObstacle(
        program.tokens[advertising], "the name does not fit, and which board it is decides what is then sent")
    }
    return layout
  }

  /// Refuses what could change the data of every call, and returns the place of `setServices`; `nil` without one.
  private static func checked(_ program: ScriptProgram) throws(SourceObstacle) -> Int? {
    let tokens = program.tokens
    for word in ["eval", "Function"] {
      if let index = program.places[word]?.first(where: { !program.isMember($0) }) {
        throw SourceObstacle(tokens[index], "\(word) may run code that is not read")
      }
    }
    for index in program.places["require"] ?? [] where index + 2 < tokens.count {
      guard case .string(let octets?) = tokens[index + 2].kind else {
        throw SourceObstacle(tokens[index], "a module that is not read")
      }
      if String(decoding: octets, as: UTF8.self).lowercased().hasPrefix("ble") {
        throw SourceObstacle(tokens[index], "what this module advertises is not known here")
      }
    }
    for index in program.places["NRF"] ?? [] where !program.isMember(index) {
      guard index + 2 < tokens.count, tokens[index + 1].isMark("."), tokens[index + 2].isWord else {
        throw SourceObstacle(tokens[index], "NRF is used in a way that is not read")
      }
      let isSet = index + 3 < tokens.count && tokens[index + 3].isMark("=")
      guard !isSet, !["setName", "restart"].contains(tokens[index + 2].text) else {
        throw SourceObstacle(tokens[index], "what NRF then advertises is not known here")
      }
    }
    for name in methods {
      for index in program.places[name] ?? [] {
        guard program.isMember(index), index > 1, tokens[index - 2].isWord("NRF"), index + 1 < tokens.count,
          tokens[index + 1].isMark("(")
        else { throw SourceObstacle(tokens[index], "\(name) is used in a way that is not read") }
      }
    }
    if let response = program.places["setScanResponse"]?.first {
      throw SourceObstacle(
        tokens[response],
        "the scan response of setScanResponse is sent only until advertising starts again, as after a connection")
    }
    guard let services = program.places["setServices"] else { return nil }
    guard services.count == 1 else { throw SourceObstacle(tokens[services[1]], "setServices is called several times") }
    if let doubt = program.doubt(services[0] - 2, insideOf: starting) { throw doubt }
    return services[0]
  }

  private static func uuid(_ key: SourceValue) -> SourceUUID? {
    switch key {
    case .number(let number, _): return SourceUUID(number, bits: 16)
    case .text(let text):
      let digits = text.starts(with: Array("0x".utf8)) && text.count == 6 ? Array(text.dropFirst(2)) : text
      guard let uuid = SourceUUID(text: digits), uuid.width != .bits32 else { return nil }
      return uuid
    default: return nil
    }
  }

  private static func isTrue(_ value: Range<Int>, _ program: ScriptProgram) throws(SourceObstacle) -> Bool {
    guard let number = try program.value(value).number else {
      throw SourceObstacle(program.tokens[value.lowerBound], "a value that is neither true nor false")
    }
    return number != 0
  }

  private static func takeServices(
    _ call: Int, _ program: ScriptProgram, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    let arguments = program.parts(call + 1)
    guard (1...2).contains(arguments.count) else {
      throw SourceObstacle(program.tokens[call], "setServices with other arguments")
    }
    guard arguments.count == 2 else { return }
    for (key, place, value) in try program.object(arguments[1]) {
      let token = program.tokens[place]
      switch key.text.map({ String(decoding: $0, as: UTF8.self) }) {
      case "uart": if !(try isTrue(value, program)) { layout.options.insert("no-uart") }
      case "advertise":
        guard program.tokens[value.lowerBound].isMark("["), program.partners[value.lowerBound] == value.upperBound - 1
        else { throw SourceObstacle(token, "services to advertise that are not written here") }
        var services: [SourceUUID] = []
        for part in program.parts(value.lowerBound) {
          guard !part.isEmpty, let uuid = uuid(try program.value(part)) else {
            throw SourceObstacle(token, "a service whose UUID is not read")
          }
          services.append(uuid)
        }
        var block = SourceLayout.RequestedBlock()
        block.add(services: services, at: program.range(place..<value.upperBound))
        layout.scanResponse = block
      case "ancs", "ams", "cts":
        if try isTrue(value, program) { throw SourceObstacle(token, "a service of Apple's, which is advertised too") }
      default: throw SourceObstacle(token, "an option of setServices that is not read")
      }
    }
  }

  private static func takeOptions(
    _ range: Range<Int>, _ program: ScriptProgram, isRaw: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    var (isConnectable, isScannable, showsName, hasManufacturer) = (true, true, true, true)
    var name: (octets: [UInt8], text: TextRange)?
    var company: Int64 = 0x0590
    var data: (octets: [UInt8], text: TextRange)?
    var manufacturerText: TextRange?
    for (key, place, value) in try program.object(range) {
      let text = program.range(place..<value.upperBound)
      let token = program.tokens[place]
      switch key.text.map({ String(decoding: $0, as: UTF8.self) }) {
      case "name":
        guard let octets = try program.value(value).text, !octets.isEmpty else {
          throw SourceObstacle(token, "a name that is no text")
        }
        name = (octets, text)
      case "showName": showsName = try isTrue(value, program)
      case "discoverable":
        layout.advertising.add(.flags, [try isTrue(value, program) ? 0x06 : 0x05], at: text)
      case "connectable": isConnectable = try isTrue(value, program)
      case "scannable": isScannable = try isTrue(value, program)
      case "interval":
        if let change = change(ofInterval: try? program.value(value).number) {
          layout.changes.append(StackBuild.Change(change, at: text))
        }
      case "whenConnected": break
      case "manufacturer":
        guard let number = try program.value(value).number, 0...0xFFFF ~= number else {
          throw SourceObstacle(token, "a company that is no number")
        }
        hasManufacturer = number != 0
        company = number
        manufacturerText = text
      case "manufacturerData": data = (try program.octets(value), text)
      case "phy":
        guard try program.value(value).text == Array("1mbps".utf8) else {
          throw SourceObstacle(token, "advertising on another PHY, of which it is not known here what is sent")
        }
      default: throw SourceObstacle(token, "an option of setAdvertising that is not read")
      }
    }
    switch (isConnectable, isScannable) {
    case (true, true): break
    case (false, true): layout.pdu = .advScanInd
    case (false, false): layout.pdu = .advNonconnInd
    case (true, false):
      throw SourceObstacle(program.tokens[range.lowerBound], "connectable advertising without scan response")
    }
    if isRaw {
      // Only the kind of advertising is taken from the options.
      layout.advertising = SourceLayout.RequestedBlock()
      return
    }
    if !showsName {
      layout.options.insert("no-name")
    } else if let name {
      layout.advertising.add(name: name.octets, at: name.text)
    } else {
      throw SourceObstacle(
        program.tokens[range.lowerBound], "the device's own name is sent, which the file does not say")
    }
    if !hasManufacturer {
      layout.options.insert("no-manufacturer")
    } else if let text = data?.text ?? manufacturerText {
      layout.advertising.add(
        .manufacturerData,
        Array(littleEndian: company, count: 2) + (data?.octets ?? []), at: text)
    }
  }

  /// The accepted intervals in milliseconds.
  private static let intervals: ClosedRange<Int64> = 20...10_240
  /// The first interval that does not fit into 16 bits of 625 µs.
  private static let tooManyBits: Int64 = 40_960

  /// Returns the change that Espruino makes to an interval in milliseconds; `nil` when there is none, or it is not known.
  private static func change(ofInterval number: Int64?) -> BuildChange? {
    guard let number, 0..<tooManyBits ~= number, !intervals.contains(number) else { return nil }
    let limit = number < intervals.lowerBound ? intervals.lowerBound : intervals.upperBound
    return BuildChange(
      .replaced, nil, "advertises every \(limit) ms, not every \(number) ms: it takes 20 to 10240 ms",
      remedy: "set interval to 20 ms or more, and to 10240 ms or less")
  }

  /// Returns the layout of bytes, with the scan response that the services make.
  private static func bytes(
    _ range: Range<Int>, _ program: ScriptProgram, _ layout: SourceLayout
  ) throws(SourceObstacle) -> DeclaredLayout {
    let data = try program.openOctets(range)
    let octets = data.octets
    guard octets.count <= AdvertisingPDU.advInd.payloadLimit else {
      throw SourceObstacle(program.tokens[range.lowerBound], "more than 31 bytes")
    }
    let values = Payload(octets).decoded.elements.map { element in
      element.offset + 2..<element.offset + 2 + element.value.octets.count
    }
    guard data.open.allSatisfy({ octet in values.contains { $0.contains(octet) } }) else {
      throw SourceObstacle(program.tokens[range.lowerBound], "a length or a type that the program computes")
    }
    let request = BuildRequest(
      pdu: layout.pdu, advertising: [], scanResponse: layout.scanResponse?.values,
      options: layout.options.union(["no-name", "no-manufacturer"]))
    let built: BuiltLayout
    do throws(BuildRefusal) {
      built = try layout.stack.built(request, version: layout.stack.newest)
    } catch {
      throw SourceObstacle(layout.place.line, "\(layout.stack.name): \(error.reason)")
    }
    var declared = DeclaredLayout(
      name: "setAdvertising", pdu: layout.pdu, place: layout.place, (octets, program.range(range)),
      scanResponse: (built.scanResponse.octets, layout.place))
    var open = Variation()
    for octet in data.open { open[octet] = Variation.Octet(.any) }
    declared.doubts += open.doubts(in: .advertising, .setAtRunTime)
    return declared
  }
}
