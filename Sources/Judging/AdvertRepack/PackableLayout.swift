internal import AdvertisingData

/// A layout whose bytes are understood well enough to be packed anew.
struct PackableLayout {
  let pdu: AdvertisingPDU
  /// The structures of the advertising data first, each block in the order sent.
  var pieces: [Piece]
  /// The changes of every plan: octets that are not a structure are left out.
  let forced: [Choice]
  /// Whether the scan response is known, so that structures may go into it.
  let knowsScanResponse: Bool
  let advertising: Payload
  let scanResponse: Payload
  /// The layout itself.
  let layout: Layout

  var limit: Int { pdu.payloadLimit }

  /// The reason why a layout cannot be packed at all.
  struct Refusal: Error {
    let reason: String
    var bytesOver = 0
    var alternatives: [Alternative] = []
  }

  init(_ layout: Layout) throws(Refusal) {
    guard let advertising = layout.advertising else {
      throw Refusal(reason: "no advertisement was seen, only scan responses: what the advertising data hold is unknown")
    }
    // Where a log does not say the kind, the plan is for the usual one, which may have all that the others may.
    let pdu = layout.pdu ?? .advInd
    self.pdu = pdu
    self.layout = layout
    self.advertising = advertising
    switch layout.scanResponse {
    case .notObserved:
      knowsScanResponse = false
      scanResponse = Payload()
    case .notScannable:
      knowsScanResponse = true
      scanResponse = Payload()
    case .declared(let payload):
      knowsScanResponse = true
      scanResponse = payload
    case .observed(let payloads):
      knowsScanResponse = true
      scanResponse = payloads.first ?? Payload()
    }
    if pdu == .advDirectInd, !advertising.isEmpty || !scanResponse.isEmpty {
      throw Refusal(
        reason: "ADV_DIRECT_IND carries no data", bytesOver: advertising.count + scanResponse.count)
    }
    var pieces: [Piece] = []
    var forced: [Choice] = []
    for (block, payload) in [(Block.advertising, advertising), (.scanResponse, scanResponse)] {
      // A payload this long cannot be sent in any way.
      let most = AdvertisingPDU.extendedConnectable.payloadLimit
      guard payload.count <= most else {
        throw Refusal(
          reason: "\(block.words) have \(payload.count) bytes, and no advertising holds more than \(most)",
          bytesOver: payload.count - pdu.payloadLimit)
      }
      let decoded = payload.decoded
      for (index, element) in decoded.elements.enumerated() {
        pieces.append(
          Piece(type: element.type, octets: element.value.octets, origin: Piece.Origin(block: block, index: index)))
      }
      try forced += Self.ending(of: decoded, in: block)
    }
    self.pieces = pieces
    self.forced = forced
  }

  /// Returns the choices for the octets after the last structure.
  private static func ending(of payload: DecodedPayload, in block: Block) throws(Refusal) -> [Choice] {
    switch payload.ending {
    case .complete: return []
    case .overrun(let offset, let declared, let available):
      throw Refusal(
        reason:
          "in \(block.words), the structure at byte \(offset) says it has \(declared) bytes, and \(available) are "
          + "there: what the rest should be is unknown, so nothing is moved")
    case .loneLength(let offset, let declared):
      throw Refusal(
        reason:
          "in \(block.words), the last byte, at \(offset), is the length of a structure of \(declared) bytes that is "
          + "not there, so nothing is moved")
    case .terminated(let offset):
      let rest = payload.remainder
      guard let last = rest.lastIndex(where: { $0 != 0 }) else {
        return [
          Choice().changing(
            Change(.leftOut, "drop \(counted(rest.count, "byte")) of padding from \(block.words)"))
        ]
      }
      return [
        Choice()
          .losing(
            Loss(
              .afterTheEnd,
              "the \(last) bytes after the zero length at byte \(offset) of \(block.words), which some receivers ignore: "
                + HexText.spaced(rest[1...last]))
          )
          .changing(Change(.leftOut, "drop the \(rest.count) bytes after the end of \(block.words)"))
      ]
    }
  }
}
