internal import AdvertisingData

extension SwiftPair {
  var fields: [KnownField] {
    var fields = [KnownField("subScenario", .number(Int(subScenario)), transport)]
    switch pairing {
    case .lowEnergy, .other: break
    case .classic(let address, let classOfDevice):
      fields.append(KnownField("addressOctets", octets: address, label: "address octets"))
      fields.append(KnownField("classOfDevice", octets: classOfDevice, label: "class of device"))
    case .both(let classOfDevice):
      fields.append(KnownField("classOfDevice", octets: classOfDevice, label: "class of device"))
    }
    return fields + [KnownField("name", hostile: displayName, label: "name")]
  }

  private var transport: String {
    switch pairing {
    case .lowEnergy: "over LE"
    case .classic: "over BR/EDR"
    case .both: "over LE and BR/EDR"
    case .other(let scenario): "sub-scenario \(scenario)"
    }
  }
}

extension ConnectedDevicesBeacon {
  var fields: [KnownField] {
    let name = unverifiedDeviceName.map { " (\($0), unverified)" } ?? ""
    return [
      KnownField("deviceType", .number(Int(deviceType)), "device type \(deviceType)\(name)"),
      KnownField("deviceName", .optional(unverifiedDeviceName)), KnownField("version", version, label: "version"),
      KnownField("versionAndFlags", versionAndFlags), KnownField("flagsAndStatus", flagsAndDeviceStatus),
      KnownField("salt", octets: salt, label: "salt"), KnownField("deviceHash", octets: deviceHash, label: "hash"),
    ]
  }
}

extension FastPair {
  var fields: [KnownField] {
    switch content {
    case .model(let model):
      return [KnownField("model", .number(Int(model)), "discoverable, model \(Words.hex(number: model, octets: 3))")]
    case .account(let header, let fields, let rest):
      return [
        KnownField("header", header),
        KnownField(
          "fields", .list(fields.map(Self.value)),
          fields.isEmpty ? "not discoverable, no field" : fields.map(Self.words).joined(separator: ", ")),
        KnownField("rest", octets: rest),
      ]
    }
  }

  private static func value(_ field: Field) -> KnownField.Value {
    .object([
      KnownField("type", field.type), KnownField("name", .optional(field.meaning?.words)),
      KnownField("accountKeys", field.accountKeys), KnownField("data", octets: field.data),
    ])
  }

  private static func words(_ field: Field) -> String {
    let name = field.meaning?.words ?? "field type \(field.type)"
    let keys = field.accountKeys.map { " for \(counted($0, "account key"))" } ?? ""
    return name + keys + (field.data.isEmpty ? "" : " " + HexText.spaced(field.data))
  }
}

extension FastPair.Meaning {
  fileprivate var words: String {
    switch self {
    case .accountKeyFilter: "filter"
    case .salt: "salt"
    case .quietAccountKeyFilter: "quiet filter"
    case .battery: "battery"
    case .quietBattery: "quiet battery"
    case .model: "model"
    case .capabilities: "capabilities"
    }
  }
}

extension MatterCommissioning {
  var fields: [KnownField] {
    return [
      KnownField(
        "opcode", .number(Int(opcode)),
        opcode == 0 ? "commissionable" : "opcode " + Words.hex(number: opcode, octets: 1)),
      KnownField(
        "discriminator", .number(Int(discriminator)),
        "discriminator \(discriminator) (\(Words.hex(number: discriminator, octets: 2)))"),
      KnownField("advertisementVersion", advertisementVersion),
      KnownField("vendor", .number(Int(vendor)), "vendor \(Words.hex(number: vendor, octets: 2))"),
      KnownField("product", .number(Int(product)), "product \(Words.hex(number: product, octets: 2))"),
      KnownField("additionalData", .truth(hasAdditionalData), hasAdditionalData ? "has additional data" : nil),
      KnownField(
        "extendedAnnouncement", .truth(isExtendedAnnouncement),
        isExtendedAnnouncement ? "extended announcement" : nil),
    ]
  }
}

extension Tracker {
  var fields: [KnownField] {
    [KnownField("network", .text(network.rawValue)), KnownField("data", octets: octets, label: "with data")]
  }
}

extension Tracker.Network {
  var words: String {
    switch self {
    case .smartTag: "Samsung SmartTag"
    case .smartTagUnregistered: "Samsung SmartTag, unregistered,"
    case .tile: "Tile tracker"
    case .unwantedTracking: "tracker that warns of unwanted tracking"
    case .apple: "Apple Find My accessory"
    }
  }
}
