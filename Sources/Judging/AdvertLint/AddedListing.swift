internal import AdvertisingData

/// A service that a payload lists besides what it has: in its list of the same width, or in a list of its own.
struct AddedListing {
  /// The place of the present list, or the place for a new one.
  let place: Range<Int>
  /// The octets of the list with the service.
  let octets: [UInt8]
  /// The octets to add, in words: `the list 03 03 0f 18`, `0f 18 to the list of 16-bit services`.
  let words: String
  /// Whether the payload has no list of the width.
  let isNew: Bool
  private let payload: Payload

  /// Adds a service; `nil` where the list would be too long.
  ///
  /// - Parameter offset: the place of a new list; behind all structures when it is `nil`.
  init?(
    of service: BluetoothUUID, _ width: BluetoothUUID.Width, to payload: SubjectPayload, before offset: Int? = nil
  ) {
    guard let uuid = service.littleEndian(width: width) else { return nil }
    let list = payload.structures.first { ServiceUUIDList.width(of: $0.type) == width }
    let value = (list?.value.octets ?? []) + uuid
    guard value.count < 255 else { return nil }
    let start = offset ?? payload.structures.last?.octetRange.upperBound ?? 0
    place = list?.octetRange ?? start..<start
    let type = list?.type ?? ServiceUUIDList.type(width: width, isComplete: true)
    octets = [UInt8(1 + value.count), type.rawValue] + value
    words =
      list == nil
      ? "the list \(HexText.spaced(octets))"
      : "\(HexText.spaced(uuid)) to the list of \(width.rawValue)-bit services"
    isNew = list == nil
    self.payload = payload.payload
  }

  /// Returns the number of octets that have to go first in a block of some size; 0 or less where there is room.
  func lacking(of limit: Int) -> Int { payload.significantCount + octets.count - place.count - limit }

  /// The payload with the service.
  var result: Payload {
    var changed = payload.octets
    changed.replaceSubrange(place, with: octets)
    return Payload(changed)
  }
}

extension SubjectLayout {
  /// Returns the advice to list the service of service data in the advertising data, which all scans receive, with the
  /// blocks that have it.
  func listing(dataOf mention: ServiceMention, before offset: Int?) -> (words: String, remedy: Remedy?) {
    let condition = "if apps filter for the service"
    guard let advertising,
      let list = AddedListing(of: mention.uuid, mention.width, to: advertising, before: offset)
    else { return ("list service \(mention.uuid) in the advertising data, \(condition)", nil) }
    let lacking = list.lacking(of: pdu.payloadLimit)
    return (
      Words.adding("\(list.words) \(list.isNew ? "to" : "in") the advertising data, \(condition)", lacking: lacking),
      lacking > 0
        ? nil : .sendingBlocks(FixedBlocks(advertising: list.result, scanResponse: onlyScanResponse))
    )
  }
}
