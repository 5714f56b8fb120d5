internal import AdvertisingData

/// The UUIDs of one width, of services or of solicited services: one list in each block.
///
/// UUIDs of one width from the same block have equal value, so only their number in the advertising data matters; the
/// first ones go there.
struct UUIDListItem {
  enum Kind: Hashable, CaseIterable {
    case services
    case solicitation
  }

  /// A UUID of the layout, with its first block.
  struct Entry: Hashable {
    let uuid: BluetoothUUID
    /// The block; `nil` for a UUID that a demand adds.
    let block: Block?
  }

  let kind: Kind
  let width: BluetoothUUID.Width
  let rules: PackingRules
  /// The lists of the layout with UUIDs of this width, those of the advertising data first.
  let lists: [Piece]
  private let entries: [Entry]
  private let demanded: Set<BluetoothUUID>
  /// UUIDs that a list of another width has, or must have, in the advertising data.
  private let demandedElsewhere: Set<BluetoothUUID>
  /// UUIDs that lists of other widths have too, in either block, and keep.
  private let listedElsewhere: Set<BluetoothUUID>
  /// The number of times that each is listed.
  private let mentions: [BluetoothUUID: Int]
  /// The UUIDs that lists of another width have.
  private let recoded: Set<BluetoothUUID>
  /// The lists that are marked as complete.
  private let completeLists: [Piece]
  /// Whether the layout claims that the known UUIDs are all: every list, or one that has them all.
  private let claimsAll: Bool
  /// Whether the lists may stay as they are. Of a block with several lists, one in another width would be a second list of
  /// this width.
  private let mayStay: Bool

  init(
    _ kind: Kind, _ width: BluetoothUUID.Width, lists: [Piece], entries: [Entry], demanded: Set<BluetoothUUID>,
    demandedElsewhere: Set<BluetoothUUID>, listedElsewhere: Set<BluetoothUUID>, rules: PackingRules
  ) {
    self.demandedElsewhere = demandedElsewhere
    self.listedElsewhere = listedElsewhere
    self.kind = kind
    self.width = width
    self.lists = lists
    self.entries = entries
    self.demanded = demanded
    self.rules = rules
    mentions = lists.reduce(into: [:]) { mentions, list in
      for uuid in list.uuids(ofWidth: width, kind, rules) { mentions[uuid, default: 0] += 1 }
    }
    mayStay =
      rules.mayStay
      && Block.allCases.allSatisfy { block in
        let own = lists.filter { $0.origin?.block == block }
        return own.count < 2 || own.allSatisfy { $0.width(kind) == width }
      }
    recoded = Set(lists.filter { $0.width(kind) != width }.flatMap { $0.uuids(ofWidth: width, kind, rules) })
    let complete = lists.filter { if case .serviceUUIDs(let list) = $0.value { list.isComplete } else { false } }
    completeLists = complete
    if complete.isEmpty {
      claimsAll = lists.isEmpty
    } else {
      let known = Set(entries.filter { $0.block != nil }.map { $0.uuid })
      claimsAll =
        complete.count == lists.count
        || complete.contains { known.isSubset(of: $0.uuids(ofWidth: width, kind, rules)) }
    }
  }

  var item: Item {
    guard rules.blocks.count == 2 else {
      return choices(
        advertising: rules.hasAdvertising ? entries : [], scanResponse: rules.hasAdvertising ? [] : entries)
    }
    let areForced = entries.map { entry in
      demanded.contains(entry.uuid) && !(entry.block == .scanResponse && demandedElsewhere.contains(entry.uuid))
    }
    let free = entries.indices.filter { !areForced[$0] }
    let here = free.filter { entries[$0].block == .advertising }
    let there = free.filter { entries[$0].block != .advertising }
    // A list longer than a block exceeds the limit in either block.
    let most = AdvertisingPDU.advInd.payloadLimit / width.octets + 1
    var choices: [Choice] = []
    for stay in counts(upTo: here.count, most: most).reversed() {
      for come in counts(upTo: there.count, most: most) {
        var areAdvertised = areForced
        for position in here.prefix(stay) { areAdvertised[position] = true }
        for position in there.prefix(come) { areAdvertised[position] = true }
        choices += self.choices(
          advertising: entries.indices.filter { areAdvertised[$0] }.map { entries[$0] },
          scanResponse: entries.indices.filter { !areAdvertised[$0] }.map { entries[$0] })
      }
    }
    return choices
  }

