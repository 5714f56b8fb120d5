extension ADType {
  /// AD type 0x26: ``TransportDiscovery``.
  public static let transportDiscovery = Self(rawValue: 0x26)
}

/// The services that the sender offers or looks for on other transports (AD type 0x26).
///
/// Source: Transport Discovery Service.
public struct TransportDiscovery: Hashable, Sendable {
  /// One block for each organisation, in the order sent.
  public let blocks: [Block]

  /// The services that the device offers or looks for over the transports of one organisation.
  public struct Block: Hashable, Sendable {
    /// The organisation that defines the data: 1 is the Bluetooth SIG.
    public let organization: UInt8
    /// Bits 0 and 1 the role, bit 2 incomplete data, bits 3 and 4 the state, the others reserved.
    public let flags: UInt8
    /// The data, in the organisation's format.
    public let data: [UInt8]

    /// Creates the block; `nil` when the data have more than 255 octets.
    public init?(organization: UInt8, flags: UInt8, data: [UInt8]) {
      guard data.count <= 255 else { return nil }
      self.organization = organization
      self.flags = flags
      self.data = data
    }

    /// A block whose data are known to fit a length of one octet.
    fileprivate init(organization: UInt8, flags: UInt8, counted data: [UInt8]) {
      self.organization = organization
      self.flags = flags
      self.data = data
    }

    /// Whether the device looks for the transport or offers it.
    public var role: Role {
      switch flags & 3 {
      case 0: .unspecified
      case 1: .seeker
      case 2: .provider
      default: .seekerAndProvider
      }
    }
    /// Whether more data can be read from the device.
    public var isIncomplete: Bool { flags & 0x04 != 0 }
    /// Whether the transport is on.
    public var state: State {
      switch flags >> 3 & 3 {
      case 0: .off
      case 1: .on
      case 2: .temporarilyUnavailable
      default: .reserved
      }
    }
    /// Bits 5 to 7 of the flags, with the others clear.
    public var reservedFlags: UInt8 { flags & 0xE0 }
  }

  /// The role of a device for a transport: bits 0 and 1 of the flags.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// Not stated.
    case unspecified
    /// The device looks for the transport.
    case seeker
    /// The device offers the transport.
    case provider
    /// The device does both.
    case seekerAndProvider
  }

  /// The state of a transport: bits 3 and 4 of the flags.
  public enum State: Hashable, Sendable, CaseIterable {
    /// The transport is off.
    case off
    /// The transport is on.
    case on
    /// The transport is on, but cannot be used now.
    case temporarilyUnavailable
    /// A value that is not assigned.
    case reserved
  }

  /// Creates the value; `nil` when there is no block.
  public init?(_ blocks: [Block]) {
    guard !blocks.isEmpty else { return nil }
    self.blocks = blocks
  }

  /// Throws when there is no block, or the last one is not whole.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard value.count >= 3 else { throw .tooShort(minimum: 3, actual: value.count) }
    var blocks: [Block] = []
    var offset = 0
    while offset < value.count {
      let available = value.count - offset
      guard available >= 3 else { throw .itemOverruns(offset: offset, needed: 3, available: available) }
      let needed = 3 + Int(value[offset + 2])
      guard available >= needed else { throw .itemOverruns(offset: offset, needed: needed, available: available) }
      blocks.append(
        Block(
          organization: value[offset], flags: value[offset + 1],
          counted: Array(copying: value.extracting(offset + 3..<offset + needed))))
      offset += needed
    }
    self.blocks = blocks
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    blocks.flatMap { [$0.organization, $0.flags, UInt8(truncatingIfNeeded: $0.data.count)] + $0.data }
  }
}

extension TransportDiscovery: SingleTypeCodec {
  static var assignedType: ADType { .transportDiscovery }
  static var allowances: Allowances { Allowances() }
  var adValue: ADValue { .transportDiscovery(self) }

  /// Returns the lengths of the blocks.
  static func beginning(of octets: [UInt8]) -> [Field] {
    var lengths: [Field] = []
    var offset = 2
    while offset < octets.count {
      lengths.append(.structure(at: offset..<offset + 1))
      offset += 3 + Int(octets[offset])
    }
    return lengths
  }

  static let declaredFields: [DeclaredField] = [
    .objects(
      "blocks",
      [
        .integer("organization"), .integer("flags"), .string("role"), .string("state"), .boolean("incomplete"),
        .integer("reserved"), .string("data"),
      ])
  ]

  var fields: [Field] {
    var start = 0
    let items = blocks.map { block in
      defer { start += 3 + block.data.count }
      return Field.Value.object(block.fields(from: start))
    }
    return [.title("Transport Discovery:"), Field("blocks", .list(items), wording: .items(separator: "; "))]
  }
}

extension TransportDiscovery.Block {
  /// The Bluetooth SIG, and two programmes of the Wi-Fi Alliance.
  private static let assignedOrganizations: ClosedRange<UInt8> = 1...3

  fileprivate func fields(from start: Int) -> [Field] {
    [
      Field(
        "organization", organization, at: start..<start + 1,
        // Redaction replaces a number that is not assigned, even in blocks without data, which follow each other closely.
        role: Self.assignedOrganizations.contains(organization) ? .structure : .data,
        wording: .phrase(organization == 1 ? "Bluetooth SIG" : "organization \(organization)")),
      Field("flags", flags, at: start + 1..<start + 2, role: .structure),
      .structure(at: start + 2..<start + 3),
      Field("role", .text(role.name), wording: .value),
      Field("state", .text(state.name), label: "transport"),
      Field("incomplete", isIncomplete, whenTrue: "data incomplete"),
      .reservedBits(reservedFlags),
      Field(
        "data", .octets(data), whenEmpty: "no data", at: start + 3..<start + 3 + data.count, separator: ": "),
    ]
  }
}

extension TransportDiscovery.Role {
  fileprivate var name: String {
    switch self {
    case .unspecified: "role not specified"
    case .seeker: "seeker"
    case .provider: "provider"
    case .seekerAndProvider: "seeker and provider"
    }
  }
}

extension TransportDiscovery.State {
  fileprivate var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .temporarilyUnavailable: "temporarily unavailable"
    case .reserved: "in a reserved state"
    }
  }
}
