internal import AdvertCapture
internal import AdvertisingData

/// The layouts of all advertisers, with the scan responses that belong to each.
///
/// A scan response belongs to the latest scannable advertisement of the same address on the same adapter, and of the
/// same set for extended advertising. When the report names the kind of advertisement, it is the latest of this kind. A
/// report that repeats the one before costs a comparison and a count.
struct Pairing: Sendable {
  private var streams: [Stream] = []
  private(set) var layouts: [LayoutEntry] = []
  private(set) var responses: [ResponseEntry] = []
  private(set) var payloads = PayloadStore()
  private var layoutIndex = HashIndex()
  private var responseIndex = HashIndex()
  private var sequence = 0
  private(set) var spans = SpanReceptions()

  /// The layouts and streams of one advertiser, as chains through the arrays here.
  struct Chains: Sendable, BitwiseCopyable {
    fileprivate(set) var firstLayout = ChainLink()
    fileprivate var lastLayout = ChainLink()
    /// Empty while all advertisements have one kind and set, as for nearly every advertiser: then the latest layout is
    /// enough.
    fileprivate var firstStream = ChainLink()
    /// The layout of the latest advertisement. The next one probably repeats it.
    fileprivate var latestLayout = ChainLink()
  }

  /// The advertising data of a layout, or one of its scan responses, or no block.
  struct BlockPosition: Sendable, BitwiseCopyable {
    fileprivate let layout: ChainLink
    fileprivate let response: ChainLink

    /// `layout` and `response` are positions. Without a layout it is no block.
    fileprivate init(layout: Int?, response: Int? = nil) {
      self.layout = ChainLink(layout)
      self.response = ChainLink(response)
    }

    static var nothing: BlockPosition { BlockPosition(layout: nil) }

    @inline(__always)
    var isScanResponse: Bool { response != ChainLink() }

    /// The number of the layout; `nil` for no block.
    @inline(__always)
    var layoutNumber: Int? { layout.position }

    /// The number of the layout in four octets.
    @inline(__always)
    var layoutMark: UInt32 { layout.position.map { UInt32(truncatingIfNeeded: $0) } ?? .max }
  }

  /// The advertisements of one kind and set of an advertiser, with their current layout.
  private struct Stream: Sendable, BitwiseCopyable {
    let pdu: AdvertisingPDU?
    let advertisingSID: UInt8?
    var currentLayout: ChainLink
    /// The latest change to this stream, in a count of such changes.
    var sequence: Int
    var next = ChainLink()
  }

  /// Advertising data of an advertiser, with the chain of its scan responses.
  struct LayoutEntry: Sendable, BitwiseCopyable {
    var reception = Reception()
    /// The advertising data; `nil` for scan responses that came before any advertisement that they can answer.
    let advertised: ReceivedData?
    /// The kind of PDU; `nil` where no report says it. A scan response of extended advertising says it.
    let pdu: AdvertisingPDU?
    let advertisingSID: UInt8?
    /// The PHYs, as far as one of its reports has them.
    var phys = AdvertisingPHYs()
    /// Whether the data are known to be advertising data, not those of a scan response.
    var isBlockKnown = true
    /// The first layout of the advertiser, which identifies the advertiser; empty for that layout itself.
    var first = ChainLink()
    var firstResponse = ChainLink()
    var lastResponse = ChainLink()
    /// The latest response. The next one probably repeats it.
    var currentResponse = ChainLink()
    var next = ChainLink()

    /// Returns whether a report has the same kind, set and advertising data.
    @inline(__always)
    func isRepeated(
      by report: borrowing AdvertisingReport, pdu: AdvertisingPDU?, in payloads: PayloadStore
    ) -> Bool {
      guard self.pdu == pdu, advertisingSID == report.advertisingSID else { return false }
      return isRepeated(by: report, in: payloads)
    }

    /// Returns whether this is the layout for scan responses without an advertisement, of the kind and set of a report.
    func lacksAdvertisement(like report: borrowing AdvertisingReport) -> Bool {
      advertised == nil && pdu == report.certainParent && advertisingSID == report.advertisingSID
    }

