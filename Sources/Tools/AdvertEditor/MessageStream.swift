/// A reader of messages from a stream of octets, in the frames of the base protocol of language servers: a header with the
/// length, a blank line, the content.
///
/// No memory is reserved only because a header states a length. After a header without a length, the stream skips to
/// the next header. It also skips a message that is longer than the limit. The stream continues in both cases.
package struct MessageStream {
  /// A limit above any header with two fields.
  private static let maximumHeader = 4096
  /// A limit above any manifest with all its escapes.
  package static let maximumContent = 1 << 25

  private static let blankLine = Array("\r\n\r\n".utf8)
  private static let lengthField = Array("content-length:".utf8)

  /// One item of the stream.
  package enum Item: Equatable {
    case message([UInt8])
    /// Other input, described in words.
    case broken(String)
  }

  private var pending: [UInt8] = []
  /// The number of octets still to skip of a content that is too long.
  private var skipped = 0
  /// The length of the next content; `nil` in a header.
  private var length: Int?
  /// Whether input is skipped up to the next header.
  private var isLost = false

  package init() {}

  /// Takes octets, and returns the messages that they complete.
  package mutating func take(_ octets: ArraySlice<UInt8>) -> [Item] {
    var items: [Item] = []
    pending += octets
    var position = 0
    while let item = next(from: &position) { if let item { items.append(item) } }
    pending.removeFirst(position)
    return items
  }

  /// Returns the next item; `nil` when more octets are needed. Moves the position after the octets that are no longer
  /// needed.
  private mutating func next(from position: inout Int) -> Item?? {
    if skipped > 0 {
      let count = min(skipped, pending.count - position)
      skipped -= count
      position += count
      return skipped == 0 ? .some(nil) : nil
    }
    if let length {
      guard pending.count - position >= length else { return nil }
      self.length = nil
      position += length
      return Item.message(Array(pending[position - length..<position]))
    }
    if isLost {
      guard let start = start(of: Self.lengthField, from: position) else {
        position = max(position, pending.count - Self.lengthField.count + 1)
        return nil
      }
      position = start
      isLost = false
    }
    guard let end = start(of: Self.blankLine, from: position) else {
      guard pending.count - position > Self.maximumHeader else { return nil }
      isLost = true
      position += 1
      return Item.broken("expected a header of at most \(Self.maximumHeader) bytes")
    }
    let header = pending[position..<end]
    guard header.count <= Self.maximumHeader, let count = Self.length(in: header) else {
      // Another header may begin inside this one.
      isLost = true
      position += 1
      return Item.broken("expected Content-Length in the header")
    }
    position = end + Self.blankLine.count
    guard count <= Self.maximumContent else {
      skipped = count
      return Item.broken("expected at most \(Self.maximumContent) bytes, found \(count)")
    }
    length = count
    return .some(nil)
  }

  /// Returns the start of a text, in upper or lower case.
  private func start(of sought: [UInt8], from position: Int) -> Int? {
    guard pending.count - position >= sought.count else { return nil }
    return (position...pending.count - sought.count).first { start in
      sought.indices.allSatisfy { Self.lowercased(pending[start + $0]) == sought[$0] }
    }
  }

  private static func lowercased(_ octet: UInt8) -> UInt8 { (0x41...0x5A).contains(octet) ? octet | 0x20 : octet }

  /// Returns the length in a header; `nil` when the header has none, or a number that cannot be a length.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in header.split(whereSeparator: { $0 == 0x0D || $0 == 0x0A }) {
      guard line.map(lowercased).starts(with: lengthField) else { continue }
      let number = String(decoding: line.dropFirst(lengthField.count), as: UTF8.self).filter { $0 != " " && $0 != "\t" }
      return number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(number) : nil
    }
    return nil
  }
}
