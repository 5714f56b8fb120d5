internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// A call of aioble's `advertise`: with names and services where it makes the same of them, else with bytes.
  static let aioble = SourceForm(
    id: "aioble", summary: "MicroPython's aioble.advertise", language: .python,
    prologue: ["import aioble", "import bluetooth"]
  ) { entry in
    guard PythonText.canHold(entry) else {
      return ["# \(PythonText.tooLong)"] + HexForm.lines(of: entry, comment: "# ")
    }
    let interval = entry.interval?.microseconds ?? 100_000
    var lines = [
      "async def \(entry.named("advertise"))():", "    return await aioble.advertise(",
      "        \(interval),  # microseconds",
    ]
    if entry.pdu == .advScanInd { lines.append("        connectable=False,") }
    if let arguments = arguments(of: entry) {
      lines += arguments.map { "        \($0)," }
    } else {
      lines += PythonText.bytes(entry.advertising, before: "        adv_data=", after: ",")
      lines += PythonText.bytes(entry.scanResponse, before: "        resp_data=", after: ",")
    }
    return lines + ["    )"]
  }

  /// Returns the arguments of which aioble makes both blocks; `nil` when there are none.
  private static func arguments(of entry: NumberedEntry) -> [String]? {
    let elements = entry.advertising.decoded.elements + entry.scanResponse.decoded.elements
    let stack = StackBuilder.aioble
    guard let built = try? stack.built(BuildRequest(advertising: elements.map { $0.value }), version: stack.newest),
      built.advertising.octets == entry.advertising.octets, built.scanResponse.octets == entry.scanResponse.octets
    else { return nil }
    var arguments: [String] = []
    var services: [String] = []
    for element in elements {
      switch element.value {
      case .flags(let flags):
        if flags.contains(.limitedDiscoverable) { arguments.append("limited_disc=True") }
        if !flags.contains(.brEDRNotSupported) { arguments.append("br_edr=True") }
      case .serviceUUIDs(let list): services += list.uuids.map { uuid($0, list.width) }
      case .localName(let name):
        guard let text = PythonText.text(name.octets) else { return nil }
        arguments.append("name=\(text)")
      case .appearance(let appearance):
        arguments.append("appearance=\(HexDigits.number(appearance.rawValue, octets: 2))")
      case .manufacturerData(let data):
        arguments.append("manufacturer=(\(HexDigits.number(data.company, octets: 2)), \(PythonText.octets(data.data)))")
      default: return nil
      }
    }
    return (services.isEmpty ? [] : ["services=[\(services.joined(separator: ", "))]"]) + arguments
  }

  /// Returns a UUID in the width in which it is sent. One of 32 bits is made of its octets.
  private static func uuid(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> String {
    let octets = uuid.littleEndian(width: width) ?? []
    switch width {
    case .bits16: return "bluetooth.UUID(0x\(HexText.compact(octets.reversed())))"
    case .bits32: return "bluetooth.UUID(\(PythonText.octets(octets)))"
    case .bits128: return "bluetooth.UUID(\"\(uuid.fullText)\")"
    }
  }
}
