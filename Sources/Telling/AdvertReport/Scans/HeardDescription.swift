internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertisingData
internal import AssignedNumbers

/// The values of a device from a program that joins both packets, with the meaning of its service and manufacturer
/// data.
struct HeardDescription {
  /// Service or manufacturer data.
  struct Datum<Owner> {
    /// The service, or the company.
    let owner: Owner
    /// The octets after the UUID or the company identifier; `nil` when they were not read.
    let data: [UInt8]?
    /// The AD structure that has them; `nil` for more octets than a structure holds, and when they were not read.
    let structure: StructureDescription?
  }

  private let systemName: String?
  private let services: [BluetoothUUID]
  /// In the order of the UUIDs.
  let serviceData: [Datum<BluetoothUUID>]
  /// In the order of the companies.
  let manufacturerData: [Datum<UInt16>]

  /// - Parameter keys: the keys that decrypt data of the device.
  init(_ values: HeardValues, keys: DeviceKeys = .none) {
    let context = PayloadContext([values.payload], keys: keys)
    func structure(of value: ADValue) -> StructureDescription? {
      guard let octets = try? value.structure() else { return nil }
      return Payload(octets).decoded.elements.first.map { StructureDescription($0, in: context) }
    }
    systemName = values.systemName
    services = values.services
    let readServiceData = values.serviceData.map { uuid, data in
      Datum(owner: uuid, data: data, structure: structure(of: .serviceData(ServiceData(uuid, data: data))))
    }
    let readManufacturerData = values.manufacturerData.map { company, data in
      let value = ADValue.manufacturerData(ManufacturerData(company: company, data: data))
      return Datum(owner: company, data: data, structure: structure(of: value))
    }
    serviceData = Self.sorted(readServiceData, unread: values.unreadServiceData)
    manufacturerData = Self.sorted(readManufacturerData, unread: values.unreadManufacturerData)
  }

  private static func sorted<Owner: Comparable>(_ read: [Datum<Owner>], unread: Set<Owner>) -> [Datum<Owner>] {
    (read + unread.map { Datum(owner: $0, data: nil, structure: nil) }).sorted { $0.owner < $1.owner }
  }

  /// The values in full: `service data of fcd2 (BTHome): 4002be08: BTHome v2, temperature 22.38 °C`.
  var parts: [String] {
    parts(
      services: services.map { $0.named },
      serviceData: serviceData.map { "\($0.owner.named): \(words($0.data, $0.structure))" },
      manufacturerData: manufacturerData.map { datum in
        let name = CompanyIdentifiers.name(of: datum.owner).map { " (\($0))" } ?? ""
        return "\(HexDigits.number(datum.owner, octets: 2))\(name): \(words(datum.data, datum.structure))"
      })
      + (systemName.map { ["in its system the name \(HostileText.quoted($0.withoutPadding)), which it may not send"] }
        ?? [])
  }

  /// The kinds of values, for a table: `service data of fcd2 (BTHome)`.
  var kinds: [String] {
    parts(
      services: services.map { $0.description },
      serviceData: serviceData.map { $0.owner.description + format($0.structure) },
      manufacturerData: manufacturerData.map { HexDigits.number($0.owner, octets: 2) + format($0.structure) })
  }

  private func parts(services: [String], serviceData: [String], manufacturerData: [String]) -> [String] {
    let listed = (services.count == 1 ? "service " : "services ") + services.joined(separator: ", ")
    return (services.isEmpty ? [] : [listed]) + serviceData.map { "service data of " + $0 }
      + manufacturerData.map { "manufacturer data of " + $0 }
  }

  private func words(_ data: [UInt8]?, _ structure: StructureDescription?) -> String {
    guard let data else { return "not read" }
    guard !data.isEmpty else { return "nothing" }
    return HexText.compact(data) + (structure?.known.map { ": " + $0.words } ?? "")
  }

  private func format(_ structure: StructureDescription?) -> String {
    guard let format = structure?.known?.format, !format.isOfAnyDevice else { return "" }
    return " (\(format.name))"
  }
}

extension HeardValues {
  /// The values as the AD structures of one payload, without those that no structure holds. Only the values of a
  /// device are in it: which packet has them, and in which order, is not known.
  fileprivate var payload: Payload {
    var values: [ADValue] = []
    if let name { values.append(.name(name)) }
    values += services.compactMap { uuid in
      ServiceUUIDList([uuid], width: uuid.shortestWidth, isComplete: true).map { .serviceUUIDs($0) }
    }
    values += serviceData.map { .serviceData(ServiceData($0.key, data: $0.value)) }
    values += manufacturerData.map { .manufacturerData(ManufacturerData(company: $0.key, data: $0.value)) }
    return Payload(values.flatMap { (try? $0.structure()) ?? [] })
  }
}
