internal import AdvertisingData

/// What a payload mentions that somebody may look for.
enum Mentioned: Hashable {
  case service(BluetoothUUID)
  case name(String)
  /// The mask of an overflow area, which stands for countless services.
  case overflowArea(OverflowArea)

  /// Whether it answers a question.
  func answers(_ question: Question) -> Bool {
    switch (self, question) {
    case (.service(let uuid), .service(let asked)): uuid == asked
    case (.name(let name), .name(let asked)): asked == nil || name == asked
    case (.overflowArea(let area), .service(let asked)): area.contains(bit: OverflowArea.bit(of: asked))
    default: false
    }
  }
}

extension Payload {
  /// Calls `body` with everything the payload mentions: what, how, and the offset and length of its octets. Service
  /// lists come first, the rest in the order sent. Whole UUIDs of a ragged or overrunning list count: receivers see
  /// them too.
  func forEachMention(_ body: (Mentioned, MentionKinds, _ offset: Int, _ length: Int) -> Void) {
    for listing in serviceListings {
      body(.service(listing.uuid), .serviceList, listing.offset, listing.width.octets)
    }
    var walk = structures
    while let structure = walk.next() {
      let offset = structure.valueOffset
      if let width = ServiceData.width(of: structure.type) {
        guard let uuid = BluetoothUUID(littleEndian: structure.value, at: 0, width: width) else { continue }
        body(.service(uuid), .serviceData, offset, width.octets)
      } else if let name = LocalName(structure) {
        body(.name(name.text), .localName, offset, structure.value.count)
      } else if structure.type == .manufacturerData, let area = OverflowArea(manufacturerData: structure.value) {
        body(.overflowArea(area), .overflowArea, offset + OverflowArea.headerLength, OverflowArea.length)
      }
    }
  }
}

extension OverflowArea {
  /// The octets in front of the mask: Apple's company identifier 0x004C and the type 0x01, which has no length octet.
  fileprivate static let headerLength = 3

  /// The overflow area at the start of manufacturer data, where iOS puts it; `nil` when there is none.
  fileprivate init?(manufacturerData value: Span<UInt8>) {
    guard value.count >= Self.headerLength + Self.length, value[0] == 0x4C, value[1] == 0x00, value[2] == 0x01
    else { return nil }
    self.init(mask: Array(copying: value.extracting(Self.headerLength..<Self.headerLength + Self.length)))
  }
}
