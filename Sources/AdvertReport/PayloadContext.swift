internal import AdvertObservation
internal import AdvertisingData

/// What is known of a payload beside its octets, and tells more of what they mean.
struct PayloadContext {
  /// What else its layout sends.
  let signs: DeviceHints
  /// What decrypts its data.
  private var keys = DeviceKeys.none

  init(_ layout: Layout, keys: DeviceKeys = .none) {
    signs = DeviceHints(layout)
    self.keys = keys
  }

  /// The payloads of one layout.
  init(_ payloads: [Payload], keys: DeviceKeys = .none) {
    signs = DeviceHints(payloads)
    self.keys = keys
  }

  /// A field of which is known what the layout sends beside it.
  init(_ signs: DeviceHints) { self.signs = signs }

  /// A payload of which nothing else is known.
  init(_ payload: Payload) { signs = DeviceHints(payload) }

  /// An AD structure of which nothing else is known.
  private init() { signs = .none }

  /// The known format of a value, decrypted when there is a key.
  func known(in value: ADValue) -> KnownPayload? {
    keys.opened(KnownPayload.recognised(in: value, beside: signs))
  }

  static let none = PayloadContext()
}
