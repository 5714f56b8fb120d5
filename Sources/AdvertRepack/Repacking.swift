public import AdvertScan
public import AdvertisingData

/// The plans for a layout, the best first, or the reason why there is none.
public struct Repacking: Hashable, Sendable {
  /// Up to three, which differ in kind. Empty when the layout cannot be packed as demanded.
  public let plans: [Plan]
  /// `nil` when there is a plan.
  public let obstacle: Obstacle?

  /// Why a layout cannot be packed as demanded.
  public struct Obstacle: Hashable, Sendable {
    /// Holds no text from the air that is not hex or a UUID.
    public let reason: String
    /// The fewest octets that would have to go; 0 when size is not what is wrong.
    public let bytesOver: Int
    /// Ways out that have a price; empty when none is known.
    public let alternatives: [Alternative]
  }

  /// Looks for plans.
  ///
  /// - Parameters:
  ///   - layout: what is sent now.
  ///   - demands: what must be seen, and by which scanners.
  ///   - kinds: which plans are wanted; the best is among them in any case.
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

  /// No plan, for a reason that the layout does not show: `reason` holds no text from the air that is not hex or a UUID.
  public init(refusedBecause reason: String) {
    self.init(plans: [], obstacle: Obstacle(reason: reason, bytesOver: 0, alternatives: []))
  }

  private init(plans: [Plan], obstacle: Obstacle?) {
    self.plans = plans
    self.obstacle = obstacle
  }
}

/// What a repacked layout must show, and to which scanners.
public struct Demands: Hashable, Sendable {
  /// Services that must be discovered; `nil` for all that the layout lists in either block. A service that the layout
  /// does not list is added.
  public var services: [BluetoothUUID]?
  /// Whether the whole name must be seen.
  public var name: Bool
  /// The scanners that must discover them. When one of them does not get scan responses, they must be in the advertising
  /// data.
  public var profiles: [ScannerProfile] {
    didSet { concernAdvertising = Self.concernsAdvertising(profiles) }
  }
  /// Whether what is demanded must be in the advertising data: one of the scanners does not find it elsewhere.
  private(set) var concernAdvertising: Bool

  /// What must be seen. By default, each listed service by passive scanners.
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
  /// Whether it finds a service that only the scan response lists.
  fileprivate var discoversInScanResponse: Bool {
    let service = BluetoothUUID(0x180F)
    let payload = try? Payload([.services16([service])])
    let layout = Layout(pdu: .advInd, advertising: Payload(), declaring: payload)
    return verdict(on: layout, for: .service(service)).outcome == .discovered
  }
}

/// A way out where a layout cannot be packed as demanded. It has a price that only the makers of the device can accept.
public struct Alternative: Hashable, Sendable {
  /// What is done.
  public let kind: Kind
  /// What to do.
  public let words: String
  /// What it costs, and which users pay.
  public let price: String
  /// The payloads that it gives, where they are known: advertising data and scan response; of two sets, the
  /// advertising data of both, with the scan response of the first between them when it has one.
  public let payloads: [Payload]

  /// The ways out.
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
