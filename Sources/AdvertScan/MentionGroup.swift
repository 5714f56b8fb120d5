internal import AdvertObservation
internal import AdvertisingData

/// Layouts of one kind that mention what is looked for in the same places, taken together.
struct MentionGroup: Sendable {
  let kind: LayoutKind
  /// The first mention of each kind in each block, with how often and when payloads with one were received.
  private(set) var found: [Found] = []

  struct Found: Sendable {
    let mention: Mention
    fileprivate(set) var reception: Reception
    /// The payload that counts already: one that mentions it twice was still received once.
    fileprivate var latest: PayloadPosition
  }

  struct PayloadPosition: Hashable {
    let layout: Int
    let response: Int?
  }

  init(kind: LayoutKind) {
    self.kind = kind
  }

  /// What one layout mentions in answer to a question.
  init(_ question: Question, in view: LayoutView) {
    self.init(kind: view.kind)
    view.forEachMention(layout: 0) { mentioned, mention, reception in
      if mentioned.answers(question) { note(mention, reception) }
    }
  }

  mutating func note(_ mention: Mention, _ reception: Reception) {
    let payload = PayloadPosition(layout: mention.layout, response: mention.response)
    guard let position = position(like: mention) else {
      found.append(Found(mention: mention, reception: reception, latest: payload))
      return
    }
    guard found[position].latest != payload else { return }
    found[position].latest = payload
    found[position].reception.add(reception)
  }

  /// Takes in a group of another layout.
  mutating func add(_ other: MentionGroup) {
    for one in other.found { note(one.mention, one.reception) }
  }

  private func position(like mention: Mention) -> Int? {
    found.firstIndex { $0.mention.kind == mention.kind && $0.mention.block == mention.block }
  }

  /// Which kinds of mention are in which block: those of the scan response in the upper half.
  var places: UInt8 {
    found.reduce(0) { places, one in
      places | one.mention.kind.rawValue << (one.mention.block == .advertising ? 0 : 4)
    }
  }
}

extension LayoutView {
  /// Calls `body` with everything that the layout mentions, payload by payload.
  func forEachMention(layout: Int, _ body: (Mentioned, Mention, Reception) -> Void) {
    func walk(_ view: PayloadView, _ block: Block, response: Int?) {
      view.payload.forEachMention { mentioned, kind, offset, length in
        let mention = Mention(
          kind: kind, block: block, layout: layout, response: response, offset: offset, length: length)
        body(mentioned, mention, view.reception)
      }
    }
    if let advertising { walk(advertising, .advertising, response: nil) }
    for (index, response) in responses.enumerated() { walk(response, .scanResponse, response: index) }
  }
}
