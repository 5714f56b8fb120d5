internal import AdvertLint
internal import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// A judged layout for people: its PDU and counts, then the byte maps of both blocks with the bytes of findings marked.
struct LayoutText {
  private let title: String
  private let isMerged: Bool
  private let layout: Layout
  private let scanResponseCounts: [Int]
  private let advertisingOpen: Variation
  private let scanResponsesOpen: [Variation]
  /// Ranges to mark, by block and position of the payload.
  var advertisingMarks: [Range<Int>] = []
  var scanResponseMarks: [Int: [Range<Int>]] = [:]

  init(_ judged: SubjectLayout, findings: [Finding]) {
    let seen = judged.advertising.map { payload in
      if payload.sighting == nil { return "" }
      return payload.count == 0 ? ", set by the capturing host" : ", seen \(times(payload.count))"
    }
    isMerged = judged.isMerged
    title =
      AdvertisingPDU.words(judged.pdu, judged.phys) + (judged.isBlockKnown ? "" : ", block not known")
      + (seen ?? ", only scan responses seen")
    layout = Layout(
      pdu: judged.pdu, advertising: judged.advertising?.payload, scanResponse: judged.scanResponse)
    advertisingOpen = judged.advertising?.open ?? Variation()
    scanResponsesOpen = judged.scanResponses.map { $0.open }
    scanResponseCounts = judged.scanResponses.filter { $0.sighting != nil }.map { $0.count }
    for finding in findings {
      guard let offset = finding.place.offset, let length = finding.place.length, length > 0 else { continue }
      if let scanResponse = finding.place.scanResponse {
        scanResponseMarks[scanResponse, default: []].append(offset..<offset + length)
      } else {
        advertisingMarks.append(offset..<offset + length)
      }
    }
  }

  func lines(_ style: TextStyle) -> [String] {
    let limit = layout.pdu.payloadLimit
    let context = PayloadContext(layout)
    var lines = [style.faint(title)]
    if isMerged, let merged = layout.advertising {
      return lines
        + ByteMap(
          title: "Advertising and scan response data", payload: merged, limit: 2 * limit, marks: advertisingMarks,
          context: context
        ).lines(style)
    }
    if let advertising = layout.advertising {
      lines += ByteMap(
        title: "Advertising data", payload: advertising, limit: limit, marks: advertisingMarks,
        open: advertisingOpen, context: context
      ).lines(style)
    } else {
      lines.append(style.strong("Advertising data") + "  not seen")
    }
    switch layout.scanResponse {
    case .notObserved:
      lines.append(style.strong("Scan response data") + "  not observed: nothing is known about it")
    case .notScannable: break
    case .observed(let payloads):
      for (index, payload) in payloads.enumerated() {
        let count = scanResponseCounts.indices.contains(index) ? ", seen \(times(scanResponseCounts[index]))" : ""
        lines += map(of: payload, index, title: "Scan response data" + count, limit, context, style)
      }
    case .declared(let payload):
      lines += map(of: payload, 0, title: "Scan response data", limit, context, style)
    }
    return lines
  }

  private func map(
    of payload: Payload, _ index: Int, title: String, _ limit: Int, _ context: PayloadContext, _ style: TextStyle
  ) -> [String] {
    ByteMap(
      title: title, payload: payload, limit: limit, marks: scanResponseMarks[index] ?? [],
      open: scanResponsesOpen.indices.contains(index) ? scanResponsesOpen[index] : Variation(), context: context
    ).lines(style)
  }
}

/// Returns a number of occurrences: `once`, `12 times`.
package func times(_ count: Int) -> String {
  count == 1 ? "once" : "\(count) times"
}

/// A payload for people: the bytes of each AD structure, the room in the block, and marks below bytes with findings.
struct ByteMap {
  private static let octetsInLine = 12
  /// The columns where the bytes begin, and their meaning.
  private static let hexColumn = 8
  private static let wordsColumn = hexColumn + 3 * octetsInLine + 1
  private static let fewestWordColumns = 24

