/// Where the octets of a payload are written in a file, so that a finding on a byte can point at its text.
public struct WrittenPayload: Hashable, Sendable {
  /// More than twice what any advertising can carry (1650, Core Vol 4 Part E 7.8.57). What is longer is no payload, and
  /// judging it would take forever: rules compare the structures of a payload with each other.
  static let mostOctets = 4096

  /// The whole of it.
  public let range: TextRange
  /// Each octet, in the order of the payload: its two hex digits, or the field that it comes from.
  public let octets: [TextRange]

  public init(range: TextRange, octets: [TextRange]) {
    self.range = range
    self.octets = octets
  }

  /// The text of `length` octets from `offset`. What is missing there, or lies past the end, is the octet before it; in
  /// an empty payload, the whole.
  public func range(offset: Int, length: Int) -> TextRange {
    guard let first = octets.indices.clamped(offset), let last = octets.indices.clamped(offset + max(length, 1) - 1)
    else { return range }
    return octets[first].through(octets[last])
  }
}

extension Range<Int> {
  /// The index nearest to `index`; `nil` when there is none.
  fileprivate func clamped(_ index: Int) -> Int? {
    isEmpty ? nil : Swift.min(Swift.max(index, lowerBound), upperBound - 1)
  }
}
