internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Bluedroid in C: the `esp_ble_adv_data_t` that is passed to `esp_ble_gap_config_adv_data`, and arrays of octets.
///
/// Source: ESP-IDF 5.0, components/bt/host/bluedroid/api/include/api/esp_gap_ble_api.h, btc/profile/std/gap/btc_gap_ble.c, and
/// examples/bluetooth/hci/controller_vhci_ble_adv.
enum BluedroidReader {
  private static let readers: Set<String> = ["esp_ble_gap_config_adv_data", "esp_ble_gap_start_advertising", "sizeof"]

  static func read(_ program: CProgram, into found: inout SourceFindings) {
    let calls = program.calls(of: "esp_ble_gap_config_adv_data")
    if !calls.isEmpty {
      found.take { () throws(SourceObstacle) in try layout(calls, program) }
    }
    RawDataReader.read(
      program, advertising: "esp_ble_gap_config_adv_data_raw", response: "esp_ble_gap_config_scan_rsp_data_raw",
      kind: { () throws(SourceObstacle) in try kind(program) }, into: &found)
    // The function of the examples that give the controller HCI commands themselves.
    RawDataReader.read(
      program, advertising: "make_cmd_ble_set_adv_data", response: "make_cmd_ble_set_scan_rsp_data",
      RawDataReader.Order(data: 2, length: 1, count: 3), kind: { nil }, into: &found)
    AdvertisingSetReader.read(program, .bluedroid, into: &found)
    for call in program.calls(of: "esp_ble_gap_config_periodic_adv_data_raw") {
      found.obstacles.append(
        SourceObstacle(program.tokens[call], "what esp_ble_gap_config_periodic_adv_data_raw is given is not followed"))
    }
  }

  private static func kind(_ program: CProgram) throws(SourceObstacle) -> AdvertisingPDU? {
    let starts = program.calls(of: "esp_ble_gap_start_advertising")
    guard let start = starts.first else { return nil }
    var kinds: Set<Int64> = []
    for start in starts {
      guard let argument = program.parts(start + 1).first else { continue }
      let parameters = try StructVariable(argument: argument, of: start, in: program, known: readers)
      kinds.insert(try parameters.number(".adv_type") ?? 0)
    }
    switch kinds {
    case [0]: return .advInd
    case [2]: return .advScanInd
    case [3]: return .advNonconnInd
    default: throw SourceObstacle(program.tokens[start], "an adv_type that is not read, or several")
    }
  }

