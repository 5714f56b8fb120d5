internal import AdvertObservation
internal import AdvertisingData

/// Who an advertiser is, in words.
struct AdvertiserDescription {
  private let advertiser: Advertiser

  init(_ advertiser: Advertiser) {
    self.advertiser = advertiser
  }

  /// `F0:F1:F2:F3:F4:F5 and 2 more`.
  var addressWords: String {
    let others = advertiser.otherAddresses.count
    return advertiser.address.description + (others == 0 ? "" : " and \(others) more")
  }

  var kindWords: String {
    (advertiser.origin == .host ? "this host, " : "") + advertiser.address.kind.words
      + (advertiser.owner.map { ", resolved by key \($0 + 1)" } ?? "")
  }

  var otherAddressLines: [String] {
    advertiser.otherAddresses.map { "also \($0)" }
  }
}
