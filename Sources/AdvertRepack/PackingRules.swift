internal import AdvertisingData

/// Into which blocks of a layout structures may be put, and how freely.
struct PackingRules: Hashable {
  let hasAdvertising: Bool
  var hasScanResponse: Bool
  let isConnectable: Bool
  let isExtended: Bool
  /// Whether structures that say nothing stay, and no value is sent in other octets.
  var keepsEverything = false
  /// Whether the name may lose its end.
  var cutsName = false

  /// The blocks there are.
  var blocks: [Block] { (hasAdvertising ? [.advertising] : []) + (hasScanResponse ? [.scanResponse] : []) }

  /// Where a structure may be: where its type may be; where no source says, only where it is, when that exists.
  func blocks(for piece: Piece) -> [Block] {
    let allowed = blocks.filter { block in
      switch piece.type.allowance(in: ADContext(block)) {
      case .notAllowed: false
      case .unknown: piece.origin?.block == block
      case .mayRepeat, .oncePerBlock, .oncePerBlockNotInBoth: true
      }
    }
    if !allowed.isEmpty { return allowed }
    // Not known to be forbidden in what there is: better there than nowhere.
    return blocks.filter { piece.type.allowance(in: ADContext($0)) == .unknown }
  }
}
