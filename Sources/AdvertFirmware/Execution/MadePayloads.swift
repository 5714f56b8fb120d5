internal import AdvertisingData

/// What a program made when its code ran, as payloads of its image.
struct MadePayloads {
  private(set) var arrays: [FirmwareImage.PayloadArray] = []
  private(set) var calls: [AdvertisingCall] = []
  /// The addresses that calls of the program return to that handed something over, or that were running then.
  private(set) var returns: Set<UInt64> = []
  /// What was assumed, one line each.
  private(set) var remarks: [String] = []

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
        arrays.append(
          FirmwareImage.PayloadArray(
            name: result.maker, role: role, evidence: .run, payload: Payload(part.octets), stack: caught.stack,
            place: ImagePlace(member: member), isWritable: !result.isCertain, passedTo: part.call.function,
            varying: result.varying[role] ?? [], memoryAddress: address))
      }
      calls.append(call)
    }
    guard let first = results.first else { return }
    remarks.append(
      "the payloads are what the program made when its code was run here, from \(first.beginning ?? "main") on, "
        + "\(AdvertisingRun.count) times with other contents of what comes from outside the image")
    if let beginning = first.beginning {
      remarks.append("\(beginning) was run by itself, because main did not reach it: what it is given is not known")
    }
    if !first.abandoned.isEmpty {
      remarks.append(
        "these functions did not end, or wait for hardware, and were taken for successful: "
          + first.abandoned.joined(separator: ", "))
    }
  }

  /// Whether a call was made when the program ran, and handed over what is told.
  func holds(_ call: AdvertisingCall) -> Bool {
    // Behind a call of four octets; in a jump that is the last call of a function, or behind a call through a register.
    returns.contains(call.address + 4) || returns.contains(call.address + 2)
  }

  /// Decides between arrays of the image and what the program made in the calls that are given them. Where the arrays show
  /// all of it, they count: they are constant, and have a place in the source. Else the stack adds something, or the program
  /// does.
  ///
  /// - Parameters:
  ///   - found: the arrays; those that do not count are taken away.
  ///   - calls: all calls of the program; those that are told by what was made are taken away.
  mutating func replace(_ found: inout [FirmwareImage.PayloadArray], _ calls: inout [AdvertisingCall]) {
    let roles = [PayloadRole.advertising, .scanResponse]
    func passed(_ calls: [AdvertisingCall]) -> Set<UInt64> { Set(calls.flatMap { roles.compactMap($0.address) }) }
    func isUnread(_ call: AdvertisingCall) -> Bool {
      call.payloads.values.contains { if case .unread = $0 { true } else { false } }
    }
    let addresses = passed(calls.filter(holds))
    // What another call is given of the same arrays is what they hold when the program runs, too.
    func isTold(_ call: AdvertisingCall) -> Bool {
      let own = passed([call])
      return holds(call) || !own.isEmpty && own.isSubset(of: addresses) && !isUnread(call)
    }
    let shown = found.filter { addresses.contains($0.memoryAddress) }
    let areShown = arrays.allSatisfy { made in
      made.payload.octets.isEmpty || shown.contains { $0.role == made.role && $0.payload == made.payload }
    }
    if areShown, calls.contains(where: holds), !calls.contains(where: { holds($0) && isUnread($0) }) {
      self = MadePayloads()
      return
    }
    calls.removeAll(where: isTold)
    let others = passed(calls)
    found.removeAll { addresses.contains($0.memoryAddress) && !others.contains($0.memoryAddress) }
  }

  private static let firstAddress: UInt64 = 0xE000_0000_0000_0000
}
