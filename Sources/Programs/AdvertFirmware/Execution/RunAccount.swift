/// The account of a program's run, for readers who want to know the origin of its payloads.
package struct RunAccount: Hashable, Sendable {
  /// The start of the run, in words: `main`, `its reset vector`.
  package var start: String
  /// The function that was run separately, because the program did not reach it.
  package var beginning: String?
  /// The number of instructions of the first run.
  package var instructions: Int
  /// The events, in their order.
  package var events: [Event]

  /// A request of the program, or an intervention in its run.
  package struct Event: Hashable, Sendable {
    package var kind: Kind
    /// The number of instructions before it.
    package var instructions: Int
    /// The function that was called or left, or the function of the loop.
    package var function: String
    /// The function that called it; `nil` where it is not known.
    package var caller: String?
    /// The address at which the program continues.
    package var address: UInt32
    /// The number of repetitions in a row.
    package var count = 1
    /// The reason why the program did not continue by itself, in words; `nil` where it took too long or waited.
    package var reason: String?
  }

  /// The kinds of events.
  package enum Kind: String, Hashable, Sendable {
    /// A call of the stack or of an operating system that was answered.
    case call
    /// A function did not end. It was left, and counts as successful.
    case left
    /// The result of a function was changed from failure to success, or from success to failure.
    case otherResult
    /// A loop that only lets time pass was cut short.
    case time
  }

  private static let maximumEvents = 512

  init(_ trial: ProgramTrial<some Processor>, start: String, beginning: String?, _ functions: ProgramFunctions) {
    self.start = start
    self.beginning = beginning
    instructions = trial.program.executed
    let interventions = trial.program.interventions.filter { $0.kind.isLeft }.prefix(Self.maximumEvents)
    let delays = Self.delays(of: trial.program.delays).prefix(Self.maximumEvents)
    let returns = trial.events.map { $0.caller == 0 ? 0 : UInt64(($0.caller &- 2) & ~1) }
    let addresses =
      interventions.map { UInt64($0.function) } + delays.map { UInt64($0.first.place) } + returns.filter { $0 != 0 }
    let known = functions.functions(holding: Set(addresses).sorted())
    func name(_ address: UInt32) -> String {
      known[UInt64(address)]?.name ?? "code at 0x\(String(address, radix: 16))"
    }
    var events = zip(trial.events, returns).map { event, site in
      Event(
        kind: .call, instructions: event.steps, function: event.request.name, caller: known[site]?.name,
        address: event.caller, count: event.count)
    }
    events += delays.map { delay in
      Event(
        kind: .time, instructions: delay.first.steps, function: name(delay.first.place), caller: nil,
        address: delay.first.place, count: delay.count)
    }
    for intervention in interventions {
      let kind: Kind = intervention.kind == .otherResult ? .otherResult : .left
      let (function, address) = (name(intervention.function), intervention.counter)
      if let last = events.indices.last, events[last].kind == kind, events[last].function == function,
        events[last].address == address, events[last].reason == intervention.obstacle?.description
      {
        events[last].count += intervention.count
      } else {
        events.append(
          Event(
            kind: kind, instructions: intervention.steps, function: function, caller: nil, address: address,
            count: intervention.count, reason: intervention.obstacle?.description))
      }
    }
    self.events = events.sorted { $0.instructions < $1.instructions }
  }

  /// Returns the first delay at each place, with their number there: a program calls the same loop again and again.
  static func delays(of all: [SkippedDelay]) -> [(first: SkippedDelay, count: Int)] {
    var delays: [(first: SkippedDelay, count: Int)] = []
    var known: [UInt32: Int] = [:]
    for delay in all {
      if let index = known[delay.place] {
        delays[index].count += 1
      } else {
        known[delay.place] = delays.count
        delays.append((delay, 1))
      }
    }
    return delays
  }
}

extension Obstacle: CustomStringConvertible {
  var description: String {
    let place = "0x\(String(site, radix: 16))"
    return switch kind {
    case .unknownInstruction: "the instruction at \(place) is none that is known here"
    case .breakpoint: "the instruction at \(place) is a breakpoint"
    case .noMemory: "the instruction at \(place) uses memory that is not there"
    case .noCode: "\(place), which it calls, is no code of the image"
    }
  }
}

extension ProgramRequest {
  /// The function that is called, as far as it is known.
  fileprivate var name: String {
    switch self {
    case .function(let name): name
    case .supervisorCall(let number):
      SoftDevice.name(of: number) ?? "supervisor call 0x\(String(number, radix: 16))"
    case .staying: "(waits)"
    case .reset: "(resets the processor)"
    }
  }
}
