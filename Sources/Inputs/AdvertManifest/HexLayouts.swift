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
/// ends with `advertising` or `scan-response` names the block; a scan response belongs to the layout of the same name
/// before it. A line with `merged`, and a line without such a word that is longer than a block, is both blocks in one.
/// A label needs a character that is not a hex digit, because colons may also separate bytes. `??`, `4?` and `?4` stand for
/// bytes that vary, in the value of an AD structure.
package enum HexLayouts {
  /// Returns whether the first line with content is hex, so that the file contains layouts in hex. Intel HEX, the lines
  /// of `hcidump` and those with an address before their data do not count.
  package static func recognises(_ text: String) -> Bool {
    guard !IntelHex.recognises(text), !PastedOctets.areDumped(text) else { return false }
    for line in lines(of: text) {
      guard let entry = entry(in: line) else { continue }
      // `hcidump` marks the direction of a packet so.
      guard !line.hasPrefix("> "), !line.hasPrefix("< ") else { return false }
      let hex = entry.plain.hex
      guard entry.hex.contains(where: { $0.isHexDigit }), let octets = try? HexText.octets(of: hex) else {
        return false
      }
      // `Device C6:11:22:33:44:55` ends in an address, as `Address: C6:11:22:33:44:55` says, and `{ name: 'ab'` begins an
      // object.
      let word = entry.name?.split(separator: " ").last
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

  /// Returns whether a packet of a known program begins in the first lines. A log that is pasted from its middle can have
  /// a line with a label and hex before.
  private static func isLog(_ text: String) -> Bool {
    lines(of: text).prefix(examinedLines).contains { LogLines.begins(Array($0.utf8)[...]) }
  }

  private static let examinedLines = 50

  private static func isQuoted(_ line: Substring) -> Bool { line.first == "'" || line.first == "\"" }

  private static func isOctet(_ word: Substring?) -> Bool {
    word?.count == 2 && word?.allSatisfy { $0.isHexDigit } ?? false
  }

  /// Returns the layouts in the order written, all of the given kind of PDU.
  ///
  /// - Throws: for a line that is not hex, and for a scan response without a layout to belong to.
  package static func read(_ text: String, pdu: AdvertisingPDU = .advInd) throws(ManifestError) -> [DeclaredLayout] {
    var drafts: [Draft] = []
    // The layouts without a scan response yet, by name: a search through all of them would take too long in a hostile
    // file.
    var unanswered: [String?: [Int]] = [:]
    for (index, line) in lines(of: text).enumerated() {
      guard let entry = entry(in: line) else { continue }
      let written = try payload(of: entry, line: index + 1, in: text)
      if entry.content == .scanResponse {
        guard let draft = unanswered[entry.name]?.popLast() else {
          throw ManifestError(
            line: index + 1, column: 1, expected: "the advertising data of the same layout before its scan response",
            found: "a scan response alone")
        }
        drafts[draft].scanResponse = written
      } else {
        unanswered[entry.name, default: []].append(drafts.count)
        drafts.append(
          Draft(
            name: entry.name, advertising: written, content: entry.content,
            end: (
              index + 1, line.unicodeScalars.count + 1, text.utf8.distance(from: text.startIndex, to: line.endIndex)
            ),
            lineBreak: line.endIndex < text.endIndex ? String(text[line.endIndex]) : "\n"))
      }
    }
    if drafts.count > 1, drafts.allSatisfy({ $0.isBytesAlone }),
      PacketHex.log(of: drafts.flatMap { $0.advertising.payload.octets }) != nil
    {
      let range = drafts[0].advertising.text.range
      throw ManifestError(
        line: range.line, column: range.column, expected: "the bytes of a payload",
        found: "a packet around them in \(drafts.count) lines, which advert decode takes apart")
    }
    if let layout = structures(of: drafts, pdu: pdu) { return [layout] }
    var layouts: [DeclaredLayout] = []
    for draft in drafts {
      guard let layout = draft.layout(pdu: pdu) else {
        throw ManifestError(
          line: draft.advertising.text.range.line, column: draft.advertising.text.range.column,
          expected: "two blocks of at most 31 bytes in one",
          found: "\(draft.advertising.payload.count) bytes that no division makes such blocks of")
      }
      layouts.append(layout)
    }
    return layouts
  }

  /// Returns the layout of lines that have one structure each, as people write one below the other, with Flags alone in the
  /// first, and of lines that continue each other: then their structures are whole only together. `nil` for any other lines,
  /// which are a layout each.
  private static func structures(of drafts: [Draft], pdu: AdvertisingPDU) -> DeclaredLayout? {
    let payloads = drafts.map { $0.advertising.payload.octets }
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
    let texts = drafts.map { $0.advertising.text }
    let text = WrittenPayload(
      range: texts[0].range.through(texts[texts.count - 1].range), octets: texts.flatMap { $0.octets })
    return DeclaredLayout(undeclared: octets, pdu: pdu, place: text.range, text: text)
  }

  private typealias Written = (payload: Payload, text: WrittenPayload, octets: Range<Int>, variation: Variation)

  private struct Draft {
    let name: String?
    let advertising: Written
    let content: Content
    var scanResponse: Written?
    let end: (line: Int, column: Int, octet: Int)
    let lineBreak: String

    /// Whether the line has no label, and no scan response follows.
    var isBytesAlone: Bool {
      content == .unsaid && name == nil && scanResponse == nil && advertising.variation.isEmpty
    }

    /// Returns the layout; `nil` for both blocks in one that no division makes two of.
    func layout(pdu: AdvertisingPDU) -> DeclaredLayout? {
      let doubts =
        advertising.variation.doubts(in: .advertising, .placeholder)
        + (scanResponse?.variation.doubts(in: .scanResponse, .placeholder) ?? [])
      guard doubts.isEmpty else {
        // Placeholders are not written again, so that no fix replaces them by values.
        return DeclaredLayout(
          name: name, layout: Layout(pdu: pdu, advertising: advertising.payload, declaring: scanResponse?.payload),
          place: advertising.text.range, advertisingText: advertising.text, scanResponseText: scanResponse?.text,
          doubts: doubts)
      }
      if content == .merged {
        return MergedPayload(advertising.payload.octets).map {
          DeclaredLayout(merged: $0, pdu: pdu, name: name, place: advertising.text.range, text: advertising.text)
        }
      }
      var sign: DeclaredLayout.MergeEvidence?
      if content == .unsaid, scanResponse == nil {
        let undeclared = DeclaredLayout(
          undeclared: advertising.payload.octets, pdu: pdu, name: name, place: advertising.text.range,
          text: advertising.text)
        guard undeclared.merged == nil, !undeclared.isDividedByZeros else { return undeclared }
        sign = undeclared.mergeSign
      }
      var declared = DeclaredLayout(
        name: name, layout: Layout(pdu: pdu, advertising: advertising.payload, declaring: scanResponse?.payload),
        place: advertising.text.range, advertisingText: advertising.text, scanResponseText: scanResponse?.text,
        text: WrittenLayout(place: advertising.text.range, rewriting: lines.edits))
      declared.mergeSign = sign
      return declared
    }

    private var lines: LayoutLines {
      LayoutLines(
        advertising: line(advertising), scanResponse: scanResponse.map(line),
        scanResponseLabel: (name.map { $0 + " " } ?? "") + "scan-response", end: end, lineBreak: lineBreak)
    }

    private func line(_ written: Written) -> LayoutLines.Line {
      LayoutLines.Line(payload: written.payload, range: written.text.range, octets: written.octets)
    }
  }

  /// The content of a line by its label.
  private enum Content {
    case advertising
    case scanResponse
    /// Both blocks in one.
    case merged
    /// Not stated: advertising data, unless there are too many.
    case unsaid
  }

  /// A line with content.
  private struct Entry {
    let name: String?
    let content: Content
    let hex: Substring
    let columnsBefore: Int

    /// The hex with a value in the place of each placeholder, and the placeholders by the position of their first
    /// character, from 0.
    var plain: (hex: String, varying: [Int: HexPlaceholder]) {
      guard hex.contains("?") else { return (String(hex), [:]) }
      return (try? Placeholder.plainHex(String(hex))).map { ($0.text, $0.varying) } ?? (String(hex), [:])
    }
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline })
  }

  /// Returns the entry; `nil` for a blank line or a comment.
  private static func entry(in line: Substring) -> Entry? {
    let content = line.prefix { $0 != "#" }
    guard content.contains(where: { !$0.isWhitespace }) else { return nil }
    guard let colon = content.firstIndex(of: ":"),
      content[..<colon].contains(where: { !$0.isHexDigit && !$0.isWhitespace && $0 != "x" && $0 != "X" })
    else {
      return Entry(name: nil, content: .unsaid, hex: content, columnsBefore: 0)
    }
    let hex = content[content.index(after: colon)...]
    var words = content[..<colon].split(whereSeparator: { $0.isWhitespace })
    let said: Content =
      switch words.last?.lowercased() {
      case "advertising": .advertising
      case "scan-response": .scanResponse
      case "merged": .merged
      default: .unsaid
      }
    if said != .unsaid { words.removeLast() }
    let name = words.isEmpty ? nil : words.joined(separator: " ")
    return Entry(
      name: name, content: said, hex: hex,
      columnsBefore: line.unicodeScalars.distance(from: line.startIndex, to: hex.startIndex))
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

/// A layout in a file of hex: one line, or one for each block.
struct LayoutLines: Sendable {
  let advertising: Line
  let scanResponse: Line?
  /// The start of a line of the scan response.
  let scanResponseLabel: String
  /// The place after the line of the advertising data, including its comment.
  let end: (line: Int, column: Int, octet: Int)
  let lineBreak: String

  /// The hex of a line.
  struct Line: Sendable {
    let payload: Payload
    let range: TextRange
    let octets: Range<Int>

    func edit(to payload: Payload) -> TextEdit? {
      guard payload != self.payload else { return nil }
      let hex = HexText.spaced(payload.octets)
      return TextEdit(range: range, text: octets.isEmpty ? " " + hex : hex, octets: octets)
    }
  }

  func edits(advertising: Payload, scanResponse: Payload?) -> [TextEdit] {
    var edits = self.advertising.edit(to: advertising).map { [$0] } ?? []
    guard let scanResponse else { return edits }
    if let line = self.scanResponse {
      line.edit(to: scanResponse).map { edits.append($0) }
    } else if !scanResponse.isEmpty {
      edits.append(
        TextEdit(
          range: TextRange(line: end.line, column: end.column, count: 0),
          text: "\(lineBreak)\(scanResponseLabel): \(HexText.spaced(scanResponse.octets))",
          octets: end.octet..<end.octet))
    }
    return edits
  }
}

/// Firmware images in Intel HEX. Their extension is `.hex`, like that of files of layouts, and each of their lines is
/// hex too.
package enum IntelHex {
  /// Returns whether the first line with content is a record: a colon, then the number of data octets, an address, a
  /// type, data, and a checksum that makes the sum of all zero.
  package static func recognises(_ text: String) -> Bool {
    guard let line = text.split(whereSeparator: { $0.isNewline }).first, line.first == ":",
      let octets = try? HexText.octets(of: line.dropFirst()), let count = octets.first,
      octets.count == Int(count) + 5
    else { return false }
    return octets.reduce(0) { $0 &+ $1 } == 0
  }
}