  /// Reads a layout. Of its blocks, one has `set_scan_rsp` and the other does not.
  private static func layout(_ calls: [Int], _ program: CProgram) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("bluedroid"), let first = calls.first else { return nil }
    var blocks: [Bool: (call: Int, fields: StructVariable)] = [:]
    for call in calls {
      if let doubt = program.doubt(call, isConstant: true) { throw doubt }
      guard let argument = program.parts(call + 1).first, program.parts(call + 1).count == 1 else {
        throw SourceObstacle(program.tokens[call], "a call with other arguments")
      }
      let fields = try StructVariable(argument: argument, of: call, in: program, known: readers)
      if let doubt = program.doubt(call), !isConstant(fields, call) { throw doubt }
      let isResponse = try fields.number(".set_scan_rsp") ?? 0 != 0
      if let other = blocks[isResponse], other.fields.name != fields.name {
        throw SourceObstacle(program.tokens[call], "several calls set one block")
      }
      blocks[isResponse] = (call, fields)
    }
    guard let advertising = blocks[false] else {
      throw SourceObstacle(program.tokens[first], "a scan response without advertising data in the file")
    }
    var layout = SourceLayout(
      name: advertising.fields.name, stack: stack,
      place: program.range(advertising.call..<program.partners[advertising.call + 1] + 1))
    layout.advertising = try block(advertising.fields, advertising.call, program)
    if let response = blocks[true] { layout.scanResponse = try block(response.fields, response.call, program) }
    if let pdu = try kind(program) { layout.pdu = pdu } else { layout.isKindAssumed = true }
    if let start = program.calls(of: BluedroidParameterTable.call).first {
      layout.parameters = (BluedroidParameterTable.call, try given(start, program), program.tokens[start].line)
    }
    return layout
  }

  /// Returns the intervals of a start of advertising, as far as they are known.
  private static func given(_ start: Int, _ program: CProgram) throws(SourceObstacle) -> StackParameter.Given {
    var given = StackParameter.Given()
    guard let argument = program.parts(start + 1).first else { return given }
    let parameters = try StructVariable(argument: argument, of: start, in: program, known: readers)
    for member in ["adv_int_min", "adv_int_max"] {
      given.numbers[member] = (try? parameters.number(".\(member)")) ?? nil
    }
    return given
  }

  /// Whether a variable has the same value whenever a call is made.
  private static func isConstant(_ fields: StructVariable, _ call: Int) -> Bool {
    guard let declaration = fields.program.declaration(of: fields.name, at: call) else { return false }
    // An assignment to a member was refused before.
    return fields.program.owners[declaration.name] < 0 || declaration.isConstant
  }

  private static func block(
    _ fields: StructVariable, _ call: Int, _ program: CProgram
  ) throws(SourceObstacle) -> SourceLayout.RequestedBlock {
    try fields.check(known: [
      ".set_scan_rsp", ".include_name", ".include_txpower", ".min_interval", ".max_interval", ".appearance",
      ".manufacturer_len", ".p_manufacturer_data", ".service_data_len", ".p_service_data", ".service_uuid_len",
      ".p_service_uuid", ".flag",
    ])
    var block = SourceLayout.RequestedBlock()
    let place = program.range(call..<call + 1)
    func text(_ path: String) -> TextRange { fields.text(path) ?? place }
    func little(_ number: Int64) -> [UInt8] {
      Array(littleEndian: number, count: 2)
    }
    func data(_ path: String, _ lengthPath: String) throws(SourceObstacle) -> [UInt8] {
      guard let length = try fields.number(lengthPath), length != 0 else { return [] }
      guard let octets = try fields.octets(path), 0...Int64(octets.count) ~= length else {
        throw SourceObstacle.fault(text(lengthPath).line, "a length without as many octets")
      }
      return Array(octets.prefix(Int(length)))
    }
    if let flags = try fields.number(".flag"), flags != 0 {
      block.add(.flags, [UInt8(truncatingIfNeeded: flags)], at: text(".flag"))
    }
    if let appearance = try fields.number(".appearance"), appearance != 0 {
      block.add(.appearance, little(appearance), at: text(".appearance"))
    }
    if try fields.number(".include_name") ?? 0 != 0 {
      try block.add(at: text(".include_name")) { () throws(SourceObstacle) in
        var expression = CExpression(program, at: call)
        return try expression.deviceName("esp_ble_gap_set_device_name", 0, program.tokens[call])
      }
    }
    if let length = try fields.number(".manufacturer_len"), length != 0 {
      try block.add(.manufacturerData, count: Int(clamping: length), at: text(".p_manufacturer_data")) {
        () throws(SourceObstacle) in SourceOctets(try data(".p_manufacturer_data", ".manufacturer_len"))
      }
    }
    if try fields.number(".include_txpower") ?? 0 != 0 {
      block.add(.txPowerLevel, [0], at: text(".include_txpower"), isOpen: true)
    }
    let uuids: [UInt8]
    do throws(SourceObstacle) {
      uuids = try data(".p_service_uuid", ".service_uuid_len")
    } catch {
      // A length that is not read either is that of one service.
      guard (try? fields.number(".service_uuid_len")) ?? 16 == 16 else { throw error }
      try block.add(at: text(".p_service_uuid")) { () throws(SourceObstacle) -> SourceUUID in throw error }
      uuids = []
    }
    guard uuids.count % 16 == 0 else {
      throw SourceObstacle(
        text(".service_uuid_len").line,
        "esp_ble_gap_config_adv_data fails with ESP_ERR_INVALID_ARG (0x102): service_uuid_len is \(uuids.count), no "
          + "multiple of 16",
        SourceObstacle.Refusal(isCertain: true, remedy: "give 16 bytes for each service, on the Bluetooth base"))
    }
    var services: [SourceUUID] = []
    for start in stride(from: 0, to: uuids.count, by: 16) {
      if let uuid = SourceUUID(octets: Array(uuids[start..<start + 16])) { services.append(uuid) }
    }
    if !services.isEmpty { block.add(services: services, at: text(".p_service_uuid")) }
    let least = try fields.number(".min_interval") ?? 0
    let most = try fields.number(".max_interval") ?? 0
    if least > 0, most > 0 {
      block.add(.peripheralConnectionIntervalRange, little(least) + little(most), at: text(".min_interval"))
    } else if least != 0 || most != 0 {
      throw SourceObstacle(text(".min_interval").line, "one connection interval without the other")
    }
    let serviceData = try data(".p_service_data", ".service_data_len")
    guard serviceData.isEmpty else {
      throw SourceObstacle(text(".p_service_data").line, "service data, whose UUID is the first service's")
    }
    return block
  }
}
