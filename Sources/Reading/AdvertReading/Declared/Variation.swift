package import AdvertisingData

/// The octets of a declared payload that vary, from one device to the next or from one advertisement to the next, and
/// the values that each may have.
///
/// The payload itself has one of these values for each, and the most octets that are possible.
package struct Variation: Hashable, Sendable {
  /// The varying octets, by offset from the start of the payload.
  package private(set) var octets: [Int: Octet] = [:]

  /// An octet that varies.
  package struct Octet: Hashable, Sendable {
    /// The values that it may have.
    package var values: OctetSet
    /// Whether the octet may be missing, so that its AD structure is shorter.
    package var mayBeAbsent: Bool

    /// An octet with these values, which is never absent by default.
    package init(_ values: OctetSet, mayBeAbsent: Bool = false) {
      self.values = values
      self.mayBeAbsent = mayBeAbsent
    }
  }

  /// No octets vary.
  package init() {}

  /// The octets of a block that vary by some of these doubts.
  ///
  /// - Parameter isOpen: whether octets that are not known count too: they may have any value.
  package init(_ doubts: [Doubt], in block: Block, open isOpen: Bool = false) {
    for doubt in doubts {
      guard case .octets(block, let range) = doubt.part else { continue }
      let octet: Octet
      switch doubt.kind {
      case .varies(let values, let mayBeAbsent): octet = Octet(values, mayBeAbsent: mayBeAbsent)
      case .unknown where isOpen: octet = Octet(.any)
      case .unknown, .assumed: continue
      }
      for offset in range { octets[offset] = octet }
    }
  }

  /// Returns the UUID at an offset of a payload, with `??` for the octets that vary: `????????-1234-…`.
  package func uuid(at offset: Int, _ width: BluetoothUUID.Width, in payload: Payload) -> String {
    // The octets of a UUID are sent in reverse.
    let digits = (offset..<min(offset + width.octets, payload.count)).reversed().map { place in
      self[place] == nil ? HexText.compact([payload.octets[place]]) : "??"
    }
    guard width == .bits128, digits.count == 16 else { return digits.joined() }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }

  /// Returns the doubts about the octets of a block that vary.
  package func doubts(in block: Block, _ cause: Doubt.Cause) -> [Doubt] {
    runs.map { run in
      Doubt(.octets(block, run.range), .varies(run.octet.values, mayBeAbsent: run.octet.mayBeAbsent), cause)
    }
  }

  /// Whether no octets vary.
  package var isEmpty: Bool { octets.isEmpty }

  /// The octet at an offset from the start of the payload; `nil` when it is always the same.
  package subscript(offset: Int) -> Octet? {
    get { octets[offset] }
    set { octets[offset] = newValue }
  }

  /// Returns whether all octets of a range vary; true for an empty range.
  package func covers(_ range: Range<Int>) -> Bool {
    !isEmpty && range.allSatisfy { octets[$0] != nil }
  }

  /// Returns whether any octet of a range varies.
  package func covers(any range: Range<Int>) -> Bool {
    !isEmpty && range.contains { octets[$0] != nil }
  }

  /// Returns the payload with other values where it varies, of the same length. `choice` returns one of the values that
  /// the octet at an offset may have.
  package func payload(_ payload: Payload, choosing choice: (Int, OctetSet) -> UInt8) -> Payload {
    var octets = payload.octets
    for (offset, octet) in self.octets where octets.indices.contains(offset) {
      octets[offset] = choice(offset, octet.values)
    }
    return Payload(octets)
  }

  /// The octets that vary, in ascending order: neighbours with the same possible values are one run.
  package var runs: [(range: Range<Int>, octet: Octet)] {
    var runs: [(range: Range<Int>, octet: Octet)] = []
    for (offset, octet) in octets.sorted(by: { $0.key < $1.key }) {
      if let last = runs.last, last.range.upperBound == offset, last.octet == octet {
        runs[runs.count - 1].range = last.range.lowerBound..<offset + 1
      } else {
        runs.append((offset..<offset + 1, octet))
      }
    }
    return runs
  }

  /// The ranges of octets that vary, in ascending order.
  package var ranges: [Range<Int>] { runs.map { $0.range }.joinedRanges() }

  /// In words, for people: `bytes 9 to 12 (digits), byte 14 (00 to 0f)`; empty when no octets vary. It has no
  /// characters that end a comment in any language.
  package var words: String {
    runs.map { run in
      "\(run.range.byteWords) (\(run.octet.values.words)\(run.octet.mayBeAbsent ? ", may be absent" : ""))"
    }.joined(separator: ", ")
  }
}

