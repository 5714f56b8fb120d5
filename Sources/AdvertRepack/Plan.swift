public import AdvertisingData

/// A way to send what a layout says.
public struct Plan: Hashable, Sendable {
  public let kind: Kind
  public let pdu: AdvertisingPDU
  public let advertising: Payload
  /// `nil` when the scan response was not observed: it stays as it is.
  public let scanResponse: Payload?
  public let changes: [Change]
  public let losses: [Loss]
  /// Whether it is proved that no way to send the layout is better, in the order of `Docs/Repack.md`.
  public let isOptimal: Bool

  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// As much of what identifies the device as possible is in the advertising data.
    case identification
    /// Nothing is left out and no value is sent otherwise: as few structures as possible change places.
    case everythingKept
    /// The advertising data are as short as the demands allow.
    case shortAdvertising
  }

  /// The layout as it then is.
  public var layout: Layout {
    Layout(
      pdu: pdu, advertising: advertising,
      scanResponse: pdu.isScannable ? scanResponse.map { .declared($0) } ?? .notObserved : .notScannable)
  }

  /// Octets that are free in the advertising data.
  public var freeInAdvertising: Int { (pdu.carriesAdvertisingData ? pdu.payloadLimit : 0) - advertising.count }

  /// Octets that are free in the scan response; `nil` when it is not known, 0 when there is none.
  public var freeInScanResponse: Int? {
    guard pdu.isScannable else { return 0 }
    return scanResponse.map { pdu.payloadLimit - $0.count }
  }
}
