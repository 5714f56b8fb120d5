internal import AdvertObservation
internal import AdvertReading
public import AdvertisingData

/// Octets of a layout that mention data that a scanner looks for.
public struct Mention: Hashable, Sendable {
  /// The kind of mention: exactly one.
  public let kind: MentionKinds
  /// The block of the payload.
  public let block: Block
  /// Position of the layout among those asked about; 0 when there is one.
  public let layout: Int
  /// Position of the payload among the layout's scan responses; `nil` in advertising data.
  public let response: Int?
  /// Offset of the first octet from the start of the payload: of the UUID, the name or the mask, without the AD
  /// structure's length and type.
  public internal(set) var offset: Int
  /// The number of octets.
  public let length: Int
}

/// Layouts of one kind that mention what a question asks for in the same places, taken together.
struct MentionGroup: Sendable {
  let kind: LayoutKind
  /// The first mention of each kind in each block, and of each standing among its rivals, with how often and when payloads
  /// with one were received.
  private(set) var found: [Found] = []

  struct Found: Sendable {
    let mention: Mention
    let rivals: Rivals
    fileprivate(set) var reception: Reception
    /// The payload that was counted last: one with two mentions was still received once.
    fileprivate var latest: PayloadPosition
  }

  struct PayloadPosition: Hashable {
    let layout: Int
    let response: Int?
  }

  init(kind: LayoutKind) {
    self.kind = kind
  }

  /// The mentions of one layout in answer to a question.
  init(_ question: Question, in view: LayoutView) {
    self.init(kind: view.kind)
    let asksForName = if case .name = question { true } else { false }
    view.forEachMention(layout: 0, asking: [question.dataQuestion].compactMap { $0 }, withNames: asksForName) {
      mentioned, mention, rivals, reception in
      if mentioned.answers(question) { note(mention, rivals, reception) }
    }
  }

  mutating func note(_ mention: Mention, _ rivals: Rivals, _ reception: Reception) {
    let payload = PayloadPosition(layout: mention.layout, response: mention.response)
    guard let position = position(like: mention, rivals) else {
      found.append(Found(mention: mention, rivals: rivals, reception: reception, latest: payload))
      return
    }
    guard found[position].latest != payload else { return }
    found[position].latest = payload
    found[position].reception.add(reception)
  }

  /// Adds a group of another layout.
  mutating func add(_ other: MentionGroup) {
    for one in other.found { note(one.mention, one.rivals, one.reception) }
  }

  private func position(like mention: Mention, _ rivals: Rivals) -> Int? {
    found.firstIndex {
      $0.mention.kind == mention.kind && $0.mention.block == mention.block && $0.rivals == rivals
    }
  }

  /// The kinds of mention in both blocks, those of the scan response in the upper half, and their rivals in turn.
  var places: MentionPlaces {
    found.enumerated().reduce(into: MentionPlaces()) { places, one in
      let mention = one.element.mention
      places.kinds |= UInt16(mention.kind.rawValue) << (mention.block == .advertising ? 0 : 8)
      if !one.element.rivals.isEmpty {
        // No more than a few mentions of one thing have rivals; all further ones count as one.
        places.rivals |= UInt64(one.element.rivals.rawValue) << (4 * min(one.offset, 15))
      }
    }
  }
}

/// The kinds of mention of one thing in both blocks, and the rivals of each.
struct MentionPlaces: Hashable {
  fileprivate(set) var kinds: UInt16 = 0
  fileprivate(set) var rivals: UInt64 = 0
}

extension LayoutView {
  /// Calls `body` with everything that the layout mentions, payload by payload.
  ///
  /// - Parameter questions: more questions about data, to be answered too.
  func forEachMention(
    layout: Int, asking questions: [DataQuestion], withNames: Bool = true,
    _ body: (Mentioned, Mention, Rivals, Reception) -> Void
  ) {
    let fields = RepeatedFields(self)
    func walk(_ view: PayloadView, _ block: Block, response: Int?) {
      view.payload.forEachMention(asking: questions, withNames: withNames) { mentioned, kind, offset, length in
        if block == .advertising, kind == .serviceList, isStray(mentioned) { return }
        var mention = Mention(
          kind: kind, block: block, layout: layout, response: response, offset: offset, length: length)
        let rivals = fields?.rivals(of: mention) ?? []
        mention.offset = view.originalOffset(of: offset)
        body(mentioned, mention, rivals, view.reception)
      }
    }
    if let advertising { walk(advertising, .advertising, response: nil) }
    for (index, response) in responses.enumerated() { walk(response, .scanResponse, response: index) }
  }
}

