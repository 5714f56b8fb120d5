internal import AdvertisingData

/// One element of a payload in fields: text that can stand in the list it comes from, or in the other block's.
struct WrittenItem {
  let octets: [UInt8]
  /// The key with its value in block style, each line without the indentation; `nil` for hex.
  var pair: [String]?
  /// An element of a list in block style, behind its dash.
  let element: [String]
  /// The key with its value in flow style.
  var flowPair: String?
  /// An element of a list in flow style; `nil` for what takes several lines.
  var flow: String?
  /// The lines it is on in block style, as they are.
  var lines: [String] = []
  /// Lines before it that are comments or blank.
  var comments: [String] = []
  /// Where it is in the text, to tell it from others; `nil` for one that was made.
  var index: Int?

  /// The way the fields would be written without a model.
  init(_ octets: [UInt8], writing node: YAMLNode) {
    self.octets = octets
    let text = node.flow
    flow = text
    if case .mapping(let pairs, _) = node.content, let first = pairs.first {
      let words = "\(first.key.flow): \(first.value.flow)"
      pair = [words]
      flowPair = words
      element = [words]
    } else {
      element = [text]
    }
  }

  init(_ octets: [UInt8], element: [String], index: Int) {
    self.octets = octets
    self.element = element
    self.index = index
  }
}

/// The elements that both payloads of a layout are written with. Each is used once.
struct WrittenItems {
  private var unused: [WrittenItem]

  init(_ items: [WrittenItem]) {
    unused = items.filter { !$0.octets.isEmpty }
  }

  /// The elements of a payload: those whose octets are the same as they were written, the others made.
  ///
  /// - Parameter own: the text of the block itself, whose elements go before those of the other one.
  mutating func take(_ payload: Payload, own text: PayloadText?) -> [WrittenItem] {
    let own = Set(text?.items.compactMap(\.index) ?? [])
    var made: [Int: WrittenItem] = [:]
    var end = 0
    for (octets, node) in WrittenFields.nodes(of: payload) {
      made[end] = WrittenItem(octets, writing: node)
      end += octets.count
    }
    var items: [WrittenItem] = []
    var position = 0
    while position < payload.count, let next = made[position] {
      let rest = payload.octets[position...]
      let fitting = unused.indices.filter { index in
        let octets = unused[index].octets
        let end = position + octets.count
        return rest.starts(with: octets) && (end == payload.count || made[end] != nil)
      }
      let chosen = fitting.first { unused[$0].index.map(own.contains) ?? false } ?? fitting.first
      let item = chosen.map { unused.remove(at: $0) } ?? next
      items.append(item)
      position += item.octets.count
    }
    return items
  }
}
