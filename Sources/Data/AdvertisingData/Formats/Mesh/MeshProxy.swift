/// The identification of a network or node by a Bluetooth Mesh node that relays for phones (service data of 0x1828).
///
/// Source: Zephyr's sender and client (subsys/bluetooth/mesh/proxy_srv.c, proxy_cli.c) and Nordic's mesh library for
/// iOS (Library/Mesh Model/NetworkIdentity.swift, NodeIdentity.swift); for the first two types also BlueZ's
/// tools/meshctl.c.
package enum MeshProxy {
  /// Service data of 0x1828. The type of identification decides the number of octets.
  package static let format = KnownPayload.Format(
    "meshProxy", name: "mesh proxy", in: .services([0x1828]),
    fields: [.string("identification"), .string("id"), .string("data")] + hashed.declared,
    beginning: { _ in [.structure(at: 0..<1)] },
    read: { octets, _ throws(Malformation) in
      try octets.require(1)
      let type = octets[0]
      guard let (name, words) = types[type] else {
        return KnownPayload.Reading(
          fields: [
            identification("other", "unassigned identification \(type)"),
            Field("data", .octets(Array(octets[1...])), label: "with", at: 1..<octets.count),
          ], problems: [.unexpected(offset: 0, expected: "a type of identification from 0 to 3")])
      }
      let count = type == 0 ? 9 : 17
      try octets.require(count)
      // The network's own id: 8 octets.
      let network = Field("id", .octets(Array(octets[1..<9])), at: 1..<9, wording: .value, separator: " ")
      return KnownPayload.Reading(
        fields: [identification(name, words)] + (type == 0 ? [network] : hashed.fields(of: octets)),
        problems: KnownPayload.Problem.surplus(of: octets, after: count))
    })

  private static let types: [UInt8: (name: String, words: String)] = [
    0: ("network", "network"), 1: ("node", "node"),
    // Only members of the network can resolve these.
    2: ("privateNetwork", "private network"), 3: ("privateNode", "private node"),
  ]

  /// A hash over the address of the node or the id of the network.
  private static let hashed: [FixedFormat.Column] = [.octets("hash", at: 1..<9), .octets("random", at: 9..<17)]

  private static func identification(_ name: String, _ words: String) -> Field {
    Field("identification", .text(name), at: 0..<1, role: .structure, wording: .phrase(words))
  }
}
