internal import AdvertLint
internal import AdvertReading
internal import AdvertReport
internal import AdvertisingData

/// A payload, octet by octet: its size in the block, its AD structures by name, and the octets of findings.
struct PageOctets {
  /// The most octets that are shown; further ones are only counted.
  private static let maximumOctets = 512
  private static let maximumStructures = 64

  /// The octets of a finding.
  struct Flag {
    let range: Range<Int>
    /// The number of the finding among those of its device.
    let number: Int
    let anchor: String
    let severity: Severity
    let words: String
  }

  private let payload: Payload
  private let decoded: DecodedPayload
  private let title: String
  private let limit: Int
  private let flags: [Flag]
  private let varying: [(range: Range<Int>, words: String)]
  private let open: Variation
  private let context: PayloadContext

  init(
    _ payload: Payload, title: String, limit: Int, in context: PayloadContext, flags: [Flag] = [],
    varying: [(range: Range<Int>, words: String)] = [], open: Variation = Variation()
  ) {
    self.payload = payload
    decoded = payload.decoded
    self.title = title
    self.limit = limit
    self.flags = flags
    self.varying = varying
    self.open = open
    self.context = context
  }

  func write(to page: inout HTMLWriter) {
    let shown = payload.octets.indices.prefix(Self.maximumOctets)
    let hex = OpenOctets.hex(payload, shown, varying: open, separator: "")
    page.element("table", ["class": "octets", "data-hex": hex]) { page in
      page.element("caption") { page in
        page.words(title + " ")
        page.element("small", room)
        writeBlock(to: &page)
      }
      page.markup(
        "<colgroup><col class=\"at\"><col class=\"hex\"><col></colgroup><thead class=\"unseen\"><tr><th scope=\"col\">Byte</th><th scope=\"col\">Octets</th><th scope=\"col\">Meaning</th></tr></thead>"
      )
      page.element("tbody") { page in
        for element in decoded.elements.prefix(Self.maximumStructures) {
          let words = OpenOctets.words(on: element, of: payload, varying: open, in: context)
          writeRow(element.octetRange, element.pageKind, words, to: &page)
        }
        writeRest(to: &page)
      }
    }
    page.lineBreak()
  }

  private var room: String {
    let count = payload.count
    var words = "\(count) of \(limit) bytes"
    if count < limit { words += ", \(limit - count) free" }
    if count > limit { words += ", \(count - limit) too many" }
    return words
  }

  // MARK: The whole block

  /// Writes a drawing of the block, whose content the table has in words.
  private func writeBlock(to page: inout HTMLWriter) {
    let width = max(limit <= 31 ? limit : payload.count, payload.count, 1)
    page.element(
      "svg", ["class": "block", "viewBox": "0 0 \(width) 1", "preserveAspectRatio": "none", "aria-hidden": "true"]
    ) { page in
      func write(_ range: Range<Int>, _ kind: String, _ y: String, _ height: String) {
        page.element(
          "rect", ["class": kind, "x": "\(range.lowerBound)", "y": y, "width": "\(range.count)", "height": height]
        ) { _ in }
      }
      for element in decoded.elements.prefix(Self.maximumStructures) {
        write(element.octetRange, element.pageKind, "0", "1")
      }
      if !decoded.remainder.isEmpty {
        write(payload.count - decoded.remainder.count..<payload.count, "k-rest", "0", "1")
      }
      for flag in flags { write(flag.range, "flagged", ".75", ".25") }
    }
  }

  // MARK: Its structures

  private func writeRow(_ range: Range<Int>, _ kind: String, _ words: String, to page: inout HTMLWriter) {
    page.element("tr") { page in
      page.element("td", ["class": "at"], String(range.lowerBound))
      page.element("td", ["class": "hex"]) { page in writeOctets(range, to: &page) }
      page.element("td", ["class": "meaning \(kind)"]) { page in
        page.words(words)
        page.element("small", " (\(counted(range.count, "byte")))")
      }
    }
  }

  private func writeRest(to page: inout HTMLWriter) {
    let unshown = decoded.elements.count - Self.maximumStructures
    if unshown > 0 {
      let start = decoded.elements[Self.maximumStructures].offset
      page.element("tr") { page in
        page.element("td", ["class": "at"], String(start))
        page.element("td", ["class": "hex"], "…")
        page.element("td", ["class": "meaning k-other"], counted(unshown, "more structure"))
      }
    }
    guard !decoded.remainder.isEmpty else { return }
    let start = payload.count - decoded.remainder.count
    writeRow(start..<payload.count, "k-rest", decoded.remainderWords, to: &page)
  }

  /// Writes runs of octets with the same notes.
  private func writeOctets(_ range: Range<Int>, to page: inout HTMLWriter) {
    let shown = range.prefix(max(0, Self.maximumOctets - range.lowerBound))
    var start = shown.startIndex
    while start < shown.endIndex {
      let about = about(start)
      var end = start + 1
      while end < shown.endIndex, self.about(end) == about { end += 1 }
      if start > range.lowerBound { page.text(" ") }
      write(start..<end, about, to: &page)
      start = end
    }
    if shown.count < range.count { page.text(" … \(counted(range.count - shown.count, "more byte"))") }
  }

  /// The notes on an octet: the first finding on it, and its changes. Positions in the lists.
  private struct OctetNotes: Equatable {
    let flag: Int?
    let varying: Int?
  }

  private func about(_ octet: Int) -> OctetNotes {
    OctetNotes(
      flag: flags.firstIndex { $0.range.contains(octet) }, varying: varying.firstIndex { $0.range.contains(octet) })
  }

  private func write(_ range: Range<Int>, _ about: OctetNotes, to page: inout HTMLWriter) {
    let hex = OpenOctets.hex(payload, range, varying: open)
    func writeHex(_ page: inout HTMLWriter) {
      guard let position = about.varying else { return page.text(hex) }
      page.element("span", ["class": "varying", "title": varying[position].words], hex)
    }
    guard let position = about.flag else { return writeHex(&page) }
    let flag = flags[position]
    page.element(
      "a",
      [
        "class": "flag \(flag.severity.rawValue)", "href": "#\(flag.anchor)", "title": HostileText.visible(flag.words),
      ]
    ) { page in
      writeHex(&page)
      if flag.range.upperBound == range.upperBound || range.upperBound == payload.count {
        page.element("sup") { page in
          page.element("span", ["class": "unseen"], " \(flag.severity.rawValue) ")
          page.text(String(flag.number))
        }
      }
    }
  }
}

extension DecodedPayload.Element {
  /// The family of its type, which has a colour.
  fileprivate var pageKind: String {
    if overruns { return "k-broken" }
    return switch value {
    case .malformed: "k-broken"
    case .flags: "k-flags"
    case .serviceUUIDs, .solicitationUUIDs: "k-services"
    case .localName: "k-name"
    case .manufacturerData: "k-maker"
    case .serviceData: "k-data"
    default: "k-other"
    }
  }
}