  let title: String
  let payload: Payload
  /// The most bytes of the block.
  let limit: Int
  /// Ranges of bytes to mark as wrong.
  var marks: [Range<Int>] = []
  /// Ranges of bytes that change from time to time.
  var varying: [Range<Int>] = []
  /// The bytes whose values vary or are not known: those that may have any value are shown as `??`.
  var open = Variation()
  /// The context of the payload; `nil` when it is not known.
  var context: PayloadContext?
  /// The number of printable characters before the first structure.
  var textCount = 0

  func lines(_ style: TextStyle) -> [String] {
    let decoded = DecodedPayload(payload, behind: textCount)
    let context = context ?? PayloadContext(payload)
    let marked = Self.octets(in: marks, of: payload)
    let varying = Self.octets(in: varying + open.runs.filter { $0.octet.values != .any }.map { $0.range }, of: payload)
    var lines = [header(style)]
    if textCount > 0 {
      let text = String(decoding: payload.octets.prefix(textCount), as: UTF8.self)
      rows(of: 0..<textCount, "text: " + HostileText.visible(text), marked, varying, style, to: &lines)
    }
    var latest: (element: DecodedPayload.Element, words: String)?
    for element in decoded.elements {
      // Equal structures usually follow each other, if a payload has many.
      let isAlike =
        latest.map { ($0.element.value, $0.element.declaredLength) == (element.value, element.declaredLength) } ?? false
      let words =
        isAlike
        ? latest?.words ?? "" : OpenOctets.words(on: element, of: payload, varying: open, in: context)
      if !isAlike { latest = (element, words) }
      let room = " (\(element.size) of \(limit) bytes)"
      rows(of: element.octetRange, words, faintly: room, marked, varying, style, to: &lines)
    }
    let rest = payload.count - decoded.remainder.count..<payload.count
    if isLongPadding(rest, marked) {
      let words = decoded.remainderWords + ": \(rest.count) zero bytes"
      rows(of: rest.prefix(Self.octetsInLine), words, marked, varying, style, to: &lines)
    } else if !rest.isEmpty {
      rows(of: rest, decoded.remainderWords, marked, varying, style, to: &lines)
    }
    return lines
  }

  /// Returns whether a range is of zeros of several rows, without a mark: one row shows them all.
  private func isLongPadding(_ range: Range<Int>, _ marked: [Bool]) -> Bool {
    range.count > 3 * Self.octetsInLine && open.isEmpty && payload.octets[range].allSatisfy { $0 == 0 }
      && (marked.isEmpty || !marked[range].contains(true))
  }

  /// Returns for each octet of a payload whether one of the ranges contains it; empty when there are no ranges.
  private static func octets(in ranges: [Range<Int>], of payload: Payload) -> [Bool] {
    guard !ranges.isEmpty else { return [] }
    var isInside = Array(repeating: false, count: payload.count)
    for range in ranges {
      for octet in range.clamped(to: isInside.indices) { isInside[octet] = true }
    }
    return isInside
  }

  private func header(_ style: TextStyle) -> String {
    let count = payload.count
    var room = "\(count) of \(limit) bytes"
    if count < limit { room += ", \(limit - count) free" }
    if count > limit { room += ", \(count - limit) too many" }
    return style.strong(title) + "  " + room + bar
  }

  /// One character for each byte of a legacy block.
  private var bar: String {
    guard limit <= 62 else { return "" }
    let used = min(payload.count, limit)
    return "  " + String(repeating: "█", count: used) + String(repeating: "·", count: limit - used)
  }

