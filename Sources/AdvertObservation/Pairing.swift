internal import AdvertCapture
internal import AdvertisingData

/// The layouts of all advertisers, and which scan response belongs to which of them.
///
/// A scan response belongs to the latest scannable advertisement of the same address on the same adapter, and of the
/// same set when advertising is extended. A report like the one before it costs a comparison and a count.
struct Pairing: Sendable {
  private var streams: [Stream] = []
  private var layouts: [LayoutEntry] = []
  private var responses: [ResponseEntry] = []
  private var payloads = PayloadStore()
  private var layoutIndex = HashIndex()
  private var responseIndex = HashIndex()
  private var sequence = 0

  /// Where one advertiser's layouts and streams are: chains through the arrays here.
  struct Chains: Sendable {
    /// Tells the advertiser from every other.
    let advertiser: Int
    fileprivate var firstLayout = ChainLink()
    fileprivate var lastLayout = ChainLink()
    fileprivate var firstStream = ChainLink()
    /// The layout of the latest advertisement, which the next one most likely repeats.
    fileprivate var latestLayout = ChainLink()

    init(advertiser: Int) {
      self.advertiser = advertiser
    }
  }

  /// The advertising data of a layout, or one of its scan responses.
  struct Block: Sendable {
    let layout: Int
    let response: Int?
  }

  /// The advertisements of one kind and set of an advertiser, and the layout they have at the moment.
  private struct Stream: Sendable {
    let pdu: AdvertisingPDU
    let advertisingSID: UInt8?
    var currentLayout = ChainLink()
    /// When it was last the one with the latest advertisement of its advertiser, in a count of such turns.
    var sequence = 0
    var next = ChainLink()

    /// Notes that an advertisement came, and says what the one before it was.
    mutating func continued(at sequence: Int) -> Int? {
      self.sequence = sequence
      return currentLayout.position
    }
  }

  private struct LayoutEntry: Sendable {
    let advertiser: Int
    let pdu: AdvertisingPDU?
    let advertisingSID: UInt8?
    /// `nil` for scan responses that came before any advertisement.
    let payload: PayloadStore.Slice?
    let isComplete: Bool
    let firstSighting: Sighting?
    var reception = Reception()
    var firstResponse = ChainLink()
    var lastResponse = ChainLink()
    /// The response that came last, which the next one most likely repeats.
    var currentResponse = ChainLink()
    var next = ChainLink()

    /// Whether a report is of the same kind and set and has the same advertising data.
    @inline(__always)
    func isRepeated(
      by report: borrowing AdvertisingReport, pdu: AdvertisingPDU, in payloads: PayloadStore
    ) -> Bool {
      guard self.pdu == pdu, advertisingSID == report.advertisingSID else { return false }
      return isRepeated(by: report, in: payloads)
    }

    /// Whether it is for scan responses like this that answer no advertisement seen.
    func isUnanswered(like report: borrowing AdvertisingReport) -> Bool {
      payload == nil && pdu == report.advertising && advertisingSID == report.advertisingSID
    }

    /// Whether a report has the same advertising data.
    @inline(__always)
    func isRepeated(by report: borrowing AdvertisingReport, in payloads: PayloadStore) -> Bool {
      guard let payload, isComplete == report.isComplete else { return false }
      return payloads.holds(report.data, at: payload)
    }
  }

  private struct ResponseEntry: Sendable {
    let layout: Int
    let payload: PayloadStore.Slice
    let isComplete: Bool
    let firstSighting: Sighting
    var reception = Reception()
    var next = ChainLink()
  }
}

// MARK: - Advertisements

extension Pairing {
  @inline(__always)
  mutating func noteAdvertisement(
    _ report: borrowing AdvertisingReport, pdu: AdvertisingPDU, of chains: inout Chains
  ) -> Block {
    if let layout = chains.latestLayout.position, layouts[layout].isRepeated(by: report, pdu: pdu, in: payloads) {
      layouts[layout].reception.note(report.time)
      return Block(layout: layout, response: nil)
    }
    return Block(layout: noteChange(report, pdu: pdu, of: &chains), response: nil)
  }

  /// Counts a block that came before, if the latest advertisement of its advertiser had, or was answered by, the same:
  /// nothing else changes then. `false` if it is not counted.
  @inline(__always)
  mutating func noteRepeat(of block: Block, at time: Timestamp?, chains: Chains) -> Bool {
    guard chains.latestLayout.position == block.layout else { return false }
    guard let response = block.response else {
      layouts[block.layout].reception.note(time)
      return true
    }
    layouts[block.layout].currentResponse.position = response
    responses[response].reception.note(time)
    return true
  }

