package import AdvertCapture
package import AdvertisingData

/// The connections of a capture's host to devices.
package struct HostConnections: Sendable {
  /// A log of a day has some hundreds; later ones are left out.
  private static let maximumConnections = 10_000

  /// In the order of their starts.
  package private(set) var all: [HostConnection] = []
  /// By adapter and number: the position of a connection that goes on.
  private var open: [UInt32: Int] = [:]

  /// None.
  package init() {}

  mutating func note(_ event: ConnectionEvent) {
    let key = UInt32(event.adapter) << 16 | UInt32(event.handle)
    switch event.kind {
    case .closed(let reason):
      guard let position = open.removeValue(forKey: key) else { return }
      all[position].end = .init(time: event.time, record: event.record, reason: reason)
    case .opened(let peer, let current):
      open[key] = nil
      guard all.count < Self.maximumConnections else { return }
      open[key] = all.count
      all.append(HostConnection(event, [peer, current].compactMap { $0 }, failure: nil))
    case .failed(let peer, let status):
      guard all.count < Self.maximumConnections else { return }
      all.append(HostConnection(event, [peer], failure: status))
    }
  }

  /// Those to a device, on the adapter that received it.
  package func connections(to advertiser: Advertiser) -> [HostConnection] {
    guard !all.isEmpty else { return [] }
    // A controller that resolves addresses gives the identity in one event, and the address as received in another.
    let addresses = Set(advertiser.addresses.lazy.filter { $0.isKnown }.map { $0.bits })
    return all.filter { $0.adapter == advertiser.adapter && $0.addresses.contains { addresses.contains($0.bits) } }
  }
}

/// A connection of the capturing host to a device, or an attempt.
package struct HostConnection: Hashable, Sendable {
  /// The Bluetooth controller of the host.
  package let adapter: UInt16
  /// The address that the controller gave, and the private one that it resolved.
  package let addresses: [DeviceAddress]
  /// When it began; `nil` when the capture does not have it.
  package let time: Timestamp?
  /// The record of that, counting from 1.
  package let record: Int
  /// The error code of an attempt that failed; `nil` of a connection.
  package let failure: UInt8?
  /// `nil` when it goes on to the end of the capture, and of an attempt that failed.
  package internal(set) var end: End?

  /// The end of a connection.
  package struct End: Hashable, Sendable {
    /// When; `nil` when the capture does not have it.
    package let time: Timestamp?
    /// The record of that, counting from 1.
    package let record: Int
    /// The error code that says why.
    package let reason: UInt8
  }

  init(_ event: ConnectionEvent, _ addresses: [DeviceAddress], failure: UInt8?) {
    adapter = event.adapter
    self.addresses = addresses
    time = event.time
    record = event.record
    self.failure = failure
  }
}