  private func rows(
    of range: Range<Int>, _ words: String, faintly lastWords: String = "", _ marked: [Bool], _ varying: [Bool],
    _ style: TextStyle, to lines: inout [String]
  ) {
    // Beside the bytes if there is room, else below them.
    let room = style.columns.map { $0 - Self.wordsColumn } ?? .max
    let isBeside = room >= Self.fewestWordColumns
    let all =
      style.columns == nil
      ? [] : wrapped(words + lastWords, at: isBeside ? room : room + Self.wordsColumn - Self.hexColumn)
    var words = isBeside ? (all.count > 1 ? all[...] : [words + style.faint(lastWords)]) : []
    for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.octetsInLine) {
      let row = start..<min(start + Self.octetsInLine, range.upperBound)
      let hex = open.isEmpty ? HexText.spaced(payload.octets[row]) : OpenOctets.hex(payload, row, varying: open)
      var line = "  " + style.faint(Self.offset(start)) + "  " + hex
      if let words = words.popFirst() {
        line += Self.spaces(Self.wordsColumn - Self.hexColumn - hex.utf8.count)
        line += words
      }
      lines.append(line)
      if let marked = Self.markLine(under: row, marked, "^") { lines.append(Self.indent + style.error(marked)) }
      if let marked = Self.markLine(under: row, varying, "~") { lines.append(Self.indent + style.note(marked)) }
    }
    if isBeside {
      for rest in words { lines.append(Self.spaces(Self.wordsColumn) + rest) }
    } else {
      for rest in all { lines.append(Self.indent + rest) }
    }
  }

  private static let indent = spaces(hexColumn)

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func offset(_ offset: Int) -> String {
    let text = String(offset)
    return spaces(max(0, 4 - text.utf8.count)) + text
  }

  private static func markLine(under row: Range<Int>, _ marked: [Bool], _ mark: Unicode.Scalar) -> String? {
    guard !marked.isEmpty, let last = row.last(where: { marked[$0] }) else { return nil }
    let mark = UInt8(ascii: mark)
    var line: [UInt8] = []
    line.reserveCapacity(3 * row.count)
    for index in row.lowerBound...last {
      let sign = marked[index] ? mark : UInt8(ascii: " ")
      line.append(sign)
      line.append(sign)
      if index < last { line.append(marked[index + 1] ? sign : UInt8(ascii: " ")) }
    }
    return String(decoding: line, as: UTF8.self)
  }
}

/// Octets that vary or are not known, for people: `??`.
package enum OpenOctets {
  /// Returns octets in hex, with `??` for those that may have any value.
  package static func hex(
    _ payload: Payload, _ range: some Sequence<Int>, varying open: Variation, separator: String = " "
  ) -> String {
    range.map { open[$0]?.values == .any ? "??" : HexText.compact([payload.octets[$0]]) }.joined(separator: separator)
  }

  /// Returns the meaning of a structure, with `??` for octets of its UUIDs that vary or are not known. Of other values it
  /// is only one of several.
  package static func words(
    on element: DecodedPayload.Element, of payload: Payload, varying open: Variation, in context: PayloadContext
  ) -> String {
    let description = StructureDescription(element, in: context)
    guard open.covers(any: element.octetRange) else { return description.words }
    let value = element.octetRange.dropFirst(2)
    let isName = if case .localName = element.value { true } else { false }
    var words = description.wordsAsSent
    if let type = words.split(separator: ":").first, !value.isEmpty, !isName, element.mentionedServices.isEmpty,
      value.allSatisfy({ open[$0]?.values == .any })
    {
      // Nothing of the value is known.
      return type + ": " + hex(payload, value, varying: open)
    }
    var others = Set(value)
    if case .manufacturerData = element.value, description.known == nil {
      let data = value.dropFirst(2).filter { open[$0]?.values == .any }
      let octets = value.dropFirst(2).map { payload.octets[$0] }
      if !data.isEmpty {
        words = words.exchanging(OctetText.words(octets), for: hex(payload, value.dropFirst(2), varying: open))
      }
      others.subtract(data)
    }
    for mention in element.mentionedServices {
      let octets = mention.offset..<mention.offset + mention.width.octets
      others.subtract(octets)
      guard open.covers(any: octets) else { continue }
      words = words.exchanging(mention.uuid.named, for: open.uuid(at: mention.offset, mention.width, in: payload))
    }
    return others.contains { open[$0] != nil } ? words + ", or another value" : words
  }
}

extension AdvertisingPDU {
  /// Returns the kind of advertising for people, with the PHY where most scanners do not listen: `EXT_CONNECTABLE on LE Coded`.
  static func words(_ pdu: AdvertisingPDU?, _ phys: AdvertisingPHYs) -> String {
    (pdu?.rawValue ?? "unknown PDU") + (phys.primary == .coded ? " on LE Coded" : "")
  }
}

extension DecodedPayload {
  /// The meaning of the octets behind the last structure.
  package var remainderWords: String {
    switch ending {
    case .terminated where remainder.allSatisfy { $0 == 0 }: "padding"
    case .terminated: "after the end: some receivers ignore it"
    default: "a length byte with nothing after it"
    }
  }
}
