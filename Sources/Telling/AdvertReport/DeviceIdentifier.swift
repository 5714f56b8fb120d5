internal import AdvertObservation
internal import AdvertisingData

/// The name of a device in rows and documents, unique in its capture: `F0:F1:F2:F3:F4:F5/random-static`.
///
/// The identifier is the address with its type, or `key0` when the first `--irk` resolves the address. The capturing host itself,
/// with all of its addresses, is `host`. A device on a controller other than the first ends in the number of that:
/// `/adapter1`. So the same device has the same name in every capture of one controller.
enum DeviceIdentifier {
  static func of(_ advertiser: Advertiser) -> String {
    of(
      advertiser.address, owner: advertiser.owner, adapter: advertiser.adapter, isHost: advertiser.origin == .host)
  }

  /// - Parameter owner: the position of the key that resolves the address; `nil` when no key does.
  static func of(_ address: DeviceAddress, owner: Int?, adapter: UInt16, isHost: Bool) -> String {
    var name = ""
    if isHost {
      name = "host"
    } else if let owner {
      name = "key\(owner)"
    } else if address.isKnown {
      name = address.description
      name += "/"
      name += address.kind.rawValue
    } else {
      name = address.kind.rawValue
    }
    if adapter != 0 { name += "/adapter\(adapter)" }
    return name
  }
}
