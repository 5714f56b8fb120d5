/// One run of a program, with one of several contents of the memory outside the image.
struct ProgramTrial<Code: Processor> {
  var program: ProgramRun<Code>
  var host: RunningHost
  private let outside: OutsideContents
  private let code: [Range<UInt32>]
  /// The address of the program's vector table; `nil` where it is not known.
  private var vectors: UInt32?
  /// Whether the run began with the start of the processor.
  private var canRestart = false
  /// The octets that the program had written to the settings of the device when the trial began.
  private var settings: [UInt8]?
  /// Whether the run ended because the program has reset the processor.
  private var isRestarting = false
  private var latest: ProgramRequest?
  /// The requests of the program, in the order of the run.
  private(set) var events: [Event] = []
  private var repeats = 0
  /// The requests seen so far, and the number of requests since the latest new one.
  private var seen: Set<ProgramRequest> = []
  private var seenBefore = 0
  private var sinceNew = 0
  /// How the program's first function ended.
  private(set) var ending = RunEnding.answered

  /// A request of the program, perhaps repeated several times.
  struct Event {
    /// The number of instructions before it.
    let steps: Int
    let request: ProgramRequest
    /// The return address of the function; 0 where there was no call.
    let caller: UInt32
    var count = 1
  }

  private static var maximumEvents: Int { 512 }

  private static func note(
    _ request: ProgramRequest, _ callers: [UInt32], steps: Int, in events: inout [Event]
  ) {
    if let last = events.indices.last, events[last].request == request {
      events[last].count += 1
    } else if events.count < maximumEvents {
      events.append(Event(steps: steps, request: request, caller: callers.first ?? 0))
    }
  }

  /// A program that repeats the same request again and again waits for an event that does not happen.
  private static var maximumRepeats: Int { 64 }
  /// A program that repeats the same few requests waits, too.
  private static var maximumSinceNew: Int { 512 }
  /// After so many requests, a program has done all that it can do before an event. The limits are not lower, because
  /// programs add as many characteristics in a row, and encode as many UUIDs.
  private static var fewRepeats: Int { 32 }
  private static var fewSinceNew: Int { 256 }

  /// The linkers' symbol for the address of small variables, for processors that have a register for it.
  static var globals: String { "__global_pointer$" }

  /// - Parameters:
  ///   - functions: the functions that are not run, by address.
  ///   - symbols: addresses by their names.
  init(
    _ loaded: LoadedProgram, _ outside: OutsideContents, notRunning functions: [UInt32: String], canBeExtended: Bool,
    symbols: [String: UInt32] = [:], effort: RunEffort = RunEffort()
  ) {
    self.outside = outside
    code = loaded.code
    program = ProgramRun(
      Code(memory: ProgramMemory(segments: loaded.segments, outside: outside)), code: loaded.code,
      catching: functions, effort: effort)
    host = RunningHost(outside: outside, canBeExtended: canBeExtended)
    host.symbols = symbols
    if let globals = symbols[Self.globals] { program.use(globals: globals) }
  }

  /// Runs a constructor; `false` where it does not return, so that the object it creates is missing.
  mutating func construct(_ entry: UInt32, bound: Int) -> Bool {
    run(entry, bound: bound)
    return program.hasReturned
  }

  /// Runs the code before `main`.
  ///
  /// - Parameters:
  ///   - entry: its first instruction.
  ///   - isFirst: whether the code leads to `main`; otherwise it is one function, which must return.
  /// - Returns: whether all of the code ran.
  mutating func start(from entry: UInt32, to main: UInt32, isFirst: Bool, bound: Int) -> Bool {
    var hasReached = false
    let functions = program.caught
    let bounds = program.bounds
    program.caught = [main: Self.main]
    program.bounds = RunBounds(outerDepth: 4, outer: bound, function: bound)
    program.run(entry, stack: outside.map.stack, bound: bound) { request, _, _, _ in
      guard request != .function(Self.main) else {
        hasReached = true
        return .end
      }
      return request == .staying ? .end : .result(0)
    }
    program.caught = functions
    program.bounds = bounds
    program.withMemory { $0.takeAsInitial() }
    return hasReached || !isFirst && program.hasReturned
  }

  /// Runs the code before `main` for its effects on the memory: it fills with zeros what has no initial data, and goes on
  /// to what cannot be run here.
  mutating func runStartUp(from entry: UInt32, bound: Int) {
    program.bounds = RunBounds(outerDepth: 3)
    run(entry, bound: bound)
    program.bounds = RunBounds()
    program.withMemory { $0.takeAsInitial() }
  }

  /// Runs a program from its first instruction on.
  mutating func runReset(_ table: VectorTable, bound: Int) {
    // Start-up code calls other start-up code, which calls `main`.
    program.bounds = RunBounds(outerDepth: 3)
    vectors = table.address
    host.flash.handler = program.withMemory { $0.load(table.address &+ 4 * FlashOperations.interrupt, size: 4) }
    for starts in 0...Self.maximumRestarts {
      canRestart = starts < Self.maximumRestarts
      settings = program.withMemory { Self.settings($0) }
      isRestarting = false
      run(table.reset, stack: table.stack, bound: bound)
      guard isRestarting else { break }
    }
    canRestart = false
    program.bounds = RunBounds()
    // A task can prepare others.
    var next = 0
    while next < host.tasks.count {
      let task = host.tasks[next]
      next += 1
      run(task.entry, bound: RunAgreement.functionBound, arguments: [task.argument, 0, 0, 0])
    }
    program.withMemory { $0.takeAsInitial() }
  }

