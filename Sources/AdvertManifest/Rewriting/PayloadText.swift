internal import AdvertObservation
internal import AdvertisingData

/// A payload in a manifest with its key, to be written anew in the form it has.
struct PayloadText {
  let payload: Payload
  let items: [WrittenItem]
  /// Of the key.
  let start: Int
  /// After the value.
  let end: Int
  private let key: YAMLNode
  private let value: YAMLNode
  private let source: SourceText
  private let list: ItemList?

  init(_ pair: YAMLNode.Pair, in source: SourceText) throws(RewritingProblem) {
    key = pair.key
    value = pair.value
    self.source = source
    guard let start = pair.key.place?.index, let end = pair.end else {
      throw RewritingProblem(line: 1, column: 1, reason: "expected a layout that was read from a text")
    }
    self.start = start
    self.end = end
    do throws(ManifestError) {
      payload = try PayloadReading(pair.value).payload
    } catch {
      throw RewritingProblem(line: error.line, column: error.column, reason: error.description)
    }
    list = try ItemList(pair.value, in: source)
    items = list?.items ?? []
  }

  /// The value written anew.
  ///
  /// - Parameters:
  ///   - items: what it is written with where it is fields.
  ///   - kept: those that are in one block or the other, and take their comments along.
  func edit(
    to payload: Payload, _ items: [WrittenItem], keeping kept: Set<Int>
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

  /// Another key with a value in the form of this one, without indentation before its first line.
  func entry(_ key: String, _ payload: Payload, _ items: [WrittenItem]) -> String {
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

  /// After the colon.
  private var valueStart: Int {
    var index = key.end ?? end
    while index < end, source.scalars[index] != ":" { index += 1 }
    return min(index + 1, end)
  }

  /// With spaces, unless the value has none.
  private func hex(_ payload: Payload) -> String {
    guard case .scalar(let text, _) = value.content else { return HexText.spaced(payload.octets) }
    let isCompact = text.count > 2 && text.allSatisfy(\.isHexDigit)
    return isCompact ? HexText.compact(payload.octets) : HexText.spaced(payload.octets)
  }
}