/// A declared payload with its varying octets.
package struct PayloadPattern: Hashable, Sendable {
  /// The payload, with one of their values for the octets that vary.
  package let payload: Payload
  /// The octets that vary.
  package let variation: Variation

  /// A payload with its varying octets.
  package init(_ payload: Payload, varying variation: Variation = Variation()) {
    self.payload = payload
    self.variation = variation
  }

  /// Returns whether a payload is one of the declared ones.
  package func matches(_ other: Payload) -> Bool {
    guard payload != other else { return true }
    guard !variation.isEmpty else { return false }
    let (elements, others) = (payload.decoded.elements, other.decoded.elements)
    guard elements.count == others.count, payload.decoded.remainder == other.decoded.remainder else { return false }
    return zip(elements, others).allSatisfy { element, found in
      element.type == found.type && matches(element, octets: Array(other.octets[found.octetRange].dropFirst(2)))
    }
  }

  /// Returns whether the value of one of its AD structures may be these octets.
  package func matches(_ element: DecodedPayload.Element, octets: [UInt8]) -> Bool {
    let value = payload.octets[element.octetRange].dropFirst(2)
    // The numbers of octets of the value that may have been read so far, given that some may be absent: all
    // possibilities at once.
    var read: Set<Int> = [0]
    for offset in value.indices {
      var next: Set<Int> = []
      let varying = variation[offset]
      for count in read {
        if varying?.mayBeAbsent ?? false { next.insert(count) }
        guard count < octets.count else { continue }
        if varying?.values.contains(octets[count]) ?? (octets[count] == value[offset]) { next.insert(count + 1) }
      }
      guard !next.isEmpty else { return false }
      read = next
    }
    return read.contains(octets.count)
  }

  /// Returns the varying octets of a payload that was made from this one and others, by moving their AD structures and
  /// the UUIDs of their lists, and by cutting their ends.
  package static func variation(of payload: Payload, madeOf patterns: [PayloadPattern]) -> Variation {
    var variation = Variation()
    let sources = patterns.filter { !$0.variation.isEmpty }
    guard !sources.isEmpty else { return variation }
    for element in payload.decoded.elements {
      if let width = ServiceUUIDList.width(of: element.type) {
        for uuid in element.listedOctets(width) {
          for source in sources {
            guard let places = source.places(ofListed: Array(payload.octets[uuid])) else { continue }
            for (offset, place) in zip(uuid, places) { variation[offset] = source.variation[place] }
            break
          }
        }
        continue
      }
      let octets = payload.octets[element.octetRange].dropFirst(2)
      for source in sources {
        guard let original = source.payload.decoded.elements.first(where: { source.could($0, become: element, octets) })
        else { continue }
        let distance = element.offset - original.offset
        for offset in octets.indices { variation[offset] = source.variation[offset - distance] }
        break
      }
    }
    return variation
  }

  /// Returns the octets of the first UUID in a list that has these octets, or has them in a longer form, and that
  /// varies; `nil` when there is none.
  private func places(ofListed uuid: [UInt8]) -> Range<Int>? {
    for element in payload.decoded.elements {
      guard let width = ServiceUUIDList.width(of: element.type) else { continue }
      for listed in element.listedOctets(width) {
        // The shorter forms are octets 12 to 13, or 12 to 15, of the long one, and 0 to 1 of the middle one.
        let first = width == .bits128 && uuid.count < 16 ? listed.lowerBound + 12 : listed.lowerBound
        let places = first..<first + uuid.count
        if places.upperBound <= listed.upperBound, Array(payload.octets[places]) == uuid, variation.covers(any: places)
        {
          return places
        }
      }
    }
    return nil
  }

  private func could(
    _ original: DecodedPayload.Element, become element: DecodedPayload.Element, _ octets: ArraySlice<UInt8>
  ) -> Bool {
    let names: [ADType] = [.completeLocalName, .shortenedLocalName]
    guard original.type == element.type || names.contains(original.type) && names.contains(element.type) else {
      return false
    }
    let value = payload.octets[original.octetRange].dropFirst(2)
    return value.starts(with: octets) && value.indices.contains { variation[$0] != nil }
  }
}

extension DecodedPayload.Element {
  /// The octets of each whole UUID in a list of one width.
  fileprivate func listedOctets(_ width: BluetoothUUID.Width) -> [Range<Int>] {
    stride(from: offset + 2, through: octetRange.upperBound - width.octets, by: width.octets).map {
      $0..<$0 + width.octets
    }
  }
}
