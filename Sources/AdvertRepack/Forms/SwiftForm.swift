internal import AdvertisingData

extension SourceForm {
  /// A CoreBluetooth peripheral's dictionary where that can say it, and this package's own payloads.
  static let swift = SourceForm(
    id: "swift", summary: "CoreBluetooth and this package", prologue: ["import AdvertisingData"]
  ) { plan in
    var lines = ["// \(plan.heading)"]
    lines += payload(plan.plan.advertising, named: plan.named("advertising"))
    lines += payload(plan.plan.scanResponse ?? Payload(), named: plan.named("scanResponse"))
    return lines + [""] + coreBluetooth(plan)
  }

  private static func payload(_ payload: Payload, named name: String) -> [String] {
    guard !payload.isEmpty else { return [] }
    // Octets, because they need no error handling where a global is initialised.
    return ["let \(name) = Payload(["]
      + payload.decoded.elements.map { element in
        "  \(CArray.list(payload.octets[element.octetRange])),  // \(element.type.words)"
      } + ["])"]
  }

  private static func coreBluetooth(_ plan: NumberedPlan) -> [String] {
    let elements = plan.plan.layout.blocks.flatMap(\.payload.decoded.elements)
    var services: [BluetoothUUID] = []
    var name: String?
    for element in elements {
      switch element.value {
      // iOS and macOS choose the Flags.
      case .flags: break
      case .serviceUUIDs(let list) where list.rest.isEmpty: services += list.uuids
      case .localName(let value) where value.isComplete && value.firstInvalidOctet == nil: name = value.text
      default:
        return ["// CoreBluetooth advertises a name and service UUIDs only, and this layout has \(element.type.words)."]
      }
    }
    var lines = [
      "#if canImport(CoreBluetooth)", "  import CoreBluetooth", "",
      "  // The system splits these over both packets as it sees fit, and drops the name in the background.",
      "  var \(plan.named("peripheralAdvertisement")): [String: Any] {", "    [",
    ]
    if let name { lines.append("      CBAdvertisementDataLocalNameKey: \(literal(name)),") }
    if !services.isEmpty {
      let uuids = services.map { "CBUUID(string: \"\("\($0)".uppercased())\")" }.joined(separator: ", ")
      lines.append("      CBAdvertisementDataServiceUUIDsKey: [\(uuids)],")
    }
    if name == nil, services.isEmpty { lines.append("      :") }
    return lines + ["    ]", "  }", "#endif"]
  }

  /// A string literal that can hold any text.
  private static func literal(_ text: String) -> String {
    var last: Unicode.Scalar?
    let escaped = text.unicodeScalars.map { scalar -> String in
      // Two number signs may be the beginning of a command where this is printed to the log of a build service.
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
        && (scalar != "#" || last != "#")
      last = scalar
      return isPlain ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
    }
    return "\"" + escaped.joined() + "\""
  }
}