/// The data in a payload that a scanner may look for.
enum Mentioned: Hashable {
  case service(BluetoothUUID)
  case name(String)
  /// The mask of an overflow area. Each of its bits can be any of countless services.
  case overflowArea(OverflowArea)
  /// A name without the zero octets after it.
  case paddedName(String)
  /// Data that answer a question.
  case answer(DataQuestion)

  /// Whether the mention answers a question.
  func answers(_ question: Question) -> Bool {
    switch (self, question) {
    case (.service(let uuid), .service(let asked)): uuid == asked
    case (.service(let uuid), .openService(let asked)): uuid == asked.shown
    case (.name(let name), .name(let asked)): asked == nil || name == asked
    case (.paddedName(let name), .name(let asked)): name == asked
    case (.answer(let one), .data(let asked)): one == asked
    case (.overflowArea(let area), .service(let asked)): area.contains(bit: OverflowArea.bit(of: asked))
    default: false
    }
  }
}

extension Payload {
  /// Calls `body` with every mention in the payload: the data, the kind, and the offset and length of its octets.
  /// Service lists come first, the rest in the order sent. Whole UUIDs of a ragged or overrunning list count: receivers
  /// see them too.
  ///
  /// - Parameters:
  ///   - questions: more questions about data, to be answered too.
  ///   - withNames: whether names are asked for. Making their texts costs as much as the rest.
  func forEachMention(
    asking questions: [DataQuestion] = [], withNames: Bool = true,
    _ body: (Mentioned, MentionKinds, _ offset: Int, _ length: Int) -> Void
  ) {
    for listing in serviceListings {
      body(.service(listing.uuid), .serviceList, listing.offset, listing.width.octets)
    }
    var walk = structures
    while let structure = walk.next() {
      let offset = structure.valueOffset
      for question in questions {
        if let place = question.place(in: structure) {
          body(.answer(question), question.kind, place.offset, place.length)
        }
      }
      if let width = ServiceData.width(of: structure.type) {
        guard let uuid = BluetoothUUID(littleEndian: structure.value, at: 0, width: width) else { continue }
        body(.service(uuid), .serviceData, offset, width.octets)
      } else if withNames, let name = LocalName(structure) {
        body(.name(name.text), .localName, offset, structure.value.count)
        let unpadded = name.text.withoutPadding
        if unpadded.utf8.count != name.text.utf8.count {
          body(.paddedName(unpadded), .paddedName, offset, structure.value.count)
        }
      } else if structure.type == .manufacturerData, let area = OverflowArea(manufacturerData: structure.value) {
        body(.overflowArea(area), .overflowArea, offset + OverflowArea.headerLength, OverflowArea.length)
      }
    }
  }
}

extension OverflowArea {
  /// The number of octets before the mask: Apple's company identifier 0x004C and the type 0x01, which has no length
  /// octet.
  fileprivate static let headerLength = 3

  /// The overflow area at the start of manufacturer data, where iOS puts it; `nil` when there is none.
  fileprivate init?(manufacturerData value: Span<UInt8>) {
    guard value.count >= Self.headerLength + Self.length, value[0] == 0x4C, value[1] == 0x00, value[2] == 0x01
    else { return nil }
    self.init(mask: Array(copying: value.extracting(Self.headerLength..<Self.headerLength + Self.length)))
  }
}

extension ADStructure {
  /// Whether the structure is of an iBeacon: the company Apple, and the type 0x02.
  var isOfIBeacon: Bool {
    type == .manufacturerData && value.count >= 3 && value[0] == 0x4C && value[1] == 0x00 && value[2] == 0x02
  }

  /// Whether the structure is of an iBeacon, or of an Eddystone other than frames of type 0x40.
  ///
  /// Source: AOSP, the default of `location_denylist_advertising_data`.
  var isOfLocationBeacon: Bool {
    switch type {
    case .manufacturerData: return isOfIBeacon
    case .serviceData16:
      return value.count >= 2 && value[0] == 0xAA && value[1] == 0xFE && !(value.count > 2 && value[2] & 0xF0 == 0x40)
    default: return false
    }
  }
}
