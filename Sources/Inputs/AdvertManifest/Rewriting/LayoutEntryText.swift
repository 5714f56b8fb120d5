internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Rewrites a layout of a manifest: the values of its two payloads, and keys that are added or removed.
struct LayoutEntryText: Sendable {
  private let pairs: [YAMLNode.Pair]
  private let isFlow: Bool
  private let source: YAMLText

  init?(_ node: YAMLNode) {
    guard case .mapping(let pairs, let isFlow) = node.content, let place = node.place else { return nil }
    self.pairs = pairs
    self.isFlow = isFlow
    source = place.source
  }

  func edits(advertising: Payload, scanResponse: Payload?) throws(RewritingProblem) -> [TextEdit] {
    let advertisingText = try text(of: "advertising")
    let responseText = try text(of: "scanResponse")
    let response = scanResponse ?? responseText?.payload ?? Payload()
    // Both blocks are made before either is written, so that elements which move from one to the other are known.
    var items = WrittenItems([advertisingText, responseText].compactMap { $0 }.flatMap { $0.items })
    let patterns = [advertisingText, responseText].compactMap { $0?.pattern }
    let advertisingVariation = PayloadPattern.variation(of: advertising, madeOf: patterns)
    let responseVariation = PayloadPattern.variation(of: response, madeOf: patterns)
    let advertised = items.take(advertising, varying: advertisingVariation, own: advertisingText)
    let answered = items.take(response, varying: responseVariation, own: responseText)
    let newAdvertising = PayloadPattern(advertising, varying: advertisingVariation)
    let newResponse = PayloadPattern(response, varying: responseVariation)
    let kept = Set((advertised + answered).compactMap { $0.index })
    var edits: [SourceEdit] = []
    if let text = advertisingText {
      if text.payload != advertising { edits.append(try text.edit(to: newAdvertising, advertised, keeping: kept)) }
    } else if !advertising.isEmpty, let responseText {
      let new = responseText.entry("advertising", newAdvertising, advertised)
      guard !response.isEmpty else {
        // The new payload takes the place of the other one.
        return [source.edit(SourceEdit(range: try range(of: responseText), text: new))]
      }
      edits.append(insertion(of: new, before: responseText))
    }
    if let text = responseText {
      if response.isEmpty {
        if !text.payload.isEmpty { edits.append(try removal(of: text)) }
      } else if text.payload != response {
        edits.append(try text.edit(to: newResponse, answered, keeping: kept))
      }
    } else if !response.isEmpty, let advertisingText {
      let new = advertisingText.entry("scanResponse", newResponse, answered)
      edits.append(try insertion(of: new, after: advertisingText))
    }
    return edits.map(source.edit)
  }

  private func text(of key: String) throws(RewritingProblem) -> PayloadText? {
    guard let pair = pairs.first(where: { $0.key.scalar == key }) else { return nil }
    return try PayloadText(pair, in: source)
  }

  // MARK: Keys

  private func insertion(of entry: String, after text: PayloadText) throws(RewritingProblem) -> SourceEdit {
    if isFlow { return SourceEdit(range: text.end..<text.end, text: ", " + entry) }
    let end = source.lineEnd(of: text.end)
    guard source.isBlankOrComment(text.end..<end) else { throw unexpected(at: text.end) }
    return SourceEdit(range: end..<end, text: source.lineBreak + indentation(of: text) + entry)
  }

  private func insertion(of entry: String, before text: PayloadText) -> SourceEdit {
    SourceEdit(
      range: text.start..<text.start,
      text: entry + (isFlow ? ", " : source.lineBreak + indentation(of: text)))
  }

  /// Returns the range of a key with its value, and in block style of the rest of its lines.
  private func range(of text: PayloadText) throws(RewritingProblem) -> Range<Int> {
    if isFlow { return text.start..<text.end }
    let end = source.lineEnd(of: text.end)
    guard source.isBlank(source.lineStart(of: text.start)..<text.start), source.isBlankOrComment(text.end..<end) else {
      throw unexpected(at: text.start)
    }
    return text.start..<end
  }

  private func removal(of text: PayloadText) throws(RewritingProblem) -> SourceEdit {
    let range = try range(of: text)
    guard !isFlow else {
      let index = pairs.firstIndex { $0.key.place?.index == text.start } ?? 0
      if index > 0, let before = pairs[index - 1].end { return SourceEdit(range: before..<range.upperBound, text: "") }
      let next = index + 1 < pairs.count ? pairs[index + 1].key.place?.index : nil
      return SourceEdit(range: range.lowerBound..<(next ?? range.upperBound), text: "")
    }
    let start = source.lineStart(of: range.lowerBound)
    let end = source.afterBreak(at: range.upperBound)
    // The last line of a text may have no break; then the one before it is removed.
    guard end == range.upperBound, start > 0 else { return SourceEdit(range: start..<end, text: "") }
    return SourceEdit(range: start - source.lineBreak.unicodeScalars.count..<end, text: "")
  }

