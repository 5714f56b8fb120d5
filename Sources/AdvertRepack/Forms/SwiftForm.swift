internal import AdvertisingData

extension SourceForm {
  /// A CoreBluetooth peripheral's dictionary where it can express the data, and this package's own payloads.
  static let swift = SourceForm(
    id: "swift", summary: "CoreBluetooth and this package", comments: .slashes, prologue: ["import AdvertisingData"]
  ) { entry in
    payload(entry.advertising, named: entry.named("advertising"))
      + payload(entry.scanResponse, named: entry.named("scanResponse")) + [""] + coreBluetooth(entry)
  }

  private static func payload(_ payload: Payload, named name: String) -> [String] {
    guard !payload.isEmpty else { return [] }
    let decoded = payload.decoded
    // Octets, because they need no error handling in the initialiser of a global.
    var lines = decoded.elements.map { element in
      let reason = element.overruns ? decoded.partialStructure.map { ": " + $0 } ?? "" : ""
      return "  \(CArray.list(payload.octets[element.octetRange])),  // \(element.type.words)\(reason)"
    }
    if !decoded.remainder.isEmpty {
      lines.append("  \(CArray.list(decoded.remainder)),  // \(decoded.partialStructure ?? "")")
    }
    return ["let \(name) = Payload(["] + lines + ["])"]
  }

  private static func coreBluetooth(_ entry: NumberedEntry) -> [String] {
    let elements = [entry.advertising, entry.scanResponse].flatMap { $0.decoded.elements }
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
      "  var \(entry.named("peripheralAdvertisement")): [String: Any] {", "    [",
    ]
    if let name { lines.append("      CBAdvertisementDataLocalNameKey: \(literal(name)),") }
    if !services.isEmpty {
      let uuids = services.map { "CBUUID(string: \"\("\($0)".uppercased())\")" }.joined(separator: ", ")
      lines.append("      CBAdvertisementDataServiceUUIDsKey: [\(uuids)],")
    }
    if name == nil, services.isEmpty { lines.append("      :") }
    return lines + ["    ]", "  }", "#endif"]
  }

  /// Returns a string literal for any text.
  private static func literal(_ text: String) -> String {
    var last: Unicode.Scalar?
    let escaped = text.unicodeScalars.map { scalar -> String in
      // Two number signs may begin a command when the source is printed to the log of a build service.
      let isPlain =
        scalar.isASCII && scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
        && (scalar != "#" || last != "#")
      last = scalar
      return isPlain ? String(scalar) : "\\u{" + String(scalar.value, radix: 16) + "}"
    }
    return "\"" + escaped.joined() + "\""
  }
}
