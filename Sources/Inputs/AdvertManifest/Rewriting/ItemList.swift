internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// The fields of a payload as they are written: a list or a mapping, on lines of their own or between brackets.
struct ItemList {
  let items: [WrittenItem]
  private let source: YAMLText
  private let range: Range<Int>
  private let isMapping: Bool
  private let isFlow: Bool
  /// In block style: the column of the dashes or keys.
  private let indentation: Int
  /// Whether the elements of a list in block style are in braces.
  private let hasBraces: Bool
  /// In flow style: the text between the brackets and the elements.
  private var opening = ""
  private var separator = ", "
  private var closing = ""

  /// Reads the list of a payload; `nil` for a payload that is a scalar.
  init?(_ node: YAMLNode, in source: YAMLText) throws(RewritingProblem) {
    guard let start = node.place?.index, let end = node.end else { return nil }
    self.source = source
    let parts: [(node: YAMLNode, start: Int, end: Int, octets: [UInt8])]
    do throws(ManifestError) {
      switch node.content {
      case .scalar: return nil
      case .sequence(let elements, let isFlow):
        isMapping = false
        self.isFlow = isFlow
        parts = try Self.parts(elements)
        hasBraces =
          !elements.isEmpty
          && elements.allSatisfy { if case .mapping(_, isFlow: true) = $0.content { true } else { false } }
      case .mapping(let pairs, let isFlow):
        isMapping = true
        self.isFlow = isFlow
        parts = try Self.parts(pairs, isFlow: isFlow)
        hasBraces = false
      }
    } catch {
      throw RewritingProblem(line: error.line, column: error.column, reason: error.description)
    }
    let isMapping = isMapping
    if isFlow {
      indentation = 0
      range = start..<end
      items = parts.map { part in
        let text = source.text(part.start..<part.end)
        var item = WrittenItem(part.octets, element: [text], index: part.start)
        let isPlain = !text.contains { $0.isNewline }
        if isMapping {
          item.flowPair = text
          item.pair = isPlain ? [text] : nil
          item.flow = "{\(text)}"
        } else {
          item.flow = text
        }
        return item
      }
      try readGaps(parts.map { $0.start..<$0.end })
    } else {
      let lines = try Self.lines(parts.map { $0.start..<$0.end }, isMapping: isMapping, source)
      indentation = lines.indentation
      range = lines.range
      items = zip(parts, lines.elements).map { part, text in
        var item = WrittenItem(part.octets, element: text.body, index: part.start)
        item.comments = text.comments
        item.lines = text.lines
        let isPair = isMapping || part.node.isBlockPair
        if isPair { item.pair = text.body }
        if text.body.count == 1, !text.hasComment {
          item.flow = isPair ? "{\(text.body[0])}" : text.body[0]
          if isPair { item.flowPair = text.body[0] }
        }
        return item
      }
    }
  }

  private static func parts(
    _ elements: [YAMLNode]
  ) throws(ManifestError) -> [(node: YAMLNode, start: Int, end: Int, octets: [UInt8])] {
    var parts: [(node: YAMLNode, start: Int, end: Int, octets: [UInt8])] = []
    for element in elements {
      guard let start = element.place?.index, let end = element.end else { continue }
      parts.append((element, start, end, try PayloadReading(element).octets))
    }
    return parts
  }

  private static func parts(
    _ pairs: [YAMLNode.Pair], isFlow: Bool
  ) throws(ManifestError) -> [(node: YAMLNode, start: Int, end: Int, octets: [UInt8])] {
    var parts: [(node: YAMLNode, start: Int, end: Int, octets: [UInt8])] = []
    for pair in pairs {
      guard let start = pair.key.place?.index, let end = pair.end else { continue }
      let alone = YAMLNode(content: .mapping([pair], isFlow: isFlow), place: pair.key.place)
      parts.append((alone, start, end, try PayloadReading(alone).octets))
    }
    return parts
  }

  // MARK: Writing

  /// Returns the edit that replaces the present elements by these.
  ///
  /// - Parameter kept: the elements of both blocks that stay; comments on removed elements stay where they are.
  func edit(to items: [WrittenItem], keeping kept: Set<Int>) -> SourceEdit {
    guard !isFlow else { return SourceEdit(range: range, text: flow(items)) }
    return SourceEdit(range: range, text: block(items, indentation: indentation, keeping: kept))
  }

  /// Returns a new value in the same form, after a key's colon.
  func value(_ items: [WrittenItem], keyIndentation: Int) -> String {
    guard !isFlow else { return " " + flow(items) }
    let deeper = self.items.isEmpty || indentation > keyIndentation ? 2 : 0
    return source.lineBreak
      + block(items, indentation: self.items.isEmpty ? keyIndentation + deeper : indentation, keeping: nil)
  }

  private func flow(_ items: [WrittenItem]) -> String {
    if isMapping, let pairs = Self.pairs(items, { $0.flowPair }) {
      return "{" + opening + pairs.joined(separator: separator) + closing + "}"
    }
    let elements = items.map { $0.flow ?? WrittenFields.items(of: Payload($0.octets)).joined(separator: separator) }
    return "[" + opening + elements.joined(separator: separator) + closing + "]"
  }

