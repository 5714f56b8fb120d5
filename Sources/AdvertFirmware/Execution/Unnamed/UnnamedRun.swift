/// Finds the payloads of a program without symbols: runs it from its reset vector, and catches the SoftDevice's calls by
/// their numbers. Where that hands over nothing, it runs the functions from which the call can be reached.
struct UnnamedRun {
  private let image: UnnamedImage
  let program: LoadedProgram
  private let functions: ProgramFunctions

  /// What came of it.
  enum Outcome: Hashable, Sendable {
    /// The payloads.
    case made([AdvertisingRun.Result])
    /// Nothing, and why, with what happened when it was run.
    case closed(Closed, RunAccount?)
  }

  /// Why nothing is known of a program without symbols.
  enum Closed: String, Hashable, Sendable {
    /// It could lie at several addresses, or has no vector table.
    case noBase
    /// No supervisor call of a SoftDevice sets advertising data.
    case noCall
    /// It asked its stack for nothing before it stopped.
    case noStart
    /// It asked for other things, but did not come to the call.
    case notReached
    /// It came there, and what it hands over depends on what is not in the image.
    case unsound
  }

  /// Instructions of one run.
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
    for (table, _) in programs.filter(\.isAdvertising).prefix(Self.maximumPrograms) {
      switch run(table) {
      case .made(let found): results += found
      case .closed(let why, let account): closed = (why, account)
      }
    }
    return results.isEmpty ? .closed(closed.why, closed.account) : .made(results)
  }

  private func run(_ table: VectorTable) -> Outcome {
    let agreement = RunAgreement(functions, start: Self.start)
    func trial(_ seed: UInt32) -> ProgramTrial<ThumbProcessor> {
      var trial = ProgramTrial<ThumbProcessor>(
        program, OutsideContents(seed: seed), notRunning: [:], canBeExtended: true)
      trial.runReset(table, bound: Self.bound)
      return trial
    }
    let runs = AdvertisingRun.seeds.map(trial)
    var best = agreement.agreed(runs, beginning: nil)
    if !best.contains(where: \.isAdvertised), !runs[0].caught.isEmpty {
      // The first of them has erased flash already.
      let newDevices = [runs[0]] + AdvertisingRun.newDeviceSeeds.dropFirst().map(trial)
      let found = agreement.agreed(newDevices, beginning: nil, isOfNewDevice: true)
      if found.contains(where: \.isAdvertised) { best = found }
    }
    if !best.contains(where: \.isAdvertised) {
      // Initial data are there when the program asks for something.
      let started = runs.filter(\.host.hasAsked)
      guard !started.isEmpty else { return .closed(.noStart, account(of: runs)) }
      let reaching = ReachingFunctions(program, functions)
      let calls = reaching.supervisorCalls(SoftDevice.advertisingCall)
      best = agreement.bestAlone(reaching.callers(of: calls, []), after: started, []) ?? best
    }
    let sound = best.filter(\.isSound)
    guard sound.isEmpty else { return .made(sound) }
    return .closed(best.isEmpty ? .notReached : .unsound, account(of: runs))
  }

  private func account(of runs: [ProgramTrial<some Processor>]) -> RunAccount? {
    runs.first.map { RunAccount($0, start: Self.start, beginning: nil, functions) }
  }

  private static let start = "its reset vector"
}
