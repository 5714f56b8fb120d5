internal import AdvertBuilders
internal import AdvertCapture
internal import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// Layouts as lines of hex.
///
/// ```
/// # A comment. Blank lines do not matter.
/// 02 01 06 03 03 0f 18
/// helmet advertising: 02 01 06 09 09 53 48 53 2d 32 30 37 31
/// helmet scan-response: 03 03 0f 18
/// ```
///
/// A line is a payload of advertising data, a layout of its own. A label before a colon names it. A label that is or
/// ends with the words of a block (``BlockLabel``) names the block, and needs no colon; a scan response belongs to the
/// advertising data of the same name beside it. A line with `merged`, and a line without such a word that is longer than a
/// block, is both blocks in one. A label needs a character that is not a hex digit, because colons may also separate bytes. `??`,
/// `4?` and `?4` stand for bytes that vary, in the value of an AD structure.
package enum HexLayouts {
  /// Returns whether the first line with content is hex, so that the file contains layouts in hex. Intel HEX, the lines
  /// of `hcidump` and those with an address before their data do not count.
  package static func recognises(_ text: String) -> Bool {
    guard !IntelHex.recognises(text), !PastedOctets.areDumped(text) else { return false }
    for line in lines(of: text) {
      guard let entry = Entry.entry(in: line) else { continue }
      // `hcidump` marks the direction of a packet so.
      guard !line.hasPrefix("> "), !line.hasPrefix("< ") else { return false }
      let hex = entry.plain.hex
      guard entry.hex.contains(where: { $0.isHexDigit }), let octets = try? HexText.octets(of: hex) else {
        return false
      }
      // `Device C6:11:22:33:44:55` ends in an address, as `Address: C6:11:22:33:44:55` says, and `{ name: 'ab'` begins an
      // object.
      let word = entry.label?.split(separator: " ").last
      let isLabel = word.map { PrintedAddress.isLabel($0.lowercased().utf8) } ?? false
      let isAddress = octets.count == 5 && isOctet(word) || octets.count == 6 && isLabel
      guard !isAddress, line.first(where: { !$0.isWhitespace }) != "{" else { return false }
      // `c00000000001 [ "180d" ]` is an address with services.
      guard !entry.hex.drop(while: { !$0.isHexDigit }).contains("[") else { return false }
      // A log can begin with bytes in quotation marks.
      guard !isQuoted(line) || lines(of: text).prefix(examinedLines).allSatisfy({ $0.isEmpty || isQuoted($0) }) else {
        return false
      }
      // Events are a log, which has a device for each.
      let isEvent = octets.starts(with: [0x04, 0x3E]) && PacketHex.log(of: octets) != nil
      return !octets.isEmpty && !isEvent && otherSeparator(in: hex[...]) == nil && !isLog(text)
    }
    return false
  }

  /// Returns whether a packet of a known program begins in the first lines, or one of them has an address and no payload. A
  /// log that is pasted from its middle can have a line with a label and hex before.
  private static func isLog(_ text: String) -> Bool {
    var hasBlocks = false
    for line in lines(of: text).prefix(examinedLines) {
      if LogLines.begins(Array(line.utf8)[...]) { return true }
      guard let entry = Entry.entry(in: line) else { continue }
      let octets = (try? HexText.octets(of: entry.hex)) ?? []
      hasBlocks = hasBlocks || entry.block != nil
      if octets.isEmpty, hasBlocks, isProse(line) || PrintedAddress.isIn(line) { return true }
    }
    return false
  }

  /// Returns whether a line has two words that are no hex, and no label.
  private static func isProse(_ line: Substring) -> Bool {
    !line.contains(":")
      && line.split { !$0.isLetter }.count { $0.count > 2 && $0.contains { !$0.isHexDigit } } > 1
  }

  private static let examinedLines = 50

  private static func isQuoted(_ line: Substring) -> Bool { line.first == "'" || line.first == "\"" }

  private static func isOctet(_ word: Substring?) -> Bool {
    word?.count == 2 && word?.allSatisfy { $0.isHexDigit } ?? false
  }

  /// Returns the layouts in the order written, of the given kind of PDU unless a label names another.
  ///
  /// - Throws: for a line that is not hex.
  package static func read(_ text: String, pdu: AdvertisingPDU = .advInd) throws(ManifestError) -> [DeclaredLayout] {
    var written: [WrittenLine] = []
    for (index, line) in lines(of: text).enumerated() {
      guard let entry = Entry.entry(in: line) else { continue }
      let payload = try payload(of: entry, line: index + 1, in: text)
      written.append(
        WrittenLine(
          entry: entry, payload: payload,
          end: (index + 1, line.unicodeScalars.count + 1, text.utf8.distance(from: text.startIndex, to: line.endIndex)),
          lineBreak: line.endIndex < text.endIndex ? String(text[line.endIndex]) : "\n"))
    }
    let drafts = drafts(of: written)
    if drafts.count > 1, drafts.allSatisfy({ $0.isBytesAlone }),
      PacketHex.log(of: drafts.flatMap { $0.first.payload.octets }) != nil
    {
      let range = drafts[0].first.text.range
      throw ManifestError(
        line: range.line, column: range.column, expected: "the bytes of a payload",
        found: "a packet around them in \(drafts.count) lines, which advert decode takes apart")
    }
    if let layout = structures(of: drafts, pdu: pdu) { return [layout] }
    var layouts: [DeclaredLayout] = []
    for draft in drafts {
      guard let layout = draft.layout(pdu: pdu) else {
        throw ManifestError(
          line: draft.first.text.range.line, column: draft.first.text.range.column,
          expected: "two blocks of at most 31 bytes in one",
          found: "\(draft.first.payload.count) bytes that no division makes such blocks of")
      }
      layouts.append(layout)
    }
    return layouts
  }

  /// Returns the layout of lines that have one structure each, as people write one below the other, with Flags alone in the
  /// first, and of lines that continue each other: then their structures are whole only together. `nil` for any other lines,
  /// which are a layout each.
  private static func structures(of drafts: [Draft], pdu: AdvertisingPDU) -> DeclaredLayout? {
    let payloads = drafts.map { $0.first.payload.octets }
    let octets = payloads.flatMap { $0 }
    guard drafts.count > 1, octets.count <= pdu.payloadLimit,
      drafts.allSatisfy({ $0.isBytesAlone })
    else { return nil }
    let haveOneEach =
      payloads.allSatisfy { $0.count > 2 && Int($0[0]) == $0.count - 1 }
      && payloads.indices.allSatisfy { (payloads[$0][1] == ADType.flags.rawValue) == ($0 == 0) }
    let areContinued =
      KnownStructures(octets[...]).areAll && !payloads.allSatisfy { KnownStructures($0[...]).areAll }
    guard haveOneEach || areContinued else { return nil }
    let texts = drafts.map { $0.first.text }
    let text = WrittenPayload(
      range: texts[0].range.through(texts[texts.count - 1].range), octets: texts.flatMap { $0.octets })
    return DeclaredLayout(undeclared: octets, pdu: pdu, place: text.range, text: text)
  }

  private typealias Written = (payload: Payload, text: WrittenPayload, octets: Range<Int>, variation: Variation)

  /// A line with its payload.
  private struct WrittenLine {
    var entry: Entry
    let payload: Written
    /// The place after the line, with its comment.
    let end: (line: Int, column: Int, octet: Int)
    let lineBreak: String

    var isResponse: Bool { entry.content == .scanResponse }
  }

  /// Returns the layouts of lines, in the order of their first lines. Lines of one name are one layout where advertising data
  /// and a scan response follow each other, in any order: of many of one block, the ones that are nearest to the others.
  private static func drafts(of lines: [WrittenLine]) -> [Draft] {
    var lines = lines
    resolveLabels(of: &lines)
    var byName: [String?: [Int]] = [:]
    for (index, line) in lines.enumerated() { byName[line.entry.name, default: []].append(index) }
    var partners = [Int?](repeating: nil, count: lines.count)
    for indices in byName.values {
      var (open, run): ([Int], [Int]) = ([], [])
      func pair() {
        let count = min(open.count, run.count)
        for (one, other) in zip(open.suffix(count), run) { (partners[one], partners[other]) = (other, one) }
        (open, run) = (Array(run.dropFirst(count)), [])
      }
      for index in indices {
        let isResponse = lines[index].isResponse
        if let last = run.last, lines[last].isResponse != isResponse { pair() }
        run.append(index)
      }
      pair()
    }
    // A scan response without a name is that of the layout above.
    for index in lines.indices.dropFirst() where lines[index].isResponse && lines[index].entry.name == nil {
      guard partners[index] == nil, partners[index - 1] == nil, !lines[index - 1].isResponse else { continue }
      (partners[index], partners[index - 1]) = (index - 1, index)
    }
    return lines.indices.compactMap { index in
      guard let partner = partners[index] else { return Draft(lines[index], with: nil) }
      return partner < index ? nil : Draft(lines[index], with: lines[partner])
    }
  }

  /// Gives labels such as `payload` and `response` a meaning where the other block is beside them.
  private static func resolveLabels(of lines: inout [WrittenLine]) {
    var named: [Block: Set<String?>] = [:]
    for line in lines {
      if let block = line.entry.block { named[block.block, default: []].insert(block.name) }
      if line.entry.block == nil, line.entry.content == .unsaid {
        named[.advertising, default: []].insert(line.entry.name)
      }
    }
    for index in lines.indices {
      guard let block = lines[index].entry.block, !block.isCertain,
        named[block.block == .advertising ? .scanResponse : .advertising]?.contains(block.name) ?? false
      else { continue }
      lines[index].entry.take(block)
    }
  }

  private struct Draft {
    let name: String?
    let content: Content
    let pdu: AdvertisingPDU?
    private let advertising: WrittenLine?
    private let scanResponse: WrittenLine?
    /// The payload that is first in the text.
    let first: Written

    init(_ line: WrittenLine, with other: WrittenLine?) {
      let isResponse = line.isResponse
      advertising = isResponse ? other : line
      scanResponse = isResponse ? line : other
      first = line.payload
      let named = advertising ?? line
      (name, content) = (named.entry.name, named.entry.content)
      pdu = named.entry.block?.pdu
    }

    /// Whether the line has no label, and no scan response follows.
    var isBytesAlone: Bool {
      content == .unsaid && name == nil && scanResponse == nil && first.variation.isEmpty
    }

    /// Returns the layout; `nil` for both blocks in one that no division makes two of.
    func layout(pdu: AdvertisingPDU) -> DeclaredLayout? {
      let pdu = self.pdu ?? pdu
      let doubts =
        (advertising?.payload.variation.doubts(in: .advertising, .placeholder) ?? [])
        + (scanResponse?.payload.variation.doubts(in: .scanResponse, .placeholder) ?? [])
      guard let advertising else {
        return DeclaredLayout(
          name: name, layout: Layout(pdu: pdu, advertising: nil, scanResponse: .declared(first.payload)),
          place: first.text.range, scanResponseText: first.text, doubts: doubts)
      }
      let (payload, text) = (advertising.payload.payload, advertising.payload.text)
      guard doubts.isEmpty else {
        // Placeholders are not written again, so that no fix replaces them by values.
        return DeclaredLayout(
          name: name, layout: Layout(pdu: pdu, advertising: payload, declaring: scanResponse?.payload.payload),
          place: text.range, advertisingText: text, scanResponseText: scanResponse?.payload.text, doubts: doubts)
      }
      if content == .merged {
        return MergedPayload(payload.octets).map {
          DeclaredLayout(merged: $0, pdu: pdu, name: name, place: text.range, text: text)
        }
      }
      var sign: DeclaredLayout.MergeEvidence?
      if content == .unsaid, scanResponse == nil {
        let undeclared = DeclaredLayout(
          undeclared: payload.octets, pdu: pdu, name: name, place: text.range, text: text)
        guard undeclared.merged == nil, !undeclared.isDividedByZeros else { return undeclared }
        sign = undeclared.mergeSign
      }
      var declared = DeclaredLayout(
        name: name, layout: Layout(pdu: pdu, advertising: payload, declaring: scanResponse?.payload.payload),
        place: text.range, advertisingText: text, scanResponseText: scanResponse?.payload.text,
        text: WrittenLayout(place: text.range, rewriting: lines(of: advertising).edits))
      declared.mergeSign = sign
      return declared
    }

    private func lines(of advertising: WrittenLine) -> LayoutLines {
      LayoutLines(
        advertising: line(advertising.payload), scanResponse: scanResponse.map { line($0.payload) },
        scanResponseLabel: (name.map { $0 + " " } ?? "") + "scan-response", end: advertising.end,
        lineBreak: advertising.lineBreak)
    }

    private func line(_ written: Written) -> LayoutLines.Line {
      LayoutLines.Line(payload: written.payload, range: written.text.range, octets: written.octets)
    }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
  }

  /// Returns the place of the first separator that is another than those before it, where colons or hyphens separate
  /// some bytes: `scan 66:11:22:33:44:55 -60 020106` is a line of a log, with an address and a strength. Counts from 1.
  private static func otherSeparator(in hex: Substring) -> Int? {
    var first: Substring?
    var hasMarks = false
    var other: Int?
    var place = hex.startIndex
    while let digit = hex[place...].firstIndex(where: { $0.isHexDigit }) {
      let gap = hex[place..<digit]
      // The `x` of `0x02` is a part of the number.
      if place > hex.startIndex, !gap.isEmpty, gap.last != "x", gap.last != "X" {
        hasMarks = hasMarks || gap.contains { $0 == ":" || $0 == "-" }
        if gap != first ?? gap { other = other ?? hex.distance(from: hex.startIndex, to: place) + 1 }
        first = first ?? gap
      }
      place = hex[digit...].firstIndex { !$0.isHexDigit } ?? hex.endIndex
    }
    return hasMarks ? other : nil
  }

  private static func payload(of entry: Entry, line: Int, in text: String) throws(ManifestError) -> Written {
    func problem(at position: Int, expected: String, found: String) -> ManifestError {
      ManifestError(line: line, column: entry.columnsBefore + position, expected: expected, found: found)
    }
    let payload: [UInt8]
    let positions: [Int]
    let excess: Int?
    let (hex, varying) = entry.plain
    do throws(HexText.Problem) {
      payload = try HexText.octets(of: hex)
      // The positions in a line of 1 MB would take 8 MB.
      let most = WrittenPayload.maximumOctets
      excess = payload.count > most ? try HexText.position(ofOctet: most, in: hex) : nil
      positions = excess == nil ? try HexText.placedOctets(of: hex).map { $0.position } : []
    } catch {
      switch error {
      case .notHex(let position, let character):
        throw problem(at: position, expected: "a hex digit", found: "\"\(character)\"")
      case .oddDigits(let position):
        throw problem(at: position, expected: "two hex digits for each byte", found: "one")
      }
    }
    if let place = otherSeparator(in: hex[...]) {
      throw problem(
        at: place, expected: "the same separator between all bytes", found: "another, as beside an address")
    }
    guard !PastedOctets.isUUID(Array(entry.hex.utf8)) else {
      throw problem(at: 1, expected: "the bytes of a payload", found: "a UUID")
    }
    if let block = entry.block, let number = block.number, block.isCount || number > payload.count,
      number != payload.count
    {
      throw problem(at: 1, expected: "\(number) bytes, as the label says", found: "\(payload.count)")
    }
    if let kind = entry.name.flatMap({ PastedValues.kind(ofLabel: $0) }), KnownStructures(payload[...]).count == 0 {
      throw problem(at: 1, expected: "the bytes of a payload", found: kind + ", as advert decode reads it")
    }
    if PacketHex.log(of: payload) != nil || DataCommand(payload) != nil {
      throw problem(
        at: 1, expected: "the bytes of a payload", found: "a packet around them, which advert decode takes apart")
    }
    if let excess {
      throw problem(
        at: excess, expected: "at most \(WrittenPayload.maximumOctets) bytes in a payload", found: "\(payload.count)")
    }
    var variation = Variation()
    for (offset, position) in positions.enumerated() {
      variation[offset] = varying[position - 1].map { Variation.Octet($0.values) }
    }
    let values = Payload(payload).decoded.elements.filter { !$0.overruns }.flatMap { $0.octetRange.dropFirst(2) }
    if let wrong = Set(variation.octets.keys).subtracting(entry.content == .merged ? [] : values).min() {
      throw problem(
        at: positions[wrong], expected: "placeholders in the value of an AD structure of one block",
        found: "one in its length or type, or in none")
    }
    let octets = positions.map { TextRange(line: line, column: entry.columnsBefore + $0, count: 2) }
    let whole = octets.first?.through(octets[octets.count - 1])
    let start = text.utf8.distance(from: text.startIndex, to: entry.hex.startIndex)
    // Separators of any length may be before the first digit and after the last.
    let first = positions.first.map { entry.hex.prefix($0 - 1).utf8.count } ?? 0
    let last = positions.last.map { entry.hex.prefix($0 + 1).utf8.count } ?? 0
    return (
      Payload(payload),
      WrittenPayload(
        range: whole ?? TextRange(line: line, column: entry.columnsBefore + 1, count: 0), octets: octets),
      start + first..<start + last, variation
    )
  }
}
