internal import AdvertisingData

extension Flags: DescribedValue {
  var words: String { "Flags: " + Words.list(names, empty: "none set") + surplusWords }

  func writeFields(to json: inout JSONWriter) {
    json.value("value", Int(rawValue))
    json.array("names", names) { $0.value(nil, $1) }
  }

  private var surplusWords: String { surplus.isEmpty ? "" : "; undefined bytes after them: \(Words.hex(surplus))" }

  /// The words of the specification for each bit that is set.
  var names: [String] {
    Words.names(
      of: rawValue,
      [
        (0x01, "LE Limited Discoverable"), (0x02, "LE General Discoverable"), (0x04, "BR/EDR Not Supported"),
        (0x08, "Simultaneous LE and BR/EDR (Controller)"),
        (0x10, "Simultaneous LE and BR/EDR (Host, deprecated)"),
      ], reserved: Flags.reserved.rawValue)
  }
}
