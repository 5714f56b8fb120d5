internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The advertising sets of extended advertising in C: each call that gives a set its data, with the call that gives the
/// same set its parameters.
///
/// Source: ESP-IDF 5.4, esp_gap_ble_api.h; mynewt-nimble 1.10.0, nimble/host/include/host/ble_gap.h and
/// nimble/host/src/ble_gap.c.
enum AdvertisingSetReader {
  /// The calls of a host. The set is their first argument.
  enum Host {
    case bluedroid, nimBLE

    var advertising: String { self == .nimBLE ? "ble_gap_ext_adv_set_data" : "esp_ble_gap_config_ext_adv_data_raw" }
    var response: String {
      self == .nimBLE ? "ble_gap_ext_adv_rsp_set_data" : "esp_ble_gap_config_ext_scan_rsp_data_raw"
    }
    /// The call that gives a set its parameters: their address is the second argument.
    var parameters: String { self == .nimBLE ? "ble_gap_ext_adv_configure" : "esp_ble_gap_ext_adv_set_params" }
  }

  /// The data of a block: octets, or the fields of a structure.
  private enum Data {
    case octets([UInt8])
    case fields(SourceLayout.RequestedBlock)
  }

  /// Returns the kind of advertising by the parameters of a set; `nil` for one that is not read or not allowed.
  private static func kind(_ parameters: StructVariable, _ host: Host) throws(SourceObstacle) -> AdvertisingPDU? {
    guard host == .nimBLE else { return kind(ofProperties: try parameters.number(".type") ?? 0) }
    func isSet(_ member: String) throws(SourceObstacle) -> Bool { try parameters.number(member) ?? 0 != 0 }
    guard try !isSet(".directed"), try !isSet(".high_duty_directed"), try !isSet(".anonymous") else { return nil }
    return kind(
      ofProperties: (try isSet(".connectable") ? 1 : 0) | (try isSet(".scannable") ? 2 : 0)
        | (try isSet(".legacy_pdu") ? 0x10 : 0))
  }

  private static func data(of call: Int, _ program: CProgram, _ host: Host) throws(SourceObstacle) -> Data {
    let isNimBLE = host == .nimBLE
    if let doubt = program.doubt(call, isConstant: !isNimBLE) { throw doubt }
    let arguments = program.parts(call + 1)
    guard arguments.count == (isNimBLE ? 2 : 3) else {
      throw SourceObstacle(program.tokens[call], "a call with other arguments")
    }
    if isNimBLE { return try buffer(arguments[1], of: call, program) }
    return .octets(try RawDataReader.octets(arguments[2], length: arguments[1], of: call, program))
  }

  /// Returns the kind of advertising of the properties that HCI has; `nil` for those that are not read or not allowed.
  private static func kind(ofProperties properties: Int64) -> AdvertisingPDU? {
    switch properties {
    case 0x00: .extendedNonconnectable
    case 0x01: .extendedConnectable
    case 0x02: .extendedScannable
    case 0x10: .advNonconnInd
    case 0x12: .advScanInd
    case 0x13: .advInd
    default: nil
    }
  }

  static func read(_ program: CProgram, _ host: Host, into found: inout SourceFindings) {
    let calls = program.calls(of: host.advertising) + program.calls(of: host.response)
    let configurations = program.calls(of: host.parameters)
    var taken: Set<Int> = []
    for call in calls where !taken.contains(call) {
      // Calls for one set are one layout.
      let same = calls.filter { isOfSameSet(call, $0, program) }
      taken.formUnion(same)
      found.takeBytes { (made) throws(SourceObstacle) in
        let of = configurations.filter { isOfSameSet(call, $0, program) }
        let near = of.filter { program.owners[$0] == program.owners[call] }
        guard let configuration = near.count == 1 ? near.first : of.count == 1 ? of.first : nil else {
          throw SourceObstacle(program.tokens[call], "\(host.parameters) is not called once for this set")
        }
        return try layout(same, configuration, program, host, into: &made)
      }
    }
  }

  /// Whether two calls have the same first argument, in the same function unless it is a number.
  static func isOfSameSet(_ one: Int, _ other: Int, _ program: CProgram) -> Bool {
    guard let first = program.parts(one + 1).first, let second = program.parts(other + 1).first else { return false }
    let numbers = [first, second].map { range in (try? CExpression.value(range, in: program))?.number }
    if let number = numbers[0], let another = numbers[1] { return number == another }
    return program.owners[one] == program.owners[other]
      && program.tokens[first].map { $0.text } == program.tokens[second].map { $0.text }
  }

