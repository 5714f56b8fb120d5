internal import AdvertisingData

/// One function of Thumb code, followed along all its paths to the calls in it.
///
/// The state at an instruction is the part that all paths to it have in common, so the arguments of a call are those
/// that it always has.
struct ThumbFunction {
  let instructions: ThumbInstructions
  let address: UInt32
  let code: [UInt8]
  /// Functions of the C library that fill memory, by address.
  let filling: [UInt64: Filling]

  enum Filling: String {
    case copy
    case set
    /// `memset` with its arguments in another order (Run-time ABI for the Arm Architecture, 4.3.4).
    case setInOtherOrder
    case clear

    /// The beginnings of the names of these functions.
    static let beginnings = ["memcpy", "memmove", "memset", "__aeabi_mem"]

    /// Makes the kind of filling from the name of a function.
    init?(function: String) {
      switch function {
      case "memcpy", "memmove": self = .copy
      case "memset": self = .set
      case _ where function.hasPrefix("__aeabi_memcpy") || function.hasPrefix("__aeabi_memmove"): self = .copy
      case _ where function.hasPrefix("__aeabi_memset"): self = .setInOtherOrder
      case _ where function.hasPrefix("__aeabi_memclr"): self = .clear
      default: return nil
      }
    }
  }

  /// A call, with the contents of the registers and of the stack.
  struct Call {
    /// The address of the call.
    var address: UInt64
    var target: UInt64
    var state: ThumbState
  }

  /// The states of a real function change only a few times; a hostile function gets no more time.
  private static let maximumPasses = 12

  /// Returns the calls, in the order of the code; none when the function is too long to follow.
  ///
  /// - Parameter effort: the number of steps that are left. The used steps are subtracted.
  func calls(to targets: Set<UInt64>, effort: inout Int) -> [Call] {
    followed(targets, &effort)?.calls ?? []
  }

  /// Returns the result of the function, when it is always the same.
  func result(effort: inout Int) -> ThumbState.Value {
    let returned = followed([], &effort)?.returned ?? []
    guard let first = returned.first?[0], returned.allSatisfy({ $0[0] == first }) else { return .unknown }
    return first
  }

  private func followed(_ targets: Set<UInt64>, _ effort: inout Int) -> Walk? {
    var walk = Walk()
    for _ in 0..<Self.maximumPasses {
      walk.begin()
      follow(&walk, targets, &effort)
      guard effort > 0 else { return nil }
      if !walk.hasChanged { return walk }
    }
    return nil
  }

  /// The state of the walk through a function.
  private struct Walk {
    /// The known state at the target of each jump, by its place in the code.
    var known: [Int: ThumbState] = [:]
    var hasChanged = false
    var calls: [Call] = []
    var returned: [ThumbState] = []
    /// The current state; `nil` where no known path leads.
    var state: ThumbState?
    /// The state at the latest jump through a table, whose targets come after it.
    var atTable: ThumbState?
    /// The number of next instructions that run only under a condition.
    var conditions = 0

    mutating func begin() {
      hasChanged = false
      calls = []
      returned = []
      state = ThumbState()
      atTable = nil
      conditions = 0
    }

    mutating func jump(to place: Int) {
      guard let state else { return }
      var merged = known[place] ?? state
      merged.merge(state)
      if known[place] != merged {
        known[place] = merged
        hasChanged = true
      }
    }

    mutating func arrive(at place: Int) {
      if let known = known[place] {
        state?.merge(known)
        state = state ?? known
      } else if state == nil {
        state = atTable
      }
    }
  }

  private func follow(_ walk: inout Walk, _ targets: Set<UInt64>, _ effort: inout Int) {
    func halfword(_ place: Int) -> UInt32 {
      place + 1 < code.count ? UInt32(instructions.memory.file.order.number(of: code[place..<place + 2])) : 0
    }
    var place = 0
    while place + 1 < code.count, effort > 0 {
      let (first, second) = (halfword(place), halfword(place + 2))
      walk.arrive(at: place)
      effort -= walk.state?.size ?? 1
      if let state = walk.state {
        step(first, second, at: place, &walk, targets)
        if walk.conditions > 0 {
          walk.conditions -= 1
          // The instruction may also be skipped.
          if walk.state == nil { walk.state = state } else { walk.state?.merge(state) }
        }
      }
      place += ThumbInstructions.size(first)
    }
  }

  private func step(
    _ first: UInt32, _ second: UInt32, at place: Int, _ walk: inout Walk, _ targets: Set<UInt64>
  ) {
    guard var state = walk.state else { return }
    let here = address &+ UInt32(place)
    let effect = instructions.run(first, second, at: here, &state)
    walk.state = state
    switch effect {
    case .none: break
    case .conditions(let count):
      // The instruction itself is not conditional.
      walk.conditions = count + 1
    case .end:
      walk.returned.append(state)
      walk.state = nil
    case .table:
      walk.atTable = state
      walk.state = nil
    case .branch(let target, let comparison, let whenEqual):
      let (distance, isBefore) = target.subtractingReportingOverflow(UInt64(address))
      guard !isBefore, distance < UInt64(code.count) else { break }
      if whenEqual { walk.state?.learn(comparison) }
      walk.jump(to: Int(distance))
      walk.state = state
      if !whenEqual { walk.state?.learn(comparison) }
    case .jump(let target, let isCertain):
      let (distance, isBefore) = target.subtractingReportingOverflow(UInt64(address))
      if !isBefore, distance < UInt64(code.count) {
        walk.jump(to: Int(distance))
      } else if targets.contains(target) {
        // A function can end with a call in the form of a jump.
        walk.calls.append(Call(address: UInt64(here), target: target, state: state))
      }
      if isCertain { walk.state = nil }
    case .call(let target):
      if let target, targets.contains(target) {
        walk.calls.append(Call(address: UInt64(here), target: target, state: state))
      }
      if let filling = target.flatMap({ filling[$0] }) { fill(filling, &walk) }
      walk.state?.call(at: here, unlessFilling: target.flatMap { filling[$0] } != nil)
    }
  }

  private func fill(_ filling: Filling, _ walk: inout Walk) {
    guard let state = walk.state else { return }
    let memory = instructions.memory
    switch filling {
    case .copy: walk.state?.fill(with: nil, count: state[2], in: memory)
    case .set: walk.state?.fill(with: state[1], count: state[2], in: memory)
    case .setInOtherOrder: walk.state?.fill(with: state[2], count: state[1], in: memory)
    case .clear: walk.state?.fill(with: .constant(0), count: state[1], in: memory)
    }
  }
}
