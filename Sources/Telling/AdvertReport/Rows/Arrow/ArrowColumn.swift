internal import AdvertisingData

/// The values of a column in the buffers that Arrow prescribes for its type.
struct ArrowColumn {
  private enum Form: BitwiseCopyable {
    /// Offsets and octets.
    case variable
    /// 64 bits each.
    case fixed
    /// A bit each.
    case truth
    /// Offsets, and the elements as a column.
    case list
    /// A column for each member.
    case members
  }

  private let form: Form
  private(set) var count = 0
  private var nulls = 0
  /// A bit for each value that is there; empty as long as none is absent.
  private var validity = Bits()
  /// Where each variable value begins, and the last one ends. Numbers lie in memory as they do in a stream.
  private var ends: [Int32] = []
  private var end: Int32 = 0
  /// Texts and data, one after the other.
  private var octets: [UInt8] = []
  /// Numbers and times, as in a stream.
  private var words: [UInt64] = []
  private var truths = Bits()
  private var children: [ArrowColumn]

  init(_ field: ArrowField) {
    switch field.kind {
    case .text, .json, .octets: (form, children) = (.variable, [])
    case .integer, .number, .time: (form, children) = (.fixed, [])
    case .truth: (form, children) = (.truth, [])
    case .list(let element): (form, children) = (.list, [ArrowColumn(element)])
    case .members(let members): (form, children) = (.members, members.map { ArrowColumn($0) })
    }
    removeAll()
  }

  mutating func removeAll() {
    count = 0
    nulls = 0
    end = 0
    validity.removeAll()
    ends.removeAll(keepingCapacity: true)
    octets.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
    truths.removeAll()
    if form == .variable || form == .list { ends.append(0) }
    for index in children.indices { children[index].removeAll() }
  }

  mutating func appendAbsent() {
    if nulls == 0 { validity.append(true, count: count) }
    nulls += 1
    count += 1
    validity.append(false)
    switch form {
    case .variable, .list: ends.append(end.littleEndian)
    case .fixed: words.append(0)
    case .truth: truths.append(false)
    case .members: for index in children.indices { children[index].appendAbsent() }
    }
  }

  @inline(__always)
  mutating func append(bits: UInt64) {
    noteValue()
    words.append(bits.littleEndian)
  }

  mutating func append(truth: Bool) {
    noteValue()
    truths.append(truth)
  }

  mutating func append(text: String) {
    noteValue()
    let utf8 = text.utf8Span.span
    append(utf8)
    endValue(of: utf8.count)
  }

  /// Appends the text of an address that is known.
  mutating func append(address: DeviceAddress) {
    noteValue()
    octets.append(addingCapacity: DeviceAddress.textLength) { address.write(to: &$0) }
    endValue(of: DeviceAddress.textLength)
  }

  mutating func append(octets: Span<UInt8>) {
    noteValue()
    append(octets)
    endValue(of: octets.count)
  }

  /// Most texts and data are short: a loop is quicker than a bulk copy.
  private mutating func append(_ added: Span<UInt8>) {
    // Adding nothing would write the count that all empty arrays share.
    guard !added.isEmpty else { return }
    octets.append(addingCapacity: added.count) { output in
      for index in added.indices { output.append(added[index]) }
    }
  }

  /// Appends the value of the slot at a position, and moves the position behind it.
  mutating func append(_ slots: Span<ArrowCells.Slot>, at position: inout Int, _ octets: Span<UInt8>) {
    let slot = slots[position]
    position += 1
    switch slot {
    case .absent: appendAbsent()
    case .bits(let bits): append(bits: bits)
    case .truth(let truth): append(truth: truth)
    case .octets(let first, let end): append(octets: octets.extracting(first..<end))
    case .list(let count):
      noteValue()
      for _ in 0..<count { children[0].append(slots, at: &position, octets) }
      endValue(of: count)
    case .members(let count):
      noteValue()
      for index in 0..<count { children[index].append(slots, at: &position, octets) }
    }
  }

  @inline(__always)
  private mutating func noteValue() {
    if nulls > 0 { validity.append(true) }
    count += 1
  }

