internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// How a payload differs from the one that is declared for its block, AD structure by AD structure.
struct PayloadDifference {
  /// The differences, in the order of the sent payload.
  let parts: [Part]

  struct Part {
    /// Offset in the sent payload.
    let offset: Int
    /// Octets concerned; 0 where something is missing.
    let length: Int
    let message: String
    /// Equal for differences of the same kind in other octets.
    let kind: String
  }

  /// The number of octets that differ, to compare layouts by.
  var weight: Int { parts.reduce(0) { $0 + max($1.length, 1) } }

  /// - Parameters:
  ///  - sent: the payload that is sent.
  ///  - declared: the declared payload of its block.
  ///  - other: the payload of the other block, which may have the structures instead; `nil` when it is not known.
  ///  - addedTypes: types that may be missing because the stack adds them later.
  init(of sent: Payload, from declared: PayloadPattern, other: Payload?, adding addedTypes: Set<ADType>) {
    guard !declared.matches(sent) else {
      parts = []
      return
    }
    var pairing = StructurePairing(sent.decoded.elements, declared)
    pairing.pairEqual()
    pairing.pairByType()
    let elsewhere = other?.decoded.elements ?? []
    var parts: [Part] = []
    var end = 0
    for (index, element) in pairing.declared.enumerated() {
      guard let partner = pairing.partners[index] else {
        let isElsewhere = elsewhere.contains {
          $0.type == element.type && declared.matches(element, octets: $0.value.octets)
        }
        guard isElsewhere || !addedTypes.contains(element.type) else { continue }
        let words = isElsewhere ? "is in the other block" : "is missing"
        parts.append(
          Part(
            offset: end, length: 0, message: "\(element.type.named), declared at byte \(element.offset), \(words)",
            kind: "\(element.type) \(words)"))
        continue
      }
      let found = pairing.sent[partner]
      end = found.offset + found.size
      parts += Self.changes(of: element, to: found, declared)
    }
    let moved = pairing.moved
    for (index, element) in pairing.sent.enumerated() {
      if !pairing.isTaken[index] {
        parts.append(
          Part(
            offset: element.offset, length: element.size,
            message: "\(element.type.named) at byte \(element.offset) is not declared", kind: "\(element.type) extra"))
      } else if let declaredOffset = moved[index] {
        parts.append(
          Part(
            offset: element.offset, length: element.size,
            message: "\(element.type.named) is at byte \(element.offset), declared at byte \(declaredOffset)",
            kind: "\(element.type) moved"))
      }
    }
    if sent.decoded.remainder != declared.payload.decoded.remainder, parts.isEmpty {
      let start = sent.count - sent.decoded.remainder.count
      parts.append(
        Part(
          offset: start, length: sent.decoded.remainder.count,
          message: "what follows the AD structures at byte \(start) is not what is declared", kind: "remainder"))
    }
    self.parts = parts.sorted { $0.offset < $1.offset }
  }

  /// Returns the octets of a value that differ from the declared value.
  private static func changes(
    of declared: DecodedPayload.Element, to sent: DecodedPayload.Element, _ pattern: PayloadPattern
  ) -> [Part] {
    let octets = sent.value.octets
    guard !pattern.matches(declared, octets: octets) else { return [] }
    let start = declared.offset + 2
    let expected = declared.value.octets.indices.map {
      ExpectedOctet(declared.value.octets[$0], pattern.variation[start + $0])
    }
    guard octets.count == expected.count else {
      return [
        Part(
          offset: sent.offset, length: sent.size,
          message: """
            \(sent.type.named) at byte \(sent.offset): declared \(ExpectedOctet.words(expected[...])), sent \
            \(ExpectedOctet.words(octets[...]))
            """, kind: "\(sent.type) length")
      ]
    }
    var parts: [Part] = []
    var index = 0
    while index < octets.count {
      guard !expected[index].allows(octets[index]) else {
        index += 1
        continue
      }
      let run = index..<(octets.indices[index...].first { expected[$0].allows(octets[$0]) } ?? octets.count)
      let offset = sent.offset + 2 + index
      parts.append(
        Part(
          offset: offset, length: run.count,
          message:
            "\((offset..<offset + run.count).byteWords): declared \(ExpectedOctet.words(expected[run])), sent \(ExpectedOctet.words(octets[run]))",
          kind: "\(sent.type) \(run)"))
      index = run.upperBound
    }
    return parts
  }
}