  /// Returns the ways to send these UUIDs in the blocks: lists as they are, where they may stay, and one list in each.
  private func choices(advertising: [Entry], scanResponse: [Entry]) -> [Choice] {
    (mayStay ? [staying(advertising: advertising, scanResponse: scanResponse)] : [])
      + [choice(advertising: advertising, scanResponse: scanResponse)]
  }

  /// Returns the choice that changes the lists as little as possible: UUIDs that come into a block end its last list, and
  /// all others stay where they are, listed as often as they are.
  private func staying(advertising: [Entry], scanResponse: [Entry]) -> Choice {
    var choice = Choice()
    choice.advertising = edited(.advertising, with: advertising, without: scanResponse)
    choice.scanResponse = edited(.scanResponse, with: scanResponse, without: advertising)
    choice.identification = choice.advertising.reduce(0) { $0 + Identification.of($1) }
    describe(advertising, in: .advertising, &choice)
    describe(scanResponse, in: .scanResponse, &choice)
    // A UUID that moves is listed once afterwards.
    let moving = advertising.filter { $0.block == .scanResponse } + scanResponse.filter { $0.block == .advertising }
    let joined = moving.filter { recoded.contains($0.uuid) && mentions[$0.uuid] ?? 0 > 1 }
    describeRepeats(of: joined, &choice)
    describeEncodings(&choice, without: Set(joined.map { $0.uuid }))
    describeCompleteness(&choice)
    return choice
  }

  /// Returns the lists of a block after the moves of UUIDs.
  ///
  /// - Parameters:
  ///   - sent: the UUIDs that belong to the block.
  ///   - others: the UUIDs that belong to the other block; one that was in both blocks stays in both.
  private func edited(_ block: Block, with sent: [Entry], without others: [Entry]) -> [Piece] {
    let gone = Set(others.filter { $0.block == block }.map { $0.uuid })
    let lists = lists.filter { $0.origin?.block == block }
    var listed = lists.map { list in list.uuids(ofWidth: width, kind, rules).filter { !gone.contains($0) } }
    let known = Set(listed.flatMap { $0 })
    let coming = sent.filter { $0.block != block && !known.contains($0.uuid) }.map { $0.uuid }
    if listed.isEmpty, !coming.isEmpty { return pieces(of: sent.filter { $0.block != block }, in: block) }
    if let last = listed.indices.last { listed[last] += coming }
    let isOneList = listed.count { !$0.isEmpty } == 1
    return zip(lists, listed).compactMap { list, uuids in
      guard !uuids.isEmpty, uuids.count * width.octets < 255 else { return nil }
      let octets = uuids.flatMap { $0.littleEndian(width: width) ?? [] }
      // A list that stays as it was keeps its type.
      if octets == list.octets, list.width(kind) == width { return list }
      return Piece(
        type: isOneList ? type(of: sent, in: block) : incompleteType, octets: octets, origin: list.origin)
    }
  }

  /// The type of a list that may not have all UUIDs of its width.
  private var incompleteType: ADType {
    kind == .services ? ServiceUUIDList.type(width: width, isComplete: false) : type(of: [], in: .advertising)
  }

  private func counts(upTo count: Int, most: Int) -> [Int] {
    Array(0...min(count, most)) + (count > most ? [count] : [])
  }

