/// Finds the calls with which a program for Thumb advertises, and what it gives them.
struct CallSearch {
  private let memory: ImageMemory
  private let symbols: Symbols
  private let instructions: ThumbInstructions
  private let filling: [UInt64: ThumbFunction.Filling]
  /// Functions that take payloads or parameters, by address.
  private let targets: [UInt64: String]

  private(set) var calls: [AdvertisingCall] = []
  /// The name that the host sends when it is asked to; `nil` when that is not certain.
  private(set) var deviceName: String?

  /// Steps for one image: those of real programs take a thousandth.
  private static let mostEffort = 1 << 26
  private static let longestFunction: UInt64 = 1 << 16
  private static let longestName = 248

  /// How functions begin that are ``isOfInterest(_:)``.
  static let beginnings = Array(Stack.argumentsByFunction.keys) + ThumbFunction.Filling.beginnings

  /// Functions whose calls are followed, and those that fill memory.
  static func isOfInterest(_ function: String) -> Bool {
    Stack.argumentsByFunction[function] != nil || ThumbFunction.Filling(function: function) != nil
  }

  init(_ memory: ImageMemory, _ symbols: Symbols) {
    self.memory = memory
    self.symbols = symbols
    targets = symbols.called.filter { Stack.argumentsByFunction[$0.value] != nil }
    filling = symbols.called.compactMapValues(ThumbFunction.Filling.init(function:))
    instructions = ThumbInstructions(memory: memory, linked: targets.isEmpty ? [:] : memory.linkedInstructions())
  }

  mutating func run() {
    guard memory.file.machine == .arm else { return }
    var effort = Self.mostEffort
    if !targets.isEmpty {
      let sites = sites().sorted()
      let functions = symbols.thumbFunctions(holding: sites)
      var known: Set<UInt64> = []
      for site in sites {
        guard let function = functions[site],
          // What a stack does in its own functions is what others asked it for.
          Stack.argumentsByFunction[function.name] == nil, known.insert(function.addresses.lowerBound).inserted,
          let code = code(of: function)
        else { continue }
        for call in code.calls(to: Set(targets.keys), effort: &effort) {
          guard let name = targets[call.target] else { continue }
          calls.append(read(call.state, of: name, in: function.name))
        }
      }
    }
    // Zephyr's name is a text unless the program can change it.
    if let function = symbols.thumbFunction(named: Stack.nameFunction),
      let code = code(of: function), case .constant(let address) = code.result(effort: &effort)
    {
      deviceName = text(at: UInt64(address))
    }
  }

  private func code(of function: Symbols.Function) -> ThumbFunction? {
    let (start, size) = (function.addresses.lowerBound, UInt64(function.addresses.count))
    guard let address = UInt32(exactly: start), size <= Self.longestFunction,
      case .octets(let code, _, _) = memory.contents(at: start, count: size)
    else { return nil }
    return ThumbFunction(instructions: instructions, address: address, code: code, filling: filling)
  }

  /// Where functions of interest are called.
  private func sites() -> [UInt64] {
    if memory.file.isRelocatable {
      return instructions.linked.filter { targets[$0.value] != nil }.map(\.key)
    }
    var sites: [UInt64] = []
    for section in memory.file.sections where section.isAllocated && section.isExecutable {
      guard let bytes = memory.file.contents(of: section) else { continue }
      var start = 0
      while start + 3 < bytes.count, sites.count < Self.mostSites {
        let count = min(bytes.count - start, Self.stretch + 2)
        guard let code = bytes.octets(at: UInt64(start), count: UInt64(count)) else { break }
        for place in stride(from: 0, to: count - 3, by: 2) {
          let big = memory.file.order == .big
          // Most halfwords are no part of a long jump; this octet says so.
          guard code[place + (big ? 0 : 1)] & 0xF8 == 0xF0 else { continue }
          let first = UInt32(memory.file.order.number(code[place..<place + 2]))
          let second = UInt32(memory.file.order.number(code[place + 2..<place + 4]))
          let address = UInt32(truncatingIfNeeded: section.address) &+ UInt32(truncatingIfNeeded: start + place)
          if let (target, _) = ThumbInstructions.target(first, second, at: address), targets[UInt64(target)] != nil {
            sites.append(UInt64(address))
          }
        }
        start += Self.stretch
      }
    }
    return sites
  }

  private static let mostSites = 4096
  /// Octets of code looked at together.
  private static let stretch = 1 << 20

  // MARK: Arguments

  private func read(_ state: ThumbState, of function: String, in caller: String) -> AdvertisingCall {
    var call = AdvertisingCall(function: function, caller: caller)
    var numbers: [Stack.Argument: UInt64] = [:]
    let arguments = Stack.argumentsByFunction[function] ?? []
    for (index, argument) in arguments.enumerated() {
      let value = Self.argument(index, state, in: memory)
      switch (argument, value) {
      case (.parameters(let name), _):
        guard let structure = ParameterStructure.named(name),
          let octets = state.octets(at: value, count: structure.size, in: memory, takesInitial: true)
        else { continue }
        call.parameters = structure.parameters(
          .init(octets: octets, order: memory.file.order, canBeExtended: symbols.canBeExtended))
      case (.payload(let role), .constant(let address)):
        call.arrays[role] = address == 0 ? .nothing : .at(UInt64(address))
      case (_, .constant(let number)): numbers[argument] = UInt64(number)
      default: break
      }
    }
    if let kind = numbers[.kind] {
      call.parameters = AdvertisingParameters(
        legacyType: kind, intervalUnits: (numbers[.leastInterval] ?? 0, numbers[.mostInterval] ?? 0))
    }
    call.parameters?.evidence = .call(function, in: caller)
    return call
  }

  /// The first four arguments are in registers, the others on the stack (Procedure Call Standard for the Arm
  /// Architecture, 6.4).
  private static func argument(_ index: Int, _ state: ThumbState, in memory: ImageMemory) -> ThumbState.Value {
    guard index >= 4 else { return state[index] }
    let place = state.sum(state[ThumbState.stackPointer], .constant(UInt32(4 * (index - 4))))
    return state.load(place, size: 4, in: memory)
  }

  private func text(at address: UInt64) -> String? {
    var octets: [UInt8] = []
    while octets.count <= Self.longestName {
      guard
        case .octets(let octet, _, isWritable: false) = memory.contents(at: address + UInt64(octets.count), count: 1)
      else { return nil }
      if octet == [0] { return octets.isEmpty ? nil : String(validating: octets, as: UTF8.self) }
      octets += octet
    }
    return nil
  }
}

/// A call of a function that is given payloads or parameters.
struct AdvertisingCall: Hashable, Sendable {
  let function: String
  /// The function of the program that calls it.
  let caller: String
  /// What is passed as payloads, as far as it is certain.
  var arrays: [PayloadRole: PassedArray] = [:]
  var parameters: AdvertisingParameters?

  /// What is passed as a payload.
  enum PassedArray: Hashable, Sendable {
    case nothing
    case at(UInt64)
  }
}
