internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Finds the devices of the old side again on the new side.
///
/// It matches first by key or address. Other devices are matched by their data, but only where exactly one device of
/// each side has them: two devices that are alike are never mixed up. Each step is a look-up, so the time is linear.
struct DeviceMatching {
  private(set) var pairs: [Pair] = []
  /// Entries of the old side that are missing on the new side.
  private(set) var gone: [Int] = []
  /// Entries of the new side that are missing on the old side.
  private(set) var new: [Int] = []
  private(set) var groups: [GroupDiff] = []

  /// Positions of entries of both sides.
  struct Pair {
    let old: Int
    let new: Int
    let match: DeviceMatch
  }

  init(_ old: DiffSide, _ new: DiffSide) {
    var rest = Unmatched(old: Set(old.entries.indices), new: Set(new.entries.indices))
    for isExact in [true, false] {
      func key(_ entry: DiffSide.Entry) -> AddressKey? {
        // A phone that recorded both changed its addresses in between.
        if isExact, entry.isHost, entry.address?.isFixed != true {
          return AddressKey(host: ())
        }
        return AddressKey(
          address: entry.owner == nil ? entry.address : nil, owner: entry.owner, isHost: isExact && entry.isHost)
      }
      let found = rest.unique(old: { key(old.entries[$0]) }, new: { key(new.entries[$0]) })
      for (one, other) in found {
        rest.take(one, other)
        let isSame = old.entries[one].address == new.entries[other].address
        let match: DeviceMatch = old.entries[one].owner != nil ? .key : isSame ? .address : .host
        pairs.append(Pair(old: one, new: other, match: match))
      }
    }
    matchEqualLayouts(old, new, &rest)
    let isAlone = old.entries.count == 1 && new.entries.count == 1
    if !rest.isEmpty { match(old, new, isAlone: isAlone, &rest) }
    pairs.sort { $0.old < $1.old }
  }

  /// A key that resolves the address, or else the address. `nil` for a declared layout.
  private struct AddressKey: Hashable {
    let address: DeviceAddress?
    let owner: Int?
    let isHost: Bool

    /// The capturing host, whatever its address.
    init(host: Void) {
      (address, owner, isHost) = (nil, nil, true)
    }

    init?(address: DeviceAddress?, owner: Int?, isHost: Bool) {
      guard address != nil || owner != nil else { return nil }
      self.address = address
      self.owner = owner
      self.isHost = isHost
    }
  }

  /// Positions of entries without a partner.
  private struct Unmatched {
    var old: Set<Int>
    var new: Set<Int>

    var isEmpty: Bool { old.isEmpty && new.isEmpty }

    mutating func take(_ one: Int, _ other: Int) {
      old.remove(one)
      new.remove(other)
    }

    /// Returns pairs of entries that are the only ones of their side with a key.
    func unique<Key: Hashable>(old oldKey: (Int) -> Key?, new newKey: (Int) -> Key?) -> [(old: Int, new: Int)] {
      var positions: [Key: (old: Int?, new: Int?, isUnique: Bool)] = [:]
      for entry in old {
        guard let key = oldKey(entry) else { continue }
        positions[key] = (entry, nil, positions[key] == nil)
      }
      for entry in new {
        guard let key = newKey(entry), let known = positions[key] else { continue }
        positions[key] = (known.old, entry, known.isUnique && known.new == nil)
      }
      return positions.values.compactMap { known in
        guard let old = known.old, let new = known.new, known.isUnique else { return nil }
        return (old, new)
      }
    }
  }

  // MARK: By data

  private struct NamedLayouts: Hashable {
    let name: String?
    let layouts: [Layout]
  }

  /// Matches declared layouts that are equal, in their order: two files can each have several of one name, or without a
  /// name.
  private mutating func matchEqualLayouts(_ old: DiffSide, _ new: DiffSide, _ rest: inout Unmatched) {
    func key(_ entry: Int, of side: DiffSide) -> NamedLayouts? {
      guard side.entries[entry].address == nil, side.entries[entry].owner == nil else { return nil }
      let device = side.device(entry)
      return NamedLayouts(name: device.identity.layoutName, layouts: device.sent.map { $0.layout })
    }
    var waiting: [NamedLayouts: [Int]] = [:]
    for entry in rest.old.sorted(by: >) {
      if let key = key(entry, of: old) { waiting[key, default: []].append(entry) }
    }
    guard !waiting.isEmpty else { return }
    for entry in rest.new.sorted() {
      guard let key = key(entry, of: new), let one = waiting[key]?.popLast() else { continue }
      rest.take(one, entry)
      pairs.append(Pair(old: one, new: entry, match: .layout))
    }
  }

