/// Finds the payloads that a program makes when it starts: runs its code, and catches what it hands to the stack.
///
/// It begins with `main`. If that hands over nothing, it goes on with the functions from which a catching call can be
/// reached, those that are nearest to the call first. All is run several times, each time with other contents of what
/// comes from outside the image: octets that differ come from there too.
struct AdvertisingRun {
  /// Payloads that agree in all runs but for some octets.
  struct Result: Hashable {
    var advertising: CaughtAdvertising
    /// Places of octets that came from outside the image, by payload.
    var varying: [PayloadRole: [Int]] = [:]
    /// The function of the program that made them.
    var maker: String
    /// Where the run began; `nil` for `main`.
    var beginning: String?
    /// The functions that were left before they returned, in alphabetical order.
    var abandoned: [String] = []
    /// Payloads that the program sets in calls that the run did not reach.
    var unknown: Set<PayloadRole> = []
  }

  private let memory: ImageMemory
  private let symbols: Symbols
  private let program: LoadedProgram

  private static let main = "main"
  /// Other contents of what comes from outside, one for each run.
  private static let seeds: [UInt32] = [0, 1, 2]
  /// How often a program is run.
  static var count: Int { seeds.count }
  /// Instructions of one run.
  private static let bound = 1_000_000
  /// Instructions of a function other than `main`.
  private static let functionBound = 200_000
  /// Instructions of a constructor of C++.
  private static let constructorBound = 100_000
  private static let mostConstructors = 256
  private static let mostFunctions = 24

  init(_ memory: ImageMemory, _ symbols: Symbols) {
    self.memory = memory
    self.symbols = symbols
    // Where the linker packed initial data, only the program's own code knows where they go.
    program =
      symbols.unpacksData
      ? LoadedProgram(asResetFindsIt: memory.file) ?? LoadedProgram(asMainFindsIt: memory.file)
      : LoadedProgram(asMainFindsIt: memory.file)
  }

  /// What the program hands to its stack. Empty for a program that this cannot run.
  func results() -> [Result] {
    guard memory.file.machine == .arm, !memory.file.isRelocatable, memory.file.order == .little,
      let main = symbols.function(named: Self.main)
    else { return [] }
    let reaching = ReachingFunctions(program, symbols)
    let supervisorCalls = reaching.supervisorCalls(SoftDevice.advertisingCall)
    let catching = catching
    guard !supervisorCalls.isEmpty || !catching.isEmpty else { return [] }
    let wanted = roles(of: reaching.called(of: catching))
    let notRun = answered.merging(leftOut) { first, _ in first }
    var runs = Self.seeds.map { seed in
      ProgramTrial(
        program, OutsideContents(seed: seed), notRunning: notRun, canBeExtended: symbols.canBeExtended)
    }
    let start = UInt32(truncatingIfNeeded: main.addresses.lowerBound)
    let constructors = symbols.unpacksData ? [] : constructors
    if symbols.unpacksData {
      guard let entry = memory.file.entry.flatMap(UInt32.init(exactly:)),
        StartUp.run(&runs, from: entry & ~1, to: start, symbols)
      else { return [] }
    }
    let bootHandler = symbols.called.first { $0.value == Self.bootHandler }.map { UInt32(truncatingIfNeeded: $0.key) }
    for index in runs.indices {
      for function in constructors {
        guard runs[index].construct(function, bound: Self.constructorBound) else { return [] }
      }
      runs[index].runMain(start, bound: Self.bound, taskBound: Self.functionBound, bootHandler: bootHandler)
    }
    var best = agreed(runs, beginning: nil)
    if !best.contains(where: { $0.advertising.data[.advertising] != nil }) {
      best = bestAlone(candidates(reaching.callers(of: supervisorCalls, catching)), after: runs, wanted) ?? best
    }
    best = best.filter(\.isSound)
    let missing = wanted.subtracting(Self.roles(of: best))
    return best.map { result in
      var result = result
      result.unknown = missing
      return result
    }
  }

  /// Functions to run by themselves: those that are nearest to the call first, of these the smallest.
  private func candidates(_ levels: [[Symbols.Function]]) -> [Symbols.Function] {
    var known: Set<UInt64> = []
    let functions = levels.flatMap { $0.sorted { $0.addresses.count < $1.addresses.count } }
    return Array(functions.filter { known.insert($0.addresses.lowerBound).inserted }.prefix(Self.mostFunctions))
  }

