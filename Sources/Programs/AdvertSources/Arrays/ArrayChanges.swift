internal import AdvertisingData

/// The places of a source text that write to an array by its name, in any language whose arrays have square brackets.
///
/// A text is not understood as far as scopes go: an array of the same name in another function counts, too.
struct ArrayChanges {
  /// The part of an array that one place of the text writes to.
  enum Change: Hashable {
    /// The octets of a range; without an end, as many as follow.
    case octets(from: Int, count: Int?)
    /// Octets behind the end.
    case appended
  }

  private let code: [UInt8]
  /// The ends of each word that has an array.
  private let places: [[UInt8]: [Int]]

  /// Searches a text without comments and strings.
  init(_ code: [UInt8], of names: Set<[UInt8]>) {
    self.code = code
    var places: [[UInt8]: [Int]] = [:]
    var start: Int?
    for index in 0...code.count where !names.isEmpty {
      if index < code.count, Self.isOfWord(code[index]) {
        start = start ?? index
      } else if let first = start {
        let word = Array(code[first..<index])
        if names.contains(word) { places[word, default: []].append(index) }
        start = nil
      }
    }
    self.places = places
  }

  private static func isOfWord(_ octet: UInt8) -> Bool {
    octet == 0x5F || 0x30...0x39 ~= octet || 0x41...0x5A ~= octet || 0x61...0x7A ~= octet
  }

  /// The most changes of one array that are told apart.
  private static let most = 64

  /// Returns the changes of the array with a name whose octets are at a place. More than are told apart are one of all octets.
  func changes(of name: [UInt8], at place: Range<Int>) -> [Change] {
    var changes: [Change] = []
    var declaration: Int?
    for end in places[name] ?? [] where end <= place.lowerBound { declaration = end }
    for end in places[name] ?? [] where end != declaration && !place.contains(end) {
      guard let change = change(behind: end, name.count), !changes.contains(change) else { continue }
      guard changes.count < Self.most else { return [.octets(from: 0, count: nil)] }
      changes.append(change)
    }
    return changes
  }

  private func change(behind end: Int, _ length: Int) -> Change? {
    var index = end
    skipBlanks(&index)
    var offset: (least: Int, count: Int?) = (0, nil)
    let isElement = octet(index) == UInt8(ascii: "[")
    if isElement {
      guard let close = code[index...].prefix(Self.longest).firstIndex(of: UInt8(ascii: "]")) else { return nil }
      offset = Self.offset(code[(index + 1)..<close])
      index = close + 1
      skipBlanks(&index)
    }
    if isAssigned(index) {
      // The name alone gets another array.
      return isElement ? .octets(from: offset.least, count: offset.count) : isJoined(index) ? .appended : nil
    }
    if octet(index) == UInt8(ascii: ".") {
      let method = word(from: index + 1)
      return Self.appending.contains(method)
        ? .appended : Self.writing.contains(where: method.hasPrefix) ? .octets(from: 0, count: nil) : nil
    }
    return argument(before: end - length, behind: index, isElement: isElement, from: offset.least)
  }

  /// Methods that lengthen an array.
  private static let appending: Set = ["append", "extend", "push", "insert"]
  /// The beginnings of methods that write to an array.
  private static let writing = ["write", "set", "fill", "copyWithin"]
  /// Parts of the names of functions that write to their first argument.
  private static let writers = ["cpy", "copy", "memmove", "memset", "sprintf"]
  /// Parts of the names of functions that write to the address of an element.
  private static let fillers = writers + ["put", "encode", "pack", "read", "get", "rand", "fill", "store"]
  private static let longest = 128

  /// Returns the change by a call that has the array, or the address of an element, as its first argument.
  private func argument(before start: Int, behind end: Int, isElement: Bool, from offset: Int) -> Change? {
    var index = start - 1
    var offset = offset
    func skipBack() { while index >= 0, code[index] <= 0x20 { index -= 1 } }
    skipBack()
    let isAddress = octet(index) == UInt8(ascii: "&")
    if isAddress {
      index -= 1
      skipBack()
    }
    guard !isElement || isAddress, octet(index) == UInt8(ascii: "(") else { return nil }
    index -= 1
    skipBack()
    let last = index + 1
    while index >= 0, Self.isOfWord(code[index]), last - index < Self.longest { index -= 1 }
    let name = String(decoding: code[max(index + 1, 0)..<max(last, 0)], as: UTF8.self).lowercased()
    var next = end
    // `name + 9`
    let isMoved = !isElement && octet(next) == UInt8(ascii: "+")
    if isMoved {
      let comma = code[min(next, code.count)...].prefix(Self.longest).firstIndex(of: UInt8(ascii: ",")) ?? next
      offset = Self.offset(code[min(next + 1, comma)..<comma]).least
      next = comma
    }
    guard (isElement || isMoved ? Self.fillers : Self.writers).contains(where: { name.hasPart($0) }) else { return nil }
    return .octets(from: offset, count: Self.count(ofCall: code[min(next, code.count)...].prefix(Self.longest)))
  }

  /// Returns the number that ends a call, as in `, source, 16)`; `nil` when it is not written there.
  private static func count(ofCall rest: ArraySlice<UInt8>) -> Int? {
    guard let close = rest.firstIndex(of: UInt8(ascii: ")")),
      let comma = rest[..<close].lastIndex(of: UInt8(ascii: ","))
    else { return nil }
    return number(rest[(comma + 1)..<close])
  }

  /// Returns the first octet of an index, and how many: `7`, `3:5`, `9 + i`. Without a number, all octets.
  private static func offset(_ text: ArraySlice<UInt8>) -> (least: Int, count: Int?) {
    if let number = number(text) { return (number, 1) }
    let ends = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { number($0) }
    if ends.count == 2 { return (ends[0] ?? 0, ends[1].map { max($0 - (ends[0] ?? 0), 0) }) }
    let terms = text.split(separator: UInt8(ascii: "+"))
    return (terms.count > 1 ? terms.compactMap { number($0) }.reduce(0) { min($0 + $1, most) } : 0, nil)
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.filter { $0 > 0x20 }
    guard 1...6 ~= digits.count else { return nil }
    return SourceNumber.value(String(decoding: digits, as: UTF8.self)).flatMap { 0...0xFFFF ~= $0 ? Int($0) : nil }
  }

  private func octet(_ index: Int) -> UInt8 { code.indices.contains(index) ? code[index] : 0 }

  private func skipBlanks(_ index: inout Int) { while index < code.count, code[index] <= 0x20 { index += 1 } }

  private func word(from index: Int) -> String {
    guard index < code.count else { return "" }
    return String(decoding: Array(code[index...].prefix(Self.longest).prefix { Self.isOfWord($0) }), as: UTF8.self)
  }

  /// Whether an assignment is at a place, also one with an operator before it, or a step.
  private func isAssigned(_ index: Int) -> Bool {
    let equals = UInt8(ascii: "=")
    let signs = [octet(index), octet(index + 1), octet(index + 2)]
    if signs[0] == equals { return signs[1] != equals && signs[1] != UInt8(ascii: ">") }
    if signs[0] == signs[1], [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(signs[0]) { return true }
    if signs[0] == signs[1], [UInt8(ascii: "<"), UInt8(ascii: ">")].contains(signs[0]) { return signs[2] == equals }
    return "+-*/%&|^".utf8.contains(signs[0]) && signs[1] == equals
  }

  private func isJoined(_ index: Int) -> Bool {
    octet(index) == UInt8(ascii: "+") && octet(index + 1) == UInt8(ascii: "=")
  }
}
