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
    declared.replacing(name: declared.name.map(text), layout: layout(declared.layout))
  }

  func manifest(_ file: ManifestFile) -> ManifestFile {
    ManifestFile(
      file.manifest.replacing(device: device, layoutName: text, layout: layout), text: "", path: path(file.path))
  }
}
