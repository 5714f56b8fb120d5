internal import AdvertisingData

/// The Flags: in the advertising data or nowhere.
enum FlagsItem {
  /// - Parameter pieces: all Flags of the layout, those of the advertising data first; not empty.
  static func item(for pieces: [Piece], rules: PackingRules) -> Item? {
    guard let first = pieces.first, rules.hasAdvertising else {
      return [rules.staying(pieces), Choice().leavingOut(pieces, "Flags are not allowed in the scan response")]
        .compactMap { $0 }
    }
    var kept = rules.keepsEncodings ? first : first.encoded(octets: significant(first))
    // Zero bits that must be sent take one octet.
    if kept.octets.isEmpty, !first.octets.isEmpty { kept = first.encoded(octets: [0]) }
    if first.origin?.block == .scanResponse {
      // The place where receivers expect them.
      kept = Piece(type: kept.type, octets: kept.octets, origin: Piece.Origin(block: .advertising, index: -1))
    }
    var base = Choice(kept, in: .advertising)
    if kept.octets.count < first.octets.count {
      let dropped = first.size - kept.size
      base = base.changing(
        Change(.recoded, "drop the zero bytes at the end of the Flags", ": \(dropped) bytes less"))
    }
    if first.origin?.block == .scanResponse {
      base = base.changing(
        .moving("the Flags", to: .advertising, ": they are not allowed in the scan response"))
    }
    let (repeats, others) = partition(pieces.dropFirst(), by: significant(first))
    base = base.leavingOutRepeats(repeats)
    if !others.isEmpty {
      base = base.leavingOut(others, "other Flags come first")
    }
    var choices = [rules.staying(pieces), base].compactMap { $0 }
    if !rules.isConnectable {
      let leftOut = Choice()
        .changing(Change(.leftOut, "remove the Flags", ": \(first.size) bytes less", count: pieces.count))
      // No scan wants Flags without a bit, and no central can connect.
      let saysNothing = others.isEmpty && significant(first).isEmpty
      choices.append(
        saysNothing
          ? leftOut
          : leftOut.losing(
            Loss(
              .flags,
              "the Flags of an advertisement that is not connectable: scans that want Flags, as BlueZ's discovery and "
                + "Home Assistant's passive scan do, then leave it out", isOfAnswer: true)))
    }
    return choices
  }

  /// Returns the octets without zeros at the end.
  private static func significant(_ piece: Piece) -> [UInt8] {
    Array(piece.octets.prefix((piece.octets.lastIndex { $0 != 0 } ?? -1) + 1))
  }

  private static func partition(
    _ pieces: ArraySlice<Piece>, by octets: [UInt8]
  ) -> (same: [Piece], other: [Piece]) {
    (pieces.filter { significant($0) == octets }, pieces.filter { significant($0) != octets })
  }
}

extension Choice {
  /// Returns the choice without structures that repeat others.
  func leavingOutRepeats(_ pieces: [Piece]) -> Choice {
    pieces.reduce(self) { choice, piece in
      let place = piece.origin.map { " from \($0.block.words)" } ?? ""
      return choice.changing(Change(.leftOut, "remove the \(piece.words)\(place)", ", which is said elsewhere"))
    }
  }

  /// Returns the choice without structures that others contradict.
  func leavingOut(_ pieces: [Piece], _ reason: String) -> Choice {
    pieces.reduce(self) { choice, piece in
      let place = piece.origin.map { " of \($0.block.words)" } ?? ""
      return
        choice
        .losing(Loss(.contradiction, "the \(piece.type.words)\(place): \(reason)"))
        .changing(
          Change(
            .leftOut, "remove the \(piece.words)\(piece.origin.map { " from \($0.block.words)" } ?? "")", ": \(reason)")
        )
    }
  }
}
