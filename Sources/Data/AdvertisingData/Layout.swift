/// The advertising of a device at one moment: its advertising data and its scan response data.
///
/// The central type of the toolkit: captures, manifests and hex arguments become layouts, and every judgement takes
/// layouts.
public struct Layout: Hashable, Sendable {
  /// The PDU; `nil` when nothing shows it: a log does not say it, or only a legacy scan response was received.
  public var pdu: AdvertisingPDU?
  /// The advertising data; `nil` for scan responses without an advertisement that they can answer.
  public var advertising: Payload?
  /// The state of the scan response data.
  public var scanResponse: ScanResponse
  /// The PHYs of extended advertising, as far as they are known.
  public var phys: AdvertisingPHYs

  /// A layout with any parts unknown.
  public init(
    pdu: AdvertisingPDU?, advertising: Payload?, scanResponse: ScanResponse, phys: AdvertisingPHYs = AdvertisingPHYs()
  ) {
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponse = scanResponse
    self.phys = phys
  }

  /// A declared layout. A `nil` scan response is declared empty where the PDU allows one.
  public init(
    pdu: AdvertisingPDU, advertising: Payload, declaring scanResponse: Payload?,
    phys: AdvertisingPHYs = AdvertisingPHYs()
  ) {
    let isDeclared = pdu.isScannable || scanResponse != nil
    self.init(
      pdu: pdu, advertising: advertising,
      scanResponse: isDeclared ? .declared(scanResponse ?? Payload()) : .notScannable, phys: phys)
  }

  /// The states of scan response data.
  public enum ScanResponse: Hashable, Sendable {
    /// Received over the air: the distinct payloads, in the order first seen. An empty payload was received too.
    case observed([Payload])
    /// Never received, which proves nothing: the scan was passive, or the response was lost.
    case notObserved
    /// There is none, because the advertising is not scannable.
    case notScannable
    /// Stated by a person, a manifest or a host command rather than received.
    case declared(Payload)

    /// The distinct known payloads; empty when none is known or there is none.
    public var payloads: [Payload] {
      switch self {
      case .observed(let payloads): payloads
      case .declared(let payload): [payload]
      case .notObserved, .notScannable: []
      }
    }
  }

  /// Every payload of the layout with its block, advertising data first.
  public var blocks: Blocks { Blocks(self) }

  /// The payloads of a layout with their blocks, without a copy: all code that reads layouts walks them.
  public struct Blocks: RandomAccessCollection, Sendable {
    private let layout: Layout
    /// The position of the first payload: 0.
    public var startIndex: Int { 0 }
    /// The number of known payloads.
    public let endIndex: Int

    fileprivate init(_ layout: Layout) {
      self.layout = layout
      let responses =
        switch layout.scanResponse {
        case .observed(let payloads): payloads.count
        case .declared: 1
        case .notObserved, .notScannable: 0
        }
      endIndex = (layout.advertising == nil ? 0 : 1) + responses
    }

    /// The payload at a position.
    public subscript(position: Int) -> (block: Block, payload: Payload) {
      if let advertising = layout.advertising, position == 0 { return (.advertising, advertising) }
      let response = layout.advertising == nil ? position : position - 1
      return switch layout.scanResponse {
      case .declared(let payload) where response == 0: (.scanResponse, payload)
      default: (.scanResponse, layout.scanResponse.payloads[response])
      }
    }
  }
}

/// The two blocks of an advertiser.
public enum Block: String, Hashable, Sendable, CaseIterable {
  /// The advertising data, which every scanner receives.
  case advertising
  /// The scan response data. A scanner receives them only on request.
  case scanResponse

  /// The block with an article, for sentences.
  package var withArticle: String { self == .advertising ? "the advertising data" : "the scan response" }
}

/// The kind of advertising of a layout: the actions that a receiver may take, and the size of the payload.
///
/// Source: Core Specification Vol 6 Part B 2.3. The raw value is the PDU's name, or for extended advertising, where
/// every set starts with the same PDU, the purpose of the set.
public enum AdvertisingPDU: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Legacy, connectable and scannable: the kind that most devices send.
  case advInd = "ADV_IND"
  /// Legacy, scannable and not connectable.
  case advScanInd = "ADV_SCAN_IND"
  /// Legacy, neither connectable nor scannable: a beacon.
  case advNonconnInd = "ADV_NONCONN_IND"
  /// Legacy, for one other device, which may connect. It carries no data.
  case advDirectInd = "ADV_DIRECT_IND"
  /// Extended and connectable, which cannot be scannable.
  case extendedConnectable = "EXT_CONNECTABLE"
  /// Extended and scannable: all data are in the scan response.
  case extendedScannable = "EXT_SCANNABLE"
  /// Extended, neither connectable nor scannable.
  case extendedNonconnectable = "EXT_NONCONNECTABLE"

  /// Whether a receiver may connect.
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

  /// Whether the PDU belongs to extended advertising, which Bluetooth 5.0 introduced and older scanners do not receive.
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

extension AdvertisingPDU? {
  /// The most octets of a block; those of legacy advertising where the PDU is not known.
  package var payloadLimit: Int { self?.payloadLimit ?? AdvertisingPDU.advInd.payloadLimit }
}
