/// The functions of a program from which caught calls can be reached.
struct ReachingFunctions {
  private let program: LoadedProgram
  private let functions: ProgramFunctions
  /// The memory of a program whose symbols are known.
  private let memory: ImageMemory?

  /// The most calls between a function and the caught call.
  private static let maximumLevels = 4
  private static let maximumSites = 4096

  init(_ program: LoadedProgram, _ functions: ProgramFunctions, in memory: ImageMemory? = nil) {
    self.program = program
    self.functions = functions
    self.memory = memory
  }

  /// Returns the functions among some that code outside of the stacks calls, or jumps to.
  func called(of targets: Set<UInt64>) -> Set<UInt64> {
    var called: Set<UInt64> = []
    let sites = calls(of: targets)
    let functions = self.functions.functions(holding: sites.keys.sorted())
    for (site, target) in sites where !AnsweredFunction.isOfStack(functions[site]?.name ?? "") { called.insert(target) }
    return called
  }

  /// Returns the instructions that call or jump to one of some functions: their addresses, with the functions.
  private func calls(of targets: Set<UInt64>) -> [UInt64: UInt64] {
    if let memory { return CallSites(memory, of: targets).sites }
    guard !targets.isEmpty else { return [:] }
    if case .found(let found) = functions, let sites = found.calls(of: targets) { return sites }
    // The other programs without symbols are for Thumb.
    var sites: [UInt64: UInt64] = [:]
    program.eachInstruction { first, second, address in
      guard let target = ThumbInstructions.target(first, second, at: address), targets.contains(UInt64(target.address))
      else { return true }
      sites[UInt64(address)] = UInt64(target.address)
      return sites.count < Self.maximumSites
    }
    return sites
  }

  /// Returns the addresses of a supervisor call, in ascending order.
  func supervisorCalls(_ instruction: UInt32) -> [UInt64] {
    var sites: [UInt64] = []
    program.eachInstruction { first, _, address in
      if first == instruction { sites.append(UInt64(address)) }
      return sites.count < Self.maximumSites
    }
    return sites.sorted()
  }

  /// Returns the functions from which calls can be reached, the nearest first.
  ///
  /// - Parameters:
  ///   - supervisorCalls: addresses of instructions in functions of the stack.
  ///   - functions: functions that are caught by name.
  func callers(of supervisorCalls: [UInt64], _ functions: Set<UInt64>) -> [[Symbols.Function]] {
    var levels: [[Symbols.Function]] = []
    var targets = Set(self.functions(holding: supervisorCalls).map { $0.addresses.lowerBound }).union(functions)
    var known = targets
    for _ in 0..<Self.maximumLevels where !targets.isEmpty {
      let sites = calls(of: targets).keys.sorted()
      let found = self.functions(holding: sites).filter { known.insert($0.addresses.lowerBound).inserted }
      let own = found.filter { !AnsweredFunction.isOfStack($0.name) }
      if !own.isEmpty { levels.append(own) }
      targets = Set(found.map { $0.addresses.lowerBound })
    }
    return levels
  }

  private func functions(holding sites: [UInt64]) -> [Symbols.Function] {
    var functions: [Symbols.Function] = []
    for function in self.functions.functions(holding: sites).values
    where !functions.contains(where: { $0.addresses == function.addresses }) {
      functions.append(function)
    }
    return functions.sorted { $0.addresses.lowerBound < $1.addresses.lowerBound }
  }
}
