internal import AdvertisingData
internal import AssignedNumbers

/// An AD structure in words and in JSON.
struct StructureDescription {
  private let element: DecodedPayload.Element

  init(_ element: DecodedPayload.Element) {
    self.element = element
  }

  /// The assigned name of the type, `nil` when it is not assigned.
  var typeName: String? { ADTypes.name(of: element.type.rawValue) }

  /// What it is and what it says, in one line.
  var words: String {
    let meaning =
      switch element.value {
      case .flags(let flags): "Flags: " + Self.list(flags.names, empty: "none set")
      case .serviceUUIDs(let list): Self.words(list)
      case .solicitationUUIDs(let list):
        "Looks for \(list.width.rawValue)-bit services: " + Self.list(list.uuids.map(\.named), empty: "none")
      case .localName(let name):
        "\(name.isComplete ? "Complete" : "Shortened") Local Name \(HostileText.quoted(name.text))"
      case .txPowerLevel(let power): "TX Power Level: \(power.dBm) dBm"
      case .connectionIntervalRange(let range): "Peripheral Connection Interval Range: \(Self.words(range))"
      case .serviceData(let data):
        "Service Data of \(data.uuid.named): \(Self.hex(data.data))"
      case .appearance(let appearance): "Appearance: \(appearance.named)"
      case .manufacturerData(let data): "Manufacturer Data of \(data.companyNamed): \(Self.hex(data.data))"
      case .other(let octets): "\(typeName ?? "Unassigned type \(Self.hex(element.type))"): \(Self.hex(octets))"
      case .malformed(_, let malformation):
        "\(typeName ?? "Type \(Self.hex(element.type))"): malformed, \(malformation)"
      }
    return element.overruns ? meaning + " (cut: the length byte says \(element.declaredLength))" : meaning
  }

  /// The meaning as fields, `null` for types that are not decoded and for malformed values.
  func writeDecoded(to json: inout JSONWriter, key: String) {
    switch element.value {
    case .flags(let flags):
      json.object(key) { json in
        json.value("value", Int(flags.rawValue))
        json.array("names", flags.names) { $0.value(nil, $1) }
      }
    case .serviceUUIDs(let list):
      json.object(key) { json in
        json.value("complete", list.isComplete)
        Self.write(list.uuids, to: &json)
      }
    case .solicitationUUIDs(let list):
      json.object(key) { json in Self.write(list.uuids, to: &json) }
    case .localName(let name):
      json.object(key) { json in
        json.value("complete", name.isComplete)
        json.value("name", name.text)
      }
    case .txPowerLevel(let power):
      json.object(key) { json in json.value("dBm", Int(power.dBm)) }
    case .connectionIntervalRange(let range):
      json.object(key) { json in
        Self.write(range.minimum, "minimumMs", to: &json)
        Self.write(range.maximum, "maximumMs", to: &json)
      }
    case .serviceData(let data):
      json.object(key) { json in
        json.value("uuid", data.uuid.description)
        json.value("name", data.uuid.assignedName)
        json.value("data", HexText.compact(data.data))
      }
    case .appearance(let appearance):
      json.object(key) { json in
        json.value("value", Int(appearance.rawValue))
        json.value("name", Appearances.name(of: appearance.rawValue))
      }
    case .manufacturerData(let data):
      json.object(key) { json in
        json.value("company", Int(data.company))
        json.value("companyName", CompanyIdentifiers.name(of: data.company))
        json.value("data", HexText.compact(data.data))
      }
    case .other, .malformed: json.null(key)
    }
  }

  private static func words(_ list: ServiceUUIDList) -> String {
    let kind = "\(list.isComplete ? "Complete" : "Incomplete") \(list.width.rawValue)-bit Service UUIDs"
    return "\(kind): " + Self.list(list.uuids.map(\.named), empty: "none")
  }

  private static func words(_ range: ConnectionIntervalRange) -> String {
    func words(_ units: UInt16) -> String {
      units == ConnectionIntervalRange.unspecified ? "unspecified" : "\(Double(units) * 1.25) ms"
    }
    return "\(words(range.minimum)) to \(words(range.maximum))"
  }

  private static func write(_ units: UInt16, _ key: String, to json: inout JSONWriter) {
    if units == ConnectionIntervalRange.unspecified {
      json.null(key)
    } else {
      json.value(key, rounded: Double(units) * 1.25)
    }
  }

  private static func write(_ uuids: [BluetoothUUID], to json: inout JSONWriter) {
    json.array("uuids", uuids) { $0.value(nil, $1.description) }
    json.array("names", uuids) { $0.value(nil, $1.assignedName) }
  }

  private static func list(_ items: [String], empty: String) -> String {
    items.isEmpty ? empty : items.joined(separator: ", ")
  }

  private static func hex(_ octets: [UInt8]) -> String {
    octets.isEmpty ? "no data" : HexText.spaced(octets)
  }

  private static func hex(_ type: ADType) -> String { "0x" + HexText.compact([type.rawValue]) }
}

extension BluetoothUUID {
  var assignedName: String? { assignedNumber16.flatMap(AssignedUUID.init)?.name }

  /// With its assigned name when it has one: `1826 (Fitness Machine)`.
  var named: String { assignedName.map { "\(self) (\($0))" } ?? description }
}

extension Appearance {
  /// With its assigned name: `Keyboard (0x03c1)`.
  var named: String {
    let hex = "0x" + HexText.compact([UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)])
    return "\(Appearances.name(of: rawValue) ?? "unassigned") (\(hex))"
  }
}

extension ManufacturerData {
  /// The company with its number: `Nordic Semiconductor ASA (0x0059)`.
  var companyNamed: String {
    let hex = "0x" + HexText.compact([UInt8(company >> 8), UInt8(company & 0xFF)])
    return "\(CompanyIdentifiers.name(of: company) ?? "an unassigned company") (\(hex))"
  }
}

extension Flags {
  /// The words of the specification for each bit that is set.
  var names: [String] {
    let bits: [(Flags, String)] = [
      (.limitedDiscoverable, "LE Limited Discoverable"), (.generalDiscoverable, "LE General Discoverable"),
      (.brEDRNotSupported, "BR/EDR Not Supported"),
      (.simultaneousController, "Simultaneous LE and BR/EDR (Controller)"),
      (.simultaneousHost, "Simultaneous LE and BR/EDR (Host, deprecated)"),
    ]
    let reserved = intersection(.reserved)
    return bits.filter { contains($0.0) }.map(\.1)
      + (reserved.isEmpty ? [] : ["reserved bits 0x" + HexText.compact([reserved.rawValue])])
  }
}
