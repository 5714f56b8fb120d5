internal import AdvertObservation
internal import AdvertReading
internal import AdvertisingData

/// Payloads of one block with the same fields, with any values: a kind of layout that the device sends.
struct PayloadKind {
  let key: Key
  private(set) var count = 0
  /// The fields in the order of the most frequent payload, of equals the first.
  private(set) var usual: [SentField]
  private var usualCount: Int
  /// The orders in which the fields were sent.
  private(set) var orders: Set<[FieldKey]> = []
  private(set) var payloads: Set<Payload> = []
  private(set) var values: [FieldKey: FieldValues] = [:]

  /// The common properties of payloads of a kind.
  struct Key: Hashable {
    let block: Block
    /// The type of the PDU; `nil` for scan responses.
    let pdu: AdvertisingPDU?
    let sid: UInt8?
    let fields: Set<FieldKey>
  }

  private init(_ key: Key, _ fields: [SentField], count: Int) {
    self.key = key
    usual = fields
    usualCount = count
  }

  private mutating func add(_ pattern: PayloadPattern, _ fields: [SentField], count times: Int) {
    count += times
    if times > usualCount { (usual, usualCount) = (fields, times) }
    orders.insert(fields.map { $0.key })
    payloads.insert(pattern.payload)
    for field in fields { values[field.key, default: FieldValues()].add(field, of: pattern, count: times) }
  }

  /// Returns the kinds of payloads of a block, in the order met. Payloads with missing fragments count only when there
  /// are no others.
  static func kinds(of sent: [ComparedDevice.Sent], in block: Block) -> [PayloadKind] {
    var all:
      [(pattern: PayloadPattern, pdu: AdvertisingPDU?, sid: UInt8?, count: Int, isTruncated: Bool, signs: DeviceHints)] =
        []
    for one in sent {
      let payloads = [one.layout.advertising].compactMap { $0 } + one.responses.map { $0.payload }
      let signs = DeviceHints(payloads)
      switch block {
      case .advertising:
        guard let payload = one.layout.advertising else { continue }
        let pattern = PayloadPattern(payload, varying: one.variation)
        all.append((pattern, one.layout.pdu, one.sid, one.count, one.isTruncated, signs))
      case .scanResponse:
        all += one.responses.map { response in
          let pattern = PayloadPattern(response.payload, varying: one.responseVariation)
          return (pattern, nil, one.sid, response.count, response.isTruncated, signs)
        }
      }
    }
    if all.contains(where: { !$0.isTruncated }) { all.removeAll(where: { $0.isTruncated }) }
    var kinds: [PayloadKind] = []
    var positions: [Key: Int] = [:]
    for one in all {
      let fields = one.pattern.payload.fields(in: block, beside: one.signs, varying: one.pattern.variation)
      let key = Key(block: block, pdu: one.pdu, sid: one.sid, fields: Set(fields.map { $0.key }))
      let position = positions[key] ?? kinds.count
      if position == kinds.count {
        positions[key] = position
        kinds.append(PayloadKind(key, fields, count: one.count))
      }
      kinds[position].add(one.pattern, fields, count: one.count)
    }
    return kinds
  }

  var layout: SentLayout { SentLayout(block: key.block, pdu: key.pdu, fields: usual) }
}

/// The values of one field.
struct FieldValues {
  /// The values by their octets: the field as first sent with them, and how often they were sent.
  private var values: [[UInt8]: (field: SentField, count: Int)] = [:]
  /// The field as sent most often, of equals the first.
  private(set) var usual: SentField?
  private var usualCount = -1
  /// The declared field with its varying octets; `nil` when none vary.
  private(set) var pattern: Pattern?

  /// A field of a payload that is declared with placeholders.
  struct Pattern {
    private let payload: PayloadPattern
    private let element: DecodedPayload.Element

    init?(_ field: SentField, of payload: PayloadPattern) {
      guard !payload.variation.isEmpty,
        let element = payload.payload.decoded.elements.first(where: { $0.offset == field.offset }),
        element.octetRange.contains(where: { payload.variation[$0] != nil })
      else { return nil }
      self.payload = payload
      self.element = element
    }

