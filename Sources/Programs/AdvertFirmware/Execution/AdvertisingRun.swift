internal import AdvertisingData

/// Finds the payloads that a program makes when it starts: runs its code, and catches the data that it passes to the
/// stack.
/// It begins with `main`. If that passes no data, it continues with the functions from which a caught call can be
/// reached, the nearest to the call first. Everything is run several times, each time with different contents of the
/// memory outside the image: octets of a payload that differ between the runs come from there.
struct AdvertisingRun {
  private let memory: ImageMemory
  private let symbols: Symbols
  private let program: LoadedProgram

  /// At its end, ESP-IDF's own `main` calls the program's.
  private static let mains = ["app_main", "main"]
  /// The functions of a program for Arduino, which its core's `main` calls.
  private static let ofArduino = ["setup", "loop"]
  /// The most instructions of one run.
  private static let bound = 1_000_000
  /// The most instructions of a constructor of C++.
  private static let constructorBound = 100_000
  private static let maximumConstructors = 256

  init(_ memory: ImageMemory, _ symbols: Symbols) {
    self.memory = memory
    self.symbols = symbols
    // Where the linker compressed initial data, only the program's own code knows their target.
    program =
      symbols.unpacksData
      ? LoadedProgram(asResetFindsIt: memory.file) ?? LoadedProgram(asMainFindsIt: memory.file)
      : LoadedProgram(asMainFindsIt: memory.file)
  }

  /// The result of running a program.
  struct Outcome {
    /// The data that the program passes to its stack.
    var results: [Result] = []
    /// The events of the run; `nil` for a program that cannot be run.
    var account: RunAccount?
    /// The reason why it has no results, in words; `nil` where the run does not show it.
    var remark: String?
    /// The ids of the stacks that the program asks to advertise.
    var started: Set<String> = []
    /// The calls after which the stack makes its data itself.
    var generated: [AdvertisingCall] = []
  }

  /// Returns the data that the program passes to its stack; none for a program that cannot be run here.
  func outcome(_ effort: RunEffort) -> Outcome {
    guard !memory.file.isRelocatable, memory.file.order == .littleEndian else { return Outcome() }
    return switch memory.file.machine {
    case .arm: outcome(ThumbProcessor.self, .cortexM, effort)
    case .riscV where !memory.file.is64: outcome(RISCVProcessor.self, .riscV(program), effort)
    case .xtensa: outcome(XtensaProcessor.self, .xtensa(program), effort)
    default: Outcome()
    }
  }

  private func outcome<Code: Processor>(_: Code.Type, _ map: AddressMap, _ effort: RunEffort) -> Outcome {
    guard let main = Self.mains.lazy.compactMap(symbols.function(named:)).first else { return Outcome() }
    let reaching = ReachingFunctions(program, .named(symbols), in: memory)
    // SoftDevices exist only for Arm.
    let supervisorCalls = memory.file.machine == .arm ? reaching.supervisorCalls(SoftDevice.advertisingCall) : []
    let catching = catching
    guard !supervisorCalls.isEmpty || !catching.isEmpty else { return Outcome() }
    let wanted = roles(of: reaching.called(of: catching))
    let notRun = answered.adding(leftOut)
    let start = UInt32(truncatingIfNeeded: main.addresses.lowerBound)
    var problem: String?
    let marks = marks
    let agreement = RunAgreement(.named(symbols), start: main.name)
    let (runs, found) = agreement.best { seeds -> [ProgramTrial<Code>] in
      var runs = seeds.map { seed in
        ProgramTrial<Code>(
          program, OutsideContents(seed: seed, map: map), notRunning: notRun, canBeExtended: symbols.canBeExtended,
          symbols: marks, effort: effort)
      }
      problem = run(&runs, from: start)
      return problem == nil ? runs : []
    } alone: { runs in
      agreement.bestAlone(reaching.callers(of: supervisorCalls, catching), after: runs, wanted)
    }
    if runs.isEmpty { return Outcome(remark: problem) }
    let best = found.filter { $0.isSound }
    let missing = wanted.subtracting(RunAgreement.roles(of: best))
    let why = best.isEmpty ? runs[0].ending.reason(main.name) : nil
    return Outcome(
      results: best.map { result in
        var result = result
        result.unknown = missing
        return result
      }, account: RunAccount(runs[0], start: main.name, beginning: nil, .named(symbols)),
      remark: why, started: runs[0].host.started, generated: generated(runs[0].host, agreement))
  }

