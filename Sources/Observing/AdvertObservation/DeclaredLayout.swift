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
  /// AD types that the host adds when it sends the layout, with values that are not known. Empty when the host adds
  /// none.
  public var addedTypes: Set<ADType>
  /// The parts of it that are not certain. Empty for nearly all.
  public var doubts: [Doubt]
  /// The stack that makes it from a program's request; `nil` for a layout that is declared as sent.
  package var stackBuild: StackBuild?
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
    scanResponseText: WrittenPayload? = nil, doubts: [Doubt] = [], text: WrittenLayout? = nil,
    addedTypes: Set<ADType> = []
  ) {
    self.doubts = doubts
    self.name = name
    self.layout = layout
    self.addressKind = addressKind
    self.intervalMicroseconds = intervalMicroseconds
    self.expectedServices = expectedServices
    self.addedTypes = addedTypes
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
    guard merged.isDividedByZeros else { return }
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

  /// Whether it was both blocks in one, and zeros after the first show where that ends.
  package private(set) var isDividedByZeros: Bool {
    get { mergeSign == .zerosBetween }
    set { mergeSign = newValue ? .zerosBetween : nil }
  }

  /// The evidence that bytes may be both blocks.
  public enum MergeEvidence: Hashable, Sendable {
    /// They exceed one block, and are taken as both.
    case tooMany
    /// They look like both, and are taken as advertising data. The evidence, for people.
    case hint(String)
    /// They were both, and are divided at the zeros between.
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
    let isResponseUnknown = mayLackResponse && blocks.scanResponse.isEmpty
    divided.layout = Layout(
      pdu: layout.pdu, advertising: blocks.advertising,
      scanResponse: isResponseUnknown ? .notObserved : .declared(blocks.scanResponse))
    divided.advertisingText = advertisingText?.part(0..<blocks.advertising.count)
    divided.scanResponseText = advertisingText?.part(
      merged.payload.count - blocks.scanResponse.count..<merged.payload.count)
    return divided
  }

  /// Its payloads in any block: those of its layout, or both in one.
  public var payloads: [Payload] { merged.map { [$0.payload] } ?? layout.blocks.map { $0.payload } }

  /// Whether the kind of advertising is only assumed as the usual one.
  package var isKindAssumed: Bool { doubts.contains { $0.part == .pdu } }
  /// Whether the interval is only one of several that are possible.
  package var isIntervalAssumed: Bool { doubts.contains { $0.part == .interval } }

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

  /// Its payloads with their varying octets: the advertising data, then the scan response.
  package var patterns: [PayloadPattern] {
    (layout.advertising.map { [PayloadPattern($0, varying: variation(of: .advertising))] } ?? [])
      + layout.scanResponse.payloads.map { PayloadPattern($0, varying: variation(of: .scanResponse)) }
  }

  /// The best local name that the layout sends.
  public var deviceName: String? { LocalName.best(of: payloads.compactMap { $0.localName })?.text }
}

/// A range of a text file, from its first character to the one after its last. Lines and columns count from 1, columns
/// in Unicode code points.
public struct TextRange: Hashable, Sendable {
  /// The line of the first character.
  public var line: Int
  /// The column of the first character.
  public var column: Int
  /// The line of the character after the last.
  public var endLine: Int
  /// The column of the character after the last.
  public var endColumn: Int

  /// A range from a first character to the one after the last.
  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// A range of `count` characters in one line.
  public init(line: Int, column: Int, count: Int) {
    self.init(line: line, column: column, endLine: line, endColumn: column + count)
  }

  /// Returns the range from the start of this one to the end of another.
  public func through(_ last: TextRange) -> TextRange {
    TextRange(line: line, column: column, endLine: last.endLine, endColumn: last.endColumn)
  }
}

