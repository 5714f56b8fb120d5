/// What a device with LE Audio announces: that it waits for a connection, or that it broadcasts.
///
/// Source: Zephyr's samples (samples/bluetooth/bap_unicast_client, bap_broadcast_sink, cap_acceptor) and its
/// subsys/bluetooth/audio/pbp.c; bumble's bumble/profiles/bap.py and pbp.py and Android's PublicBroadcastData.java
/// agree. A device that lets others scan for broadcasts sends 0x184F without data (Zephyr's
/// tests/bsim/bluetooth/audio/src/bap_scan_delegator_test.c). Numbers are little-endian. That bits 3 to 7 of the features
/// are reserved is unverified: these sources name bits 0 to 2.
public struct AudioAnnouncement: KnownFormat {
  /// Service data of 0x184E, 0x184F, 0x1852, 0x1853 and 0x1856.
  public static let format = KnownPayload.Format(
    "audioAnnouncement", name: "LE Audio announcement",
    in: .services([unicastService, scanService, broadcastService, commonService, publicService]), as: Self.self)

  /// Broadcasts are looked for by their service data.
  public static func isFoundByData(_: [UInt8], of service: UInt16) -> Bool {
    service == broadcastService || service == publicService
  }

  /// What is announced, which the service decides.
  public let content: Content
  /// Octets after the last field; empty in practice, except where ``Content/broadcast(id:)`` says more.
  public let surplus: [UInt8]

  /// The announcement of each service.
  public enum Content: Hashable, Sendable {
    /// Service 0x184E: the device waits for a central that streams audio to it or from it.
    case unicast(kind: UInt8, sink: AudioContexts, source: AudioContexts, metadata: AudioMetadata)
    /// Service 0x184F: the device asks others to scan for broadcasts in its place.
    case scanDelegator
    /// Service 0x1852: the number of a broadcast, 24 bits.
    case broadcast(id: UInt32)
    /// Service 0x1853: the device has roles of the Common Audio Profile.
    case common(kind: UInt8)
    /// Service 0x1856: everybody may listen to the broadcast.
    case publicBroadcast(features: UInt8, metadata: AudioMetadata)
  }

  static let unicastService: UInt16 = 0x184E
  static let scanService: UInt16 = 0x184F
  static let broadcastService: UInt16 = 0x1852
  static let commonService: UInt16 = 0x1853
  static let publicService: UInt16 = 0x1856

  /// Throws when the octets are too few for the service.
  public init(decoding octets: [UInt8], of service: UInt16) throws(Malformation) {
    let end: Int
    switch service {
    case Self.scanService:
      content = .scanDelegator
      end = 0
    case Self.broadcastService:
      try octets.require(3)
      content = .broadcast(id: UInt32(octets[0]) | UInt32(octets[1]) << 8 | UInt32(octets[2]) << 16)
      end = 3
    case Self.commonService:
      try octets.require(1)
      content = .common(kind: octets[0])
      end = 1
    case Self.publicService:
      try octets.require(2)
      let metadata = AudioMetadata(declaredCount: octets[1], of: octets[2...])
      content = .publicBroadcast(features: octets[0], metadata: metadata)
      end = 2 + metadata.octets.count
    default:
      try octets.require(6)
      let metadata = AudioMetadata(declaredCount: octets[5], of: octets[6...])
      content = .unicast(
        kind: octets[0], sink: AudioContexts(rawValue: UInt16(littleEndian: octets, at: 1)),
        source: AudioContexts(rawValue: UInt16(littleEndian: octets, at: 3)), metadata: metadata)
      end = 6 + metadata.octets.count
    }
    surplus = Array(octets[end...])
  }

  /// Encoded again: the octets that were decoded.
  public var octets: [UInt8] {
    let fields: [UInt8] =
      switch content {
      case .unicast(let kind, let sink, let source, let metadata):
        [kind] + sink.rawValue.littleEndianOctets + source.rawValue.littleEndianOctets + [metadata.declaredCount]
          + metadata.octets
      case .scanDelegator: []
      case .broadcast(let id): Array(littleEndian: id, count: 3)
      case .common(let kind): [kind]
      case .publicBroadcast(let features, let metadata): [features, metadata.declaredCount] + metadata.octets
      }
    return fields + surplus
  }

  /// A kind that is not assigned, reserved features, metadata that are cut off, and octets too many.
  public var problems: [KnownPayload.Problem] {
    let end = octets.count - surplus.count
    switch content {
    case .unicast(let kind, _, _, let metadata):
      return Self.kindProblems(kind) + metadata.problems(at: 5) + KnownPayload.Problem.surplus(surplus, at: end)
    case .scanDelegator: return KnownPayload.Problem.surplus(surplus, at: end)
    // Profiles above may add octets.
    case .broadcast: return []
    case .common(let kind): return Self.kindProblems(kind) + KnownPayload.Problem.surplus(surplus, at: end)
    case .publicBroadcast(let features, let metadata):
      return KnownPayload.Problem.reserved(features & 0xF8, at: 0) + metadata.problems(at: 1)
        + KnownPayload.Problem.surplus(surplus, at: end)
    }
  }

  private static func kindProblems(_ kind: UInt8) -> [KnownPayload.Problem] {
    kind > 1 ? [.unexpected(offset: 0, expected: "0x00 (general) or 0x01 (targeted)")] : []
  }

  /// What is announced.
  public var title: String {
    switch content {
    case .unicast: "LE Audio unicast announcement:"
    case .scanDelegator: "LE Audio scan delegator:"
    case .broadcast: "LE Audio broadcast announcement:"
    case .common: "Common Audio announcement:"
    case .publicBroadcast: "public broadcast announcement:"
    }
  }

  /// The content, and octets that follow it.
  public var fields: [Field] {
    let end = octets.count - surplus.count
    return contentFields + [Field("rest", .octets(surplus), label: "then", at: end..<octets.count)]
  }

  private var contentFields: [Field] {
    switch content {
    case .unicast(let kind, let sink, let source, let metadata):
      return [
        Field("announcement", .text("unicast")), Self.kindField(kind),
        .names(
          "sinkContexts", sink.names, label: "sink available for", whenEmpty: "nothing", at: 1..<3, separator: "; "),
        .names(
          "sourceContexts", source.names, label: "source available for", whenEmpty: "nothing", at: 3..<5,
          separator: "; "),
      ] + metadata.fields(at: 5)
    case .scanDelegator:
      return [
        Field("announcement", .text("scanDelegator"), wording: .phrase("asks others to scan for broadcasts"))
      ]
    case .broadcast(let id):
      return [
        Field("announcement", .text("broadcast")),
        Field("broadcastID", .hexNumber(UInt64(id), octets: 3), label: "broadcast", at: 0..<3),
      ]
    case .common(let kind): return [Field("announcement", .text("common")), Self.kindField(kind)]
    case .publicBroadcast(let features, let metadata):
      return [
        Field("announcement", .text("public")),
        Field("features", features, at: 0..<1, role: .structure),
        Field(
          "encrypted", .truth(features & 0x01 != 0),
          wording: .phrase(features & 0x01 == 0 ? "not encrypted" : "encrypted")),
        Field("standardQuality", features & 0x02 != 0, whenTrue: "standard quality"),
        Field("highQuality", features & 0x04 != 0, whenTrue: "high quality"),
      ] + metadata.fields(at: 1)
    }
  }

  private static func kindField(_ kind: UInt8) -> Field {
    Field(
      "announcementType", kind, at: 0..<1, role: .structure,
      wording: .phrase(kind == 0 ? "general" : kind == 1 ? "targeted" : "reserved type \(kind)"))
  }
}
