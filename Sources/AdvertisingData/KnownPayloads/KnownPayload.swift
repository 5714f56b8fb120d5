/// Manufacturer or service data in a format that its vendor or a standard made public.
///
/// Recognising is total: data that belongs to a format but is too short for it becomes ``malformed(_:_:_:)``, whatever
/// else is wrong is one of the ``problems``, and ``octets`` gives back the octets that were decoded.
public enum KnownPayload: Hashable, Sendable {
  case iBeacon(IBeacon)
  case altBeacon(AltBeacon)
  case eddystone(Eddystone)
  case continuity(Continuity)
  case swiftPair(SwiftPair)
  case connectedDevices(ConnectedDevicesBeacon)
  case fastPair(FastPair)
  case exposureNotification(ExposureNotification)
  case btHome(BTHome)
  case matter(MatterCommissioning)
  case ruuviTag(RuuviTag)
  case miBeacon(MiBeacon)
  case remoteID(RemoteID)
  case tracker(Tracker)
  /// The data belongs to this kind, and is too short for it.
  case malformed(Kind, [UInt8], Malformation)

  /// Which format, by the name machines know it by.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case iBeacon
    case altBeacon
    case eddystone
    case continuity
    case swiftPair
    case connectedDevices
    case fastPair
    case exposureNotification
    case btHome
    case matter
    case ruuviTag
    case miBeacon
    case remoteID
    case tracker
  }

  /// The format of manufacturer data, `nil` when it is none of those known here.
  public static func recognised(in data: ManufacturerData) -> KnownPayload? {
    let octets = data.data
    guard let first = octets.first else { return nil }
    if octets.starts(with: AltBeacon.code) { return decode(octets, .altBeacon, KnownPayload.altBeacon) }
    switch data.company {
    case 0x004C where octets.starts(with: IBeacon.prefix): return decode(octets, .iBeacon, KnownPayload.iBeacon)
    case 0x004C: return .continuity(Continuity(decoding: octets))
    case 0x0006 where first == SwiftPair.beaconID: return decode(octets, .swiftPair, KnownPayload.swiftPair)
    case 0x0006 where first == ConnectedDevicesBeacon.scenario:
      return decode(octets, .connectedDevices, KnownPayload.connectedDevices)
    case 0x0499 where RuuviTag.formats.contains(first): return decode(octets, .ruuviTag, KnownPayload.ruuviTag)
    default: return nil
    }
  }

  /// The format of service data, `nil` when it is none of those known here. The width of the UUID does not matter.
  public static func recognised(in data: ServiceData) -> KnownPayload? {
    let octets = data.data
    guard let number = data.uuid.assignedNumber16 else { return nil }
    if let network = Tracker.Network(service: number) { return .tracker(Tracker(network: network, octets: octets)) }
    switch number {
    case 0xFEAA: return decode(octets, .eddystone, KnownPayload.eddystone)
    case 0xFE2C: return decode(octets, .fastPair, KnownPayload.fastPair)
    case 0xFD6F: return decode(octets, .exposureNotification, KnownPayload.exposureNotification)
    case 0xFCD2: return decode(octets, .btHome, KnownPayload.btHome)
    case 0xFFF6: return decode(octets, .matter, KnownPayload.matter)
    case 0xFE95: return decode(octets, .miBeacon, KnownPayload.miBeacon)
    case 0xFFFA: return decode(octets, .remoteID, KnownPayload.remoteID)
    default: return nil
    }
  }

  private static func decode<Format: KnownFormat>(
    _ octets: [UInt8], _ kind: Kind, _ known: (Format) -> KnownPayload
  ) -> KnownPayload {
    do throws(Malformation) {
      return known(try Format(decoding: octets))
    } catch {
      return .malformed(kind, octets, error)
    }
  }

  public var kind: Kind {
    switch self {
    case .iBeacon: .iBeacon
    case .altBeacon: .altBeacon
    case .eddystone: .eddystone
    case .continuity: .continuity
    case .swiftPair: .swiftPair
    case .connectedDevices: .connectedDevices
    case .fastPair: .fastPair
    case .exposureNotification: .exposureNotification
    case .btHome: .btHome
    case .matter: .matter
    case .ruuviTag: .ruuviTag
    case .miBeacon: .miBeacon
    case .remoteID: .remoteID
    case .tracker: .tracker
    case .malformed(let kind, _, _): kind
    }
  }

  /// The octets after the company identifier or service UUID.
  public var octets: [UInt8] {
    switch self {
    case .iBeacon(let value): value.octets
    case .altBeacon(let value): value.octets
    case .eddystone(let value): value.octets
    case .continuity(let value): value.octets
    case .swiftPair(let value): value.octets
    case .connectedDevices(let value): value.octets
    case .fastPair(let value): value.octets
    case .exposureNotification(let value): value.octets
    case .btHome(let value): value.octets
    case .matter(let value): value.octets
    case .ruuviTag(let value): value.octets
    case .miBeacon(let value): value.octets
    case .remoteID(let value): value.octets
    case .tracker(let value): value.octets
    case .malformed(_, let octets, _): octets
    }
  }

  /// What does not fit the format; empty when everything does.
  public var problems: [KnownPayloadProblem] {
    switch self {
    case .iBeacon(let value): value.problems
    case .altBeacon(let value): value.problems
    case .eddystone(let value): value.problems
    case .continuity(let value): value.problems
    case .swiftPair(let value): value.problems
    case .connectedDevices(let value): value.problems
    case .fastPair(let value): value.problems
    case .exposureNotification(let value): value.problems
    case .btHome(let value): value.problems
    case .matter(let value): value.problems
    case .ruuviTag(let value): value.problems
    case .miBeacon(let value): value.problems
    case .remoteID(let value): value.problems
    case .tracker: []
    case .malformed(_, _, let malformation): [.length(malformation)]
    }
  }

  /// Whether part of the meaning given here rests on general knowledge rather than on a source: to be labelled so.
  public var isUnverified: Bool {
    switch self {
    case .eddystone(let value): value.isUnverified
    case .continuity(let value): value.isUnverified
    case .swiftPair(let value): value.isUnverified
    case .connectedDevices(let value): value.isUnverified
    case .fastPair(let value): value.isUnverified
    case .btHome(let value): value.isUnverified
    case .tracker(let value): value.isUnverified
    default: false
    }
  }
}

/// What the formats have in common. Decoding throws only when the octets are too few to be taken apart.
protocol KnownFormat {
  init(decoding octets: [UInt8]) throws(Malformation)
  var octets: [UInt8] { get }
  var problems: [KnownPayloadProblem] { get }
}

extension KnownFormat {
  /// Throws when there are fewer octets than the format's fixed part takes up.
  static func require(_ minimum: Int, of octets: [UInt8]) throws(Malformation) {
    guard octets.count >= minimum else { throw .tooShort(minimum: minimum, actual: octets.count) }
  }
}
