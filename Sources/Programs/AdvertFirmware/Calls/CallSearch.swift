/// Finds the calls with which a program advertises, and in code for Thumb also their arguments.
struct CallSearch {
  private let memory: ImageMemory
  private let symbols: Symbols
  private let instructions: ThumbInstructions
  private let filling: [UInt64: ThumbFunction.Filling]
  /// Functions that take payloads or parameters, by address.
  private let targets: [UInt64: String]

  private(set) var calls: [AdvertisingCall] = []
  /// The name that the host sends when the program asks for it; `nil` when it is not certain.
  private(set) var deviceName: String?

  /// The most steps for one image. Real programs take a thousandth of them.
  private static let maximumEffort = 1 << 26
  private static let longestFunction: UInt64 = 1 << 16
  private static let longestName = 248

  /// The beginnings of the names of functions that are ``isOfInterest(_:)``.
  static let beginnings =
    Array(Stack.argumentsByFunction.keys) + ThumbFunction.Filling.beginnings + AnsweredFunction.all.keys
    + AdvertisingRun.names

  /// Whether a function's calls are followed, it fills memory, or its calls are answered when the program runs.
  static func isOfInterest(_ function: String) -> Bool {
    Stack.argumentsByFunction[function] != nil || ThumbFunction.Filling(function: function) != nil
      || AnsweredFunction.all[function] != nil || AdvertisingRun.names.contains(function)
  }

  init(_ memory: ImageMemory, _ symbols: Symbols) {
    self.memory = memory
    self.symbols = symbols
    targets = symbols.called.filter { Stack.argumentsByFunction[$0.value] != nil }
    filling = symbols.called.compactMapValues(ThumbFunction.Filling.init(function:))
    instructions = ThumbInstructions(memory: memory, linked: targets.isEmpty ? [:] : memory.linkedInstructions())
  }

  mutating func run() {
    var effort = Self.maximumEffort
    let isFollowed = memory.file.machine == .arm
    let sites = CallSites(memory, of: Set(targets.keys)).sites
    let places = sites.keys.sorted()
    let functions = symbols.functions(holding: places)
    var known: Set<UInt64> = []
    var followed: [UInt64: AdvertisingCall] = [:]
    for site in places where isFollowed {
      guard let function = functions[site], !isOfStack(function), known.insert(function.addresses.lowerBound).inserted,
        let code = code(of: function)
      else { continue }
      for call in code.calls(to: Set(targets.keys), effort: &effort) {
        guard let name = targets[call.target] else { continue }
        followed[call.address] = read(call.state, of: name, in: function.name, at: call.address)
      }
    }
    for site in places {
      guard let target = sites[site], let name = targets[target] else { continue }
      if let function = functions[site], isOfStack(function) { continue }
      calls.append(
        followed[site]
          ?? unread(name, in: functions[site]?.name, at: site, because: isFollowed ? .notFollowed : .processor))
    }
    // Calls through a register with a known target are not among the sites.
    for (address, call) in followed.sorted(by: { $0.key < $1.key }) where sites[address] == nil { calls.append(call) }
    // Zephyr's name is a constant text unless the program can change it.
    if isFollowed, let function = symbols.function(named: Stack.nameFunction),
      let code = code(of: function), case .constant(let address) = code.result(effort: &effort)
    {
      deviceName = text(at: UInt64(address))
    }
  }

  /// Whether a function belongs to a stack. Its calls only do what others asked the stack for. ST's stack has a second
  /// function for each, which does the work.
  private func isOfStack(_ function: Symbols.Function) -> Bool {
    let name = function.name
    // The images of some of ST's processors contain the GAP of ST's stack.
    if name.hasPrefix("GAP_"), symbols.called.values.contains("aci_gap_init") { return true }
    // The SDK sends earlier data again, with other parameters.
    if ["ble_advertising_", "ble_advdata_"].contains(where: name.hasPrefix) { return true }
    return Stack.argumentsByFunction[name.hasSuffix("_process") ? String(name.dropLast(8)) : name] != nil
  }

  private func code(of function: Symbols.Function) -> ThumbFunction? {
    let (start, size) = (function.addresses.lowerBound, UInt64(function.addresses.count))
    guard let address = UInt32(exactly: start), size <= Self.longestFunction,
      case .octets(let code, _, _) = memory.contents(at: start, count: size)
    else { return nil }
    return ThumbFunction(instructions: instructions, address: address, code: code, filling: filling)
  }

  // MARK: Arguments

  /// Returns a call of which only the place is known.
  private func unread(
    _ function: String, in caller: String?, at address: UInt64, because why: AdvertisingCall.WhyUnread
  ) -> AdvertisingCall {
    var call = AdvertisingCall(function: function, caller: caller, address: address)
    for argument in Stack.argumentsByFunction[function] ?? [] {
      switch argument {
      case .payload(let role): call.payloads[role] = .unread(why)
      case .assembled(let role): call.payloads[role] = .unread(.assembled)
      default: break
      }
    }
    return call
  }

  private func read(
    _ state: ThumbState, of function: String, in caller: String, at address: UInt64
  ) -> AdvertisingCall {
    var call = AdvertisingCall(function: function, caller: caller, address: address)
    var numbers: [Stack.Argument: UInt64] = [:]
    let arguments = Stack.argumentsByFunction[function] ?? []
    let values = arguments.indices.map { Self.argument($0, state, in: memory) }
    for (argument, value) in zip(arguments, values) {
      if case .constant(let number) = value { numbers[argument] = UInt64(number) }
    }
    for (argument, value) in zip(arguments, values) {
      switch argument {
      case .parameters(let name):
        call.parameters = ParameterStructure.parameters(
          of: ParameterStructure.named(name), order: memory.file.order, canBeExtended: symbols.canBeExtended
        ) {
          state.octets(at: value, count: $0, in: memory, takesInitial: true)
        }
      case .payload(let role):
        let isCounted = arguments.contains(.count(role))
        let count = numbers[.count(role)].flatMap { Int(exactly: $0) }
        call.payloads[role] = passed(value, count: count, isCounted: isCounted)
      case .assembled(let role): call.payloads[role] = .unread(.assembled)
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

  private func passed(_ value: ThumbState.Value, count: Int?, isCounted: Bool) -> AdvertisingCall.PassedPayload {
    if count == 0 { return .nothing }
    return switch value {
    case .constant(0): .nothing
    case .constant(let address): .at(UInt64(address), count: isCounted ? count : nil)
    case .stack: .unread(.onStack)
    case .result: .unread(.returned)
    case .unknown: .unread(.computed)
    }
  }

  /// Returns an argument. The first four are in registers, the others on the stack (Procedure Call Standard for the Arm
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
