import AdvertisingData
import Testing

/// What is recognised in payloads and data written as hex.
enum Recognition {
  /// What is recognised in the first structure of the bytes.
  static func known(_ hex: String) throws -> KnownPayload? {
    let payload = Payload(try HexText.octets(of: hex))
    let element = try #require(payload.decoded.elements.first)
    return KnownPayload.recognised(in: element.value, beside: DeviceHints(payload))
  }

  /// What is recognised in the second structure of the bytes.
  static func second(_ hex: String) throws -> KnownPayload? {
    let payload = Payload(try HexText.octets(of: hex))
    let element = try #require(payload.decoded.elements.dropFirst().first)
    return KnownPayload.recognised(in: element.value, beside: DeviceHints(payload))
  }

  /// What is recognised in data of a service.
  static func known(service: UInt32, _ hex: String) throws -> KnownPayload? {
    let octets = try HexText.octets(of: hex)
    let data = ServiceData(BluetoothUUID(service), width: .bits16, data: octets)
    return KnownPayload.recognised(in: try #require(data))
  }

  /// What is recognised in data of a company.
  static func known(company: UInt16, _ hex: String) throws -> KnownPayload? {
    KnownPayload.recognised(in: ManufacturerData(company: company, data: try HexText.octets(of: hex)))
  }
}

extension KnownPayload {
  /// What the data say under each key, in the first field that has it, wherever it is: `-` where there is none.
  func values(_ keys: String...) -> [String] {
    let fields = reading.fields.flattened
    return keys.map { key in fields.first { $0.key == key }.map { Self.words($0.value) } ?? "-" }
  }

  private static func words(_ value: Field.Value) -> String {
    switch value {
    case .null: "null"
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .hexNumber(let number, _): "\(number)"
    case .decimal(let number): number.description
    case .text(let text), .bareForeignText(let text): text
    case .foreignText(let octets): String(decoding: octets, as: UTF8.self)
    case .octets(let octets), .address(let octets): HexText.compact(octets)
    case .company(let number): "\(number)"
    case .list(let values): values.map(words).joined(separator: ", ")
    case .overflowBits(let bits): bits.map { "\($0)" }.joined(separator: ", ")
    default: "?"
    }
  }
}

extension KnownPayload.Reading {
  /// The title, then each field that says something, as `key value`.
  var lines: [String] { [title] + fields.flattened.compactMap(Self.line) }

  private static func line(_ field: Field) -> String? {
    guard !field.key.isEmpty else { return nil }
    switch field.value {
    case .truth(let truth): return truth ? field.key : nil
    case .number(let number): return "\(field.key) \(number)"
    case .decimal(let number): return "\(field.key) \(number)"
    case .text(let text): return "\(field.key) \(text)"
    case .octets(let octets): return octets.isEmpty ? nil : "\(field.key) \(HexText.compact(octets))"
    case .address(let octets): return "\(field.key) \(HexText.address(octets))"
    default: return nil
    }
  }
}
