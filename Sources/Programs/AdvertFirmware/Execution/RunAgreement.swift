/// The results that several runs of a program have in common, each with different contents of the memory outside the
/// image.
struct RunAgreement {
  private let functions: ProgramFunctions
  /// The start of the runs, in words.
  private let start: String
  /// Whether a function that runs separately may use initial data that the run before has not written: the program may
  /// replace them before, in code that was not run.
  private let trustsInitialData: Bool

  /// The most instructions of a function that runs separately.
  static let functionBound = 200_000
  private static let maximumFunctions = 24

  init(_ functions: ProgramFunctions, start: String, trustsInitialData: Bool = true) {
    self.functions = functions
    self.start = start
    self.trustsInitialData = trustsInitialData
  }

  /// Returns the data that a program passes on in all runs. If there are none, tries again with one assumption about
  /// the memory outside the image, or with functions that run separately.
  ///
  /// - Parameters:
  ///   - trials: runs the program with several contents of the memory outside the image.
  ///   - alone: runs functions separately, after these runs.
  /// - Returns: the results, and the runs without an assumption.
  func best<Code>(
    _ trials: (_ seeds: [UInt32]) -> [ProgramTrial<Code>], alone: ([ProgramTrial<Code>]) -> [AdvertisingRun.Result]?
  ) -> (runs: [ProgramTrial<Code>], results: [AdvertisingRun.Result]) {
    let runs = trials(OutsideContents.seeds)
    let results = agreed(runs, beginning: nil)
    func isAdvertised(_ results: [AdvertisingRun.Result]?) -> Bool {
      results?.contains(where: { $0.isAdvertised }) ?? false
    }
    func isWhole(_ results: [AdvertisingRun.Result]) -> Bool {
      results.contains { $0.isAdvertised && $0.cut[.advertising] == nil }
    }
    guard !runs.isEmpty, !isWhole(results) else { return (runs, results) }
    // Data whose making was cut short are better than none.
    var best = isAdvertised(results) ? results : nil
    var others: [AdvertisingRun.Result]?
    for attempt in Attempt.allCases {
      let found =
        switch attempt {
        case .erasedFlash: agreed(assuming: .erasedFlash, runs, trials)
        case .alone: alone(runs)
        case .highInputs: agreed(assuming: .highInputs, runs, trials)
        }
      if attempt == .alone { others = found }
      guard let found, isAdvertised(found) else { continue }
      if isWhole(found) { return (runs, found) }
      best = best ?? found
    }
    return (runs, best ?? others ?? results)
  }

  /// The attempts to get data where the first runs give none, in their order.
  private enum Attempt: CaseIterable {
    case erasedFlash, alone, highInputs
  }

  /// Returns the results with an assumption; `nil` where the program makes no request to its stack, or runs are cut
  /// short.
  private func agreed<Code>(
    assuming assumption: OutsideContents.Assumption, _ runs: [ProgramTrial<Code>],
    _ trials: (_ seeds: [UInt32]) -> [ProgramTrial<Code>]
  ) -> [AdvertisingRun.Result]? {
    guard let first = runs.first, runs.contains(where: { !$0.events.isEmpty }), !first.program.effort.isSpent else {
      return nil
    }
    // Some of the runs were already made.
    let known = zip(OutsideContents.seeds, runs).filter { assumption.seeds.contains($0.0) }.map { $0.1 }
    guard known.allSatisfy({ !$0.caught.isEmpty }) else { return nil }
    let others = trials(assumption.seeds.filter { !OutsideContents.seeds.contains($0) })
    guard known.count + others.count == assumption.seeds.count, !first.program.effort.isSpent else { return nil }
    return agreed(known + others, beginning: nil, assuming: assumption)
  }

