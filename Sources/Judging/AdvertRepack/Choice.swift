internal import AdvertisingData
internal import AssignedNumbers

/// One way to send an item: the structures that it puts into each block, and their cost.
struct Choice {
  var advertising: [Piece] = []
  var scanResponse: [Piece] = []
  /// The degree to which the part of the choice in the advertising data identifies the device: see ``Identification``.
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

/// An item to choose for: exactly one of its choices is taken. They are in the order of preference for equal costs.
typealias Item = [Choice]

/// A structure of the layout to repack, or one made from such structures.
struct Piece: Hashable {
  let type: ADType
  /// The value octets.
  let octets: [UInt8]
  /// The place in the layout; `nil` for a new structure.
  let origin: Origin?

  struct Origin: Hashable {
    let block: Block
    /// Position among the block's structures.
    let index: Int
  }

  /// The number of octets that it takes, including its length octet.
  var size: Int { 2 + octets.count }

  var value: ADValue { ADValue(type: type, value: octets.span) }

  /// The structure in words, for changes and losses.
  var words: String { "\(type.words) (\(size) bytes)" }

  func encoded(as type: ADType? = nil, octets: [UInt8]? = nil) -> Piece {
    Piece(type: type ?? self.type, octets: octets ?? self.octets, origin: origin)
  }
}

extension ADType {
  /// The assigned name, when the type has one.
  var words: String {
    ADTypes.name(of: rawValue) ?? "type " + HexDigits.number(rawValue, octets: 1)
  }
}

extension Block {
  var words: String { withArticle }
}

/// How well a structure in the advertising data identifies the device, for scanners that receive nothing else.
///
/// The weights decide which structures go first when not all fit; `Docs/Repack.md` has the reasons.
enum Identification {
  static let service = 100
  static let completeName = 60
  /// For a shortened name, and one more for each octet.
  static let shortenedName = 20

  static func of(_ piece: Piece) -> Int {
    switch piece.value {
    case .serviceUUIDs(let list): service * list.uuids.count
    case .serviceData, .manufacturerData: 100
    case .localName(let name): of(name)
    case .uri, .encryptedData: 40
    case .solicitationUUIDs(let list): 30 * list.uuids.count
    case .appearance(let appearance) where appearance != .unknown: 10
    default: 0
    }
  }

  static func of(_ name: LocalName) -> Int {
    if name.octets.isEmpty { return 0 }
    return name.isComplete ? completeName : min(shortenedName + name.octets.count, completeName - 1)
  }
}
