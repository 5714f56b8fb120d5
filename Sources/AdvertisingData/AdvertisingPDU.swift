/// What kind of advertising a layout is sent with: what a receiver may do, and how much room there is.
///
/// Source: Core Specification Vol 6 Part B 2.3. The raw value is the PDU's name, or for extended advertising, where
/// every set starts with the same PDU, what the set is for.
public enum AdvertisingPDU: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case advInd = "ADV_IND"
  case advScanInd = "ADV_SCAN_IND"
  case advNonconnInd = "ADV_NONCONN_IND"
  case advDirectInd = "ADV_DIRECT_IND"
  case extendedConnectable = "EXT_CONNECTABLE"
  case extendedScannable = "EXT_SCANNABLE"
  case extendedNonconnectable = "EXT_NONCONNECTABLE"

  public var isConnectable: Bool {
    switch self {
    case .advInd, .advDirectInd, .extendedConnectable: true
    case .advScanInd, .advNonconnInd, .extendedScannable, .extendedNonconnectable: false
    }
  }

  /// Whether a scanner may ask for scan response data.
  public var isScannable: Bool {
    switch self {
    case .advInd, .advScanInd, .extendedScannable: true
    case .advNonconnInd, .advDirectInd, .extendedConnectable, .extendedNonconnectable: false
    }
  }

  public var isExtended: Bool {
    switch self {
    case .extendedConnectable, .extendedScannable, .extendedNonconnectable: true
    case .advInd, .advScanInd, .advNonconnInd, .advDirectInd: false
    }
  }

  /// Whether the advertisement itself can carry advertising data: ADV_DIRECT_IND has no room for it, and an extended
  /// scannable set sends all its data in the scan response.
  public var carriesAdvertisingData: Bool {
    self != .advDirectInd && self != .extendedScannable
  }

  /// The most octets one block can have: 31, or 1650 in extended advertising.
  public var payloadLimit: Int { isExtended ? 1650 : 31 }
}
