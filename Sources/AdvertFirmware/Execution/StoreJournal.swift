/// Which instructions wrote what is in the memory of a program, and which calls were running then.
struct StoreJournal {
  /// What wrote an octet.
  struct Origin {
    /// The instruction; 0 for none.
    var site: UInt32 = 0
    /// The call that was running, among those of the journal.
    var call: UInt32 = 0
  }

  /// Instructions so far.
  var steps = 0
  /// The instruction that runs, and the call.
  var current = Origin()
  /// Calls by their number: the one around it, and the address that it returns to. The first one stands for all that are not
  /// known.
  private var calls: [(around: UInt32, returnAddress: UInt32)] = [(0, 0)]

  private static let maximumCalls = 1 << 18
  private static let maximumCallers = 16

  /// Notes a call within another one, and returns its number.
  mutating func enter(from call: UInt32, returningTo address: UInt32) -> UInt32 {
    guard calls.count < Self.maximumCalls else { return 0 }
    calls.append((call, address))
    return UInt32(calls.count - 1)
  }

  /// The addresses that the calls return to that were running, the innermost first.
  func callers(of call: UInt32) -> [UInt32] {
    var callers: [UInt32] = []
    var call = call
    while call != 0, callers.count < Self.maximumCallers {
      callers.append(calls[Int(call)].returnAddress)
      call = calls[Int(call)].around
    }
    return callers
  }
}

/// An instruction of a program that wrote an octet of a payload.
struct OctetWriter: Hashable {
  /// Its address.
  let site: UInt32
  /// The addresses that the functions return to that were running, the innermost first.
  let callers: [UInt32]
}

extension ProgramMemory {
  /// What wrote octets; `nil` for those that are in the image as they are.
  func writers(at address: UInt32, count: Int) -> [OctetWriter?] {
    var known: [UInt32: [UInt32]] = [:]
    return (0..<UInt32(clamping: count)).map { index in
      guard let origin = origin(of: address &+ index) else { return nil }
      let callers = known[origin.call] ?? journal.callers(of: origin.call)
      known[origin.call] = callers
      return OctetWriter(site: origin.site, callers: callers)
    }
  }
}
