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
  /// How many calls may lie between a function and the call that is caught.
  private static let mostLevels = 4
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
    let catching = sites { first, _, _ in first == SoftDevice.advertisingCall }
    guard !catching.isEmpty else { return [] }
    let entry = UInt32(truncatingIfNeeded: main.addresses.lowerBound)
    let leftOut = leftOut
    var runs = Self.seeds.map { seed in Run(segments, code, OutsideContents(seed: seed), leavingOut: leftOut) }
    for index in runs.indices { runs[index].run(entry, bound: Self.bound) }
    let found = agreed(runs, beginning: nil)
    guard found.isEmpty else { return found }
    var known: Set<UInt64> = []
    for level in callers(of: catching) {
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
    var stack: SoftDevice
    private let outside: OutsideContents
    private var latest: UInt8 = 0
    private var repeats = 0

    /// Where the stack of the program begins: in RAM that nothing else is likely to use.
    private static let stackPointer: UInt32 = 0x2003_FF00

    init(
      _ segments: [LoadedSegment], _ code: [Range<UInt32>], _ outside: OutsideContents,
      leavingOut names: [UInt32: String]
    ) {
      self.outside = outside
      program = ProgramRun(
        ThumbProcessor(memory: ProgramMemory(segments: segments, outside: outside)), code: code, catching: names)
      stack = SoftDevice(outside: outside)
    }

    mutating func run(_ entry: UInt32, bound: Int, arguments: [UInt32] = [0, 0, 0, 0]) {
      repeats = 0
      program.run(entry, stack: Self.stackPointer, bound: bound, arguments: arguments) { request, callers, processor in
        guard case .supervisorCall(let number) = request else {
          processor.registers[0] = 0
          return true
        }
        repeats = number == latest ? repeats + 1 : 0
        latest = number
        stack.answer(number, callers: callers, &processor)
        return repeats < AdvertisingRun.mostRepeats
      }
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
    for (index, caught) in first.stack.caught.enumerated() {
      var result = Result(
        advertising: caught, maker: maker(of: caught) ?? beginning ?? Self.main, beginning: beginning,
        abandoned: names(runs.flatMap(\.program.abandoned)))
      let others = runs.dropFirst().compactMap {
        $0.stack.caught.indices.contains(index) ? $0.stack.caught[index] : nil
      }
      guard others.count == runs.count - 1,
        others.allSatisfy({ other in
          other.function == caught.function && other.parameters == caught.parameters
            && other.data.mapValues(\.count) == caught.data.mapValues(\.count)
        })
      else { continue }
      for (role, octets) in caught.data {
        result.varying[role] = octets.indices.filter { place in
          others.contains { $0.data[role]?[place] != octets[place] }
        }
      }
      if !results.contains(where: { $0.says(asMuchAs: result) }) {
        results.removeAll { result.says(asMuchAs: $0) }
        results.append(result)
      }
    }
    return results
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
  private func maker(of caught: CaughtAdvertising) -> String? {
    let functions = symbols.functions(holding: Set(caught.callers.map { UInt64($0 &- 2) }).sorted())
    return caught.callers.lazy.compactMap { functions[UInt64($0 &- 2)]?.name }.first { name in
      !SoftDevice.beginningsOfItsFunctions.contains(where: name.hasPrefix)
    }
  }

  private func names(_ addresses: [UInt32]) -> [String] {
    Set(symbols.functions(holding: Set(addresses.map(UInt64.init)).sorted()).values.map(\.name)).sorted()
  }

  // MARK: Functions that lead to the call

  /// Functions from which a call that is caught can be reached, those nearest to it first.
  private func callers(of catching: [UInt64]) -> [[Symbols.Function]] {
    var levels: [[Symbols.Function]] = []
    var targets = Set(functions(holding: catching).map(\.addresses.lowerBound))
    var known = targets
    for _ in 0..<Self.mostLevels where !targets.isEmpty {
      let found = functions(
        holding: sites { first, second, address in
          ThumbInstructions.target(first, second, at: address).map { targets.contains(UInt64($0.address)) } ?? false
        }
      ).filter { known.insert($0.addresses.lowerBound).inserted }
      if !found.isEmpty { levels.append(found) }
      targets = Set(found.map(\.addresses.lowerBound))
    }
    return levels
  }

  private func functions(holding sites: [UInt64]) -> [Symbols.Function] {
    var functions: [Symbols.Function] = []
    for function in symbols.functions(holding: sites).values
    where !functions.contains(where: { $0.addresses == function.addresses }) {
      functions.append(function)
    }
    return functions.sorted { $0.addresses.lowerBound < $1.addresses.lowerBound }
  }

  /// Addresses of instructions, in ascending order.
  private func sites(_ isWanted: (_ first: UInt32, _ second: UInt32, _ address: UInt32) -> Bool) -> [UInt64] {
    var sites: [UInt64] = []
    for section in memory.file.sections where section.isAllocated && section.isExecutable && section.size <= 1 << 23 {
      guard let bytes = memory.file.contents(of: section),
        let octets = bytes.octets(at: 0, count: UInt64(bytes.count))
      else { continue }
      for place in stride(from: 0, to: octets.count - 3, by: 2) where sites.count < 4096 {
        let first = UInt32(octets[place]) | UInt32(octets[place + 1]) << 8
        let second = UInt32(octets[place + 2]) | UInt32(octets[place + 3]) << 8
        let address = UInt32(truncatingIfNeeded: section.address) &+ UInt32(truncatingIfNeeded: place)
        if isWanted(first, second, address) { sites.append(UInt64(address)) }
      }
    }
    return sites.sorted()
  }
}

extension AdvertisingRun.Result {
  /// Whether it sends the same, and says at least as much about how.
  fileprivate func says(asMuchAs other: Self) -> Bool {
    advertising.data == other.advertising.data
      && (other.advertising.parameters == nil || other.advertising.parameters == advertising.parameters)
  }
}
