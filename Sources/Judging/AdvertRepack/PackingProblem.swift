internal import AdvertisingData

/// A layout as items to pack, and the changes made before.
struct PackingProblem {
  let items: [Item]
  let advertisingLimit: Int
  let scanResponseLimit: Int

  /// - Parameter services: those that must be sent.
  /// - Parameter areAdvertised: whether in the advertising data; `nil` to follow the demand.
  init(
    _ task: RepackingTask, _ source: PackableLayout, services: Set<BluetoothUUID>, areAdvertised: Bool? = nil,
    rules: PackingRules
  ) {
    advertisingLimit = rules.hasAdvertising ? source.limit : 0
    scanResponseLimit = rules.hasScanResponse ? source.limit : 0
    var items = source.forced.map { [$0] }
    var rest = source.pieces

    /// Takes out the pieces for which a condition holds.
    func take(_ condition: (Piece) -> Bool) -> [Piece] {
      let taken = rest.filter(condition)
      rest.removeAll(where: condition)
      return taken
    }
    let flags = take { $0.type == .flags }
    if !flags.isEmpty { FlagsItem.item(for: flags, rules: rules).map { items.append($0) } }
    for kind in UUIDListItem.Kind.allCases {
      items += Self.lists(
        kind, take { $0.width(kind) != nil }, services: kind == .services ? services : [],
        areAdvertised: areAdvertised ?? task.advertisesServices, rules)
    }
    let names = take { $0.type == .completeLocalName || $0.type == .shortenedLocalName }
    if !names.isEmpty {
      NameItem.item(for: names, demanded: areAdvertised ?? true && task.advertisesName, rules: rules).map {
        items.append($0)
      }
    }
    let single = take { SingleItem.row(of: $0.type) != nil }
    if !single.isEmpty {
      var rows: [ADType: [Piece]] = [:]
      for piece in single { SingleItem.row(of: piece.type).map { rows[$0, default: []].append(piece) } }
      for (_, pieces) in rows.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        SingleItem.item(for: pieces, rules: rules).map { items.append($0) }
      }
    }
    items += Self.structures(rest, rules)
    self.items = items
  }

  func solved(_ objective: Objective) -> Packing? {
    Packing.best(
      of: items, advertisingLimit: advertisingLimit, scanResponseLimit: scanResponseLimit, objective: objective)
  }

  private static func structures(_ pieces: [Piece], _ rules: PackingRules) -> [Item] {
    // Most layouts have none or one, and hashing it would be the most expensive step here.
    guard pieces.count > 1 else {
      return pieces.map { StructureItem.item(for: $0, companions: $0.rival == nil ? [] : [$0], rules: rules) }
    }
    var first: Set<Piece.Content> = []
    var kept: [Piece] = []
    var repeats: [Piece] = []
    for piece in pieces {
      if first.insert(piece.content).inserted { kept.append(piece) } else { repeats.append(piece) }
    }
    var rivals: [Piece.Rival: [Piece]] = [:]
    for piece in kept { piece.rival.map { rivals[$0, default: []].append(piece) } }
    return kept.map { piece in
      StructureItem.item(for: piece, companions: piece.rival.flatMap { rivals[$0] } ?? [], rules: rules)
    }
      + repeats.map { piece in
        [rules.staying([piece]), Choice().leavingOutRepeats([piece])].compactMap { $0 }
      }
  }

  /// Returns the lists of one kind, by the width of their UUIDs.
  private static func lists(
    _ kind: UUIDListItem.Kind, _ pieces: [Piece], services: Set<BluetoothUUID>, areAdvertised: Bool,
    _ rules: PackingRules
  ) -> [Item] {
    var items: [Item] = []
    var missing = services
    for piece in pieces { missing.subtract(piece.uuids(kind)) }
    for width in BluetoothUUID.Width.allCases {
      let lists = pieces.filter { !$0.uuids(ofWidth: width, kind, rules).isEmpty }
      var seen: Set<BluetoothUUID> = []
      var entries = lists.flatMap { list in
        list.uuids(ofWidth: width, kind, rules).compactMap { uuid in
          seen.insert(uuid).inserted ? UUIDListItem.Entry(uuid: uuid, block: list.origin?.block) : nil
        }
      }
      entries += missing.filter { $0.shortestWidth == width }.sorted()
        .map { UUIDListItem.Entry(uuid: $0, block: nil) }
      let empty = pieces.filter { $0.width(kind) == width && $0.uuids(kind).isEmpty }
      if !entries.isEmpty {
        items.append(
          UUIDListItem(
            kind, width, lists: lists, entries: entries, demanded: areAdvertised ? services : [],
            demandedElsewhere: rules.keepsEncodings ? Self.uuids(kind, of: pieces, sentInOtherThan: width, rules) : [],
            listedElsewhere: rules.keepsEncodings
              ? Set(pieces.filter { $0.width(kind) != width }.flatMap { $0.uuids(kind) }) : [],
            rules: rules
          ).item)
      }
      items += empties(empty, areAlone: entries.isEmpty, rules)
    }
    return items
  }

  /// Returns the UUIDs that lists of another width have in the advertising data, or are to have there: of those that no list
  /// has there, the list with the fewest bits, or with the most.
  private static func uuids(
    _ kind: UUIDListItem.Kind, of pieces: [Piece], sentInOtherThan width: BluetoothUUID.Width, _ rules: PackingRules
  ) -> Set<BluetoothUUID> {
    let (here, others) = (pieces.filter { $0.width(kind) == width }, pieces.filter { $0.width(kind) != width })
    func advertised(_ pieces: [Piece]) -> Set<BluetoothUUID> {
      Set(pieces.filter { $0.origin?.block == .advertising }.flatMap { $0.uuids(kind) })
    }
    let preferred = others.filter { list in
      list.width(kind).map { rules.prefersLongUUIDs ? $0.octets > width.octets : $0.octets < width.octets } ?? false
    }
    return advertised(others).union(Set(preferred.flatMap { $0.uuids(kind) }).subtracting(advertised(here)))
  }

  /// Returns the items for lists without UUIDs: a complete one states that there is no UUID of its width, unless
  /// another list has some.
  private static func empties(_ lists: [Piece], areAlone: Bool, _ rules: PackingRules) -> [Item] {
    let meaningful = areAlone ? lists.filter { $0.type.rawValue % 2 == 1 } : []
    let silent = lists.filter { !meaningful.contains($0) }
    let leftOut = silent.reduce(Choice()) { choice, list in
      choice.changing(Change(.leftOut, "remove the empty \(list.words)"))
    }
    return structures(meaningful, rules)
      + (silent.isEmpty ? [] : [[areAlone ? rules.staying(silent) : nil, leftOut].compactMap { $0 }])
  }
}

