extension ADType {
  /// AD type 0x25: ``IndoorPositioning``.
  public static let indoorPositioning = Self(rawValue: 0x25)
}

/// The location of the sender, for indoor navigation (AD type 0x25).
///
/// Source: Indoor Positioning Service. The numbers are kept as sent; decoders disagree on the order of floor and
/// altitude, and the order here is unverified.
public struct IndoorPositioning: Hashable, Sendable {
  /// Bits 6 and 7 of the first octet, with the others clear: the location name is elsewhere, and a reserved bit.
  public let furtherFlags: UInt8
  /// Bit 1 of the first octet. With ``coordinates`` it shows their kind; without them it has no meaning.
  public let isLocal: Bool
  /// The location of the device; `nil` when the value does not have it.
  public let coordinates: Coordinates?
  /// The power in dBm.
  public let txPower: Int8?
  /// The floor as sent; numbered from the lowest floor.
  public let floor: UInt8?
  /// The altitude as sent.
  public let altitude: UInt16?
  /// The uncertainty as sent: the accuracy of the position, its rate of updates, whether the sender moves.
  public let uncertainty: UInt8?

  /// A place on the globe, or on a plan.
  public enum Coordinates: Hashable, Sendable {
    /// WGS84, as sent.
    case global(latitude: Int32, longitude: Int32)
    /// Within a building, as sent.
    case local(north: Int16, east: Int16)
  }

  /// Bit 6 of the flags: the name of the place can be read from the device.
  public static let locationNameElsewhere: UInt8 = 0x40

  /// Keeps bits 6 and 7 of `furtherFlags`.
  public init(
    coordinates: Coordinates? = nil, txPower: Int8? = nil, floor: UInt8? = nil, altitude: UInt16? = nil,
    uncertainty: UInt8? = nil, furtherFlags: UInt8 = 0
  ) {
    self.furtherFlags = furtherFlags & 0xC0
    if case .local = coordinates { isLocal = true } else { isLocal = false }
    self.coordinates = coordinates
    self.txPower = txPower
    self.floor = floor
    self.altitude = altitude
    self.uncertainty = uncertainty
  }

  /// Whether the place has a name that is not in the value.
  public var isLocationNameElsewhere: Bool { furtherFlags & Self.locationNameElsewhere != 0 }

  /// Throws unless there are exactly the fields that the first octet announces.
  init(decoding value: Span<UInt8>) throws(Malformation) {
    guard !value.isEmpty else { throw .tooShort(minimum: 1, actual: 0) }
    let present = Presence(rawValue: value[0])
    guard value.count == present.size else { throw .wrongLength(expected: present.size, actual: value.count) }
    var offset = 1
    func next(_ count: Int) -> UInt64 {
      defer { offset += count }
      return value.littleEndian(at: offset, count: count)
    }
    furtherFlags = value[0] & 0xC0
    isLocal = present.contains(.local)
    if !present.contains(.coordinates) {
      coordinates = nil
    } else if isLocal {
      let north = Int16(truncatingIfNeeded: next(2))
      coordinates = .local(north: north, east: Int16(truncatingIfNeeded: next(2)))
    } else {
      let latitude = Int32(truncatingIfNeeded: next(4))
      coordinates = .global(latitude: latitude, longitude: Int32(truncatingIfNeeded: next(4)))
    }
    txPower = present.contains(.txPower) ? Int8(truncatingIfNeeded: next(1)) : nil
    floor = present.contains(.floor) ? UInt8(next(1)) : nil
    altitude = present.contains(.altitude) ? UInt16(next(2)) : nil
    uncertainty = present.contains(.uncertainty) ? UInt8(next(1)) : nil
  }

  /// The value octets, exactly as they were decoded.
  public var octets: [UInt8] {
    var present = Presence(rawValue: furtherFlags)
    var fields: [UInt8] = []
    if isLocal { present.insert(.local) }
    switch coordinates {
    case nil: break
    case .global(let latitude, let longitude):
      present.insert(.coordinates)
      fields += Array(littleEndian: latitude, count: 4) + Array(littleEndian: longitude, count: 4)
    case .local(let north, let east):
      present.insert(.coordinates)
      fields += Array(littleEndian: north, count: 2) + Array(littleEndian: east, count: 2)
    }
    if let txPower {
      present.insert(.txPower)
      fields.append(UInt8(bitPattern: txPower))
    }
    if let floor {
      present.insert(.floor)
      fields.append(floor)
    }
    if let altitude {
      present.insert(.altitude)
      fields += Array(littleEndian: altitude, count: 2)
    }
    if let uncertainty {
      present.insert(.uncertainty)
      fields.append(uncertainty)
    }
    return [present.rawValue] + fields
  }

