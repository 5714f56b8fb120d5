internal import AdvertisingData

/// The name: whole in either block, or its beginning in the advertising data and the whole name in the scan response.
enum NameItem {
  /// - Parameter pieces: all names of the layout, those of the advertising data first; not empty.
  static func item(for pieces: [Piece], demanded: Bool, rules: PackingRules) -> Item? {
    let names = pieces.map { (piece: $0, name: LocalName($0)) }
    guard
      let best = names.first(where: { $0.name.isComplete })
        ?? names.max(by: { $0.name.octets.count < $1.name.octets.count })
    else { return nil }
    let rest = names.filter { $0.piece != best.piece }
    // A beginning of the name adds no information to the name.
    let absorbed = rest.filter { best.name.octets.starts(with: $0.name.octets) }.map { $0.piece }
    let others = rest.map { $0.piece }.filter { !absorbed.contains($0) }
    let advertised = pieces.filter { $0.origin?.block == .advertising && !$0.octets.isEmpty }
    // The whole name is in the scan response too.
    let twin = absorbed.first { $0.origin?.block == .scanResponse && $0.isSame(as: best.piece) }

    var choices: [Choice] = []
    for block in rules.blocks where block == .advertising || !demanded {
      var choice = best.piece.choice(naming: best.name, in: block).leavingOutRepeats(absorbed)
      if block == .scanResponse, let twin {
        choice = Choice(twin, in: block).leavingOutRepeats([best.piece] + absorbed.filter { $0 != twin })
      }
      choices.append(choice.leavingOut(others, "it is another name"))
    }
    choices.sort { one, _ in (one.advertising.isEmpty ? Block.scanResponse : .advertising) == best.piece.origin?.block }
    if rules.blocks.count == 2 {
      if !advertised.isEmpty, !demanded, !rules.mayStay {
        let known = Set(absorbed.map { $0.octets })
        let whole =
          twin.map { Choice($0, in: .scanResponse) } ?? best.piece.choice(naming: best.name, in: .scanResponse)
        for beginning in beginnings(of: best.name)
        where beginning.octets.count >= fewestOctets || known.contains(beginning.octets) {
          choices.append(
            split(best.piece, whole, beginning, absorbed.filter { $0 != twin }, isTwin: twin != nil)
              .leavingOut(others, "it is another name"))
        }
      }
      // Two names that contradict each other, or that stay unchanged, one in each block.
      if let other = rest.first, rest.count == 1, best.piece.origin?.block != other.piece.origin?.block,
        !demanded || best.piece.origin?.block == .advertising, !others.isEmpty
      {
        var both = Choice(best.piece, in: best.piece.origin?.block ?? .advertising)
        both.advertising = [best.piece, other.piece].filter { $0.origin?.block == .advertising }
        both.scanResponse = [best.piece, other.piece].filter { $0.origin?.block == .scanResponse }
        both.identification = both.advertising.first.map { Identification.of(LocalName($0)) } ?? 0
        choices.insert(both, at: 0)
      }
    }
    if best.name.octets.isEmpty, !demanded {
      choices.append(
        Choice().leavingOutRepeats(absorbed)
          .changing(Change(.leftOut, "remove the empty \(best.piece.words)")))
    }
    if rules.cutsName {
      choices += cut(best.piece, best.name, demanded: demanded, rules).map {
        $0.leavingOutRepeats(absorbed).leavingOut(others, "it is another name")
      }
    }
    if !demanded || best.piece.origin?.block == .advertising, let staying = rules.staying(pieces) {
      choices.insert(staying, at: 0)
    }
    return choices.map { $0.hiding(advertised) }
  }

  /// The fewest octets of a beginning: a shorter one does not identify the device, unless the layout has it already.
  private static let fewestOctets = 3

  /// Returns the choice with the whole name in the scan response and its beginning in the advertising data.
  ///
  /// - Parameters:
  ///   - whole: the name in the scan response alone.
  ///   - isTwin: whether the whole name is in both blocks, so that the one in the advertising data is shortened.
  private static func split(
    _ piece: Piece, _ whole: Choice, _ beginning: LocalName, _ absorbed: [Piece], isTwin: Bool
  ) -> Choice {
    var choice = whole
    choice.identification = Identification.of(beginning)
    // The layout may have the beginning already.
    if let known = absorbed.first(where: {
      $0.origin?.block == .advertising && $0.type == beginning.type && $0.octets == beginning.octets
    }) {
      choice.advertising = [known]
      return choice.leavingOutRepeats((isTwin ? [piece] : []) + absorbed.filter { $0 != known })
    }
    // It takes the place of the earlier name.
    let place = (absorbed + [piece]).compactMap { $0.origin }.first { $0.block == .advertising }
    choice.advertising = [Piece(type: beginning.type, octets: beginning.octets, origin: place)]
    return choice.leavingOutRepeats(absorbed).changing(
      isTwin
        ? Change(.recoded, "shorten the name in the advertising data to \(beginning.octets.count) bytes")
        : Change(
          .added,
          "put the first \(beginning.octets.count) bytes of the name into the advertising data", ", as shortened name"))
  }

  /// Returns the beginnings of a name that end between characters, the longest first, without the whole name.
  static func beginnings(of name: LocalName) -> [LocalName] {
    let valid = name.octets.prefix(name.firstInvalidOctet ?? name.octets.count)
    var octets: [UInt8] = []
    var beginnings: [LocalName] = []
    for character in String(decoding: valid, as: UTF8.self) {
      octets += character.utf8
      guard octets.count < name.octets.count else { break }
      beginnings.append(LocalName(String(decoding: octets, as: UTF8.self), isComplete: false))
    }
    return beginnings.reversed()
  }

  private static func cut(_ piece: Piece, _ name: LocalName, demanded: Bool, _ rules: PackingRules) -> [Choice] {
    beginnings(of: name).flatMap { beginning -> [Choice] in
      let short = piece.encoded(as: beginning.type, octets: beginning.octets)
      let loss = Loss(
        .name, "the last \(name.octets.count - beginning.octets.count) bytes of the name",
        count: name.octets.count - beginning.octets.count)
      return rules.blocks.filter { $0 == .advertising || !demanded }.map { block in
        short.choice(naming: beginning, in: block)
          .losing(loss)
          .changing(Change(.leftOut, "shorten the name to \(beginning.octets.count) bytes"))
      }
    }
  }
}

extension Choice {
  /// Returns the choice with the loss for scanners that do not ask for scan responses: names of the advertising data that
  /// are no longer there.
  fileprivate func hiding(_ advertised: [Piece]) -> Choice {
    let kept = Set(advertising.map { $0.octets })
    let hidden = Set(advertised.map { $0.octets }.filter { !kept.contains($0) })
    guard !hidden.isEmpty else { return self }
    let name = hidden.count == 1 ? (advertised.count == 1 ? "the whole name" : "one of the names") : "the names"
    return losing(
      Loss(.nameHiddenFromPassive, "passive scanners no longer receive \(name)", count: hidden.count, isOfAnswer: true))
  }
}

extension LocalName {
  fileprivate init(_ piece: Piece) {
    if case .localName(let name) = piece.value {
      self = name
    } else {
      self.init("", isComplete: false)
    }
  }
}

extension Piece {
  fileprivate func choice(naming name: LocalName, in block: Block) -> Choice {
    let choice = Choice(self, in: block, identification: Identification.of(name))
    guard let home = origin?.block, home != block else { return choice }
    return choice.changing(.moving("the \(words)", to: block))
  }
}