/// The text of a payload's octets in a file, so that a finding on a byte can point at it.
package struct WrittenPayload: Hashable, Sendable {
  /// The most octets that readers accept: more than twice those of any advertising (1650, Core Vol 4 Part E 7.8.57).
  /// They refuse longer payloads, because rules compare the structures of a payload with each other and would take too
  /// long.
  package static let maximumOctets = 4096

  /// The range of the whole payload.
  package var range: TextRange
  /// The range of each octet, in the order of the payload: its two hex digits, or the field that defines it.
  package var octets: [TextRange]

  /// The text of a payload and of each of its octets.
  package init(range: TextRange, octets: [TextRange]) {
    self.range = range
    self.octets = octets
  }

  /// Returns the text of some of the octets, as a payload of its own.
  func part(_ range: Range<Int>) -> WrittenPayload {
    let range = range.clamped(to: octets.indices)
    guard let first = octets[range].first, let last = octets[range].last else {
      return WrittenPayload(range: self.range, octets: [])
    }
    return WrittenPayload(range: first.through(last), octets: Array(octets[range]))
  }

  /// Returns the text of `length` octets from `offset`. For octets that are missing there, or beyond the end, the octet
  /// before them; in an empty payload, the whole range.
  package func range(offset: Int, length: Int) -> TextRange {
    guard let first = octets.indices.clamped(offset), let last = octets.indices.clamped(offset + max(length, 1) - 1)
    else { return range }
    // Lines of a program can define octets in any order.
    return octets[last].endLine < octets[first].line ? octets[first] : octets[first].through(octets[last])
  }
}

extension Range<Int> {
  /// Returns the index nearest to `index`; `nil` when there is none.
  fileprivate func clamped(_ index: Int) -> Int? {
    isEmpty ? nil : Swift.min(Swift.max(index, lowerBound), upperBound - 1)
  }
}

/// The means to write other payloads into a layout's file without any other change. The reader of the file's format
/// provides it.
package struct WrittenLayout: Sendable {
  /// Returns the edits that write the advertising data and the scan response.
  package typealias Rewriting = @Sendable (Payload, Payload?) throws(RewritingProblem) -> [TextEdit]

  private let place: TextRange
  private let rewriting: Rewriting

  /// - Parameters:
  ///   - place: the place of the layout in its file; different for each layout of a file.
  ///   - rewriting: returns the edits in the file's format.
  package init(place: TextRange, rewriting: @escaping Rewriting) {
    self.place = place
    self.rewriting = rewriting
  }

  /// Returns the edits that write these payloads. Empty when the file has them already.
  ///
  /// - Parameters:
  ///  - advertising: the advertising data to write.
  ///  - scanResponse: `nil` to leave it unchanged. An empty one adds nothing where the file has none.
  /// - Throws: when the layout cannot be written in the same form.
  package func edits(advertising: Payload, scanResponse: Payload?) throws(RewritingProblem) -> [TextEdit] {
    try rewriting(advertising, scanResponse)
  }
}

/// Equal at the same place: only layouts of one file are compared.
extension WrittenLayout: Hashable {
  package static func == (one: Self, other: Self) -> Bool { one.place == other.place }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(place)
  }
}

/// A text that replaces a part of a file.
package struct TextEdit: Hashable, Sendable {
  /// The replaced range; empty where text is added.
  package var range: TextRange
  /// The new text.
  package var text: String
  /// The range in the file's UTF-8, without a byte order mark.
  package var octets: Range<Int>

  /// A replacement for a part of a file, whose range is given in both units.
  package init(range: TextRange, text: String, octets: Range<Int>) {
    self.range = range
    self.text = text
    self.octets = octets
  }

  /// Returns a text after edits, which must be inside it and must not overlap.
  package static func applying(_ edits: [TextEdit], to text: String) -> String {
    let octets = Array(text.utf8)
    let start = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var edited: [UInt8] = []
    edited.reserveCapacity(octets.count)
    var position = 0
    // Of several at one place, the last comes first.
    for edit in edits.sorted(by: { $0.octets.lowerBound > $1.octets.lowerBound }).reversed() {
      let range = (edit.octets.lowerBound + start..<edit.octets.upperBound + start).clamped(to: octets.indices)
      edited += octets[position..<max(position, range.lowerBound)]
      edited += edit.text.utf8
      position = max(position, range.upperBound)
    }
    edited += octets[position...]
    return String(decoding: edited, as: UTF8.self)
  }
}

/// The reason why a layout cannot be rewritten in its file. Line and column count from 1.
package struct RewritingProblem: Error, Hashable, Sendable {
  /// The line, counting from 1.
  package var line: Int
  /// The column, counting from 1, in Unicode code points.
  package var column: Int
  /// The reason, for people.
  package var reason: String

  /// A problem at a place.
  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}

extension RewritingProblem: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason)" }
}
