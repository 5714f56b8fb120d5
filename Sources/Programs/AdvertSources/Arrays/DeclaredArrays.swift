internal import AdvertBuilders
package import AdvertReading
internal import AdvertisingData

/// The payloads that a source text declares as whole arrays or strings, where no call of a known library sends them.
///
/// An array counts when its octets are whole AD structures, and its name or its beginning shows that they are no other
/// numbers. A name such as `adv_data` also makes an array count that begins like a payload and is cut or damaged. The name
/// says which block it is: `scan_rsp`, `scanResponse`. An array without such a name is bytes of an unknown block. Of an array
/// with an HCI command, the data in the command count.
package struct DeclaredArrays {
  /// The layouts, in the order of the text. Arrays of both blocks are one layout when the rest of their names is the same, or
  /// when they are as many.
  package let layouts: [DeclaredLayout]
  /// The arrays that are or may be payloads and are not read: a length or a type is a name that the file does not define, a sum
  /// has a part that is not known, or an array beside a payload does not say its block.
  let unread: [(name: String, obstacle: SourceObstacle)]
  /// Whether all arrays that are or may be payloads are read.
  package var isRead: Bool { unread.isEmpty }
  /// The only layout, when it has both blocks and all arrays are read; `nil` otherwise.
  package var both: DeclaredLayout? {
    layouts.count == 1 && unread.isEmpty && layouts[0].payloads.count { !$0.isEmpty } > 1 ? layouts[0] : nil
  }
  /// Whether the text has no array that is meant for a payload.
  package var isEmpty: Bool { layouts.isEmpty && unread.isEmpty }

  /// Searches a text; one of more than a megabyte has none.
  package init(_ text: String) {
    let content = Array(text.utf8)
    let source = OctetSearch(content)
    var lines = LineTable(content)
    var payloads: [Payload] = []
    var unread: [(name: String, obstacle: SourceObstacle)] = []
    var others: [(name: String, line: Int)] = []
    let additions = source.additions()
    for found in source.found {
      let name = ArrayName(before: found.place.lowerBound, in: source.code)
      let addition = name.flatMap { additions[$0.word] }
      if addition != nil, let name, unread.contains(where: { $0.name == name.word }) { continue }
      if let cut = found.cut ?? addition {
        guard name?.isOfAdvertising ?? false || found.octets.starts(with: [2, 1]) else { continue }
        let line = lines.range(of: cut..<cut + 1).line
        unread.append((name?.word ?? "a list", SourceObstacle(line, "a part of its sum is no list of known bytes")))
      } else if let payload = Payload(found, name, in: source.code, &lines) {
        if let problem = DataCommand(found.octets)?.wrongLength {
          unread.append((payload.name ?? "a list", SourceObstacle(payload.text.range.line, problem)))
        } else {
          payloads.append(payload)
        }
      } else if let first = found.unknown.min(by: { $0.key < $1.key })?.value, let name, name.block != nil,
        // Where the type is a name, only the length before it shows that the list is a payload.
        found.unknown[1] == nil || 1..<found.octets.count ~= Int(found.octets.first ?? 0)
      {
        unread.append((name.word, first))
      } else if found.unknown.isEmpty, found.octets.count >= Self.fewestOfOther,
        KnownStructures(found.octets[...]).areAll, let place = found.places.first, let name,
        name.word.utf8.first?.isWordStart ?? false
      {
        others.append((name.word, lines.range(of: place).line))
      }
    }
    let isKnown = payloads.contains { !$0.isPossible }
    let answered = Set(payloads.filter { $0.isPossible && $0.block == .scanResponse }.map { $0.owner })
    payloads.removeAll { payload in
      guard payload.isPossible, payload.block == .advertising else { return false }
      if isKnown { others.append((payload.name ?? "a list", payload.text.range.line)) }
      return isKnown || !answered.contains(payload.owner)
    }
    // Without advertising data beside them, such names can mean anything.
    if payloads.allSatisfy({ $0.isPossible && $0.block == .scanResponse }) { payloads = [] }
    let changes = ArrayChanges(source.code, of: Set(payloads.compactMap { $0.word.map { Array($0.utf8) } }))
    for index in payloads.indices { payloads[index].take(changes) }
    layouts = Self.layouts(of: payloads)
    if isKnown {
      let reason = "its name says neither advertising data nor scan response"
      unread += others.map { ($0.name, SourceObstacle($0.line, reason)) }
    }
    self.unread = unread
  }

  /// The fewest octets of an array without a known name that count as structures: fewer are so by chance.
  private static let fewestOfOther = 6

  private static func layouts(of payloads: [Self.Payload]) -> [DeclaredLayout] {
    var rest: [String?: [Int]] = [:]
    for (index, payload) in payloads.enumerated().reversed() where payload.block == .scanResponse {
      rest[payload.owner, default: []].append(index)
    }
    var partners: [Int: Int] = [:]
    var alone: [Int] = []
    for (index, payload) in payloads.enumerated() where payload.block != .scanResponse {
      if let response = rest[payload.owner]?.popLast() { partners[index] = response } else { alone.append(index) }
    }
    let responses = rest.values.flatMap { $0 }.sorted()
    if alone.count == responses.count {
      for (index, response) in zip(alone, responses) { partners[index] = response }
    }
    let paired = Set(partners.values)
    return payloads.indices.filter { !paired.contains($0) }.map { index in
      layout(of: payloads[index], partners[index].map { payloads[$0] })
    }
  }

  /// The doubt about octets whose name is not one of advertising data, and that may be those of a test.
  static let unsent = Doubt(
    .pdu, .assumed, .supposed("the file does not show that the program sends these bytes"))

  private static func layout(of payload: Self.Payload, _ response: Self.Payload?) -> DeclaredLayout {
    var layout: DeclaredLayout
    if payload.block == nil, response == nil {
      layout = DeclaredLayout(
        undeclared: payload.octets, name: payload.name, place: payload.text.range, text: payload.text)
    } else if payload.block == .advertising, response == nil {
      layout = DeclaredLayout(
        advertising: payload.octets, name: payload.name, place: payload.text.range, text: payload.text)
    } else {
      let octets = AdvertisingData.Payload(payload.octets)
      let isResponse = payload.block == .scanResponse
      layout = DeclaredLayout(
        name: payload.name,
        layout: isResponse
          ? Layout(pdu: .advInd, advertising: nil, scanResponse: .declared(octets))
          : Layout(pdu: .advInd, advertising: octets, declaring: response.map { AdvertisingData.Payload($0.octets) }),
        place: payload.text.range, advertisingText: isResponse ? nil : payload.text,
        scanResponseText: isResponse ? payload.text : response?.text)
    }
    if payload.isExtended || response?.isExtended ?? false {
      // Whether the set is connectable is in another command.
      let size = max(payload.octets.count, response?.octets.count ?? 0)
      if size > AdvertisingPDU.advInd.payloadLimit {
        layout.layout.pdu = layout.layout.advertising == nil ? .extendedScannable : .extendedConnectable
      }
      layout.doubts.append(Doubt(.pdu, .assumed, .notStated))
    }
    if !payload.isNamed { layout.doubts.append(unsent) }
    layout.doubts += payload.doubts(in: payload.block == .scanResponse ? .scanResponse : .advertising)
    layout.doubts += response?.doubts(in: .scanResponse) ?? []
    return layout
  }
}