  /// Returns the data that all runs pass on, with the places of octets that differ.
  ///
  /// - Parameter assumption: the assumption about the memory outside the image that all runs share.
  private func agreed(
    _ runs: [ProgramTrial<some Processor>], beginning: String?, assuming assumption: OutsideContents.Assumption? = nil
  ) -> [AdvertisingRun.Result] {
    let caughtByRun = runs.map { $0.caught }
    guard let first = caughtByRun.first else { return [] }
    let abandoned = names(runs.flatMap { $0.program.abandoned })
    let account = RunAccount(runs[0], start: start, beginning: beginning, functions)
    var others = Array(caughtByRun.dropFirst())
    var results: [AdvertisingRun.Result] = []
    for caught in first {
      var result = AdvertisingRun.Result(
        advertising: caught, maker: maker(of: caught.call) ?? beginning ?? start, start: start, beginning: beginning,
        abandoned: abandoned, account: account)
      result.assumption = assumption
      // Each of the other runs passes on the same data, perhaps after other data.
      let places = others.map { other in
        other.firstIndex { Self.isAlike($0, caught) && $0.octets == caught.octets }
          ?? other.firstIndex { Self.isAlike($0, caught) }
      }
      guard !places.contains(nil) else { continue }
      let alike = zip(others, places).compactMap { other, place in place.map { other[$0] } }
      result.cut = cut(zip(runs, [caught] + alike), isAlone: beginning != nil)
      for (index, place) in places.enumerated() { if let place { others[index].remove(at: place) } }
      // If a run began in a function, the arguments of that function are not known.
      result.advertising.parameters = caught.parameters?.agreeing(with: alike.map { $0.parameters })
      for (role, octets) in caught.octets {
        result.varying[role] = octets.indices.filter { place in
          alike.contains { $0.octets[role]?[place] != octets[place] }
        }
      }
      // Data that are passed on again are reported once, and represent all calls that passed them.
      if let known = results.firstIndex(where: { $0.says(asMuchAs: result) }) {
        results[known].advertising.addCalls(of: result.advertising)
        continue
      }
      for other in results where result.says(asMuchAs: other) {
        result.advertising.addCalls(of: other.advertising)
      }
      results.removeAll { result.says(asMuchAs: $0) }
      results.append(result)
    }
    return results
  }

  /// Returns the payloads whose making was cut short in one of the runs, each with the fewest octets that are certain.
  private func cut<Code>(
    _ runs: some Sequence<(ProgramTrial<Code>, CaughtAdvertising)>, isAlone: Bool
  ) -> [PayloadRole: AdvertisingRun.Result.Cut] {
    func isOfStack(_ function: UInt32) -> Bool { AnsweredFunction.isOfStack(name(of: function)) }
    var cuts: [PayloadRole: AdvertisingRun.Result.Cut] = [:]
    for (run, caught) in runs {
      for (role, part) in caught.data {
        guard let cut = run.cut(part, isAlone: isAlone, isOfStack: isOfStack) else { continue }
        if let known = cuts[role], known.certain <= cut.certain { continue }
        cuts[role] = AdvertisingRun.Result.Cut(function: name(of: cut.function), certain: cut.certain)
      }
    }
    return cuts
  }

  private func name(of function: UInt32) -> String {
    functions.functions(holding: [UInt64(function)])[UInt64(function)]?.name
      ?? "code at 0x\(String(function, radix: 16))"
  }

  /// Whether two runs can have passed on the same data, except for the values of some octets.
  private static func isAlike(_ one: CaughtAdvertising, _ other: CaughtAdvertising) -> Bool {
    one.stack == other.stack && one.call?.function == other.call?.function
      && one.octets.mapValues({ $0.count }) == other.octets.mapValues({ $0.count })
  }

  /// Returns the functions to run separately: the nearest to the call first, and of equally near ones the smallest.
  /// Functions that have already run are left out.
  private func candidates(_ levels: [[Symbols.Function]]) -> [Symbols.Function] {
    var known: Set<UInt64> = []
    let functions = levels.flatMap { $0.sorted { $0.addresses.count < $1.addresses.count } }
    let others = functions.filter { $0.name != start && known.insert($0.addresses.lowerBound).inserted }
    return Array(others.prefix(Self.maximumFunctions))
  }