/// A declared octet in messages.
private struct ExpectedOctet {
  /// The most octets shown; others are cut off.
  private static let maximumShown = 16

  private let value: UInt8
  private let varying: Variation.Octet?

  init(_ value: UInt8, _ varying: Variation.Octet?) {
    self.value = value
    self.varying = varying
  }

  func allows(_ octet: UInt8) -> Bool { varying?.values.contains(octet) ?? (octet == value) }

  private var text: String { varying?.values.pattern ?? HexText.compact([value]) }

  static func words(_ expected: ArraySlice<ExpectedOctet>) -> String { words(expected.map { $0.text }) }

  static func words(_ octets: ArraySlice<UInt8>) -> String { words(octets.map { HexText.compact([$0]) }) }

  private static func words(_ texts: [String]) -> String {
    guard !texts.isEmpty else { return "nothing" }
    return texts.prefix(maximumShown).joined(separator: " ") + (texts.count > maximumShown ? " …" : "")
  }
}

/// Pairs each declared AD structure with the same one in the sent payload.
private struct StructurePairing {
  let sent: [DecodedPayload.Element]
  let declared: [DecodedPayload.Element]
  private let pattern: PayloadPattern
  /// For each declared structure the position of the sent one; `nil` when there is none.
  private(set) var partners: [Int?]
  private(set) var isTaken: [Bool]

  init(_ sent: [DecodedPayload.Element], _ pattern: PayloadPattern) {
    self.sent = sent
    self.pattern = pattern
    declared = pattern.payload.decoded.elements
    partners = Array(repeating: nil, count: declared.count)
    isTaken = Array(repeating: false, count: sent.count)
  }

  mutating func pairEqual() {
    pair { $0.pattern.matches($1, octets: $2.value.octets) }
  }

  mutating func pairByType() {
    pair { _, _, _ in true }
  }

  /// Pairs structures of one type that fit, in the order of both.
  private mutating func pair(_ fits: (StructurePairing, DecodedPayload.Element, DecodedPayload.Element) -> Bool) {
    var unused = Dictionary(grouping: sent.indices.filter { !isTaken[$0] }) { sent[$0].type }
    for index in declared.indices where partners[index] == nil {
      let type = declared[index].type
      guard let place = unused[type]?.firstIndex(where: { fits(self, declared[index], sent[$0]) }),
        let partner = unused[type]?.remove(at: place)
      else { continue }
      partners[index] = partner
      isTaken[partner] = true
    }
  }

  /// The structures that are sent in another order than declared, with the declared offset of each. There are as few as
  /// possible, so that one moved structure is one difference.
  var moved: [Int: Int] {
    let pairs = partners.enumerated().compactMap { index, partner in partner.map { (declared: index, sent: $0) } }
    var kept = Set(Self.longestAscending(pairs.map { $0.sent }))
    var moved: [Int: Int] = [:]
    for (position, pair) in pairs.enumerated() where kept.remove(position) == nil {
      moved[pair.sent] = declared[pair.declared].offset
    }
    return moved
  }

  /// Returns the positions of a longest ascending sequence of numbers that are all different.
  private static func longestAscending(_ numbers: [Int]) -> [Int] {
    // The position of the lowest last number of a sequence of each length, and of the number before each.
    var ends: [Int] = []
    var before: [Int?] = []
    for (position, number) in numbers.enumerated() {
      let length = ends.indices.partitioningIndex { numbers[ends[$0]] >= number }
      before.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = position } else { ends.append(position) }
    }
    var sequence: [Int] = []
    var next = ends.last
    while let position = next {
      sequence.append(position)
      next = before[position]
    }
    return sequence.reversed()
  }
}
