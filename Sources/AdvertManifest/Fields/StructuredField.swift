internal import AdvertisingData

/// One way to write an AD structure by its meaning instead of its bytes, and to read it.
public struct StructuredField: Sendable {
  public let key: String
  /// What it is, in one sentence.
  public let summary: String
  public let shape: ValueShape
  /// The AD structures that a value stands for: one, or one for each width of UUID.
  let read: @Sendable (YAMLNode) throws(ManifestError) -> [Structure]
  /// How a structure is written in this way; `nil` when it cannot be. What comes back need not be exact: the writer reads
  /// it again and compares.
  let write: @Sendable (Structure) -> YAMLNode?

  struct Structure {
    let type: ADType
    let value: ADValue

    init(_ type: ADType, _ value: ADValue) {
      self.type = type
      self.value = value
    }
  }

  /// Octets of the value of a structure, whose length octet counts the type too.
  static let mostOctets = 254

  /// The octets that a value stands for.
  func octets(of node: YAMLNode) throws(ManifestError) -> [UInt8] {
    let structures = try read(node)
    guard let payload = Payload(structures.map { ($0.type, $0.value) }) else {
      let count = structures.map(\.value.octets.count).max() ?? 0
      throw node.error(expected: "at most \(Self.mostOctets) bytes in an AD structure", found: "\(count)")
    }
    return payload.octets
  }

  /// Every field, in the order in which they are tried for writing: the plainest way first.
  public static let all: [StructuredField] =
    [flags] + services + names + [appearance, txPower] + serviceData + [manufacturerData, uri] + solicitations
    + radio + addresses + [classOfDevice, leRole, leFeatures, broadcastName, raw]

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  static func named(_ key: String) -> StructuredField? { byKey[key] }
}
