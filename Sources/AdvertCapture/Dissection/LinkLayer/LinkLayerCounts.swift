/// Link-layer packets of a capture that are no advertising reports.
public struct LinkLayerCounts: Hashable, Sendable {
  /// SCAN_REQ and AUX_SCAN_REQ: how often somebody asked for a scan response.
  public internal(set) var scanRequests = 0
  /// CONNECT_IND and AUX_CONNECT_REQ.
  public internal(set) var connectionRequests = 0
  /// Packets of connections, isochronous streams and periodic advertising, and others that carry no advertising data.
  public internal(set) var skipped = 0
}
