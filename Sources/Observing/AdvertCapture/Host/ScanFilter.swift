public import AdvertisingData

/// A filter that is set on the host: its apps get only advertising that passes one of the filters.
///
/// Source: Android's HCI requirements, LE_APCF_Command (0xFD57); for discoveries and advertisement monitors of Linux
/// doc/mgmt-api.txt of BlueZ.
public struct ScanFilter: Hashable, Sendable {
  /// The place of the filter in the controller's list, or the number of a monitor; 0 for a discovery of Linux.
  public var index: UInt16
  /// The record of the latest command about it, counting from 1.
  public var record: Int
  /// The kinds of conditions that count, and how they are joined; `nil` when no command of the capture set it.
  public var logic: Logic?
  /// The conditions, in the order of the commands.
  public var conditions: [Condition] = []
  /// The number of conditions beyond the limit, which were left out.
  public var conditionsLeftOut = 0

  /// The most conditions, above those that a controller takes for one filter.
  static let maximumConditions = 32

  /// An empty filter at a place.
  public init(index: UInt16, record: Int) {
    self.index = index
    self.record = record
  }

  /// The parameters of a filter.
  public struct Logic: Hashable, Sendable {
    /// The kinds of conditions that count, one bit for each ``Kind``. Without a bit, everything passes.
    public var kinds: UInt16
    /// One bit for each kind: whether all of its conditions must hold, or one is enough.
    public var needsAllOfKind: UInt16
    /// Whether every kind must hold, or one is enough.
    public var needsAllKinds: Bool
    /// In dBm: weaker advertising does not pass.
    public var weakest: Int8
    /// The time when the host gets matching reports.
    public var delivery: UInt8

    /// Whether everything passes: the host scans without a filter.
    public var passesAll: Bool { kinds == 0 }
  }

  /// One condition of a filter.
  public struct Condition: Hashable, Sendable {
    /// The data that it looks at.
    public var kind: Kind
    /// The octets to match: an address, a UUID, a name, manufacturer data from the company on, or service data from the
    /// UUID on; for a pattern the AD type, the offset and the octets. As on the air, least significant octet of numbers
    /// first.
    public var octets: [UInt8]
    /// The bits of ``octets`` that count; `nil` for all.
    public var mask: [UInt8]?
    /// The type of an address; `nil` for all other kinds.
    public var addressType: DeviceAddress.AddressType?
    /// Whether pseudonyms replace some of ``octets``, so that masked bits may not match any more.
    public var isRedacted = false

    /// A condition.
    public init(
      _ kind: Kind, _ octets: [UInt8], mask: [UInt8]? = nil, addressType: DeviceAddress.AddressType? = nil
    ) {
      self.kind = kind
      self.octets = octets
      self.mask = mask
      self.addressType = addressType
    }

    /// The service that it asks for; `nil` for other conditions, and for a range of services.
    public var service: BluetoothUUID? {
      guard kind == .service || kind == .solicitation, mask?.allSatisfy({ $0 == 0xFF }) ?? true,
        let width = BluetoothUUID.Width(rawValue: octets.count * 8)
      else { return nil }
      return BluetoothUUID(littleEndian: octets.span, at: 0, width: width)
    }

    /// The service whose data it asks for; `nil` for other conditions.
    public var serviceOfData: BluetoothUUID? {
      kind == .serviceData && octets.count >= 2 ? BluetoothUUID(littleEndian: octets.span, at: 0, width: .bits16) : nil
    }

    /// The company whose data it asks for; `nil` for other conditions.
    public var company: UInt16? {
      kind == .manufacturerData && octets.count >= 2 ? UInt16(octets[0]) | UInt16(octets[1]) << 8 : nil
    }
  }

  /// The data that a condition looks at. The raw value is its bit in ``Logic/kinds``.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// The advertiser's address.
    case address = 0
    /// A change of service data.
    case serviceDataChange = 1
    /// A UUID in a service list.
    case service = 2
    /// A UUID in a list of solicited services.
    case solicitation = 3
    /// The local name.
    case name = 4
    /// Manufacturer data.
    case manufacturerData = 5
    /// Service data.
    case serviceData = 6
    /// Transport Discovery data.
    case transportDiscovery = 7
    /// Any AD type.
    case adType = 8
    /// A pattern of an advertisement monitor: an AD type, an offset in its value, and the octets there.
    case pattern = 9
  }

  mutating func add(_ condition: Condition) {
    guard !conditions.contains(condition) else { return }
    if conditions.count < Self.maximumConditions { conditions.append(condition) } else { conditionsLeftOut += 1 }
  }
}
