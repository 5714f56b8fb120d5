import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Returns the PDU of a layout and both blocks in hex. A scan response without octets of its own is `none`, when the PDU
/// has none, or `unknown`.
///
/// An octet of a line that is not read is `??`, and `…` stands for those that may be missing.
func blocks(_ layout: DeclaredLayout) -> [String] {
  func text(_ octets: [UInt8], _ block: Block) -> String {
    var open: [Int: Bool] = [:]
    for doubt in layout.doubts {
      guard case .octets(block, let range) = doubt.part, case .supposed(_, line: .some) = doubt.cause else { continue }
      var mayBeAbsent = false
      if case .varies(_, true) = doubt.kind { mayBeAbsent = true }
      for offset in range { open[offset] = mayBeAbsent }
    }
    var text = ""
    for (offset, octet) in octets.enumerated() {
      let part = open[offset].map { $0 ? "…" : "??" } ?? HexText.compact([octet])
      if part != "…" || !text.hasSuffix("…") { text += part }
    }
    return text
  }
  let response =
    switch layout.layout.scanResponse {
    case .declared(let payload): text(payload.octets, .scanResponse)
    case .notScannable: "none"
    default: "unknown"
    }
  return [layout.layout.pdu?.rawValue ?? "", text(layout.layout.advertising?.octets ?? [], .advertising), response]
}

/// Returns octets around a service that is not read, in each of the widths that it may have.
func anyService(after octets: String, before others: String = "") -> [String] {
  anyService.map { octets + $0 + others }
}

/// The octets of a service that is not read, in each of the widths that it may have.
let anyService = ["1107" + String(repeating: "??", count: 16), "0303????"]

/// Returns the same for each layout that was read of a program.
func blocks(_ program: ProgramReader) -> [[String]] { program.layouts.map { blocks($0) } }

/// Expects that a program is read, and what it sends.
func expect(
  _ text: String, _ language: ProgramReader.Language, _ layouts: [[String]],
  location: SourceLocation = #_sourceLocation
) {
  let program = ProgramReader(text, language: language)
  #expect(program.unread.isEmpty && blocks(program) == layouts, "\(program.unread)", sourceLocation: location)
}

/// Expects that a program is not read, from which line on, and words of the reason.
func expectRefusal(
  _ text: String, _ language: ProgramReader.Language, _ line: Int, _ words: String,
  location: SourceLocation = #_sourceLocation
) {
  let program = ProgramReader(text, language: language)
  let reasons = reasons(program)
  #expect(
    reasons.first?.line == line && reasons.first?.words.contains(words) == true, "\(reasons)",
    sourceLocation: location)
}

/// Returns the reasons why parts of a program are not read: those of whole layouts, or those of octets of each layout.
func reasons(_ program: ProgramReader) -> [(line: Int, words: String)] {
  guard !program.layouts.isEmpty else { return program.unread.map { ($0.line, $0.reason) } }
  return program.layouts.flatMap { unreadParts($0) }
}

/// Returns the reasons why octets of a layout are not known.
func unreadParts(_ layout: DeclaredLayout) -> [(line: Int, words: String)] {
  layout.doubts.compactMap { doubt in
    if case .supposed(let words, let line?) = doubt.cause { (line, words) } else { nil }
  }
}
