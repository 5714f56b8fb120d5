internal import AdvertisingData

/// The bases of the 128-bit UUIDs that a program for the nRF5 SDK registers. The type of a `ble_uuid_t` is the number that a
/// base gets when it is registered, in the order of registration.
///
/// Source: nRF5 SDK 17, components/ble/ble_services/ble_nus and ble_lbs; ble.h of the SoftDevices for `sd_ble_uuid_vs_add`.
struct NRF5VendorBases {
  private let program: CProgram
  /// The services of the SDK whose own bases were used.
  private(set) var used: [String] = []
  /// The call that registers the first base, once it is known.
  private var first: Int?

  /// A service of the SDK with a base of its own.
  private struct Service {
    let words: String
    /// The number of its service, which its header defines.
    let constant: String
    let number: Int64
    /// The base, in the order in which it is sent.
    let base: [UInt8]
  }

  private static let services: [String: Service] = [
    "ble_nus_init": Service(
      words: "the UART service", constant: "BLE_UUID_NUS_SERVICE", number: 0x0001,
      base: [0x9E, 0xCA, 0xDC, 0x24, 0x0E, 0xE5, 0xA9, 0xE0, 0x93, 0xF3, 0xA3, 0xB5, 0, 0, 0x40, 0x6E]),
    "ble_lbs_init": Service(
      words: "the LED button service", constant: "LBS_UUID_SERVICE", number: 0x1523,
      base: [0x23, 0xD1, 0xBC, 0xEA, 0x5F, 0x78, 0x23, 0x15, 0xDE, 0xEF, 0x12, 0x12, 0, 0, 0, 0]),
  ]
  private static let registering = "sd_ble_uuid_vs_add"
  private static let firstType = "BLE_UUID_TYPE_VENDOR_BEGIN"

  private static let ofOtherFile = "the base of this UUID is one that another file registers when the program runs"
  private static let mayBeEarlier = "may register a base before that of the UUID"

  init(_ program: CProgram) { self.program = program }

  /// Whether an obstacle is that another file can register a base.
  static func isOfOtherFile(_ obstacle: SourceObstacle) -> Bool {
    obstacle.reason == ofOtherFile || obstacle.reason.hasSuffix(mayBeEarlier)
  }

  /// Returns the UUID of a `ble_uuid_t` whose type is that of a base.
  mutating func uuid(_ number: CExpression.Tokens, type: CExpression.Tokens) throws(SourceObstacle) -> SourceUUID {
    let call = try registration(of: type)
    var octets = try base(of: call)
    let value = try self.number(number)
    guard octets.count == 16, 0...0xFFFF ~= value else {
      throw SourceObstacle(program.tokens[call], "a base that is not read")
    }
    octets[12] = UInt8(truncatingIfNeeded: value)
    octets[13] = UInt8(truncatingIfNeeded: value >> 8)
    guard let uuid = SourceUUID(octets: octets) else { throw SourceObstacle(type.first, "a UUID that is not read") }
    if let service = Self.services[program.tokens[call].text], !used.contains(service.words) {
      used.append(service.words)
    }
    return uuid
  }

  private func number(_ tokens: CExpression.Tokens) throws(SourceObstacle) -> Int64 {
    if tokens.count == 1, let name = tokens.first, program.definitions[name.text] == nil,
      let service = Self.services.values.first(where: { $0.constant == name.text })
    {
      return service.number
    }
    var expression = CExpression(program, at: tokens.startIndex)
    return try expression.number(tokens)
  }

  // MARK: Registrations

  /// All calls that register a base.
  private var registrations: [Int] {
    (program.calls(of: Self.registering) + Self.services.keys.flatMap { program.calls(of: $0) }).sorted()
  }

  /// Returns the call that registers the base with a type.
  private mutating func registration(of type: CExpression.Tokens) throws(SourceObstacle) -> Int {
    guard let word = type.first, word.isWord else {
      throw SourceObstacle(type.first, "the base of a UUID that is not read")
    }
    let refusal = SourceObstacle(word, Self.ofOtherFile)
    if type.count == 3, type.dropFirst().first?.isMark(".") ?? false, type.last?.isWord("uuid_type") ?? false {
      let calls = Self.services.keys.flatMap { program.calls(of: $0) }.filter { call in
        program.parts(call + 1).first.map { program.tokens[$0].map { $0.text } == ["&", word.text] } ?? false
      }
      try checkUnchanged(word.text, member: "uuid_type")
      guard calls.count == 1, let call = calls.first else { throw refusal }
      return try certain(call)
    }
    guard type.count == 1 else { throw refusal }
    if leadsToFirst(word.text) {
      if let first { return first }
      let all = registrations
      guard let call = all.first else { throw refusal }
      // What comes after the first one in its function changes nothing.
      func isLater(_ index: Int) -> Bool { index > call && program.owners[index] == program.owners[call] }
      if let other = all.dropFirst().first(where: { !isLater($0) }) {
        throw SourceObstacle(program.tokens[other], "several functions register bases")
      }
      let own = Set(program.functions.map { $0.name })
      if let other = program.tokens.indices.first(where: { $0 != call && !isLater($0) && mayRegister($0, own) }) {
        throw SourceObstacle(
          program.tokens[other], "\(program.tokens[other].text)() \(Self.mayBeEarlier)")
      }
      first = try certain(call)
      return call
    }
    let calls = program.calls(of: Self.registering).filter { call in
      let arguments = program.parts(call + 1)
      return arguments.count == 2 && program.tokens[arguments[1]].map { $0.text } == ["&", word.text]
    }
    guard calls.count == 1, let call = calls.first else { throw refusal }
    try checkUnchanged(word.text, except: call)
    return try certain(call)
  }

