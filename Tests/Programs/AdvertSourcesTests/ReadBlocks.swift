import AdvertObservation
import AdvertReading
import AdvertSources
import AdvertisingData
import Testing

/// Returns the PDU of a layout and both blocks in hex. A scan response without octets of its own is `none`, when the PDU
/// has none, or `unknown`.
func blocks(_ layout: DeclaredLayout) -> [String] {
  let response =
    switch layout.layout.scanResponse {
    case .declared(let payload): HexText.compact(payload.octets)
    case .notScannable: "none"
    default: "unknown"
    }
  return [layout.layout.pdu?.rawValue ?? "", HexText.compact(layout.layout.advertising?.octets ?? []), response]
}

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
  #expect(program.layouts.isEmpty, sourceLocation: location)
  #expect(
    program.unread.first?.line == line && program.unread.first?.reason.contains(words) == true,
    "\(program.unread)", sourceLocation: location)
}
