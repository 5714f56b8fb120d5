public import AdvertisingData

/// A layout that is written down in a file or on a command line, with where it is written and what else is said about it.
public struct DeclaredLayout: Hashable, Sendable {
  /// `nil` when it has none.
  public var name: String?
  /// What the device sends; with no data in either block when ``merged`` has them.
  public var layout: Layout
  /// Both blocks in one string, when it is not known where the first ends.
  public var merged: MergedPayload?
  /// Why its bytes may be both blocks where it does not say so; `nil` when it says so, or nothing speaks for it.
  public var mergeSign: MergeEvidence?
  /// Whether merged bytes may be those of the advertising data alone, because the log they are from does not say whether
  /// an answer was heard.
  package var mayLackResponse = false
  /// The kind of address it is sent with; `nil` when not stated.
  public var addressKind: DeviceAddress.Kind?
  /// The advertising interval in microseconds; `nil` when not stated.
  public var intervalMicroseconds: Int64?
  /// Services that must be in its advertising data.
  public var expectedServices: [BluetoothUUID]
  /// How soon scanners must find it; `nil` when it does not say.
  package var demand: DiscoveryDemand?
  /// AD types that the host adds when it sends the layout, with values that are not known. Empty where the layout is all
  /// that is sent.
  public var addedTypes: Set<ADType>
  /// Whether the type of PDU is only what is usual: nothing says how the layout is sent.
  package var isKindAssumed: Bool
  /// Whether the interval is one end of a range, of which a controller may choose another.
  package var isIntervalAssumed = false
  /// Octets of the advertising data in memory that the program changes, or may change, before it sends them.
  package var changingAdvertising: [Range<Int>]
  /// The same of the scan response.
  package var changingScanResponse: [Range<Int>]
  /// The stack that makes it of what a program asks; `nil` for a layout that is written down as it is sent.
  package var stackBuild: StackBuild?
  /// Where its file first mentions it; `nil` for a layout that no file holds.
  public var place: TextRange?
  /// Where the two blocks are written; `nil` for a block that is not. The first is that of ``merged``, if there is one.
  package var advertisingText: WrittenPayload?
  /// Where the scan response is written; `nil` when it is not.
  package var scanResponseText: WrittenPayload?
  /// What of the advertising data varies.
  package var advertisingVariation: Variation
  /// What of the scan response varies.
  package var scanResponseVariation: Variation
  /// How to change the two blocks in its file; `nil` for a layout that no file holds.
  package var text: WrittenLayout?

  /// A layout with what is said about it. All but the layout can be left out.
  public init(
    layout: Layout, name: String? = nil, addressKind: DeviceAddress.Kind? = nil, intervalMicroseconds: Int64? = nil,
    expectedServices: [BluetoothUUID] = []
  ) {
    self.init(
      name: name, layout: layout, addressKind: addressKind, intervalMicroseconds: intervalMicroseconds,
      expectedServices: expectedServices, place: nil)
  }

  /// The same, with where it is written and what varies.
  package init(
    name: String? = nil, layout: Layout, addressKind: DeviceAddress.Kind? = nil, intervalMicroseconds: Int64? = nil,
    expectedServices: [BluetoothUUID] = [], place: TextRange? = nil, advertisingText: WrittenPayload? = nil,
    scanResponseText: WrittenPayload? = nil, advertisingVariation: Variation = Variation(),
    scanResponseVariation: Variation = Variation(), text: WrittenLayout? = nil, addedTypes: Set<ADType> = []
  ) {
    isKindAssumed = false
    changingAdvertising = []
    changingScanResponse = []
    self.name = name
    self.layout = layout
    self.addressKind = addressKind
    self.intervalMicroseconds = intervalMicroseconds
    self.expectedServices = expectedServices
    self.addedTypes = addedTypes
    self.place = place
    self.advertisingText = advertisingText
    self.scanResponseText = scanResponseText
    self.advertisingVariation = advertisingVariation
    self.scanResponseVariation = scanResponseVariation
    self.text = text
  }

  /// Both blocks in one string, as phone apps show them: where the advertising data end is not known.
  ///
  /// - Parameters:
  ///   - merged: the octets of both blocks.
  ///   - pdu: what it is sent with.
  ///   - name: `nil` when it has none.
  ///   - place: where its file first mentions it.
  ///   - text: where the octets are written.
  package init(
    merged: MergedPayload, pdu: AdvertisingPDU = .advInd, name: String? = nil, place: TextRange? = nil,
    text: WrittenPayload? = nil
  ) {
    self.init(
      name: name, layout: Layout(pdu: pdu, advertising: nil, scanResponse: .notObserved), place: place,
      advertisingText: text)
    self.merged = merged
  }

  /// Bytes of one string without a word on what they are: more than one block of legacy advertising holds are taken as both
  /// blocks, if a division makes two of them. All others are advertising data, with what speaks against that.
  package init(
    undeclared octets: [UInt8], pdu: AdvertisingPDU = .advInd, name: String? = nil, place: TextRange? = nil,
    text: WrittenPayload? = nil
  ) {
    let canMerge = !pdu.isExtended && pdu.isScannable
    if canMerge, octets.count > pdu.payloadLimit, let merged = MergedPayload(octets) {
      self.init(merged: merged, pdu: pdu, name: name, place: place, text: text)
      mergeSign = .tooMany
    } else {
      let payload = Payload(octets)
      self.init(
        name: name, layout: Layout(pdu: pdu, advertising: payload, declaring: nil), place: place, advertisingText: text)
      mergeSign = canMerge ? MergedPayload.sign(in: payload).map { .hint($0) } : nil
    }
  }

  /// Why bytes may be both blocks.
  public enum MergeEvidence: Hashable, Sendable {
    /// They are more than one block holds, and are taken as both.
    case tooMany
    /// They look like both, and are taken as advertising data. What speaks for it, for people.
    case hint(String)
  }

