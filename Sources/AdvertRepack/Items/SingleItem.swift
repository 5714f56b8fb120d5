internal import AdvertisingData

/// A type that may be in a block once: Appearance, advertising interval, target addresses, supported features.
enum SingleItem {
  /// What may be there once together: both advertising intervals are one.
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
    let repeats = same + (speaking.isEmpty ? [] : pieces.filter(\.saysNothing))
    let others = values.filter { !$0.shorterValue.isSame(as: shorter) }
    let sent = rules.keepsEverything ? piece : shorter

    func complete(_ choice: Choice) -> Choice {
      let choice = choice.leavingOutRepeats(repeats)
      guard sent.size < piece.size else { return choice }
      return choice.changing(
        Change(.recoded, "send the interval in \(sent.octets.count) bytes", ": \(piece.size - sent.size) bytes less"))
    }
    var blocks = rules.blocks(for: sent)
    blocks.sort { one, _ in one == piece.origin?.block }
    var choices = blocks.map {
      complete(sent.choice(in: $0)).leavingOut(others, "another one comes first")
    }
    // Two values that contradict each other can only stay as they are, one in each block.
    if let other = others.first, others.count == 1, rules.blocks.count == 2,
      piece.origin?.block == .advertising, other.origin?.block == .scanResponse,
      !rules.isExtended || sent.type.allowance(in: .advertisingData) == .oncePerBlock
    {
      var both = sent.choice(in: .advertising)
      both.scanResponse = [other]
      choices.insert(complete(both), at: 0)
    }
    if sent.saysNothing, !rules.keepsEverything {
      choices.append(
        Choice().leavingOutRepeats(repeats)
          .changing(Change(.leftOut, "leave out Appearance 0x0000", ", which says nothing: \(piece.size) bytes less")))
    }
    return Item(choices: choices)
  }
}

extension Piece {
  /// The same value in as few octets as its type has: an advertising interval.
  fileprivate var shorterValue: Piece {
    guard case .advertisingInterval(let interval) = value else { return self }
    for width in AdvertisingInterval.Width.allCases where width.octets < interval.width.octets {
      guard let shorter = AdvertisingInterval(units: interval.units, width: width) else { continue }
      return encoded(as: shorter.type, octets: shorter.octets)
    }
    return self
  }

  /// Whether it is the same structure, wherever it was.
  func isSame(as other: Piece) -> Bool { type == other.type && octets == other.octets }

  /// Whether receivers learn nothing from it: an unknown Appearance.
  fileprivate var saysNothing: Bool { value == .appearance(.unknown) }
}
