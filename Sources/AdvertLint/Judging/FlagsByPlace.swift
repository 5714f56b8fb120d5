internal import AdvertisingData

/// What a rule flags on a subject, to be looked up. No fix is tried for most findings of a long payload, so this is made
/// when it is asked for.
struct FlagsByPlace {
  private let flags: [Report.Flag]
  private lazy var positions = positions(by: { $0.location })
  private lazy var positionsOnLayouts = positions(by: { $0.location.layout ?? -1 })
  private var messages: [Int: Set<String>] = [:]

  init(of flags: [Report.Flag]) {
    self.flags = flags
  }

  /// The flags in one place that say this.
  mutating func saying(_ message: String, at location: Report.Location) -> [Report.Flag] {
    (positions[location] ?? []).filter { flags[$0].message == message }.map { flags[$0] }
  }

  /// Whether this is said of a layout.
  mutating func say(_ message: String, onLayout layout: Int) -> Bool {
    if let known = messages[layout] { return known.contains(message) }
    let said = Set((positionsOnLayouts[layout] ?? []).map { flags[$0].message })
    messages[layout] = said
    return said.contains(message)
  }

  /// The positions of the flags by something of them. Flags alike in it come one after the other as a rule.
  private func positions<Key>(by key: (Report.Flag) -> Key) -> SmallDictionary<Key, [Int]> {
    var positions = SmallDictionary<Key, [Int]>()
    var run: (key: Key, positions: [Int])?
    for index in flags.indices {
      let key = key(flags[index])
      if run?.key == key {
        run?.positions.append(index)
        continue
      }
      if let run { positions.put(run.positions, for: run.key) }
      run = (key, (positions[key] ?? []) + [index])
    }
    if let run { positions.put(run.positions, for: run.key) }
    return positions
  }
}