    /// Returns whether a field may be these octets, including its length and type.
    func matches(_ octets: [UInt8]) -> Bool {
      octets.count >= 2 && octets[1] == element.type.rawValue
        && payload.matches(element, octets: Array(octets.dropFirst(2)))
    }

    /// Returns whether an octet of the field may vary.
    func varies(_ index: Int) -> Bool { payload.variation[element.offset + index] != nil }

    /// The varying octets, from the start of the field.
    var indices: [Int] { (0..<element.size).filter(varies) }
  }

  mutating func add(_ field: SentField, of payload: PayloadPattern, count times: Int) {
    if pattern == nil { pattern = Pattern(field, of: payload) }
    let known = values[field.octets]
    let count = (known?.count ?? 0) + times
    values[field.octets] = (known?.field ?? field, count)
    if count > usualCount { (usual, usualCount) = (field, count) }
  }

  var octets: Dictionary<[UInt8], (field: SentField, count: Int)>.Keys { values.keys }

  /// Returns the field as sent most often with a number of octets; `nil` when no value has that many.
  func usual(ofLength length: Int) -> SentField? {
    guard let usual, usual.octets.count != length else { return usual }
    return values.values.filter { $0.field.octets.count == length }
      .max {
        $0.count == $1.count
          ? $1.field.octets.lexicographicallyPrecedes($0.field.octets) : $0.count < $1.count
      }?.field
  }
}

/// The kinds of the two sides that are compared with each other.
struct KindPairs {
  private(set) var pairs: [(old: PayloadKind, new: PayloadKind)] = []
  private(set) var gone: [PayloadKind] = []
  private(set) var added: [PayloadKind] = []

  /// The most kinds that are compared each with each; others without an equal are gone or added.
  private static let maximumCompared = 16

  init(_ old: [PayloadKind], _ new: [PayloadKind]) {
    var rest = Dictionary(new.enumerated().map { ($1.key, $0) }) { first, _ in first }
    var isTaken = Array(repeating: false, count: new.count)
    for kind in old {
      if let position = rest.removeValue(forKey: kind.key) {
        isTaken[position] = true
        pairs.append((kind, new[position]))
      } else {
        gone.append(kind)
      }
    }
    added = new.indices.filter { !isTaken[$0] }.map { new[$0] }
    pairNearest()
  }

  /// Pairs the kinds with the most in common first.
  private mutating func pairNearest() {
    guard !gone.isEmpty, !added.isEmpty else { return }
    func most(_ kinds: [PayloadKind]) -> [Int] {
      let ranked = kinds.indices.sorted { (kinds[$1].count, $0) < (kinds[$0].count, $1) }
      return Array(ranked.prefix(Self.maximumCompared))
    }
    let isAlone = gone.count == 1 && added.count == 1
    var candidates: [(score: Int, old: Int, new: Int)] = []
    for one in most(gone) {
      for other in most(added) {
        let score = gone[one].likeness(to: added[other])
        if score > 0 || isAlone { candidates.append((score, one, other)) }
      }
    }
    candidates.sort { ($1.score, $0.old, $0.new) < ($0.score, $1.old, $1.new) }
    var takenOld: Set<Int> = []
    var takenNew: Set<Int> = []
    for (_, one, other) in candidates where !takenOld.contains(one) && !takenNew.contains(other) {
      takenOld.insert(one)
      takenNew.insert(other)
      pairs.append((gone[one], added[other]))
    }
    gone = gone.indices.filter { !takenOld.contains($0) }.map { gone[$0] }
    added = added.indices.filter { !takenNew.contains($0) }.map { added[$0] }
  }
}

extension PayloadKind {
  /// Returns the likeness of two kinds in percent; the same kind of advertising and the same set count a little.
  fileprivate func likeness(to other: PayloadKind) -> Int {
    let all = key.fields.count + other.key.fields.count
    let common = key.fields.intersection(other.key.fields).count
    let fields = all == 0 ? 100 : 200 * common / all
    guard fields > 0 else { return 0 }
    return fields * 4 + (key.pdu == other.key.pdu ? 2 : 0) + (key.sid == other.key.sid ? 1 : 0)
  }
}
