internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The answer of `lint` about an `advert.yml`, and its layouts as the boxes of the page take them.
enum ManifestAnswer {
  /// As for the command.
  private static let maximumOctets = 1 << 20

  /// Returns the answer to a request with the parts `name` and `octets`.
  static func text(for request: Request) -> String {
    let name = request.text("name") ?? Manifest.fileName
    guard let octets = request.octets("octets") else {
      return LayoutList.failed(name, "expected the text of a manifest, found none")
    }
    guard octets.count <= maximumOctets, let text = String(validating: octets, as: UTF8.self) else {
      return LayoutList.failed(name, "expected a manifest: UTF-8 of at most 1 MiB")
    }
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
