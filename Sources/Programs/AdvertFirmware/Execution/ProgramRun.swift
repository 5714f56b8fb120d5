/// Runs functions of a program within bounds, and passes on the calls that leave the program.
///
/// A function that waits for hardware, never returns, or needs an unknown instruction is left after a bound, with zero
/// as its result, which means success for most functions. A function that stops because of another function's result
/// continues with a different result. Both are counted, because they are assumptions.
struct ProgramRun<Code: Processor> {
  private(set) var processor: Code
  /// Functions that are not run, by address: their calls are passed on.
  var caught: [UInt32: String]
  /// The most instructions of each function.
  var bounds = RunBounds()
  /// The most instructions of all runs of the image.
  let effort: RunEffort
  /// The addresses of the image's code.
  private let code: [Range<UInt32>]
  private var frames: [RunningFunction<Code>] = []
  /// The number of instructions so far, with those whose condition was false: they take time, too.
  private(set) var steps = 0
  private var skipped = 0
  /// The number of executed instructions so far.
  var executed: Int { steps - skipped }
  /// The interventions where the program did not continue by itself, in the order of the run.
  private(set) var interventions: [Intervention<Code.State>] = []
  /// The delays that were cut short, in the order of the run. Each takes some dozens of instructions before it is
  /// recognised, so the bounds of instructions limit their number, too.
  private(set) var delays: [SkippedDelay] = []
  /// The functions that were left before they returned, by address.
  var abandoned: [UInt32] { interventions.filter { $0.kind == .left || $0.kind == .otherResult }.map { $0.function } }
  private var abandonedCount = 0
  /// How often functions were left since they last returned by themselves, by address.
  private var timesLeft: [UInt32: Int] = [:]

  private mutating func note(_ kind: Intervention<Code.State>.Kind, _ function: UInt32, _ obstacle: Obstacle? = nil) {
    if kind == .left || kind == .otherResult {
      // All functions that were left must be known. Their number has a bound of its own.
      abandonedCount += 1
    } else if interventions.count >= RunBounds.maximumInterventions {
      return
    }
    interventions.append(
      Intervention(
        steps: executed, kind: kind, function: function, call: frames.last?.call ?? 0, counter: processor.counter,
        state: processor.state, obstacle: obstacle))
  }

  /// The instruction that runs.
  private var site: UInt32 = 0
  /// A loop that only lets time pass.
  private var delay = DelayLoop<Code>()
  /// An earlier state, and the number of changes of the memory at that time.
  private var past: (state: Code.State, site: UInt32, changes: Int)?
  /// Whether a stack calls the outermost function.
  private var isCallback = false
  /// The number of instructions at which the run ends.
  private var last = 0
  /// The return address of the outermost function.
  private var end: UInt32 = 0

  /// Whether the outermost function has returned by itself.
  var hasReturned: Bool { processor.counter == end }

  /// How the latest run ended.
  private(set) var ending = RunEnding.tooLong

  /// Answers a request. The addresses are the return addresses of the running functions, the innermost first; where the
  /// request was a jump, the first of them lies in the instruction that jumped.
  typealias Answer = (ProgramRequest, CallArguments, _ callers: [UInt32], inout ProgramMemory) -> ProgramReply

  init(
    _ processor: Code, code: [Range<UInt32>], catching caught: [UInt32: String], effort: RunEffort = RunEffort()
  ) {
    self.effort = effort
    self.processor = processor
    self.code = code
    self.caught = caught
  }

  /// Starts to note the memory that the program reads before it has written it.
  mutating func beginNoting() { processor.memory.beginNoting() }

  /// Calls a function with the memory.
  mutating func withMemory<Result>(_ body: (inout ProgramMemory) -> Result) -> Result { body(&processor.memory) }

  /// Changes some bits of a word of the memory.
  mutating func change(by bits: UInt32, at address: UInt32) {
    guard let word = processor.memory.load(address, size: 4) else { return }
    _ = processor.memory.store(word ^ bits, at: address, size: 4)
  }

  /// Sets the address of the program's small variables.
  mutating func use(globals address: UInt32) { processor.use(globals: address) }

