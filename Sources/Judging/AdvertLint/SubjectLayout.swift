internal import AdvertObservation
public import AdvertisingData

/// A layout with the places and counts of its receptions. A class, because every rule walks it: it is passed on, never
/// copied.
public final class SubjectLayout: Sendable {
  /// The type of its PDU; `nil` when nothing shows it: a log does not say it, or only legacy scan responses were received.
  public let pdu: AdvertisingPDU?
  /// The advertising data; `nil` for scan responses without an advertisement that they can answer.
  public let advertising: SubjectPayload?
  /// The distinct scan responses that were received or declared.
  public let scanResponses: [SubjectPayload]
  /// The state of the scan response data.
  public let scanResponse: Layout.ScanResponse
  /// The PHYs of extended advertising, as far as they are known.
  public let phys: AdvertisingPHYs
  /// AD types that the host adds, with values that are not known.
  let addedTypes: Set<ADType>
  /// Whether the advertising data are such for certain, and not those of a scan response.
  public let isBlockKnown: Bool
  /// Whether the advertising data are both blocks in one string.
  public let isMerged: Bool
  /// All payloads with their positions, advertising data first. Kept, because every rule walks them.
  let payloads: [(position: PayloadPosition, payload: SubjectPayload)]
  /// Whether only the beginning of a payload was received.
  let isTruncated: Bool

  init(
    pdu: AdvertisingPDU?, advertising: SubjectPayload?, scanResponses: [SubjectPayload],
    scanResponse: Layout.ScanResponse, phys: AdvertisingPHYs = AdvertisingPHYs(), addedTypes: Set<ADType> = [],
    isBlockKnown: Bool = true,
    isMerged: Bool = false, showing detail: SubjectPayload.Detail = .everything
  ) {
    var advertising = advertising
    var scanResponses = scanResponses
    if detail == .everything {
      let signs = SubjectPayload.signs(of: (advertising.map { [$0] } ?? []) + scanResponses)
      advertising = advertising?.recognised(beside: signs)
      scanResponses = scanResponses.map { $0.recognised(beside: signs) }
    }
    payloads =
      (advertising.map { [(.advertising, $0)] } ?? [])
      + scanResponses.enumerated().map { (.scanResponse($0.offset), $0.element) }
    isTruncated = payloads.contains { $0.payload.isTruncated }
    self.pdu = pdu
    self.advertising = advertising
    self.scanResponses = scanResponses
    self.scanResponse = scanResponse
    self.phys = phys
    self.addedTypes = addedTypes
    self.isBlockKnown = isBlockKnown
    self.isMerged = isMerged
  }

  convenience init(_ observed: ObservedLayout) {
    self.init(
      pdu: observed.layout.pdu,
      advertising: observed.layout.advertising.map {
        SubjectPayload(
          payload: $0, count: observed.count, sighting: observed.firstSighting, isTruncated: observed.isTruncated)
      },
      scanResponses: observed.scanResponses.map {
        SubjectPayload(payload: $0.payload, count: $0.count, sighting: $0.firstSighting, isTruncated: $0.isTruncated)
      },
      scanResponse: observed.layout.scanResponse, phys: observed.layout.phys, isBlockKnown: observed.isBlockKnown)
  }

  /// Whether the block could have data and is known to have none.
  var isEmpty: Bool {
    pdu != .advDirectInd && scanResponse != .notObserved && addedTypes.isEmpty
      && payloads.allSatisfy { $0.payload.payload.octets.isEmpty }
  }

  /// Whether all of both blocks is known, so that what they do not have is not sent.
  var isWhole: Bool {
    advertising != nil && isBlockKnown && !isTruncated && (scanResponse != .notObserved || !(pdu?.isScannable ?? true))
  }

  /// The uncertain parts of what was received.
  var doubts: [Doubt] {
    var doubts: [Doubt] = isBlockKnown ? [] : [Doubt(.whichBlock, .unknown, .logDoesNotSay)]
    if pdu == nil, advertising != nil, !isMerged { doubts.append(Doubt(.pdu, .unknown, .logDoesNotSay)) }
    for (position, payload) in payloads {
      doubts += payload.payload.doubts(in: position.block, isTruncated: payload.isTruncated)
    }
    return doubts
  }

  var carriesAdvertisingData: Bool { pdu?.carriesAdvertisingData ?? true }
}