  /// Notes an advertisement unlike the latest of its advertiser.
  @inline(never)
  private mutating func noteChange(
    _ report: borrowing AdvertisingReport, pdu: AdvertisingPDU, of chains: inout Chains
  ) -> Int {
    sequence += 1
    let stream = stream(pdu: pdu, advertisingSID: report.advertisingSID, of: &chains)
    let layout: Int
    if let current = streams[stream].continued(at: sequence), layouts[current].isRepeated(by: report, in: payloads) {
      layout = current
    } else {
      layout = self.layout(of: report, pdu: pdu, chains: &chains)
      streams[stream].currentLayout.position = layout
    }
    chains.latestLayout.position = layout
    layouts[layout].reception.note(report.time)
    return layout
  }

  /// The stream of this kind and set, made when it is new. There are seven kinds and sixteen sets, so the chain is short.
  private mutating func stream(pdu: AdvertisingPDU, advertisingSID: UInt8?, of chains: inout Chains) -> Int {
    var last: Int?
    var position = chains.firstStream.position
    while let current = position {
      if streams[current].pdu == pdu, streams[current].advertisingSID == advertisingSID { return current }
      last = current
      position = streams[current].next.position
    }
    let new = streams.count
    streams.appendSparingly(Stream(pdu: pdu, advertisingSID: advertisingSID))
    if let last {
      streams[last].next.position = new
    } else {
      chains.firstStream.position = new
    }
    return new
  }

  private mutating func layout(
    of report: borrowing AdvertisingReport, pdu: AdvertisingPDU, chains: inout Chains
  ) -> Int {
    var hash: UInt64?
    if let first = chains.firstLayout.position {
      if layouts[first].isRepeated(by: report, pdu: pdu, in: payloads) { return first }
      let hashed = Self.layoutHash(
        advertiser: chains.advertiser, advertisingSID: report.advertisingSID, payload: PayloadStore.hash(report.data))
      var probe = layoutIndex.probe(hash: hashed)
      while let position = layoutIndex.next(&probe) {
        let entry = layouts[position]
        if entry.advertiser == chains.advertiser, entry.isRepeated(by: report, pdu: pdu, in: payloads) {
          return position
        }
      }
      hash = hashed
    }
    return add(
      LayoutEntry(
        advertiser: chains.advertiser, pdu: pdu, advertisingSID: report.advertisingSID,
        payload: payloads.add(report.data), isComplete: report.isComplete, firstSighting: Sighting(report)),
      hash: hash, to: &chains)
  }

  /// Adds a layout with its hash. An advertiser's first has none: it is at hand without the index, where a look-up costs
  /// more than all else when there are many, and most advertisers have only one.
  private mutating func add(_ entry: LayoutEntry, hash: UInt64?, to chains: inout Chains) -> Int {
    let layout = layouts.count
    layouts.appendSparingly(entry)
    if let hash { layoutIndex.insert(layout, hash: hash) }
    if let last = chains.lastLayout.position {
      layouts[last].next.position = layout
    } else {
      chains.firstLayout.position = layout
    }
    chains.lastLayout.position = layout
    return layout
  }

  /// Kinds of PDU share a hash: hardly any advertiser sends one payload with several.
  private static func layoutHash(advertiser: Int, advertisingSID: UInt8?, payload: UInt64) -> UInt64 {
    HashIndex.mix(payload ^ UInt64(advertiser) << 8 ^ UInt64(advertisingSID ?? 0xFF))
  }
}

// MARK: - Scan responses

extension Pairing {
  mutating func noteScanResponse(_ report: borrowing AdvertisingReport, of chains: inout Chains) -> Block {
    let layout = layoutAnswered(by: report, chains: chains) ?? unansweredLayout(for: report, chains: &chains)
    if let current = layouts[layout].currentResponse.position, isResponse(current, of: report) {
      responses[current].reception.note(report.time)
      return Block(layout: layout, response: current)
    }
    let response = response(of: report, to: layout)
    layouts[layout].currentResponse.position = response
    responses[response].reception.note(report.time)
    return Block(layout: layout, response: response)
  }