extension DeclaredArrays {
  /// An array that is a payload.
  private struct Payload {
    let name: String?
    /// The block that its name says; `nil` when it says none.
    let block: Block?
    let octets: [UInt8]
    /// Whether a command of extended advertising has it.
    let isExtended: Bool
    /// Whether the name means a block only beside the other one: `ad` and `sd`, `resp`.
    let isPossible: Bool
    /// The rest of the name: that of a device, or the number of one of several layouts.
    let owner: String?
    /// The word that the text has for the array; `nil` when it has none.
    let word: String?
    /// Whether the name, or a command, shows that the octets are sent.
    let isNamed: Bool
    private let unknown: [Int: SourceObstacle]
    /// The octets that the program writes to before it sends the array, and the first octet from which it is not known.
    private var changed: Set<Int> = []
    private var rest: Int?
    /// The place in the text, and that of the payload in the array.
    private let place: Range<Int>
    private let start: Int
    let text: WrittenPayload

    /// Takes the changes of the array. A length or a type that changes leaves nothing known behind it.
    mutating func take(_ changes: ArrayChanges) {
      guard let word else { return }
      let elements = AdvertisingData.Payload(octets).decoded.elements
      for change in changes.changes(of: Array(word.utf8), at: place) {
        switch change {
        case .appended: rest = min(rest ?? octets.count, octets.count)
        case .octets(let first, let count):
          let first = first - start
          // Without a number of octets, the values alone change: lengths and types seldom do.
          let range = max(first, 0)..<max(first, 0) + min(count ?? octets.count, octets.count)
          for element in elements where !element.overruns {
            let value = element.offset + 2..<element.offset + 2 + element.value.octets.count
            changed.formUnion(value.filter { range.contains($0) })
            let isHead = range.contains(element.offset) || range.contains(element.offset + 1)
            if count != nil, isHead { rest = min(rest ?? octets.count, element.offset) }
          }
        }
      }
    }

