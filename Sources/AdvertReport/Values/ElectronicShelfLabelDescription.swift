internal import AdvertisingData

extension ElectronicShelfLabel: DescribedValue {
  var words: String { "Electronic Shelf Label: group \(group), commands \(Words.hex(commands))" }

  func writeFields(to json: inout JSONWriter) {
    json.value("group", Int(group))
    json.value("commands", HexText.compact(commands))
  }
}
