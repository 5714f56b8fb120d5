/// A filter that excludes most irrelevant names by their beginnings, before a text is made of them: a large image has millions of
/// names, and only some dozens matter.
struct NameFilter {
  /// A bit for each pair of octets that a name can begin with.
  private var beginnings = [UInt64](repeating: 0, count: 1 << 10)

  /// Makes a filter that accepts names with the beginnings of these names.
  init(_ names: some Sequence<String>) {
    for name in names {
      let octets = Array(name.utf8.prefix(2))
      switch octets.count {
      case 2: insert(Int(octets[0]) << 8 | Int(octets[1]))
      // The octet after a name of one octet can be anything: an addition of the compiler, or the end.
      case 1: for second in 0..<256 { insert(Int(octets[0]) << 8 | second) }
      default: beginnings = beginnings.map { _ in .max }
      }
    }
  }

  private mutating func insert(_ beginning: Int) { beginnings[beginning >> 6] |= 1 << UInt64(beginning & 63) }

  /// - Parameter beginning: the first two octets, the first one in the higher bits. A name of one octet ends with a
  ///   zero.
  func passes(beginning: UInt64) -> Bool {
    beginnings[Int(beginning & 0xFFFF) >> 6] & 1 << (beginning & 63) != 0
  }
}