    /// Returns the doubts about octets that another file defines, or that the program writes.
    func doubts(in block: Block) -> [Doubt] {
      var variation = Variation()
      for offset in changed where rest.map({ offset < $0 }) ?? true { variation[offset] = Variation.Octet(.any) }
      let varying = variation.doubts(in: block, .setAtRunTime)
      let cut = rest.map { Doubt(.rest(block, from: $0), .unknown, .programWrites) }
      return unknown.sorted { $0.key < $1.key }.map { offset, obstacle in
        Doubt(
          .octets(block, offset..<offset + 1), .unknown,
          .supposed("line \(text.octets[offset].line): \(obstacle.reason)"))
      } + varying + (cut.map { [$0] } ?? [])
    }

    /// Returns whether octets are in values of AD structures.
    private static func areValues(_ offsets: some Collection<Int>, in octets: [UInt8]) -> Bool {
      let values = AdvertisingData.Payload(octets).decoded.elements.map { element in
        element.offset + 2..<element.offset + 2 + element.value.octets.count
      }
      return offsets.allSatisfy { offset in values.contains { $0.contains(offset) } }
    }

    init?(_ found: OctetSearch.Found, _ name: ArrayName?, in code: [UInt8], _ lines: inout LineTable) {
      let command = DataCommand(found.octets)
      let place = command?.place ?? found.octets.indices
      octets = Array(found.octets[place])
      let structures = KnownStructures(octets[...])
      // The count of octets of a name is not known: only where all lengths fit, it is one.
      unknown = Dictionary(uniqueKeysWithValues: found.unknown.map { ($0 - place.lowerBound, $1) })
      guard unknown.isEmpty || structures.areAll && Self.areValues(unknown.keys, in: octets) else { return nil }
      let isWhole = structures.count > 1 && octets.starts(with: [2, 1])
      let possible = command == nil && structures.areAll && !isWhole ? name?.possibleBlock : nil
      isPossible = possible != nil
      owner = name?.owner
      word = name?.word
      isNamed = command != nil || isPossible || name?.isOfAdvertising ?? false
      self.place = found.place
      start = place.lowerBound
      if let command {
        guard structures.count > 0 || name?.isOfAdvertising ?? false else { return nil }
        self.name = (name.map { "\($0.word), " } ?? "") + command.name
      } else {
        guard
          structures.areAll
            ? isPossible || name?.isOfAdvertising ?? false || isWhole
            : structures.count > 0 && name?.block != nil
        else { return nil }
        self.name = name?.word
      }
      block = command?.block ?? possible ?? name?.block
      isExtended = command?.isExtended ?? false
      guard !place.isEmpty else { return nil }
      var places: [TextRange] = []
      for octet in found.places[place] { places.append(lines.range(of: octet)) }
      text = WrittenPayload(range: places[0].through(places[places.count - 1]), octets: places)
    }
  }
}

/// The name that a source text gives to an array.
private struct ArrayName {
  let word: String
  /// The word in lower case, letters alone.
  private let letters: String

  /// Finds the name in the line before an array, or in the line above when the array begins a line: the last word before
  /// `=`, the key before a colon, the word behind `#define`, or the function that the array is given to.
  init?(before place: Int, in code: [UInt8]) {
    var line = Self.line(before: place, in: code)
    if line.allSatisfy({ $0 <= 0x20 }) {
      line = Self.line(before: max(line.startIndex - 1, 0), in: code)
    }
    line = line[Self.start(of: line)...]
    let words: [ArraySlice<UInt8>]
    if let sign = line.lastIndex(of: UInt8(ascii: "=")) {
      words = Self.words(Self.withoutType(line[..<sign]))
    } else {
      words = Self.words(line).filter { !Self.makers.contains(String(decoding: $0, as: UTF8.self)) }
    }
    guard let word = words.last(where: { !Self.attributes.contains(String(decoding: $0, as: UTF8.self)) }) else {
      return nil
    }
    self.word = String(decoding: word, as: UTF8.self)
    letters = String(decoding: word.filter { 0x61...0x7A ~= $0 | 0x20 }.map { $0 | 0x20 }, as: UTF8.self)
  }

