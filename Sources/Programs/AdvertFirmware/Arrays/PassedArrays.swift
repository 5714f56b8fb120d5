/// The arrays that a program passes in calls, by their addresses: what the calls say of each.
struct PassedArrays {
  private var uses: [UInt64: Use] = [:]

  /// The use of an array in calls.
  struct Use {
    var role: PayloadRole
    var function: String
    /// The number of octets or elements that each call sends, as far as it is known; `nil` for all of it.
    var counts: [Int?]

    /// The id of the stack whose function it is.
    var stack: String? { Stack.all.first { $0.arguments[function] != nil }?.id }
  }

  init(_ calls: [AdvertisingCall]) {
    for call in calls {
      for (role, payload) in call.payloads {
        guard case .at(let address, let count) = payload else { continue }
        // Periodic data do not help to discover a device: another role of the same array is preferred.
        if uses[address].map({ $0.role == .periodic && role != .periodic }) ?? true {
          uses[address] = Use(role: role, function: call.function, counts: uses[address]?.counts ?? [])
        }
        if !(uses[address]?.counts.contains(count) ?? true) { uses[address]?.counts.append(count) }
      }
    }
  }

  subscript(_ address: UInt64) -> Use? { uses[address] }

  var addresses: Set<UInt64> { Set(uses.keys) }

  /// Whether a call reads elements of Zephyr's structure at an address.
  func isOfStructures(_ address: UInt64) -> Bool {
    uses[address].map { Stack.takesStructures($0.function) } ?? false
  }

  /// The part of an array that calls send: all of it, or its beginning.
  struct Part {
    var name: String
    var count: Int
    /// The limit; `nil` for all of it.
    var limit: Int?
    var remark: String?
  }

  /// Returns the parts of an array that are sent, the longest first.
  ///
  /// - Parameter unit: what is counted, in words.
  func parts(of name: String, at address: UInt64, count: Int, _ unit: String) -> [Part] {
    let counts = (uses[address]?.counts ?? [nil]).map { $0.flatMap { $0 < count ? $0 : nil } }
    let distinct = Set(counts).sorted { $0 ?? count > $1 ?? count }
    return distinct.map { limit in
      guard let limit else { return Part(name: name, count: count) }
      return Part(
        name: distinct.count == 1 ? name : "\(name) (\(limit) of \(count))", count: limit, limit: limit,
        remark: "the call sends \(limit) of its \(count) \(unit)")
    }
  }
}
