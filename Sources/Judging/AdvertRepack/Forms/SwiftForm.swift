internal import AdvertisingData

extension SourceForm {
  /// A CoreBluetooth peripheral's dictionary where it can express the data, and this package's own payloads.
  static let swift = SourceForm(
    id: "swift", summary: "CoreBluetooth and this package", language: .swift, prologue: ["import AdvertisingData"]
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
    let dictionary = CoreBluetoothDictionary(entry)
    guard dictionary.unsaid == nil else { return dictionary.lines(indent: "") }
    return [
      "#if canImport(CoreBluetooth)", "  import CoreBluetooth", "",
      "  // The system splits these over both packets as it sees fit, and drops the name in the background.",
      "  var \(entry.named("peripheralAdvertisement")): [String: Any] {", "    [",
    ] + dictionary.lines(indent: "      ") + ["    ]", "  }", "#endif"]
  }
}