  /// The best of what functions hand over when they run by themselves: all payloads, and of these what depends least on
  /// memory that other functions may change before.
  private func bestAlone(
    _ functions: [Symbols.Function], after runs: [ProgramTrial], _ wanted: Set<PayloadRole>
  ) -> [Result]? {
    var best: (results: [Result], missing: Int, dependent: Int)?
    var bound = UnsetMemory.bound
    for function in functions {
      guard let (found, dependent) = results(of: function, after: runs, bound: &bound), !found.isEmpty else { continue }
      let missing = wanted.subtracting(Self.roles(of: found)).count
      if best.map({ (missing, dependent) < ($0.missing, $0.dependent) }) ?? true { best = (found, missing, dependent) }
      if missing == 0, dependent == 0 { break }
    }
    return best?.results
  }

  /// What a function hands over when it runs by itself, after the rest, and how many octets depend on what other functions
  /// may set; `nil` where these would send more or less.
  private func results(
    of function: Symbols.Function, after runs: [ProgramTrial], bound: inout Int
  ) -> (results: [Result], dependent: Int)? {
    let entry = UInt32(truncatingIfNeeded: function.addresses.lowerBound)
    // Many functions do nothing but tell an error where an argument is not zero.
    for isZero in [false, true] {
      func run(_ run: ProgramTrial, isNoted: Bool = false) -> ProgramTrial {
        var run = run
        if isNoted { run.program.beginNoting() }
        run.run(entry, bound: Self.functionBound, arguments: isZero ? [0, 0, 0, 0] : run.unknownArguments(entry))
        return run
      }
      let first = run(runs[0], isNoted: true)
      guard first.caught != runs[0].caught else { continue }
      let found = agreed([first] + runs.dropFirst().map { run($0) }, beginning: function.name)
      guard !found.isEmpty else { continue }
      let attempt = FunctionAttempt(entry, isZero ? [0, 0, 0, 0] : runs[0].unknownArguments(entry), Self.functionBound)
      guard let unset = UnsetMemory(before: runs[0], after: first, attempt, changesArguments: isZero, bound: &bound)
      else { continue }
      return (results(found, unset), unset.dependent)
    }
    return nil
  }

  private func results(_ found: [Result], _ unset: UnsetMemory) -> [Result] {
    // Nothing at all is what a function hands over that is given nothing.
    found.filter { $0.advertising.octets.values.contains { !$0.isEmpty } }.map { result in
      var result = result
      for (role, places) in unset.unknown {
        result.varying[role] = Set(result.varying[role] ?? []).union(places).sorted()
      }
      return result
    }.filter(\.isSound)
  }

  private static func roles(of results: [Result]) -> Set<PayloadRole> {
    results.reduce(into: []) { $0.formUnion($1.advertising.data.keys) }
  }

  /// The payloads that some functions are given.
  private func roles(of functions: Set<UInt64>) -> Set<PayloadRole> {
    functions.reduce(into: []) { roles, address in
      roles.formUnion(symbols.called[address].flatMap { AnsweredFunction.all[$0] }?.roles ?? [])
    }
  }

  /// Functions that run before `main`, in their order.
  private var constructors: [UInt32] {
    let marks = Dictionary(symbols.called.map { ($0.value, $0.key) }) { first, _ in first }
    let range: Range<UInt64>
    if let start = marks[Self.constructorMarks[0]], let end = marks[Self.constructorMarks[1]], start < end {
      range = start..<end
    } else if let section = memory.file.section(named: ".init_array").map({ memory.file.sections[$0] }) {
      range = section.address..<section.address + min(section.size, 1 << 16)
    } else {
      return []
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 4).prefix(Self.mostConstructors).compactMap {
      guard case .octets(let octets, _, _) = memory.contents(at: $0, count: 4) else { return nil }
      return UInt32(truncatingIfNeeded: memory.file.order.number(octets[...]))
    }.filter { address in program.code.contains { $0.contains(address & ~1) } }
  }

  /// Where linkers say that the list of constructors begins and ends.
  private static let constructorMarks = ["__init_array_start", "__init_array_end"]
  /// The function that Silicon Labs' stack gives its events.
  private static let bootHandler = "sl_bt_on_event"
  /// What is looked for among the symbols.
  static let names = constructorMarks + [bootHandler]

