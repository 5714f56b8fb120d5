/// A journal of the instructions that wrote the octets in a program's memory, and of the calls that were running then.
struct StoreJournal {
  /// The writer of an octet.
  struct Origin {
    /// The address of the instruction; 0 for none.
    var site: UInt32 = 0
    /// The number in the journal of the call that was running.
    var call: UInt32 = 0
    /// The number of instructions before it.
    var steps: UInt32 = 0
    /// The call that made the value: for a copy of other memory the call that wrote that memory.
    var maker: UInt32 = 0

    /// The makers that are no calls of the program.
    enum Maker {
      /// No code wrote the value: it was copied from memory that nothing has filled.
      static let nothing = UInt32.max
      /// A peripheral wrote the value by itself.
      static let peripheral = UInt32.max - 1
    }
  }

  /// The number of instructions so far.
  var steps = 0
  /// The current instruction and call.
  var current = Origin()
  /// The lowest address of the running function's stack.
  var stack: UInt32 = 0
  /// The calls by their number. The first one represents all unknown calls.
  private var calls = [Call(entry: 0, around: 0, returnAddress: 0, stack: 0)]

  /// A call of a function.
  private struct Call {
    /// The address of the function.
    let entry: UInt32
    /// The surrounding call; 0 for none.
    let around: UInt32
    let returnAddress: UInt32
    /// The stack pointer when it began.
    let stack: UInt32
    /// Whether the call has returned, or was left.
    var hasEnded = false
  }

  private static let maximumCalls = 1 << 18
  private static let maximumCallers = 16

  /// Notes a call within another one, and returns its number.
  mutating func enter(
    _ entry: UInt32, from call: UInt32, returningTo address: UInt32, stack: UInt32
  ) -> UInt32 {
    guard calls.count < Self.maximumCalls else { return 0 }
    calls.append(Call(entry: entry, around: call, returnAddress: address, stack: stack))
    return UInt32(calls.count - 1)
  }

  /// Returns the address of the function of a call.
  func entry(of call: UInt32) -> UInt32 { calls[Int(call)].entry }

  /// Notes that a call has returned, or was left.
  mutating func end(_ call: UInt32) { calls[Int(call)].hasEnded = true }

  /// Returns the return addresses of a call and of the calls around it, the innermost first.
  func callers(of call: UInt32) -> [UInt32] {
    chain(of: call).prefix(Self.maximumCallers).map { calls[Int($0)].returnAddress }
  }

  /// Returns a call and the calls around it, the innermost first; nothing for an unknown call.
  func chain(of call: UInt32) -> [UInt32] {
    var chain: [UInt32] = []
    var call = call
    // A call has a higher number than the calls around it.
    while call != 0, calls.indices.contains(Int(call)) {
      chain.append(call)
      call = calls[Int(call)].around
    }
    return chain
  }

  /// Whether a call is one with which the program begins, or has not ended: `main`, a task, code before `main`. It does
  /// all kinds of work, not only that for a payload.
  ///
  /// - Parameter isAlone: whether a function was run by itself, so that the outermost call is not the program's.
  func isOuter(_ call: UInt32, isAlone: Bool) -> Bool {
    !calls[Int(call)].hasEnded || calls[Int(call)].around == 0 && !isAlone
  }

  /// Returns the innermost call that contains two calls, and the call in it that leads to the first one; 0 where there
  /// is none.
  func common(_ one: UInt32, _ other: UInt32) -> (call: UInt32, inner: UInt32) {
    var (one, other, inner) = (one, other, UInt32(0))
    guard calls.indices.contains(Int(one)), calls.indices.contains(Int(other)) else { return (0, 0) }
    while one != other {
      if one > other {
        inner = one
        one = calls[Int(one)].around
      } else {
        other = calls[Int(other)].around
      }
    }
    return (one, inner)
  }

  /// Whether an octet is in a part of the stack that was freed since a call wrote it: the function that reserved that
  /// part has ended, and another function uses it now, without having written the octet.
  func isFreed(_ address: UInt32, writtenIn call: UInt32) -> Bool {
    guard call != 0, current.call != 0, address >= stack else { return false }
    // Of all functions that were running when the octet was written, those inside this one have ended.
    let ended = common(call, current.call).inner
    return ended != 0 && address < calls[Int(ended)].stack
  }
}

/// An instruction of a program that wrote an octet of a payload.
struct OctetWriter: Hashable {
  /// The address of the instruction; 0 where no code wrote the octet.
  let site: UInt32
  /// The return addresses of the functions that were running, the innermost first.
  let callers: [UInt32]
  /// The number of instructions before it.
  var steps: UInt32 = 0
  /// The call that made the value, as in ``StoreJournal/Origin``.
  var maker: UInt32 = 0

  /// Whether no code wrote the value.
  var isNothing: Bool { maker == StoreJournal.Origin.Maker.nothing }
  /// Whether a peripheral wrote the value by itself.
  var isPeripheral: Bool { maker == StoreJournal.Origin.Maker.peripheral }
}

extension ProgramMemory {
  /// Returns the writers of octets; `nil` for octets of the image that the program has not written.
  func writers(at address: UInt32, count: Int) -> [OctetWriter?] {
    var known: [UInt32: [UInt32]] = [:]
    return (0..<UInt32(clamping: count)).map { index in
      guard let origin = valueOrigin(of: address &+ index) else { return nil }
      let callers = known[origin.call] ?? journal.callers(of: origin.call)
      known[origin.call] = callers
      return OctetWriter(site: origin.site, callers: callers, steps: origin.steps, maker: origin.maker)
    }
  }
}