  private static func layout(
    _ calls: [Int], _ configuration: Int, _ program: CProgram, _ host: Host, into found: inout SourceFindings
  ) throws(SourceObstacle) -> SourceLayout? {
    let place = program.range(calls[0]..<program.partners[calls[0] + 1] + 1)
    if let doubt = program.doubt(configuration, isConstant: true) { throw doubt }
    let arguments = program.parts(configuration + 1)
    guard arguments.count > 1 else {
      throw SourceObstacle(program.tokens[configuration], "a call with other arguments")
    }
    let parameters = try StructVariable(
      argument: arguments[1], of: configuration, in: program, known: [host.parameters, "sizeof"])
    guard let pdu = try kind(parameters, host) else {
      throw SourceObstacle(program.tokens[configuration], "a kind of advertising that is not read, or not allowed")
    }
    var blocks: [Block: Data] = [:]
    for call in calls {
      let block: Block = program.tokens[call].isWord(host.advertising) ? .advertising : .scanResponse
      guard blocks[block] == nil else {
        throw SourceObstacle(program.tokens[call], "several calls set one block of a set")
      }
      // A scannable set of extended advertising has no advertising data, and others have no scan response.
      guard block == .advertising ? pdu != .extendedScannable : pdu.isScannable else {
        throw SourceObstacle(program.tokens[call], "\(program.tokens[call].text) fails for this kind of advertising")
      }
      blocks[block] = try data(of: call, program, host)
    }
    let name = program.functionName(of: calls[0]) ?? host.advertising
    var phys = AdvertisingPHYs()
    if pdu.isExtended {
      phys.primary = try parameters.setting(".primary_phy").flatMap { setting throws(SourceObstacle) in
        try primaryPHY(setting.value, of: host.parameters, program)
      }
      phys.secondary = parameters.setting(".secondary_phy").flatMap { phy($0.value, program) }
    }
    if blocks.values.contains(where: { if case .fields = $0 { true } else { false } }) {
      guard let stack = StackBuilder.named("nimble") else { return nil }
      var layout = SourceLayout(name: name, stack: stack, place: place)
      layout.pdu = pdu
      layout.phys = phys
      for (block, data) in blocks {
        guard case .fields(let fields) = data else {
          throw SourceObstacle(program.tokens[calls[0]], "fields in one block and octets in the other")
        }
        if block == .advertising { layout.advertising = fields } else { layout.scanResponse = fields }
      }
      return layout
    }
    func octets(_ block: Block) throws(SourceObstacle) -> [UInt8] {
      guard case .octets(let octets)? = blocks[block] else { return [] }
      guard octets.count <= pdu.payloadLimit else {
        throw SourceObstacle(program.tokens[calls[0]], "more octets than this kind of advertising has")
      }
      return octets
    }
    let (data, response) = (try octets(.advertising), try octets(.scanResponse))
    func text(_ octets: [UInt8]) -> WrittenPayload { WrittenPayload(range: place, octets: octets.map { _ in place }) }
    var layout = Layout(
      pdu: pdu, advertising: Payload(data), declaring: pdu.isScannable ? Payload(response) : nil)
    layout.phys = phys
    found.plain.append(
      DeclaredLayout(
        name: name, layout: layout, place: place, advertisingText: text(data), scanResponseText: text(response)))
    return nil
  }

  /// Returns the PHY of an expression, by the numbers of HCI; `nil` when it is not known.
  static func phy(_ value: Range<Int>, _ program: CProgram) -> PHY? {
    (try? CExpression.value(value, in: program))?.number.flatMap { UInt8(exactly: $0) }.flatMap { PHY(rawValue: $0) }
  }

  /// Returns the PHY of an expression for the primary channels; `nil` when it is not known.
  ///
  /// - Throws: for LE 2M, which the controller refuses there.
  static func primaryPHY(_ value: Range<Int>, of call: String, _ program: CProgram) throws(SourceObstacle) -> PHY? {
    let phy = phy(value, program)
    guard phy != .twoMegabit else {
      throw SourceObstacle(
        program.tokens[value.lowerBound].line, "\(call) fails: the primary PHY is LE 2M",
        SourceObstacle.Refusal(isCertain: true, remedy: "begin on LE 1M or LE Coded"))
    }
    return phy
  }

  // MARK: Buffers

  private static let makers: Set<String> = ["os_msys_get_pkthdr", "os_msys_get", "ble_hs_mbuf_att_pkt"]

