extension AdvertisingRun {
  /// Payloads that are equal in all runs, except for some octets.
  struct Result: Hashable, Sendable {
    var advertising: CaughtAdvertising
    /// The places of octets that came from outside the image, by payload.
    var varying: [PayloadRole: [Int]] = [:]
    /// The places of octets that depend on arguments of a function that was run separately, or on memory that other
    /// functions may have set before, by payload.
    var dependent: [PayloadRole: Set<Int>] = [:]
    /// The payloads whose making was cut short.
    var cut: [PayloadRole: Cut] = [:]
    /// The function of the program that made the payloads.
    var maker: String
    /// The start of the run, in words.
    var start: String
    /// The function that was run separately; `nil` where the program reached it.
    var beginning: String?
    /// The functions that were left before they returned, in alphabetical order.
    var abandoned: [String] = []
    /// The events of the first run.
    var account: RunAccount
    /// The assumption about the memory outside the image: without it, the program sends other data, or none.
    var assumption: OutsideContents.Assumption?
    /// Payloads that the program sets in calls that the run did not reach.
    var unknown: Set<PayloadRole> = []
  }
}

extension AdvertisingRun.Result {
  /// Whether the result has advertising data, and is sound.
  var isAdvertised: Bool { advertising.data[.advertising] != nil && isSound && unreadCause(of: .advertising) == nil }

  /// Whether the result needed no assumptions.
  var isCertain: Bool { beginning == nil && abandoned.isEmpty && assumption == nil }

  /// Whether the same AD structures are sent in any case, although their values may differ: their lengths and types do
  /// not vary. Data without AD structures are trusted only where there were no assumptions.
  var isSound: Bool {
    advertising.octets.allSatisfy { role, octets in
      let varying = Set(varying[role] ?? []).union(dependent[role] ?? [])
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

  /// Whether the result has the same data as another one, and at least as many facts about the advertising.
  func says(asMuchAs other: Self) -> Bool {
    advertising.octets == other.advertising.octets
      && (other.advertising.parameters.map { advertising.parameters?.saysTheSame(as: $0) ?? false } ?? true)
  }
}
