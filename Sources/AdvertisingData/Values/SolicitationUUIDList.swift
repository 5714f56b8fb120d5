/// A list of service UUIDs the sender looks for in others (AD types 0x14, 0x15 and 0x1F).
///
/// Source: Core Specification Supplement Part A 1.10.
public struct SolicitationUUIDList: Hashable, Sendable {
  public let width: BluetoothUUID.Width
  public let uuids: [BluetoothUUID]

  /// `nil` when a UUID does not fit the width.
  public init?(_ uuids: [BluetoothUUID], width: BluetoothUUID.Width) {
    guard uuids.allSatisfy({ $0.shortestWidth.octets <= width.octets }) else { return nil }
    self.width = width
    self.uuids = uuids
  }

  /// Throws when the octets do not divide into UUIDs.
  init(decoding value: Span<UInt8>, type: ADType) throws(Malformation) {
    width =
      switch type {
      case .solicitationUUIDs32: .bits32
      case .solicitationUUIDs128: .bits128
      default: .bits16
      }
    uuids = try UUIDItems(decoding: value, width: width).uuids
  }

  public var octets: [UInt8] { UUIDItems.octets(of: uuids, width: width) }

  public var type: ADType {
    switch width {
    case .bits16: .solicitationUUIDs16
    case .bits32: .solicitationUUIDs32
    case .bits128: .solicitationUUIDs128
    }
  }
}