  /// Returns the best results of functions that run separately: all wanted payloads, and of these the ones that depend
  /// least on memory that other functions may change before.
  func bestAlone(
    _ levels: [[Symbols.Function]], after runs: [ProgramTrial<some Processor>], _ wanted: Set<PayloadRole>
  ) -> [AdvertisingRun.Result]? {
    var best: (results: [AdvertisingRun.Result], missing: Int, dependent: Int)?
    for function in candidates(levels) {
      guard let (found, dependent) = results(of: function, after: runs), !found.isEmpty else { continue }
      let missing = wanted.subtracting(Self.roles(of: found)).count
      if best.map({ (missing, dependent) < ($0.missing, $0.dependent) }) ?? true { best = (found, missing, dependent) }
      if missing == 0, dependent == 0 { break }
    }
    return best?.results
  }

  /// Returns the data that a function passes on when it runs separately after the other code, and the number of octets
  /// that depend on memory that other functions may set; `nil` where those functions could change the length.
  private func results<Code>(
    of function: Symbols.Function, after runs: [ProgramTrial<Code>]
  ) -> (results: [AdvertisingRun.Result], dependent: Int)? {
    let entry = UInt32(truncatingIfNeeded: function.addresses.lowerBound)
    // Many functions only report an error where an argument is not zero.
    for isZero in [false, true] {
      func run(
        _ run: ProgramTrial<Code>, isNoted: Bool = false, arguments: [UInt32]? = nil
      ) -> ProgramTrial<Code> {
        var run = run
        if isNoted { run.program.beginNoting() }
        let arguments = arguments ?? (isZero ? [0, 0, 0, 0] : run.unknownArguments(entry))
        run.run(entry, bound: Self.functionBound, arguments: arguments)
        return run
      }
      let first = run(runs[0], isNoted: true)
      guard first.caught != runs[0].caught else { continue }
      let found = agreed([first] + runs.dropFirst().map { run($0) }, beginning: function.name)
      guard !found.isEmpty, !first.program.effort.isSpent else { continue }
      let attempt = FunctionAttempt(entry, isZero ? [0, 0, 0, 0] : runs[0].unknownArguments(entry), Self.functionBound)
      guard let unset = UnsetMemory(before: runs[0], after: first, attempt, changesArguments: isZero),
        trustsInitialData || !unset.dependsOnInitialData
      else { continue }
      var dependent = unset.unknown
      if !isZero {
        let other = run(runs[0], arguments: runs[runs.count - 1].unknownArguments(entry))
        for (role, places) in Self.differences(first.caught, other.caught) {
          dependent[role, default: []].formUnion(places)
        }
      }
      return (results(found, dependent), unset.dependent)
    }
    return nil
  }

  /// Returns the places of octets that differ between two runs.
  private static func differences(
    _ one: [CaughtAdvertising], _ other: [CaughtAdvertising]
  ) -> [PayloadRole: Set<Int>] {
    var places: [PayloadRole: Set<Int>] = [:]
    for (one, other) in zip(one, other) {
      for (role, octets) in one.octets {
        let others = other.octets[role] ?? []
        places[role, default: []].formUnion(
          octets.indices.filter { !others.indices.contains($0) || octets[$0] != others[$0] })
      }
    }
    return places
  }

  /// - Parameter dependent: the places of octets that depend on arguments, or on memory that other functions set.
  private func results(
    _ found: [AdvertisingRun.Result], _ dependent: [PayloadRole: Set<Int>]
  ) -> [AdvertisingRun.Result] {
    // A function whose arguments are empty passes on empty data, which do not count.
    found.filter { $0.advertising.octets.values.contains { !$0.isEmpty } }.map { result in
      var result = result
      result.dependent = dependent
      return result
    }.filter { $0.isSound }
  }

  static func roles(of results: [AdvertisingRun.Result]) -> Set<PayloadRole> {
    results.reduce(into: []) { $0.formUnion($1.advertising.data.keys) }
  }

  /// Returns the function of the program that called the SDK and the stack.
  func maker(of call: CaughtCall?) -> String? {
    guard let call else { return nil }
    let holding = functions.functions(holding: Set(call.callers.map { UInt64($0 &- 2) }).sorted())
    return call.callers.lazy.compactMap { holding[UInt64($0 &- 2)]?.name }.first { name in
      !AnsweredFunction.isOfStack(name)
    }
  }

  private func names(_ addresses: [UInt32]) -> [String] {
    Set(functions.functions(holding: Set(addresses.map(UInt64.init)).sorted()).values.map { $0.name }).sorted()
  }
}
