internal import AdvertisingData

/// The flags of a rule on a subject, for look-ups. Most findings of a long payload need no fix, so this is made on
/// request.
struct FlagsByPlace {
  private let flags: [Report.Flag]
  private lazy var positions = positions(by: { $0.location })
  private lazy var positionsOnLayouts = positions(by: { $0.location.layout ?? -1 })
  private var messages: [Int: Set<String>] = [:]

  init(of flags: [Report.Flag]) {
    self.flags = flags
  }

  /// Returns the flags in one place with this message.
  mutating func saying(_ message: String, at location: Report.Location) -> [Report.Flag] {
    // Nearly always there is one.
    if flags.count == 1 { return flags[0].location == location && flags[0].message == message ? flags : [] }
    return (positions[location] ?? []).filter { flags[$0].message == message }.map { flags[$0] }
  }

  /// Whether a flag on a layout has this message.
  mutating func say(_ message: String, onLayout layout: Int) -> Bool {
    if flags.count == 1 { return (flags[0].location.layout ?? -1) == layout && flags[0].message == message }
    if let known = messages[layout] { return known.contains(message) }
    let said = Set((positionsOnLayouts[layout] ?? []).map { flags[$0].message })
    messages[layout] = said
    return said.contains(message)
  }

  /// Returns the positions of the flags by a key. Flags with the same key usually follow each other.
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
