package import AdvertObservation
package import AdvertisingData

/// The facts about a payload beside its octets that help to decode it.
package struct PayloadContext {
  /// The names and services of its layout.
  let signs: DeviceHints
  /// The keys that decrypt its data.
  private var keys = DeviceKeys.none

  package init(_ layout: Layout, keys: DeviceKeys = .none) {
    signs = DeviceHints(layout)
    self.keys = keys
  }

  /// The payloads of one layout.
  init(_ payloads: [Payload], keys: DeviceKeys = .none) {
    signs = DeviceHints(payloads)
    self.keys = keys
  }

  /// A field with the names and services of its layout.
  init(_ signs: DeviceHints) { self.signs = signs }

  /// A payload without further facts.
  package init(_ payload: Payload) { signs = DeviceHints(payload) }

  /// An AD structure without further facts.
  private init() { signs = .none }

  /// Returns the known format of a value, decrypted when there is a key.
  func known(in value: ADValue) -> KnownPayload? {
    keys.opened(KnownPayload.recognised(in: value, beside: signs))
  }

  static let none = PayloadContext()
}
