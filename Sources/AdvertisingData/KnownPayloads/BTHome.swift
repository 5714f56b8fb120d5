/// BTHome version 2 (service data of 0xFCD2): measurements and events of home sensors.
///
/// Source: the BTHome v2 format as implemented by bthome-ble; little-endian.
public struct BTHome: Hashable, Sendable, KnownFormat {
  public let deviceInfo: DeviceInfo
  /// The device's address as printed, 6 octets; `nil` when the data leaves it out.
  public let address: [UInt8]?
  public let content: Content

  /// The first octet.
  public struct DeviceInfo: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let encrypted = Self(rawValue: 0x01)
    public static let address = Self(rawValue: 0x02)
    /// Advertises when something happens, rather than regularly.
    public static let triggerBased = Self(rawValue: 0x04)
    /// Bits 3 and 4.
    public static let reserved = Self(rawValue: 0x18)

    /// Bits 5 to 7; 2 is the version known here.
    public var version: UInt8 { rawValue >> 5 }
  }

  public enum Content: Hashable, Sendable {
    /// `rest` starts with an object whose length is not known, or that is cut off; empty when all is well.
    case objects([BTHomeObject], rest: [UInt8])
    /// The objects encrypted, the counter and four octets of integrity check.
    case encrypted([UInt8], counter: UInt32, check: [UInt8])
    /// Of another version.
    case opaque([UInt8])
  }

  public init(_ objects: [BTHomeObject], isTriggerBased: Bool = false) {
    deviceInfo = DeviceInfo(rawValue: isTriggerBased ? 0x44 : 0x40)
    address = nil
    content = .objects(objects, rest: [])
  }

  /// Throws when the octets are too few for what the first one announces.
  init(decoding octets: [UInt8]) throws(Malformation) {
    try Self.require(1, of: octets)
    deviceInfo = DeviceInfo(rawValue: octets[0])
    guard deviceInfo.version == 2 else {
      address = nil
      content = .opaque(Array(octets[1...]))
      return
    }
    var position = 1
    if deviceInfo.contains(.address) {
      try Self.require(7, of: octets)
      address = Array(octets[1..<7].reversed())
      position = 7
    } else {
      address = nil
    }
    if deviceInfo.contains(.encrypted) {
      try Self.require(position + 8, of: octets)
      let end = octets.count - 8
      content = .encrypted(
        Array(octets[position..<end]), counter: UInt32(littleEndian: octets, at: end),
        check: Array(octets[(end + 4)...]))
    } else {
      let (objects, objectsEnd) = BTHomeObject.all(in: octets, from: position)
      content = .objects(objects, rest: Array(octets[objectsEnd...]))
    }
  }

  private var header: [UInt8] { [deviceInfo.rawValue] + Array((address ?? []).reversed()) }

  public var octets: [UInt8] {
    switch content {
    case .objects(let objects, let rest): header + objects.flatMap { $0.octets } + rest
    case .encrypted(let octets, let counter, let check): header + octets + counter.littleEndianOctets + check
    case .opaque(let octets): header + octets
    }
  }

  public var problems: [KnownPayloadProblem] {
    guard deviceInfo.version == 2 else { return [.unexpected(offset: 0, expected: "version 2 in the top three bits")] }
    var problems = KnownPayloadProblem.reserved(deviceInfo.intersection(.reserved).rawValue, at: 0)
    guard case .objects(let objects, let rest) = content else { return problems }
    var position = header.count
    var previous: UInt8 = 0
    var isSorted = true
    for object in objects {
      if object.kind.id < previous, isSorted {
        // One finding is enough: receivers of an older version stop here.
        problems.append(.unexpected(offset: position, expected: "an object id that is not below the one before"))
        isSorted = false
      }
      previous = object.kind.id
      position += object.octets.count
    }
    if let id = rest.first {
      let isKnown = BTHomeObject.Kind(id: id) != nil
      problems.append(isKnown ? .cut(offset: position) : .unexpected(offset: position, expected: "a known object id"))
    }
    return problems
  }

  public var isUnverified: Bool {
    guard case .objects(let objects, _) = content else { return false }
    return objects.contains { $0.kind.isUnverified }
  }
}
