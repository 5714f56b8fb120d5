import AdvertManifest
import AdvertObservation
import AdvertReading
import AdvertisingData
import FuzzSupport
import ManifestSupport

/// Manifests: layouts whose octets have places in the text, or one error with a place in it.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzManifest(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let text = String(decoding: Choices(data, size).rest, as: UTF8.self)
  _ = Manifest.keys(in: text)
  let lines = 1 + text.unicodeScalars.count(where: isLineBreak)
  do throws(ManifestError) {
    let manifest = try Manifest(reading: text)
    RewritingCheck.check(manifest.layouts, in: text)
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

private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
  default: false
  }
}
