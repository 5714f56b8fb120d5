public import AdvertisingData

/// The begin, failure or end of a connection of the capturing host to a device.
///
/// Source: Core Specification Vol 4 Part E 7.7.65.1 and 7.7.65.10, LE Connection Complete and LE Enhanced Connection
/// Complete, and 7.7.5, Disconnection Complete.
public struct ConnectionEvent: Hashable, Sendable {
  /// The Bluetooth controller of the host.
  public var adapter: UInt16
  /// The time; `nil` when the capture does not have it.
  public var time: Timestamp?
  /// The record of the event, counting from 1.
  public var record: Int
  /// The handle of the connection, which is free again after its end.
  public var handle: UInt16
  /// The kind of event.
  public var kind: Kind

  /// The kinds of events of a connection.
  public enum Kind: Hashable, Sendable {
    /// The host connected to a device. When the controller resolved its address, `current` is the private address.
    case opened(peer: DeviceAddress, current: DeviceAddress?)
    /// The host tried to connect; the status is the reason of the failure.
    case failed(peer: DeviceAddress, status: UInt8)
    /// The connection ended, for a reason in the list of error codes.
    case closed(reason: UInt8)
  }

  /// An LE Connection Complete event of a host that is the central, from its subevent code on; `nil` for any other.
  init?(opening parameters: Span<UInt8>, of packet: borrowing HCIPacket) {
    // Subevent, status, handle, role, type and address of the peer; then, in the enhanced ones, two private addresses.
    guard parameters.count >= 12, parameters[4] == 0,
      let type = DeviceAddress.AddressType(rawValue: parameters[5]),
      let peer = DeviceAddress(littleEndian: parameters, at: 6, type: type)
    else { return nil }
    self.init(of: packet, handle: parameters.littleEndian16(at: 2), .failed(peer: peer, status: parameters[1]))
    guard parameters[1] == 0 else { return }
    let isEnhanced = parameters[0] != 0x01 && parameters.count >= 24
    let current = isEnhanced ? DeviceAddress(littleEndian: parameters, at: 18, type: .random) : nil
    kind = .opened(peer: peer, current: current.flatMap { $0.bits == 0 ? nil : $0 })
  }

  /// A Disconnection Complete event; `nil` when it failed or is cut short.
  init?(closing parameters: Span<UInt8>, of packet: borrowing HCIPacket) {
    // Status, handle, reason.
    guard parameters.count >= 4, parameters[0] == 0 else { return nil }
    self.init(of: packet, handle: parameters.littleEndian16(at: 1), .closed(reason: parameters[3]))
  }

  private init(of packet: borrowing HCIPacket, handle: UInt16, _ kind: Kind) {
    adapter = packet.adapter
    time = packet.time
    record = packet.record
    self.handle = handle & 0x0FFF
    self.kind = kind
  }
}