  /// What all runs hand over alike, with the places of octets that differ.
  private func agreed(_ runs: [ProgramTrial], beginning: String?) -> [Result] {
    let caughtByRun = runs.map(\.caught)
    guard let first = caughtByRun.first else { return [] }
    var results: [Result] = []
    for (index, caught) in first.enumerated() {
      var result = Result(
        advertising: caught, maker: maker(of: caught.call) ?? beginning ?? Self.main, beginning: beginning,
        abandoned: names(runs.flatMap(\.program.abandoned)))
      let others = caughtByRun.dropFirst().compactMap { $0.indices.contains(index) ? $0[index] : nil }
      guard others.count == runs.count - 1,
        others.allSatisfy({ other in
          other.stack == caught.stack && other.call?.function == caught.call?.function
            && other.octets.mapValues(\.count) == caught.octets.mapValues(\.count)
        })
      else { continue }
      // What a function was given is not known, if its run began there.
      if others.contains(where: { $0.parameters != caught.parameters }) { result.advertising.parameters = nil }
      for (role, octets) in caught.octets {
        result.varying[role] = octets.indices.filter { place in
          others.contains { $0.octets[role]?[place] != octets[place] }
        }
      }
      // What is handed over again is told once, and all calls that did are told by it.
      if let known = results.firstIndex(where: { $0.says(asMuchAs: result) }) {
        results[known].advertising.returns.formUnion(result.advertising.returns)
        continue
      }
      for other in results where result.says(asMuchAs: other) {
        result.advertising.returns.formUnion(other.advertising.returns)
      }
      results.removeAll { result.says(asMuchAs: $0) }
      results.append(result)
    }
    return results
  }

  /// The functions that are given payloads; where there are none, those that all commands of the host go through.
  private var catching: Set<UInt64> {
    let functions = answered.compactMapValues { AnsweredFunction.all[$0] }
    let giving = functions.filter { !$0.value.roles.isEmpty }
    return Set((giving.isEmpty ? functions.filter(\.value.isTransport) : giving).keys.map(UInt64.init))
  }

  /// Functions of stacks that are answered here, by address. A stack that the linker has optimised with the program has no
  /// interface any more.
  private var answered: [UInt32: String] {
    let interfaces = symbols.merged.compactMap { AnsweredFunction.all[$0] }.filter {
      !$0.roles.isEmpty || $0.isTransport
    }
    let merged = Set(interfaces.map(\.stack))
    return symbols.called.reduce(into: [:]) { names, function in
      guard let address = UInt32(exactly: function.key), let answered = AnsweredFunction.all[function.value],
        answered.stack.isEmpty || !merged.contains(answered.stack)
      else { return }
      names[address] = function.value
    }
  }

  /// Functions that no payload depends on, by address: they write logs, or end the program because of an error.
  private var leftOut: [UInt32: String] {
    var beginnings = [
      "app_error_", "nrf_log_", "assert_nrf_callback", "Error_Handler", "assert_failed", "__assert_func",
    ]
    // A stack in the same image waits for its radio. One on another processor is asked by a single function.
    let names = symbols.called.values
    if names.contains("aci_gap_init"), !names.contains("hci_send_req") { beginnings += ["aci_", "hci_"] }
    if names.contains("bt_le_adv_start") { beginnings += ["printk", "vprintk", "z_log_", "z_impl_z_log_"] }
    if names.contains(Self.bootHandler) {
      beginnings += ["advertiser", "gatt", "system", "connection", "sm", "scanner", "gap", "nvm"].map { "sl_bt_\($0)_" }
    }
    var functions: [UInt32: String] = [:]
    for function in symbols.functions(beginning: beginnings) where !function.name.contains("_event") {
      functions[UInt32(truncatingIfNeeded: function.addresses.lowerBound)] = function.name
    }
    return functions
  }

  /// The function of the program that called the SDK and the stack.
  private func maker(of call: CaughtCall?) -> String? {
    guard let call else { return nil }
    let functions = symbols.functions(holding: Set(call.callers.map { UInt64($0 &- 2) }).sorted())
    return call.callers.lazy.compactMap { functions[UInt64($0 &- 2)]?.name }.first { name in
      !AnsweredFunction.isOfStack(name)
    }
  }

  private func names(_ addresses: [UInt32]) -> [String] {
    Set(symbols.functions(holding: Set(addresses.map(UInt64.init)).sorted()).values.map(\.name)).sorted()
  }
}

extension AdvertisingRun.Result {
  /// Whether nothing was assumed to get there.
  var isCertain: Bool { beginning == nil && abandoned.isEmpty }

  /// Whether the same AD structures are sent in any case, with other values at most: their lengths and types do not vary.
  /// What is no AD structure is believed only where nothing was assumed.
  fileprivate var isSound: Bool {
    advertising.octets.allSatisfy { role, octets in
      let varying = Set(varying[role] ?? [])
      var place = 0
      while place < octets.count {
        guard !varying.contains(place) else { return false }
        let length = Int(octets[place])
        if length == 0 {
          return varying.allSatisfy { $0 < place } && octets[place...].allSatisfy { $0 == 0 } || isCertain
        }
        guard place + length < octets.count else { return isCertain && varying.isEmpty }
        guard !varying.contains(place + 1) else { return false }
        place += 1 + length
      }
      return true
    }
  }

  /// Whether it sends the same, and says at least as much about how.
  fileprivate func says(asMuchAs other: Self) -> Bool {
    advertising.octets == other.advertising.octets
      && (other.advertising.parameters == nil || other.advertising.parameters == advertising.parameters)
  }
}
