public import AdvertScan
public import AdvertisingData

/// The plans for a layout, the best first, or the reason why there is none.
public struct Repacking: Hashable, Sendable {
  /// The plans: up to three of different kinds. Empty when the layout cannot be packed as demanded.
  public let plans: [Plan]
  /// The reason why there is no plan; `nil` when there is one.
  public let obstacle: Obstacle?

  /// The reason why a layout cannot be packed as demanded.
  public struct Obstacle: Hashable, Sendable {
    /// The reason in words. All text from the air is hex or a UUID.
    public let reason: String
    /// The fewest octets that would have to go; 0 when the size is not the problem.
    public let bytesOver: Int
    /// Alternatives that have a price; empty when none is known.
    public let alternatives: [Alternative]
  }

  /// Finds plans.
  ///
  /// - Parameters:
  ///   - layout: the present layout.
  ///   - demands: the data that must be found, and the scanners that must find them.
  ///   - kinds: the kinds of plans; the best plan is always included.
  public init(
    of layout: Layout, demands: Demands = Demands(), kinds: [Plan.Kind] = Plan.Kind.allCases
  ) {
    do throws(PackableLayout.Refusal) {
      let source = try PackableLayout(layout)
      let task = RepackingTask(source, demands: demands)
      let plans = try task.plans(kinds)
      self.init(plans: plans, obstacle: nil)
    } catch {
      self.init(
        plans: [],
        obstacle: Obstacle(reason: error.reason, bytesOver: error.bytesOver, alternatives: error.alternatives))
    }
  }

  /// No plan, for a reason outside the layout. All text from the air in `reason` must be hex or a UUID.
  public init(refusedBecause reason: String) {
    self.init(plans: [], obstacle: Obstacle(reason: reason, bytesOver: 0, alternatives: []))
  }

  private init(plans: [Plan], obstacle: Obstacle?) {
    self.plans = plans
    self.obstacle = obstacle
  }
}

/// The data that scanners must find in a repacked layout, and the scanners.
public struct Demands: Hashable, Sendable {
  /// Services that must be discovered; `nil` for all that the layout lists in either block. A service that the layout
  /// does not list is added.
  public var services: [BluetoothUUID]?
  /// Whether scanners must find the whole name.
  public var name: Bool
  /// The scanners that must discover them. When one of them does not get scan responses, they must be in the advertising
  /// data.
  public var profiles: [ScannerProfile] {
    didSet { concernAdvertising = Self.concernsAdvertising(profiles) }
  }
  /// Whether the demanded data must be in the advertising data: one of the scanners does not find them elsewhere.
  private(set) var concernAdvertising: Bool

  /// Demands. By default, passive scanners must find each listed service.
  public init(services: [BluetoothUUID]? = nil, name: Bool = false, profiles: [ScannerProfile] = [.passive]) {
    self.services = services
    self.name = name
    self.profiles = profiles
    concernAdvertising = Self.concernsAdvertising(profiles)
  }

  private static func concernsAdvertising(_ profiles: [ScannerProfile]) -> Bool {
    profiles.contains { !$0.discoversInScanResponse }
  }
}

extension ScannerProfile {
  /// Whether the scanner finds a service that only the scan response lists.
  fileprivate var discoversInScanResponse: Bool {
    let service = BluetoothUUID(0x180F)
    let payload = try? Payload([.services16([service])])
    let layout = Layout(pdu: .advInd, advertising: Payload(), declaring: payload)
    return verdict(on: layout, for: .service(service)).outcome == .discovered
  }
}

/// An alternative when a layout cannot be packed as demanded. Only the makers of the device can accept its price.
public struct Alternative: Hashable, Sendable {
  /// The kind of alternative.
  public let kind: Kind
  /// The instruction in words.
  public let words: String
  /// The price, and the users who pay it.
  public let price: String
  /// The resulting payloads, where they are known: advertising data and scan response; for two sets, the advertising
  /// data of both, with the scan response of the first between them when it has one.
  public let payloads: [Payload]

  /// The kinds of alternatives.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A shorter name.
    case shorterName
    /// A 16-bit UUID, which the Bluetooth SIG assigns to its members, in place of a UUID of 128 bits.
    case memberUUID
    /// Two sets of data that take turns.
    case alternatingSets
    /// Extended advertising, which older scanners do not receive.
    case extendedAdvertising
    /// Advertising without a scan response.
    case nonScannable
  }

  static let nonScannable = Alternative(
    kind: .nonScannable, words: "make the advertising set non-scannable, or use legacy advertising",
    price: "a non-scannable extended set has no scan response, and a legacy one 31 + 31 bytes", payloads: [])
}