extension Piece {
  /// The content of a structure, in any place.
  fileprivate struct Content: Hashable {
    let type: ADType
    let octets: [UInt8]
  }

  fileprivate var content: Content { Content(type: type, octets: octets) }
}

/// The blocks of a layout that structures may go into, and the changes that are allowed.
struct PackingRules: Hashable {
  let hasAdvertising: Bool
  var hasScanResponse: Bool
  let isConnectable: Bool
  let isExtended: Bool
  /// Whether all values keep their octets: no UUID in fewer bits, and no interval in fewer octets.
  var keepsEncodings = false
  /// Whether of two listings of a service, in different widths, the longer one goes into the advertising data.
  var prefersLongUUIDs = false
  /// Whether structures may stay although they repeat or contradict others, or say nothing.
  var mayStay = false
  /// Whether the name may be shortened.
  var cutsName = false
  /// The names and services of the layout, which identify some sensors.
  var signs = DeviceHints.none

  /// The present blocks.
  var blocks: [Block] { (hasAdvertising ? [.advertising] : []) + (hasScanResponse ? [.scanResponse] : []) }

  /// Returns the choice that leaves structures as they are; `nil` where that is not allowed, or where a block of theirs
  /// is not sent.
  func staying(_ pieces: [Piece]) -> Choice? {
    let blocks = blocks
    guard mayStay, pieces.allSatisfy({ $0.origin.map { blocks.contains($0.block) } ?? false }) else { return nil }
    var choice = Choice()
    choice.advertising = pieces.filter { $0.origin?.block == .advertising }
    choice.scanResponse = pieces.filter { $0.origin?.block == .scanResponse }
    choice.identification = choice.advertising.reduce(0) { $0 + Identification.of($1) }
    return choice
  }

  /// Returns the blocks that a structure may be in: those that allow its type. Where no source states it, only its
  /// present block.
  func blocks(for piece: Piece) -> [Block] {
    let allowed = blocks.filter { block in
      switch piece.type.allowance(in: ADContext(block)) {
      case .notAllowed: false
      case .unknown: piece.origin?.block == block
      case .mayRepeat, .oncePerBlock, .oncePerBlockNotInBoth: true
      }
    }
    if !allowed.isEmpty { return allowed }
    // Not known to be forbidden in the present blocks: better in one of these than in none.
    return blocks.filter { piece.type.allowance(in: ADContext($0)) == .unknown }
  }
}
