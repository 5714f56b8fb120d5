internal import AdvertisingData

/// What a program made when its code ran, as payloads of its image.
struct RuntimePayloads {
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var calls: [AdvertisingCall] = []
  /// The addresses that calls of the program return to that handed something over, or that were running then.
  private(set) var returns: Set<UInt64> = []
  /// What was assumed, one line each.
  private(set) var remarks: [String] = []
  /// What happened when the programs ran, one for each program.
  private(set) var accounts: [RunAccount] = []
  /// By the address of each payload: the instructions that led to the call that was given it, the innermost first, and those
  /// that led to each octet.
  private var chains: [UInt64: (call: [UInt64], octets: [[UInt64]])] = [:]

  /// Nothing was made.
  init() {}

  /// - Parameters:
  ///   - results: what runs of the program agree on.
  ///   - member: the member of an archive that the program is.
  init(_ results: [AdvertisingRun.Result], _ member: String?) {
    for result in results {
      let caught = result.advertising
      guard let given = caught.call else { continue }
      var call = AdvertisingCall(
        function: given.function, caller: result.maker, address: UInt64(given.callers.first ?? 0))
      call.parameters = caught.parameters
      call.parameters?.evidence = .call(caught.parametersFrom?.function ?? given.function, in: result.maker)
      returns.formUnion(caught.returns.map(UInt64.init))
      // Functions that put a payload together have returned before another one hands it over.
      for writer in caught.data.values.flatMap(\.writers) {
        returns.formUnion((writer?.callers ?? []).map(UInt64.init))
      }
      for role in [PayloadRole.advertising, .scanResponse] {
        if caught.data[role] == nil, result.unknown.contains(role) {
          call.payloads[role] = .unread(.notReached)
          continue
        }
        guard let part = caught.data[role], !part.octets.isEmpty || role == .advertising else {
          call.payloads[role] = .nothing
          continue
        }
        // Nothing of the image lies there.
        let address = Self.firstAddress + UInt64(arrays.count)
        call.payloads[role] = .at(address, count: nil)
        chains[address] = (
          Self.sites(part.call.callers),
          part.writers.map { $0.map { [UInt64($0.site)] + Self.sites($0.callers) } ?? [] }
        )
        arrays.append(
          FirmwareImage.PayloadArray(
            name: result.maker, role: role, evidence: .run, payload: Payload(part.octets), stack: caught.stack,
            place: ImagePlace(member: member), isWritable: !result.isCertain, passedTo: part.call.function,
            varying: result.varying[role] ?? [], memoryAddress: address))
      }
      calls.append(call)
    }
    for result in results where !accounts.contains(result.account) { accounts.append(result.account) }
    guard let first = results.first else { return }
    remarks.append(
      "the payloads are what the program made when its code was run here, from \(first.beginning ?? first.start) on, "
        + "\(OutsideContents.seeds.count) times with other contents of what comes from outside the image")
    for assumption in OutsideContents.Assumption.allCases where results.contains(where: { $0.assumption == assumption })
    {
      remarks.append(assumption.description)
    }
    if let beginning = first.beginning {
      remarks.append(
        "\(beginning) was run by itself, because \(first.start) did not reach it: what it is given is not known")
    }
    if !first.abandoned.isEmpty {
      remarks.append(
        "these functions did not end, or wait for hardware, and were taken for successful: "
          + Self.list(first.abandoned))
    }
  }

  /// The instructions that called, from the addresses that calls return to.
  private static func sites(_ returns: [UInt32]) -> [UInt64] { returns.map { UInt64(($0 &- 2) & ~1) } }

  /// Says where in the source each payload is handed over, and which line made each of its octets: of all that led there the
  /// one in the same function, or else the innermost one in the same file. Functions that the compiler put into others have lines
  /// of their own.
  mutating func locate(_ symbols: Symbols, _ debug: DebugInformation) {
    let sites = Set(chains.values.flatMap { $0.call + $0.octets.flatMap(\.self) })
    guard !sites.isEmpty else { return }
    let functions = symbols.functions(holding: sites.sorted())
    let lines = SourceLines(of: Array(sites), debug)
    let inlined = InlinedCalls(around: lines, debug)
    var places: [UInt64: (file: String?, line: Int)] = [:]
    for site in sites { places[site] = lines.place(of: site, debug) }
    for index in arrays.indices {
      guard let chain = chains[arrays[index].memoryAddress] else { continue }
      let own = chain.call.first { site in
        places[site]?.file != nil && !AnsweredFunction.isOfStack(functions[site]?.name ?? "")
      }
      guard let own, let place = places[own], let file = place.file else { continue }
      arrays[index].place.file = file
      arrays[index].place.line = place.line
      /// Where an instruction of the function that hands over is in its source: what it calls there may have been put into it.
      func placeWithin(_ site: UInt64) -> (file: String?, line: Int)? {
        let calls = inlined[site]
        let shared = zip(calls, inlined[own]).prefix { $0.entry == $1.entry }.count
        return shared < calls.count ? (calls[shared].file, calls[shared].line) : places[site]
      }
      arrays[index].lines = chain.octets.map { chain in
        // A function that appends octets for all says less than where it was called.
        let within = chain.first { functions[$0]?.name == arrays[index].name }.flatMap(placeWithin)
        if let within, within.file == file { return within.line }
        return chain.lazy.compactMap { places[$0] }.first { $0.file == file }?.line
      }
    }
  }

