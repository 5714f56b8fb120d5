internal import AdvertisingData

extension ProvisioningBearer: DescribedValue {
  var words: String {
    "PB-ADV: link \(Words.hex(number: link, octets: 4)), transaction \(transaction), PDU \(Words.hex(pdu))"
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("link", Int(link))
    json.value("transaction", Int(transaction))
    json.value("pdu", HexText.compact(pdu))
  }
}

extension MeshMessage: DescribedValue {
  var words: String {
    let limits = Self.usualLengths
    return "Mesh Message, encrypted network PDU: \(Words.hex(octets))"
      + (hasUsualLength ? "" : ", not \(limits.lowerBound) to \(limits.upperBound) bytes (unverified)")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("pdu", HexText.compact(octets))
    json.value("usualLength", hasUsualLength)
    json.value("unverified", true)
  }
}

extension MeshBeacon: DescribedValue {
  var words: String {
    let meaning =
      switch self {
      case .unprovisionedDevice(let device):
        "unprovisioned device \(device.uuid), OOB information \(Words.hex(number: device.outOfBand, octets: 2))"
          + (device.uriHash.map { ", URI hash \(Words.hex(number: $0, octets: 4))" } ?? "")
      case .secureNetwork(let network):
        "secure network \(Words.hex(number: network.networkID, octets: 8)), "
          + "flags \(Words.hex(number: network.flags, octets: 1)), IV index \(network.ivIndex), "
          + "authentication \(Words.hex(number: network.authentication, octets: 8))"
      case .privateNetwork(let octets): "private, obfuscated: \(Words.hex(octets))"
      case .other(let kind, let octets): "unassigned kind \(kind): \(Words.hex(octets))"
      }
    return "Mesh Beacon: \(meaning)"
  }

  func writeFields(to json: inout JSONWriter) {
    switch self {
    case .unprovisionedDevice(let device):
      json.value("kind", "unprovisionedDevice")
      json.value("uuid", device.uuid.description)
      json.value("oob", Int(device.outOfBand))
      json.value("uriHash", device.uriHash.map { Int($0) })
    case .secureNetwork(let network):
      json.value("kind", "secureNetwork")
      json.value("flags", Int(network.flags))
      json.value("networkID", Words.hex(number: network.networkID, octets: 8))
      json.value("ivIndex", Int(network.ivIndex))
      json.value("authentication", Words.hex(number: network.authentication, octets: 8))
    case .privateNetwork(let octets):
      json.value("kind", "private")
      json.value("data", HexText.compact(octets))
    case .other(let kind, let octets):
      json.value("kind", Int(kind))
      json.value("data", HexText.compact(octets))
    }
  }
}
