internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData
internal import AssignedNumbers

/// The values of a row that depend on its data, column by column. Made once for each distinct payload.
struct RowData {
  /// The blocks of the row: one, except for a layout.
  private let blocks: [(block: Block, payload: Payload)]
  private let decoded: [(block: Block, payload: DecodedPayload)]
  private let known: [KnownValues]

  /// - Parameter keys: the keys that decrypt the data.
  init(_ blocks: [(block: Block, payload: Payload)], keys: DeviceKeys = .none) {
    self.blocks = blocks
    decoded = blocks.map { ($0.block, $0.payload.decoded) }
    let elements = decoded.flatMap { $0.payload.elements }
    let signs = DeviceHints(in: [elements])
    known = elements.compactMap { keys.opened(KnownPayload.recognised(in: $0.value, beside: signs)) }.map {
      KnownValues($0)
    }
  }

  private var payloads: [Payload] { blocks.map { $0.payload } }

  private var elements: [DecodedPayload.Element] { decoded.flatMap { $0.payload.elements } }

  /// Returns the value of a known format; `null` when the data are not of the format, or do not have it.
  func value(of field: KnownField) -> RowValue {
    for values in known where values.format == field.format {
      if let value = values.value(at: field.path) { return value.conforming(to: field.type) }
    }
    return .null
  }

  /// Returns the value of a column that depends on the data alone.
  func value(of column: RowColumn) -> RowValue {
    switch column {
    case .length: return .integer(Int64(payloads.reduce(0) { $0 + $1.count }))
    case .flags: return payloads.lazy.compactMap { $0.flags }.first.map { .integer(Int64($0.rawValue)) } ?? .null
    case .name: return name.map { .text($0.text) } ?? .null
    case .nameComplete: return .boolean(name?.isComplete ?? false)
    case .services: return Self.list(Set(payloads.flatMap { $0.services }).sorted())
    case .solicitedServices:
      return Self.list(
        elements.flatMap { element -> [BluetoothUUID] in
          if case .solicitationUUIDs(let list) = element.value { list.uuids } else { [] }
        })
    case .serviceData:
      let data = payloads.flatMap { $0.serviceData }
      return .told(
        .list(data.map { .object([("uuid", .word($0.uuid.description)), ("data", .octets($0.data))]) }),
        flat: Self.pairs(data.map { ($0.uuid.description, $0.data) }))
    case .company: return manufacturerData.map { .integer(Int64($0.company)) } ?? .null
    case .companyName:
      return manufacturerData.flatMap { CompanyIdentifiers.name(of: $0.company) }.map { .text($0) } ?? .null
    case .manufacturerData: return manufacturerData.map { .octets($0.data) } ?? .null
    case .txPower: return payloads.lazy.compactMap { $0.txPower }.first.map { .integer(Int64($0.dBm)) } ?? .null
    case .appearance: return appearance.map { .integer(Int64($0)) } ?? .null
    case .appearanceName: return appearance.flatMap { Appearances.name(of: $0) }.map { .text($0) } ?? .null
    case .uri:
      for case .uri(let uri) in elements.lazy.map({ $0.value }) {
        return uri.scheme.flatMap { URISchemes.prefix(of: $0) }.map { .text($0 + uri.rest) } ?? .null
      }
      return .null
    case .maker:
      let layout = Layout(pdu: nil, advertising: nil, scanResponse: .observed(payloads))
      return MakerDescription([layout]).makers.first.map { .text($0) } ?? .null
    case .format: return known.first.map { .word($0.format) } ?? .null
    case .formats: return .list(formats.map { .word($0) })
    case .known: return knownValues
    case .structures: return structures
    case .problems:
      return .list(
        zip(decoded, payloads).flatMap { PayloadProblem.all(in: $0.payload, count: $1.count, limit: .max) }
          .map { .word("byte \($0.offset): \($0.message)") })
    default: return .null
    }
  }

  private var name: LocalName? { .best(of: payloads.compactMap { $0.localName }) }

  private var manufacturerData: ManufacturerData? { payloads.lazy.flatMap { $0.manufacturerData }.first }

  private var appearance: UInt16? { payloads.lazy.compactMap { $0.appearance }.first.map { $0.rawValue } }

  private var formats: [String] { known.map { $0.format }.withoutRepeats }

  private var knownValues: RowValue {
    let objects = formats.map { id -> (key: String, value: RowValue) in
      var members: [(key: String, value: RowValue)] = []
      for values in known where values.format == id {
        for (path, value, _) in values.values where !members.contains(where: { $0.key == path }) {
          guard let field = KnownField.byName["\(id).\(path)"] else { continue }
          members.append((path, value.conforming(to: field.type)))
        }
      }
      return (id, .object(members))
    }
    let flat = objects.flatMap { id, value -> [String] in
      guard case .object(let members) = value else { return [] }
      return members.map { "\(id).\($0.key)=\($0.value.flat)" }
    }
    return .told(.object(objects), flat: flat.joined(separator: "; "))
  }

  private var structures: RowValue {
    let list = decoded.flatMap { block, payload in
      payload.elements.map { element -> RowValue in
        .object([
          ("block", .word(block.rawValue)), ("offset", .integer(Int64(element.offset))),
          ("type", .integer(Int64(element.type.rawValue))),
          ("typeName", ADTypes.name(of: element.type.rawValue).map { .word($0) } ?? .null),
          ("value", .octets(element.value.octets)),
        ])
      }
    }
    return .told(
      .list(list),
      flat: Self.pairs(elements.map { (HexText.compact([$0.type.rawValue]), $0.value.octets) }))
  }

  private static func list(_ uuids: [BluetoothUUID]) -> RowValue { .list(uuids.map { .word($0.description) }) }

  /// `180f=64; 2a6e=c409`.
  private static func pairs(_ pairs: [(String, [UInt8])]) -> String {
    pairs.map { "\($0)=\(HexText.compact($1))" }.joined(separator: "; ")
  }
}
