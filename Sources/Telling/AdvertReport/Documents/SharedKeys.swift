internal import AdvertScan
internal import AdvertisingData

/// Keys that several documents share.
enum SharedKeys {
  /// The keys that identify a device or declared layout.
  static let device: Keys<(path: String, address: DeviceAddress?)> = [
    Key("path", .string, "the input") { $0.path },
    Key(
      "advertiser", .address, "the address of the device",
      null: "for declared layouts, and for devices without a known address"
    ) { $0.address },
    Key("addressType", .word(DeviceAddress.Kind.self), "the kind of address", null: "for declared layouts") {
      $0.address?.kind
    },
  ]

  static let evidence: Keys<Evidence> = [
    Key("strength", .word(Evidence.Strength.self), "how much can be built on it") { $0.strength },
    Key("source", .string, "where it is from", null: "for `userDefined`") { $0.source },
  ]

  /// The keys that identify a matcher of an integration.
  static let matcher: Keys<IntegrationMatcher> = [
    Key("integration", .string, "its `domain`", null: "when the file has none") { $0.integration },
    Key("number", .integer, "position in the list, from 1") { $0.number },
  ]
}
