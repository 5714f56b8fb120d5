package import AdvertCapture
package import AdvertLint
package import AdvertisingData

/// An event that deserves a line while devices are watched.
package struct WatchEvent {
  /// The time of its report; `nil` without times.
  package let time: Timestamp?
  /// The device in its present state.
  package let device: WatchedDevice
  /// The kind of event.
  package let kind: Kind

  /// The kinds of events.
  package enum Kind: Sendable {
    /// The device was received for the first time, or again after it had left.
    case new
    /// A block has a form that the device did not have before. The octets before it are `nil` for the first of a block.
    case layout(Block, octets: [UInt8], before: [UInt8]?)
    /// A rule has a finding that the device did not have before.
    case finding(Finding)
    /// The device was not received for long, or had to make room for another.
    case gone(silentFor: Int64)
  }
}