  /// Returns the calls of the program after which the stack makes its data itself, one for each place.
  private func generated(_ host: RunningHost, _ agreement: RunAgreement) -> [AdvertisingCall] {
    let calls = Dictionary(firstOf: host.generated.map { ($0.callers.first ?? 0, $0) })
    return calls.sorted { $0.key < $1.key }.map { place, call in
      AdvertisingCall(
        function: call.function, caller: agreement.maker(of: call), address: UInt64(place &- 4),
        payloads: [.advertising: .unread(.generated)])
    }
  }

  /// Runs the code before `main`, and everything after it.
  ///
  /// - Returns: the reason why this was not possible, in words.
  private func run(_ runs: inout [ProgramTrial<some Processor>], from main: UInt32) -> String? {
    if symbols.unpacksData {
      guard let entry = memory.file.entry.flatMap(UInt32.init(exactly:)),
        StartUp.run(&runs, from: entry & ~1, to: main, symbols)
      else {
        return "the start-up code, which unpacks the initial data, did not come to main when it was run"
      }
    }
    func address(of names: [String]) -> UInt32? {
      symbols.called.first { names.contains($0.value) }.map { UInt32(truncatingIfNeeded: $0.key) }
    }
    let (bootHandler, interruptHandler) = (address(of: [Self.bootHandler]), address(of: FlashOperations.handlers))
    let constructors = symbols.unpacksData ? [] : constructors
    // Arduino's `main` only calls these two: the program's own outermost function is `setup`.
    let isArduino = Self.ofArduino.allSatisfy { symbols.function(named: $0) != nil }
    for index in runs.indices {
      runs[index].host.flash.handler = interruptHandler
      for function in constructors {
        guard runs[index].construct(function, bound: Self.constructorBound) else {
          return "a constructor did not return when the program was run"
        }
      }
      if isArduino { runs[index].program.bounds.outerDepth = 2 }
      runs[index].runMain(main, bound: Self.bound, taskBound: RunAgreement.functionBound, bootHandler: bootHandler)
    }
    return nil
  }

  /// Returns the roles of the payloads that are passed to some functions.
  private func roles(of functions: Set<UInt64>) -> Set<PayloadRole> {
    functions.reduce(into: []) { roles, address in
      roles.formUnion(symbols.called[address].flatMap { AnsweredFunction.all[$0] }?.roles ?? [])
    }
  }

  /// The addresses of functions and of objects that are found by their names.
  private var marks: [String: UInt32] {
    var marks: [String: UInt32] = [:]
    for symbol in symbols.called where Self.names.contains(symbol.value) {
      marks[symbol.value] = UInt32(truncatingIfNeeded: symbol.key)
    }
    let objects = SiliconLabsDatabase.objects + SiliconLabsCalls.buffers
    for object in symbols.objects(named: NameFilter(objects), at: []) where objects.contains(object.name) {
      marks[object.name] = UInt32(truncatingIfNeeded: object.address)
    }
    return marks
  }

  /// The functions that run before `main`, in their order.
  private var constructors: [UInt32] {
    let range: Range<UInt64>
    let marks = marks
    if let start = marks[Self.constructorMarks[0]], let end = marks[Self.constructorMarks[1]], start < end {
      range = UInt64(start)..<UInt64(end)
    } else if let section = memory.file.section(named: ".init_array").map({ memory.file.sections[$0] }) {
      range = section.address..<section.address + min(section.size, 1 << 16)
    } else {
      return []
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 4).prefix(Self.maximumConstructors).compactMap {
      guard case .octets(let octets, _, _) = memory.contents(at: $0, count: 4) else { return nil }
      return UInt32(truncatingIfNeeded: memory.file.order.number(of: octets[...]))
    }.filter { address in program.code.contains { $0.contains(address & ~1) } }
  }

