internal import AdvertLint
internal import AdvertisingData

extension ServiceUUIDList: DescribedValue {
  var words: String {
    let kind = "\(isComplete ? "Complete" : "Incomplete") \(width.rawValue)-bit Service UUIDs"
    return "\(kind): " + Words.list(uuids.map(\.named), empty: "none")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("complete", isComplete)
    uuids.write(to: &json)
  }
}

extension SolicitationUUIDList: DescribedValue {
  var words: String {
    "Looks for \(width.rawValue)-bit services: " + Words.list(uuids.map(\.named), empty: "none")
  }

  func writeFields(to json: inout JSONWriter) {
    uuids.write(to: &json)
  }
}

extension ServiceData: DescribedValue {
  var words: String {
    "Service Data of \(uuid.named): \(KnownPayload.recognised(in: self)?.words ?? PrintableText.words(data))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("uuid", uuid.description)
    json.value("name", uuid.assignedName)
    json.value("data", HexText.compact(data))
  }
}

extension [BluetoothUUID] {
  fileprivate func write(to json: inout JSONWriter) {
    json.array("uuids", self) { $0.value(nil, $1.description) }
    json.array("names", self) { $0.value(nil, $1.assignedName) }
  }
}
