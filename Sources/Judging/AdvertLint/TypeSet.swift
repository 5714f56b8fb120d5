internal import AdvertisingData

/// A set of AD types, with one bit for each: it shows whether a payload has any of them without a look at its
/// structures.
struct TypeSet: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  init(_ types: some Sequence<ADType>) {
    for type in types { insert(type) }
  }

  /// The types of structures. They are read in place: copying a structure costs more than looking at its type.
  init(of structures: ArraySlice<DecodedPayload.Element>) {
    for index in structures.indices { insert(structures[index].type) }
  }

  mutating func insert(_ type: ADType) {
    words[Int(type.rawValue >> 6)] |= 1 << UInt64(type.rawValue & 63)
  }

  func contains(_ type: ADType) -> Bool {
    words[Int(type.rawValue >> 6)] >> UInt64(type.rawValue & 63) & 1 == 1
  }

  /// The number of types.
  var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  func isDisjoint(with other: TypeSet) -> Bool { words & other.words == .zero }

  func isSubset(of other: TypeSet) -> Bool { words & ~other.words == .zero }

  func union(_ other: TypeSet) -> TypeSet {
    var union = self
    union.words |= other.words
    return union
  }
}

extension TypeSet: ExpressibleByArrayLiteral {
  init(arrayLiteral types: ADType...) { self.init(types) }
}

extension TypeSet {
  static let all = TypeSet((UInt8.min ... .max).map { ADType(rawValue: $0) })
  static let names: TypeSet = [.completeLocalName, .shortenedLocalName]
  static let serviceLists: TypeSet = [
    .incompleteServiceUUIDs16, .completeServiceUUIDs16, .incompleteServiceUUIDs32, .completeServiceUUIDs32,
    .incompleteServiceUUIDs128, .completeServiceUUIDs128,
  ]
  static let serviceData: TypeSet = [.serviceData16, .serviceData32, .serviceData128]
  /// The types that may identify the format of data beside them.
  static let signs = names.union(serviceLists)
  static let vendorData = serviceData.union([.manufacturerData])
  static let solicitations: TypeSet = [.solicitationUUIDs16, .solicitationUUIDs32, .solicitationUUIDs128]
}
