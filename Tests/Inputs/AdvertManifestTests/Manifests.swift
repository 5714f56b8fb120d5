import AdvertManifest
import AdvertObservation
import AdvertReading
import Testing

/// What is wrong with a manifest, in its own words; `nil` when nothing is.
func problem(in text: String) -> String? {
  do throws(ManifestError) {
    _ = try Manifest(reading: text)
    return nil
  } catch {
    return "\(error)"
  }
}

/// The only layout of a manifest whose advertising data is written so.
func layout(advertising: String) throws -> DeclaredLayout {
  let manifest = try Manifest(reading: "layouts:\n  a:\n    advertising: \(advertising)\n")
  return try #require(manifest.layouts.first)
}