  /// The current layout of the latest scannable stream that the response can belong to.
  private func layoutAnswered(by report: borrowing AdvertisingReport, chains: Chains) -> Int? {
    let isExtended = report.pdu == .auxScanRsp
    var latest = 0
    var layout: Int?
    var position = chains.firstStream.position
    while let current = position {
      let stream = streams[current]
      position = stream.next.position
      guard stream.pdu.isScannable, stream.pdu.isExtended == isExtended,
        !isExtended || stream.advertisingSID == report.advertisingSID,
        report.advertising == nil || report.advertising == stream.pdu, stream.sequence > latest
      else { continue }
      latest = stream.sequence
      layout = stream.currentLayout.position
    }
    return layout
  }

  /// The layout for scan responses that answer no advertisement seen; its advertising side is unknown.
  private mutating func unansweredLayout(for report: borrowing AdvertisingReport, chains: inout Chains) -> Int {
    var hash: UInt64?
    if let first = chains.firstLayout.position {
      if layouts[first].isUnanswered(like: report) { return first }
      let hashed = Self.layoutHash(
        advertiser: chains.advertiser, advertisingSID: report.advertisingSID, payload: 0)
      var probe = layoutIndex.probe(hash: hashed)
      while let position = layoutIndex.next(&probe) {
        if layouts[position].advertiser == chains.advertiser, layouts[position].isUnanswered(like: report) {
          return position
        }
      }
      hash = hashed
    }
    return add(
      LayoutEntry(
        advertiser: chains.advertiser, pdu: report.advertising, advertisingSID: report.advertisingSID,
        payload: nil, isComplete: true, firstSighting: nil),
      hash: hash, to: &chains)
  }

  private func isResponse(_ response: Int, of report: borrowing AdvertisingReport) -> Bool {
    responses[response].isComplete == report.isComplete && payloads.holds(report.data, at: responses[response].payload)
  }

  private mutating func response(of report: borrowing AdvertisingReport, to layout: Int) -> Int {
    let hash = HashIndex.mix(PayloadStore.hash(report.data) ^ UInt64(layout))
    var probe = responseIndex.probe(hash: hash)
    while let position = responseIndex.next(&probe) {
      if responses[position].layout == layout, isResponse(position, of: report) { return position }
    }
    let response = responses.count
    responses.appendSparingly(
      ResponseEntry(
        layout: layout, payload: payloads.add(report.data), isComplete: report.isComplete,
        firstSighting: Sighting(report)))
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

// MARK: - Results

extension Pairing {
  /// How often and when anything of an advertiser was received.
  func received(of chains: Chains) -> (advertisements: Reception, scanResponses: Reception) {
    var received = (advertisements: Reception(), scanResponses: Reception())
    var position = chains.firstLayout.position
    while let layout = position {
      received.advertisements.add(layouts[layout].reception)
      var answer = layouts[layout].firstResponse.position
      while let response = answer {
        received.scanResponses.add(responses[response].reception)
        answer = responses[response].next.position
      }
      position = layouts[layout].next.position
    }
    return received
  }

  /// An advertiser's layouts in the order first seen.
  func observedLayouts(of chains: Chains) -> [ObservedLayout] {
    chain(from: chains.firstLayout.position, next: { layouts[$0].next.position }).map { observedLayout(at: $0) }
  }

  private func observedLayout(at position: Int) -> ObservedLayout {
    let entry = layouts[position]
    let observed = chain(from: entry.firstResponse.position, next: { responses[$0].next.position }).map { position in
      let response = responses[position]
      return ObservedScanResponse(
        payload: payloads.payload(response.payload), reception: response.reception,
        firstSighting: response.firstSighting, isTruncated: !response.isComplete)
    }
    let scanResponse: Layout.ScanResponse =
      if !observed.isEmpty {
        .observed(observed.map(\.payload))
      } else if entry.pdu?.isScannable ?? true {
        .notObserved
      } else {
        .notScannable
      }
    return ObservedLayout(
      layout: Layout(pdu: entry.pdu, advertising: entry.payload.map(payloads.payload), scanResponse: scanResponse),
      advertisingSID: entry.advertisingSID, reception: entry.reception, firstSighting: entry.firstSighting,
      isTruncated: !entry.isComplete, scanResponses: observed)
  }

  private func chain(from first: Int?, next: (Int) -> Int?) -> [Int] {
    var positions: [Int] = []
    var position = first
    while let current = position {
      positions.append(current)
      position = next(current)
    }
    return positions
  }
}

extension Sighting {
  init(_ report: borrowing AdvertisingReport) {
    self.init(record: report.record, fileOffset: report.dataFileOffset)
  }
}
