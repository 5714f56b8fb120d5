package import AdvertCapture
package import AdvertisingData

/// The connections of a capture's host to devices.
package struct HostConnections: Sendable {
  /// The most connections that are kept; later ones are left out. A log of a day has some hundreds.
  private static let maximumConnections = 10_000

  /// All connections, in the order of their starts.
  package private(set) var all: [HostConnection] = []
  /// The positions of open connections, by adapter and number.
  private var open: [UInt32: Int] = [:]

  /// No connections.
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

  /// Returns the connections to a device, on the adapter that received it.
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
  /// The start; `nil` when the capture does not have it.
  package let time: Timestamp?
  /// The record of the start, counting from 1.
  package let record: Int
  /// The error code of a failed attempt; `nil` for a connection.
  package let failure: UInt8?
  /// The end; `nil` for a connection that lasts to the end of the capture, and for a failed attempt.
  package internal(set) var end: End?

  /// The end of a connection.
  package struct End: Hashable, Sendable {
    /// The time; `nil` when the capture does not have it.
    package let time: Timestamp?
    /// The record, counting from 1.
    package let record: Int
    /// The error code with the reason.
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
