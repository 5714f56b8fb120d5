internal import AdvertisingData

extension TransportDiscovery: DescribedValue {
  var words: String { "Transport Discovery: " + blocks.map(\.words).joined(separator: "; ") }

  func writeFields(to json: inout JSONWriter) {
    json.array("blocks", blocks) { json, block in
      json.object { json in
        json.value("organization", Int(block.organization))
        json.value("flags", Int(block.flags))
        json.value("role", block.role.name)
        json.value("state", block.state.name)
        json.value("incomplete", block.isIncomplete)
        json.value("reserved", Int(block.reservedFlags))
        json.value("data", HexText.compact(block.data))
      }
    }
  }
}

extension TransportDiscovery.Block {
  fileprivate var words: String {
    let owner = organization == 1 ? "Bluetooth SIG" : "organization \(organization)"
    return "\(owner), \(role.name), transport \(state.name)\(isIncomplete ? ", data incomplete" : "")"
      + (reservedFlags == 0 ? "" : ", reserved bits \(Words.hex(number: reservedFlags, octets: 1))")
      + ": \(Words.hex(data))"
  }
}

extension TransportDiscovery.Role {
  fileprivate var name: String {
    switch self {
    case .unspecified: "role not specified"
    case .seeker: "seeker"
    case .provider: "provider"
    case .seekerAndProvider: "seeker and provider"
    }
  }
}

extension TransportDiscovery.State {
  fileprivate var name: String {
    switch self {
    case .off: "off"
    case .on: "on"
    case .temporarilyUnavailable: "temporarily unavailable"
    case .reserved: "in a reserved state"
    }
  }
}
