public import AdvertisingData

/// A layout that is declared in a file or on a command line, with its place and its other declared properties.
public struct DeclaredLayout: Hashable, Sendable {
  /// The name; `nil` when it has none.
  public var name: String?
  /// The layout; it has no data in either block when ``merged`` has them.
  public var layout: Layout
  /// Both blocks in one string, when it is not known where the first block ends.
  public var merged: MergedPayload?
  /// The evidence that its bytes may be both blocks although it does not state so; `nil` when it states so, and without
  /// evidence.
  public var mergeSign: MergeEvidence?
  /// Whether merged bytes may be those of the advertising data alone, because their log does not show whether a scan
  /// response was received.
  package var mayLackResponse = false
  /// The kind of its address; `nil` when not stated.
  public var addressKind: DeviceAddress.Kind?
  /// The advertising interval in microseconds; `nil` when not stated.
  public var intervalMicroseconds: Int64?
  /// Services that must be in its advertising data.
  public var expectedServices: [BluetoothUUID]
  /// The time within which scanners must find it; `nil` when not stated.
  package var demand: DiscoveryDemand?
  /// The parts of it that are not certain. Empty for nearly all.
  public var doubts: [Doubt]
  /// The stack that makes it from a program's request; `nil` for a layout that is declared as sent.
  package var stackBuild: StackBuild?
  /// The layout that the program asks for, where its stack has no room for all of it; `nil` where the stack sends it.
  package var asked: Layout?
  /// The place where its file first mentions it; `nil` for a layout that is not in a file.
  public var place: TextRange?
  /// The text of the advertising data, or of ``merged`` if there is one; `nil` when the file has none.
  package var advertisingText: WrittenPayload?
  /// The text of the scan response; `nil` when the file has none.
  package var scanResponseText: WrittenPayload?
  /// The means to change the two blocks in its file; `nil` for a layout that is not in a file.
  package var text: WrittenLayout?

  /// A layout with its declared properties. All but the layout can be left out.
  public init(
    layout: Layout, name: String? = nil, addressKind: DeviceAddress.Kind? = nil, intervalMicroseconds: Int64? = nil,
    expectedServices: [BluetoothUUID] = []
  ) {
    self.init(
      name: name, layout: layout, addressKind: addressKind, intervalMicroseconds: intervalMicroseconds,
      expectedServices: expectedServices, place: nil)
  }

  /// The same, with its text and its doubts.
  package init(
    name: String? = nil, layout: Layout, addressKind: DeviceAddress.Kind? = nil, intervalMicroseconds: Int64? = nil,
    expectedServices: [BluetoothUUID] = [], place: TextRange? = nil, advertisingText: WrittenPayload? = nil,
    scanResponseText: WrittenPayload? = nil, doubts: [Doubt] = [], text: WrittenLayout? = nil
  ) {
    self.doubts = doubts + layout.doubtsAboutSize
    self.name = name
    self.layout = layout
    self.addressKind = addressKind
    self.intervalMicroseconds = intervalMicroseconds
    self.expectedServices = expectedServices
    self.place = place
    self.advertisingText = advertisingText
    self.scanResponseText = scanResponseText
    self.text = text
  }

  /// Both blocks in one string, as phone apps show them: it is not known where the advertising data end.
  ///
  /// - Parameters:
  ///   - merged: the octets of both blocks.
  ///   - pdu: the type of the PDU; `nil` when it is not known.
  ///   - name: `nil` when it has none.
  ///   - place: the place where its file first mentions it.
  ///   - text: the text of the octets.
  package init(
    merged: MergedPayload, pdu: AdvertisingPDU? = .advInd, name: String? = nil, place: TextRange? = nil,
    text: WrittenPayload? = nil
  ) {
    self.init(
      name: name, layout: Layout(pdu: pdu, advertising: nil, scanResponse: .notObserved), place: place,
      advertisingText: text)
    self.merged = merged
    guard merged.isDividedByZeros else {
      doubts = [Doubt(.boundary(merged.cuts), .unknown, .blocksJoined)]
      return
    }
    self = divided(at: merged.likely.cut)
    isDividedByZeros = true
  }