  /// Runs one function until it returns, or its bound is reached.
  ///
  /// - Parameters:
  ///   - entry: its address.
  ///   - stack: the start of its stack.
  ///   - bound: the most instructions.
  ///   - arguments: its first four arguments.
  ///   - isCallback: whether a stack calls the function.
  ///   - answer: answers requests.
  mutating func run(
    _ entry: UInt32, stack: UInt32, bound: Int, arguments: [UInt32] = [0, 0, 0, 0], isCallback: Bool = false,
    answer: Answer
  ) {
    frames = []
    ending = .tooLong
    self.isCallback = isCallback
    end = Code.end(of: entry)
    processor.call(entry, arguments, returningTo: end, stack: stack)
    note(.begun, entry & ~1)
    let first = steps
    last = steps + min(bound, effort.left)
    defer { effort.take(steps - first) }
    push(deadline: last)
    while steps < last, let innermost = frames.indices.last {
      site = processor.counter
      let deadline = frames[innermost].deadline
      if steps >= deadline {
        guard leave() else { return }
        continue
      }
      if isEndless() {
        guard !isEnded(answer), takeOtherResult() || leave() else { return }
        continue
      }
      steps += 1
      processor.memory.journal.steps = executed
      processor.memory.journal.stack = processor.stack
      let call = frames[innermost].call
      processor.memory.journal.current = StoreJournal.Origin(
        site: site, call: call, steps: UInt32(truncatingIfNeeded: executed), maker: call)
      switch processor.step() {
      case .none:
        if processor.counter < site, let end = delay.pass(site, &processor) {
          delays.append(
            SkippedDelay(
              steps: executed, place: processor.counter, value: end.value, register: UInt8(end.register)))
        }
      case .skipped: skipped += 1
      case .call:
        let target = processor.counter
        if !timesLeft.isEmpty, timesLeft[target, default: 0] >= RunBounds.maximumTimesLeft {
          skip(target)
          continue
        }
        push(deadline: self.deadline(within: deadline))
        guard arrive(at: target, isJump: false, answer) else { return }
        if frames.count > RunBounds.maximumFrames, !leave() { return }
      case .jump, .branch:
        let target = processor.counter
        returned(to: target)
        guard !frames.isEmpty else {
          ending = .returned
          return
        }
        guard arrive(at: target, isJump: true, answer) else { return }
      case .supervisorCall(let number):
        begin()
        let reply = answer(.supervisorCall(number), given, callers, &processor.memory)
        switch reply {
        case .result(let result): processor.result = result
        case .interrupt(let handler):
          processor.result = 0
          if canRun(handler) { interrupt(handler) }
        case .leave: guard leaveWaiting() else { return }
        case .wide(let number): processor.setResult(wide: number)
        case .call, .end:
          ending = .answered
          return
        }
      case .breakpoint: guard goOn(behind: .breakpoint) else { return }
      case .undefined: guard goOn(behind: .unknownInstruction) else { return }
      case .outOfMemory: guard goOn(behind: .noMemory) else { return }
      }
    }
  }

  /// Returns whether the answer to an endless loop ends the run: to a reset, or to a program that stays in its outer
  /// functions.
  private mutating func isEnded(_ answer: Answer) -> Bool {
    if processor.memory.takeReset(), case .end = answer(.reset, CallArguments([]), callers, &processor.memory) {
      ending = .answered
    } else if frames.count <= bounds.outerDepth,
      case .end = answer(.staying, CallArguments([]), callers, &processor.memory)
    {
      ending = .answered
    }
    return ending == .answered
  }

  /// Returns the number of instructions at which a function that is called now is left.
  private func deadline(within deadline: Int) -> Int {
    // An endless function leaves a part of the bound to the code after it.
    guard frames.count >= bounds.outerDepth else {
      return frames.count == 1 ? deadline : steps + (deadline - steps) / 4 * 3
    }
    return min(deadline, steps + (frames.count == bounds.outerDepth ? bounds.outer : bounds.function))
  }

