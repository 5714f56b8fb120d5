/// The words before the octets of one block, as people and programs write them.
///
/// ```
/// Advertising data: 02 01 06
/// helmet scan_rsp (4) = 03 03 0f 18
/// SCAN_RSP: 03 03 0f 18
/// ```
///
/// The words of a block are the last ones. The text before them names the device or the array, and a number behind them
/// is one of several blocks or the number of octets.
package struct BlockLabel {
  package let block: Block
  /// Whether the words mean that block wherever they are. `payload` and `response` do so only beside each other.
  package let isCertain: Bool
  /// The kind of advertising that the words name: ADV_NONCONN_IND; `nil` when they name none.
  package let pdu: AdvertisingPDU?
  /// The other words; `nil` without any.
  package let name: String?
  /// The number in brackets, or beside a word for octets; `nil` without one.
  package let number: Int?
  /// Whether a word says that the number counts octets.
  package let isCount: Bool

  /// Reads a label without the sign behind it; `nil` when it ends with no name of a block.
  package init?(_ label: some Collection<UInt8>) {
    guard label.count <= Self.longest else { return nil }
    var text = WrittenNumber.trimmed(Array(label)[...])
    var (number, isCount): (Int?, Bool) = (nil, false)
    while let last = text.last, last == UInt8(ascii: ")") || last == UInt8(ascii: "]") {
      let opening = last == UInt8(ascii: ")") ? UInt8(ascii: "(") : UInt8(ascii: "[")
      guard let open = text.lastIndex(of: opening) else { return nil }
      let inside = Self.words(of: text[(open + 1)..<(text.endIndex - 1)])
      let numbers = inside.filter { $0.isNumber }
      let others = inside.filter { !$0.isNumber }
      guard numbers.count <= 1, number == nil || numbers.isEmpty,
        others.allSatisfy({ Self.units.contains($0.lower) || Self.endings.contains($0.lower) })
      else { return nil }
      if let found = numbers.first {
        number = found.number
        isCount = others.contains { Self.units.contains($0.lower) }
      }
      text = WrittenNumber.trimmed(text[..<open])
    }
    var words = Self.words(of: text)
    if number == nil, words.count > 2, case let pair = words.suffix(2),
      let count = pair.first(where: { $0.isNumber }), pair.contains(where: { Self.units.contains($0.lower) })
    {
      (number, isCount) = (count.number, true)
      words.removeLast(2)
    }
    var index: Word?
    if words.count > 1, let last = words.last, last.isNumber {
      index = last
      words.removeLast()
    }
    guard let (count, meaning) = Self.meaning(ofEndOf: words) else { return nil }
    let rest = words.dropLast(count)
    (block, isCertain, pdu) = (meaning.block, meaning.isCertain, meaning.pdu)
    (self.number, self.isCount) = (number, isCount)
    var name = ""
    if let last = rest.last, !rest.allSatisfy({ Self.fillings.contains($0.lower) }) {
      // Other letters and signs than those of words are a part of the name.
      var before = text[..<(words[words.count - count].place.lowerBound)]
      while let end = before.last, end <= 0x20 || before.endIndex > last.place.upperBound && Self.signs.contains(end) {
        before = before.dropLast()
      }
      name = String(decoding: Self.withoutBullet(before), as: UTF8.self)
    } else if rest.isEmpty, let first = words.first?.place.lowerBound {
      let before = text[..<first].filter { $0 > 0x20 && !Self.signs.contains($0) }
      name = String(decoding: before, as: UTF8.self)
    }
    if let index { name += (name.isEmpty ? "" : " ") + String(decoding: index.lower, as: UTF8.self) }
    self.name = name.isEmpty ? nil : name
  }

  /// Returns a text without blanks and the mark of an item of a list before it: `- helmet`.
  private static func withoutBullet(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = text.drop { $0 <= 0x20 }
    guard let mark = text.first, bullets.contains(mark), text.dropFirst().first == 0x20 else { return text }
    return text.dropFirst().drop { $0 <= 0x20 }
  }

  private static let bullets = Set("-*>".utf8)

  /// Above that of all labels that people write.
  private static let longest = 256
  private static let signs = Set("_-.,;:/<>\"'*&".utf8)

  // MARK: Words

  /// Letters or digits that stand together: `ScanRspData2` has four.
  private struct Word {
    let place: Range<Int>
    let lower: [UInt8]

    var isNumber: Bool { lower.first.map { 0x30...0x39 ~= $0 } ?? false }
    var number: Int? { Int(String(decoding: lower, as: UTF8.self)) }
  }

  private static func words(of text: ArraySlice<UInt8>) -> [Word] {
    var words: [Word] = []
    var start = text.startIndex
    func isLetter(_ octet: UInt8) -> Bool { 0x61...0x7A ~= octet | 0x20 && octet < 0x80 }
    func isDigit(_ octet: UInt8) -> Bool { 0x30...0x39 ~= octet }
    while start < text.endIndex {
      guard isLetter(text[start]) || isDigit(text[start]) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < text.endIndex,
        isDigit(text[start])
          ? isDigit(text[end])
          // A capital letter after a small one begins a word.
          : isLetter(text[end]) && (text[end] & 0x20 != 0 || text[end - 1] & 0x20 == 0)
      {
        end += 1
      }
      words.append(Word(place: start..<end, lower: text[start..<end].map { isLetter($0) ? $0 | 0x20 : $0 }))
      start = end
    }
    return words
  }

  // MARK: Meanings

  private typealias Meaning = (block: Block, isCertain: Bool, pdu: AdvertisingPDU?)

  /// Returns the number of the last words that name a block, and their meaning; `nil` when none do.
  private static func meaning(ofEndOf words: [Word]) -> (count: Int, Meaning)? {
    var count = min(words.suffix(mostWords).reversed().prefix { !$0.isNumber }.count, mostWords)
    while count > 0 {
      if let meaning = meaning(of: words.suffix(count).flatMap { $0.lower }) { return (count, meaning) }
      count -= 1
    }
    return nil
  }

  private static let mostWords = 5

  /// Returns the meaning of words without what stands between them; `nil` when they name no block.
  private static func meaning(of joined: [UInt8]) -> Meaning? {
    for (word, pdu) in pdus where joined.elementsEqual(word) { return (.advertising, true, pdu) }
    for (block, isCertain, beginnings) in names {
      for beginning in beginnings where joined.starts(with: beginning) && areEndings(joined[beginning.count...]) {
        return (block, isCertain, nil)
      }
    }
    return nil
  }

  /// Returns whether a text is at most three words for octets.
  private static func areEndings(_ text: ArraySlice<UInt8>, atMost most: Int = 3) -> Bool {
    if text.isEmpty { return true }
    guard most > 0 else { return false }
    return endings.contains { text.starts(with: $0) && areEndings(text.dropFirst($0.count), atMost: most - 1) }
  }

  private static func octets(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

  private static let pdus: [(word: [UInt8], pdu: AdvertisingPDU)] = [
    (Array("advind".utf8), .advInd), (Array("advscanind".utf8), .advScanInd),
    (Array("advnonconnind".utf8), .advNonconnInd), (Array("nonconnind".utf8), .advNonconnInd),
  ]
  private static let names: [(block: Block, isCertain: Bool, beginnings: [[UInt8]])] = [
    (
      .scanResponse, true,
      octets([
        "scanresponse", "scanresp", "scanrsp", "advresponse", "advresp", "advrsp", "srsp", "rsp",
      ])
    ),
    (.advertising, true, octets(["advertisement", "advertising", "advertise", "advert", "adv"])),
    (.scanResponse, false, octets(["response", "resp", "scan", "sr", "sd"])),
    (.advertising, false, octets(["payload", "packet", "data", "raw", "ad"])),
  ]
  private static let endings = octets([
    "data", "payload", "packet", "pdu", "pkt", "bytes", "block", "buffer", "buf", "raw", "hex", "array", "arr", "msg",
  ])
  /// Words beside the number of octets.
  private static let units = octets(["len", "length", "size", "bytes", "byte", "octets", "octet", "b"])
  /// Words before the name of a block that name no device.
  private static let fillings = octets([
    "raw", "hex", "ble", "bt", "the", "legacy", "adv", "advertising",
  ])
}
