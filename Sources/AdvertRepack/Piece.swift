internal import AdvertisingData
internal import AssignedNumbers

/// A structure of the layout to repack, or one made from such.
struct Piece: Hashable {
  let type: ADType
  /// The value octets.
  let octets: [UInt8]
  /// Where it was; `nil` for what is new.
  let origin: Origin?

  struct Origin: Hashable {
    let block: Block
    /// Position among the block's structures.
    let index: Int
  }

  /// Octets it takes up, its length octet included.
  var size: Int { 2 + octets.count }

  var value: ADValue { ADValue(type: type, value: octets.span) }

  /// What it is, for changes and losses.
  var words: String { "\(type.words) (\(size) bytes)" }

  func encoded(as type: ADType? = nil, octets: [UInt8]? = nil) -> Piece {
    Piece(type: type ?? self.type, octets: octets ?? self.octets, origin: origin)
  }
}

extension ADType {
  /// The assigned name when it has one.
  var words: String {
    ADTypes.name(of: rawValue) ?? "type 0x" + HexText.compact([rawValue])
  }
}

extension Block {
  var words: String { self == .advertising ? "the advertising data" : "the scan response" }
}
