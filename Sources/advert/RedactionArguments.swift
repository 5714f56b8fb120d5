internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertRedaction
internal import AdvertisingData
internal import ArgumentParser

/// Whether what is printed may name devices.
struct RedactionArguments: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Put pseudonyms in place of addresses, names, data, times and folders, so that the result can be shown to others."
    ))
  var redact = false

  /// What makes the pseudonyms of a run, `nil` when there are to be none.
  var redaction: Redaction? { redact ? Redaction() : nil }
}

extension Redaction {
  func devices(_ selectors: [DeviceSelector]) -> [DeviceSelector] { selectors.map { DeviceSelector(device($0.text)) } }

  func layout(_ declared: DeclaredLayout) -> DeclaredLayout {
    var redacted = declared
    redacted.name = declared.name.map(text)
    redacted.layout = layout(declared.layout)
    // The file does not hold these payloads.
    redacted.text = nil
    return redacted
  }

  func manifest(_ file: ManifestFile) -> ManifestFile {
    var manifest = file.manifest
    manifest.layouts = manifest.layouts.map(layout)
    manifest.devices = manifest.devices.map(device)
    for layer in manifest.settings.indices {
      for index in manifest.settings[layer].ignores.indices {
        switch manifest.settings[layer].ignores[index].target {
        case .layout(let name): manifest.settings[layer].ignores[index].target = .layout(text(name))
        case .device(let name): manifest.settings[layer].ignores[index].target = .device(device(name))
        }
      }
    }
    return ManifestFile(manifest, text: "", path: path(file.path))
  }
}