  private mutating func push(deadline: Int, result: UInt32? = nil, resumed: Code.State? = nil) {
    let returnAddress = processor.returnAddress
    let call = processor.memory.journal.enter(
      processor.counter, from: frames.last?.call ?? 0, returningTo: returnAddress, stack: processor.stack)
    frames.append(
      RunningFunction(
        entry: processor.counter, returnAddress: returnAddress, result: result, state: processor.state,
        resumed: resumed,
        stackPointer: processor.stack, deadline: deadline, call: call))
  }

  @discardableResult private mutating func removeLast() -> RunningFunction<Code>? {
    guard let frame = frames.popLast() else { return nil }
    processor.memory.journal.end(frame.call)
    return frame
  }

  private mutating func removeFrames(from place: Int) { while frames.count > place { removeLast() } }

  /// Handles the first instruction of a call's target: a function that is not run, or memory without code. `false` when
  /// the run ends there.
  private mutating func arrive(at target: UInt32, isJump: Bool, _ answer: Answer) -> Bool {
    if let name = caught[target] {
      begin()
      let returnAddress = processor.returnAddress
      let callers = isJump ? [site &+ 2] + callers : callers
      let reply = answer(.function(name), given, callers, &processor.memory)
      processor.counter = returnAddress
      switch reply {
      case .end:
        ending = .answered
        return false
      case .leave:
        if !isJump { removeLast() }
        return leaveWaiting()
      case .call(let function, let arguments, let result) where canRun(function):
        if !isJump { removeLast() }
        enter(function, arguments, returningTo: returnAddress, result: result)
      case .wide(let number):
        processor.setResult(wide: number)
        returned(to: returnAddress)
      case .result(let result), .call(_, _, let result):
        processor.result = result
        returned(to: returnAddress)
      case .interrupt:
        processor.result = 0
        returned(to: returnAddress)
      }
      if frames.isEmpty { ending = .returned }
      return !frames.isEmpty
    }
    return isCode(target) || leave(because: Obstacle(kind: .noCode, site: target))
  }

  /// Whether the state equals the earlier one, and since then memory was not written and no peripheral was read: the
  /// program waits for an interrupt, or has failed and loops.
  private mutating func isEndless() -> Bool {
    if let past, past.site == site, past.changes == processor.memory.changes, past.state == processor.state {
      return true
    }
    if steps % 128 == 0 { past = (processor.state, site, processor.memory.changes) }
    return false
  }

  /// Discards the earlier state. A request affects the next instructions, even if it changes no state here.
  private mutating func begin() { past = nil }

  private func isCode(_ address: UInt32) -> Bool { code.contains { $0.contains(address) } }

  private func canRun(_ function: UInt32) -> Bool { isCode(function & ~1) && frames.count <= RunBounds.maximumFrames }

  /// Starts a function.
  private mutating func enter(
    _ function: UInt32, _ arguments: [UInt32], returningTo address: UInt32, result: UInt32
  ) {
    processor.call(function, arguments, returningTo: address, stack: nil)
    push(deadline: min(frames.last?.deadline ?? steps, steps + bounds.outer), result: result)
  }

  /// The arguments of the latest call.
  private var given: CallArguments {
    mutating get {
      var arguments = CallArguments(&processor)
      arguments.isCalledBack = isCallback || frames.contains { $0.result != nil }
      return arguments
    }
  }

  /// Starts the handler of an interrupt. After it, the program continues in its current state.
  private mutating func interrupt(_ handler: UInt32) {
    let state = processor.state
    past = nil
    processor.call(handler, [], returningTo: processor.counter, stack: nil)
    push(deadline: min(frames.last?.deadline ?? steps, steps + bounds.outer), resumed: state)
    note(.interrupted, handler & ~1)
  }

  private var callers: [UInt32] { frames.reversed().prefix(16).map { $0.returnAddress } }