  /// Returns what a function puts into the `struct os_mbuf` of a call, from the last time that it gets one.
  private static func buffer(_ argument: Range<Int>, of call: Int, _ program: CProgram) throws(SourceObstacle) -> Data {
    let tokens = program.tokens
    let name = tokens[argument.lowerBound]
    guard argument.count == 1, name.isWord, let declaration = program.declaration(of: name.text, at: call),
      declaration.isPointer, declaration.type.contains("os_mbuf"), program.owners[declaration.name] >= 0
    else { throw SourceObstacle(tokens[call], "\(CExpression.words(tokens[argument])) is no buffer of this function") }
    var data: Data?
    for index in program.places[name.text] ?? []
    where program.owners[index] == program.owners[call] && index < argument.lowerBound && !program.isMember(index) {
      if tokens[index + 1].isMark("=") {
        if let doubt = program.doubt(index) { throw doubt }
        data = nil
        if makers.contains(tokens[index + 2].text), tokens[index + 3].isMark("(") {
          data = .octets([])
        } else if tokens[index + 2].isWord("ble_hs_mbuf_from_flat"), case let given = program.parts(index + 3),
          given.count == 2
        {
          data = .octets(try RawDataReader.octets(given[0], length: given[1], of: call, program))
        }
        continue
      }
      // `assert(data)` and `if (data == NULL)` only look at it.
      guard let open = (program.statements[index]..<index).last(where: { tokens[$0].isMark("(") }),
        tokens[open - 1].isWord, !["if", "assert", "while"].contains(tokens[open - 1].text)
      else { continue }
      let given = program.parts(open)
      if let doubt = program.doubt(open - 1) { throw doubt }
      switch (tokens[open - 1].text, given.count, data) {
      case ("os_mbuf_append", 3, .octets(let octets)?):
        data = .octets(octets + (try RawDataReader.octets(given[1], length: given[2], of: open - 1, program)))
      case ("ble_hs_adv_set_fields_mbuf", 2, .octets([])?):
        data = .fields(try NimBLEReader.block(given[0], of: open - 1, program))
      case ("ble_gap_ext_adv_set_data", _, _), ("ble_gap_ext_adv_rsp_set_data", _, _): data = nil
      case ("os_mbuf_free_chain", _, _): break
      default:
        throw SourceObstacle(tokens[index], "what \(tokens[open - 1].text) puts into \(name.text) is not followed")
      }
    }
    guard let data else { throw SourceObstacle(tokens[call], "what \(name.text) holds is not followed") }
    return data
  }
}

/// A reader of calls whose argument is a payload in its final form: an array and its length.
enum RawDataReader {
  /// The positions of the arguments of a call.
  struct Order {
    var data = 0
    var length = 1
    var count = 2
  }

  static func read(
    _ program: CProgram, advertising: String, response: String, _ order: Order = Order(),
    kind: () throws(SourceObstacle) -> AdvertisingPDU?, into found: inout SourceFindings
  ) {
    let calls = program.calls(of: advertising)
    let responses = program.calls(of: response)
    do throws(SourceObstacle) {
      guard let call = calls.first else {
        if let response = responses.first {
          throw SourceObstacle(program.tokens[response], "a scan response without advertising data that are read")
        }
        return
      }
      guard calls.count == 1, responses.count <= 1 else {
        throw SourceObstacle(program.tokens[calls.count > 1 ? calls[1] : responses[1]], "several calls set a block")
      }
      let (data, text) = try octets(call, order, program)
      var scanResponse: (octets: [UInt8], text: WrittenPayload)?
      if let response = responses.first { scanResponse = try octets(response, order, program) }
      let pdu = try kind()
      let layout = Layout(
        pdu: pdu ?? .advInd, advertising: Payload(data),
        declaring: (pdu ?? .advInd).isScannable ? Payload(scanResponse?.octets ?? []) : nil)
      var declared = DeclaredLayout(
        name: advertising, layout: layout, place: text.range, advertisingText: text,
        scanResponseText: scanResponse?.text)
      if pdu == nil { declared.doubts.append(Doubt(.pdu, .assumed, .notStated)) }
      found.plain.append(declared)
    } catch {
      found.obstacles.append(error)
    }
  }

  private static func octets(
    _ call: Int, _ order: Order, _ program: CProgram
  ) throws(SourceObstacle) -> ([UInt8], WrittenPayload) {
    if let doubt = program.doubt(call, isConstant: true) { throw doubt }
    let arguments = program.parts(call + 1)
    guard arguments.count == order.count else {
      throw SourceObstacle(program.tokens[call], "a call with other arguments")
    }
    let octets = try octets(arguments[order.data], length: arguments[order.length], of: call, program)
    let place = program.range(call..<program.partners[call + 1] + 1)
    return (octets, WrittenPayload(range: place, octets: octets.map { _ in place }))
  }

  /// Returns as many octets of an array as an argument says.
  static func octets(
    _ array: Range<Int>, length: Range<Int>, of call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> [UInt8] {
    // `&array[0]`
    let words = program.tokens[array].map { $0.text }
    let isFirst = words.count == 5 && words[0] == "&" && words[2...] == ["[", "0", "]"]
    let array = isFirst ? array.lowerBound + 1..<array.lowerBound + 2 : array
    guard let data = try CExpression.value(array, in: program).octets,
      let length = try CExpression.value(length, in: program).number, 0...Int64(data.count) ~= length
    else { throw SourceObstacle(program.tokens[call], "data or a length that are not read") }
    guard length <= 1650 else { throw SourceObstacle(program.tokens[call], "more octets than are advertised") }
    return Array(data.prefix(Int(length)))
  }
}
