import AdvertManifest
import Testing

extension Vocabulary {
  static let test = Vocabulary(
    rules: ["flags-missing", "flags-reserved-bits", "service-uuid-only-in-scan-response"],
    profiles: ["ios-background", "windows"])
}

/// What is wrong with a manifest, in its own words; `nil` when nothing is.
func problem(in text: String) -> String? {
  do throws(ManifestError) {
    _ = try Manifest(reading: text, .test)
    return nil
  } catch {
    return "\(error)"
  }
}

/// The only layout of a manifest whose advertising data is written so.
func layout(advertising: String) throws -> DeclaredLayout {
  let manifest = try Manifest(reading: "layouts:\n  a:\n    advertising: \(advertising)\n", .test)
  return try #require(manifest.layouts.first)
}
