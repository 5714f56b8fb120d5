/// Tells most names that do not matter by how they begin, before a text is made of them: a large image has millions of
/// names, of which some dozens matter.
struct NameFilter {
  /// A bit for each two octets that a name can begin with.
  private var beginnings = [UInt64](repeating: 0, count: 1 << 10)

  /// Lets names pass that begin as one of these does.
  init(_ names: some Sequence<String>) {
    for name in names {
      let octets = Array(name.utf8.prefix(2))
      switch octets.count {
      case 2: insert(Int(octets[0]) << 8 | Int(octets[1]))
      // The octet behind a name of one octet can be anything: what compilers append to names, or the end.
      case 1: for second in 0..<256 { insert(Int(octets[0]) << 8 | second) }
      default: beginnings = beginnings.map { _ in .max }
      }
    }
  }

  private mutating func insert(_ beginning: Int) { beginnings[beginning >> 6] |= 1 << UInt64(beginning & 63) }

  /// - Parameter beginning: the first two octets, the first one in the higher bits. Behind a name of one octet is a zero.
  func passes(beginning: UInt64) -> Bool {
    beginnings[Int(beginning & 0xFFFF) >> 6] & 1 << (beginning & 63) != 0
  }
}
