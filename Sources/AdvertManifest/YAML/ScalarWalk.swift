/// Finds the characters of a scalar in the text it was read from: past line folding, indentation, quotes and escapes.
///
/// White space is left out, because folding changes it; everything else is there in the same order.
struct ScalarWalk {
  /// Where each character that is no white space is written.
  private(set) var characters: [Range<Int>] = []
  /// After the last character, closing quote included.
  private(set) var end: Int

  private let scalars: [Unicode.Scalar]

  /// `count` is how many characters that are no white space the scalar has.
  init(_ place: YAMLNode.Place, style: YAMLScalarStyle, count: Int) {
    scalars = place.source.scalars
    end = place.index
    characters.reserveCapacity(count)
    switch style {
    case .plain: walkPlain(count)
    case .block:
      // The indicator and what else is on its line, a comment perhaps.
      while end < scalars.count, !scalars[end].isYAMLBreak { end += 1 }
      walkPlain(count)
    case .singleQuoted: walkSingleQuoted()
    case .doubleQuoted: walkDoubleQuoted()
    }
  }

  private mutating func walkPlain(_ count: Int) {
    var index = end
    while characters.count < count, index < scalars.count {
      if !scalars[index].isBlank {
        characters.append(index..<index + 1)
        end = index + 1
      }
      index += 1
    }
  }

  private mutating func walkSingleQuoted() {
    end = min(end + 1, scalars.count)
    while end < scalars.count {
      let start = end
      end += 1
      if scalars[start] == "'" {
        guard end < scalars.count, scalars[end] == "'" else { return }
        end += 1
      }
      if !scalars[start].isBlank { characters.append(start..<end) }
    }
  }

  private mutating func walkDoubleQuoted() {
    end = min(end + 1, scalars.count)
    while end < scalars.count {
      let start = end
      end += 1
      switch scalars[start] {
      case "\"": return
      case "\\":
        guard end < scalars.count else { return }
        let kind = scalars[end]
        end = min(end + 1 + Self.digits(of: kind), scalars.count)
        if !isBlank(escape: kind, digits: scalars[start..<end].dropFirst(2)) { characters.append(start..<end) }
      default:
        if !scalars[start].isBlank { characters.append(start..<end) }
      }
    }
  }

  /// How many hex digits follow the letter of an escape.
  private static func digits(of kind: Unicode.Scalar) -> Int {
    switch kind {
    case "x": 2
    case "u": 4
    case "U": 8
    default: 0
    }
  }

  private func isBlank(escape kind: Unicode.Scalar, digits: ArraySlice<Unicode.Scalar>) -> Bool {
    switch kind {
    case "x", "u", "U":
      let value = digits.reduce(UInt32(0)) { $0 << 4 | $1.hexDigit }
      return Unicode.Scalar(value)?.isBlank ?? false
    case "n", "r", "t", "\t", "v", "f", " ", "N", "_", "L", "P": return true
    default: return kind.isYAMLBreak
    }
  }
}

extension Unicode.Scalar {
  /// The value of a hex digit, 0 for anything else.
  fileprivate var hexDigit: UInt32 { UInt32(Character(self).hexDigitValue ?? 0) }
}
