internal import AdvertObservation
internal import AdvertisingData

/// The name of a device in rows and documents, unique in its capture: `F0:F1:F2:F3:F4:F5/random-static`.
///
/// It is the address with its kind, or `key0` when the first `--irk` resolves the address. What the capturing host sends
/// itself has `/host` behind it, and what another controller than the first heard its number: `/adapter1`. So the same
/// device has the same name in every capture that one controller made.
enum DeviceIdentifier {
  static func of(_ advertiser: Advertiser) -> String {
    of(
      advertiser.address, owner: advertiser.owner, adapter: advertiser.adapter, isHost: advertiser.origin == .host)
  }

  /// - Parameter owner: the position of the key that resolves the address; `nil` when none does.
  static func of(_ address: DeviceAddress, owner: Int?, adapter: UInt16, isHost: Bool) -> String {
    var name = ""
    if let owner {
      name = "key\(owner)"
    } else if address.isKnown {
      name = address.description
      name += "/"
      name += address.kind.rawValue
    } else {
      name = address.kind.rawValue
    }
    if adapter != 0 { name += "/adapter\(adapter)" }
    if isHost { name += "/host" }
    return name
  }
}