  private struct NamedTraits: Hashable {
    let name: String?
    let traits: Set<DeviceTrait>
  }

  private mutating func match(_ old: DiffSide, _ new: DiffSide, isAlone: Bool, _ rest: inout Unmatched) {
    let oldPortraits = portraits(rest.old, of: old)
    let newPortraits = portraits(rest.new, of: new)
    /// Matches by a key. Devices with different fixed addresses are two devices, unless they have the name of one
    /// product.
    func match<Key: Hashable>(
      by match: DeviceMatch, evenIfFixed: Bool, _ key: (Portrait) -> Key?
    ) {
      let found = rest.unique(old: { oldPortraits[$0].flatMap(key) }, new: { newPortraits[$0].flatMap(key) })
      for (one, other) in found.sorted(by: { $0.old < $1.old }) {
        if !evenIfFixed, old.entries[one].address?.isFixed ?? false, new.entries[other].address?.isFixed ?? false {
          continue
        }
        rest.take(one, other)
        pairs.append(Pair(old: one, new: other, match: match))
      }
    }
    match(by: .layout, evenIfFixed: true) { $0.layoutName }
    match(by: .name, evenIfFixed: true) { portrait in
      portrait.name.map { NamedTraits(name: $0, traits: portrait.traits) }
    }
    match(by: .name, evenIfFixed: true) { $0.name }
    matchByNamePatterns(oldPortraits, newPortraits, &rest)
    match(by: .payload, evenIfFixed: false) { $0.traits.isEmpty ? nil : $0.traits }
    matchByRareTraits(old, new, oldPortraits, newPortraits, &rest)
    if isAlone, let one = rest.old.first, let other = rest.new.first {
      rest.take(one, other)
      pairs.append(Pair(old: one, new: other, match: .only))
    }
    settle(old, new, oldPortraits, newPortraits, rest)
  }

  /// The most names with placeholders that are compared with those of all devices.
  private static let maximumNamePatterns = 64

  /// Matches declared layouts whose name has placeholders with the only device whose name fits.
  private mutating func matchByNamePatterns(
    _ oldPortraits: [Int: Portrait], _ newPortraits: [Int: Portrait], _ rest: inout Unmatched
  ) {
    func candidates(
      _ declared: [Int: Portrait], _ entries: Set<Int>, _ others: [Int: Portrait], _ otherEntries: Set<Int>
    ) -> [(declared: Int, other: Int)] {
      let patterned = entries.filter { !(declared[$0]?.namePatterns.isEmpty ?? true) }.sorted()
      var found: [(declared: Int, other: Int)] = []
      for entry in patterned.prefix(Self.maximumNamePatterns) {
        let matching = otherEntries.filter { other in
          guard let name = others[other]?.name else { return false }
          return declared[entry]?.namePatterns.contains { $0.pattern.matches($0.element, octets: Array(name.utf8)) }
            ?? false
        }
        if matching.count == 1, let other = matching.first { found.append((entry, other)) }
      }
      let counts = Dictionary(grouping: found, by: { $0.other })
      return found.filter { counts[$0.other]?.count == 1 }
    }
    let pairs =
      candidates(oldPortraits, rest.old, newPortraits, rest.new).map { (old: $0.declared, new: $0.other) }
      + candidates(newPortraits, rest.new, oldPortraits, rest.old).map { (old: $0.other, new: $0.declared) }
    for (one, other) in pairs where rest.old.contains(one) && rest.new.contains(other) {
      rest.take(one, other)
      self.pairs.append(Pair(old: one, new: other, match: .name))
    }
  }

