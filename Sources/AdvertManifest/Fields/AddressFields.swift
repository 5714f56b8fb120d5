internal import AdvertisingData

/// Addresses inside of the payload: of the device itself, and of those it is meant for.
extension StructuredField {
  static let addresses = [
    deviceAddress, targets("publicTargets", "public", .public), targets("randomTargets", "random", .random),
  ]

  private static let types: KeyValuePairs<String, DeviceAddress.AddressType> = ["public": .public, "random": .random]
  private static let addressForm = ValueShape.Form(
    name: "an LE device address",
    keys: [
      ValueShape.Key("address", "The address.", .address, isRequired: true),
      ValueShape.Key("type", "Whether it is public or random.", .words(types.map(\.key)), isRequired: true),
    ])

  private static let deviceAddress = StructuredField(
    key: "leDeviceAddress", summary: "The address of the device itself.", shape: .form(addressForm),
    read: { node throws(ManifestError) in
      let values = try node.values(of: addressForm)
      let bits = try values["address"]?.addressBits() ?? 0
      let type = try values["type"]?.word("a type of address", of: types) ?? .public
      let value = LEDeviceAddress(DeviceAddress(bits: bits, type: type))
      return value.map { [Structure(.leDeviceAddress, .leDeviceAddress($0))] } ?? []
    },
    write: { structure in
      guard case .leDeviceAddress(let value) = structure.value else { return nil }
      return .mapping([
        "address": .text("\(value.address)"), "type": .text(value.address.type == .random ? "random" : "public"),
      ])
    })

  private static func targets(
    _ key: String, _ word: String, _ type: DeviceAddress.AddressType
  ) -> StructuredField {
    StructuredField(
      key: key, summary: "The \(word) addresses of the devices it is meant for.", shape: .list(.address),
      read: { node throws(ManifestError) in
        var addresses: [DeviceAddress] = []
        for element in try node.list("a list of addresses") {
          addresses.append(DeviceAddress(bits: try element.addressBits(), type: type))
        }
        guard let value = TargetAddresses(addresses) else { throw node.error(expected: "an address", found: "none") }
        return [Structure(value.type, .targetAddresses(value))]
      },
      write: { structure in
        guard case .targetAddresses(let value) = structure.value, value.areRandom == (type == .random) else {
          return nil
        }
        return .list(value.addresses.map { .text("\($0)") })
      })
  }
}
