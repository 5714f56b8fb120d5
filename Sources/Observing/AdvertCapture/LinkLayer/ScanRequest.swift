public import AdvertisingData

/// A request for a scan response, as a sniffer received it: SCAN_REQ or AUX_SCAN_REQ.
public struct ScanRequest: Hashable, Sendable {
  /// The device that the request is for.
  public var advertiser: DeviceAddress
  /// The time; `nil` when the capture does not have it.
  public var time: Timestamp?

  /// Reads the PDU; `nil` when it is cut short: the scanner's address comes first, then that of the device (Core Vol 6
  /// Part B 2.3.2.1).
  init?(_ pdu: borrowing LinkLayerPDU) {
    guard let advertiser = pdu.address(at: 6, type: pdu.targetAddressType) else { return nil }
    self.advertiser = advertiser
    time = pdu.time
  }
}
