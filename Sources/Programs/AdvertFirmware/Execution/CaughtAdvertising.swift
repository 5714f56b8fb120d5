/// The data and parameters that a program passed to its stack when its code ran.
struct CaughtAdvertising: Hashable {
  /// Advertising data, scan response data, or both, as far as the program passed them; empty data also count as passed.
  var data: [PayloadRole: Part] = [:]
  /// The parameters of the advertising; `nil` before the program has set them.
  var parameters: AdvertisingParameters?
  /// The call that set the parameters.
  var parametersFrom: CaughtCall?
  /// The id of the stack.
  var stack: String
  /// The return addresses of all calls that produced the data, and of the functions around them.
  var returns: Set<UInt32> = []
  /// The addresses at which the program had the data that it passed.
  var sources: Set<UInt32> = []

  /// One payload.
  struct Part: Hashable {
    var octets: [UInt8]
    /// The call that passed it.
    var call: CaughtCall
    /// The writers of its octets, as far as they are known; empty where they are not.
    var writers: [OctetWriter?] = []
    /// The call that was running when it was passed, by its number in the journal, and the number of instructions
    /// before.
    var passedIn: UInt32 = 0
    var steps = 0
  }

  /// Adds the calls that passed the same data again.
  mutating func addCalls(of other: Self) {
    returns.formUnion(other.returns)
    sources.formUnion(other.sources)
  }

  /// The call that identifies the payloads: that of the advertising data where there are some.
  var call: CaughtCall? { (data[.advertising] ?? data[.scanResponse])?.call }

  /// The octets that are sent, without their origins.
  var octets: [PayloadRole: [UInt8]] { data.mapValues { $0.octets } }
}

/// A call of the stack while a program ran.
struct CaughtCall: Hashable {
  /// The function that was called.
  var function: String
  /// The return addresses of the running functions, the innermost first. Where the call was a jump, the first one lies
  /// in the instruction that jumped.
  var callers: [UInt32]
}
