internal import AdvertisingData

/// What decides about a layout besides where it mentions what is looked for. Layouts alike in this are alike for every
/// scanner, however many different payloads a device goes through.
struct LayoutKind: Hashable {
  let pdu: AdvertisingPDU?
  let advertising: BlockKnowledge
  let scanResponse: BlockKnowledge

  /// How well one block of a layout is known, and whether a filter finds anything to look at in it.
  struct BlockKnowledge: Hashable {
    /// Whether it was observed, or is known not to exist.
    var isObserved: Bool
    /// Whether only the beginning of it arrived.
    var isTruncated = false
    /// Whether it lists a service.
    var listsServices = false
    /// Whether it has any AD structure.
    var hasStructures = false

    var isComplete: Bool { isObserved && !isTruncated }
  }

  /// Whether anybody can ask for a scan response.
  var isScannable: Bool { pdu?.isScannable ?? true }
}

extension LayoutView {
  var kind: LayoutKind {
    // Advertising that carries no data is known to have none, seen or not.
    var advertised = LayoutKind.BlockKnowledge(isObserved: advertising != nil || !(pdu?.carriesAdvertisingData ?? true))
    if let advertising { advertised.note(advertising) }
    var answered = LayoutKind.BlockKnowledge(isObserved: scanResponseIsObserved)
    for response in responses { answered.note(response) }
    return LayoutKind(pdu: pdu, advertising: advertised, scanResponse: answered)
  }
}

extension LayoutKind.BlockKnowledge {
  fileprivate mutating func note(_ view: LayoutView.PayloadView) {
    isTruncated = isTruncated || view.isTruncated
    var walk = view.payload.structures
    while let structure = walk.next() {
      hasStructures = true
      if let width = ServiceUUIDList.width(of: structure.type), structure.value.count >= width.octets {
        listsServices = true
      }
    }
  }
}
