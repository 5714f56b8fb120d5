internal import AdvertisingData

extension SimplePairingValue: DescribedValue {
  var words: String {
    let name =
      switch kind {
      case .hash192: "Hash C-192"
      case .randomizer192: "Randomizer R-192"
      case .hash256: "Hash C-256"
      case .randomizer256: "Randomizer R-256"
      }
    return "Simple Pairing \(name): \(Words.hex(octets))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", HexText.compact(octets))
  }
}

extension SecureConnectionsValue: DescribedValue {
  var words: String {
    "LE Secure Connections \(kind == .random ? "Random" : "Confirmation") Value: \(Words.hex(octets))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", HexText.compact(octets))
  }
}

extension TemporaryKey: DescribedValue {
  var words: String { "Security Manager TK Value: \(Words.hex(octets))" }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", HexText.compact(octets))
  }
}

extension SecurityManagerFlags: DescribedValue {
  var words: String {
    "Security Manager Out of Band Flags: " + Words.list(names, empty: "none set")
      + (contains(.randomAddress) ? "" : "; public address")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", Int(rawValue))
    json.array("names", names) { $0.value(nil, $1) }
  }

  private var names: [String] {
    Words.names(
      of: rawValue,
      [
        (0x01, "OOB data present"), (0x02, "LE supported (Host)"), (0x04, "Simultaneous LE and BR/EDR (Host)"),
        (0x08, "random address"),
      ], reserved: Self.reserved.rawValue)
  }
}

extension LERole: DescribedValue {
  var words: String { "LE Role: " + (name ?? "reserved value \(rawValue)") }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", Int(rawValue))
    json.value("name", name)
  }

  private var name: String? {
    switch self {
    case .peripheralOnly: "only peripheral"
    case .centralOnly: "only central"
    case .bothPreferringPeripheral: "peripheral and central, peripheral preferred"
    case .bothPreferringCentral: "peripheral and central, central preferred"
    default: nil
    }
  }
}
