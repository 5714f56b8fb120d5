internal import AdvertBuilders
internal import AdvertisingData

extension SourceForm {
  /// The properties of an object that BlueZ's `RegisterAdvertisement` takes, in Python.
  static let blueZ = SourceForm(
    id: "bluez", summary: "the properties of BlueZ's LEAdvertisement1, in Python", language: .python,
    prologue: ["import dbus"]
  ) { entry in
    guard StackBuilder.blueZ.pdus.contains(entry.pdu) else {
      return ["# BlueZ has no property for \(entry.pdu.rawValue)."] + HexForm.lines(of: entry, comment: "# ")
    }
    let properties = BlueZProperties(entry)
    return ["\(entry.named("ADVERTISEMENT").uppercased()) = {"]
      + properties.lines.map { "    \($0)," } + ["}"] + properties.remarks.map { "# \(SourceText.harmless($0))" }
  }
}

/// The properties that ask for a layout, and what BlueZ makes of them where that is something else.
private struct BlueZProperties {
  private(set) var lines: [String]
  private(set) var remarks: [String] = []
  private var services: [BluetoothUUID] = []
  private var solicited: [BluetoothUUID] = []
  private var companies: [String] = []
  private var serviceData: [String] = []
  private var others: [String] = []
  private var asked: [ADValue] = []

  init(_ entry: NumberedEntry) {
    lines = ["\"Type\": dbus.String(\"\(entry.pdu.isConnectable ? "peripheral" : "broadcast")\")"]
    if entry.pdu.isExtended { lines.append("\"SecondaryChannel\": dbus.String(\"1M\")") }
    for element in entry.advertising.decoded.elements + entry.scanResponse.decoded.elements {
      if case .flags = element.value { continue }
      if !element.overruns, add(element) {
        asked.append(element.value)
      } else {
        remarks.append("There is no property for \(element.type.words).")
      }
    }
    if !services.isEmpty { lines.append("\"ServiceUUIDs\": \(Self.list(services))") }
    if !solicited.isEmpty { lines.append("\"SolicitUUIDs\": \(Self.list(solicited))") }
    for (name, entries, signature) in [
      ("ManufacturerData", companies, "qv"), ("ServiceData", serviceData, "sv"), ("Data", others, "yv"),
    ] where !entries.isEmpty {
      lines.append("\"\(name)\": dbus.Dictionary({\(entries.joined(separator: ", "))}, signature=\"\(signature)\")")
    }
    if let interval = entry.interval {
      if let milliseconds = interval.wholeMilliseconds {
        lines += ["\"MinInterval\": dbus.UInt32(\(milliseconds))", "\"MaxInterval\": dbus.UInt32(\(milliseconds))"]
      } else {
        remarks.append("The interval is in whole milliseconds, and \(interval.words) is not.")
      }
    }
    compare(with: entry)
  }

  private mutating func add(_ element: DecodedPayload.Element) -> Bool {
    switch element.value {
    case .serviceUUIDs(let list) where list.isComplete && list.rest.isEmpty: services += list.uuids
    case .solicitationUUIDs(let list) where list.rest.isEmpty: solicited += list.uuids
    case .manufacturerData(let data):
      companies.append("dbus.UInt16(\(HexDigits.number(data.company, octets: 2))): \(Self.array(data.data))")
    case .serviceData(let data): serviceData.append("\"\(data.uuid)\": \(Self.array(data.data))")
    case .localName(let name) where name.isComplete:
      guard let text = PythonText.text(name.octets) else { return false }
      lines.append("\"LocalName\": dbus.String(\(text))")
    case .appearance(let appearance) where element.value.octets.count == 2:
      lines.append("\"Appearance\": dbus.UInt16(\(HexDigits.number(appearance.rawValue, octets: 2)))")
    case .txPowerLevel: lines.append("\"Includes\": dbus.Array([\"tx-power\"], signature=\"s\")")
    case .malformed: return false
    default:
      others.append(
        "dbus.Byte(0x\(HexText.compact([element.type.rawValue]))): \(Self.array(element.value.octets))")
    }
    return true
  }

  /// Chooses `Discoverable`, and notes what BlueZ sends where that is not the layout.
  private mutating func compare(with entry: NumberedEntry) {
    let stack = StackBuilder.blueZ
    let flags = entry.advertising.flags?.rawValue
    let discoverable: Bool? = flags.map { $0 & 0x02 != 0 }
    if let discoverable { lines.append("\"Discoverable\": dbus.Boolean(\(discoverable ? "True" : "False"))") }
    let request = BuildRequest(
      pdu: entry.pdu, advertising: asked, options: discoverable.map { [$0 ? "discoverable" : "not-discoverable"] } ?? []
    )
    do throws(BuildRefusal) {
      let built = try stack.built(request, version: stack.newest)
      for (name, block, payload) in [
        ("advertising data", built.advertising.octets, entry.advertising),
        ("scan response", built.scanResponse.octets, entry.scanResponse),
      ] where !Self.isSame(block, payload, keepsOrder: entry.keepsOrder) {
        remarks.append("BlueZ sends this \(name): \(HexText.compact(block)).")
      }
      if flags == nil { remarks.append("An adapter that is discoverable or has no BR/EDR adds Flags.") }
    } catch {
      remarks.append("BlueZ does not send it: \(error.reason).")
    }
  }

  /// Whether both have the same structures; what is a plan has no order.
  private static func isSame(_ octets: [UInt8], _ payload: Payload, keepsOrder: Bool) -> Bool {
    guard !keepsOrder else { return octets == payload.octets }
    func structures(_ payload: Payload) -> [[UInt8]] {
      payload.decoded.elements.map { Array(payload.octets[$0.octetRange]) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return structures(Payload(octets)) == structures(payload)
  }

  private static func list(_ uuids: [BluetoothUUID]) -> String {
    "dbus.Array([\(uuids.map { "\"\($0)\"" }.joined(separator: ", "))], signature=\"s\")"
  }

  private static func array(_ octets: [UInt8]) -> String {
    "dbus.Array([\(CArray.list(octets))], signature=\"y\", variant_level=1)"
  }
}
