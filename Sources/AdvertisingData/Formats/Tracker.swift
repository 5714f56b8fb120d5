/// A tag that helps to find things, recognised by the service its data belongs to. What the data means is not public.
///
/// Source: owners of the UUIDs in Assigned Numbers.
public struct Tracker: KnownFormat {
  public static let format = KnownPayload.Format(
    "tracker", name: "tracker", in: .services(Network.allCases.flatMap { $0.services }), as: Self.self)

  /// The format of unwanted tracking has no list; those of the makers are not public.
  public static func isFoundByData(_: [UInt8], of service: UInt16) -> Bool {
    Network(service: service) == .unwantedTracking
  }

  /// Who looks for the tag.
  public let network: Network
  /// What follows the service UUID, as sent.
  public let octets: [UInt8]

  /// Service data of a tag of this network.
  public init(network: Network, octets: [UInt8]) {
    self.network = network
    self.octets = octets
  }

  /// Throws when no network is known whose tags send data of this service.
  public init(decoding octets: [UInt8], of service: UInt16) throws(Malformation) {
    guard let network = Network(service: service) else {
      throw .tooShort(minimum: octets.count + 1, actual: octets.count)
    }
    self.init(network: network, octets: octets)
  }

  /// The networks that look for tags.
  public enum Network: String, Hashable, Sendable, CaseIterable {
    /// Samsung's tags that are registered with an account.
    case smartTag
    /// Samsung's tags before they are registered.
    case smartTagUnregistered
    /// Tile's tags.
    case tile
    /// The format that trackers of all makers share to warn people who are tracked.
    case unwantedTracking
    /// Apple's network.
    case apple

    /// The network whose tags send data of this service.
    public init?(service: UInt16) {
      guard let network = Self.allCases.first(where: { $0.services.contains(service) }) else { return nil }
      self = network
    }

    fileprivate var services: [UInt16] {
      switch self {
      case .smartTag: [0xFD5A]
      case .smartTagUnregistered: [0xFD59]
      case .tile: [0xFEED, 0xFEEC, 0xFD84]
      case .unwantedTracking: [0xFCB2]
      case .apple: [0xFD43, 0xFD44]
      }
    }

    /// Whether already the identity rests on general knowledge.
    fileprivate var isUnverified: Bool { self == .unwantedTracking || self == .apple }
  }

  public var title: String {
    switch network {
    case .smartTag: "Samsung SmartTag"
    case .smartTagUnregistered: "Samsung SmartTag, unregistered,"
    case .tile: "Tile tracker"
    case .unwantedTracking: "tracker that warns of unwanted tracking"
    case .apple: "Apple Find My accessory"
    }
  }

  public var fields: [Field] {
    [
      Field("network", .text(network.rawValue), isUnverified: network.isUnverified),
      Field("data", .octets(octets), label: "with data", at: octets.indices),
    ]
  }
}
