internal import AdvertObservation

/// Where a node is in the text, from its first to its last character. The parser tells only where nodes start.
extension YAMLNode {
  /// `nil` for a node that is to be written.
  var range: TextRange? {
    guard let place, let end else { return nil }
    return place.source.range(place.index, end)
  }

  /// From the start of this node to the end of another one.
  func range(through last: YAMLNode) -> TextRange? {
    guard let place, let end = last.end else { return nil }
    return place.source.range(place.index, end)
  }

  /// Where the characters of a scalar that are no white space are written, each a range of the source's scalars.
  var writtenCharacters: [Range<Int>] {
    guard case .scalar(let text, let style) = content, let place else { return [] }
    return ScalarWalk(place, style: style, count: text.unicodeScalars.count { !$0.isBlank }).characters
  }

  /// After its last character, as an index of the source's scalars; `nil` for a node that is to be written.
  var end: Int? {
    guard let place else { return nil }
    switch content {
    case .scalar(let text, let style):
      return ScalarWalk(place, style: style, count: text.unicodeScalars.count { !$0.isBlank }).end
    case .sequence(let elements, let isFlow):
      let last = elements.last?.end ?? place.index + (isFlow ? 1 : 0)
      return isFlow ? place.source.end(ofFlowFrom: last, closing: "]") : last
    case .mapping(let pairs, let isFlow):
      let last = pairs.last.flatMap { max($0.key.end ?? 0, $0.value.end ?? 0) } ?? place.index + (isFlow ? 1 : 0)
      return isFlow ? place.source.end(ofFlowFrom: last, closing: "}") : last
    }
  }
}

extension SourceText {
  /// After the bracket that closes a flow collection whose last element ends at `start`.
  fileprivate func end(ofFlowFrom start: Int, closing bracket: Unicode.Scalar) -> Int {
    var index = start
    while index < scalars.count, scalars[index] != bracket {
      if scalars[index] == "#" {
        while index < scalars.count, !scalars[index].isYAMLBreak { index += 1 }
      } else if scalars[index].isBlank || scalars[index] == "," || scalars[index] == ":" {
        index += 1
      } else {
        return start
      }
    }
    return index < scalars.count ? index + 1 : start
  }
}
