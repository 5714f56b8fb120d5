internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The answer of `lint` about an `advert.yml`, and its layouts as the boxes of the page take them.
enum ManifestAnswer {
  /// Returns the answer about the text of a file.
  static func text(of text: String, _ name: String) -> String {
    do throws(ManifestError) {
      let manifest = try Manifest(reading: text)
      guard !manifest.layouts.isEmpty || !manifest.refused.isEmpty else {
        return LayoutList.failed(name, "expected layouts under the key \"layouts\", found none")
      }
      let inputs = manifest.layouts.isEmpty ? [] : [manifest.input(text, path: name)]
      let run = LintRun(
        inputs, ownSettings: [name: manifest.settings(path: name)], incomplete: manifest.incomplete(at: name))
      return LayoutList.answer(run, manifest.layouts.map { LayoutList.Layout($0, path: name) })
    } catch {
      return LayoutList.failed(name, "\(error)")
    }
  }
}
