/// A journal of the instructions that wrote the octets in a program's memory, and of the calls that were running then.
struct StoreJournal {
  /// The writer of an octet.
  struct Origin {
    /// The address of the instruction; 0 for none.
    var site: UInt32 = 0
    /// The number in the journal of the call that was running.
    var call: UInt32 = 0
  }

  /// The number of instructions so far.
  var steps = 0
  /// The current instruction and call.
  var current = Origin()
  /// The calls by their number: the surrounding call, and the return address. The first one represents all unknown
  /// calls.
  private var calls: [(around: UInt32, returnAddress: UInt32)] = [(0, 0)]

  private static let maximumCalls = 1 << 18
  private static let maximumCallers = 16

  /// Notes a call within another one, and returns its number.
  mutating func enter(from call: UInt32, returningTo address: UInt32) -> UInt32 {
    guard calls.count < Self.maximumCalls else { return 0 }
    calls.append((call, address))
    return UInt32(calls.count - 1)
  }

  /// Returns the return addresses of a call and of the calls around it, the innermost first.
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
  /// The address of the instruction.
  let site: UInt32
  /// The return addresses of the functions that were running, the innermost first.
  let callers: [UInt32]
}

extension ProgramMemory {
  /// Returns the writers of octets; `nil` for octets that the program has not written since the image was loaded.
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
