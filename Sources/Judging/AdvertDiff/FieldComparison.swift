internal import AdvertObservation
internal import AdvertisingData

/// Compares the fields that a device sends on the two sides.
struct FieldComparison {
  private(set) var differences: [Difference] = []
  private(set) var varying: [VaryingOctets] = []
  private(set) var gaps: [DiffGap] = []

  init(_ oldDevice: ComparedDevice, _ newDevice: ComparedDevice) {
    let (old, new) = (oldDevice.sent, newDevice.sent)
    let areDeclared = (old: oldDevice.isDeclared, new: newDevice.isDeclared)
    for block in Block.allCases {
      let kinds = (old: PayloadKind.kinds(of: old, in: block), new: PayloadKind.kinds(of: new, in: block))
      guard hasBoth(block, old, new, kinds.old, kinds.new) else { continue }
      compare(kinds.old, kinds.new, areDeclared)
    }
    join()
    // Two images are compared without this step.
    leaveOut(newDevice.addedTypes(includingNames: !oldDevice.isOfImage), isOld: false)
    leaveOut(oldDevice.addedTypes(includingNames: !newDevice.isOfImage), isOld: true)
  }

  /// Leaves out fields that a host adds when the program runs, because its image does not have them.
  private mutating func leaveOut(_ types: Set<ADType>, isOld: Bool) {
    guard !types.isEmpty else { return }
    var blocks: Set<Block> = []
    differences.removeAll { difference in
      let missing: SentField
      switch difference {
      case .gone(let field) where !isOld: missing = field
      case .added(let field) where isOld: missing = field
      default: return false
      }
      guard let type = missing.element?.type, types.contains(type) else { return false }
      blocks.insert(missing.block)
      return true
    }
    gaps += Block.allCases.filter(blocks.contains).map { .addedByHost($0, isOld: isOld) }
  }

  /// Returns whether both sides know the block; a side that does not is a gap.
  private mutating func hasBoth(
    _ block: Block, _ old: [ComparedDevice.Sent], _ new: [ComparedDevice.Sent], _ oldKinds: [PayloadKind],
    _ newKinds: [PayloadKind]
  ) -> Bool {
    func isUnknown(_ sent: [ComparedDevice.Sent], _ kinds: [PayloadKind]) -> Bool {
      guard kinds.isEmpty else { return false }
      switch block {
      case .advertising: return true
      case .scanResponse: return sent.contains { $0.layout.scanResponse == .notObserved }
      }
    }
    let unknown = (old: isUnknown(old, oldKinds), new: isUnknown(new, newKinds))
    func gap(isOld: Bool) -> DiffGap {
      block == .advertising ? .advertisingNotObserved(isOld: isOld) : .scanResponseNotObserved(isOld: isOld)
    }
    // Data that neither side has cannot be missing.
    if unknown.old, !newKinds.isEmpty { gaps.append(gap(isOld: true)) }
    if unknown.new, !oldKinds.isEmpty { gaps.append(gap(isOld: false)) }
    return !unknown.old && !unknown.new
  }

  private mutating func compare(_ old: [PayloadKind], _ new: [PayloadKind], _ areDeclared: (old: Bool, new: Bool)) {
    let pairs = KindPairs(old, new)
    for (one, other) in pairs.pairs { compare(one, other, areDeclared) }
    // A block that the other side does not send at all is reported field by field.
    if new.isEmpty {
      for kind in pairs.gone { differences += kind.usual.map { .gone($0) } }
    } else {
      differences += pairs.gone.map { .layoutGone($0.layout) }
    }
    if old.isEmpty {
      for kind in pairs.added { differences += kind.usual.map { .added($0) } }
    } else {
      differences += pairs.added.map { .layoutAdded($0.layout) }
    }
  }

  private mutating func compare(_ old: PayloadKind, _ new: PayloadKind, _ areDeclared: (old: Bool, new: Bool)) {
    let before = differences.count + varying.count
    if let oldPDU = old.key.pdu, let newPDU = new.key.pdu, oldPDU != newPDU {
      differences.append(.pdu(old: oldPDU, new: newPDU))
    }
    differences += old.usual.filter { !new.key.fields.contains($0.key) }.map { .gone($0) }
    differences += new.usual.filter { !old.key.fields.contains($0.key) }.map { .added($0) }
    var seen: Set<FieldKey> = []
    for field in old.usual where seen.insert(field.key).inserted {
      guard let oldValues = old.values[field.key], let newValues = new.values[field.key] else { continue }
      let comparison = ValueComparison(oldValues, newValues, areDeclared)
      if let change = comparison.change { differences.append(.changed(change)) }
      if let octets = comparison.varying { varying.append(octets) }
    }
    compareOrder(old, new)
    // The same fields with the same values, in other structures.
    if differences.count + varying.count == before, old.payloads.isDisjoint(with: new.payloads) {
      differences.append(.order(old: old.usual, new: new.usual))
    }
  }

  /// Compares the order of the common fields, unless one side has an order that the other side also has.
  private mutating func compareOrder(_ old: PayloadKind, _ new: PayloadKind) {
    let common = old.key.fields.intersection(new.key.fields)
    func orders(_ kind: PayloadKind) -> Set<[FieldKey]> { Set(kind.orders.map { $0.filter(common.contains) }) }
    guard orders(old).isDisjoint(with: orders(new)) else { return }
    differences.append(
      .order(
        old: old.usual.filter { common.contains($0.key) }, new: new.usual.filter { common.contains($0.key) }))
  }

