/// Finds the payloads of a program without symbols: runs it from its reset vector, and recognises the SoftDevice's
/// calls by their numbers. If that passes on no data, it runs the functions from which the call can be reached.
struct UnnamedRun {
  private let image: UnnamedImage
  let program: LoadedProgram
  private let functions: ProgramFunctions

  /// The result of the run.
  enum Outcome: Hashable, Sendable {
    /// The payloads.
    case made([AdvertisingRun.Result])
    /// No payloads, with the reason and the account of the run.
    case closed(Closed, RunAccount?)
  }

  /// The reason why the payloads of a program without symbols are not known.
  enum Closed: String, Hashable, Sendable {
    /// The program could have several addresses, or has no vector table.
    case noBase
    /// No supervisor call of a SoftDevice sets advertising data.
    case noCall
    /// The program stopped before it made a request to its stack.
    case noStart
    /// The program made other requests, but did not reach the call.
    case notReached
    /// The program reached the call, but the data depend on contents outside the image.
    case unsound
    /// Nothing of what the program sends is certain.
    case uncertain
    /// An ESP32's program with Bluedroid: no function of it can be recognised.
    case bluedroid
    /// An ESP32's program in which no host is recognised.
    case noHost
  }

  /// The most instructions of one run.
  static let bound = 3_000_000
  private static let maximumPrograms = 4

  init(_ image: UnnamedImage) {
    self.image = image
    program = LoadedProgram(image)
    functions = .found(FoundFunctions(program))
  }

  func outcome() -> Outcome {
    let programs = image.programs
    guard !programs.isEmpty else { return .closed(.noBase, nil) }
    var results: [AdvertisingRun.Result] = []
    var closed: (why: Closed, account: RunAccount?) = (.noCall, nil)
    let advertising = programs.filter { $0.isAdvertising }.prefix(Self.maximumPrograms)
    var left = RunEffort.ofImage
    for (number, (table, _)) in advertising.enumerated() {
      // A program leaves its unused instructions to the programs after it.
      let share = left / (advertising.count - number)
      let effort = RunEffort(share)
      defer { left -= share - max(effort.left, 0) }
      switch run(table, effort) {
      case .made(let found): results += found
      case .closed(let why, let account): closed = (why, account)
      }
    }
    return results.isEmpty ? .closed(closed.why, closed.account) : .made(results)
  }

  private func run(_ table: VectorTable, _ effort: RunEffort) -> Outcome {
    let agreement = RunAgreement(functions, start: Self.start)
    let (runs, best) = agreement.best { seeds in
      seeds.map { seed in
        var trial = ProgramTrial<ThumbProcessor>(
          program, OutsideContents(seed: seed, map: .nordic), notRunning: [:], canBeExtended: true, effort: effort)
        trial.runReset(table, bound: Self.bound)
        return trial
      }
    } alone: { runs in
      // Initial data are complete when the program makes its first request.
      let started = runs.filter { $0.host.hasAsked }
      guard !started.isEmpty else { return nil }
      let reaching = ReachingFunctions(program, functions)
      let calls = reaching.supervisorCalls(SoftDevice.advertisingCall)
      return agreement.bestAlone(reaching.callers(of: calls, []), after: started, [])
    }
    guard best.contains(where: { $0.isAdvertised }) || runs.contains(where: { $0.host.hasAsked }) else {
      return .closed(.noStart, account(of: runs))
    }
    let sound = best.filter { $0.isSound }
    guard sound.isEmpty else { return .made(sound) }
    return .closed(best.isEmpty ? .notReached : .unsound, account(of: runs))
  }

  private func account(of runs: [ProgramTrial<some Processor>]) -> RunAccount? {
    runs.first.map { RunAccount($0, start: Self.start, beginning: nil, functions) }
  }

  private static let start = "its reset vector"
}
