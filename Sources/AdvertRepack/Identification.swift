internal import AdvertisingData

/// How much a structure in the advertising data tells the device from others, for scanners that see nothing else.
///
/// The weights order what goes first where not all fits; `Docs/Repack.md` says why.
enum Identification {
  static let service = 100
  static let completeName = 60
  /// Of a shortened name, and one more for each octet.
  static let shortenedName = 20

  static func of(_ piece: Piece) -> Int {
    switch piece.value {
    case .serviceUUIDs(let list): service * list.uuids.count
    case .serviceData, .manufacturerData: 100
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