  /// Returns where the last statement of a line begins. In Rust, a type has a semicolon in brackets.
  private static func start(of line: ArraySlice<UInt8>) -> Int {
    var depth = 0
    for index in line.indices.reversed() {
      switch line[index] {
      case UInt8(ascii: "]"): depth += 1
      case UInt8(ascii: "["): depth -= 1
      case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): if depth <= 0 { return index + 1 }
      default: break
      }
    }
    return line.startIndex
  }

  /// Returns the line before a place, or the end of a long one.
  private static func line(before place: Int, in code: [UInt8]) -> ArraySlice<UInt8> {
    let near = code[max(place - longest, 0)..<place]
    return near[(near.lastIndex(of: 0x0A).map { $0 + 1 } ?? near.startIndex)...]
  }

  private static let longest = 256

  /// Returns the text before the type of a declaration, which languages write behind a colon. `::` is a part of a name.
  private static func withoutType(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let colon = UInt8(ascii: ":")
    let place = text.indices.first { index in
      text[index] == colon && text[..<index].last != colon && text[(index + 1)...].first != colon
    }
    let name = place.map { text[..<$0] } ?? text
    return name.isEmpty ? text : name
  }

  /// Returns the words of a text outside of square brackets.
  private static func words(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var depth = 0
    return text.split { octet in
      if octet == UInt8(ascii: "[") { depth += 1 }
      if octet == UInt8(ascii: "]") { depth = max(depth - 1, 0) }
      let isOfWord = octet == 0x5F || 0x30...0x39 ~= octet || 0x61...0x7A ~= octet | 0x20
      return depth > 0 || !isOfWord
    }
  }

  /// Words behind a name.
  private static let attributes: Set = ["PROGMEM", "static", "const", "IRAM_ATTR", "DRAM_ATTR", "RODATA"]
  /// Words that make an array of a list, and are not its name.
  private static let makers: Set = [
    "bytes", "bytearray", "fromhex", "byteArrayOf", "ubyteArrayOf", "listOf", "new", "byte", "Uint8Array", "Uint8List",
    "fromList", "Buffer", "from", "Data", "vec", "array", "of", "return", "const", "static", "define", "from_hex",
    "hex",
  ]

  /// Whether the name is one of advertising data or their block.
  var isOfAdvertising: Bool { block != nil || Self.signs.contains { letters.hasPart($0) } }
  private static let signs = ["beacon", "payload", "packet", "ble", "frame", "eddystone"]

  private var label: BlockLabel? { BlockLabel(word.utf8) }

  /// The block that the name says.
  var block: Block? {
    if let label, label.isCertain { return label.block }
    if Self.responses.contains(where: { letters.hasPart($0) }) || letters.hasPrefix("srdata") { return .scanResponse }
    return letters.hasPart("adv") ? .advertising : nil
  }
  private static let responses = ["scanr", "rsp", "scandata", "respdata", "advresp"]

  /// The block that the name means beside the other one, as `sr_buf` and `ad` do.
  var possibleBlock: Block? {
    guard block == nil, let label else { return nil }
    return label.block == .advertising && isOfAdvertising ? nil : label.block
  }

  /// The name without the words of its block; `nil` without others.
  var owner: String? { label?.name }
}

/// The lines of a text, for places that grow.
private struct LineTable {
  private let text: [UInt8]
  private var place = 0
  private var line = 1
  private var column = 1

  init(_ text: [UInt8]) { self.text = text }

  /// Returns a range of octets as one of lines and columns.
  mutating func range(of range: Range<Int>) -> TextRange {
    let start = position(of: range.lowerBound)
    let end = position(of: range.upperBound)
    return TextRange(line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }

  private mutating func position(of index: Int) -> (line: Int, column: Int) {
    if index < place { (place, line, column) = (0, 1, 1) }
    while place < index {
      if text[place] == 0x0A {
        (line, column) = (line + 1, 1)
      } else if text[place] & 0xC0 != 0x80 {
        // Columns count code points.
        column += 1
      }
      place += 1
    }
    return (line, column)
  }
}
