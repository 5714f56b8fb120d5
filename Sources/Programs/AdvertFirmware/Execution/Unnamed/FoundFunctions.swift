internal import AdvertisingData

/// The functions of a program without symbols: the targets of calls and pointers, where the code begins like a
/// function.
struct FoundFunctions {
  /// The beginnings of the functions, in ascending order.
  private let starts: [UInt32]
  private let code: [Range<UInt32>]
  /// The calls in the code, where they were found with the functions.
  private let calls: [CalledCode.Call]

  private static let maximumStarts = 1 << 16
  private static let maximumSites = 4096

  init(_ program: LoadedProgram) {
    code = program.code
    calls = []
    var targets: Set<UInt32> = []
    var beginnings: Set<UInt32> = []
    var supervisorCalls: Set<UInt32> = []
    func isCode(_ address: UInt32) -> Bool { program.code.contains { $0.contains(address) } }
    program.eachInstruction { first, second, address in
      if Self.isBeginning(first, second) { beginnings.insert(address) }
      // A function that contains only a supervisor call and `bx lr`.
      if first >> 8 == 0xDF, second == 0x4770 { supervisorCalls.insert(address) }
      if let target = ThumbInstructions.target(first, second, at: address), isCode(target.address) {
        targets.insert(target.address)
      }
      let pointer = second << 16 | first
      if address & 3 == 0, pointer & 1 == 1, isCode(pointer & ~1) { targets.insert(pointer & ~1) }
      return targets.count < Self.maximumStarts
    }
    starts = targets.intersection(beginnings).union(supervisorCalls).sorted()
  }

  /// Takes the functions of a program that is not for Thumb.
  init(_ called: CalledCode, _ program: LoadedProgram) {
    starts = called.starts
    code = program.code
    calls = called.calls
  }

  /// Returns the instructions that call one of some functions, with the functions; `nil` where the calls are not known.
  func calls(of targets: Set<UInt64>) -> [UInt64: UInt64]? {
    guard !calls.isEmpty else { return nil }
    var sites: [UInt64: UInt64] = [:]
    for call in calls where targets.contains(UInt64(call.target)) && sites.count < Self.maximumSites {
      sites[UInt64(call.site)] = UInt64(call.target)
    }
    return sites
  }

  /// Whether an instruction saves the return address, which is the first step of functions that call others.
  static func isBeginning(_ first: UInt32, _ second: UInt32) -> Bool {
    first >> 8 == 0xB5 || first == 0xE92D && second & 0x4000 != 0
  }

  /// Returns the functions that contain some addresses, by address: each ends where the next one begins.
  func functions(holding sites: [UInt64]) -> [UInt64: Symbols.Function] {
    var functions: [UInt64: Symbols.Function] = [:]
    for site in sites {
      guard let site = UInt32(exactly: site), let part = code.first(where: { $0.contains(site) }) else { continue }
      let next = starts.indices.partitioningIndex { starts[$0] > site }
      guard next > 0, starts[next - 1] >= part.lowerBound else { continue }
      let end = next < starts.count ? min(starts[next], part.upperBound) : part.upperBound
      functions[UInt64(site)] = Symbols.Function(
        addresses: UInt64(starts[next - 1])..<UInt64(end), name: Self.name(starts[next - 1]))
    }
    return functions
  }

  /// Returns the name for a function without a name.
  static func name(_ address: UInt32) -> String { "function at 0x\(String(address, radix: 16))" }
}

/// The functions of a program: those that its symbols name, or those that its code shows.
enum ProgramFunctions {
  case named(Symbols)
  case found(FoundFunctions)

  /// Returns the functions that contain some addresses, by address.
  ///
  /// - Parameter sites: the addresses, sorted.
  func functions(holding sites: [UInt64]) -> [UInt64: Symbols.Function] {
    switch self {
    case .named(let symbols): symbols.functions(holding: sites)
    case .found(let found): found.functions(holding: sites)
    }
  }
}