  /// Removes the functions that returned: those with this return address, and those whose part of the stack is gone.
  private mutating func returned(to target: UInt32) {
    let pointer = processor.stack
    while let frame = frames.last, frame.stackPointer < pointer { removeLast() }
    func isReturning(_ frame: RunningFunction<Code>) -> Bool {
      frame.returnAddress == target && frame.stackPointer == pointer
    }
    guard let place = frames.lastIndex(where: isReturning) else { return }
    if let result = frames[place].result { processor.result = result }
    let entry = frames[place].entry
    if !timesLeft.isEmpty { timesLeft[entry] = nil }
    let resumed = frames[place].resumed
    removeFrames(from: place)
    if let resumed {
      processor.state = resumed
      past = nil
      return note(.resumed, entry)
    }
    // When a function replaced itself by a jump to another one, it returns together with that one.
    while let frame = frames.last, isReturning(frame) { removeLast() }
    guard !frames.isEmpty else { return }
    frames[frames.count - 1].latest = RunningFunction.Returned(
      entry: entry, result: processor.result, state: processor.state)
  }

  /// Changes the result of a call that led to a failure. A function that loops forever treats the result of its latest
  /// call as a failure, so it continues once with a different result. If it made no call, it was itself called because
  /// of a failure: then the nearest function around it continues whose latest call did not return success. `false`
  /// where there is none.
  private mutating func takeOtherResult(because obstacle: Obstacle? = nil) -> Bool {
    guard abandonedCount < RunBounds.maximumAbandoned else { return false }
    let failed = frames.indices.dropLast().last { (frames[$0].latest?.result ?? 0) != 0 }
    guard let place = frames.last?.latest == nil ? failed : frames.indices.last, let latest = frames[place].latest
    else {
      return false
    }
    removeFrames(from: place + 1)
    frames[place].latest = nil
    processor.state = latest.state
    processor.result = latest.result == 0 ? 1 : 0
    note(.otherResult, latest.entry, obstacle)
    return true
  }

  /// Continues where an instruction cannot be run.
  private mutating func goOn(behind kind: Obstacle.Kind) -> Bool {
    let obstacle = Obstacle(kind: kind, site: site)
    return takeOtherResult(because: obstacle) || leave(because: obstacle)
  }

  /// Leaves a function that waits. If the program calls it several times, its result alternates.
  private mutating func leaveWaiting() -> Bool {
    guard let entry = frames.last?.entry else { return false }
    let isOther = abandoned.count { $0 == entry } % 2 == 1
    return leave(isOther: isOther)
  }

  /// Leaves the innermost function; `false` when no function is left to run.
  private mutating func leave(isOther: Bool = false, because obstacle: Obstacle? = nil) -> Bool {
    guard let frame = removeLast(), !frames.isEmpty else {
      ending = obstacle.map { .stopped($0) } ?? (steps >= last ? .tooLong : .waiting)
      return false
    }
    guard abandonedCount < RunBounds.maximumAbandoned else {
      ending = .tooManyLeft
      return false
    }
    // Registers that a function must preserve are restored. The other registers have no meaning after a call.
    processor.state = frame.resumed ?? frame.state
    if frame.resumed == nil { processor.result = (frame.result ?? 0) ^ (isOther ? 1 : 0) }
    processor.counter = frame.returnAddress
    timesLeft[frame.entry, default: 0] += 1
    note(.left, frame.entry, obstacle)
    return true
  }

  /// Leaves a function before its first instruction, because it was left whenever it ran.
  private mutating func skip(_ function: UInt32) {
    processor.counter = processor.returnAddress
    processor.result = 0
    if let last = interventions.indices.last, interventions[last].skipsAgain(function, behind: executed) { return }
    note(.skipped, function)
  }
}

struct RunningFunction<Code: Processor> {
  let entry: UInt32
  let returnAddress: UInt32
  /// A result that replaces its own result; `nil` to keep its own.
  var result: UInt32?
  /// The registers when it was called.
  let state: Code.State
  /// The registers with which the program continues after the handler of an interrupt; `nil` for other functions.
  let resumed: Code.State?
  let stackPointer: UInt32
  /// The number of instructions at which it is left.
  let deadline: Int
  /// The number of the call in the journal.
  let call: UInt32
  /// The state when the latest function that it called returned.
  var latest: Returned?

  /// A function that has returned.
  struct Returned {
    let entry: UInt32
    let result: UInt32
    let state: Code.State
  }
}