    /// Returns whether a report has the same advertising data, on the same PHYs.
    @inline(__always)
    func isRepeated(by report: borrowing AdvertisingReport, in payloads: PayloadStore) -> Bool {
      guard let advertised, phys == report.phys || phys.agrees(with: report.phys) else { return false }
      return advertised.isRepeated(by: report, in: payloads)
    }
  }

  /// One of the scan responses of a layout.
  struct ResponseEntry: Sendable, BitwiseCopyable {
    var reception = Reception()
    let data: ReceivedData
    let layout: ChainLink
    var next = ChainLink()
  }

  /// Data, with the place where they were first received.
  struct ReceivedData: Sendable, BitwiseCopyable {
    let firstSighting: Sighting
    let payload: PayloadStore.Slice
    let isComplete: Bool

    /// Returns whether a report has the same data.
    @inline(__always)
    func isRepeated(by report: borrowing AdvertisingReport, in payloads: PayloadStore) -> Bool {
      isComplete == report.isComplete && payloads.holds(report.data, at: payload)
    }
  }
}

// MARK: - Advertisements

extension Pairing {
  @inline(__always)
  mutating func noteAdvertisement(
    _ report: borrowing AdvertisingReport, pdu: AdvertisingPDU?, of chains: inout Chains
  ) -> BlockPosition {
    if let layout = chains.latestLayout.position, layouts[layout].isRepeated(by: report, pdu: pdu, in: payloads) {
      layouts[layout].reception.note(report.time)
      if layouts[layout].phys != report.phys { layouts[layout].phys.fill(from: report.phys) }
      return BlockPosition(layout: layout)
    }
    return BlockPosition(layout: noteChange(report, pdu: pdu, of: &chains))
  }

  /// Counts a known block when it belongs to the latest advertisement of its advertiser, so that only counts change;
  /// returns `false` for any other block.
  @inline(__always)
  mutating func noteRepeat(of block: BlockPosition, at time: Timestamp?, chains: Chains) -> Bool {
    guard chains.latestLayout == block.layout, let layout = block.layout.position else { return false }
    if let response = block.response.position {
      layouts[layout].currentResponse = block.response
      responses[response].reception.note(time)
    } else {
      layouts[layout].reception.note(time)
    }
    return true
  }

  /// Notes an advertisement that differs from the latest of its advertiser.
  @inline(never)
  private mutating func noteChange(
    _ report: borrowing AdvertisingReport, pdu: AdvertisingPDU?, of chains: inout Chains
  ) -> Int {
    let layout: Int
    if let stream = stream(pdu: pdu, advertisingSID: report.advertisingSID, of: &chains) {
      if let current = streams[stream].currentLayout.position, layouts[current].isRepeated(by: report, in: payloads) {
        layout = current
      } else {
        layout = self.layout(of: report, pdu: pdu, chains: &chains)
        streams[stream].currentLayout.position = layout
      }
      sequence += 1
      streams[stream].sequence = sequence
    } else {
      layout = self.layout(of: report, pdu: pdu, chains: &chains)
    }
    chains.latestLayout.position = layout
    layouts[layout].reception.note(report.time)
    layouts[layout].phys.fill(from: report.phys)
    return layout
  }

  /// Returns the stream of this kind and set, created when it is new; `nil` while the advertiser needs none. There are
  /// seven kinds and sixteen sets, so the chain is short.
  private mutating func stream(pdu: AdvertisingPDU?, advertisingSID: UInt8?, of chains: inout Chains) -> Int? {
    guard var last = chains.firstStream.position else {
      guard let latest = chains.latestLayout.position,
        case let before = layouts[latest].pdu, before != pdu || layouts[latest].advertisingSID != advertisingSID
      else { return nil }
      let first = addStream(
        pdu: before, advertisingSID: layouts[latest].advertisingSID, currentLayout: chains.latestLayout)
      chains.firstStream.position = first
      return addStream(pdu: pdu, advertisingSID: advertisingSID, after: first)
    }
    while true {
      if streams[last].pdu == pdu, streams[last].advertisingSID == advertisingSID { return last }
      guard let next = streams[last].next.position else { break }
      last = next
    }
    return addStream(pdu: pdu, advertisingSID: advertisingSID, after: last)
  }