  /// Bytes of one string with no statement of their blocks. Bytes that exceed one block of legacy advertising are taken
  /// as both blocks, if a division makes two of them. All others are advertising data, with the evidence against that.
  ///
  /// - Parameter areListed: whether they were written as a list of decimal numbers (``PastedOctets/areListed(_:)``).
  package init(
    undeclared octets: [UInt8], areListed: Bool = false, pdu: AdvertisingPDU = .advInd, name: String? = nil,
    place: TextRange? = nil,
    text: WrittenPayload? = nil
  ) {
    let canMerge = !pdu.isExtended && pdu.isScannable
    if canMerge, octets.count > pdu.payloadLimit, let merged = MergedPayload(octets) {
      self.init(merged: merged, pdu: pdu, name: name, place: place, text: text)
      if !isDividedByZeros { mergeSign = .tooMany }
    } else {
      let payload = Payload(octets)
      self.init(
        name: name, layout: Layout(pdu: pdu, advertising: payload, declaring: nil), place: place, advertisingText: text)
      mergeSign = canMerge ? MergedPayload.sign(in: payload, areListed: areListed).map { .hint($0) } : nil
    }
  }

  /// Bytes that are stated to be advertising data. Too many for one block are a payload that is too long, with the hint that
  /// they may be both blocks in one; zeros between two blocks, and lists as Android prints them, are taken as both.
  ///
  /// - Parameter areListed: whether they were written as a list of decimal numbers (``PastedOctets/areListed(_:)``).
  package init(
    advertising octets: [UInt8], areListed: Bool = false, pdu: AdvertisingPDU = .advInd, name: String? = nil,
    place: TextRange? = nil, text: WrittenPayload? = nil
  ) {
    self.init(undeclared: octets, areListed: areListed, pdu: pdu, name: name, place: place, text: text)
    guard mergeSign == .tooMany, !areListed else { return }
    self.init(
      name: name, layout: Layout(pdu: pdu, advertising: Payload(octets), declaring: nil), place: place,
      advertisingText: text)
    mergeSign = .hint("\(octets.count) bytes are more than one block has")
  }

  /// Whether the octets were both blocks in one, and zeros after the first show where that ends.
  package private(set) var isDividedByZeros: Bool {
    get { mergeSign == .zerosBetween }
    set { mergeSign = newValue ? .zerosBetween : nil }
  }

  /// The evidence that bytes may be both blocks.
  public enum MergeEvidence: Hashable, Sendable {
    /// The octets exceed one block, and are taken as both.
    case tooMany
    /// The octets look like both, and are taken as advertising data. The evidence, for people.
    case hint(String)
    /// The octets were both, and are divided at the zeros between.
    case zerosBetween
  }

  /// Returns the layout that results from a division of the merged octets. Without merged octets, the layout unchanged.
  public func divided(at cut: Int) -> DeclaredLayout {
    guard let merged else { return self }
    var blocks = merged.blocks(cutAt: cut)
    if merged.isDividedByZeros {
      blocks.advertising = Payload(Array(blocks.advertising.octets.prefix(blocks.advertising.significantCount)))
    }
    var divided = self
    divided.merged = nil
    divided.mergeSign = nil
    divided.doubts.removeAll { if case .boundary = $0.part { true } else { false } }
    let isResponseUnknown = mayLackResponse && blocks.scanResponse.isEmpty
    divided.layout = Layout(
      pdu: layout.pdu, advertising: blocks.advertising,
      scanResponse: isResponseUnknown ? .notObserved : .declared(blocks.scanResponse), phys: layout.phys)
    divided.advertisingText = advertisingText?.part(0..<blocks.advertising.count)
    divided.scanResponseText = advertisingText?.part(
      merged.payload.count - blocks.scanResponse.count..<merged.payload.count)
    return divided
  }

  /// The payloads in any block: those of its layout, or both in one.
  public var payloads: [Payload] { merged.map { [$0.payload] } ?? layout.blocks.map { $0.payload } }