  private func indentation(of text: PayloadText) -> String {
    String(repeating: " ", count: text.start - source.lineStart(of: text.start))
  }

  private func unexpected(at index: Int) -> RewritingProblem {
    source.problem(at: index, "expected a key with its value on lines of their own")
  }
}

extension YAMLNode.Pair {
  /// The place after the value.
  var end: Int? { value.end }
}

/// Rewrites a payload of a manifest, with its key, in the form that it has.
struct PayloadText {
  let pattern: PayloadPattern
  let items: [WrittenItem]
  /// The start of the key.
  let start: Int
  /// The place after the value.
  let end: Int
  private let key: YAMLNode
  private let value: YAMLNode
  private let source: YAMLText
  private let list: ItemList?

  init(_ pair: YAMLNode.Pair, in source: YAMLText) throws(RewritingProblem) {
    key = pair.key
    value = pair.value
    self.source = source
    guard let start = pair.key.place?.index, let end = pair.end else {
      throw RewritingProblem(line: 1, column: 1, reason: "expected a layout that was read from a text")
    }
    self.start = start
    self.end = end
    do throws(ManifestError) {
      let reading = try PayloadReading(pair.value)
      pattern = PayloadPattern(reading.payload, varying: reading.variation)
    } catch {
      throw RewritingProblem(line: error.line, column: error.column, reason: error.description)
    }
    list = try ItemList(pair.value, in: source)
    items = list?.items ?? []
  }

  var payload: Payload { pattern.payload }

  /// Returns the edit of the value.
  ///
  /// - Parameters:
  ///   - items: the elements for a payload in fields.
  ///   - kept: the elements that are in one block or the other, and keep their comments.
  func edit(
    to payload: PayloadPattern, _ items: [WrittenItem], keeping kept: Set<Int>
  ) throws(RewritingProblem) -> SourceEdit {
    if let list {
      return items.isEmpty
        ? SourceEdit(range: valueStart..<end, text: " \"\"") : list.edit(to: items, keeping: kept)
    }
    let hex = hex(payload)
    guard case .scalar(_, let style) = value.content, let start = value.place?.index else {
      return SourceEdit(range: valueStart..<end, text: " " + hex)
    }
    switch style {
    case .plain: return SourceEdit(range: start..<end, text: hex.isEmpty ? "\"\"" : hex)
    case .singleQuoted: return SourceEdit(range: start..<end, text: "'\(hex)'")
    case .doubleQuoted: return SourceEdit(range: start..<end, text: "\"\(hex)\"")
    case .block:
      let characters = value.writtenCharacters
      guard let first = characters.first, let last = characters.last else {
        let indentation = String(repeating: " ", count: self.start - source.lineStart(of: self.start) + 2)
        return SourceEdit(range: end..<end, text: source.lineBreak + indentation + hex)
      }
      return SourceEdit(range: first.lowerBound..<last.upperBound, text: hex)
    }
  }

  /// Returns another key with a value in the form of this one, without indentation before its first line.
  func entry(_ key: String, _ payload: PayloadPattern, _ items: [WrittenItem]) -> String {
    guard let list else {
      let hex = hex(payload)
      guard case .scalar(_, let style) = value.content else { return "\(key): \(hex)" }
      switch style {
      case .singleQuoted: return "\(key): '\(hex)'"
      case .doubleQuoted: return "\(key): \"\(hex)\""
      case .plain, .block: return "\(key): \(hex)"
      }
    }
    return "\(key):" + list.value(items, keyIndentation: start - source.lineStart(of: start))
  }

  /// The place after the colon.
  private var valueStart: Int {
    var index = key.end ?? end
    while index < end, source.scalars[index] != ":" { index += 1 }
    return min(index + 1, end)
  }

  /// Returns the hex with spaces, unless the present value has none.
  private func hex(_ payload: PayloadPattern) -> String {
    let octets = payload.payload.octets.enumerated().map {
      WrittenOctet(octet: $1, varying: payload.variation[$0])
    }
    let spaced = Placeholder.hex(octets)
    guard case .scalar(let text, _) = value.content else { return spaced }
    let isCompact = text.count > 2 && text.allSatisfy { $0.isHexDigit || $0 == "?" }
    return isCompact && !spaced.contains(".") ? spaced.filter { $0 != " " } : spaced
  }
}