  private static func list(_ names: [String]) -> String {
    let left = names.count - maximumNames
    return names.prefix(maximumNames).joined(separator: ", ") + (left > 0 ? " and \(left) others" : "")
  }

  private static let maximumNames = 16

  /// Whether a call was made when the program ran, and handed over what is told.
  func holds(_ call: AdvertisingCall) -> Bool {
    // Behind a call of four octets, or of three; in a jump that is the last call of a function, or behind a call through a
    // register.
    (UInt64(2)...4).contains { returns.contains(call.address + $0) }
  }

  /// Decides between arrays of the image and what the program made in the calls that are given them. Constant arrays count:
  /// they are all that the call sends, and have a place in the source. What a stack adds to, or a program changes, counts as
  /// it was sent.
  ///
  /// - Parameters:
  ///   - found: the arrays; those that do not count are taken away.
  ///   - calls: all calls of the program; those that are told by what was made are taken away.
  mutating func replace(_ found: inout [FirmwareImage.PayloadArray], _ calls: inout [AdvertisingCall]) {
    let roles = [PayloadRole.advertising, .scanResponse]
    func addresses(_ calls: [AdvertisingCall]) -> Set<UInt64> { Set(calls.flatMap { roles.compactMap($0.address) }) }
    func isUnread(_ call: AdvertisingCall) -> Bool {
      call.payloads.values.contains { if case .unread = $0 { true } else { false } }
    }
    let held = calls.filter(holds)
    let given = addresses(held)
    let changed = Set(found.filter { given.contains($0.memoryAddress) && isOtherwise($0) }.map(\.memoryAddress))
    /// Whether a call sends what was made and nothing else. One whose data are computed may send other data another time.
    func isTold(_ call: AdvertisingCall) -> Bool {
      guard !call.payloads.values.contains(.unread(.computed)), !call.payloads.values.contains(.unread(.returned))
      else {
        return false
      }
      let own = addresses([call])
      // What another call is given of the same arrays is what they hold when the program runs, too.
      return holds(call) && isUnread(call) || !own.isEmpty && own.isSubset(of: changed) && !isUnread(call)
    }
    calls.removeAll(where: isTold)
    let others = addresses(calls)
    found.removeAll { changed.contains($0.memoryAddress) && !others.contains($0.memoryAddress) }
    joinWhatIsShown(
      by: found.filter { given.contains($0.memoryAddress) }, in: calls.filter { holds($0) && !isUnread($0) })
  }

  /// Whether what was made of an array is something else: longer than what calls give of it, or with other octets where the
  /// program can change all of them.
  private func isOtherwise(_ array: FirmwareImage.PayloadArray) -> Bool {
    let given = arrays.filter { $0.role == array.role && $0.passedTo == array.passedTo }
    if given.contains(where: { $0.payload == array.payload }) { return false }
    return given.contains { made in
      array.isWritable && made.payload.octets.count == array.payload.octets.count
        || made.payload.octets.count > array.payload.octets.count
          && Stack.all.contains {
            $0.id == made.stack && !$0.adds.isEmpty
          }
    }
  }

  /// Puts arrays in the place of what they show as well, with the values that a program may change.
  private mutating func joinWhatIsShown(by shown: [FirmwareImage.PayloadArray], in kept: [AdvertisingCall]) {
    func array(like made: FirmwareImage.PayloadArray) -> FirmwareImage.PayloadArray? {
      shown.first { array in
        let (octets, others) = (array.payload.octets, made.payload.octets)
        return array.role == made.role && octets.count == others.count
          && octets.indices.allSatisfy { place in
            octets[place] == others[place] || array.changing.contains { $0.contains(place) }
          }
      }
    }
    let roles = [PayloadRole.advertising, .scanResponse]
    let places = Dictionary(arrays.map { ($0.memoryAddress, $0) }) { first, _ in first }.compactMapValues(array)
    let isTold = calls.map { call in
      // Calls that are given both payloads say it themselves.
      let made = roles.compactMap(call.address)
      let arrays = made.compactMap { places[$0]?.memoryAddress }
      return !made.isEmpty && made.count == arrays.count
        && kept.contains { $0.payloads.count == 2 && Set(roles.compactMap($0.address)) == Set(arrays) }
    }
    calls = zip(calls, isTold).filter { !$0.1 }.map { call, _ in
      var call = call
      for role in roles {
        guard let address = call.address(role), let array = places[address] else { continue }
        call.payloads[role] = .at(array.memoryAddress, count: array.limit)
      }
      return call
    }
    let used = Set(calls.flatMap { call in roles.compactMap(call.address) })
    arrays.removeAll { !used.contains($0.memoryAddress) }
    if calls.isEmpty { self = RuntimePayloads() }
  }

  private static let firstAddress: UInt64 = 0xE000_0000_0000_0000
}