  private mutating func addStream(
    pdu: AdvertisingPDU?, advertisingSID: UInt8?, currentLayout: ChainLink = ChainLink(), after last: Int? = nil
  ) -> Int {
    let new = streams.count
    sequence += 1
    streams.appendSparingly(
      Stream(pdu: pdu, advertisingSID: advertisingSID, currentLayout: currentLayout, sequence: sequence))
    if let last { streams[last].next.position = new }
    return new
  }

  private mutating func layout(
    of report: borrowing AdvertisingReport, pdu: AdvertisingPDU?, chains: inout Chains
  ) -> Int {
    var hash: UInt64?
    if let first = chains.firstLayout.position {
      if layouts[first].isRepeated(by: report, pdu: pdu, in: payloads) { return first }
      let hashed = Self.layoutHash(
        first: first, advertisingSID: report.advertisingSID, payload: PayloadStore.hash(report.data))
      if let layout = indexed(hashed, of: first, where: { $0.isRepeated(by: report, pdu: pdu, in: payloads) }) {
        return layout
      }
      hash = hashed
    }
    return add(
      LayoutEntry(
        advertised: store(report), pdu: pdu, advertisingSID: report.advertisingSID,
        isBlockKnown: report.pdu != .unstated),
      hash: hash, to: &chains)
  }

  /// Returns a layout with a hash, of the advertiser whose first layout is at `first`.
  @inline(__always)
  private func indexed(_ hash: UInt64, of first: Int, where isWanted: (LayoutEntry) -> Bool) -> Int? {
    var steps = 0
    while let position = layoutIndex.next(hash: hash, after: &steps) {
      if layouts[position].first.position == first, isWanted(layouts[position]) { return position }
    }
    return nil
  }

  private mutating func store(_ report: borrowing AdvertisingReport) -> ReceivedData {
    ReceivedData(
      firstSighting: Sighting(report), payload: payloads.add(report.data), isComplete: report.isComplete)
  }

  /// Adds a layout with its hash. An advertiser's first layout has no hash and is found without the index: most
  /// advertisers have only one layout, and a look-up is expensive when there are many.
  private mutating func add(_ entry: LayoutEntry, hash: UInt64?, to chains: inout Chains) -> Int {
    let layout = layouts.count
    layouts.appendSparingly(entry)
    layouts[layout].first = chains.firstLayout
    if let hash { layoutIndex.insert(layout, hash: hash) }
    if let last = chains.lastLayout.position {
      layouts[last].next.position = layout
    } else {
      chains.firstLayout.position = layout
    }
    chains.lastLayout.position = layout
    return layout
  }

  /// The kind of PDU is not hashed: hardly any advertiser sends one payload with several kinds.
  private static func layoutHash(first: Int, advertisingSID: UInt8?, payload: UInt64) -> UInt64 {
    SeededHash.mix(payload ^ UInt64(first) << 8 ^ UInt64(advertisingSID ?? 0xFF))
  }
}

// MARK: - Scan responses

extension Pairing {
  /// Notes a scan response with the latest advertisement of its kind that it can answer, or of any kind, or else with a
  /// layout whose advertising data are unknown. An advertisement that comes later does not change this.
  mutating func noteScanResponse(_ report: borrowing AdvertisingReport, of chains: inout Chains) -> BlockPosition {
    let layout =
      layoutAnswered(by: report, as: report.advertising, chains: chains)
      ?? layoutAnswered(by: report, as: report.certainParent, chains: chains)
      ?? layoutWithoutAdvertisement(for: report, chains: &chains)
    if let current = layouts[layout].currentResponse.position,
      responses[current].data.isRepeated(by: report, in: payloads)
    {
      responses[current].reception.note(report.time)
      return BlockPosition(layout: layout, response: current)
    }
    let response = response(of: report, to: layout)
    layouts[layout].currentResponse.position = response
    responses[response].reception.note(report.time)
    return BlockPosition(layout: layout, response: response)
  }

