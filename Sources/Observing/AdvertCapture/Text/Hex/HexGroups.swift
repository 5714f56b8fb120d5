internal import AdvertisingData

/// Octets in groups of uneven length, one space apart, as in `0201 06 0303 0f18`.
enum HexGroups {
  /// Groups of a line that together are one payload.
  struct Run {
    let item: HexItem
    /// Whether each group is a payload of its own, so that the groups can be both blocks.
    let mayBeBothBlocks: Bool
  }

  /// Returns the first such groups of a line whose octets together are AD structures of known types.
  static func first(in line: [UInt8]) -> Run? {
    var words: [(octets: [UInt8], place: Range<Int>)] = []
    var index = 0
    while index < line.count {
      let start = index
      while index < line.count, line[index] != ASCII.space { index += 1 }
      let word = line[start..<index]
      if !word.isEmpty, word.count % 2 == 0, let octets = HexDigits.octets(of: word) {
        words.append((octets, start..<index))
      } else {
        if let run = run(of: words) { return run }
        words = []
      }
      // A wider gap also ends the groups.
      index += 1
      if index < line.count, line[index] == ASCII.space {
        if let run = run(of: words) { return run }
        words = []
      }
    }
    return run(of: words)
  }

  /// The most numbers before the groups: a time, a count, a channel.
  private static let maximumWordsBefore = 3

  private static func run(of words: [(octets: [UInt8], place: Range<Int>)]) -> Run? {
    for start in 0..<max(0, min(Self.maximumWordsBefore + 1, words.count - 1)) {
      let groups = words[start...]
      // Groups of one octet each are `HexItem`s.
      guard groups.contains(where: { $0.octets.count > 1 }) else { return nil }
      let place = words[start].place.lowerBound..<words[words.count - 1].place.upperBound
      let item = HexItem(octets: groups.flatMap { $0.octets }, place: place, form: .together)
      guard isPayload(item) else { continue }
      let areWhole = groups.allSatisfy { isPayload(HexItem(octets: $0.octets, place: $0.place, form: .together)) }
      return Run(item: item, mayBeBothBlocks: areWhole)
    }
    return nil
  }

  private static func isPayload(_ item: HexItem) -> Bool {
    item.octets.count > 2 && item.payload(isStrict: true) == item.octets
  }
}