  /// Programs write one setting after the other, and reset the processor after each.
  private static var maximumRestarts: Int { 4 }

  private static func settings(_ memory: ProgramMemory) -> [UInt8]? {
    memory.writtenPage(at: OutsideContents.deviceSettings)
  }

  /// Returns the handler of the next interrupt for a program that waits, and has nothing to send yet.
  private static func interruptHandler(
    _ vectors: UInt32?, _ host: inout RunningHost, _ memory: inout ProgramMemory
  ) -> UInt32? {
    guard let vectors, !host.hasData, let number = memory.interrupts.next() else { return nil }
    host.flash.beginTelling()
    return memory.load(vectors &+ 4 * (VectorTable.exceptions + number), size: 4)
  }

  /// Starts the tasks that an operating system of the program has prepared; `false` where there are none.
  private static func beginsTasks(_ memory: ProgramMemory, _ code: [Range<UInt32>], _ host: inout RunningHost) -> Bool {
    guard host.tasks.isEmpty else { return false }
    for task in PreparedTask.all(in: memory, code) { host.addTask(task.entry, argument: task.argument) }
    return !host.tasks.isEmpty
  }

  private static var main: String { "main" }

  /// Runs `main`, the tasks that it starts, and the functions that the stack calls then.
  mutating func runMain(_ entry: UInt32, bound: Int, taskBound: Int, bootHandler: UInt32?) {
    run(entry, bound: bound)
    ending = program.ending
    let last = program.steps + bound
    var next = 0
    while true {
      if let event = host.takeEvent() {
        run(
          event.entry, bound: min(taskBound, last - program.steps), arguments: event.arguments + [0, 0],
          isCallback: true)
      } else if next < host.tasks.count {
        let task = host.tasks[next]
        next += 1
        run(task.entry, bound: taskBound, arguments: [task.argument, 0, 0, 0])
      } else {
        break
      }
    }
    guard let bootHandler, host.begins() else { return }
    let event = program.withMemory(SiliconLabsCalls.bootEvent)
    run(bootHandler, bound: taskBound, arguments: [event, 0, 0, 0])
  }

  /// Runs a function until it ends, or reaches its bound of instructions.
  mutating func run(
    _ entry: UInt32, stack: UInt32? = nil, bound: Int, arguments: [UInt32] = [0, 0, 0, 0], isCallback: Bool = false
  ) {
    repeats = 0
    (seen, seenBefore, sinceNew) = ([], 0, 0)
    let (code, vectors) = (code, vectors)
    // Data with advertising that is already started are sent while the function runs.
    host.catchStarted()
    program.run(
      entry, stack: stack ?? outside.map.stack, bound: bound, arguments: arguments, isCallback: isCallback
    ) { request, arguments, callers, memory in
      // Repeated reports of errors do not count as waiting.
      if case .function(let name) = request, AnsweredFunction.all[name] == nil { return .result(0) }
      host.requestedIn = (memory.journal.current.call, memory.journal.steps)
      if request != .staying { Self.note(request, callers, steps: memory.journal.steps, in: &events) }
      if Self.isWaiting(request) {
        repeats = request == latest ? repeats + 1 : 0
        latest = request
        seen.insert(request)
        sinceNew = seen.count > seenBefore ? 0 : sinceNew + 1
        seenBefore = seen.count
        if case .supervisorCall = request, repeats >= Self.fewRepeats || sinceNew >= Self.fewSinceNew,
          let handler = host.flash.interruptHandler() ?? Self.interruptHandler(vectors, &host, &memory)
        {
          (repeats, sinceNew) = (0, 0)
          return .interrupt(handler)
        }
        if repeats >= Self.maximumRepeats || sinceNew >= Self.maximumSinceNew {
          repeats = 0
          sinceNew = 0
          return host.hasData ? .end : .leave
        }
      }
      switch request {
      case .reset:
        // The same settings would lead to the same reset.
        guard canRestart, !host.hasAsked, Self.settings(memory) != settings else { return .result(0) }
        isRestarting = true
        return .end
      case .staying:
        return host.hasData || Self.beginsTasks(memory, code, &host) ? .end : .result(0)
      case .supervisorCall(let number):
        if number < SoftDevice.firstCall, Self.beginsTasks(memory, code, &host) { return .end }
        return .result(SoftDevice.answer(number, arguments, callers: callers, &host, &memory))
      case .function(let name):
        guard let function = AnsweredFunction.all[name] else { return .end }
        host.begin(CaughtCall(function: name, callers: callers), stack: function.stack)
        let reply = function.answer(arguments, &host, &memory)
        // The program receives events while it waits, but not while it handles another event.
        guard function.isWait, !arguments.isCalledBack, case .result(let result) = reply, let event = host.takeEvent()
        else { return reply }
        return .call(event.entry, arguments: event.arguments, result: result)
      }
    }
  }

  /// Whether a program makes this request when it has nothing else to do.
  private static func isWaiting(_ request: ProgramRequest) -> Bool {
    switch request {
    case .supervisorCall, .staying: true
    case .reset: false
    case .function(let name): AnsweredFunction.all[name]?.isWait ?? false
    }
  }

  /// Returns arguments that are not known.
  func unknownArguments(_ entry: UInt32) -> [UInt32] {
    let words = outside.random(from: entry, count: 16)
    return (0..<4).map { index in words[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// The caught data, with those that were set last.
  var caught: [CaughtAdvertising] {
    var host = host
    host.finish()
    return host.caught
  }
}
