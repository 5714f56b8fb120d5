/// The functions of NimBLE that are recognised in a program without symbols, by the commands that they send to the
/// controller: each command has a number and a length, and one function sends all of them.
///
/// Source: Core Specification Vol 4 Part E 7.8; Apache NimBLE, nimble/host/src: ble_hs_hci_cmd.c and ble_gap.c.
enum NimBLEFunctions {
  /// The lengths of commands with which a host prepares its controller, and advertises.
  private static let lengths: [UInt32: UInt32] = [
    0x0406: 3, 0x0C01: 8, 0x0C03: 0, 0x0C63: 8, 0x1001: 0, 0x1003: 0, 0x1009: 0, 0x2001: 8, 0x2002: 0, 0x2003: 0,
    0x2005: 6, advertisingParameters: 15, 0x2007: 0, advertisingData: 32, 0x2009: 32, enable: 1, 0x200B: 7,
    0x200C: 2, 0x200D: 25, 0x200F: 0, 0x2011: 7, 0x2013: 14, 0x2016: 2, 0x2017: 32, 0x2019: 28, 0x201A: 2,
    0x2022: 6, 0x2036: 25, 0x203C: 1,
  ]
  private static let advertisingParameters: UInt32 = 0x2006
  private static let advertisingData: UInt32 = 0x2008
  private static let enable: UInt32 = 0x200A
  /// Commands with payloads, legacy and extended.
  private static let data: Set<UInt32> = [advertisingData, 0x2009, 0x2037, 0x2038]
  /// Commands to which the controller answers with more than a status.
  private static let asking: Set<UInt32> = [0x1001, 0x1003, 0x1009, 0x2002, 0x2003, 0x2007]
  /// The fewest different commands that show which function sends them.
  private static let leastCommands = 5

  /// Recognises the functions; `nil` where no function sends such commands, or several do.
  static func host(_ code: CalledCode) -> EspressifHost? {
    func command(_ call: CalledCode.Call) -> UInt32? {
      guard let number = call.arguments[0], let length = lengths[number], call.arguments[2] == length else {
        return nil
      }
      return number
    }
    var sent: [UInt32: Set<UInt32>] = [:]
    for call in code.calls {
      if let number = command(call) { sent[call.target, default: []].insert(number) }
    }
    // In old versions, commands without an answer have a function of their own.
    let sending = sent.filter {
      $0.value.contains(advertisingData) && $0.value.contains(advertisingParameters)
    }
    guard sending.count == 1, let transport = sending.first, transport.value.count >= leastCommands,
      !transport.value.isDisjoint(with: asking)
    else { return nil }
    var names = [transport.key: "ble_hs_hci_cmd_tx"]
    func functions(sending number: UInt32) -> Set<UInt32> {
      Set(code.calls.filter { $0.target == transport.key && command($0) == number }.map { $0.function })
    }
    if let starting = start(functions(sending: advertisingParameters), functions(sending: enable), code) {
      names[starting] = "ble_gap_adv_start"
    }
    let advertising = Set(
      code.calls.filter { $0.target == transport.key && $0.arguments[0].map(data.contains) ?? false }
        .map { $0.function })
    if let isEnabled = question(before: advertising, code) { names[isEnabled] = "ble_hs_is_enabled" }
    return EspressifHost(names: names, advertising: Set(advertising.map(UInt64.init)))
  }

  /// Returns the function of the image that all of some functions call first, and that calls none itself: whether the host
  /// is enabled.
  private static func question(before functions: Set<UInt32>, _ code: CalledCode) -> UInt32? {
    var first: [UInt32: UInt32] = [:]
    for call in code.calls
    where functions.contains(call.function) && first[call.function] == nil && code.begins(call.target) {
      first[call.function] = call.target
    }
    let questions = Set(first.values)
    guard questions.count == 1, let question = questions.first,
      !code.calls.contains(where: { $0.function == question })
    else { return nil }
    return question
  }

  /// Returns the function that sets the parameters of advertising, then enables it: itself, or by the functions that it
  /// calls; `nil` where it is not certain.
  private static func start(_ configuring: Set<UInt32>, _ enabling: Set<UInt32>, _ code: CalledCode) -> UInt32? {
    guard configuring.count == 1, let configuring = configuring.first else { return nil }
    let callers = code.calls.filter { enabling.contains($0.target) }.map { $0.function }
    let all = enabling.union(callers)
    if all.contains(configuring) { return configuring }
    let starting = Set(code.calls.filter { $0.target == configuring }.map { $0.function }).intersection(all)
    return starting.count == 1 ? starting.first : nil
  }
}