  /// The first octet: the fields that follow.
  private struct Presence: OptionSet {
    var rawValue: UInt8

    static let coordinates = Self(rawValue: 0x01)
    static let local = Self(rawValue: 0x02)
    static let txPower = Self(rawValue: 0x04)
    static let altitude = Self(rawValue: 0x08)
    static let floor = Self(rawValue: 0x10)
    static let uncertainty = Self(rawValue: 0x20)

    /// The number of octets of the whole value.
    var size: Int {
      1 + (contains(.coordinates) ? (contains(.local) ? 4 : 8) : 0) + (contains(.txPower) ? 1 : 0)
        + (contains(.floor) ? 1 : 0) + (contains(.altitude) ? 2 : 0) + (contains(.uncertainty) ? 1 : 0)
    }
  }
}

extension IndoorPositioning: SingleTypeCodec {
  static var assignedType: ADType { .indoorPositioning }
  static var allowances: Allowances { Allowances() }
  var adValue: ADValue { .indoorPositioning(self) }

  static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }

  static let declaredFields: [DeclaredField] = [
    .integer("latitude"), .integer("longitude"), .integer("north"), .integer("east"), .boolean("local"),
    .integer("txPowerDBm", orNull: true), .integer("floor", orNull: true), .integer("altitude", orNull: true),
    .integer("uncertainty", orNull: true), .boolean("locationNameElsewhere"), .integer("reserved"), .string("rest"),
    .boolean("unverified"),
  ]

  var fields: [Field] {
    var fields = [Field.title("Indoor Positioning:"), .structure(at: 0..<1)]
    var end = 1
    func place(_ count: Int) -> Range<Int> {
      defer { end += count }
      return end..<end + count
    }
    switch coordinates {
    case .global(let latitude, let longitude):
      fields.append(Field("latitude", latitude, label: "latitude value", at: place(4)))
      fields.append(Field("longitude", longitude, label: "longitude value", at: place(4)))
    case .local(let north, let east):
      fields.append(Field("north", north, label: "local north value", at: place(2)))
      fields.append(Field("east", east, label: "east value", at: place(2)))
    case nil: break
    }
    fields.append(
      Field("local", isLocal, whenTrue: coordinates == nil ? "local coordinates, but none sent" : nil))
    fields.append(
      Field("txPowerDBm", txPower, label: "TX power", unit: "dBm", at: txPower.map { _ in place(1) }))
    fields.append(Field("floor", floor, label: "floor value", at: floor.map { _ in place(1) }))
    fields.append(Field("altitude", altitude, label: "altitude value", at: altitude.map { _ in place(2) }))
    fields.append(
      Field(
        "uncertainty", uncertainty.map { .hexNumber(UInt64($0), octets: 1) } ?? .null, label: "uncertainty",
        at: uncertainty.map { _ in place(1) }))
    fields.append(Field("locationNameElsewhere", isLocationNameElsewhere, whenTrue: "location name elsewhere"))
    fields.append(
      Field(
        "reserved", reserved,
        wording: reserved == 0 ? .hidden : .phrase("reserved bit \(HexDigits.number(reserved, octets: 1))")))
    fields.append(.phrase(isSilent ? "no fields" : nil))
    // Decoders disagree on units, and on the order of floor and altitude.
    let hasRaw = coordinates != nil || floor != nil || altitude != nil || uncertainty != nil
    fields.append(
      .phrase(hasRaw ? "(raw; units and order of floor and altitude unverified)" : nil, separator: " "))
    return fields + [Field("unverified", true)]
  }

  private var reserved: UInt8 { furtherFlags & 0x80 }

  /// Whether no other field has words.
  private var isSilent: Bool {
    coordinates == nil && !isLocal && txPower == nil && floor == nil && altitude == nil && uncertainty == nil
      && furtherFlags == 0
  }
}
