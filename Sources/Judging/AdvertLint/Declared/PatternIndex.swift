internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Finds the declared payloads or names that a sent one may be, in one walk along its octets: patterns with the same
/// beginning share the nodes of it.
struct PatternIndex: Sendable {
  private var nodes = [Node()]

  /// A node, with the nodes that octets and marks lead to.
  private struct Node: Sendable {
    /// The next nodes by an octet that is always the same, or by a mark.
    var fixed: [UInt16: Int] = [:]
    /// The next nodes by octets that vary.
    var varying: [(octet: Variation.Octet, node: Int)] = []
    /// The positions of the patterns that end here.
    var positions: [Int] = []
  }

  /// An element of a payload: an octet of a value, or a mark before or after a value.
  private enum PatternElement {
    static let end: UInt16 = 0x0FFF
    static let payload: UInt16 = 0x0FFE

    static func start(_ type: ADType) -> UInt16 { 0x0100 | UInt16(type.rawValue) }
  }

  /// Adds payloads that belong together.
  mutating func insert(_ patterns: [PayloadPattern], position: Int) {
    var node = 0
    for pattern in patterns {
      for element in pattern.payload.decoded.elements {
        node = follow(PatternElement.start(element.type), from: node)
        node = follow(element, of: pattern, from: node)
        node = follow(PatternElement.end, from: node)
      }
      node = follow(PatternElement.payload, from: node)
    }
    nodes[node].positions.append(position)
  }

  /// Adds the value of an AD structure.
  mutating func insert(_ element: DecodedPayload.Element, of pattern: PayloadPattern, position: Int) {
    nodes[follow(element, of: pattern, from: 0)].positions.append(position)
  }

  private mutating func follow(_ element: DecodedPayload.Element, of pattern: PayloadPattern, from node: Int) -> Int {
    var node = node
    for offset in element.octetRange.dropFirst(2) {
      if let octet = pattern.variation[offset] {
        node = follow(octet, from: node)
      } else {
        node = follow(UInt16(pattern.payload.octets[offset]), from: node)
      }
    }
    return node
  }

  private mutating func follow(_ mark: UInt16, from node: Int) -> Int {
    if let next = nodes[node].fixed[mark] { return next }
    nodes[node].fixed[mark] = nodes.count
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func follow(_ octet: Variation.Octet, from node: Int) -> Int {
    if let next = nodes[node].varying.first(where: { $0.octet == octet }) { return next.node }
    nodes[node].varying.append((octet, nodes.count))
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Returns the positions of the declared payloads that these may be, ascending. Octets after the last AD structure do
  /// not count.
  func positions(of payloads: [Payload]) -> [Int] { walk(payloads).positions }

  /// Returns the walk along payloads.
  func walk(_ payloads: [Payload]) -> Walk {
    var walk = Walk(self)
    for payload in payloads {
      let octets = payload.octets
      for element in payload.decoded.elements {
        walk.pass(PatternElement.start(element.type))
        for octet in octets[element.octetRange].dropFirst(2) { walk.pass(UInt16(octet)) }
        walk.pass(PatternElement.end)
      }
      walk.pass(PatternElement.payload)
    }
    return walk
  }

  /// Returns the positions of the declared values that these octets may be, ascending.
  func positions(ofValue octets: [UInt8]) -> [Int] { walk(value: octets).positions }

  /// Returns the walk along a value.
  func walk(value octets: [UInt8]) -> Walk {
    var walk = Walk(self)
    for octet in octets { walk.pass(UInt16(octet)) }
    return walk
  }

  /// The nodes that the octets so far lead to: several, because an octet may be one of many, or absent.
  struct Walk {
    private let index: PatternIndex
    private var reached: [Int] = []
    /// The number of nodes that the walk reached.
    private(set) var steps = 0

    fileprivate init(_ index: PatternIndex) {
      self.index = index
      reach([0])
    }

    /// Adds nodes, and the next ones where octets may be absent.
    private mutating func reach(_ nodes: [Int]) {
      reached = nodes
      var position = 0
      while position < reached.count {
        for (octet, node) in index.nodes[reached[position]].varying where octet.mayBeAbsent {
          if !reached.contains(node) { reached.append(node) }
        }
        position += 1
      }
      steps += reached.count
    }

    fileprivate mutating func pass(_ mark: UInt16) {
      guard !reached.isEmpty else { return }
      var next: [Int] = []
      for node in reached {
        if let fixed = index.nodes[node].fixed[mark] { next.append(fixed) }
        guard let octet = UInt8(exactly: mark) else { continue }
        for (varying, node) in index.nodes[node].varying where varying.values.contains(octet) { next.append(node) }
      }
      reach(next)
    }

    var positions: [Int] { reached.flatMap { index.nodes[$0].positions }.sorted() }
  }
}
