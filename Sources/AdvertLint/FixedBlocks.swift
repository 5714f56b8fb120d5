public import AdvertisingData

/// Both blocks of a layout as a fix sends them.
public struct FixedBlocks: Hashable, Sendable {
  public let advertising: Payload
  /// `nil` when it stays as it is.
  public let scanResponse: Payload?
}

extension SubjectLayout {
  /// With other blocks, as if somebody had declared them.
  func sending(_ blocks: FixedBlocks) -> SubjectLayout {
    let known: Layout.ScanResponse =
      switch (scanResponse, blocks.scanResponse) {
      case (_, nil): scanResponse
      case (.notScannable, let payload?) where payload.isEmpty: .notScannable
      case (.observed, let payload?): .observed([payload])
      case (_, let payload?): .declared(payload)
      }
    return SubjectLayout(
      pdu: pdu, advertising: SubjectPayload(payload: blocks.advertising),
      scanResponses: known.payloads.map { SubjectPayload(payload: $0) }, scanResponse: known)
  }
}