  /// The layout that a division of the merged octets gives. Without such octets, the layout as it is.
  public func divided(at cut: Int) -> DeclaredLayout {
    guard let merged else { return self }
    let blocks = merged.blocks(cutAt: cut)
    var divided = self
    divided.merged = nil
    divided.mergeSign = nil
    let isResponseUnknown = mayLackResponse && blocks.scanResponse.isEmpty
    divided.layout = Layout(
      pdu: layout.pdu, advertising: blocks.advertising,
      scanResponse: isResponseUnknown ? .notObserved : .declared(blocks.scanResponse))
    divided.advertisingText = advertisingText?.part(0..<blocks.advertising.count)
    divided.scanResponseText = advertisingText?.part(blocks.advertising.count..<merged.payload.count)
    return divided
  }

  /// What it sends, in whichever block: the payloads of its layout, or both in one.
  public var payloads: [Payload] { merged.map { [$0.payload] } ?? layout.blocks.map { $0.payload } }

  /// Its payloads with what varies in them: the advertising data, then the scan response.
  package var patterns: [PayloadPattern] {
    (layout.advertising.map { [PayloadPattern($0, varying: advertisingVariation)] } ?? [])
      + layout.scanResponse.payloads.map { PayloadPattern($0, varying: scanResponseVariation) }
  }

  /// The best local name that the layout sends.
  public var deviceName: String? { LocalName.best(of: payloads.compactMap { $0.localName })?.text }
}

/// A stretch of a text file, from its first character to the one after its last. Lines and columns count from 1, columns
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

  /// From a first character to the one after the last.
  public init(line: Int, column: Int, endLine: Int, endColumn: Int) {
    self.line = line
    self.column = column
    self.endLine = endLine
    self.endColumn = endColumn
  }

  /// `count` characters of one line.
  public init(line: Int, column: Int, count: Int) {
    self.init(line: line, column: column, endLine: line, endColumn: column + count)
  }

  /// From the start of this range to the end of another one.
  public func through(_ last: TextRange) -> TextRange {
    TextRange(line: line, column: column, endLine: last.endLine, endColumn: last.endColumn)
  }
}

/// Where the octets of a payload are written in a file, so that a finding on a byte can point at its text.
package struct WrittenPayload: Hashable, Sendable {
  /// More than twice what any advertising can carry (1650, Core Vol 4 Part E 7.8.57). Readers refuse longer payloads,
  /// because rules compare the structures of a payload with each other and would take too long.
  package static let maximumOctets = 4096

  /// The whole payload.
  package var range: TextRange
  /// Each octet, in the order of the payload: its two hex digits, or the field that it comes from.
  package var octets: [TextRange]

  /// The text of a payload and of each of its octets.
  package init(range: TextRange, octets: [TextRange]) {
    self.range = range
    self.octets = octets
  }

  /// The text of some of the octets, as a payload of its own.
  func part(_ range: Range<Int>) -> WrittenPayload {
    let range = range.clamped(to: octets.indices)
    guard let first = octets[range].first, let last = octets[range].last else {
      return WrittenPayload(range: self.range, octets: [])
    }
    return WrittenPayload(range: first.through(last), octets: Array(octets[range]))
  }

  /// The text of `length` octets from `offset`. For what is missing there, or lies past the end, the octet before it; in
  /// an empty payload, the whole range.
  package func range(offset: Int, length: Int) -> TextRange {
    guard let first = octets.indices.clamped(offset), let last = octets.indices.clamped(offset + max(length, 1) - 1)
    else { return range }
    // Lines of a program make octets in any order.
    return octets[last].endLine < octets[first].line ? octets[first] : octets[first].through(octets[last])
  }
}

extension Range<Int> {
  /// The index nearest to `index`; `nil` when there is none.
  fileprivate func clamped(_ index: Int) -> Int? {
    isEmpty ? nil : Swift.min(Swift.max(index, lowerBound), upperBound - 1)
  }
}

/// How a layout is written in its file, so that other payloads can be written there and all else stays as it is. The
/// reader of the file's format knows how.
package struct WrittenLayout: Sendable {
  /// What to change so that the advertising data and the scan response are written.
  package typealias Rewriting = @Sendable (Payload, Payload?) throws(RewritingProblem) -> [TextEdit]

  private let place: TextRange
  private let rewriting: Rewriting

  /// - Parameters:
  ///   - place: where the layout is in its file: two layouts of one file differ in it.
  ///   - rewriting: what knows the file's format.
  package init(place: TextRange, rewriting: @escaping Rewriting) {
    self.place = place
    self.rewriting = rewriting
  }

  /// What to change so that these payloads are written. Empty when they are written already.
  ///
  /// - Parameters:
  ///   - advertising: the advertising data to write.
  ///   - scanResponse: `nil` to leave it as it is. An empty one adds nothing where none is written.
  /// - Throws: when the form that the layout is written in cannot be kept.
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
  /// What is replaced; empty where text is added.
  package var range: TextRange
  /// What stands there instead.
  package var text: String
  /// The range in the file's UTF-8, without a byte order mark.
  package var octets: Range<Int>

  /// A replacement for a part of a file, which is given in both ways.
  package init(range: TextRange, text: String, octets: Range<Int>) {
    self.range = range
    self.text = text
    self.octets = octets
  }

  /// A text with edits made, which must lie in it and must not overlap.
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

/// Why a layout cannot be written anew in its file. Line and column count from 1.
package struct RewritingProblem: Error, Hashable, Sendable {
  /// Counts from 1.
  package var line: Int
  /// Counts from 1, in Unicode code points.
  package var column: Int
  /// What is in the way, for people.
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
