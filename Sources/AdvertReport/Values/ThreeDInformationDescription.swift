internal import AdvertisingData

extension ThreeDInformation: DescribedValue {
  var words: String {
    "3D Information: \(Words.list(names, empty: "no flags")), path loss threshold \(pathLossThreshold)"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("flags", Int(flags.rawValue))
    json.array("names", names) { $0.value(nil, $1) }
    json.value("pathLossThreshold", Int(pathLossThreshold))
  }

  private var names: [String] {
    Words.names(
      of: flags.rawValue,
      [
        (0x01, "association notification"), (0x02, "battery level reporting"),
        (0x04, "send battery level on start-up"), (0x80, "factory test mode"),
      ], reserved: Flags.reserved.rawValue)
  }
}
