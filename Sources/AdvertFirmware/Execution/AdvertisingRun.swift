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
  }

  private let memory: ImageMemory
  private let symbols: Symbols
  private let segments: [LoadedSegment]
  private let code: [Range<UInt32>]

  private static let main = "main"
  /// Other contents of what comes from outside, one for each run.
  private static let seeds: [UInt32] = [0, 1, 2]
  /// How often a program is run.
  static var count: Int { seeds.count }
  /// Instructions of one run.
  private static let bound = 1_000_000
  /// Instructions of a function other than `main`.
  private static let functionBound = 200_000
  private static let mostFunctions = 24
  /// A program that asks the same again and again waits for something that does not happen.
  private static let mostRepeats = 64

  init(_ memory: ImageMemory, _ symbols: Symbols) {
    self.memory = memory
    self.symbols = symbols
    let file = memory.file
    var segments: [LoadedSegment] = []
    var code: [Range<UInt32>] = []
    for section in file.sections where section.isAllocated && section.size > 0 {
      let (end, overflow) = section.address.addingReportingOverflow(section.size)
      guard !overflow, end <= 1 << 32, section.size <= 1 << 24 else { continue }
      segments.append(
        LoadedSegment(addresses: section.address..<end, contents: section.hasNoBits ? nil : file.contents(of: section)))
      if section.isExecutable, let last = UInt32(exactly: end) {
        code.append(UInt32(truncatingIfNeeded: section.address)..<last)
      }
    }
    // Where sections overlap, one of them is only the room for what the program copies.
    self.segments = segments.filter { $0.contents == nil } + segments.filter { $0.contents != nil }
    self.code = code
  }

  /// What the program hands to its stack. Empty for a program that this cannot run.
  func results() -> [Result] {
    guard memory.file.machine == .arm, !memory.file.isRelocatable, memory.file.order == .little,
      let main = symbols.function(named: Self.main)
    else { return [] }
    let reaching = ReachingFunctions(memory, symbols)
    let supervisorCalls = reaching.supervisorCalls(SoftDevice.advertisingCall)
    let catching = answered.filter { AnsweredFunction.all[$0.value]?.roles.isEmpty == false }
    guard !supervisorCalls.isEmpty || !catching.isEmpty else { return [] }
    let entry = UInt32(truncatingIfNeeded: main.addresses.lowerBound)
    let notRun = answered.merging(leftOut) { first, _ in first }
    var runs = Self.seeds.map { seed in Run(segments, code, OutsideContents(seed: seed), notRunning: notRun) }
    for index in runs.indices { runs[index].run(entry, bound: Self.bound) }
    let found = agreed(runs, beginning: nil)
    guard found.isEmpty else { return found }
    var known: Set<UInt64> = []
    for level in reaching.callers(of: supervisorCalls, Set(catching.keys.map(UInt64.init))) {
      for function in level.sorted(by: { $0.addresses.count < $1.addresses.count }) {
        guard known.insert(function.addresses.lowerBound).inserted, known.count <= Self.mostFunctions else { continue }
        var runs = runs
        for index in runs.indices {
          runs[index].runAlone(UInt32(truncatingIfNeeded: function.addresses.lowerBound), bound: Self.functionBound)
        }
        let found = agreed(runs, beginning: function.name)
        guard found.isEmpty else { return found }
      }
    }
    return []
  }

  /// One of the runs.
  private struct Run {
    var program: ProgramRun
    var host: RunningHost
    private let outside: OutsideContents
    private var latest: ProgramRun.Request?
    private var repeats = 0

    /// Where the stack of the program begins: in RAM that nothing else is likely to use.
    private static let stackPointer: UInt32 = 0x2003_FF00

    init(
      _ segments: [LoadedSegment], _ code: [Range<UInt32>], _ outside: OutsideContents,
      notRunning names: [UInt32: String]
    ) {
      self.outside = outside
      program = ProgramRun(
        ThumbProcessor(memory: ProgramMemory(segments: segments, outside: outside)), code: code, catching: names)
      host = RunningHost(outside: outside)
    }

    mutating func run(_ entry: UInt32, bound: Int, arguments: [UInt32] = [0, 0, 0, 0]) {
      repeats = 0
      program.run(entry, stack: Self.stackPointer, bound: bound, arguments: arguments) {
        request, arguments, callers, memory in
        repeats = request == latest ? repeats + 1 : 0
        latest = request
        guard repeats < AdvertisingRun.mostRepeats else { return .end }
        switch request {
        case .supervisorCall(let number):
          return .result(SoftDevice.answer(number, arguments, callers: callers, &host, &memory))
        case .function(let name):
          guard let function = AnsweredFunction.all[name] else { return .result(0) }
          host.begin(CaughtCall(function: name, callers: callers), stack: function.stack)
          return function.answer(arguments, &host, &memory)
        }
      }
      host.finish()
    }

    /// Runs a function with arguments that are not known.
    mutating func runAlone(_ entry: UInt32, bound: Int) {
      let words = outside.page(from: entry, count: 16)
      let arguments = (0..<4).map { index in
        words[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      run(entry, bound: bound, arguments: arguments)
    }
  }

  /// What all runs hand over alike, with the places of octets that differ.
  private func agreed(_ runs: [Run], beginning: String?) -> [Result] {
    guard let first = runs.first else { return [] }
    var results: [Result] = []
    for (index, caught) in first.host.caught.enumerated() {
      var result = Result(
        advertising: caught, maker: maker(of: caught.call) ?? beginning ?? Self.main, beginning: beginning,
        abandoned: names(runs.flatMap(\.program.abandoned)))
      let others = runs.dropFirst().compactMap {
        $0.host.caught.indices.contains(index) ? $0.host.caught[index] : nil
      }
      guard others.count == runs.count - 1,
        others.allSatisfy({ other in
          other.stack == caught.stack && other.call?.function == caught.call?.function
            && other.parameters == caught.parameters
            && other.octets.mapValues(\.count) == caught.octets.mapValues(\.count)
        })
      else { continue }
      for (role, octets) in caught.octets {
        result.varying[role] = octets.indices.filter { place in
          others.contains { $0.octets[role]?[place] != octets[place] }
        }
      }
      if !results.contains(where: { $0.says(asMuchAs: result) }) {
        results.removeAll { result.says(asMuchAs: $0) }
        results.append(result)
      }
    }
    return results
  }

  /// Functions of stacks that are answered here, by address.
  private var answered: [UInt32: String] {
    symbols.called.reduce(into: [:]) { names, function in
      guard let address = UInt32(exactly: function.key), AnsweredFunction.all[function.value] != nil else { return }
      names[address] = function.value
    }
  }

  /// Functions that no payload depends on: they write logs, or end the program because of an error. By address.
  private var leftOut: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for function in symbols.functions(beginning: ["app_error_", "nrf_log_", "assert_nrf_callback"]) {
      names[UInt32(truncatingIfNeeded: function.addresses.lowerBound)] = function.name
    }
    return names
  }

  /// The function of the program that called the SDK and the stack.
  private func maker(of call: CaughtCall?) -> String? {
    guard let call else { return nil }
    let functions = symbols.functions(holding: Set(call.callers.map { UInt64($0 &- 2) }).sorted())
    return call.callers.lazy.compactMap { functions[UInt64($0 &- 2)]?.name }.first { name in
      !AnsweredFunction.beginningsOfStacks.contains(where: name.hasPrefix)
    }
  }

  private func names(_ addresses: [UInt32]) -> [String] {
    Set(symbols.functions(holding: Set(addresses.map(UInt64.init)).sorted()).values.map(\.name)).sorted()
  }
}

extension AdvertisingRun.Result {
  /// Whether it sends the same, and says at least as much about how.
  fileprivate func says(asMuchAs other: Self) -> Bool {
    advertising.octets == other.advertising.octets
      && (other.advertising.parameters == nil || other.advertising.parameters == advertising.parameters)
  }
}
