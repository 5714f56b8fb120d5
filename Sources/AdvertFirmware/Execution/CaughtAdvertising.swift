/// What a program handed to its stack when its code ran.
struct CaughtAdvertising: Hashable {
  /// Advertising data, scan response data, or both, as far as they were given; empty data are given too.
  var data: [PayloadRole: Part] = [:]
  /// How it advertises; `nil` as long as it did not say.
  var parameters: AdvertisingParameters?
  /// The call that said how.
  var parametersFrom: CaughtCall?
  /// The id of the stack.
  var stack: String
  /// The addresses that all calls return to that made the data what they are, and the functions around them.
  var returns: Set<UInt32> = []

  /// One payload.
  struct Part: Hashable {
    var octets: [UInt8]
    /// The call that gave it.
    var call: CaughtCall
    /// What wrote its octets, as far as that is known; empty where it is not.
    var writers: [OctetWriter?] = []
  }

  /// The call that a payload is known by: that of the advertising data where there are some.
  var call: CaughtCall? { (data[.advertising] ?? data[.scanResponse])?.call }

  /// The octets that are sent, without where they come from.
  var octets: [PayloadRole: [UInt8]] { data.mapValues(\.octets) }
}

/// A call of the stack while a program ran.
struct CaughtCall: Hashable {
  /// The function that was called.
  var function: String
  /// The addresses that the functions return to that were running, the innermost first. Where the call was a jump, the
  /// first one lies in the instruction that jumped.
  var callers: [UInt32]
}