  // MARK: Both blocks

  /// Joins a field that is gone from one block and added to the other to a move. Differences that several kinds of
  /// layout share are reported once.
  private mutating func join() {
    var gone: [FieldKey: [SentField]] = [:]
    for case .gone(let field) in differences { gone[field.key, default: []].append(field) }
    var moves: [SentField: SentField] = [:]
    var arrived: Set<SentField> = []
    for case .added(let field) in differences where !arrived.contains(field) {
      guard let from = gone[field.key]?.first(where: { $0.block != field.block && moves[$0] == nil }) else { continue }
      moves[from] = field
      arrived.insert(field)
    }
    differences =
      differences.flatMap { difference -> [Difference] in
        switch difference {
        case .gone(let field):
          guard let to = moves[field] else { return [difference] }
          let change = FieldChange(old: field, new: to, octets: [])
          return [.moved(old: field, new: to)] + (field.octets == to.octets ? [] : [.changed(change)])
        case .added(let field): return arrived.contains(field) ? [] : [difference]
        default: return [difference]
        }
      }.withoutRepeats
    varying = varying.withoutRepeats
  }
}

/// The values that one field had on the two sides.
///
/// An octet differs when the values of the two sides have nothing in common, and it does not vary on both: a counter
/// that continues is not a difference.
private struct ValueComparison {
  private(set) var change: FieldChange?
  private(set) var varying: VaryingOctets?

  init(_ old: FieldValues, _ new: FieldValues, _ areDeclared: (old: Bool, new: Bool)) {
    guard let oldUsual = old.usual, let newUsual = new.usual, old.octets != new.octets else { return }
    let distinct = [old.octets.count, new.octets.count]
    // Octets that are declared to vary, with one of the declared values, are no difference.
    for (pattern, others) in [(old.pattern, new.octets), (new.pattern, old.octets)] {
      guard let pattern, others.allSatisfy(pattern.matches) else { continue }
      varying = VaryingOctets(
        field: oldUsual, octets: Array(RangeSet(pattern.indices.map { $0..<$0 + 1 }).ranges), distinct: distinct)
      return
    }
    if distinct == [1, 1] {
      let octets =
        oldUsual.octets.count == newUsual.octets.count
        ? Array(oldUsual.octets.indices.indices { oldUsual.octets[$0] != newUsual.octets[$0] }.ranges) : []
      change = FieldChange(old: oldUsual, new: newUsual, octets: octets)
      return
    }
    let lengths = (old: Set(old.octets.map { $0.count }), new: Set(new.octets.map { $0.count }))
    let common = lengths.old.intersection(lengths.new)
    guard !common.isEmpty else {
      if lengths.old.count > 1, lengths.new.count > 1 {
        varying = VaryingOctets(field: oldUsual, octets: [], distinct: distinct)
      } else {
        change = FieldChange(old: oldUsual, new: newUsual, octets: [])
      }
      return
    }
    // Octets that differ are places in values of one length: that of the usual value on the old side, else the longest.
    let length = common.contains(oldUsual.octets.count) ? oldUsual.octets.count : common.max() ?? 0
    let places = Self.places(old, new, length, areDeclared)
    guard let shown = old.usual(ofLength: length), let newShown = new.usual(ofLength: length) else { return }
    let smooth = Self.smoothed(places, shown)
    let differing = Array(smooth.indices { $0 == .differs }.ranges)
    if !differing.isEmpty { change = FieldChange(old: shown, new: newShown, octets: differing) }
    let moving = Array(smooth.indices { $0 == .varies }.ranges)
    if !moving.isEmpty || lengths.old != lengths.new {
      varying = VaryingOctets(field: shown, octets: moving, distinct: distinct)
    }
  }

  private enum Place {
    case same
    case varies
    case differs
  }

  /// Returns for each octet of the values of one length whether it differs.
  private static func places(
    _ old: FieldValues, _ new: FieldValues, _ length: Int, _ areDeclared: (old: Bool, new: Bool)
  ) -> [Place] {
    var sets = Array(repeating: (old: OctetSet(), new: OctetSet()), count: length)
    for value in old.octets where value.count == length {
      for index in value.indices { sets[index].old.insert(value[index]) }
    }
    for value in new.octets where value.count == length {
      for index in value.indices { sets[index].new.insert(value[index]) }
    }
    return sets.map { set in
      switch (set.old.count > 1, set.new.count > 1) {
      case (false, false): set.old == set.new ? .same : .differs
      case (true, true): .varies
      // A single declared value is one of those that the device counts through.
      case (true, false): areDeclared.new || set.old.isSuperset(of: set.new) ? .varies : .differs
      case (false, true): areDeclared.old || set.new.isSuperset(of: set.old) ? .varies : .differs
      }
    }
  }

  /// Returns the places with the octets of one number varying together: a counter's high octet stays the same for a
  /// while.
  private static func smoothed(_ places: [Place], _ field: SentField) -> [Place] {
    guard places.contains(.varies), places.contains(.differs) else { return places }
    var smooth = places
    for range in field.valueRanges where range.upperBound <= places.count {
      // In data of no known format, a constant octet separates two values.
      let values = field.known == nil ? places[range].split(separator: .same) : [places[range]]
      for value in values where value.contains(.varies) {
        for index in value.indices where places[index] == .differs { smooth[index] = .varies }
      }
    }
    return smooth
  }
}
