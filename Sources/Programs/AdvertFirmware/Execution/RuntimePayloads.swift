internal import AdvertisingData

/// The payloads that a program made when its code ran.
struct RuntimePayloads {
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var calls: [AdvertisingCall] = []
  /// The return addresses of the program's calls that passed on data, and of the functions that were running then.
  private(set) var returns: Set<UInt64> = []
  /// The addresses at which the program had the data that it passed on.
  private var sources: Set<UInt64> = []
  /// The assumptions, one line each.
  private(set) var remarks: [String] = []
  /// The accounts of the runs, one for each program.
  private(set) var accounts: [RunAccount] = []
  /// The instructions that led to the call with each payload, the innermost first, and those that led to each octet, by
  /// the address of the payload.
  private var chains: [UInt64: (call: [UInt64], octets: [[UInt64]])] = [:]

  /// Makes an empty result.
  init() {}

  /// - Parameters:
  ///   - results: the results that runs of the program have in common.
  ///   - member: the name of the program's member in an archive.
  ///   - first: the number of payloads of other programs, so that no two have the same address.
  init(_ results: [AdvertisingRun.Result], _ member: String?, from first: Int = 0) {
    for result in results {
      let caught = result.advertising
      guard let given = caught.call else { continue }
      var call = AdvertisingCall(
        function: given.function, caller: result.maker, address: UInt64(given.callers.first ?? 0))
      call.parameters = caught.parameters
      call.parameters?.evidence = .call(caught.parametersFrom?.function ?? given.function, in: result.maker)
      let unread = result.unreadCause(of: .advertising)
      if unread == nil { note(caught) }
      for role in [PayloadRole.advertising, .scanResponse] {
        if caught.data[role] == nil, result.unknown.contains(role) {
          call.payloads[role] = .unread(.notReached)
          continue
        }
        guard let part = caught.data[role], !part.octets.isEmpty || role == .advertising else {
          call.payloads[role] = .nothing
          continue
        }
        if let cause = unread ?? result.unreadCause(of: role) {
          call.payloads[role] = .unread(.doubtful(cause))
          continue
        }
        // The image has nothing at this address.
        let address = Self.firstAddress + UInt64(first + arrays.count)
        call.payloads[role] = .at(address, count: nil)
        chains[address] = (
          Self.sites(part.call.callers),
          part.writers.map { writer in
            writer.flatMap { $0.site == 0 ? nil : [UInt64($0.site)] + Self.sites($0.callers) } ?? []
          }
        )
        arrays.append(
          FirmwareImage.PayloadArray(
            name: result.maker, role: role, evidence: .run, payload: Payload(part.octets), stack: caught.stack,
            place: ImagePlace(member: member), doubts: result.doubts(of: role), passedTo: part.call.function,
            memoryAddress: address))
      }
      calls.append(call)
    }
    for result in results where !accounts.contains(result.account) { accounts.append(result.account) }
    guard let result = results.first else { return }
    remarks.append(
      "the payloads are what the program made when its code was run here, from \(result.beginning ?? result.start) on, "
        + "\(OutsideContents.seeds.count) times with other contents of what comes from outside the image")
    for assumption in OutsideContents.Assumption.allCases where results.contains(where: { $0.assumption == assumption })
    {
      remarks.append(assumption.description)
    }
    if let beginning = result.beginning {
      remarks.append(
        "\(beginning) was run by itself, because \(result.start) did not reach it: what it is given is not known")
    }
    if !result.abandoned.isEmpty {
      remarks.append(
        "these functions did not end, or wait for hardware, and were taken for successful: "
          + Self.list(result.abandoned))
    }
  }

  /// Notes the calls that made data, and the places where the program had them.
  private mutating func note(_ caught: CaughtAdvertising) {
    returns.formUnion(caught.returns.map(UInt64.init))
    sources.formUnion(caught.sources.map(UInt64.init))
    // A function that builds a payload has already returned when another one passes it on.
    for writer in caught.data.values.flatMap({ $0.writers }) {
      returns.formUnion((writer?.callers ?? []).map(UInt64.init))
    }
  }

  /// The calls that passed data of which nothing is known.
  var doubtfulCalls: [AdvertisingCall] {
    calls.filter { $0.payloads.values.contains { if case .unread(.doubtful) = $0 { true } else { false } } }
  }

