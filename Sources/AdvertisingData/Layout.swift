/// What a device puts on the air at one moment, and how its scan response is known.
///
/// The meeting point of the toolkit: captures, manifests and hex arguments become layouts, and everything that judges
/// takes layouts.
public struct Layout: Hashable, Sendable {
  /// `nil` when only a scan response was seen, which does not tell.
  public var pdu: AdvertisingPDU?
  /// `nil` when no advertisement was seen, only a scan response.
  public var advertising: Payload?
  public var scanResponse: ScanResponse

  public init(pdu: AdvertisingPDU?, advertising: Payload?, scanResponse: ScanResponse) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
  }

  /// A layout that somebody wrote down. A scan response that was left out is declared empty where there can be one.
  public init(pdu: AdvertisingPDU, advertising: Payload, declaring scanResponse: Payload?) {
    let isDeclared = pdu.isScannable || scanResponse != nil
    self.init(
      pdu: pdu, advertising: advertising,
      scanResponse: isDeclared ? .declared(scanResponse ?? Payload()) : .notScannable)
  }

  /// What is known of the scan response data.
  public enum ScanResponse: Hashable, Sendable {
    /// Received over the air: the distinct payloads, in the order first seen. An empty payload was received too.
    case observed([Payload])
    /// Never received, which proves nothing: the scan was passive, or the response was lost.
    case notObserved
    /// There can be none, because the advertising is not scannable.
    case notScannable
    /// Stated by a person, a manifest or a host command rather than received.
    case declared(Payload)

    /// The distinct payloads known; empty when nothing is known or there can be none.
    public var payloads: [Payload] {
      switch self {
      case .observed(let payloads): payloads
      case .declared(let payload): [payload]
      case .notObserved, .notScannable: []
      }
    }
  }

  /// Every payload of the layout with its block, advertising data first.
  public var blocks: [(block: Block, payload: Payload)] {
    (advertising.map { [(.advertising, $0)] } ?? []) + scanResponse.payloads.map { (.scanResponse, $0) }
  }
}

/// Which of an advertiser's two blocks a payload is.
public enum Block: String, Hashable, Sendable, CaseIterable {
  case advertising
  case scanResponse
}