  /// The symbols with which linkers mark the beginning and the end of the list of constructors.
  private static let constructorMarks = ["__init_array_start", "__init_array_end"]
  /// The function of the program that Silicon Labs' stack calls for its events.
  private static let bootHandler = "sl_bt_on_event"
  /// The names that are looked up among the symbols.
  static let names =
    constructorMarks + [
      bootHandler, ProgramTrial<RISCVProcessor>.globals, EspressifCalls.ready, EspressifCalls.started,
    ] + FlashOperations.handlers

  /// The functions that take payloads; if there are none, those that all commands of the host go through.
  private var catching: Set<UInt64> {
    let functions = answered.compactMapValues { AnsweredFunction.all[$0] }
    let giving = functions.filter { !$0.value.roles.isEmpty }
    return Set((giving.isEmpty ? functions.filter { $0.value.isTransport } : giving).keys.map(UInt64.init))
  }

  /// Functions of stacks whose calls are answered here, by address. A stack that the linker has optimised together with
  /// the program has no interface any more.
  private var answered: [UInt32: String] {
    let interfaces = symbols.merged.compactMap { AnsweredFunction.all[$0] }.filter {
      !$0.roles.isEmpty || $0.isTransport
    }
    let merged = Set(interfaces.map { $0.stack })
    return symbols.called.reduce(into: [:]) { names, function in
      guard let address = UInt32(exactly: function.key), let answered = AnsweredFunction.all[function.value],
        answered.stack.isEmpty || !merged.contains(answered.stack),
        !answered.isLibrary || !program.code.contains(where: { $0.contains(address) })
      else { return }
      names[address] = function.value
    }
  }

  /// Functions that do not affect any payload, by address: they write logs, or end the program because of an error.
  private var leftOut: [UInt32: String] {
    var beginnings = [
      "app_error_", "nrf_log_", "assert_nrf_callback", "nrf_ble_lesc_init", "Error_Handler", "assert_failed",
      "__assert_func",
    ]
    // A stack in the same image waits for its radio. For a stack on another processor, a single function makes all
    // requests.
    let names = symbols.called.values
    if names.contains("aci_gap_init"), !names.contains("hci_send_req") { beginnings += ["aci_", "hci_"] }
    if symbols.function(named: Self.mains[0]) != nil {
      // Functions that write logs or end the program, and networks, which do not affect advertising.
      beginnings += [
        "esp_log", "_esp_error_check_failed", "abort", "esp_system_abort", "esp_restart", "printf", "vprintf", "puts",
        "putchar", "esp_wifi_", "esp_netif_", "esp_console_", "uart_",
      ]
    }
    if names.contains("bt_le_adv_start") { beginnings += ["printk", "vprintk", "z_log_", "z_impl_z_log_"] }
    if names.contains(Self.bootHandler) {
      beginnings += ["advertiser", "gatt", "system", "connection", "sm", "scanner", "gap", "nvm"].map { "sl_bt_\($0)_" }
    }
    var functions: [UInt32: String] = [:]
    for function in symbols.functions(beginning: beginnings) where !function.name.hasPart("_event") {
      functions[UInt32(truncatingIfNeeded: function.addresses.lowerBound)] = function.name
    }
    // The nRF5 SDK waits by code in an array of constants.
    for array in symbols.objects(named: NameFilter(Self.delayCode), at: []) where Self.delayCode.contains(array.name) {
      functions[UInt32(truncatingIfNeeded: array.address)] = array.name
    }
    return functions
  }

  private static let delayCode = ["delay_bytecode", "delay_machine_code"]
}
