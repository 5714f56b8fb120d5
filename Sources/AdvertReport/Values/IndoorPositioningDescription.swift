internal import AdvertisingData

extension IndoorPositioning: DescribedValue {
  var words: String {
    var parts: [String] = []
    switch coordinates {
    case .global(let latitude, let longitude): parts.append("latitude value \(latitude), longitude value \(longitude)")
    case .local(let north, let east): parts.append("local north value \(north), east value \(east)")
    case nil: if isLocal { parts.append("local coordinates, but none sent") }
    }
    if let txPower { parts.append("TX power \(txPower) dBm") }
    if let floor { parts.append("floor value \(floor)") }
    if let altitude { parts.append("altitude value \(altitude)") }
    if let uncertainty { parts.append("uncertainty \(Words.hex(number: uncertainty, octets: 1))") }
    if isLocationNameElsewhere { parts.append("location name elsewhere") }
    if reservedFlag { parts.append("reserved bit 0x80") }
    // Decoders disagree on which of the two comes first.
    let note = floor != nil && altitude != nil ? " (order of floor and altitude unverified)" : ""
    return "Indoor Positioning: " + Words.list(parts, empty: "no fields") + note
  }

  func writeFields(to json: inout JSONWriter) {
    switch coordinates {
    case .global(let latitude, let longitude):
      json.value("latitude", Int(latitude))
      json.value("longitude", Int(longitude))
    case .local(let north, let east):
      json.value("north", Int(north))
      json.value("east", Int(east))
    case nil: break
    }
    json.value("local", isLocal)
    json.value("txPowerDBm", txPower.map { Int($0) })
    json.value("floor", floor.map { Int($0) })
    json.value("altitude", altitude.map { Int($0) })
    json.value("uncertainty", uncertainty.map { Int($0) })
    json.value("locationNameElsewhere", isLocationNameElsewhere)
    json.value("reserved", reservedFlag)
    json.value("unverified", true)
  }

  private var reservedFlag: Bool { furtherFlags & 0x80 != 0 }
}