  private func block(_ items: [WrittenItem], indentation: Int, keeping kept: Set<Int>?) -> String {
    let pairs = isMapping ? Self.pairs(items, { $0.pair }) : nil
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    let present = kept != nil ? Set(self.items.compactMap { $0.index }) : []
    var gone = kept.map { kept in self.items.filter { !kept.contains($0.index ?? -1) } }?[...] ?? []
    for (position, item) in items.enumerated() {
      while let first = gone.first, let index = item.index, first.index ?? 0 < index {
        lines += first.comments
        gone.removeFirst()
      }
      lines += item.comments
      if isMapping == (pairs != nil), let index = item.index, present.contains(index) {
        lines += item.lines
      } else if let pairs {
        lines += pairs[position].map { margin + $0 }
      } else {
        let element = item.index == nil && hasBraces ? [item.flow ?? ""] : item.element
        lines += element.enumerated().map {
          $0.element.isEmpty ? "" : margin + ($0.offset == 0 ? "- " : "  ") + $0.element
        }
      }
    }
    lines += gone.flatMap { $0.comments }
    return lines.joined(separator: source.lineBreak)
  }

  /// Returns the pairs of a mapping; `nil` when a key would repeat, or for hex.
  private static func pairs<Text>(_ items: [WrittenItem], _ text: (WrittenItem) -> Text?) -> [Text]? {
    let keys = items.compactMap { $0.flowPair?.prefix { $0 != ":" } ?? $0.pair?.first?.prefix { $0 != ":" } }
    guard keys.count == items.count, Set(keys).count == keys.count else { return nil }
    let pairs = items.compactMap { text($0) }
    return pairs.count == items.count ? pairs : nil
  }

  // MARK: Between brackets

  private mutating func readGaps(_ elements: [Range<Int>]) throws(RewritingProblem) {
    guard let first = elements.first, let last = elements.last else { return }
    opening = source.text(range.lowerBound + 1..<first.lowerBound)
    closing = source.text(last.upperBound..<max(last.upperBound, range.upperBound - 1))
    var gaps = [opening, closing]
    for (element, next) in zip(elements, elements.dropFirst()) {
      gaps.append(source.text(element.upperBound..<next.lowerBound))
    }
    if gaps.count > 2 { separator = gaps[2] }
    guard !gaps.contains(where: { $0.contains("#") }) else {
      throw source.problem(at: range.lowerBound, "comments between brackets would be lost: write the fields as lines")
    }
  }

  // MARK: Lines

  private struct Element {
    /// The text without indentation and dash; the last line with its comment.
    let body: [String]
    /// All of its lines.
    let lines: [String]
    let comments: [String]
    let hasComment: Bool
  }

  private static func lines(
    _ parts: [Range<Int>], isMapping: Bool, _ source: YAMLText
  ) throws(RewritingProblem) -> (elements: [Element], range: Range<Int>, indentation: Int) {
    var elements: [Element] = []
    var indentation = 0
    var first: Int?
    var last = 0
    for part in parts {
      let lineStart = source.lineStart(of: part.lowerBound)
      let before = source.text(lineStart..<part.lowerBound)
      let end = source.lineEnd(of: part.upperBound)
      let dash = before.prefix { $0 == " " }.count
      let rest = before.dropFirst(dash)
      let isAlone =
        isMapping ? rest.isEmpty : rest.first == "-" && rest.count > 1 && rest.dropFirst().allSatisfy { $0 == " " }
      guard isAlone, source.isBlankOrComment(part.upperBound..<end) else {
        throw source.problem(at: part.lowerBound, "expected each field on lines of its own")
      }
      if first == nil { indentation = dash }
      let column = part.lowerBound - lineStart
      let body = split(source.text(part.lowerBound..<end)).enumerated().map { offset, line in
        offset == 0 ? line : String(line.dropFirst(min(column, line.prefix { $0 == " " }.count)))
      }
      if first == nil { last = source.startOfComments(before: lineStart) }
      let above = last
      let comments = lineStart <= above ? [] : split(source.text(above..<lineStart)).dropLast()
      elements.append(
        Element(
          body: body, lines: split(source.text(lineStart..<end)), comments: Array(comments),
          hasComment: !source.isBlank(part.upperBound..<end)))
      first = first ?? min(above, lineStart)
      last = source.afterBreak(at: end)
    }
    let start = first ?? 0
    let end = parts.last.map { source.lineEnd(of: $0.upperBound) } ?? start
    return (elements, start..<end, indentation)
  }

  private static func split(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }).map(String.init)
  }
}

extension YAMLNode {
  /// Whether the node is a mapping in block style with one key.
  fileprivate var isBlockPair: Bool {
    if case .mapping(let pairs, isFlow: false) = content { pairs.count == 1 } else { false }
  }
}

/// One element of a payload in fields: text that fits into the list it comes from, or into the other block's.
struct WrittenItem {
  let octets: [UInt8]
  /// The key with its value in block style, each line without the indentation; `nil` for hex.
  var pair: [String]?
  /// An element of a list in block style, after its dash.
  let element: [String]
  /// The key with its value in flow style.
  var flowPair: String?
  /// An element of a list in flow style; `nil` for an element of several lines.
  var flow: String?
  /// The lines of the item in block style, unchanged.
  var lines: [String] = []
  /// The lines before it that are comments or blank.
  var comments: [String] = []
  /// The index of the item in the text, to distinguish it from others; `nil` for a new one.
  var index: Int?

  /// A new element in the default form, with no written one as a model.
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

  /// Takes the elements of a payload: written ones where the octets are the same, new ones otherwise.
  ///
  /// - Parameter own: the text of the block itself, whose elements take precedence over those of the other block.
  mutating func take(_ payload: Payload, varying variation: Variation, own text: PayloadText?) -> [WrittenItem] {
    let own = Set(text?.items.compactMap { $0.index } ?? [])
    var made: [Int: WrittenItem] = [:]
    var end = 0
    for (octets, node) in WrittenFields.nodes(of: payload, varying: variation) {
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