  private func choice(advertising: [Entry], scanResponse: [Entry]) -> Choice {
    var choice = Choice()
    choice.advertising = pieces(of: advertising, in: .advertising)
    choice.scanResponse = pieces(of: scanResponse, in: .scanResponse)
    choice.identification = choice.advertising.reduce(0) { $0 + Identification.of($1) }
    describe(advertising, in: .advertising, &choice)
    describe(scanResponse, in: .scanResponse, &choice)
    let repeated = entries.filter { mentions[$0.uuid] ?? 0 > 1 }
    describeRepeats(of: repeated, &choice)
    describeLists(&choice)
    describeEncodings(&choice, without: Set(repeated.map { $0.uuid }))
    describeCompleteness(&choice)
    return choice
  }

  // MARK: Octets

  private func pieces(of entries: [Entry], in block: Block) -> [Piece] {
    guard !entries.isEmpty else { return [] }
    let place = lists.first { $0.origin?.block == block }?.origin ?? lists.first?.origin
    let type = type(of: entries, in: block)
    let perList = 254 / width.octets
    return stride(from: 0, to: entries.count, by: perList).map { start in
      let part = entries[start..<min(start + perList, entries.count)]
      return Piece(
        type: type, octets: part.flatMap { $0.uuid.littleEndian(width: width) ?? [] }, origin: place)
    }
  }

  private func type(of entries: [Entry], in block: Block) -> ADType {
    switch kind {
    case .solicitation: SolicitationUUIDList.type(width: width)
    case .services: ServiceUUIDList.type(width: width, isComplete: isComplete(entries, in: block))
    }
  }

  /// Returns whether a list of these UUIDs may be marked as complete: when it equals a complete list, or has all UUIDs.
  private func isComplete(_ sent: [Entry], in block: Block) -> Bool {
    if sent.count == entries.count, claimsAll { return true }
    let uuids = Set(sent.map { $0.uuid })
    return completeLists.contains { $0.origin?.block == block && Set($0.uuids(ofWidth: width, kind, rules)) == uuids }
      && lists.filter { $0.origin?.block == block }.allSatisfy(completeLists.contains)
  }

  // MARK: Words

  private var noun: String { kind == .services ? "service" : "solicited service" }

  /// Returns the words for a UUID of this width, where another width has it too.
  private func words(_ uuid: BluetoothUUID) -> String {
    "\(noun) \(uuid)" + (listedElsewhere.contains(uuid) ? " in \(width.rawValue) bits" : "")
  }

  /// Whether a UUID goes into the advertising data as the only listing of the service there, or as the shortest of
  /// several: then its service says which one is meant.
  private func isOwnListing(_ uuid: BluetoothUUID) -> Bool {
    !listedElsewhere.contains(uuid) || !rules.prefersLongUUIDs && !demandedElsewhere.contains(uuid)
  }

  private func describe(_ entries: [Entry], in block: Block, _ choice: inout Choice) {
    let noun = noun
    for entry in entries where entry.block != block {
      guard entry.block != nil else {
        choice.changes.append(
          Change(
            .added, "add \(noun) \(entry.uuid) to \(block.words)",
            service: kind == .services && block == .advertising ? entry.uuid : nil))
        continue
      }
      let isOwn = block == .advertising && isOwnListing(entry.uuid)
      let words = isOwn ? "\(noun) \(entry.uuid)" : words(entry.uuid)
      choice.changes.append(.moving(words, to: block, service: kind == .services && isOwn ? entry.uuid : nil))
      if block == .scanResponse {
        choice.losses.append(
          Loss(
            .hiddenFromPassive, "passive scanners no longer receive \(noun) \(entry.uuid)",
            isOfAnswer: kind == .services))
      }
    }
  }

  private func describeRepeats(of repeated: [Entry], _ choice: inout Choice) {
    let width = width
    for entry in repeated {
      let (words, mentions) = (words(entry.uuid), mentions[entry.uuid] ?? 0)
      let once = recoded.contains(entry.uuid) ? "once in \(width.rawValue) bits instead" : "once instead"
      choice.changes.append(
        Change(.leftOut, "list \(words) \(once) of \(mentions) times", count: mentions - 1))
    }
  }

