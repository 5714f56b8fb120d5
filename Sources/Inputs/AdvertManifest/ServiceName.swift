package import AdvertisingData
internal import AssignedNumbers

/// Services by name, where a UUID is expected.
package enum ServiceName {
  /// Returns the services of this name, in any case, with or without the word service at its end. Several when a
  /// company owns several.
  package static func uuids(called name: String) -> [BluetoothUUID] {
    let name = name.lowercased()
    return byName[name] ?? (name.hasSuffix(" service") ? byName[String(name.dropLast(" service".count))] : nil) ?? []
  }

  /// All names: those of services before those of companies with services.
  package static let all: [String] =
    ofServices + AssignedUUID.services.filter { $0.kind != .service }.map { $0.name }

  /// The names that mean one service each, for completion in editors.
  package static let ofServices: [String] =
    VendorServices.allNames + AssignedUUID.services.filter { $0.kind == .service }.map { $0.name }

  /// The services by name, because a manifest looks up many.
  private static let byName: [String: [BluetoothUUID]] = {
    var byName: [String: [BluetoothUUID]] = [:]
    for name in VendorServices.allNames {
      byName[name.lowercased(), default: []] += VendorServices.services(named: name).compactMap {
        BluetoothUUID(text: $0)
      }
    }
    for service in AssignedUUID.services {
      byName[service.name.lowercased(), default: []].append(BluetoothUUID(UInt32(service.value)))
    }
    return byName
  }()
}
