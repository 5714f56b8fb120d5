internal import AdvertisingData

extension TargetAddresses: DescribedValue {
  var words: String {
    "\(areRandom ? "Random" : "Public") Target Address: " + addresses.map(\.description).joined(separator: ", ")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("random", areRandom)
    json.array("addresses", addresses) { $0.value(nil, $1.description) }
  }
}

extension LEDeviceAddress: DescribedValue {
  var words: String {
    "LE Bluetooth Device Address: \(address) (\(address.kind.rawValue))"
      + (reserved == 0 ? "" : ", reserved bits \(Words.hex(number: reserved, octets: 1))")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("address", address.description)
    json.value("addressType", address.kind.rawValue)
    json.value("reserved", Int(reserved))
  }
}

extension ResolvableSetIdentifier: DescribedValue {
  var words: String {
    "Resolvable Set Identifier: hash \(Words.hex(number: hash, octets: 3)), "
      + "random part \(Words.hex(number: random, octets: 3))"
      + (isValid ? "" : ", whose top bits should be 01")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("hash", Int(hash))
    json.value("random", Int(random))
    json.value("valid", isValid)
  }
}