  private func describeLists(_ choice: inout Choice) {
    let width = width
    for block in Block.allCases {
      let (before, after) = lists(in: block, after: choice)
      guard before.count > 1, after.count < before.count, after.count > 0 else { continue }
      choice.changes.append(
        Change(
          .recoded, "join the \(before.count) lists of \(width.rawValue)-bit UUIDs of \(block.words)",
          count: before.count - 1))
    }
  }

  /// Returns the lists of this width that a block has now, and those that a choice has there.
  private func lists(in block: Block, after choice: Choice) -> (before: [Piece], after: [Piece]) {
    (
      lists.filter { $0.origin?.block == block && $0.width(kind) == width },
      block == .advertising ? choice.advertising : choice.scanResponse
    )
  }

  /// - Parameter said: UUIDs whose width other words name.
  private func describeEncodings(_ choice: inout Choice, without said: Set<BluetoothUUID>) {
    let (noun, width) = (noun, width)
    var seen = said
    for before in BluetoothUUID.Width.allCases where before != width {
      let uuids = lists.filter { $0.width(kind) == before }.flatMap { $0.uuids(ofWidth: width, kind, rules) }
        .filter { seen.insert($0).inserted }
      guard !uuids.isEmpty else { continue }
      choice.changes.append(
        Change(
          .recoded,
          "send \(uuids.count == 1 ? noun : noun + "s") \(listed(uuids.map { $0.description })) in \(width.rawValue) bits "
            + "instead of \(before.rawValue)",
          count: uuids.count))
    }
  }

  private func describeCompleteness(_ choice: inout Choice) {
    let width = width
    for block in Block.allCases {
      let (before, after) = lists(in: block, after: choice)
      if kind == .services, let was = before.first, let list = after.first, was.type != list.type {
        choice.changes.append(
          Change(
            .recoded, "",
            "call the list of \(width.rawValue)-bit services in \(block.words) \(list.type.rawValue % 2 == 1 ? "complete" : "incomplete")",
            count: 0))
      }
    }
    let isClaimLost =
      kind == .services && !completeLists.isEmpty && claimsAll
      && !(choice.advertising + choice.scanResponse).contains { $0.type.rawValue % 2 == 1 }
    if isClaimLost {
      choice.losses.append(Loss(.completeness, "no list says that it has all \(width.rawValue)-bit services"))
    }
  }
}

extension Piece {
  /// Returns the width of its UUIDs when it is a list of this kind with whole UUIDs. Other lists are sent unchanged.
  func width(_ kind: UUIDListItem.Kind) -> BluetoothUUID.Width? {
    switch (kind, value) {
    case (.services, .serviceUUIDs(let list)) where list.rest.isEmpty: list.width
    case (.solicitation, .solicitationUUIDs(let list)) where list.rest.isEmpty: list.width
    default: nil
    }
  }

  /// Returns its UUIDs of any width.
  func uuids(_ kind: UUIDListItem.Kind) -> [BluetoothUUID] {
    switch (kind, value) {
    case (.services, .serviceUUIDs(let list)) where list.rest.isEmpty: list.uuids
    case (.solicitation, .solicitationUUIDs(let list)) where list.rest.isEmpty: list.uuids
    default: []
    }
  }

  /// Returns its UUIDs that are sent in this width: the shortest, or that of the list where everything is kept.
  func uuids(
    ofWidth width: BluetoothUUID.Width, _ kind: UUIDListItem.Kind, _ rules: PackingRules
  ) -> [BluetoothUUID] {
    rules.keepsEncodings
      ? (self.width(kind) == width ? uuids(kind) : []) : uuids(kind).filter { $0.shortestWidth == width }
  }
}
