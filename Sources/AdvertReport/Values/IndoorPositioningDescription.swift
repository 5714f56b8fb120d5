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
    if reserved != 0 { parts.append("reserved bit \(Words.hex(number: reserved, octets: 1))") }
    // Decoders disagree on units, and on which of floor and altitude comes first.
    let hasRaw = coordinates != nil || floor != nil || altitude != nil || uncertainty != nil
    return "Indoor Positioning: " + Words.list(parts, empty: "no fields")
      + (hasRaw ? " (raw; units and order of floor and altitude unverified)" : "")
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
    json.value("reserved", Int(reserved))
    json.value("unverified", true)
  }

  private var reserved: UInt8 { furtherFlags & 0x80 }
}
