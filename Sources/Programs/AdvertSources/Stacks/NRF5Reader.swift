internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// The nRF5 SDK: the `ble_advdata_t` that is passed to `ble_advertising_init`, `ble_advdata_encode` or
/// `ble_advdata_set`.
///
/// Source: nRF5 SDK 17, components/ble/common/ble_advdata.h and components/ble/ble_advertising, ble_advertising.h and
/// ble_advertising.c; ble_gap.h of S140 7.
enum NRF5Reader {
  private static let readers: Set<String> = [
    "ble_advertising_init", "ble_advdata_encode", "ble_advdata_set", "sd_ble_gap_adv_set_configure", "sizeof",
  ]

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    let starts = program.calls(of: "ble_advertising_init")
    let encodings = program.calls(of: "ble_advdata_encode")
    let settings = program.calls(of: "ble_advdata_set")
    for call in starts {
      found.take { () throws(SourceObstacle) in
        let arguments = program.parts(call + 1)
        guard starts.count == 1, encodings.isEmpty, settings.isEmpty, arguments.count == 2 || arguments.count == 5
        else {
          throw SourceObstacle(
            program.tokens[call], "several calls set what is advertised, or one with other arguments")
        }
        // Before version 13 of the SDK, the call had the blocks as arguments.
        guard arguments.count == 2 else {
          let options = try? StructVariable(argument: arguments[2], of: call, in: program, known: readers)
          return try layout(
            call, block(arguments[0], of: call, program), block(arguments[1], of: call, program), kind: .advInd,
            program,
            mayHaveWhitelist: mayBeOn(".ble_adv_whitelist_enabled", of: options))
        }
        let start = try variable(arguments[1], of: call, program)
        try check(start, prefixes: [".advdata", ".srdata"], others: [".config", ".evt_handler", ".error_handler"])
        let isExtended = try start.number(".config.ble_adv_extended_enabled") ?? 0 != 0
        if isExtended, let refusal = highDuty(of: start, at: program.tokens[call].line) { throw refusal }
        // A value of the whole member is not read.
        let kind: AdvertisingPDU? =
          start.setting(".config") == nil ? isExtended ? .extendedConnectable : .advInd : nil
        var layout = try layout(
          call, (start, ".advdata"), (start, ".srdata"), kind: kind, program,
          mayHaveWhitelist: mayBeOn(".config.ble_adv_whitelist_enabled", of: start))
        if isExtended {
          try setPHYs(of: start, ".config.ble_adv_primary_phy", ".config.ble_adv_secondary_phy", call, &layout, program)
        }
        if isOn(".config.ble_adv_fast_enabled", of: start) {
          layout?.parameters = interval("ble_adv_fast_interval", in: ".config", of: start, NRF5ParameterTable.start)
        }
        return layout
      }
    }
    for call in settings {
      found.take { () throws(SourceObstacle) in
        let arguments = program.parts(call + 1)
        guard settings.count == 1, starts.isEmpty, encodings.isEmpty, arguments.count == 2 else {
          throw SourceObstacle(
            program.tokens[call], "several calls set what is advertised, or one with other arguments")
        }
        return try layout(
          call, block(arguments[0], of: call, program), block(arguments[1], of: call, program),
          kind: kind("sd_ble_gap_adv_start", 0, ".type", oldKinds, program), program)
      }
    }
    guard let first = encodings.first, starts.isEmpty, settings.isEmpty else { return }
    found.take { () throws(SourceObstacle) in
      guard encodings.count <= 2,
        encodings.allSatisfy({ program.owners[$0] == program.owners[first] && program.parts($0 + 1).count == 3 })
      else { throw SourceObstacle(program.tokens[first], "several functions encode what is advertised") }
      let words = encodings.map { CExpression.words(program.tokens[program.parts($0 + 1)[1]]) }
      // The name of the member of `ble_gap_adv_data_t` states which block is encoded.
      guard words[0].hasPart("adv_data . p_data"), !words[0].hasPart("scan_rsp"),
        encodings.count == 1 || words[1].hasPart("scan_rsp_data . p_data")
      else { throw SourceObstacle(program.tokens[first], "where the encoded data go is not read") }
      let response =
        encodings.count > 1 ? try block(program.parts(encodings[1] + 1)[0], of: encodings[1], program) : nil
      var layout = try layout(
        first, block(program.parts(first + 1)[0], of: first, program), response,
        kind: kind(NRF5ParameterTable.configuration, 2, ".properties.type", kinds, program), program)
      let configured = configuration(program)
      layout?.parameters = configured.flatMap { interval("interval", of: $0, NRF5ParameterTable.configuration) }
      if let asked = layout, asked.pdu.isExtended {
        // The program says how long its buffer is.
        guard asked.advertising.values.reduce(0, { $0 + $1.octets.count + 2 }) <= AdvertisingPDU.advInd.payloadLimit
        else { throw SourceObstacle(program.tokens[first], "more than 31 bytes, whose buffer is not read") }
        try setPHYs(of: configured, ".primary_phy", ".secondary_phy", first, &layout, program)
      }
      return layout
    }
  }

  /// The kinds of advertising by the numbers of the SoftDevice, since version 15 of the SDK and before.
  static let kinds: [Int64: AdvertisingPDU] = [
    1: .advInd, 4: .advScanInd, 5: .advNonconnInd, 6: .extendedConnectable, 10: .extendedNonconnectable,
  ]
  private static let oldKinds: [Int64: AdvertisingPDU] = [0: .advInd, 2: .advScanInd, 3: .advNonconnInd]

  /// Returns the kind of advertising that the parameters of a call have; `nil` when the file does not call it.
  private static func kind(
    _ name: String, _ position: Int, _ member: String, _ kinds: [Int64: AdvertisingPDU], _ program: CProgram
  ) throws(SourceObstacle) -> AdvertisingPDU? {
    var found: AdvertisingPDU?
    for call in program.calls(of: name) {
      let arguments = program.parts(call + 1)
      // Without parameters, the set keeps those that it has.
      if position < arguments.count, program.tokens[arguments[position]].map({ $0.text }) == ["NULL"] { continue }
      guard position < arguments.count,
        let kind = kinds[try parameters(arguments[position], of: call, program).number(member) ?? 0],
        found ?? kind == kind
      else { throw SourceObstacle(program.tokens[call], "a kind of advertising that is not read, or several") }
      found = kind
    }
    return found
  }

  private static func parameters(
    _ argument: Range<Int>, of call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> StructVariable {
    try StructVariable(
      argument: argument, of: call, in: program, known: readers.union(["sd_ble_gap_adv_start", "memset"]))
  }

  // MARK: Parameters

  private typealias Parameters = (call: String, given: StackParameter.Given, line: Int)

  /// Whether a member is known to be other than zero.
  private static func isOn(_ member: String, of variable: StructVariable) -> Bool {
    (try? variable.number(member)) ?? 0 != 0
  }

  /// Returns the refusal of directed advertising with a high duty cycle, which extended advertising does not have.
  private static func highDuty(of start: StructVariable, at line: Int) -> SourceObstacle? {
    let options = [NRF5ParameterTable.highDuty, NRF5ParameterTable.extended].filter { isOn(".config.\($0)", of: start) }
    return StackBuilder.named("nrf5")?.refusal(
      of: NRF5ParameterTable.initialization, StackParameter.Given(options: Set(options)), at: line)
  }

  /// Returns the interval that a structure gives to a call; `nil` when it is not known.
  private static func interval(
    _ member: String, in path: String = "", of variable: StructVariable, _ call: String
  ) -> Parameters? {
    guard let text = variable.text("\(path).\(member)"),
      let number = try? variable.number("\(path).\(member)")
    else { return nil }
    return (call, StackParameter.Given(numbers: [member: number]), text.line)
  }

  /// Returns the parameters of the only call that configures advertising; `nil` when they are not known.
  private static func configuration(_ program: CProgram) -> StructVariable? {
    let call = NRF5ParameterTable.configuration
    let calls = program.calls(of: call).filter { index in
      let arguments = program.parts(index + 1)
      return arguments.count > 2 && program.tokens[arguments[2]].map { $0.text } != ["NULL"]
    }
    guard calls.count == 1, let only = calls.first else { return nil }
    return try? parameters(program.parts(only + 1)[2], of: only, program)
  }

  /// Sets the PHYs of extended advertising, which has no scan response when nobody can ask for one.
  private static func setPHYs(
    of variable: StructVariable?, _ primary: String, _ secondary: String, _ call: Int, _ layout: inout SourceLayout?,
    _ program: CProgram
  ) throws(SourceObstacle) {
    guard layout?.scanResponse?.values.isEmpty ?? true else {
      throw SourceObstacle(program.tokens[call], "a scan response of extended advertising that cannot be scanned")
    }
    layout?.scanResponse = nil
    layout?.phys = AdvertisingPHYs(primary: phy(primary, of: variable), secondary: phy(secondary, of: variable))
    // The SoftDevice refuses it there.
    if layout?.phys.primary == .twoMegabit { layout?.phys.primary = nil }
  }

  /// Returns the PHY of a member, by the numbers of the SoftDevice, which takes LE 1M when none is set; `nil` when it is
  /// not known.
  private static func phy(_ member: String, of variable: StructVariable?) -> PHY? {
    guard let variable else { return nil }
    guard variable.setting(member) != nil else { return .oneMegabit }
    let phys: [Int64: PHY] = [0: .oneMegabit, 1: .oneMegabit, 2: .twoMegabit, 4: .coded]
    return ((try? variable.number(member)) ?? nil).flatMap { phys[$0] }
  }

  private typealias Fields = (variable: StructVariable, path: String)

  private static func variable(
    _ argument: Range<Int>, of call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> StructVariable {
    if let doubt = program.doubt(call) { throw doubt }
    return try StructVariable(argument: argument, of: call, in: program, known: readers)
  }

  /// Reads a block; `nil` when the argument is no block.
  private static func block(
    _ argument: Range<Int>, of call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> Fields? {
    if argument.count == 1, program.tokens[argument.lowerBound].isWord("NULL") { return nil }
    let variable = try variable(argument, of: call, program)
    try check(variable, prefixes: [""], others: [])
    return (variable, "")
  }

  private static let members: Set<String> = [
    ".name_type", ".short_name_len", ".include_appearance", ".flags", ".uuids_complete.uuid_cnt",
    ".uuids_complete.p_uuids", ".uuids_more_available.uuid_cnt", ".uuids_more_available.p_uuids",
    ".p_manuf_specific_data",
  ]

  private static func check(
    _ variable: StructVariable, prefixes: [String], others: [String]
  ) throws(SourceObstacle) {
    for (path, setting) in variable.members.sorted(by: { $0.value.text.line < $1.value.text.line }) {
      let isOther = others.contains { path == $0 || path.hasPrefix($0 + ".") }
      let isKnown = prefixes.contains { path.hasPrefix($0) && members.contains(String(path.dropFirst($0.count))) }
      guard isOther || isKnown else {
        throw SourceObstacle(setting.text.line, "the member \(path.dropFirst()) is not read")
      }
    }
  }

  /// Whether a member may be other than zero: also when its value or its structure is not read.
  private static func mayBeOn(_ member: String, of variable: StructVariable?) -> Bool {
    guard let variable else { return true }
    guard variable.setting(member) != nil else { return false }
    return (try? variable.number(member)) != 0
  }

  /// The Flags with which the library advertises to the devices of a whitelist.
  private static let flagsOfWhitelist: UInt8 = 0x04

  private static func layout(
    _ call: Int, _ advertising: Fields?, _ response: Fields?, kind: AdvertisingPDU?, _ program: CProgram,
    mayHaveWhitelist: Bool = false
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("nrf5") else { return nil }
    var layout = SourceLayout(
      name: program.functionName(of: call) ?? "advertising", stack: stack,
      place: program.range(call..<program.partners[call + 1] + 1))
    layout.call = program.tokens[call].text
    if let kind { layout.pdu = kind } else { layout.isKindAssumed = true }
    var bases = NRF5VendorBases(program)
    if let advertising { layout.advertising = try fields(advertising, call, &bases, program) }
    if let response { layout.scanResponse = try fields(response, call, &bases, program) }
    for case .flags(let flags) in layout.advertising.values where mayHaveWhitelist {
      layout.possibleFlags = [flags.rawValue, flagsOfWhitelist]
    }
    layout.assumptions = bases.used.map {
      "the base of \($0) is taken as that of the nRF5 SDK, whose source is in another file"
    }
    return layout
  }

  private static func fields(
    _ fields: Fields, _ call: Int, _ bases: inout NRF5VendorBases, _ program: CProgram
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let (variable, path) = fields
    var block = SourceLayout.RequestedBlock()
    let place = program.range(call..<call + 1)
    func text(_ member: String) -> TextRange { variable.text(path + member) ?? place }
    if try variable.number(path + ".include_appearance") ?? 0 != 0 {
      try block.add(.appearance, count: 2, at: text(".include_appearance")) { () throws(SourceObstacle) in
        SourceOctets(Array(littleEndian: try appearance(call, program), count: 2))
      }
    }
    if let flags = try variable.number(path + ".flags"), flags != 0 {
      block.add(.flags, [UInt8(truncatingIfNeeded: flags)], at: text(".flags"))
    }
    for (member, isComplete) in [(".uuids_more_available", false), (".uuids_complete", true)] {
      let count: Int64
      do throws(SourceObstacle) {
        count = try variable.number(path + member + ".uuid_cnt") ?? 0
      } catch {
        // The size of a list that is not read is that of one service.
        guard isComplete, variable.setting(path + member + ".p_uuids") != nil else { throw error }
        try block.add(at: text(member + ".p_uuids")) { () throws(SourceObstacle) -> SourceUUID in throw error }
        continue
      }
      guard count != 0 else { continue }
      let uuids: [SourceUUID]
      do throws(SourceObstacle) {
        uuids = try Self.uuids(variable, path + member + ".p_uuids", &bases, program)
      } catch {
        guard count == 1, isComplete else { throw error }
        try block.add(at: text(member + ".p_uuids")) { () throws(SourceObstacle) -> SourceUUID in throw error }
        continue
      }
      guard count == uuids.count else {
        throw SourceObstacle(text(member + ".uuid_cnt").line, "a count that is not that of the list")
      }
      block.add(services: uuids, isComplete: isComplete, at: text(member + ".p_uuids"))
    }
    if let setting = variable.setting(path + ".p_manuf_specific_data"),
      program.tokens[setting.value].map({ $0.text }) != ["NULL"]
    {
      try block.add(.manufacturerData, at: text(".p_manuf_specific_data")) { () throws(SourceObstacle) in
        SourceOctets(try manufacturerData(setting.value, call, program))
      }
    }
    let nameType = try variable.number(path + ".name_type") ?? 0
    guard nameType != 0 else { return block }
    try block.add(isComplete: nameType != 1, at: text(".name_type")) { () throws(SourceObstacle) in
      var expression = CExpression(program, at: call)
      let name = try expression.deviceName("sd_ble_gap_device_name_set", 1, program.tokens[call])
      guard nameType == 1 else { return name }
      guard let length = try variable.number(path + ".short_name_len"), 1...Int64(max(name.count, 1)) ~= length else {
        throw SourceObstacle(text(".name_type").line, "a short name without its length")
      }
      return Array(name.prefix(Int(length)))
    }
    return block
  }

  /// Returns the appearance of the device. It is 0 in the SoftDevice unless the program sets it.
  private static func appearance(_ call: Int, _ program: CProgram) throws(SourceObstacle) -> Int64 {
    let settings = program.calls(of: "sd_ble_gap_appearance_set")
    guard let setting = settings.first else {
      // The code that sets the name would also set the appearance.
      guard program.calls(of: "sd_ble_gap_device_name_set").count == 1 else {
        throw SourceObstacle(program.tokens[call], "another file may set the appearance")
      }
      return 0
    }
    if let doubt = program.doubt(setting) { throw doubt }
    guard settings.count == 1, let argument = program.parts(setting + 1).first,
      let number = try CExpression.value(argument, in: program).number, 0...0xFFFF ~= number
    else { throw SourceObstacle(program.tokens[setting], "an appearance that is not read") }
    return number
  }

  /// More UUIDs than a block of extended advertising holds.
  private static let mostUUIDs = 128

  /// The company and the data of a `ble_advdata_manuf_data_t`.
  private static func manufacturerData(
    _ value: Range<Int>, _ call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> [UInt8] {
    let variable = try StructVariable(argument: value, of: call, in: program, known: readers, isWholeSet: true)
    guard Set(variable.members.keys) == [".company_identifier", ".data.p_data", ".data.size"],
      let company = try variable.number(".company_identifier"), 0...0xFFFF ~= company,
      let octets = try variable.octets(".data.p_data"), let size = try variable.number(".data.size"),
      0...Int64(octets.count) ~= size
    else { throw SourceObstacle(program.tokens[value.lowerBound], "manufacturer data that are not read") }
    return Array(littleEndian: company, count: 2) + octets.prefix(Int(size))
  }

  /// `ble_uuid_t list[] = { { BLE_UUID_HEART_RATE_SERVICE, BLE_UUID_TYPE_BLE } }`.
  private static func uuids(
    _ variable: StructVariable, _ path: String, _ bases: inout NRF5VendorBases, _ program: CProgram
  ) throws(SourceObstacle) -> [SourceUUID] {
    guard let setting = variable.setting(path), setting.value.count == 1,
      let declaration = program.declaration(
        of: program.tokens[setting.value.lowerBound].text, at: setting.value.lowerBound),
      declaration.isArray, let value = declaration.value, !value.isEmpty
    else { throw SourceObstacle(variable.text(path)?.line ?? 1, "a list of UUIDs that the file does not declare once") }
    if let changed = program.change(of: declaration) { throw changed }
    let inside =
      program.tokens[value.lowerBound].isMark("{") ? value.lowerBound + 1..<program.partners[value.lowerBound] : value
    var uuids: [SourceUUID] = []
    let parts = CExpression.parts(program.tokens[inside])
    guard parts.count <= mostUUIDs else { throw SourceObstacle(parts.first?.first, "more UUIDs than a block holds") }
    for part in parts {
      guard let first = part.first, first.isMark("{"), part.last?.isMark("}") ?? false else {
        throw SourceObstacle(part.first, "a UUID that is not read")
      }
      let members = CExpression.parts(part.dropFirst().dropLast())
      guard members.count == 2 else { throw SourceObstacle(first, "a UUID that is not read") }
      guard members[1].count == 1, members[1].first?.isWord("BLE_UUID_TYPE_BLE") ?? false,
        program.definitions["BLE_UUID_TYPE_BLE"] == nil
      else {
        uuids.append(try bases.uuid(members[0], type: members[1]))
        continue
      }
      var expression = CExpression(program, at: part.startIndex)
      guard let uuid = SourceUUID(try expression.number(members[0]), bits: 16) else {
        throw SourceObstacle(first, "a UUID that is not read")
      }
      uuids.append(uuid)
    }
    return uuids
  }
}
