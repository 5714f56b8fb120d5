extension AdvertisingRun {
  /// Payloads that agree in all runs but for some octets.
  struct Result: Hashable, Sendable {
    var advertising: CaughtAdvertising
    /// Places of octets that came from outside the image, by payload.
    var varying: [PayloadRole: [Int]] = [:]
    /// The function of the program that made them.
    var maker: String
    /// Where the program began, in words.
    var start: String
    /// The function that was run by itself; `nil` where the program came there.
    var beginning: String?
    /// The functions that were left before they returned, in alphabetical order.
    var abandoned: [String] = []
    /// What happened in the first run.
    var account: RunAccount
    /// What had to be assumed of what comes from outside: otherwise the program sends something else, or nothing.
    var assumption: OutsideContents.Assumption?
    /// Payloads that the program sets in calls that the run did not reach.
    var unknown: Set<PayloadRole> = []
  }
}

extension AdvertisingRun.Result {
  /// Whether it has advertising data, and is sound.
  var isAdvertised: Bool { advertising.data[.advertising] != nil && isSound }

  /// Whether nothing was assumed to get there.
  var isCertain: Bool { beginning == nil && abandoned.isEmpty && assumption == nil }

  /// Whether the same AD structures are sent in any case, with other values at most: their lengths and types do not vary.
  /// What is no AD structure is believed only where nothing was assumed.
  var isSound: Bool {
    advertising.octets.allSatisfy { role, octets in
      let varying = Set(varying[role] ?? [])
      var place = 0
      while place < octets.count {
        guard !varying.contains(place) else { return false }
        let length = Int(octets[place])
        if length == 0 {
          return varying.allSatisfy { $0 < place } && octets[place...].allSatisfy { $0 == 0 } || isCertain
        }
        guard place + length < octets.count else { return isCertain && varying.isEmpty }
        guard !varying.contains(place + 1) else { return false }
        place += 1 + length
      }
      return true
    }
  }

  /// Whether it sends the same, and says at least as much about how.
  func says(asMuchAs other: Self) -> Bool {
    advertising.octets == other.advertising.octets
      && (other.advertising.parameters == nil || other.advertising.parameters == advertising.parameters)
  }
}
