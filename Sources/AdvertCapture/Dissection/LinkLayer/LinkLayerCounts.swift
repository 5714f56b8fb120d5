/// Link-layer packets of a capture that are no advertising reports.
public struct LinkLayerCounts: Hashable, Sendable {
  /// SCAN_REQ and AUX_SCAN_REQ: how often somebody asked for a scan response.
  public var scanRequests = 0
  /// CONNECT_IND and AUX_CONNECT_REQ.
  public var connectionRequests = 0
  /// Packets of connections, isochronous streams and periodic advertising, and others that carry no advertising data.
  public var skipped = 0

  public init(scanRequests: Int = 0, connectionRequests: Int = 0, skipped: Int = 0) {
    self.scanRequests = scanRequests
    self.connectionRequests = connectionRequests
    self.skipped = skipped
  }

  static func + (one: Self, other: Self) -> Self {
    LinkLayerCounts(
      scanRequests: one.scanRequests + other.scanRequests,
      connectionRequests: one.connectionRequests + other.connectionRequests, skipped: one.skipped + other.skipped)
  }
}