  /// A batch is taken long before its offsets need more than 32 bits.
  @inline(__always)
  private mutating func endValue(of size: Int) {
    end &+= Int32(truncatingIfNeeded: size)
    ends.append(end.littleEndian)
  }

  /// Appends values of another column of the same field, by their positions in it. This costs a fraction of appending
  /// each by itself.
  mutating func append(_ positions: Span<UInt32>, of values: ArrowColumn) {
    guard !positions.isEmpty else { return }
    appendValidity(positions, of: values)
    switch form {
    case .variable: appendOctets(positions, of: values)
    case .fixed:
      let words = values.words.span
      self.words.append(addingCapacity: positions.count) { added in
        for index in positions.indices { added.append(words[Int(positions[index])]) }
      }
    case .truth: truths.append(positions, of: values.truths)
    case .list:
      var elements: [UInt32] = []
      for index in positions.indices {
        let range = values.range(at: positions[index])
        for element in range { elements.append(UInt32(truncatingIfNeeded: element)) }
        endValue(of: range.count)
      }
      children[0].append(elements.span, of: values.children[0])
    case .members:
      for index in children.indices { children[index].append(positions, of: values.children[index]) }
    }
  }

  private mutating func appendValidity(_ positions: Span<UInt32>, of values: ArrowColumn) {
    if values.nulls > 0 {
      if nulls == 0 { validity.append(true, count: count) }
      nulls += positions.count - validity.append(positions, of: values.validity)
    } else if nulls > 0 {
      validity.append(true, count: positions.count)
    }
    count += positions.count
  }

  private mutating func appendOctets(_ positions: Span<UInt32>, of values: ArrowColumn) {
    let first = end
    let size = positions.indices.reduce(0) { $0 + values.range(at: positions[$1]).count }
    ends.append(addingCapacity: positions.count) { added in
      var end = first
      for index in positions.indices {
        end &+= Int32(truncatingIfNeeded: values.range(at: positions[index]).count)
        added.append(end.littleEndian)
      }
    }
    end = first &+ Int32(truncatingIfNeeded: size)
    guard size > 0 else { return }
    let known = values.octets.span
    octets.append(addingCapacity: size) { added in
      for index in positions.indices {
        for place in values.range(at: positions[index]) { added.append(known[place]) }
      }
    }
  }

  /// Returns where a variable value lies.
  @inline(__always)
  private func range(at position: UInt32) -> Range<Int> {
    let first = Int(Int32(littleEndian: ends[Int(position)]))
    return first..<max(first, Int(Int32(littleEndian: ends[Int(position) + 1])))
  }

  /// Adds the column and those inside it to a body.
  func add(to body: inout ArrowBody) {
    body.addNode(count: count, nulls: nulls)
    body.add(nulls == 0 ? [] : validity.octets)
    switch form {
    case .variable:
      body.add(numbers: ends)
      body.add(octets)
    case .list: body.add(numbers: ends)
    case .fixed: body.add(numbers: words)
    case .truth: body.add(truths.octets)
    case .members: break
    }
    for child in children { child.add(to: &body) }
  }
}

/// Bits in octets, the least significant one first.
private struct Bits {
  private(set) var octets: [UInt8] = []
  private var count = 0

  mutating func removeAll() {
    octets.removeAll(keepingCapacity: true)
    count = 0
  }

  @inline(__always)
  mutating func append(_ bit: Bool) {
    if count & 7 == 0 { octets.append(0) }
    if bit { octets[count >> 3] |= 1 << UInt8(truncatingIfNeeded: count & 7) }
    count += 1
  }

  mutating func append(_ bit: Bool, count: Int) {
    for _ in 0..<count { append(bit) }
  }

  /// Appends bits of others, by their positions. Returns how many of them are set.
  @discardableResult
  mutating func append(_ positions: Span<UInt32>, of others: Bits) -> Int {
    var set = 0
    let known = others.octets.span
    for index in positions.indices {
      let position = Int(positions[index])
      let bit = known[position >> 3] >> UInt8(truncatingIfNeeded: position & 7) & 1 == 1
      if bit { set += 1 }
      append(bit)
    }
    return set
  }
}
