/// Finds the payloads of a program without symbols: runs it from its reset vector, and recognises the SoftDevice's
/// calls by their numbers. If that passes on no data, it runs the functions from which the call can be reached.
struct UnnamedRun {
  let table: VectorTable
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
    /// The file has more programs than are run.
    case tooMany
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

  init(_ image: UnnamedImage, _ program: UnnamedImage.Program) {
    table = program.table
    self.program = LoadedProgram(image, program.addresses)
    functions = .found(FoundFunctions(self.program))
  }

  /// The result for a program of a file.
  struct Named {
    /// The purpose of the program, where the file has several: *application*, *boot loader*.
    var name: String?
    var outcome: Outcome
  }

  /// Runs the programs of a file that advertise, each by itself with memory of its own.
  static func outcomes(of images: [UnnamedImage], _ instructions: Int) -> [Named] {
    let all = images.map { image in (image: image, programs: image.programs) }
    let advertising = all.flatMap { image, programs in programs.filter { $0.isAdvertising }.map { (image, $0) } }
    let isAlone = images.count == 1 && advertising.count <= 1
    var left = instructions
    var outcomes: [Named] = []
    for (number, (image, program)) in advertising.enumerated() {
      guard number < maximumPrograms else {
        outcomes.append(Named(name: name(of: program, image, among: advertising), outcome: .closed(.tooMany, nil)))
        continue
      }
      // A program leaves its unused instructions to the programs after it.
      let share = left / (min(advertising.count, maximumPrograms) - number)
      let effort = RunEffort(share)
      let outcome = UnnamedRun(image, program).outcome(effort)
      left -= share - max(effort.left, 0)
      outcomes.append(Named(name: isAlone ? nil : name(of: program, image, among: advertising), outcome: outcome))
    }
    // An application of a package advertises, and a boot loader that does not is none of Nordic's.
    for (image, programs) in all where !programs.contains(where: { $0.isAdvertising }) {
      let why = programs.isEmpty ? Closed.noBase : .noCall
      guard isAlone && outcomes.isEmpty || image.member.map({ $0.name != UpdatePackage.softDevice }) ?? false else {
        continue
      }
      outcomes.append(Named(name: isAlone ? nil : image.member?.name, outcome: .closed(why, nil)))
    }
    return outcomes
  }

  private static func name(
    of program: UnnamedImage.Program, _ image: UnnamedImage, among all: [(UnnamedImage, UnnamedImage.Program)]
  ) -> String {
    if let name = image.member?.name { return name }
    if program.isBootLoader { return "boot loader" }
    if all.count == 2, all.contains(where: { $0.1.isBootLoader }) { return "application" }
    return "program at 0x\(String(program.addresses.lowerBound, radix: 16))"
  }

  func outcome(_ effort: RunEffort = RunEffort()) -> Outcome {
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
