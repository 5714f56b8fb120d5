package import AdvertCapture
package import AdvertLint
package import AdvertisingData

/// Something that is worth a line while devices are watched.
package struct WatchEvent {
  /// The time of the report with which it came; `nil` without times.
  package let time: Timestamp?
  /// The device as it is now.
  package let device: WatchedDevice
  /// What happened.
  package let kind: Kind

  /// What happens to a device.
  package enum Kind: Sendable {
    /// It was heard for the first time, or again after it had left.
    case new
    /// A block has a form that was not heard of it before. The octets before it are `nil` for the first of a block.
    case layout(Block, octets: [UInt8], before: [UInt8]?)
    /// A rule found something that was not found of it before.
    case finding(Finding)
    /// It was not heard for long, or had to make room for another.
    case gone(silentFor: Int64)
  }
}