  /// Returns the addresses of the calling instructions for return addresses.
  private static func sites(_ returns: [UInt32]) -> [UInt64] { returns.map { UInt64(($0 &- 2) & ~1) } }

  /// Sets the place in the source where each payload is passed on, and the line that made each of its octets: of all
  /// calls that led to it the one in the same function, or else the innermost one in the same file. Inlined functions
  /// have lines of their own.
  mutating func locate(_ symbols: Symbols, _ debug: DebugInformation) {
    let sites = Set(chains.values.flatMap { $0.call + $0.octets.flatMap { $0 } })
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
      /// Returns the place in the source of an instruction in the passing function: the code may be inlined from a
      /// function that it calls. Where the passing call itself is in inlined code, and the instruction in that of
      /// another function, the place is in that function.
      func placeWithin(_ site: UInt64) -> (file: String?, line: Int)? {
        let (calls, ownCalls) = (inlined[site], inlined[own])
        let shared = zip(calls, ownCalls).prefix { $0.entry == $1.entry }.count
        let depth = shared < ownCalls.count ? shared + 1 : shared
        return depth < calls.count ? (calls[depth].file, calls[depth].line) : places[site]
      }
      arrays[index].lines = chain.octets.map { chain in
        // The line of a general function that appends octets is less useful than the line of its call.
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

  /// Whether a call was made when the program ran, and passed on the reported data.
  func holds(_ call: AdvertisingCall) -> Bool {
    // The return address is 4 octets after a call of four octets, or 3 after one of three; or in a jump that ends a
    // function, or after a call through a register.
    (UInt64(2)...4).contains { returns.contains(call.address + $0) }
  }

  /// Whether an array that is empty in the image was filled when the program ran, and is among the payloads.
  func shows(_ array: FirmwareImage.UnreadArray) -> Bool {
    array.reason == .filledAtRunTime && sources.contains(array.memoryAddress)
  }

  /// Chooses between arrays of the image and the payloads that the program made in calls with these arrays. A constant
  /// array is preferred: it is all that the call sends, and has a place in the source. Where a stack adds to an array,
  /// or the program changes it, the payload that was made is preferred.
  ///
  /// - Parameters:
  ///   - found: the arrays; those that are not preferred are removed.
  ///   - calls: all calls of the program; those whose payload was made are removed.
  mutating func replace(_ found: inout [FirmwareImage.PayloadArray], _ calls: inout [AdvertisingCall]) {
    let roles = [PayloadRole.advertising, .scanResponse]
    func addresses(_ calls: [AdvertisingCall]) -> Set<UInt64> { Set(calls.flatMap { roles.compactMap($0.address) }) }
    func isUnread(_ call: AdvertisingCall) -> Bool {
      call.payloads.values.contains { if case .unread = $0 { true } else { false } }
    }
    let held = calls.filter(holds)
    let given = addresses(held)
    let changed = Set(found.filter { given.contains($0.memoryAddress) && isOtherwise($0) }.map { $0.memoryAddress })
    /// Whether a call sends only the payload that was made. A call with computed data may send other data at another
    /// time.
    func isTold(_ call: AdvertisingCall) -> Bool {
      guard !call.payloads.values.contains(.unread(.computed)), !call.payloads.values.contains(.unread(.returned))
      else {
        return false
      }
      let own = addresses([call])
      // The payload that another call makes of the same arrays also shows their contents when the program runs.
      return holds(call) && isUnread(call) || !own.isEmpty && own.isSubset(of: changed) && !isUnread(call)
    }
    calls.removeAll(where: isTold)
    let others = addresses(calls)
    found.removeAll { changed.contains($0.memoryAddress) && !others.contains($0.memoryAddress) }
    joinWhatIsShown(
      by: found.filter { given.contains($0.memoryAddress) }, in: calls.filter { holds($0) && !isUnread($0) })
  }

  /// Whether the payload that was made of an array is different: longer than the part that calls send, or with other
  /// octets where the program can change all of them.
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

  /// Replaces made payloads by arrays with the same contents, and adds the values that a program may change.
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
    let places = Dictionary(firstOf: arrays.map { ($0.memoryAddress, $0) }).compactMapValues(array)
    let isTold = calls.map { call in
      // Calls that pass both payloads already show that these belong together.
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
