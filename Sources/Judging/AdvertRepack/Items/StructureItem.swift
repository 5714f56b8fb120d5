internal import AdvertScan
internal import AdvertisingData

/// A structure that is an item of its own: it goes into one of the blocks, unchanged or in fewer octets.
enum StructureItem {
  /// - Parameter companions: the other structures of the layout that compete with it, so that receivers take one: see
  ///   ``Piece/rival``.
  static func item(for piece: Piece, companions: [Piece], rules: PackingRules) -> Item {
    let staying = [rules.staying([piece])].compactMap { $0 }
    guard let recoded = rules.keepsEncodings ? nil : piece.shorter else {
      return staying + placements(of: piece, companions, rules)
    }
    let change = Change(
      .recoded,
      "send the \(piece.type.words)\(piece.origin.map { " of \($0.block.words)" } ?? "") with a \(recoded.octets.count < piece.octets.count - 12 ? 16 : 32)-bit UUID",
      ": \(piece.size - recoded.size) bytes less")
    let unchanged = rules.mayStay ? placements(of: piece, companions, rules) : []
    let shorter = placements(of: recoded, companions, rules, called: piece.words)
    return staying + unchanged + shorter.map { $0.changing(change) }
  }

  /// - Parameter words: the structure as it is sent now, in words; `nil` where its octets stay.
  private static func placements(
    of piece: Piece, _ companions: [Piece], _ rules: PackingRules, called words: String? = nil
  ) -> [Choice] {
    var blocks = rules.blocks(for: piece)
    if blocks.isEmpty {
      guard piece.type.isExchangedOutOfBand, let first = rules.blocks.first else {
        return [
          Choice()
            .losing(Loss(.notForAdvertising, "the \(piece.words): the type is not for advertising"))
            .changing(Change(.leftOut, "remove the \(piece.words)", ", which is not for advertising"))
        ]
      }
      // Receivers may want it although it does not belong here; a packer must not decide to leave it out.
      blocks = [piece.origin.map { $0.block }.flatMap { rules.blocks.contains($0) ? $0 : nil } ?? first]
    }
    if blocks.count > 1, let home = piece.origin?.block, blocks.contains(home) {
      if home == .scanResponse, piece.mayLoseOthers {
        blocks = [home]
      } else if home == .advertising,
        // A list that is not whole UUIDs is kept unchanged, and receivers read the whole UUIDs in it.
        piece.isOfKnownFormat(beside: rules.signs) || ServiceUUIDList.width(of: piece.type) != nil
      {
        blocks = [.advertising]
      } else if companions.contains(where: { $0.origin?.block != home }) {
        // Two structures in different blocks stay in different blocks.
        blocks = [home]
      }
      blocks.sort { one, _ in one == home }
    }
    return blocks.map { piece.choice(in: $0, called: words) }
  }
}

extension Piece {
  /// The key of structures that compete, so that receivers take one of them: equal for competitors.
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

  /// Returns the choice of the structure in a block, with the effect on scanners that do not ask for scan responses.
  ///
  /// - Parameter known: the structure as it is sent now, in words; `nil` where its octets stay.
  func choice(in block: Block, called known: String? = nil) -> Choice {
    let choice = Choice(self, in: block, identification: Identification.of(self))
    guard let home = origin?.block, home != block else { return choice }
    let moved = choice.changing(.moving("the \(known ?? words)", to: block))
    guard block == .scanResponse, isForEverybody else { return moved }
    return moved.losing(
      Loss(
        .hiddenFromPassive, "passive scanners no longer receive the \(type.words)",
        isOfAnswer: type == .manufacturerData || ServiceData.width(of: type) != nil))
  }

  /// Whether passive scanners are likely to need the data.
  var isForEverybody: Bool {
    switch type {
    case .manufacturerData, .serviceData16, .serviceData32, .serviceData128, .uri, .encryptedData,
      .publicTargetAddress, .randomTargetAddress:
      true
    default: false
    }
  }

  /// Returns whether a known standard defines how receivers read it: they look for it in the advertising data. For the
  /// value of a characteristic, no standard does.
  func isOfKnownFormat(beside signs: DeviceHints) -> Bool {
    KnownPayload.recognised(in: value, beside: signs).map { !$0.format.isOfAnyDevice } ?? false
  }

