internal import AdvertisingData

/// Fields for lists of UUIDs, and for data of services.
extension StructuredField {
  private static let widths = BluetoothUUID.Width.allCases

  static let services: [StructuredField] =
    widths.map { width in
      uuidList("services\(width.rawValue)", "The complete list of \(width.rawValue)-bit service UUIDs.", width) {
        uuids in
        ServiceUUIDList(uuids, width: width, isComplete: true).map { .serviceUUIDs($0) }
      } writing: { value in
        if case .serviceUUIDs(let list) = value, list.width == width, list.isComplete, list.rest.isEmpty {
          list.uuids
        } else {
          nil
        }
      }
    }
    + widths.map { width in
      uuidList(
        "incompleteServices\(width.rawValue)", "A list of some of the \(width.rawValue)-bit service UUIDs.", width
      ) { uuids in
        ServiceUUIDList(uuids, width: width, isComplete: false).map { .serviceUUIDs($0) }
      } writing: { value in
        if case .serviceUUIDs(let list) = value, list.width == width, !list.isComplete, list.rest.isEmpty {
          list.uuids
        } else {
          nil
        }
      }
    }
    + [
      StructuredField(
        key: "services", summary: "Complete lists of service UUIDs, each UUID in the shortest width it has.",
        shape: .list(.uuid),
        read: { node throws(ManifestError) in
          try byWidth(uuids(in: node)).compactMap { width, uuids in
            ServiceUUIDList(uuids, width: width, isComplete: true).map { .serviceUUIDs($0) }
          }
        }, write: { _ in nil })
    ]

  static let solicitations: [StructuredField] =
    widths.map { width in
      uuidList(
        "solicitation\(width.rawValue)", "Services of \(width.rawValue)-bit UUIDs that are looked for in others.", width
      ) { uuids in
        SolicitationUUIDList(uuids, width: width).map { .solicitationUUIDs($0) }
      } writing: { value in
        if case .solicitationUUIDs(let list) = value, list.width == width, list.rest.isEmpty { list.uuids } else { nil }
      }
    }
    + [
      StructuredField(
        key: "solicitation", summary: "Services that are looked for in others, each in the shortest width it has.",
        shape: .list(.uuid),
        read: { node throws(ManifestError) in
          try byWidth(uuids(in: node)).compactMap { width, uuids in
            SolicitationUUIDList(uuids, width: width).map { .solicitationUUIDs($0) }
          }
        }, write: { _ in nil })
    ]

  static let serviceData: [StructuredField] =
    [serviceData("serviceData", "Data of a service, its UUID in the shortest width it has.", nil)]
    + widths.map { width in
      serviceData("serviceData\(width.rawValue)", "Data of a service, its UUID in \(width.rawValue) bits.", width)
    }

  private static func uuidList(
    _ key: String, _ summary: String, _ width: BluetoothUUID.Width,
    value: @escaping @Sendable ([BluetoothUUID]) -> ADValue?,
    writing: @escaping @Sendable (ADValue) -> [BluetoothUUID]?
  ) -> StructuredField {
    StructuredField(
      key: key, summary: summary, shape: .list(.uuid),
      read: { node throws(ManifestError) in
        var read: [BluetoothUUID] = []
        for element in try node.list("a list of UUIDs") { read.append(try uuid(in: element, width)) }
        return value(read).map { [$0] } ?? []
      },
      write: { value in writing(value).map { .list($0.map { .text("\($0)") }) } })
  }

  private static func serviceData(_ key: String, _ summary: String, _ width: BluetoothUUID.Width?) -> StructuredField {
    let form = ValueShape.Form(
      name: "service data",
      keys: [
        ValueShape.Key("uuid", "The service.", .uuid, isRequired: true),
        ValueShape.Key("data", "What follows the UUID; nothing when left out.", .hex),
      ])
    return StructuredField(
      key: key, summary: summary, shape: .form(form),
      read: { node throws(ManifestError) in
        let values = try node.values(of: form)
        guard let service = values["uuid"] else { return [] }
        let uuid = try uuid(in: service, width)
        let data = try values["data"]?.hex().map { $0.octet } ?? []
        let value = width.flatMap { ServiceData(uuid, width: $0, data: data) } ?? ServiceData(uuid, data: data)
        return [.serviceData(value)]
      },
      tail: { node throws(ManifestError) in try node.values(of: form)["data"]?.hex() ?? [] },
      write: { value in
        guard case .serviceData(let value) = value else { return nil }
        return .mapping(["uuid": .text("\(value.uuid)"), "data": .hex(value.data)])
      })
  }

  private static func uuids(in node: YAMLNode) throws(ManifestError) -> [BluetoothUUID] {
    var read: [BluetoothUUID] = []
    for element in try node.list("a list of UUIDs") { read.append(try element.uuid()) }
    return read
  }

  private static func byWidth(_ uuids: [BluetoothUUID]) -> [(BluetoothUUID.Width, [BluetoothUUID])] {
    widths.map { width in (width, uuids.filter { $0.shortestWidth == width }) }.filter { !$0.1.isEmpty }
  }

  /// Returns a UUID that fits the width.
  private static func uuid(in node: YAMLNode, _ width: BluetoothUUID.Width?) throws(ManifestError) -> BluetoothUUID {
    let uuid = try node.uuid()
    guard let width, uuid.shortestWidth.octets > width.octets else { return uuid }
    throw node.error(expected: "a UUID that has \(width.rawValue) bits")
  }
}

extension YAMLNode {
  /// Returns octets as written hex.
  static func hex(_ octets: [UInt8]) -> YAMLNode { .text(HexText.spaced(octets)) }

  /// Returns a number with the given count of hex digits.
  static func hexNumber(_ number: some FixedWidthInteger, digits: Int) -> YAMLNode {
    let text = String(number, radix: 16)
    return .text("0x" + String(repeating: "0", count: max(0, digits - text.count)) + text)
  }
}
