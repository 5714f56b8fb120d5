/// A tag that helps to find things, recognised by the service its data belongs to. What the data means is not public.
///
/// Source: owners of the UUIDs in Assigned Numbers.
public struct Tracker: Hashable, Sendable {
  public let network: Network
  public let octets: [UInt8]

  public init(network: Network, octets: [UInt8]) {
    self.network = network
    self.octets = octets
  }

  public enum Network: String, Hashable, Sendable, CaseIterable {
    case smartTag
    case smartTagUnregistered
    case tile
    /// The format that trackers of all makers share to warn people who are tracked.
    case unwantedTracking
    case apple

    /// The network whose tags send data of this service.
    public init?(service: UInt16) {
      switch service {
      case 0xFD5A: self = .smartTag
      case 0xFD59: self = .smartTagUnregistered
      case 0xFEED, 0xFEEC, 0xFD84: self = .tile
      case 0xFCB2: self = .unwantedTracking
      case 0xFD43, 0xFD44: self = .apple
      default: return nil
      }
    }
  }

  /// Whether already the identity rests on general knowledge.
  public var isUnverified: Bool { network == .unwantedTracking || network == .apple }
}