  /// Whether some receivers lose the other data of a block with it, because it is too short for its type.
  fileprivate var mayLoseOthers: Bool {
    var walk = Packing.payload(of: [self]).structures
    return walk.next()?.mayLoseOthers ?? false
  }

  /// The same structure in fewer octets: service data of a UUID with a shorter form.
  fileprivate var shorter: Piece? {
    guard case .serviceData(let data) = value, data.uuid.shortestWidth != data.width else { return nil }
    let shorter = ServiceData(data.uuid, data: data.data)
    return encoded(as: shorter.type, octets: shorter.octets)
  }
}

extension ADType {
  /// Whether devices exchange it before pairing, out of band.
  fileprivate var isExchangedOutOfBand: Bool {
    switch allowance(in: .outOfBand) {
    case .notAllowed, .unknown: false
    case .mayRepeat, .oncePerBlock, .oncePerBlockNotInBoth: true
    }
  }
}

/// A type that may be in a block once: Appearance, advertising interval, target addresses, supported features.
enum SingleItem {
  /// Returns the type that represents types which may occur once together: both advertising intervals are one.
  static func row(of type: ADType) -> ADType? {
    if type == .advertisingIntervalLong { return .advertisingInterval }
    if type == .shortenedLocalName || type == .completeLocalName || type == .flags { return nil }
    switch type.allowance(in: .advertisingData) {
    case .oncePerBlock, .oncePerBlockNotInBoth: return type
    case .mayRepeat, .notAllowed, .unknown: return nil
    }
  }

  /// - Parameter pieces: all structures of one row, those of the advertising data first; not empty.
  static func item(for pieces: [Piece], rules: PackingRules) -> Item? {
    let speaking = pieces.filter { !$0.saysNothing }
    let values = speaking.isEmpty ? pieces : speaking
    guard let piece = values.first else { return nil }
    let shorter = piece.shorterValue
    let same = values.dropFirst().filter { $0.shorterValue.isSame(as: shorter) }
    let repeats = same + (speaking.isEmpty ? [] : pieces.filter { $0.saysNothing })
    let others = values.filter { !$0.shorterValue.isSame(as: shorter) }
    let sent = rules.keepsEncodings ? piece : shorter

    func complete(_ choice: Choice) -> Choice {
      let choice = choice.leavingOutRepeats(repeats)
      guard sent.size < piece.size else { return choice }
      return choice.changing(
        Change(.recoded, "send the interval in \(sent.octets.count) bytes", ": \(piece.size - sent.size) bytes less"))
    }
    var blocks = rules.blocks(for: sent)
    blocks.sort { one, _ in one == piece.origin?.block }
    var choices = blocks.map {
      complete(sent.choice(in: $0, called: piece.words)).leavingOut(others, "another one comes first")
    }
    // Two values that contradict each other can only stay unchanged, one in each block.
    if let other = others.first, others.count == 1, rules.blocks.count == 2,
      piece.origin?.block == .advertising, other.origin?.block == .scanResponse,
      !rules.isExtended || sent.type.allowance(in: .advertisingData) == .oncePerBlock
    {
      var both = sent.choice(in: .advertising)
      both.scanResponse = [other]
      choices.insert(complete(both), at: 0)
    }
    if let staying = rules.staying(pieces) { choices.insert(staying, at: 0) }
    if sent.saysNothing {
      choices.append(
        Choice().leavingOutRepeats(repeats)
          .changing(Change(.leftOut, "remove Appearance 0x0000", ", which says nothing: \(piece.size) bytes less")))
    }
    return choices
  }
}

extension Piece {
  /// The same value in the fewest octets of its type: an advertising interval.
  fileprivate var shorterValue: Piece {
    guard case .advertisingInterval(let interval) = value else { return self }
    for width in AdvertisingInterval.Width.allCases where width.octets < interval.width.octets {
      guard let shorter = AdvertisingInterval(units: interval.units, width: width) else { continue }
      return encoded(as: shorter.type, octets: shorter.octets)
    }
    return self
  }

  /// Returns whether it is the same structure, in any place.
  func isSame(as other: Piece) -> Bool { type == other.type && octets == other.octets }

  /// Whether the structure gives receivers no information: an unknown Appearance.
  fileprivate var saysNothing: Bool { value == .appearance(.unknown) }
}
