package import AdvertisingData
internal import AssignedNumbers

/// Services as people name them, where a UUID is expected.
package enum ServiceName {
  /// The services of this name, whatever its case, with or without the word service at its end. Several when a company
  /// owns several.
  package static func uuids(called name: String) -> [BluetoothUUID] {
    let name = name.lowercased()
    return byName[name] ?? (name.hasSuffix(" service") ? byName[String(name.dropLast(" service".count))] : nil) ?? []
  }

  /// All names: those of services before those of companies that own some.
  package static let all: [String] =
    ofServices + AssignedUUID.services.filter { $0.kind != .service }.map { $0.name }

  /// Those that stand for one service each, for editors to complete.
  package static let ofServices: [String] =
    VendorServices.allNames + AssignedUUID.services.filter { $0.kind == .service }.map { $0.name }

  /// Looked up often, by a manifest.
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
