internal import AdvertReading
internal import AdvertisingData

/// The octets that a program writes into a block, each with its place, up to a structure that is not read.
struct WrittenBlock {
  var octets: [UInt8] = []
  /// The place of each octet.
  var texts: [TextRange] = []
  /// The place of the whole block.
  var text: TextRange
  /// The reason why all behind the octets is not read; `nil` when they are all.
  var rest: SourceObstacle?

  /// Appends a structure.
  ///
  /// - Parameter surplus: the octets that its length counts beyond its end.
  mutating func append(_ type: UInt8, _ value: [UInt8], at text: TextRange, surplus: Int = 0) {
    octets += [UInt8(truncatingIfNeeded: value.count + 1 + surplus), type] + value
    texts += Array(repeating: text, count: value.count + 2)
  }
}

extension DeclaredLayout {
  /// A layout of bytes that are sent as they are, each block with its place in the text.
  init(
    name: String, pdu: AdvertisingPDU, place: TextRange, _ advertising: (octets: [UInt8], text: TextRange),
    scanResponse: (octets: [UInt8], text: TextRange)
  ) {
    func written(_ block: (octets: [UInt8], text: TextRange)) -> WrittenPayload {
      WrittenPayload(range: block.text, octets: block.octets.map { _ in block.text })
    }
    self.init(
      name: name,
      layout: Layout(
        pdu: pdu, advertising: Payload(advertising.octets),
        declaring: pdu.isScannable ? Payload(scanResponse.octets) : nil),
      place: place, advertisingText: written(advertising),
      scanResponseText: pdu.isScannable ? written(scanResponse) : nil)
  }

  /// A layout of blocks that a program writes.
  ///
  /// - Throws: the reason why nothing of the advertising data is read.
  init(
    name: String, pdu: AdvertisingPDU, place: TextRange, advertising: WrittenBlock, scanResponse: WrittenBlock
  ) throws(SourceObstacle) {
    if let rest = advertising.rest, advertising.octets.isEmpty { throw rest }
    self.init(
      name: name, pdu: pdu, place: place, (advertising.octets, advertising.text),
      scanResponse: (scanResponse.octets, scanResponse.text))
    advertisingText = WrittenPayload(range: advertising.text, octets: advertising.texts)
    if pdu.isScannable { scanResponseText = WrittenPayload(range: scanResponse.text, octets: scanResponse.texts) }
    for (side, block) in [(Block.advertising, advertising), (.scanResponse, scanResponse)] {
      guard let rest = block.rest, side == .advertising || pdu.isScannable else { continue }
      if side == .scanResponse, block.octets.isEmpty { layout.scanResponse = .notObserved }
      doubts.append(
        Doubt(
          .rest(side, from: block.octets.count), .unknown,
          .supposed("a structure is not read: \(rest.reason)", line: rest.line)))
    }
  }
}
