/// How a node of a Bluetooth Mesh network that relays for phones tells which network or node it is (service data of
/// 0x1828).
///
/// Source: Zephyr's sender and client (subsys/bluetooth/mesh/proxy_srv.c, proxy_cli.c) and Nordic's mesh library for
/// iOS (Library/Mesh Model/NetworkIdentity.swift, NodeIdentity.swift); for the first two types also BlueZ's
/// tools/meshctl.c.
public struct MeshProxy: KnownFormat {
  /// Service data of 0x1828.
  public static let format = KnownPayload.Format(
    "meshProxy", name: "mesh proxy", in: .services([0x1828]), as: Self.self)

  /// Which network or node it is.
  public let identification: Identification
  /// Octets after the last field; empty in practice.
  public let surplus: [UInt8]

  /// The types of identification.
  public enum Identification: Hashable, Sendable {
    /// The network, 8 octets.
    case network([UInt8])
    /// One node: a hash over its address, and a random number, of 8 octets each.
    case node(hash: [UInt8], random: [UInt8])
    /// The network, hidden from those who do not belong to it.
    case privateNetwork(hash: [UInt8], random: [UInt8])
    /// One node, hidden from those who do not belong to its network.
    case privateNode(hash: [UInt8], random: [UInt8])
    /// A type that is not assigned; the octets after it.
    case other(type: UInt8, [UInt8])
  }

  /// Throws when the octets are too few for their type of identification.
  public init(decoding octets: [UInt8], of _: UInt16) throws(Malformation) {
    try octets.require(1)
    switch octets[0] {
    case 0:
      try octets.require(9)
      identification = .network(Array(octets[1..<9]))
      surplus = Array(octets[9...])
    case 1...3:
      try octets.require(17)
      let (hash, random) = (Array(octets[1..<9]), Array(octets[9..<17]))
      switch octets[0] {
      case 1: identification = .node(hash: hash, random: random)
      case 2: identification = .privateNetwork(hash: hash, random: random)
      default: identification = .privateNode(hash: hash, random: random)
      }
      surplus = Array(octets[17...])
    default:
      identification = .other(type: octets[0], Array(octets[1...]))
      surplus = []
    }
  }

  /// Encoded again: the octets that were decoded.
  public var octets: [UInt8] {
    let fields: [UInt8] =
      switch identification {
      case .network(let id): [0] + id
      case .node(let hash, let random): [1] + hash + random
      case .privateNetwork(let hash, let random): [2] + hash + random
      case .privateNode(let hash, let random): [3] + hash + random
      case .other(let type, let octets): [type] + octets
      }
    return fields + surplus
  }

  /// A type that is not assigned, and octets too many.
  public var problems: [KnownPayload.Problem] {
    if case .other = identification {
      return [.unexpected(offset: 0, expected: "a type of identification from 0 to 3")]
    }
    return KnownPayload.Problem.surplus(surplus, at: octets.count - surplus.count)
  }

  /// In the order sent.
  public var fields: [Field] {
    switch identification {
    case .network(let id):
      [Self.type("network", "network"), Field("id", .octets(id), at: 1..<9, wording: .value, separator: " ")]
    case .node(let hash, let random): [Self.type("node", "node")] + Self.hashed(hash, random)
    case .privateNetwork(let hash, let random):
      [Self.type("privateNetwork", "private network")] + Self.hashed(hash, random)
    case .privateNode(let hash, let random): [Self.type("privateNode", "private node")] + Self.hashed(hash, random)
    case .other(let type, let octets):
      [
        Self.type("other", "unassigned identification \(type)"),
        Field("data", .octets(octets), label: "with", at: 1..<1 + octets.count),
      ]
    }
  }

  private static func type(_ name: String, _ words: String) -> Field {
    Field("identification", .text(name), at: 0..<1, role: .structure, wording: .phrase(words))
  }

  private static func hashed(_ hash: [UInt8], _ random: [UInt8]) -> [Field] {
    [
      Field("hash", .octets(hash), label: "hash", at: 1..<9),
      Field("random", .octets(random), label: "random", at: 9..<17),
    ]
  }

  /// The type of identification decides how many octets there are.
  public static func beginning(of octets: [UInt8]) -> [Field] { [.structure(at: 0..<1)] }
}