  /// Whether the kind of advertising is only assumed as the usual one.
  package var isKindAssumed: Bool { doubts.contains { $0.part == .pdu } }
  /// Whether a block has more octets than its kind of advertising carries.
  package var isTooLong: Bool { doubts.contains { if case .size = $0.part { true } else { false } } }
  /// Whether nothing says on which PHY extended advertising begins.
  package var isPrimaryPHYUnknown: Bool { doubts.contains { $0.part == .primaryPHY } }
  /// Whether the interval is only one of several that are possible.
  package var isIntervalAssumed: Bool { doubts.contains { $0.part == .interval } }

  /// AD types that the host adds when it sends the layout, with values that are not known.
  public var addedTypes: Set<ADType> {
    Set(doubts.compactMap { if case .added(let type) = $0.part { type } else { nil } })
  }

  /// Adds the doubt about the PHY on which extended advertising begins, for a program that does not say it.
  package mutating func doubtPrimaryPHY() {
    guard layout.pdu?.isExtended ?? false, layout.phys.primary == nil, !isPrimaryPHYUnknown else { return }
    doubts.append(Doubt(.primaryPHY, .unknown, .notStated))
  }

  /// Returns the varying octets of a block.
  package func variation(of block: Block) -> Variation { Variation(doubts, in: block) }

  /// Returns the octets of a block that vary or are not known.
  package func openOctets(of block: Block) -> Variation { Variation(doubts, in: block, open: true) }

  /// Returns the number of octets of a block from its start after which nothing is known; `nil` when all is known to
  /// its end.
  package func knownCount(of block: Block) -> Int? {
    doubts.lazy.compactMap { doubt in
      if case .rest(block, let first) = doubt.part { first } else { nil }
    }.min()
  }

  /// All doubts, with those about the end of payloads whose structures reach beyond it. Such a payload is judged and written
  /// as it is declared, so that these are only told.
  package var doubtsToTell: [Doubt] {
    doubts
      + layout.blocks.compactMap { block, payload in
        knownCount(of: block) == nil
          ? payload.doubtfulLength.map { Doubt(.rest(block, from: $0.certainCount), .unknown, .overruns) } : nil
      }
  }

  /// The layout as far as its AD structures are known: blocks without what is not known at their end, and without a
  /// block of which nothing is known.
  package var knownLayout: Layout {
    guard doubts.contains(where: { if case .rest = $0.part { true } else { false } }) else { return layout }
    func beginning(_ payload: Payload, of block: Block) -> Payload? {
      guard let count = knownCount(of: block) else { return payload }
      return count == 0 ? nil : Payload(Array(payload.octets.prefix(count)))
    }
    var known = layout
    known.advertising = layout.advertising.flatMap { beginning($0, of: .advertising) }
    if case .declared(let payload) = layout.scanResponse {
      known.scanResponse = beginning(payload, of: .scanResponse).map { .declared($0) } ?? .notObserved
    }
    return known
  }

  /// The payloads with their varying octets: the advertising data, then the scan response.
  package var patterns: [PayloadPattern] { patterns(variation) }

  /// The payloads with the octets that vary or are not known: the advertising data, then the scan response.
  package var openPatterns: [PayloadPattern] { patterns(openOctets) }

  private func patterns(_ open: (Block) -> Variation) -> [PayloadPattern] {
    (layout.advertising.map { [PayloadPattern($0, varying: open(.advertising))] } ?? [])
      + layout.scanResponse.payloads.map { PayloadPattern($0, varying: open(.scanResponse)) }
  }

  /// The best local name that the layout sends.
  public var deviceName: String? { LocalName.best(of: payloads.compactMap { $0.localName })?.text }
}

extension Layout {
  /// The doubts about blocks with more octets than their kind of advertising carries.
  fileprivate var doubtsAboutSize: [Doubt] {
    let limit = pdu.payloadLimit
    return blocks.filter { $0.payload.count > limit }.map { block, payload in
      Doubt(.size(block), .unknown, .tooLong(count: payload.count, limit: limit))
    }
  }
}
