internal import AdvertisingData

/// What is known of a payload beside its octets, and tells more of what they mean.
struct PayloadContext {
  /// What else its layout sends.
  let signs: DeviceSigns

  init(_ layout: Layout) { signs = DeviceSigns(layout) }

  /// The payloads of one layout.
  init(_ payloads: [Payload]) { signs = DeviceSigns(payloads) }

  /// A payload of which nothing else is known.
  init(_ payload: Payload) { signs = DeviceSigns(payload) }

  /// An AD structure of which nothing else is known.
  private init() { signs = .none }

  static let none = PayloadContext()
}
