import AdvertManifest
import AdvertisingData
import FuzzSupport

/// Manifests: layouts whose octets have places in the text, or one error with a place in it.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzManifest(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let text = String(decoding: Choices(data, size).rest, as: UTF8.self)
  _ = Manifest.keys(in: text)
  let lines = 1 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
  do throws(ManifestError) {
    let manifest = try Manifest(reading: text, Vocabulary(rules: ["flags-missing"], profiles: ["passive"]))
    for layout in manifest.layouts {
      for (payload, written) in [
        (layout.layout.advertising, layout.advertisingText),
        (layout.layout.scanResponse.payloads.first, layout.scanResponseText),
      ] {
        guard let payload, let written else { continue }
        demand(written.octets.count == payload.count, "\(written.octets.count) places of \(payload.count) octets")
        demand(
          written.octets.allSatisfy { $0.line >= 1 && $0.endLine <= lines && $0.column >= 1 }, "octets outside the text"
        )
      }
    }
  } catch {
    demand(error.line >= 1 && error.line <= lines && error.column >= 1, "\(error) in \(lines) lines")
  }
  return 0
}
