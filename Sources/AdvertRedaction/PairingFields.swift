internal import AdvertisingData

extension FormatFields {
  /// The type and length of every message, and what decides how the rest of it is read.
  mutating func add(_ continuity: Continuity) {
    var position = 0
    for message in continuity.messages {
      let start = position + message.octets.count - message.value.count
      keep(position..<start)
      add(message, from: start)
      position = start + message.value.count
    }
    if !continuity.rest.isEmpty { keep(position..<position + 2) }
  }

  private mutating func add(_ message: ContinuityMessage, from start: Int) {
    switch message.content {
    // Bits that stand for services.
    case .overflowArea: keep(start..<start + OverflowArea.length)
    case .nearbyInfo: keep(start + 1)
    case .nearbyAction: keep(start, start + 1)
    default: break
    }
    switch message.type {
    // iBeacon as one of several messages.
    case 0x02: keep(start + 20)
    // HomeKit: the identifier stands like an address; the category tells what kind of accessory it is.
    case 0x06 where message.value.count >= 7:
      addAddress(at: start + 1, isLittleEndian: false)
      keep(start + 7, start + 8)
    // Proximity pairing: which form it has, and the model.
    case 0x07: keep(start..<start + 3)
    default: break
    }
  }

  mutating func add(_ swiftPair: SwiftPair) {
    keep(0..<3)
    switch swiftPair.pairing {
    case .lowEnergy: addText(3..<data.count)
    case .classic:
      addAddress(at: 3, isLittleEndian: nil)
      keep(9..<12)
      addText(12..<data.count)
    case .both:
      keep(3..<6)
      addText(6..<data.count)
    case .other: break
    }
  }

  mutating func add(_ fastPair: FastPair) {
    switch fastPair.content {
    case .model: keep(0..<3)
    case .account(_, let fields, let rest):
      keep(0)
      var position = 1
      for field in fields {
        keep(position)
        position += 1 + field.data.count
      }
      if !rest.isEmpty { keep(position) }
    }
  }
}
