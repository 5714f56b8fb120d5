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
    let name =
      owner.map { "key\($0)" }
      ?? (address.isKnown ? "\(address)/\(address.kind.rawValue)" : address.kind.rawValue)
    return name + (adapter == 0 ? "" : "/adapter\(adapter)") + (isHost ? "/host" : "")
  }
}