  /// Returns the current layout of the latest scannable stream that the response can answer, of one kind or of any.
  private func layoutAnswered(
    by report: borrowing AdvertisingReport, as parent: AdvertisingPDU?, chains: Chains
  ) -> Int? {
    guard var position = chains.firstStream.position else {
      guard let latest = chains.latestLayout.position, case let pdu = layouts[latest].pdu,
        pdu == nil || parent == nil || parent == pdu,
        Self.canAnswer(report, pdu: pdu, advertisingSID: layouts[latest].advertisingSID)
      else { return nil }
      return latest
    }
    var latest = 0
    var layout: Int?
    while true {
      let stream = streams[position]
      if stream.sequence > latest, stream.pdu == nil || parent == nil || parent == stream.pdu,
        Self.canAnswer(report, pdu: stream.pdu, advertisingSID: stream.advertisingSID)
      {
        latest = stream.sequence
        layout = stream.currentLayout.position
      }
      guard let next = stream.next.position else { return layout }
      position = next
    }
  }

  /// Returns whether a scan response can answer advertisements of a kind and set.
  private static func canAnswer(
    _ report: borrowing AdvertisingReport, pdu: AdvertisingPDU?, advertisingSID: UInt8?
  ) -> Bool {
    let isExtended = report.pdu == .auxScanRsp
    // What does not say its kind is legacy advertising.
    guard let pdu else { return !isExtended }
    return pdu.isScannable && pdu.isExtended == isExtended && (!isExtended || advertisingSID == report.advertisingSID)
  }

  /// Returns the layout for scan responses without an advertisement. Its advertising data are unknown.
  private mutating func layoutWithoutAdvertisement(for report: borrowing AdvertisingReport, chains: inout Chains) -> Int
  {
    var hash: UInt64?
    if let first = chains.firstLayout.position {
      if layouts[first].lacksAdvertisement(like: report) { return first }
      let hashed = Self.layoutHash(first: first, advertisingSID: report.advertisingSID, payload: 0)
      if let layout = indexed(hashed, of: first, where: { $0.lacksAdvertisement(like: report) }) { return layout }
      hash = hashed
    }
    return add(
      LayoutEntry(advertised: nil, pdu: report.certainParent, advertisingSID: report.advertisingSID), hash: hash,
      to: &chains)
  }

  private mutating func response(of report: borrowing AdvertisingReport, to layout: Int) -> Int {
    let hash = SeededHash.mix(PayloadStore.hash(report.data) ^ UInt64(layout))
    var steps = 0
    while let position = responseIndex.next(hash: hash, after: &steps) {
      if responses[position].layout.position == layout,
        responses[position].data.isRepeated(by: report, in: payloads)
      {
        return position
      }
    }
    let response = responses.count
    responses.appendSparingly(ResponseEntry(data: store(report), layout: ChainLink(layout)))
    responseIndex.insert(response, hash: hash)
    if let last = layouts[layout].lastResponse.position {
      responses[last].next.position = response
    } else {
      layouts[layout].firstResponse.position = response
    }
    layouts[layout].lastResponse.position = response
    return response
  }
}

// MARK: - Spans

extension Pairing {
  /// The first span that is no longer counted separately; `nil` when all are.
  var spansToldApart: Int? { spans.end }

  /// Ends a span: later receptions are counted separately.
  ///
  /// - Parameter reports: received so far.
  /// - Returns: `false` when there are too many separate counts already: then the span goes on.
  mutating func endSpan(_ span: Int, after reports: Int) -> Bool {
    guard spans.mayEnd(span, blocks: layouts.count + responses.count, reports: reports) else { return false }
    for position in layouts.indices where layouts[position].reception.count > 0 {
      spans.layouts.add(layouts[position].reception, of: position, in: span)
      layouts[position].reception = Reception()
    }
    for position in responses.indices where responses[position].reception.count > 0 {
      spans.responses.add(responses[position].reception, of: position, in: span)
      responses[position].reception = Reception()
    }
    return true
  }
}

extension AdvertisingReport {
  /// The kind of advertising that a scan response answers; `nil` when it is not certain. Apple's events give scan
  /// responses of connectable advertisements the type for advertisements that are not connectable.
  fileprivate var certainParent: AdvertisingPDU? { source == .vendor && pdu == .scanRsp ? nil : advertising }
}
