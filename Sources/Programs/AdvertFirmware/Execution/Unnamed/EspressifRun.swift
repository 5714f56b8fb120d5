/// Finds the payloads of an application image for an ESP32, which has no symbols: the function through which NimBLE sends
/// its commands is recognised by these commands, and the functions from which it can be reached are run.
struct EspressifRun {
  private let image: EspressifImage
  private let program: LoadedProgram
  private let code: CalledCode
  private let texts: CalledTexts

  /// The most instructions of the start-up code: it fills memory with zeros first, and then goes on to what depends on
  /// the device.
  private static let startBound = 1_000
  /// The most instructions of the program itself.
  private static let bound = 1_000_000

  init(_ image: EspressifImage) {
    self.image = image
    program = LoadedProgram(image)
    code = CalledCode(image)
    texts = CalledTexts(image, code)
  }

  func outcome(_ effort: RunEffort = RunEffort()) -> UnnamedRun.Outcome {
    let others = EspressifFunctions(code, texts)
    let known = EspressifROM.functions(of: image.chip).adding(others.leftOut)
    return image.chip.isXtensa
      ? run(XtensaProcessor.self, .xtensa(program), known, others.isBluedroid, effort)
      : run(RISCVProcessor.self, .riscV(program), known, others.isBluedroid, effort)
  }

  private func run<Code: Processor>(
    _: Code.Type, _ map: AddressMap, _ known: [UInt32: String], _ isBluedroid: Bool, _ effort: RunEffort
  ) -> UnnamedRun.Outcome {
    guard let host = NimBLEFunctions.host(code) ?? BluedroidFunctions<Code>(code, program, map, known: known).host()
    else { return .closed(isBluedroid ? .bluedroid : .noHost, nil) }
    let answered = known.adding(host.names)
    let functions = ProgramFunctions.found(FoundFunctions(code, program))
    let main = EspressifMain.find(code, texts)
    let start = main.map { "app_main at 0x\(String($0, radix: 16))" } ?? "its start-up code"
    let agreement = RunAgreement(functions, start: start, trustsInitialData: false)
    let (runs, best) = agreement.best { seeds in
      seeds.map { seed in
        var trial = ProgramTrial<Code>(
          program, OutsideContents(seed: seed, map: map), notRunning: answered, canBeExtended: true, effort: effort)
        trial.host.messages = host.messages
        trial.runStartUp(from: image.entry, bound: Self.startBound)
        if let main {
          trial.runMain(main, bound: Self.bound, taskBound: RunAgreement.functionBound, bootHandler: nil)
        }
        return trial
      }
    } alone: { runs in
      let reaching = ReachingFunctions(program, functions)
      return agreement.bestAlone(reaching.callers(of: [], host.advertising), after: runs, [])
    }
    let sound = best.filter { $0.isSound }.map { result in
      var result = result
      // The functions nearest to the call are the host's, which have no names.
      result.maker = result.beginning ?? result.maker
      return result
    }
    guard sound.isEmpty else { return .made(sound) }
    let account = runs.first.map { RunAccount($0, start: start, beginning: nil, functions) }
    return .closed(best.isEmpty ? .notReached : .unsound, account)
  }
}
