internal import AdvertisingData

/// One way to send an item: which structures it puts into which block, and what that costs.
struct Choice {
  var advertising: [Piece] = []
  var scanResponse: [Piece] = []
  /// How much what is in the advertising data tells the device from others: see ``Identification``.
  var identification = 0
  var losses: [Loss] = []
  var changes: [Change] = []

  var advertisingOctets: Int { advertising.reduce(0) { $0 + $1.size } }
  var scanResponseOctets: Int { scanResponse.reduce(0) { $0 + $1.size } }
  var loss: Int { losses.reduce(0) { $0 + $1.weight } }
  var change: Int { changes.reduce(0) { $0 + $1.count } }

  /// A structure in one block.
  init(_ piece: Piece, in block: Block, identification: Int = 0) {
    switch block {
    case .advertising:
      advertising = [piece]
      self.identification = identification
    case .scanResponse: scanResponse = [piece]
    }
  }

  init() {}

  func losing(_ loss: Loss...) -> Choice {
    var choice = self
    choice.losses += loss
    return choice
  }

  func changing(_ change: Change...) -> Choice {
    var choice = self
    choice.changes += change
    return choice
  }
}

/// What belongs together when choosing: exactly one of its choices is taken.
struct Item {
  /// In the order of preference where all else is equal.
  let choices: [Choice]
}