  private func certain(_ call: Int) throws(SourceObstacle) -> Int {
    if let doubt = program.doubt(call) { throw doubt }
    // A function of another file counts where the program calls it.
    let name = program.functionName(of: call) ?? ""
    let isCalled = (program.places[name] ?? []).contains { index in
      program.owners[index] >= 0 && program.tokens[index + 1].isMark("(")
    }
    guard isCalled || !program.takesSources else { throw SourceObstacle(program.tokens[call], Self.ofOtherFile) }
    return call
  }

  /// Whether a name stands for the type of the base that is registered first.
  private func leadsToFirst(_ name: String) -> Bool {
    var name = name
    for _ in 0..<4 {
      guard let replacement = program.macro(name), replacement.count == 1, replacement[0].isWord else { break }
      name = replacement[0].text
    }
    return name == Self.firstType && program.definitions[name] == nil
  }

  /// Refuses a variable that is set elsewhere than by the call that registers its base.
  private func checkUnchanged(_ name: String, member: String? = nil, except call: Int? = nil) throws(SourceObstacle) {
    for index in program.places[name] ?? []
    where index + 1 < program.tokens.count && program.declaration(at: index) == nil {
      var next = index + 1
      if let member {
        guard next + 1 < program.tokens.count, program.tokens[next].isMark("."), program.tokens[next + 1].isWord(member)
        else { continue }
        next += 2
      } else if let call, program.parts(call + 1).contains(where: { $0.contains(index) }) {
        continue
      } else if index > 0, program.tokens[index - 1].isMark("&") {
        throw SourceObstacle(program.tokens[index], "\(name) is handed on by its address here")
      }
      guard next < program.tokens.count else { continue }
      if ["=", "+=", "-=", "|=", "&=", "++", "--"].contains(where: { program.tokens[next].isMark($0) }) {
        throw SourceObstacle(program.tokens[index], "\(name) is set here, too")
      }
    }
  }

  /// The beginnings of the names of functions of the SDK that register no base.
  private static let harmless = [
    "nrf_", "nrfx_", "app_", "sd_", "bsp_", "pm_", "dm_", "fds_", "softdevice_", "pstorage_", "SEGGER_",
    "ble_advertising_",
    "ble_advdata_", "ble_conn_params_", "ble_conn_state_", "ble_db_discovery_", "ble_srv_", "ble_bas_", "ble_dis_",
    "ble_hrs_", "ble_hids_", "ble_tps_", "ble_lls_", "ble_ias_", "ble_rscs_", "ble_cscs_", "ble_gls_", "ble_hts_",
    "ble_bps_", "ble_cts_c_", "ble_error_log_", "ble_nus_", "ble_lbs_", "device_manager_",
  ]
  /// Parts of names of functions that may register a base.
  private static let signs = ["init", "start", "setup", "begin", "create", "add", "register", "service", "uuid"]

  /// Whether a token is the name in a call of a function of another file that may register a base.
  ///
  /// - Parameter own: the functions of this file.
  private func mayRegister(_ index: Int, _ own: Set<String>) -> Bool {
    let name = program.tokens[index].text
    guard program.tokens[index].isWord, index + 1 < program.tokens.count, program.tokens[index + 1].isMark("("),
      program.owners[index] >= 0, program.definitions[name] == nil, !own.contains(name),
      name.contains(where: { $0.isLowercase })
    else { return false }
    // Eddystone's services have bases of their own.
    if name.hasPrefix("nrf_ble_es") { return true }
    guard !name.hasSuffix("_on_ble_evt"), !Self.harmless.contains(where: { name.hasPrefix($0) }) else { return false }
    return name.hasPrefix("ble_") || Self.signs.contains { name.lowercased().hasPart($0) }
  }

  // MARK: The base

  private func base(of call: Int) throws(SourceObstacle) -> [UInt8] {
    if let service = Self.services[program.tokens[call].text] { return service.base }
    guard let argument = program.parts(call + 1).first, argument.count == 2,
      program.tokens[argument.lowerBound].isMark("&"), case let name = program.tokens[argument.lowerBound + 1],
      let declaration = program.declaration(of: name.text, at: call), let value = declaration.value
    else { throw SourceObstacle(program.tokens[call], "the base is no variable that the file declares once") }
    let owner = program.owners[declaration.name]
    for index in program.places[name.text] ?? []
    where index != declaration.name && !argument.contains(index) && (owner < 0 || program.owners[index] == owner) {
      throw SourceObstacle(program.tokens[index], "\(name.text) may be changed here")
    }
    var tokens = Array(program.tokens[value])
    for _ in 0..<4 {
      tokens.removeAll { $0.isMark("{") || $0.isMark("}") }
      guard tokens.count == 1, tokens[0].isWord, let replacement = program.macro(tokens[0].text) else { break }
      tokens = replacement
    }
    var expression = CExpression(program, at: call)
    return try expression.list(tokens[...])
  }
}
