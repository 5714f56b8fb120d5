internal import AdvertisingData

/// Where a field with another value stands beside a mention: most receivers keep one value of a name, of the manufacturer
/// data of a company and of the service data of a service.
struct Rivals: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The first such field of the payload has another value.
  static let before = Self(rawValue: 1)
  /// The last such field of the payload has another value.
  static let after = Self(rawValue: 2)
  /// The mention is in a scan response, and the first such field of the advertising data has another value.
  static let inAdvertising = Self(rawValue: 4)
  /// The mention is in the advertising data, and the last such field of every scan response has another value.
  static let inResponse = Self(rawValue: 8)
  /// Any such field of the payload has another value.
  static let elsewhere = Self(rawValue: 16)
}

/// The fields of a layout that occur several times. Most layouts have none: then nothing is made.
struct RepeatedFields {
  private var advertising: [Field] = []
  private var responses: [[Field]] = []

  private struct Field {
    let key: Key
    /// The octets after the company or the UUID: the same data under a UUID in fewer bits are the same value.
    let value: [UInt8]
    /// The places of its octets in the payload, without the length and the type.
    let range: Range<Int>
  }

  private enum Key: Hashable {
    case name
    case manufacturer(UInt16)
    case service(BluetoothUUID)
  }

  /// The fields of a layout; `nil` when no kind of them is there twice.
  init?(_ view: LayoutView) {
    // Counting is cheap, and says for most layouts that there is nothing to compare.
    var (names, companies, services) = (0, 0, 0)
    func count(_ payload: Payload) {
      var walk = payload.structures
      while let structure = walk.next() {
        switch structure.type {
        case .shortenedLocalName, .completeLocalName: names += 1
        case .manufacturerData: companies += 1
        case .serviceData16, .serviceData32, .serviceData128: services += 1
        default: break
        }
      }
    }
    if let advertising = view.advertising { count(advertising.payload) }
    for response in view.responses { count(response.payload) }
    guard names > 1 || companies > 1 || services > 1 else { return nil }
    advertising = view.advertising.map { Self.fields(of: $0.payload) } ?? []
    responses = view.responses.map { Self.fields(of: $0.payload) }
  }

  private static func fields(of payload: Payload) -> [Field] {
    var fields: [Field] = []
    var walk = payload.structures
    while let structure = walk.next() {
      guard let key = key(of: structure) else { continue }
      let start = structure.valueOffset
      let header = ServiceData.width(of: structure.type)?.octets ?? 0
      fields.append(
        Field(
          key: key, value: Array(Array(copying: structure.value).dropFirst(header)),
          range: start..<start + structure.value.count))
    }
    return fields
  }

  private static func key(of structure: borrowing ADStructure) -> Key? {
    if structure.type == .shortenedLocalName || structure.type == .completeLocalName { return .name }
    if structure.type == .manufacturerData {
      guard structure.value.count >= 2 else { return nil }
      return .manufacturer(UInt16(structure.value[0]) | UInt16(structure.value[1]) << 8)
    }
    guard let width = ServiceData.width(of: structure.type) else { return nil }
    return BluetoothUUID(littleEndian: structure.value, at: 0, width: width).map { .service($0) }
  }

  /// Returns the fields that compete with the one that a mention is in.
  func rivals(of mention: Mention) -> Rivals {
    let own = mention.block == .advertising ? advertising : mention.response.map { responses[$0] } ?? []
    guard let field = own.first(where: { $0.range.contains(mention.offset) }) else { return [] }
    func differs(_ other: Field?) -> Bool { other.map { $0.value != field.value } ?? false }
    var rivals: Rivals = []
    if differs(own.first { $0.key == field.key }) { rivals.insert(.before) }
    if differs(own.last { $0.key == field.key }) { rivals.insert(.after) }
    if own.contains(where: { $0.key == field.key && differs($0) }) { rivals.insert(.elsewhere) }
    if mention.block == .scanResponse {
      if differs(advertising.first { $0.key == field.key }) { rivals.insert(.inAdvertising) }
    } else if !responses.isEmpty, responses.allSatisfy({ differs($0.last { $0.key == field.key }) }) {
      rivals.insert(.inResponse)
    }
    return rivals
  }
}
