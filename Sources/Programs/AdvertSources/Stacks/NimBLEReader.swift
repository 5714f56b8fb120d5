internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// NimBLE in C: the `struct ble_hs_adv_fields` that is passed to `ble_gap_adv_set_fields` and
/// `ble_gap_adv_rsp_set_fields`.
///
/// Source: mynewt-nimble, nimble/host/include/host/ble_hs_adv.h, ble_gap.h and nimble/host/src/ble_hs_adv.c.
enum NimBLEReader {
  private static let readers: Set<String> = [
    "ble_gap_adv_set_fields", "ble_gap_adv_rsp_set_fields", "ble_hs_adv_set_fields_mbuf", "ble_gap_adv_start",
    "print_conn_desc", "sizeof",
  ]

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    let advertising = program.calls(of: "ble_gap_adv_set_fields")
    let responses = program.calls(of: "ble_gap_adv_rsp_set_fields")
    var taken: Set<Int> = []
    for call in advertising {
      let response = responses.first { program.owners[$0] == program.owners[call] }
      if let response { taken.insert(response) }
      found.take { () throws(SourceObstacle) in
        guard advertising.count(where: { program.owners[$0] == program.owners[call] }) == 1 else {
          throw SourceObstacle(program.tokens[call], "one function sets the advertising data several times")
        }
        let all = responses.filter { program.owners[$0] == program.owners[call] }
        guard all.count <= 1, responses.count == all.count || advertising.count == 1 && all.isEmpty && responses.isEmpty
        else {
          throw SourceObstacle(
            program.tokens[responses.first { program.owners[$0] != program.owners[call] } ?? call],
            "another function, or a second call, sets the scan response, and it is not known which belong together")
        }
        return try layout(call, response, program)
      }
    }
    for response in responses where !taken.contains(response) && advertising.isEmpty {
      found.obstacles.append(
        SourceObstacle(program.tokens[response], "a scan response without advertising data in the file"))
    }
    AdvertisingSetReader.read(program, .nimBLE, into: &found)
    program.asked.note("ble_hs_adv_set_fields_mbuf")
    for name in ["ble_hs_adv_set_fields", "ble_gap_periodic_adv_set_data"] {
      for call in program.calls(of: name) {
        found.obstacles.append(SourceObstacle(program.tokens[call], "what \(name) is given is not followed"))
      }
    }
    RawDataReader.read(
      program, advertising: "ble_gap_adv_set_data", response: "ble_gap_adv_rsp_set_data",
      kind: { () throws(SourceObstacle) in try kind(for: nil, program) }, into: &found)
  }

  private static func layout(_ call: Int, _ response: Int?, _ program: CProgram) throws(SourceObstacle) -> SourceLayout?
  {
    guard let stack = StackBuilder.named("nimble") else { return nil }
    var layout = SourceLayout(
      name: program.functionName(of: call) ?? "ble_gap_adv_set_fields", stack: stack,
      place: program.range(call..<program.partners[call + 1] + 1))
    layout.advertising = try fields(call, program)
    if let response { layout.scanResponse = try fields(response, program) }
    if let pdu = try kind(for: call, program) { layout.pdu = pdu } else { layout.isKindAssumed = true }
    if let start = program.calls(of: NimBLEParameterTable.call).first, let parameters = try parameters(start, program) {
      layout.parameters = (NimBLEParameterTable.call, given(parameters), program.tokens[start].line)
    }
    return layout
  }

  /// Returns the parameters of a start of advertising; `nil` when it has other arguments.
  private static func parameters(_ start: Int, _ program: CProgram) throws(SourceObstacle) -> StructVariable? {
    let arguments = program.parts(start + 1)
    guard arguments.count == 6 else { return nil }
    return try StructVariable(argument: arguments[3], of: start, in: program, known: readers)
  }

  /// Returns the parameters that the host or a controller checks, as far as they are known.
  private static func given(_ parameters: StructVariable) -> StackParameter.Given {
    var given = StackParameter.Given()
    func number(_ member: String) -> Int64? { (try? parameters.number(".\(member)")) ?? nil }
    given.numbers["disc_mode"] = number("disc_mode")
    if number("conn_mode") == 1 { given.options.insert(NimBLEParameterTable.directed) }
    if let duty = number("high_duty_cycle"), duty != 0 { given.options.insert("high_duty_cycle") }
    let intervals = ["itvl_min", "itvl_max"].map { member in
      (member, parameters.setting(".\(member)") == nil ? 0 : number(member))
    }
    // Without both, the host has intervals of its own.
    for (member, interval) in intervals where intervals.contains(where: { $0.1 ?? 0 != 0 }) {
      given.numbers[member] = interval
    }
    return given
  }

  /// Returns the kind of advertising; `nil` when the file does not start it.
  private static func kind(for call: Int?, _ program: CProgram) throws(SourceObstacle) -> AdvertisingPDU? {
    let starts = program.calls(of: "ble_gap_adv_start")
    guard let start = starts.first else { return nil }
    for start in starts {
      if let refusal = program.refusal(ofCondition: start..<start + 1) { throw refusal }
    }
    // Several calls may start the same again, such as at the end of a connection.
    let kind = try kind(ofStart: start, program)
    for other in starts.dropFirst() where try Self.kind(ofStart: other, program) != kind {
      throw SourceObstacle(program.tokens[other], "several calls of ble_gap_adv_start, each in another mode")
    }
    return kind
  }

  private static func kind(ofStart start: Int, _ program: CProgram) throws(SourceObstacle) -> AdvertisingPDU {
    guard let parameters = try parameters(start, program) else {
      throw SourceObstacle(program.tokens[start], "ble_gap_adv_start with other arguments")
    }
    let connection = try parameters.number(".conn_mode") ?? 0
    let discovery = try parameters.number(".disc_mode") ?? 0
    switch (connection, discovery) {
    case (2, _): return .advInd
    case (0, 0): return .advNonconnInd
    case (0, 1), (0, 2): return .advScanInd
    default: throw SourceObstacle(program.tokens[start], "a conn_mode that is not read")
    }
  }

  private static func fields(_ call: Int, _ program: CProgram) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    if let doubt = program.doubt(call) { throw doubt }
    let arguments = program.parts(call + 1)
    guard arguments.count == 1 else { throw SourceObstacle(program.tokens[call], "a call with other arguments") }
    return try block(arguments[0], of: call, program)
  }

  /// Reads the `struct ble_hs_adv_fields` whose address a call gets.
  static func block(
    _ argument: Range<Int>, of call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    let fields = try StructVariable(argument: argument, of: call, in: program, known: readers)
    try fields.check(known: members)
    var block = SourceLayout.RequestedBlock()
    func add(_ type: ADType, _ octets: [UInt8], _ path: String, isOpen: Bool = false) {
      block.add(type, octets, at: fields.text(path) ?? program.range(call..<call + 1), isOpen: isOpen)
    }
    func little(_ number: Int64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
    }
    if let flags = try fields.number(".flags"), flags != 0 { add(.flags, little(flags, 1), ".flags") }
    for (width, size) in [(16, 2), (32, 4), (128, 16)] {
      guard let count = try fields.number(".num_uuids\(width)"), count != 0 else { continue }
      let isComplete = try fields.number(".uuids\(width)_is_complete") ?? 0 != 0
      guard let bits = BluetoothUUID.Width(rawValue: width) else { continue }
      try block.add(
        ServiceUUIDList.type(width: bits, isComplete: isComplete), count: Int(clamping: count) &* size,
        at: fields.text(".uuids\(width)") ?? program.range(call..<call + 1)
      ) { () throws(SourceObstacle) in
        let uuids = try list(".uuids\(width)", width, fields)
        guard count == uuids.count, uuids.allSatisfy({ $0.count == size }) else {
          throw SourceObstacle(
            fields.text(".num_uuids\(width)")?.line ?? 1, "a number of UUIDs that is not that of the list")
        }
        return SourceOctets(uuids.flatMap { $0 })
      }
    }
    if fields.setting(".name") != nil, fields.setting(".name_len") != nil {
      let isComplete = try fields.number(".name_is_complete") ?? 0 != 0
      try block.add(isComplete: isComplete, at: fields.text(".name") ?? program.range(call..<call + 1)) {
        () throws(SourceObstacle) in
        guard let length = try length(".name_len", fields), length != 0 else { return nil }
        guard let name = try octets(".name", fields), 0...Int64(name.count) ~= length else {
          throw SourceObstacle(fields.text(".name")?.line ?? 1, "a length that is more than the name has")
        }
        return Array(name.prefix(Int(length)))
      }
    }
    if try fields.number(".tx_pwr_lvl_is_present") ?? 0 != 0 {
      let level = try fields.number(".tx_pwr_lvl") ?? 0
      guard let dBm = Int8(exactly: level) else {
        throw SourceObstacle(fields.text(".tx_pwr_lvl")?.line ?? 1, "a power that is not read")
      }
      // The host asks the controller for the power.
      add(.txPowerLevel, [dBm == .min ? 0 : UInt8(bitPattern: dBm)], ".tx_pwr_lvl_is_present", isOpen: dBm == .min)
    }
    if fields.setting(".slave_itvl_range") != nil, let range = try fields.octets(".slave_itvl_range") {
      guard range.count >= 4 else {
        throw SourceObstacle(fields.text(".slave_itvl_range")?.line ?? 1, "connection intervals of other than 4 octets")
      }
      add(.peripheralConnectionIntervalRange, Array(range.prefix(4)), ".slave_itvl_range")
    }
    for (path, type) in dataMembers where fields.setting(path) != nil {
      guard let length = try length(path + "_len", fields), length >= 0 else {
        throw SourceObstacle(fields.text(path)?.line ?? 1, "a length that is not known")
      }
      guard length > 0 else { continue }
      try block.add(type, count: Int(clamping: length), at: fields.text(path) ?? program.range(call..<call + 1)) {
        () throws(SourceObstacle) in
        guard let data = try octets(path, fields), length <= Int64(data.count) else {
          throw SourceObstacle.fault(fields.text(path)?.line ?? 1, "a length that is more than the data have")
        }
        return SourceOctets(Array(data.prefix(Int(length))))
      }
    }
    if try fields.number(".appearance_is_present") ?? 0 != 0 {
      add(.appearance, little(try fields.number(".appearance") ?? 0, 2), ".appearance")
    }
    if try fields.number(".adv_itvl_is_present") ?? 0 != 0 {
      add(.advertisingInterval, little(try fields.number(".adv_itvl") ?? 0, 2), ".adv_itvl")
    }
    return block
  }

  private static let dataMembers: [(String, ADType)] = [
    (".svc_data_uuid16", .serviceData16), (".svc_data_uuid32", .serviceData32), (".svc_data_uuid128", .serviceData128),
    (".uri", .uri), (".mfg_data", .manufacturerData),
  ]

  private static let members: Set<String> = {
    var members: Set<String> = [
      ".flags", ".name", ".name_len", ".name_is_complete", ".tx_pwr_lvl", ".tx_pwr_lvl_is_present", ".slave_itvl_range",
      ".appearance", ".appearance_is_present", ".adv_itvl", ".adv_itvl_is_present",
    ]
    for width in ["16", "32", "128"] {
      members.formUnion([".uuids\(width)", ".num_uuids\(width)", ".uuids\(width)_is_complete"])
    }
    for (path, _) in dataMembers { members.formUnion([path, path + "_len"]) }
    return members
  }()

  private static func octets(_ path: String, _ fields: StructVariable) throws(SourceObstacle) -> [UInt8]? {
    try fields.octets(path)
  }

  /// Returns a length, which may be the length of another member: `strlen((char *)fields.name)`.
  private static func length(_ path: String, _ fields: StructVariable) throws(SourceObstacle) -> Int64? {
    guard let setting = fields.setting(path) else { return nil }
    let program = fields.program
    let tokens = Array(program.tokens[setting.value])
    if tokens.first?.isWord("strlen") ?? false, tokens.count > 5, tokens[tokens.count - 2].isWord("name"),
      tokens[tokens.count - 3].isMark("."), tokens[tokens.count - 4].isWord(fields.name), path == ".name_len"
    {
      return try fields.octets(".name").map { Int64($0.count) }
    }
    return try fields.number(path)
  }

  /// Returns the UUIDs of a member: a list after its type, or an array of the file.
  private static func list(_ path: String, _ width: Int, _ fields: StructVariable) throws(SourceObstacle) -> [[UInt8]] {
    let program = fields.program
    guard let setting = fields.setting(path) else {
      throw SourceObstacle(fields.text(".num_uuids\(width)")?.line ?? 1, "a number of UUIDs without a list")
    }
    var inside = fields.compoundLiteral(setting.value)
    var value = setting.value
    // `(ble_uuid16_t *)name`
    if inside == nil, program.tokens[value.lowerBound].isMark("("),
      program.tokens[program.partners[value.lowerBound] - 1].isMark("*")
    {
      value = program.partners[value.lowerBound] + 1..<value.upperBound
    }
    // `BLE_UUID128(BLE_UUID128_DECLARE(…))`
    let macro = program.tokens[value.lowerBound]
    if macro.isWord("BLE_UUID\(width)"), program.definitions[macro.text] == nil,
      program.partners[value.lowerBound + 1] == value.upperBound - 1
    {
      inside = value.lowerBound + 2..<value.upperBound - 1
    }
    // `&name`, or the name of an array.
    let isAddress = program.tokens[value.lowerBound].isMark("&")
    if isAddress { value = value.lowerBound + 1..<value.upperBound }
    if inside == nil, value.count == 1, program.tokens[value.lowerBound].isWord {
      let name = program.tokens[value.lowerBound]
      guard let declaration = program.declaration(of: name.text, at: value.lowerBound), let list = declaration.value,
        !list.isEmpty,
        declaration.isArray != isAddress
      else { throw SourceObstacle(name, "\(name.text) is no list of UUIDs that the file declares once") }
      if let changed = program.change(of: declaration), !declaration.isConstant { throw changed }
      inside = list
      if declaration.isArray, program.tokens[list.lowerBound].isMark("{") {
        inside = list.lowerBound + 1..<program.partners[list.lowerBound]
      }
    }
    guard let inside else { throw SourceObstacle(setting.text.line, "a list of UUIDs that is not read") }
    var uuids: [[UInt8]] = []
    for part in CExpression.parts(program.tokens[inside]) { uuids.append(try uuid(part, width, program)) }
    return uuids
  }

  /// `BLE_UUID16_INIT(0x180d)`, `BLE_UUID16_DECLARE(0x180d)`, or the name of a variable that is set so.
  private static func uuid(
    _ tokens: ArraySlice<SourceToken>, _ width: Int, _ program: CProgram
  ) throws(SourceObstacle) -> [UInt8] {
    if tokens.count == 1, let name = tokens.first, name.isWord,
      let declaration = program.declaration(of: name.text, at: tokens.startIndex), !declaration.isArray,
      let value = declaration.value, value.count > 3
    {
      if let changed = program.change(of: declaration), !declaration.isConstant { throw changed }
      return try uuid(program.tokens[value], width, program)
    }
    guard let first = tokens.first, ["INIT", "DECLARE"].contains(where: { first.isWord("BLE_UUID\(width)_\($0)") }),
      program.definitions[first.text] == nil,
      tokens.count > 3
    else { throw SourceObstacle(tokens.first, "a UUID that is not BLE_UUID\(width)_INIT") }
    var rest = tokens.dropFirst()
    let inner = try CExpression.inner(&rest)
    guard rest.isEmpty else { throw SourceObstacle(first, "a UUID that is not read") }
    var expression = CExpression(program, at: tokens.startIndex)
    guard width != 128 else {
      let octets = try expression.list(inner)
      guard octets.count == 16 else { throw SourceObstacle(first, "a UUID of other than 16 octets") }
      return octets
    }
    let number = try expression.number(inner)
    guard number >= 0, number >> Int64(width) == 0 else {
      throw SourceObstacle.fault(first, "a UUID that is too large")
    }
    return (0..<width / 8).map { UInt8(truncatingIfNeeded: number >> Int64(8 * $0)) }
  }
}
