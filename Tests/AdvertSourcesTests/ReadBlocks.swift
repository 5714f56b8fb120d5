import AdvertObservation
import AdvertSources
import AdvertisingData

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
