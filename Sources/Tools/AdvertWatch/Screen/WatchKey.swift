/// A key that a user pressed.
package enum WatchKey: Hashable, Sendable {
  /// A key with a printed character.
  case character(Character)
  /// An arrow.
  case up, down
  /// One screen further.
  case pageUp, pageDown
  /// The first or the last line.
  case home, end
  /// Return.
  case enter
  case escape
  /// Deletes the previous character.
  case backspace
  /// A key without a meaning here.
  case other

  /// Returns the keys for octets from a terminal.
  package static func keys(of octets: [UInt8]) -> [WatchKey] {
    var keys: [WatchKey] = []
    var rest = octets[...]
    while let octet = rest.first {
      if octet == 0x1B {
        keys.append(sequence(&rest))
        continue
      }
      switch octet {
      case 0x0D, 0x0A: keys.append(.enter)
      case 0x7F, 0x08: keys.append(.backspace)
      case 0x04: keys.append(.character("q"))
      case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(octet))))
      case 0xC0...:
        let text = String(decoding: rest.prefix { $0 >= 0x80 }, as: UTF8.self)
        keys += text.filter { $0 != "\u{FFFD}" }.map { .character($0) }
        rest = rest.drop { $0 >= 0x80 }
        continue
      default: keys.append(.other)
      }
      rest = rest.dropFirst()
    }
    return keys
  }

  /// Takes a sequence that begins with escape.
  private static func sequence(_ rest: inout ArraySlice<UInt8>) -> WatchKey {
    rest = rest.dropFirst()
    guard let opening = rest.first, opening == UInt8(ascii: "[") || opening == UInt8(ascii: "O") else { return .escape }
    rest = rest.dropFirst()
    let parameters = rest.prefix { !(0x40...0x7E).contains($0) }
    rest = rest.dropFirst(parameters.count)
    guard let final = rest.popFirst() else { return .other }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch parameters.first {
      case UInt8(ascii: "5"): return .pageUp
      case UInt8(ascii: "6"): return .pageDown
      case UInt8(ascii: "1"), UInt8(ascii: "7"): return .home
      case UInt8(ascii: "4"), UInt8(ascii: "8"): return .end
      default: return .other
      }
    default: return .other
    }
  }
}