  /// Matches devices that are the only ones of their side with a company or a service.
  private mutating func matchByRareTraits(
    _ old: DiffSide, _ new: DiffSide, _ oldPortraits: [Int: Portrait], _ newPortraits: [Int: Portrait],
    _ rest: inout Unmatched
  ) {
    func holders(_ entries: Set<Int>, _ portraits: [Int: Portrait]) -> [DeviceTrait: Int] {
      var holders: [DeviceTrait: Int] = [:]
      var common: Set<DeviceTrait> = []
      for entry in entries {
        for trait in portraits[entry]?.traits ?? [] where holders.updateValue(entry, forKey: trait) != nil {
          common.insert(trait)
        }
      }
      return holders.filter { !common.contains($0.key) }
    }
    let newHolders = holders(rest.new, newPortraits)
    let candidates = holders(rest.old, oldPortraits).compactMap { trait, one in
      newHolders[trait].map { (old: one, new: $0) }
    }
    for (one, other) in candidates.sorted(by: { ($0.old, $0.new) < ($1.old, $1.new) }) {
      guard rest.old.contains(one), rest.new.contains(other),
        !(old.entries[one].address?.isFixed ?? false) || !(new.entries[other].address?.isFixed ?? false)
      else { continue }
      rest.take(one, other)
      pairs.append(Pair(old: one, new: other, match: .payload))
    }
  }

  private func portraits(_ entries: Set<Int>, of side: DiffSide) -> [Int: Portrait] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0, Portrait(side.device($0))) })
  }

  // MARK: Without a partner

  /// Settles entries without a partner as gone or new. A side may have several devices alike with changing addresses:
  /// these are counted, because they cannot be distinguished.
  private mutating func settle(
    _ old: DiffSide, _ new: DiffSide, _ oldPortraits: [Int: Portrait], _ newPortraits: [Int: Portrait],
    _ rest: Unmatched
  ) {
    var alike: [NamedTraits: (portrait: Portrait, old: [Int], new: [Int])] = [:]
    for entry in rest.old.sorted() {
      guard old.entries[entry].address?.rotates ?? false, let portrait = oldPortraits[entry] else {
        gone.append(entry)
        continue
      }
      alike[NamedTraits(name: portrait.name, traits: portrait.traits), default: (portrait, [], [])].old.append(entry)
    }
    for entry in rest.new.sorted() {
      guard new.entries[entry].address?.rotates ?? false, let portrait = newPortraits[entry] else {
        self.new.append(entry)
        continue
      }
      alike[NamedTraits(name: portrait.name, traits: portrait.traits), default: (portrait, [], [])].new.append(entry)
    }
    for entries in alike.values {
      let portrait = entries.portrait
      if entries.old.count + entries.new.count == 1 {
        gone += entries.old
        self.new += entries.new
      } else {
        groups.append(
          GroupDiff(
            name: portrait.name, companies: portrait.companies, services: portrait.services,
            oldCount: entries.old.count, newCount: entries.new.count))
      }
    }
    gone.sort()
    self.new.sort()
    groups.sort {
      ($1.differs ? 0 : 1, $1.oldCount + $1.newCount, $0.sortText) < (
        $0.differs ? 0 : 1, $0.oldCount + $0.newCount, $1.sortText
      )
    }
  }
}

/// A company or a service that a device's data name.
private enum DeviceTrait: Hashable {
  case company(UInt16)
  case service(BluetoothUUID)
}

/// The properties, other than the address, that identify a device.
private struct Portrait {
  let namePatterns: [(pattern: PayloadPattern, element: DecodedPayload.Element)]
  let layoutName: String?
  let name: String?
  let traits: Set<DeviceTrait>

  init(_ device: ComparedDevice) {
    namePatterns = device.namePatterns
    layoutName = device.identity.layoutName
    // Some devices fill up a name with zeros.
    name = device.identity.name.map { String($0.prefix { $0 != "\0" }) }.flatMap { $0.isEmpty ? nil : $0 }
    var traits: Set<DeviceTrait> = []
    for sent in device.sent {
      for (_, payload) in sent.layout.blocks {
        for data in payload.manufacturerData { traits.insert(.company(data.company)) }
        for uuid in payload.services { traits.insert(.service(uuid)) }
        for data in payload.serviceData { traits.insert(.service(data.uuid)) }
      }
    }
    self.traits = traits
  }

  var companies: [UInt16] {
    traits.compactMap { if case .company(let company) = $0 { company } else { nil } }.sorted()
  }

  var services: [BluetoothUUID] {
    traits.compactMap { if case .service(let uuid) = $0 { uuid } else { nil } }.sorted()
  }
}

extension GroupDiff {
  /// Sorts groups of equal size.
  fileprivate var sortText: String {
    (name ?? "") + "/\(companies)/" + services.map { $0.description }.joined(separator: ",")
  }
}
