internal import AdvertisingData

/// A structure that stands for itself: it is in one of the blocks, as it is or in fewer octets.
enum StructureItem {
  /// - Parameter companions: the other structures of the layout of which receivers take one: see ``Piece/rival``.
  static func item(for piece: Piece, companions: [Piece], rules: PackingRules) -> Item {
    guard let recoded = rules.keepsEverything ? nil : piece.shorter else {
      return Item(choices: placements(of: piece, companions, rules))
    }
    let change = Change(
      .recoded,
      "send the \(piece.type.words) with a \(recoded.octets.count < piece.octets.count - 12 ? 16 : 32)-bit UUID",
      ": \(piece.size - recoded.size) bytes less")
    return Item(choices: placements(of: recoded, companions, rules).map { $0.changing(change) })
  }

  private static func placements(of piece: Piece, _ companions: [Piece], _ rules: PackingRules) -> [Choice] {
    var blocks = rules.blocks(for: piece)
    if blocks.isEmpty {
      guard piece.type.isExchangedOutOfBand, let first = rules.blocks.first else {
        return [
          Choice()
            .losing(Loss(.notForAdvertising, "the \(piece.words): the type is not for advertising"))
            .changing(Change(.leftOut, "leave out the \(piece.words)", ", which is not for advertising"))
        ]
      }
      // Receivers may want it although it does not belong here; leaving it out is not for a packer to decide.
      blocks = [piece.origin.map(\.block).flatMap { rules.blocks.contains($0) ? $0 : nil } ?? first]
    }
    if blocks.count > 1, let home = piece.origin?.block, blocks.contains(home) {
      // A list that does not divide into UUIDs is kept as it is, and receivers read the whole ones in it.
      if home == .advertising, piece.isOfKnownFormat || ServiceUUIDList.width(of: piece.type) != nil {
        blocks = [.advertising]
      } else if companions.contains(where: { $0.origin?.block != home }) {
        // Two that were apart stay apart.
        blocks = [home]
      }
      blocks.sort { one, _ in one == home }
    }
    return blocks.map { piece.choice(in: $0) }
  }
}

extension Piece {
  /// What receivers take one of when there are several: equal for structures that compete.
  struct Rival: Hashable {
    let type: ADType
    let uuid: BluetoothUUID?
  }

  var rival: Rival? {
    switch value {
    case .serviceData(let data): Rival(type: .serviceData128, uuid: data.uuid)
    case .manufacturerData, .txPowerLevel, .connectionIntervalRange: Rival(type: type, uuid: nil)
    default: nil
    }
  }

  /// The structure in a block, with what that means for scanners that do not ask.
  func choice(in block: Block) -> Choice {
    let choice = Choice(self, in: block, identification: Identification.of(self))
    guard let home = origin?.block, home != block else { return choice }
    let moved = choice.changing(.moving("the \(words)", to: block))
    guard block == .scanResponse, isForEverybody else { return moved }
    return moved.losing(Loss(.hiddenFromPassive, "passive scanners no longer receive the \(type.words)"))
  }

  /// Data that passive scanners are likely to be there for.
  var isForEverybody: Bool {
    switch type {
    case .manufacturerData, .serviceData16, .serviceData32, .serviceData128, .uri, .encryptedData,
      .publicTargetAddress, .randomTargetAddress:
      true
    default: false
    }
  }

  /// Whether a known standard says how receivers read it: they look for it in the advertising data.
  var isOfKnownFormat: Bool {
    switch value {
    case .manufacturerData(let data): KnownPayload.recognised(in: data) != nil
    case .serviceData(let data): KnownPayload.recognised(in: data) != nil
    default: false
    }
  }

  /// The same in fewer octets: service data of a UUID that has a shorter form.
  fileprivate var shorter: Piece? {
    guard case .serviceData(let data) = value, data.uuid.shortestWidth != data.width,
      let shorter = ServiceData(data.uuid, width: data.uuid.shortestWidth, data: data.data)
    else { return nil }
    return encoded(as: shorter.type, octets: shorter.octets)
  }
}

extension ADType {
  /// Whether it belongs to what devices tell each other before pairing.
  fileprivate var isExchangedOutOfBand: Bool {
    switch allowance(in: .outOfBand) {
    case .notAllowed, .unknown: false
    case .mayRepeat, .oncePerBlock, .oncePerBlockNotInBoth: true
    }
  }
}
