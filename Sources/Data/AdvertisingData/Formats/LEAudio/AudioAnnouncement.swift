/// An announcement of a device with LE Audio: it waits for a connection, or it broadcasts.
///
/// Source: Zephyr's samples (samples/bluetooth/bap_unicast_client, bap_broadcast_sink, cap_acceptor) and its
/// subsys/bluetooth/audio/pbp.c; bumble's bumble/profiles/bap.py and pbp.py and Android's PublicBroadcastData.java
/// agree. A device that lets others scan for broadcasts sends 0x184F without data (Zephyr's
/// tests/bsim/bluetooth/audio/src/bap_scan_delegator_test.c). Numbers are little-endian. That bits 3 to 7 of the features
/// are reserved is unverified: these sources name bits 0 to 2.
package enum AudioAnnouncement {
  /// Service data of 0x184E, 0x184F, 0x1852, 0x1853 and 0x1856. Scanners look for broadcasts by their service data.
  package static let format = KnownPayload.Format(
    "audioAnnouncement", name: "LE Audio announcement", in: .services(kinds.map { $0.service }),
    fields: [
      .string("data"), .string("announcement"), .integer("announcementType"), .list("sinkContexts", of: .string),
      .list("sourceContexts", of: .string), .integer("broadcastID"), .integer("features"), .boolean("encrypted"),
      .boolean("standardQuality"), .boolean("highQuality"), .string("rest"),
    ] + AudioMetadata.declaredFields, isFoundByData: { _, service in isOfBroadcast(service) },
    read: { octets, service throws(Malformation) in
      guard let kind = kinds.first(where: { $0.service == service }) else {
        throw .tooShort(minimum: octets.count + 1, actual: octets.count)
      }
      try octets.require(kind.count)
      let announcement = kind.read(octets)
      let end = kind.count + (announcement.metadata?.octets.count ?? 0)
      var fields = [Field("announcement", .text(kind.name), wording: kind.words.map { .phrase($0) })]
      fields += announcement.fields
      fields += announcement.metadata?.fields(at: kind.count - 1) ?? []
      fields.append(Field("rest", .octets(Array(octets[end...])), label: "then", at: end..<octets.count))
      // Higher profiles may add octets to the number of a broadcast.
      let surplus = kind.mayHaveMore ? [] : KnownPayload.Problem.surplus(of: octets, after: end)
      return KnownPayload.Reading(
        title: kind.title, fields: fields,
        problems: announcement.problems + (announcement.metadata?.problems(at: kind.count - 1) ?? []) + surplus)
    })

  /// Returns whether data of the service are the number of an audio broadcast, or declare a public broadcast.
  package static func isOfBroadcast(_ service: UInt16) -> Bool { service == 0x1852 || service == 0x1856 }

  /// The announcement of one service.
  private struct Kind: Sendable {
    let service: UInt16
    let name: String
    let title: String
    /// The words in text; `nil` when the other fields say enough.
    var words: String?
    /// The fewest octets of the data. The last is the length of the metadata, if there are any.
    let count: Int
    var mayHaveMore = false
    let read: @Sendable (_ octets: [UInt8]) -> Announcement
  }

  /// The fields before the metadata, with their problems.
  private struct Announcement {
    let fields: [Field]
    var problems: [KnownPayload.Problem] = []
    var metadata: AudioMetadata?
  }

  private static let kinds: [Kind] = [
    // The device waits for a central that streams audio to it or from it.
    Kind(service: 0x184E, name: "unicast", title: "LE Audio unicast announcement:", count: 6) { octets in
      Announcement(
        fields: [
          type(of: octets), contexts("sinkContexts", "sink", of: octets, at: 1),
          contexts("sourceContexts", "source", of: octets, at: 3),
        ], problems: typeProblems(of: octets), metadata: AudioMetadata(declaredCount: octets[5], of: octets[6...]))
    },
    Kind(
      service: 0x184F, name: "scanDelegator", title: "LE Audio scan delegator:",
      words: "asks others to scan for broadcasts", count: 0
    ) { _ in Announcement(fields: []) },
    // The number of a broadcast.
    Kind(
      service: 0x1852, name: "broadcast", title: "LE Audio broadcast announcement:", count: 3, mayHaveMore: true
    ) { octets in
      let id = octets.span.littleEndian(at: 0, count: 3)
      return Announcement(fields: [
        Field("broadcastID", .hexNumber(id, octets: 3), label: "broadcast", at: 0..<3)
      ])
    },
    // The device has roles of the Common Audio Profile.
    Kind(service: 0x1853, name: "common", title: "Common Audio announcement:", count: 1) { octets in
      Announcement(fields: [type(of: octets)], problems: typeProblems(of: octets))
    },
    // The broadcast is public.
    Kind(service: 0x1856, name: "public", title: "public broadcast announcement:", count: 2) { octets in
      let isEncrypted = octets[0] & 0x01 != 0
      return Announcement(
        fields: [
          Field("features", octets[0], at: 0..<1, role: .structure),
          Field("encrypted", .truth(isEncrypted), wording: .phrase(isEncrypted ? "encrypted" : "not encrypted")),
          Field("standardQuality", octets[0] & 0x02 != 0, whenTrue: "standard quality"),
          Field("highQuality", octets[0] & 0x04 != 0, whenTrue: "high quality"),
        ], problems: KnownPayload.Problem.reserved(octets[0] & 0xF8, at: 0),
        metadata: AudioMetadata(declaredCount: octets[1], of: octets[2...]))
    },
  ]

  private static func type(of octets: [UInt8]) -> Field {
    let type = octets[0]
    return Field(
      "announcementType", type, at: 0..<1, role: .structure,
      wording: .phrase(type == 0 ? "general" : type == 1 ? "targeted" : "reserved type \(type)"))
  }

  private static func typeProblems(of octets: [UInt8]) -> [KnownPayload.Problem] {
    octets[0] > 1 ? [.unexpected(offset: 0, expected: "0x00 (general) or 0x01 (targeted)")] : []
  }

  private static func contexts(_ key: String, _ side: String, of octets: [UInt8], at offset: Int) -> Field {
    .names(
      key, AudioContexts.names(UInt16(littleEndian: octets, at: offset)), label: "\(side) available for",
      whenEmpty: "nothing", at: offset..<offset + 2, separator: "; ")
  }
}
