internal import AdvertisingData

extension FormatFields {
  mutating func add(_ remoteID: RemoteID) {
    keep(0)
    var position = 2
    if case .pack = remoteID.content {
      keep(2..<5)
      position = 5
    }
    for message in remoteID.messages {
      add(message, from: position)
      position += RemoteIDMessage.length
    }
  }

  /// Type and version, the kind of what follows, and reserved bits that share an octet with others.
  private mutating func add(_ message: RemoteIDMessage, from start: Int) {
    keep(start)
    switch message.content {
    case .basicID(let idType, _, _):
      keep(start + 1)
      // A serial number or a registration; the others are no text.
      if (1...2).contains(idType) { addText(start + 2..<start + 22) }
    case .location:
      keep(start + 1)
      keep(bits: 0xF0, at: start + 23)
    case .authentication: keep(start + 1)
    case .selfID:
      keep(start + 1)
      addText(start + 2..<start + RemoteIDMessage.length)
    case .system: keep(start + 1, start + 17)
    case .operatorID:
      keep(start + 1)
      addText(start + 2..<start + 22)
    case .other: break
    }
  }
}
